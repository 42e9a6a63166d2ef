import { byProvider } from './provider-rules';

/** Assumptions, each at the upper end: what a file costs is known only to the provider that opens it. */
const ASSUMED = {
  /** Bytes of a page with little but text. */
  bytesPerPage: 20_000,
  /** Of a document that is known by its address or id alone. */
  pages: 20,
  /** Bytes of a second of speech: 32 kbit/s compressed, 8 kHz of 16 bits in wav. */
  bytesPerSecond: 4000,
  wavBytesPerSecond: 16_000,
  /** Of a recording that is known by its address or id alone. */
  seconds: 300,
  /** Bytes of plain text in a token. */
  bytesPerToken: 3,
};

interface MediaFile {
  readonly url: string;
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Tokens of a file for a model of this provider, estimated from its size: plain text by its bytes, sound by its
 * duration (OpenAI 10 a second, Google 32), everything else by the page: its text and its picture (Anthropic up to
 * 3,000 and 1,600) or a flat 258 (Google).
 */
export function fileTokens(file: MediaFile, provider: string): number {
  const type = mediaType(file);
  const bytes = dataBytes(file.url);
  if (/^audio\//i.test(type)) return soundTokens(type, bytes, provider);
  if (isText(type) && bytes !== null) return Math.ceil(bytes / ASSUMED.bytesPerToken);
  const pages = bytes === null ? ASSUMED.pages : Math.max(1, Math.ceil(bytes / ASSUMED.bytesPerPage));
  return byProvider(provider, {
    openai: () => pages * 1500,
    anthropic: () => pages * 4600,
    google: () => pages * 258,
  });
}

function soundTokens(type: string, bytes: number | null, provider: string): number {
  const rate = /wav/i.test(type) ? ASSUMED.wavBytesPerSecond : ASSUMED.bytesPerSecond;
  const seconds = bytes === null ? ASSUMED.seconds : Math.max(1, Math.ceil(bytes / rate));
  return byProvider(provider, {
    openai: () => seconds * 10,
    anthropic: () => seconds * 32,
    google: () => seconds * 32,
  });
}

function mediaType({ url, mediaType: type }: MediaFile): string {
  return type ?? /^data:([^;,]{1,200})/i.exec(url)?.[1] ?? '';
}

function isText(type: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|javascript)/i.test(type);
}

/** Of a data URL's content; null for anything else. */
function dataBytes(url: string): number | null {
  const head = /^data:[^,]{0,200},/i.exec(url)?.[0];
  if (head === undefined) return null;
  const characters = url.length - head.length;
  return /;base64,$/i.test(head) ? Math.floor((characters * 3) / 4) : characters;
}
