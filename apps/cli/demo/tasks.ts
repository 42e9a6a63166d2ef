/** A question about this project, and where an agent without a model would begin to look. */
export interface Task {
  readonly question: string;
  readonly folder: string;
  readonly term: string;
}

export const tasks: readonly Task[] = [
  {
    question: 'What does the fold do with a tool result that comes late?',
    folder: 'libs/conversation',
    term: 'unmatched',
  },
  {
    question: 'Where are events checked before they are published?',
    folder: 'apps/context-builder',
    term: 'checkEvent',
  },
  { question: 'When is a summary due?', folder: 'libs/conversation/decide', term: 'due' },
  {
    question: 'How is a tool call kept together with its results?',
    folder: 'libs/conversation',
    term: 'group',
  },
  {
    question: 'How does the embedded Postgres survive a killed parent?',
    folder: 'libs/postgres',
    term: 'adopt',
  },
  { question: 'How are tokens counted fast on odd input?', folder: 'libs/tokens', term: 'piece' },
  { question: 'How does the event log keep its order?', folder: 'libs/event-log', term: 'offset' },
  { question: 'What happens when an id comes again with another body?', folder: 'libs', term: 'conflict' },
  { question: 'How is a summary written without a model?', folder: 'libs/llm', term: 'sentence' },
  { question: 'What does the receipt of a call hold?', folder: 'apps/context-builder', term: 'receipt' },
  { question: 'How does the projector go on after a crash?', folder: 'apps/projector', term: 'position' },
  { question: 'How do secrets stay out of the logs?', folder: 'libs/platform', term: 'redact' },
  {
    question: 'What keeps two workers from writing the same summary?',
    folder: 'apps/summarizer',
    term: 'lease',
  },
];
