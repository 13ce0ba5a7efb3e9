/** The least margins of the first side for each level of victory; below the last the other side wins decisively. */
export interface Levels {
  readonly decisive: number;
  readonly wins: number;
  readonly draws: number;
  readonly loses: number;
}

/** Points by which a decisive victory is better than the least victory. */
const DECISIVE = 5;

/**
 * Levels by the margins of many games between equals. Each side wins as nearly half of the decided games as whole points allow, at most a third
 * are drawn; of equals, the levels that draw most nearly a fifth.
 */
export function levelsOf(margins: readonly number[]): Levels {
  const [least, most] = [Math.min(...margins), Math.max(...margins)];
  const all: Levels[] = [];
  for (let draws = least; draws <= most; draws++)
    for (let wins = draws + 1; wins <= most + 1; wins++)
      all.push({ decisive: wins + DECISIVE, wins, draws, loses: draws - DECISIVE });
  const unfair = (levels: Levels) => {
    const { games, drawn, share } = shares(levels, margins);
    return drawn > games / 3 ? 1 : Math.abs(share - 0.5) + Math.abs(drawn / games - 0.2) / 100;
  };
  const [fairest] = all.sort((a, b) => unfair(a) - unfair(b));
  if (!fairest) throw new Error('There are no games to find levels by');
  return fairest;
}

/** What became of games by these levels: how many each side won, drew, and the first side's share of those decided. */
export function shares({ wins, draws }: Levels, margins: readonly number[]) {
  const won = margins.filter((margin) => margin >= wins).length;
  const lost = margins.filter((margin) => margin < draws).length;
  const drawn = margins.length - won - lost;
  return { games: margins.length, won, drawn, lost, share: Number((won / Math.max(1, won + lost)).toFixed(2)) };
}
