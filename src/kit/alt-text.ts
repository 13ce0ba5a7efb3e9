import { LONGEST_ALT } from '../game/index.ts';
import { listed } from './plain-english.ts';

/** Part of a picture's description. */
export interface AltPart {
  /** Wordings from the full one to ever briefer ones. An empty first form says nothing. */
  readonly forms: readonly string[];
  /** Names the omission if the full form has no room: "some units". */
  readonly what: string;
}

/**
 * A description of at most 1,024 characters, the parts that matter most first. If it is too long, the last parts are shortened, then left
 * out; the end says what is missing and where to read it.
 * @param parts a sentence alone is told in full or not at all
 */
export function altText(parts: readonly (AltPart | string)[]): string {
  const said = parts
    .map((part) => (typeof part === 'string' ? { forms: [part], what: 'details' } : part))
    .filter(({ forms: [first = ''] }) => first !== '')
    .map((part) => ({ ...part, at: 0 }));
  const sentences = () => {
    const missing = said.flatMap(({ at, what }) => (at > 0 ? [what] : []));
    return [...said.map(({ forms, at }) => forms[at] ?? ''), leftOut(missing)].filter((one) => one !== '');
  };
  const lengthOf = (words: readonly string[]) => words.reduce((sum, one) => sum + one.length + 1, -1);
  for (const most of [1, 0])
    for (const part of said.toReversed())
      while (lengthOf(sentences()) > LONGEST_ALT && part.at < part.forms.length - most) part.at += 1;
  return sentences().join(' ');
}

/** "Left out: some units and units off the map. “In words” has the full text." */
export function leftOut(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `Left out: ${listed([...new Set(missing)])}. “In words” has the full text.`;
}

/** As much of a list as there is room for, how many things are left out, and what must not be missing at its end. */
export function altList(words: string, ending = ''): string {
  const room = LONGEST_ALT - ending.length;
  if (words.length <= room) return `${words}${ending}`;
  const kept = words.slice(0, room - LEFT).replace(/[,;] [^,;]*$/, '');
  const left = words.slice(kept.length).match(/[,;] /g)?.length ?? 1;
  return `${kept} and ${left} more.${ending}`;
}

/** Room to say how many are left. */
const LEFT = ' and 100 more.'.length;
