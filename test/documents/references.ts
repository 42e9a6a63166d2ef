/** Every `$ref` in a document. */
export function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

/** What a reference within the document points to (RFC 6901); undefined where there is nothing. */
export function resolve(document: unknown, reference: string): unknown {
  const [file, pointer = ''] = reference.split('#');
  if (file !== '') return undefined;
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
  }, document);
}
