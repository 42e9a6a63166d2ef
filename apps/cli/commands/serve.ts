import type { Command } from 'commander';
import { command } from '../client-command';
import type { ServeOptions } from '../serve/serve-options';
import type { Terminal } from '../terminal';

/** `serve`: the services, in one process or one by one. Values are checked with the rest of the configuration. */
export function serveCommand(program: Command, terminal: Terminal): void {
  command(program, 'serve', {
    description: 'run the services until SIGTERM: all in one process, or some with --only',
    example: 'serve --port 8080 --data .verbatim',
  })
    .option('--port <port>', 'the port of the API, health and metrics; 0 picks one (default: 8080)')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option(
      '--data <folder>',
      'the folder of the embedded Postgres, and where commands find this service (default: .verbatim)',
    )
    .option('--database <url>', 'a Postgres to use instead of the embedded one')
    .option('--kafka <brokers>', 'the event log is kept in Kafka at these addresses; without it in Postgres')
    .option('--plugins <folder>', 'the folder of history plugins (default: plugins in the data folder)')
    .option('--only <services>', 'some of projector,summarizer,context-builder; needs --database')
    .option('--config <file>', 'settings in YAML or JSON; flags and environment win over it')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (default: info)')
    .action((options: ServeOptions) => {
      // A person sees at once that something happens; a log has lines of its own.
      if (terminal.interactive) terminal.err('starting …\n');
      // Loaded when needed: Nest and the services take longer to load than any other command to run.
      const { serve }: typeof import('../serve/serve') = require('../serve/serve');
      return serve(terminal, options);
    });
}
