import { ApiServer, type Answer, type SeenRequest } from './api-server';
import { runCommand, type CommandRun } from './command-run';

/** A server for each test of the calling spec, and command lines that are run against it. */
export class ApiUnderTest {
  answer: (request: SeenRequest) => Answer = () => ({ body: '{}' });
  private current: ApiServer | undefined;

  constructor() {
    beforeEach(() => this.start());
    afterEach(() => this.stop());
  }

  get server(): ApiServer {
    if (this.current === undefined) throw new Error('no test runs');
    return this.current;
  }

  /** `METHOD path` of each request. */
  get asked(): string[] {
    return this.server.requests.map(({ method, path }) => `${method} ${path}`);
  }

  verbatim(...words: readonly string[]): Promise<CommandRun> {
    return runCommand(...words, '--url', this.server.url);
  }

  async start(): Promise<void> {
    this.answer = () => ({ body: '{}' });
    this.current = await ApiServer.start((request) => this.answer(request));
  }

  async stop(): Promise<void> {
    await this.current?.stop();
    this.current = undefined;
  }
}
