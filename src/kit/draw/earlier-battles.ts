import type { CardRow } from './battle-card.ts';

const MOST = 5;

/** Rows of a battle's card for the battles before it, the latest five in a line each. */
export function earlierBattles<Fight>(fights: readonly Fight[], inALine: (fight: Fight) => string): CardRow[] {
  if (fights.length === 0) return [];
  const told = fights.slice(-MOST);
  return [
    { words: 'Fought before it', strong: true },
    ...told.map((fight) => ({ words: inALine(fight) })),
    ...(fights.length > told.length ? [{ words: `… and ${fights.length - told.length} more` }] : []),
  ];
}
