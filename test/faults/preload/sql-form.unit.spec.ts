const { sqlForm } = require('./sql-form.js') as { sqlForm(sql: string): string };

test.each([
  ['INSERT INTO journal (a, b)\n SELECT * FROM unnest($1::text[])', 'INSERT journal'],
  ['INSERT INTO a VALUES (1) ON CONFLICT (x) DO UPDATE SET b = 1', 'INSERT a'],
  [
    'WITH updated AS (UPDATE heads AS head SET a = 1 WHERE a IS DISTINCT FROM 2) SELECT * FROM updated',
    'UPDATE heads',
  ],
  ['WITH a AS (INSERT INTO one SELECT 1), b AS (DELETE FROM two) SELECT 1', 'INSERT one, DELETE two'],
  ['SELECT a FROM heads WHERE (a, b) IN (SELECT * FROM unnest($1)) FOR UPDATE', 'SELECT heads FOR UPDATE'],
  [
    'UPDATE work SET a = 1 WHERE id IN (SELECT id FROM work FOR UPDATE SKIP LOCKED)',
    'UPDATE work SKIP LOCKED',
  ],
  ["SELECT 'FROM nowhere', extract(epoch FROM at) FROM somewhere -- FROM elsewhere", 'SELECT somewhere'],
  ['SELECT pg_advisory_lock($1)', 'SELECT pg_advisory_lock'],
  ['COMMIT', 'COMMIT'],
  ['LISTEN "channel"', 'LISTEN channel'],
  ['CREATE TRIGGER t BEFORE UPDATE OR DELETE ON journal', 'CREATE TRIGGER'],
])('%s is %s', (sql, form) => {
  expect(sqlForm(sql)).toBe(form);
});
