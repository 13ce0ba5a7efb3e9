import { LONGEST_ALT } from '../game/index.ts';
/** Whole sentences as far as there is room; what comes first is cut where it alone has none. */
export function altText(sentences: readonly string[]): string {
  let told = '';
  for (const sentence of sentences) {
    const longer = told === '' ? sentence : `${told} ${sentence}`;
    if (longer.length > LONGEST_ALT - 2) return told === '' ? `${sentence.slice(0, LONGEST_ALT - 1)}…` : `${told} …`;
    told = longer;
  }
  return told;
}

/** As much of a list as there is room for, with what must not be missing at its end. */
export function altList(words: string, ending = ''): string {
  const room = LONGEST_ALT - ending.length;
  return words.length <= room
    ? `${words}${ending}`
    : `${words.slice(0, room - 2).replace(/[,;] [^,;]*$/, '')} …${ending}`;
}
