import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../support/conversation-client';
import {
  fromMiniSweAgent,
  fromOpenHands,
  fromSweAgent,
  fromTau2,
  fromWebVoyager,
  toldTau2,
  type MiniSweMessage,
  type SweMessage,
  type Tau2Message,
} from './converters';
import { dataFolder, type Recording } from './data-sets';

/** The recordings of one data set. */
export interface RecordingSet {
  readonly set: string;
  readonly recordings: readonly Recording[];
}

/**
 * Every chat-shaped conversation of the data sets, as OpenAI chat messages. The raw logs and tapes of the browser runs
 * are not chat-shaped (`derived-openai` holds the same runs), nor are meetings: those of `qmsum` come as what many
 * people say to a model, each turn a named user's message.
 */
export function chatShaped(): RecordingSet[] {
  return [
    { set: 'tau-bench', recordings: tauBench() },
    { set: 'tau2-bench', recordings: tau2Bench('', fromTau2) },
    { set: 'tau2-bench, told', recordings: tau2Bench('-told', toldTau2) },
    { set: 'mini-swe-agent', recordings: each('mini-swe-agent', '.traj.json', miniSweAgent) },
    { set: 'swe-agent', recordings: each('swe-agent', '.traj', sweAgent) },
    { set: 'openhands-sdk', recordings: each('openhands-sdk', '.json', fromOpenHands) },
    { set: 'webvoyager', recordings: each('webvoyager', '.json', webVoyager()) },
    { set: 'browser-use', recordings: each('browser-use', 'messages.json', messagesOf) },
    { set: 'derived-openai', recordings: each('derived-openai', '.json', messagesOf) },
    { set: 'longmemeval', recordings: each('longmemeval', '.json', longMemEval) },
    { set: 'qmsum', recordings: qmsum() },
  ];
}

interface Holder {
  readonly messages: readonly Message[];
}

const messagesOf = (file: unknown): readonly Message[] => (file as Holder).messages;

/** One conversation a file. */
function each(set: string, ending: string, convert: (file: never) => readonly Message[]): Recording[] {
  return filesUnder(set)
    .filter((path) => path.endsWith(ending))
    .map((path, index) => ({ name: `${set}-${index}`, messages: convert(json(path) as never) }));
}

function tauBench(): Recording[] {
  const all = json('tau-bench/gpt-4o-airline.dev-tasks.json') as { traj: Message[] }[];
  return all.map(({ traj }, index) => ({ name: `tau-bench-${index}`, messages: traj }));
}

function tau2Bench(suffix: string, convert: (messages: readonly Tau2Message[]) => Message[]): Recording[] {
  const path = 'tau2-bench/gpt-4.1_telecom_default.10-tasks.json';
  const { simulations } = json(path) as { simulations: { messages: Tau2Message[] }[] };
  return simulations.map(({ messages }, index) => ({
    name: `tau2-bench${suffix}-${index}`,
    messages: convert(messages),
  }));
}

function miniSweAgent(file: { messages: MiniSweMessage[] }): Message[] {
  return fromMiniSweAgent(file.messages);
}

function sweAgent(file: { history: SweMessage[] }): Message[] {
  return fromSweAgent(file.history);
}

/** Only one of the runs has its screenshots; they stand for those of the others too. */
function webVoyager(): (file: readonly Message[]) => Message[] {
  const screenshots = filesUnder('webvoyager')
    .filter((path) => path.endsWith('.png'))
    .map((path) => readFileSync(join(dataFolder, path)).toString('base64'));
  return (messages) => fromWebVoyager(messages, screenshots);
}

function longMemEval(file: readonly LongMemory[] | LongMemory): Message[] {
  const [memory] = [file].flat() as LongMemory[];
  if (!memory) return [];
  const turns = memory.haystack_sessions.flat().map(({ role, content }) => ({ role, content }));
  return [
    ...turns,
    { role: 'user', content: memory.question },
    { role: 'assistant', content: memory.answer },
  ];
}

interface LongMemory {
  readonly haystack_sessions: readonly (readonly Message[])[];
  readonly question: string;
  readonly answer: string;
}

interface Meeting {
  readonly meeting_transcripts: readonly { readonly speaker: string; readonly content: string }[];
  readonly general_query_list: readonly { readonly query: string; readonly answer: string }[];
}

function qmsum(): Recording[] {
  const lines = readFileSync(join(dataFolder, 'qmsum/val-0-3-8-11.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line, index) => {
    const { meeting_transcripts: turns, general_query_list: queries } = JSON.parse(line) as Meeting;
    const messages = [
      ...turns.map(({ speaker, content }) => ({ role: 'user', name: speaker, content })),
      ...queries.flatMap(({ query, answer }) => [
        { role: 'user', content: query },
        { role: 'assistant', content: answer },
      ]),
    ];
    return { name: `qmsum-${index}`, messages };
  });
}

/** Paths from the data folder, in order. */
function filesUnder(folder: string): string[] {
  const here = join(dataFolder, folder);
  if (!existsSync(here)) return [];
  return readdirSync(here, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, join(entry.parentPath, entry.name).slice(here.length)))
    .toSorted();
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(dataFolder, path), 'utf8'));
}
