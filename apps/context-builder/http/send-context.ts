import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ServedContext } from '../serving/served-context';

/** The answer's JSON text, or the body's bytes alone with what explains them in headers (SPEC 9). */
export function sendContext(
  served: ServedContext,
  request: Request,
  response: Response,
): string | StreamableFile {
  if (request.accepts(['application/json', 'application/octet-stream']) !== 'application/octet-stream') {
    return served.toJsonText();
  }
  response.setHeader('x-verbatim-call-id', encodeURI(served.callId));
  response.setHeader('x-verbatim-sha256', served.sha256);
  response.setHeader('x-verbatim-canonical-sha256', served.canonicalSha256);
  response.setHeader('x-verbatim-tokens', String(served.tokens));
  response.setHeader('x-verbatim-position', String(served.position));
  return bytes(Buffer.from(served.bodyText), 'application/octet-stream', response);
}

/** An answer of exactly these bytes. */
export function bytes(body: Buffer, type: string, response: Response): StreamableFile {
  response.setHeader('content-type', type);
  return new StreamableFile(body, { type, length: body.length });
}
