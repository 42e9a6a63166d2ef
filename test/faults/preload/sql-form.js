const FORMS = 5_000;
const known = new Map();

/** A statement in few words: what it writes and where, else what it reads; without values, the same from run to run. */
function sqlForm(sql) {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const form = formOf(sql);
  // A statement with its values written into it is another text each time.
  if (known.size < FORMS) known.set(sql, form);
  return form;
}

function formOf(sql) {
  const text = sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll('"', '')
    .replaceAll(/\b(?:DISTINCT|extract\(\w+) FROM\b/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!/^(?:select|with|insert|update|delete)\b/i.test(text)) return text.split(/[ ;]/).slice(0, 2).join(' ');
  const writes = /\b(INSERT INTO|DELETE FROM|(?<!FOR |DO |KEY )UPDATE) (?:ONLY )?([a-z_][\w.]*)/gi;
  const written = [...text.matchAll(writes)].map(
    ([, verb, table]) => `${verb.split(' ')[0].toUpperCase()} ${table}`,
  );
  const skips = /\bSKIP LOCKED\b/.test(text) ? ' SKIP LOCKED' : '';
  if (written.length > 0) return [...new Set(written)].join(', ') + skips;
  const reads = /\b(?:FROM|JOIN) (?:ONLY )?(?!unnest|json|lateral\b)([a-z_][\w.]*)/gi;
  const read = [...text.matchAll(reads)].map(([, table]) => table);
  const [, call] = /^select (\w+) ?\(/i.exec(text) ?? [];
  const lock = /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/.test(text) ? ' FOR UPDATE' : '';
  return `SELECT ${[...new Set(read)].slice(0, 3).join(', ') || call || 'values'}${lock}${skips}`;
}

/** Whether it changes something. */
function isWrite(form) {
  return /^(INSERT|DELETE|UPDATE)\b/.test(form) || form.includes('FOR UPDATE');
}

module.exports = { sqlForm, isWrite };
