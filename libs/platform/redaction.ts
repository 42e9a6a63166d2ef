/** Fields whose value is a secret, in any spelling: `apiKey`, `x-api-key`, `DATABASE_PASSWORD`, `set-cookie`. */
const secretField =
  /"(token|[^"\\]*(?:authorization|api[-_]?key|signing[-_]?keys|password|passwd|secret|cookie|private[-_]?key|(?:access|auth|id|refresh)[-_]?token))":("(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
const urlCredentials = /:\/\/[^\s"/@]*(?:@[^\s"/@]*)*@/g;
const urlParameter = /([?&][\w-]*(?:password|secret|token|key)=)(?:[^&\s"\\]|\\.)*/gi;
const bearer = /(?:\b|(?<=\\[nrt]))(bearer)\s+[\w.~+/=-]{8,}/gi;
const knownKey = /(?:\b|(?<=\\[nrt]))(?:sk-|vk_)[\w-]{8,}/g;

/**
 * Text (a log line in JSON, or plain) without secrets: fields named like one, credentials and keys in URLs, bearer
 * tokens, keys of OpenAI's and of our own. JSON stays JSON.
 */
export function redact(text: string): string {
  return text
    .replaceAll(secretField, '"$1":"[redacted]"')
    .replaceAll(urlCredentials, '://[redacted]@')
    .replaceAll(urlParameter, '$1[redacted]')
    .replaceAll(bearer, '$1 [redacted]')
    .replaceAll(knownKey, '[redacted]');
}
