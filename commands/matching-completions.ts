import { type Completion, isNotice, MOST_CHOICES } from '../src/host/index.ts';

/** The completions that have what was typed in their words or their value, in their order. */
export function matching(completions: readonly Completion[], typed: string): Completion[] {
  const wanted = typed.trim().toLowerCase();
  const has = ({ label, full = label, value }: Completion) => `${full} ${value}`.toLowerCase().includes(wanted);
  return completions.filter((completion) => isNotice(completion) || has(completion)).slice(0, MOST_CHOICES);
}
