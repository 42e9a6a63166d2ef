import type { Truth } from './truth';

export interface HttpAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly headers: Headers;
}

/** No answer takes longer that anybody waits for. */
const PATIENCE_MS = 30_000;

/** Asks as one tenant; null where the connection broke or nothing came in time. Every answer is looked through for canaries. */
export async function ask(
  truth: Truth,
  { tenant, url, method, path, body, accept }: Request,
): Promise<HttpAnswer | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-tenant-id': tenant,
        'content-type': path === '/v1/events' ? 'application/cloudevents-batch+json' : 'application/json',
        ...(accept === undefined ? {} : { accept }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    truth.saw(tenant, `${method} ${path}`, bytes);
    return { status: answer.status, bytes, headers: answer.headers };
  } catch {
    return null;
  }
}

export interface Request {
  readonly tenant: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly accept?: string;
}

/** The stable code of a problem document, else the status. */
export function codeOf({ status, bytes }: HttpAnswer): string {
  try {
    const { code } = JSON.parse(bytes.toString()) as { code?: unknown };
    return typeof code === 'string' ? code : String(status);
  } catch {
    return String(status);
  }
}
