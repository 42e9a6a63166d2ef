import type { Display } from './display/display';
import { members, shown } from './rendering';

/** One line for each setting of an answer that another one makes void. */
export function noticeLines(value: unknown, display: Display): string {
  return noticesOf(value)
    .map(({ setting, detail }) => `${display.yellow('Notice')}  ${setting}: ${detail}\n`)
    .join('');
}

/** What is said of a setting; null where nothing makes it void. */
export function noticeOf(value: unknown, name: string): string | null {
  return noticesOf(value).find(({ setting }) => setting === name)?.detail ?? null;
}

function noticesOf(value: unknown): { readonly setting: string; readonly detail: string }[] {
  const { notices } = members(value);
  return (Array.isArray(notices) ? notices : []).map((notice) => {
    const { setting, detail } = members(notice);
    return { setting: shown(setting), detail: shown(detail) };
  });
}
