import type { Framing } from '../game/index.ts';

/** How much of a seal is printed: enough to know it by. All of it stands in the channel. */
const SEAL_LETTERS = 12;

/** The seal the dice lie under, and how many rolls were taken back: a line, or none. */
export function sealWords({ seal, takenBack }: Pick<Framing, 'seal' | 'takenBack'>): string[] {
  return seal === undefined
    ? []
    : [[`Dice under seal ${seal.slice(0, SEAL_LETTERS)}…`, takenBack ?? []].flat().join(' · ')];
}
