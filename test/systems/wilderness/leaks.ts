import {
  type Order as AnyOrder,
  type Draft,
  isRefusal,
  nextQuestion,
  orderKey,
  type SeatId,
  type Viewer,
  walkToOrder,
} from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Event, Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { game, theatre } from './data.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

type Pick = (count: number) => number;

/** Everything that reaches a viewer of a position: each thing has to be the same to the byte, whatever is hidden from him. */
function shownTo(
  state: State,
  viewer: Viewer,
  events: readonly Event[],
  orders: readonly AnyOrder[],
  pick: number,
): readonly string[] {
  const view = game.knowledge.view(state, viewer);
  const seat = viewer === 'public' ? null : (viewer as SeatId);
  const places = game.pictures.places?.(view) ?? [];
  const near = places[pick % Math.max(1, places.length)]?.value;
  return [
    view,
    game.positionWords.summary(view),
    game.positionWords.text(view, true),
    game.positionWords.when?.(view),
    game.positionWords.agenda?.(view),
    game.positionWords.roster?.(view, seat),
    places,
    near && game.positionWords.textAt?.(view, near),
    ...theatre.hexes.filter((_, at) => at % 997 === pick % 997).map((hex) => game.positionWords.textAt?.(view, hex)),
    near && game.pictures.picture(view, null, { at: near }),
    game.pictures.picture(view, { order: null, events }, {}),
    game.rules
      .asked(state)
      .map((asked) => (asked.seat === viewer ? [asked, game.orderWords.asking(state, asked)] : asked.seat)),
    game.rules.phase?.(state),
    game.afterwards?.score?.(state),
    game.rules.outcome(state),
    game.positionWords.ending(state),
    ...(seat === null ? [] : walks(state, seat, picker(pick))),
    ...(seat === null ? [] : plans(state, seat, orders)),
    ...(seat === null ? [] : orders.map((order) => refusalOf(state, seat, order))),
  ].map((thing) => JSON.stringify(thing) ?? '');
}

/** Some walks through what a seat is offered: questions, choices, hints, buttons. */
function walks(state: State, seat: SeatId, pick: Pick): unknown[] {
  const met: unknown[] = [nextQuestion(game, state, seat, {})];
  for (let walk = 0; walk < 3; walk++) {
    const order = walkToOrder(game.rules, state, seat, pick);
    if (order === null) continue;
    let draft: Draft = {};
    for (const [slot, value] of Object.entries(order)) {
      draft = { ...draft, [slot]: value };
      met.push(
        nextQuestion(game, state, seat, draft),
        game.pictures.sketch?.(game.knowledge.view(state, seat), seat, draft),
      );
    }
    met.push(game.orderWords.label(state, order as Order));
  }
  return met;
}

/** Plans against the enemy, as they are read and drawn, and what a member is offered for them. */
function plans(state: State, seat: SeatId, orders: readonly AnyOrder[]): unknown[] {
  const planning = game.play?.planning;
  if (!planning) return [];
  const texts = orders.map((order) => planning.write(state, seat, [order]));
  const view = game.knowledge.view(state, seat);
  const read = [...texts, texts.join('; '), '2028', 'Lee 2224; attack 2428 with Heth', 'claim all'].map((text) => {
    const plan = planning.read(state, seat, text, '');
    const [who = ''] = text.split(' ');
    const offered = [planning.complete(state, seat, text.slice(0, 4)), planning.marches?.goals(state, seat, who)];
    return [plan, planning.picture(view, seat, plan.orders), offered];
  });
  const ways = [
    planning.plans(state, seat),
    planning.marches?.groups(state, seat),
    planning.shortcuts.offered(state, seat),
  ];
  return [read, ways, planning.form?.(state, seat)];
}

/** How an order is refused, in words; null: it is carried out. */
function refusalOf(state: State, seat: SeatId, order: AnyOrder): unknown {
  const result = game.rules.apply(state, seat, order as Order, sealedAt('a refusal', 0, orderKey(order)));
  return isRefusal(result) ? [result, game.orderWords.refusal(result)] : null;
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

/** What was compared of a position: how many things, and the first that differs. */
export interface Compared {
  readonly things: number;
  readonly leak: string | null;
}

/**
 * Plays a game at random, and at some orders changes for each viewer what he may not know: a result for each of those positions. A step
 * is ended seldom, so that armies meet.
 * @param every one order in so many is looked at
 */
export function* leaksIn(variant: string, seed: number, every: number): Generator<Compared> {
  const pick = picker(seed);
  const name = `${variant} ${seed}`;
  let now: { readonly state: State; readonly events: readonly Event[] } = game.rules.start(
    variant,
    sealedAt(name, 0, 'start'),
  );
  for (let at = 0; ; at++) {
    const asked = game.rules.asked(now.state);
    if (at % every === 0 || asked.length === 0) yield compared(`${name}, order ${at}`, now.state, pick);
    const { seat } = asked[pick(asked.length || 1)] ?? {};
    if (seat === undefined) return;
    let order = walkToOrder(game.rules, now.state, seat, pick);
    if (order?.verb === 'done' && pick(2) === 0) order = walkToOrder(game.rules, now.state, seat, pick);
    if (order === null) throw new Error(`${name}, order ${at}: a dead end for ${seat}`);
    const result = game.rules.apply(now.state, seat, order as Order, sealedAt(name, at, orderKey(order)));
    if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
    now = result;
  }
}

function compared(where: string, state: State, pick: Pick): Compared {
  let things = 0;
  for (const viewer of ['union', 'confederate', 'public'] as const) {
    const twin = WILDERNESS_SECRETS.shuffle(state, viewer, pick);
    const orders = viewer === 'public' ? [] : attempts(state, viewer, pick);
    const seed = pick(2 ** 31);
    const here = shownTo(state, viewer, [], orders, seed);
    const there = shownTo(twin, viewer, [], orders, seed);
    const differs = here.findIndex((thing, index) => thing !== there[index]);
    if (differs >= 0 || here.length !== there.length)
      return { things, leak: `${where}, ${viewer}: ${difference(here[differs] ?? '', there[differs] ?? '')}` };
    things += here.length;
  }
  return { things, leak: null };
}

function difference(here: string, there: string): string {
  let at = 0;
  while (at < here.length && here[at] === there[at]) at++;
  return `${here.slice(Math.max(0, at - 120), at + 60)} | ${there.slice(at, at + 60)}`;
}
