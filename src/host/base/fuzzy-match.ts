import type { Choice } from '../../game/index.ts';

/** Lower case letters and digits without accents. */
export function simplified(text: string): string {
  return plain(text).replace(/[^a-z0-9]/g, '');
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

export function wordsIn(text: string): string[] {
  return plain(text).match(/[a-z0-9]+/g) ?? [];
}

export function isExactly({ label }: Choice, typed: string): boolean {
  return simplified(label) === simplified(typed);
}

/** The matching choices, the best first as `rankOf` says. Ties keep their order. */
export function closest<Of extends Choice>(choices: readonly Of[], typed: string): Of[] {
  const wanted = simplified(typed);
  if (wanted === '') return [...choices];
  const words = wordsIn(typed);
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, wanted, words) }))
    .filter(({ rank }) => rank < NOT_AT_ALL)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}

/** The best match. Null if several match equally well, unless the labels of all others begin with its own. */
export function theOne(choices: readonly Choice[], typed: string): Choice | null {
  const wanted = simplified(typed);
  if (wanted === '') return null;
  const ranks = choices.map((choice) => rankOf(choice, wanted, wordsIn(typed)));
  const best = Math.min(...ranks);
  if (best > WORST_BY_BEGINNINGS) return null;
  // "Gregg" before "Gregg and Branch".
  const [shortest, ...others] = choices
    .filter((_, at) => ranks[at] === best)
    .sort((one, other) => one.label.length - other.label.length);
  const beginning = simplified(shortest?.label ?? '');
  return shortest && others.every(({ label }) => simplified(label).startsWith(beginning)) ? shortest : null;
}

/** The worst rank of a choice that was typed from the beginnings of its words. */
const WORST_BY_BEGINNINGS = 3;
const NOT_AT_ALL = 6;

/**
 * From the best: 0 equal, 1 the same beginning, 2 beginnings of words in order, 3 in any order, 4 contained, 5 partly
 * in the hint.
 * @param wanted the typed text, simplified and not empty
 * @param typed its words
 */
function rankOf({ value, label, hint }: Choice, wanted: string, typed: readonly string[]): number {
  const [name, id] = [simplified(label), simplified(value)];
  // "New Madrid" means 1308 New Madrid, and not a hex near it.
  if (name === wanted || id === wanted || name.replace(/^\d+/, '') === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const own = wordsIn(label);
  const inLabel = (word: string) => own.some((one) => one.startsWith(word));
  if (inOrder(own, typed)) return 2;
  if (typed.every(inLabel)) return 3;
  if (name.includes(wanted) || id.includes(wanted)) return 4;
  const hintWords = wordsIn(hint ?? '');
  const inHint = (word: string) => word.length >= LEAST_OF_HINT && hintWords.some((one) => one.startsWith(word));
  return typed.every((word) => inLabel(word) || inHint(word)) ? 5 : NOT_AT_ALL;
}

/** Shorter words are not looked up in hints, which share many of them. */
const LEAST_OF_HINT = 3;

function inOrder(own: readonly string[], typed: readonly string[]): boolean {
  let at = 0;
  for (const word of typed) {
    const found = own.findIndex((one, index) => index >= at && one.startsWith(word));
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** The item a member means by its id or its name, in any case. */
export function byIdOrName<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  given: string,
): Item | undefined {
  const wanted = given.trim().toLowerCase();
  return items.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
}
