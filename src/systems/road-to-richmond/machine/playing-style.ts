import type { Dice, MachineStyle } from '../../../game/index.ts';

/** How a machine weighs things up. */
export interface PlayingStyle {
  /** How gladly it attacks: about 1. */
  readonly nerve: number;
  /** How much of what a piece risks counts against the place that it wants to be in. */
  readonly caution: number;
}

/** The first is the usual one. */
export const STYLES: readonly (MachineStyle & PlayingStyle)[] = [
  { id: 'steady', name: 'Steady', summary: 'attacks at good odds and guards its flanks', nerve: 1.3, caution: 0.6 },
  { id: 'bold', name: 'Bold', summary: 'attacks at even odds and takes risks', nerve: 1.7, caution: 0.35 },
  { id: 'careful', name: 'Careful', summary: 'keeps its distance and attacks only when sure', nerve: 1, caution: 1 },
  { id: 'green', name: 'Green', summary: 'easy to beat: slow to attack, quick to give ground', nerve: 0.6, caution: 2 },
];

/** How it weighs things up in this phase: 0.9 to 1.15 times as gladly, so that it is not to be read like a book. */
export function playingStyleOf(style: string | undefined, dice: Dice): PlayingStyle {
  const { nerve, caution } = STYLES.find(({ id }) => id === style) ?? (STYLES[0] as PlayingStyle);
  return { nerve: nerve * (0.85 + 0.05 * dice.roll(6, 'how bold the bot is')), caution };
}
