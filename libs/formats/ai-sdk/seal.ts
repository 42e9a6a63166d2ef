type Options = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where the SDK's providers keep what seals a thought, and what only the provider can read. */
const signatureKeys = ['signature', 'thoughtSignature'];
const encryptedKeys = ['redactedData', 'reasoningEncryptedContent'];

/** The seal that a reasoning block carries among what the SDK keeps for the provider. */
export function sealOf(options: Options | undefined): { signature?: string; encrypted?: string } {
  const signature = firstText(options, signatureKeys);
  const encrypted = firstText(options, encryptedKeys);
  return {
    ...(signature === undefined ? {} : { signature }),
    ...(encrypted === undefined ? {} : { encrypted }),
  };
}

function firstText(options: Options | undefined, keys: readonly string[]): string | undefined {
  return Object.values(options ?? {})
    .flatMap((provider) => keys.map((key) => provider[key]))
    .find((value) => typeof value === 'string');
}
