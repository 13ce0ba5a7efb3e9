import { describe, expect, test } from 'vitest';
import { endItems, pointsFor, scoreOf } from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import { exitOf, type State, type VariantId } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event, PieceId, Where } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { start } from './position.ts';
import { randomGame, type Step } from './random-play.ts';
import { faultsOf } from './soundness.ts';

/** How much has been played. */
interface Tally {
  phases: number;
  events: { [type: string]: number };
}

/** Plays a game at random. @throws Error at the first order after which anything is not as the rules say */
function everyStepIsSound(seed: number, tally: Tally, variant?: VariantId): void {
  let ledger: Ledger | null = null;
  for (const step of randomGame(seed, variant)) {
    for (const { type } of step.events) tally.events[type] = (tally.events[type] ?? 0) + 1;
    tally.phases += step.events.filter(({ type }) => type === 'phase' || type === 'quiet').length;
    ledger ??= new Ledger(step.before.where);
    const faults = [...faultsOf(field, step.state), ...ledger.enter(step)];
    if (faults.length > 0) throw new Error(`Game ${seed}, ${JSON.stringify(step.order)}: ${faults.join('; ')}`);
  }
}

/** Keeps the pieces and the points by what is told of a game alone. */
class Ledger {
  readonly #where: Record<PieceId, Where>;
  readonly #points = { confederate: 0, union: 0 };

  constructor(where = start.where) {
    this.#where = { ...where };
  }

  /** What the position says otherwise than the events. */
  enter({ state, events }: Step): string[] {
    const faults = events.flatMap((event) => this.#note(event));
    for (const { id } of field.pieces)
      if (state.where[id] !== this.#where[id]) faults.push(`${id} is at ${state.where[id]}, told ${this.#where[id]}`);
    const end = state.over ? endPoints(state) : { confederate: 0, union: 0 };
    const score = scoreOf(field, state);
    const begun = { confederate: 0, union: state.variant === 'first-day' ? 10 : 0 };
    for (const side of ['confederate', 'union'] as const)
      if (score[side] !== begun[side] + this.#points[side] + end[side])
        faults.push(`${side} has ${score[side]} points, told ${this.#points[side]} and ${end[side]} at the end`);
    return faults;
  }

  #note(event: Event): string[] {
    switch (event.type) {
      case 'moved':
        return event.pieces.flatMap((id) => this.#go(id, event.from, event.way.at(-1) as string));
      case 'left':
        return event.pieces.flatMap((id) => this.#go(id, event.from, `off-${event.by}`));
      case 'retreated':
      case 'advanced':
        return this.#go(event.piece, event.from, event.to);
      case 'lost': {
        const worth = event.pieces.reduce((sum, id) => sum + pointsFor(field, field.piece.get(id) as never), 0);
        this.#points[event.side === 'union' ? 'confederate' : 'union'] += event.points;
        const faults = worth === event.points ? [] : [`${event.points} points for ${worth}`];
        return [...faults, ...event.pieces.flatMap((id) => this.#go(id, event.from, 'lost'))];
      }
      default:
        return [];
    }
  }

  #go(id: PieceId, from: string | null, to: Where): string[] {
    const was = this.#where[id];
    this.#where[id] = to;
    return was === (from ?? 'waiting') ? [] : [`${id} goes from ${from}, but was ${was}`];
  }
}

/** End scoring over again, from where the pieces are [18.2, 18.3, 18.6]; who is cut off is taken from the rules [18.4]. */
function endPoints(state: State): { readonly confederate: number; readonly union: number } {
  if (state.variant === 'first-day') return { confederate: farmPoints(state, 'c-'), union: farmPoints(state, 'u-') };
  const gone = (side: string, exit: string) =>
    field.pieces.filter((piece) => piece.side === side && exitOf(state.where[piece.id]) === exit);
  const strength = (pieces: readonly { readonly strength: number }[]) =>
    pieces.reduce((sum, piece) => sum + piece.strength, 0);
  const train = state.where['u-train'];
  const items = endItems(field, state);
  const line = { confederate: chain(state, 'union'), union: chain(state, 'confederate') };
  const saved = train === 'off-1528';
  return {
    union: gone('union', '1528').length + (saved ? 5 : 0) + (saved && line.union ? strength(gone('union', '0117')) : 0),
    confederate:
      (line.confederate ? (saved ? 2 : 1) * strength(gone('confederate', '1528')) : 0) +
      (train === 'waiting' ? (items.find(({ why }) => why === 'cut-off')?.points ?? 0) : 0),
  };
}

/** 5 for each of the three farms in which a side has a unit [18.6]. */
function farmPoints({ where }: State, side: string): number {
  return (
    ['1107', '1408', '1310'].filter((hex) =>
      Object.entries(where).some(([id, at]) => id.startsWith(side) && at === hex),
    ).length * 5
  );
}

/** Whether road and trail lead from 0117 to 1528 past the pieces of one side [17.1]. */
function chain(state: State, enemy: string): boolean {
  const held = new Set(field.pieces.flatMap(({ id, side }) => (side === enemy ? [state.where[id]] : [])));
  const seen = new Set<string>();
  const open = held.has('0117') ? [] : ['0117'];
  for (let hex = open.pop(); hex !== undefined; hex = open.pop()) {
    seen.add(hex);
    for (const { to, link } of field.hex.get(hex)?.sides ?? [])
      if (link !== null && !seen.has(to) && !held.has(to)) open.push(to);
  }
  return seen.has('1528');
}

describe('games played at random', () => {
  const tally: Tally = { phases: 0, events: {} };

  test('keep every invariant after every order, and their points are those of their events', () => {
    for (let seed = 1; seed <= 2; seed++) everyStepIsSound(seed, tally);
    everyStepIsSound(3, tally, 'first-day');
    expect(tally.phases).toBeGreaterThan(2 * 60);
  });

  test('and meet nearly everything that can happen', () => {
    for (const type of 'moved left alarm zone fought retreated advanced lost ineffective ended'.split(' '))
      expect(tally.events[type] ?? 0, type).toBeGreaterThan(0);
  });
});
