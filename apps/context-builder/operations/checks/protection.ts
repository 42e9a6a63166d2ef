import type { JournalProtection } from '@verbatim/conversation-store';
import { ok, problem, type Check } from '../check';

/** The services' own roles (migration 0001). */
export const SERVICE_ROLES = ['verbatim_projector', 'verbatim_summarizer', 'verbatim_context'] as const;

export function serviceRoles({ roles }: JournalProtection): Check {
  const missing = roles.filter(({ exists }) => !exists).map(({ name }) => name);
  if (missing.length === 0) return ok('roles', roles.map(({ name }) => name).join(', '));
  const commands = missing.map((name) => `CREATE ROLE ${name} NOLOGIN; GRANT ${name} TO CURRENT_USER;`);
  const remedy = `as a superuser that the services log in as, or naming their login role: ${commands.join(' ')}`;
  return problem('roles', `missing: ${missing.join(', ')}`, remedy);
}

export function journalProtection({ roles, unguarded }: JournalProtection): Check {
  const able = roles.filter(({ may }) => may.length > 0);
  if (able.length === 0 && unguarded.length === 0) {
    return ok('journal', 'no service may change it, and its triggers refuse everybody else');
  }
  const rights = able.map(({ name, may }) => `${name} may ${may.join(', ')}`);
  const gaps = unguarded.map(({ table, statement }) => `no trigger always refuses ${statement} on ${table}`);
  const revoke = able.flatMap(({ name, may }) => may.map((right) => `REVOKE ${right} FROM ${name};`));
  const restore = unguarded.map(
    ({ table, statement }) =>
      `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${statement === 'TRUNCATE' ? 'journal_keeps_all' : 'journal_keeps_rows'};`,
  );
  const remedy = [
    `as the owner of the tables: ${[...new Set([...revoke, ...restore])].join(' ')}`,
    ...(restore.length > 0 ? ['a trigger that is gone is created as migration 0003-journal has it'] : []),
    'then `verbatim audit verify --all` says whether anything was changed',
  ].join('; ');
  return problem('journal', [...rights, ...gaps].join('; '), remedy);
}
