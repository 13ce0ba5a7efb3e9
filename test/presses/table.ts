import type { DeskGame } from './desk.ts';
import {
  cheapest,
  type Giver,
  machineChooser,
  median,
  oneByOne,
  type Phase,
  phasesOf,
  randomChooser,
} from './measure.ts';

/** What a phase takes, by who plays and how the orders are given. */
export interface Row {
  readonly who: 'machine' | 'random';
  readonly how: 'one by one' | 'in few presses';
  readonly kind: Phase['kind'];
  readonly phases: number;
  readonly interactions: number;
  readonly most: number;
  readonly others: number;
  readonly orders: number;
  readonly typed: number;
}

const WAYS: readonly (readonly [Row['how'], Giver])[] = [
  ['one by one', oneByOne],
  ['in few presses', cheapest],
];

/** Plays games of machines and at random, so many of each and so many phases of each game. */
export function* rows(
  game: DeskGame,
  games: number,
  phases: number,
  ways: readonly Row['how'][] = WAYS.map(([how]) => how),
): Generator<Row> {
  for (const who of ['machine', 'random'] as const)
    for (const [how, give] of WAYS) {
      if (!ways.includes(how)) continue;
      const all = Array.from({ length: games }, (_, seed) =>
        phasesOf(game, who === 'machine' ? machineChooser(`game ${seed}`) : randomChooser(seed + 7), give, phases),
      ).flat();
      for (const kind of new Set(all.map((phase) => phase.kind))) {
        const some = all.filter((phase) => phase.kind === kind);
        const of = (what: 'interactions' | 'others' | 'orders' | 'typed') => some.map((phase) => phase[what]);
        yield {
          who,
          how,
          kind,
          phases: some.length,
          interactions: median(of('interactions')),
          most: Math.max(...of('interactions')),
          others: median(of('others')),
          orders: median(of('orders')),
          typed: median(of('typed')),
        };
      }
    }
}
