import type { SeatId, System } from '../../src/game/index.ts';
import { asked } from '../command-line.ts';
import { PRODUCT } from '../library.ts';
import { greedyPlayer } from './greedy.ts';
import { greedySamGrant } from './greedy-sam-grant.ts';
import { greedyWildernessPlayer } from './greedy-wilderness.ts';
import { machinePlayer, type Player, playMatch, randomPlayer, type Seen, standingPlayer } from './match.ts';

const values = asked(
  [
    'npm run matches [-- --games N] [--game NAME] [--variant NAME] [--style NAME] [--seed N] [--only WORD] [--watch] [--levels]',
    'Plays the machine against a player who chooses at random, from each side; against a greedy one where there is one; against one that',
    'never moves, where each question has a default; and against itself. Prints the seed and points of each game, and what came of all.',
    '--levels: sets levels of victory from the first half of the games against itself, and checks them on the second.',
  ],
  {
    games: 'count',
    game: 'word',
    variant: 'word',
    seed: 'number',
    style: 'word',
    only: 'word',
    watch: 'flag',
    levels: 'flag',
  },
);
const { games = 10, seed: first = 1 } = values;

const playable = PRODUCT.editions.map(({ system }) => system).filter(({ play }) => play?.machine !== undefined);
const system = playable.find(({ id }) => values.game === undefined || id === values.game);
if (!system) throw new Error('There is no such game with a machine');

const variant = values.variant ?? system.about.variants[0]?.id ?? '';
const machine = machinePlayer(system, values.style);
const random = randomPlayer(system);
const seats = system.about.seats.map(({ id }) => id);
/** Simple players, by the game's number. */
const greedy: Record<string, (game: number) => Player> = {
  'road-to-richmond': greedyPlayer,
  'sam-grant': () => greedySamGrant,
  wilderness: greedyWildernessPlayer,
};
const simple = greedy[system.id];
/** Games whose every question has a default order. */
const stands = ['sam-grant', 'bobby-lee'].includes(system.id);
const watching = values.watch ? { saw: (seen: Seen) => watched(system, seen) } : {};
const everybody = (player: Player) => Object.fromEntries(seats.map((seat) => [seat, player]));
/** Who plays which game. */
type Players = (number: number) => Readonly<Record<SeatId, Player>>;
const against = (name: string, other: (number: number) => Player) =>
  seats.map((seat) => ({
    name: `machine as ${seat} against ${name}`,
    of: seat,
    players: ((number) => ({ ...everybody(other(number)), [seat]: machine })) satisfies Players,
  }));
const kinds = [
  ...against('random', () => random),
  ...(simple ? against('greedy', simple) : []),
  ...(stands ? against('standing', () => standingPlayer(system)) : []),
  { name: 'machine against itself', of: null, players: (() => everybody(machine)) satisfies Players },
].filter(({ name }) => values.only === undefined || name.includes(values.only));

/** Points by which a decisive victory is better than the least victory. */
const DECISIVE = 5;

for (const { name, of, players } of kinds) {
  const won = new Map<SeatId | null, number>();
  /** Points of the first seat that has any, at the end of each game. */
  const margins: number[] = [];
  let slowest = 0;
  for (let number = 0; number < games; number++) {
    const seed = `${first}.${number}`;
    const begun = performance.now();
    const { state, orders, thought, over } = playMatch(system, variant, seed, players(number), watching);
    const seconds = (performance.now() - begun) / 1000;
    slowest = Math.max(slowest, seconds);
    const winner = system.rules.outcome(state)?.winner ?? null;
    won.set(winner, (won.get(winner) ?? 0) + 1);
    const score = system.afterwards?.score?.(state) ?? [];
    margins.push(score[0]?.points ?? 0);
    const points = score.map(({ seat, points: scored }) => `${seat} ${scored}`).join(', ');
    const thinking = Object.entries(thought)
      .map(([seat, ms]) => `${seat} ${(ms / 1000).toFixed(1)}`)
      .join(', ');
    console.log(
      `${name}, seed ${seed}: ${over ? points : 'not over'}; ${orders} orders in ${seconds.toFixed(1)} s, CPU ${thinking}`,
    );
  }
  const table = [...won].map(([winner, games]) => `${winner ?? 'nobody'} ${games}`).join(', ');
  const mean = margins.reduce((sum, one) => sum + one, 0) / margins.length;
  const spread = margins.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, margins.length - 1);
  const average = `${mean.toFixed(1)} ± ${Math.sqrt(spread / margins.length).toFixed(1)}`;
  const own = of === null ? '' : `, the machine ${won.get(of) ?? 0} of ${games}`;
  console.log(
    `== ${name}: ${table}${own}; points on average ${average}; the longest game took ${slowest.toFixed(1)} s\n`,
  );
  if (values.levels && of === null) {
    const half = Math.ceil(margins.length / 2);
    const levels = levelsOf(margins.slice(0, half));
    console.log(`Levels from the first ${half} games: ${JSON.stringify(levels)}`);
    console.log(`In those games: ${JSON.stringify(shares(levels, margins.slice(0, half)))}`);
    console.log(`In the other ${margins.length - half}: ${JSON.stringify(shares(levels, margins.slice(half)))}`);
  }
}

/** A game in words, for whoever wants to see how it plays. */
function watched(played: System, { after, seat, order, events }: Seen): void {
  const told = events.flatMap((event) => played.eventWords.tell(event, 'public') ?? []);
  console.log(
    `[${played.positionWords.when?.(played.knowledge.view(after, 'public')) ?? ''}] ${seat} ${played.orderWords.describe(order, 'public', seat)}. ${told.join(' ')}`,
  );
}

/** The least margins of the first side for each level of victory; below the last the other side wins decisively. */
interface Levels {
  readonly decisive: number;
  readonly wins: number;
  readonly draws: number;
  readonly loses: number;
}

/**
 * Levels by the margins of many games between equals. Each side wins as nearly half of the decided games as whole points allow, at most a third
 * are drawn; of equals, the levels that draw most nearly a fifth.
 */
function levelsOf(margins: readonly number[]): Levels {
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
function shares({ wins, draws }: Levels, margins: readonly number[]) {
  const won = margins.filter((margin) => margin >= wins).length;
  const lost = margins.filter((margin) => margin < draws).length;
  const drawn = margins.length - won - lost;
  return { games: margins.length, won, drawn, lost, share: Number((won / Math.max(1, won + lost)).toFixed(2)) };
}
