import { chat } from '../../support/conversation-client';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { askedSummaries, ledgerProblems } from '../../support/summary-ledger';
import { expectSound } from './support/expect-sound';
import { Gate } from './support/gate';
import { onEachLog } from './support/on-each-log';

jest.setTimeout(120_000);

const STORED = 100;
const MEANWHILE = 20;

onEachLog('twenty messages arrive while a summary is written', (world) => {
  it('one piece of work, whoever could take it; each message is told to the model once, and none is lost', async () => {
    const { openai, database } = world();
    const gate = new Gate();
    openai.respondWith((_, number) => ({ kind: 'text', text: `Summary ${number}`, until: gate.opened }));
    await world().start('projector', 'summarizer', 'summarizer', 'context-builder');
    const conversation = world().conversation();
    await conversation.assign({ preset: 'agentkit' });
    await conversation.append(chat(0, STORED));
    await waitUntil('the summary is being written', async () => openai.calls.length > 0);

    for (let at = 0; at < MEANWHILE; at += 1) {
      const { cursor } = await conversation.append(chat(STORED + at, 1));
      const { body } = await conversation.context({ after: cursor });
      expect(body.messages).toEqual(chat(0, STORED + at + 1));
    }
    const open = await database.query('SELECT FROM due_work WHERE conversation = $1', [conversation.id]);
    expect(open).toHaveLength(1);
    expect([openai.calls.length, await conversation.checkpoints()]).toEqual([1, []]);

    gate.open();
    await conversation.settled(STORED + MEANWHILE);
    const checkpoints = await conversation.checkpoints();
    expect(checkpoints.map(({ messages, status }) => ({ ...messages, status }))).toEqual([
      { from: 0, to: 90, status: 'active' },
      { from: 90, to: 110, status: 'active' },
    ]);
    expect(await conversation.journal('CheckpointCreated')).toHaveLength(2);
    const told = { asked: askedSummaries(openai.calls), journal: await conversation.messages(), checkpoints };
    expect([openai.calls.length, ledgerProblems(told)]).toEqual([2, []]);
    const { body, segments } = await conversation.context();
    expect(segments.slice(0, 2).map(({ kind }) => kind)).toEqual(['summary', 'summary']);
    expect(body.messages.slice(2)).toEqual(chat(110, 10));
    await expectSound(world());
  });
});
