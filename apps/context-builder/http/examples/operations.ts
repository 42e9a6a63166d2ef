export const deadLetter = {
  id: '17',
  kind: 'unreadable',
  tenant: 'default',
  conversation: 'order-4711',
  event: 'm9',
  log: { topic: 'conversation-events', partition: 2, offset: 12 },
  error: { code: 'event-invalid', detail: 'data.role: expected a string' },
  raw: 'eyJyb2xlIjo3fQ==',
  bytes: 10,
  createdAt: '2026-11-23T00:09:00.000Z',
  settled: null,
};

export const discarded = {
  ...deadLetter,
  settled: {
    outcome: 'discarded',
    reason: 'a test of the shop',
    by: 'local',
    at: '2026-11-23T00:12:00.000Z',
    log: null,
    event: null,
  },
  became: null,
};

export const parked = {
  conversation: 'order-4711',
  event: 'm10',
  position: 14,
  type: 'MessageAppended',
  dataversion: 2,
  error: { code: 'event-version-unknown', detail: 'version 2 of MessageAppended is not known' },
  waiting: 3,
  since: '2026-11-23T00:09:00.000Z',
};

export const lag = {
  topic: 'conversation-events',
  partitions: [
    {
      partition: 2,
      next: 12,
      low: 0,
      high: 12,
      lag: 0,
      owner: 'host-1/18158',
      movedAt: '2026-11-23T00:08:13.175Z',
      idleSeconds: 0.06,
      applied: 12,
      duplicates: 0,
      fault: null,
    },
  ],
  totals: { lag: 0, applied: 12, duplicates: 0 },
  work: { open: 0, leased: 0, failed: 0, oldestSeconds: 0 },
};

export const recallTool = {
  type: 'function',
  function: {
    name: 'recall',
    description: 'Reads earlier parts of this conversation again, in full. …',
    parameters: {
      type: 'object',
      properties: { ref: { type: 'string', minLength: 1 } },
      required: ['ref'],
      additionalProperties: false,
    },
  },
};

export const ignored = {
  items: [
    {
      code: 'event-invalid',
      source: 'shop/python',
      count: 3,
      isExact: true,
      newest: {
        conversation: 'order-4711',
        position: 9,
        event: 'm-9',
        type: 'MessageAppended',
        source: 'shop/python',
        time: null,
        error: {
          code: 'event-invalid',
          detail: 'data.content is missing, but there is "contents": did you mean "content"?',
        },
        log: { topic: 'conversation-events', partition: 2, offset: 17 },
        receivedAt: '2026-11-23T00:08:09.860Z',
      },
    },
  ],
  next: null,
};
