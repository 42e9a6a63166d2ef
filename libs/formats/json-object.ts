export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The members of a parsed value, none where it is no object. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** What an object says it is under `type`; empty where it says nothing. */
export function typeOf(value: unknown): string {
  const { type } = fieldsOf(value);
  return typeof type === 'string' ? type : '';
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
