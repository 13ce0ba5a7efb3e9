import type { Completion } from '../src/host/index.ts';

/** Discord takes no more completions than this. */
const MOST = 25;

/** The completions that have what was typed in their label or their value, in their order. */
export function matching(completions: readonly Completion[], typed: string): Completion[] {
  const wanted = typed.trim().toLowerCase();
  return completions.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted)).slice(0, MOST);
}
