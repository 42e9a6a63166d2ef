import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { VerbatimError } from '@verbatim/conversation';
import type { Logger } from '@verbatim/platform';
import type { Request, Response } from 'express';
import { isOutage } from './outage';
import { Overloaded } from './overloaded';
import { problem, problemOf, type Problem } from './problem';
import { allowedMethods } from './routes';

const RETRY_SECONDS = 1;

/** Answers every error with a problem document. What nobody expected is logged and says nothing of the inside. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly onOverload: (limit: Overloaded['limit']) => void = () => undefined,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const found = this.problemFor(error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (found.status === 401) response.setHeader('www-authenticate', 'Bearer');
    if (found.status === 405) response.setHeader('allow', allowedMethods(request.path).join(', '));
    if (found.status === 503 || found.status === 429)
      response.setHeader('retry-after', String(RETRY_SECONDS));
    response.status(found.status).type('application/problem+json').send(JSON.stringify(found));
  }

  private problemFor(error: unknown, request: Request): Problem {
    if (error instanceof VerbatimError) {
      if (error.code === 'log-unavailable') this.logger.warn({ err: error }, 'the log is out of reach');
      return problemOf(error);
    }
    if (error instanceof Overloaded) {
      this.onOverload(error.limit);
      return problem('overloaded', error.message);
    }
    const refused = refusalOf(error, request);
    if (refused) return refused;
    if (isOutage(error)) {
      this.logger.warn({ err: error }, 'the database is out of reach');
      return problem('store-unavailable', 'the database did not answer; ask again');
    }
    this.logger.error({ err: error, method: request.method, path: request.path }, 'a request failed');
    return problem('internal-error', 'the service failed; its log says why');
  }
}

/** What express and Nest refuse before a handler is reached. */
function refusalOf(error: unknown, { method, path }: Request): Problem | null {
  const status = statusOf(error);
  if (status === 404) {
    const allowed = allowedMethods(path);
    if (allowed.length === 0) return problem('route-not-found', `there is no ${method} ${path}`);
    return problem('method-not-allowed', `${path} takes ${allowed.join(', ')}, not ${method}`);
  }
  if (status === 413) return problem('too-large', 'the body is over 32 MiB');
  if (status === null || status < 400 || status >= 500) return null;
  const detail = error instanceof Error ? error.message : 'the request cannot be read';
  return problem('request-invalid', detail);
}

function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('status' in error)) return null;
  return typeof error.status === 'number' ? error.status : null;
}
