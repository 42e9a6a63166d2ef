import { createServer } from 'node:http';

/** Where the spec files of a run, each in a process of its own, ask for something that the run has once. */
export interface Door {
  close(): void;
}

/** Puts its address into this environment variable, which the processes of the suites inherit. */
export async function openDoor(variable: string, answer: () => Promise<string>): Promise<Door> {
  const server = createServer((_request, response) => {
    // A socket kept open would be found closed by the next to ask.
    response.setHeader('connection', 'close');
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error(`no port for ${variable}`);
  process.env[variable] = `http://127.0.0.1:${address.port}`;
  return {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
