import { route, type ApiClient } from './api-client';
import { CommandFailure } from './failure';
import { pages } from './paging';
import { Progress } from './progress';
import { members, shown } from './rendering';
import type { Terminal } from './terminal';

/** Whether both ways gave the bytes of the receipt, and nobody says that others were sent. */
export function holds(verdict: unknown): boolean {
  const { segments, fold, sent } = members(verdict);
  return segments === 'ok' && fold === 'ok' && sent !== 'differs';
}

/** Verifies every call, one after another, and prints those that fail. @throws CommandFailure where one does. */
export async function verifyAll(
  client: ApiClient,
  terminal: Terminal,
  json: true | undefined,
): Promise<void> {
  const progress = new Progress(terminal);
  const failed: string[] = [];
  let verified = 0;
  for await (const { items } of pages(client, { path: '/v1/calls' })) {
    for (const item of items) {
      const callId = callIdOf(item.value());
      const verdict = await client.get(route`/v1/calls/${callId}/verify`);
      if (!holds(verdict.value())) {
        failed.push(`{"callId":${JSON.stringify(callId)},"verdict":${verdict.slice()}}`);
        if (!json) terminal.out(`${shown(callId)}  ${shown(verdict.value())}\n`);
      }
      verified += 1;
      progress.show(`verified ${verified} calls`);
    }
  }
  progress.end();
  if (json) terminal.out(`{"verified":${verified},"failed":[${failed.join(',')}]}\n`);
  else terminal.out(`${verified} ${verified === 1 ? 'call' : 'calls'} verified, ${failed.length} failed\n`);
  if (failed.length > 0) throw new CommandFailure(`${failed.length} of ${verified} calls do not verify`);
}

function callIdOf(item: unknown): string {
  const { callId } = members(item);
  if (typeof callId === 'string') return callId;
  throw new CommandFailure('a call on record has no callId');
}
