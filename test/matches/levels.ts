/** The least margins of the first side for each level of victory; below the last the other side wins decisively. */
export interface Levels {
  readonly decisive: number;
  readonly wins: number;
  readonly draws: number;
  readonly loses: number;
}

/**
 * Levels by the margins of many games between equals: the middle fifth is drawn, and of the games that either side wins it wins half
 * decisively. A margin that would lie on both sides of a border counts for the higher level.
 */
export function levelsOf(margins: readonly number[]): Levels {
  const sorted = [...margins].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.round(share * sorted.length))] ?? 0;
  const draws = at(0.4);
  const wins = Math.max(draws + 1, at(0.6));
  return { decisive: Math.max(wins + 1, at(0.8)), wins, draws, loses: Math.min(draws - 1, at(0.2)) };
}

/** What became of games by these levels: how many each side won, drew, and the first side's share of those decided. */
export function shares({ wins, draws }: Levels, margins: readonly number[]) {
  const won = margins.filter((margin) => margin >= wins).length;
  const lost = margins.filter((margin) => margin < draws).length;
  const drawn = margins.length - won - lost;
  return { games: margins.length, won, drawn, lost, share: Number((won / Math.max(1, won + lost)).toFixed(2)) };
}
