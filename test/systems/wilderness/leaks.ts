import {
  type Order as AnyOrder,
  type Draft,
  isRefusal,
  orderKey,
  type SeatId,
  type Viewer,
  walkToOrder,
} from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Event, Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { game } from './data.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

type Pick = (count: number) => number;

/** Everything that reaches a viewer of a position, without the view itself: what is made of it has to be the same to the byte. */
function shownTo(
  state: State,
  viewer: Viewer,
  events: readonly Event[],
  orders: readonly AnyOrder[],
  pick: number,
): string {
  const view = game.view(state, viewer);
  const seat = viewer === 'public' ? null : (viewer as SeatId);
  const places = game.places?.(view).slice(0, 3) ?? [];
  return JSON.stringify([
    view,
    game.summary(view),
    game.text(view, true),
    game.when?.(view),
    game.agenda?.(view),
    game.roster?.(view, seat),
    places.map(({ value }) => [game.textAt?.(view, value), game.picture(view, null, { at: value })]),
    game.picture(view, { order: null, events: [] }, {}),
    events.map((event) => game.tell(event, viewer)),
    game.asked(state).map((asked) => (asked.seat === viewer ? asked : asked.seat)),
    game.score?.(state),
    game.outcome(state),
    seat === null ? [] : walks(state, seat, picker(pick)),
    seat === null ? [] : orders.map((order) => refusalOf(state, seat, order)),
  ]);
}

/** Some walks through what a seat is offered: questions, choices, hints, buttons. */
function walks(state: State, seat: SeatId, pick: Pick): unknown[] {
  const met: unknown[] = [game.next(state, seat, {})];
  for (let walk = 0; walk < 3; walk++) {
    const order = walkToOrder(game, state, seat, pick);
    if (order === null) continue;
    let draft: Draft = {};
    for (const [slot, value] of Object.entries(order)) {
      draft = { ...draft, [slot]: value };
      met.push(game.next(state, seat, draft));
    }
    met.push(game.label(state, order as Order));
  }
  return met;
}

/** How an order is refused, in words; null: it is carried out. */
function refusalOf(state: State, seat: SeatId, order: AnyOrder): unknown {
  const result = game.apply(state, seat, order as Order, sealedAt('a refusal', 0, orderKey(order)));
  return isRefusal(result) ? [result, game.refusal(result)] : null;
}

/** Orders against enemy hexes and across the map, most of them illegal: refusals are where prices and reasons might tell something. */
function attempts(state: State, seat: SeatId, pick: Pick): readonly AnyOrder[] {
  const enemy = state.counters.filter(({ unit, hex }) => unit[0] !== seat[0] && hex.length === 4);
  const own = state.counters.filter(({ unit, hex }) => unit[0] === seat[0] && hex.length === 4);
  const [foe, friend] = [enemy[pick(enemy.length || 1)], own[pick(own.length || 1)]];
  if (!foe || !friend) return [];
  const { hex, unit } = friend;
  return [
    { verb: 'move', from: hex, units: unit, to: foe.hex },
    { verb: 'hasty', from: hex, units: unit, target: foe.hex },
    { verb: 'probe', unit, target: foe.hex },
    { verb: 'attack', target: foe.hex, with: [unit] },
    { verb: 'charge', target: foe.hex, with: [unit] },
    { verb: 'sea', unit, to: '4346' },
    { verb: 'rail', unit, to: '3447' },
    { verb: 'claim', hex: foe.hex },
  ];
}

/**
 * Plays a game at random, and at every so many orders changes for each viewer what he may not know: the first place where anything that
 * reaches him differs, or how many comparisons were made.
 */
export function leaksIn(variant: string, number: number, every: number): { compared: number; leak: string | null } {
  const pick = picker(number);
  const name = `${variant} ${number}`;
  let now = game.start(variant, sealedAt(name, 0, 'start'));
  let compared = 0;
  for (let at = 0; ; at++) {
    const asked = game.asked(now.state);
    if (at % every === 0)
      for (const viewer of ['union', 'confederate', 'public'] as const) {
        const twin = WILDERNESS_SECRETS.shuffle(now.state, viewer, pick);
        const orders = viewer === 'public' ? [] : attempts(now.state, viewer, pick);
        const seed = pick(2 ** 31);
        const [here, there] = [now.state, twin].map((state) => shownTo(state, viewer, [], orders, seed)) as [
          string,
          string,
        ];
        compared++;
        if (here !== there) return { compared, leak: `${name}, order ${at}, ${viewer}: ${difference(here, there)}` };
      }
    const [first] = asked;
    if (!first) return { compared, leak: null };
    const { seat } = asked[pick(asked.length)] ?? first;
    const order = walkToOrder(game, now.state, seat, pick);
    if (order === null) throw new Error(`${name}, order ${at}: a dead end for ${seat}`);
    const result = game.apply(now.state, seat, order as Order, sealedAt(name, at, orderKey(order)));
    if (isRefusal(result)) throw new Error(game.refusal(result));
    now = result;
  }
}

function difference(here: string, there: string): string {
  let at = 0;
  while (here[at] === there[at]) at++;
  return `${here.slice(Math.max(0, at - 120), at + 60)} | ${there.slice(at, at + 60)}`;
}
