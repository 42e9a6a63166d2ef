import type { Metrics } from '@verbatim/platform';
import type { Request, RequestHandler, Response } from 'express';
import { Overloaded } from './overloaded';

export interface AdmissionLimits {
  /** Requests worked on at a time. */
  readonly requests: number;
  /** Of all their bodies together. */
  readonly bodyBytes: number;
  /** Of one body, where its length is not said. */
  readonly largestBody: number;
}

/**
 * Takes no more requests at a time than the service can hold, before anything of them is read. One counts until it is
 * answered and the answer is gone; where the client is gone first, until its handler is done.
 */
export class Admission {
  private readonly inHand = new Set<Response>();
  private bytes = 0;
  private isDraining = false;

  constructor(
    private readonly limits: AdmissionLimits,
    metrics: Metrics,
  ) {
    metrics.gauge({
      name: 'context_builder_requests',
      help: 'Requests in hand',
      collect: (gauge) => gauge.set(this.inHand.size),
    });
    metrics.gauge({
      name: 'context_builder_body_bytes',
      help: 'Bytes of the bodies of requests in hand',
      collect: (gauge) => gauge.set(this.bytes),
    });
  }

  /** @throws Overloaded */
  readonly admit: RequestHandler = (request, response, next) => {
    const bytes = this.sizeOf(request);
    const { requests, bodyBytes } = this.limits;
    if (this.inHand.size >= requests)
      throw new Overloaded('requests', `${requests} requests are in hand; ask again`);
    // One alone is always taken.
    if (this.bytes > 0 && this.bytes + bytes > bodyBytes) {
      throw new Overloaded('bytes', `the bodies in hand come to ${bodyBytes} bytes; ask again`);
    }
    this.inHand.add(response);
    this.bytes += bytes;
    onceDone(response, () => {
      this.inHand.delete(response);
      this.bytes -= bytes;
    });
    if (this.isDraining) closeAfter(response);
    next();
  };

  /** From now on each answer is the last of its connection: a client that goes on asking would keep that open. */
  drain(): void {
    this.isDraining = true;
    this.inHand.forEach(closeAfter);
  }

  private sizeOf({ headers }: Request): number {
    if (headers['transfer-encoding'] !== undefined) return this.limits.largestBody;
    return Math.min(Number(headers['content-length'] ?? 0), this.limits.largestBody);
  }
}

function onceDone(response: Response, done: () => void): void {
  response.once('close', () => {
    if (response.headersSent) return done();
    const { end } = response;
    response.end = ((...answer: []) => {
      done();
      response.end = end;
      return Reflect.apply(end, response, answer);
    }) as typeof end;
  });
}

function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
