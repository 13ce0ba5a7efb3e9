import {
  type Applied,
  type Asked,
  ask,
  asView,
  COMPLETE,
  type Dice,
  type Draft,
  isLegal,
  type Next,
  type OpenSlot,
  type Refusal,
  refuse,
  type View as Seen,
  someLegalOrders,
  type Viewer,
} from '../../../src/game/index.ts';
import {
  type Battle,
  type Commitment,
  type Data,
  type EachSide,
  type Event,
  eachSide,
  isSide,
  type Order,
  other,
  SIDES,
  type Side,
  type State,
} from './vocabulary.ts';

interface Card {
  readonly name: string;
  readonly strength: number;
}

/** The facts that a viewer may know. A hand is face up only to its own side and to the referee. */
export interface View extends Seen {
  readonly viewer: Viewer;
  /** The road being fought for, from 0; past the last, the game is over. */
  readonly road: number;
  readonly roads: readonly string[];
  readonly taken: EachSide<number>;
  readonly sides: EachSide<SideView>;
  readonly battle: Battle | null;
  /** The cards turned over last; `null` if none have been. */
  readonly shown: EachSide<ShownCard> | null;
}

interface ShownCard {
  readonly name: string;
  readonly reserves: number;
  readonly strength: number;
}

interface SideView {
  readonly cards: number;
  readonly deck: number;
  /** Its orders for this road lie face down. */
  readonly sealed: boolean;
  /** `null` if this viewer may not know. */
  readonly hand: readonly Card[] | null;
}

export function view(data: Data, state: State, viewer: Viewer): View {
  return asView({
    viewer,
    road: state.road,
    roads: data.roads,
    taken: state.taken,
    sides: eachSide((side) => ({
      cards: state.hands[side].length,
      deck: state.decks[side].length,
      sealed: state.sealed[side] !== null,
      hand: maySee(viewer, side) ? state.hands[side].map((card) => data.regiments[side][card] as Card) : null,
    })),
    battle: state.battle,
    shown: shownOf(data, state),
  });
}

function shownOf(data: Data, { shown }: State): EachSide<ShownCard> | null {
  if (shown === null) return null;
  return eachSide((side) => {
    const { regiment, reserves, strength } = shown[side];
    return { name: (data.regiments[side][regiment] as Card).name, reserves, strength };
  });
}

export function maySee(viewer: Viewer, side: Side): boolean {
  return viewer === side || viewer === 'referee';
}

export function start(data: Data, dice: Dice): Applied<State, Event> {
  const decks = eachSide((side) => dice.shuffle(Object.keys(data.regiments[side]), `the ${side} deck`));
  const none = eachSide<readonly string[]>(() => []);
  const state: State = {
    version: 1,
    road: 0,
    hands: none,
    decks,
    sealed: { union: null, confederate: null },
    battle: null,
    shown: null,
    taken: { union: 0, confederate: 0 },
  };
  return draw(data, state, [{ type: 'opened', road: 0 }]);
}

/** Hands are filled up from the decks [2]. */
function draw(data: Data, state: State, events: readonly Event[]): Applied<State, Event> {
  const drawn = eachSide((side) => state.decks[side].slice(0, data.hand - state.hands[side].length));
  return {
    state: {
      ...state,
      hands: eachSide((side) => [...state.hands[side], ...drawn[side]]),
      decks: eachSide((side) => state.decks[side].slice(drawn[side].length)),
    },
    events: [...events, ...SIDES.map((side): Event => ({ type: 'drew', side, regiments: drawn[side] }))],
  };
}

export function asked(data: Data, state: State): readonly Asked[] {
  if (state.battle) return [{ seat: other(state.battle.winner), defaultOrder: { verb: 'yield' } }];
  if (state.road >= data.roads.length) return [];
  return SIDES.filter((side) => state.sealed[side] === null).map((seat) => ({ seat }));
}

export function next(data: Data, state: State, seat: string, draft: Draft): Next {
  const isAsked = asked(data, state).some((one) => one.seat === seat);
  if (!isAsked || !isSide(seat)) return ask({ slot: 'verb', choices: [] });
  const verbs: readonly unknown[] = state.battle ? ['stand', 'yield'] : ['commit'];
  if (!verbs.includes(draft.verb))
    return ask({ slot: 'verb', choices: draft.verb === undefined ? valuesOf(verbs.map(String)) : [] });
  if (draft.verb === 'yield') return COMPLETE;
  if (draft.regiment === undefined) return ask({ slot: 'regiment', choices: valuesOf(state.hands[seat]) });
  const behind = state.hands[seat].filter((card) => card !== draft.regiment);
  const most = Math.min(data.reserves, behind.length);
  if (draft.verb === 'stand' || draft.reserves !== undefined || most === 0) return COMPLETE;
  return ask({ slot: 'reserves', choices: valuesOf(behind), several: { least: 0, most } });
}

function valuesOf(values: readonly string[]): OpenSlot['choices'] {
  return values.map((value) => ({ value }));
}

export function apply(
  data: Data,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
): Applied<State, Event> | Refusal {
  const rules = { next: (at: State, who: string, draft: Draft) => next(data, at, who, draft) };
  if (!isSide(seat) || !isLegal(rules, state, seat, order)) {
    return refusal(data, state, seat, order, someLegalOrders(rules, state, seat, 5).orders as readonly Order[]);
  }
  switch (order.verb) {
    case 'commit':
      return commit(data, state, seat, order, dice);
    case 'stand':
      return stand(data, state, seat, order.regiment);
    case 'yield':
      return takeRoad(data, state, other(seat), []);
    default:
      return order satisfies never;
  }
}

/** Why an order is not in the list: from the seat's own hand and what lies open, nothing else. */
function refusal(data: Data, state: State, seat: string, order: Order, instead: readonly Order[]): Refusal {
  if (state.road >= data.roads.length) return refuse('over', '6');
  if (instead.length === 0) return refuse('wait', state.battle ? '5' : '3');
  if ((order.verb === 'commit') !== (state.battle === null))
    return refuse('not-now', order.verb === 'commit' ? '5' : '3', {}, instead);
  const hand = isSide(seat) ? state.hands[seat] : [];
  const named = order.verb === 'yield' ? [] : [order.regiment, ...((order.verb === 'commit' && order.reserves) || [])];
  const missing = named.find((card) => !hand.includes(card));
  if (missing !== undefined) return refuse('not-in-hand', '2', { regiment: missing }, instead);
  return refuse('reserves', '3', { most: Math.min(data.reserves, hand.length - 1) }, instead);
}

function commit(data: Data, state: State, side: Side, commitment: Commitment, dice: Dice): Applied<State, Event> {
  const sealed = { ...state.sealed, [side]: commitment };
  const events: readonly Event[] = [{ type: 'sealed', side, commitment }];
  return bothIn(sealed) ? reveal(data, state, sealed, events, dice) : { state: { ...state, sealed }, events };
}

function bothIn(sealed: State['sealed']): sealed is EachSide<Commitment> {
  return SIDES.every((side) => sealed[side] !== null);
}

/** Both commitments are turned over together; the stronger side is on the road [4]. */
function reveal(
  data: Data,
  state: State,
  sealed: EachSide<Commitment>,
  before: readonly Event[],
  dice: Dice,
): Applied<State, Event> {
  const shown = eachSide((side) => {
    const { regiment, reserves = [] } = sealed[side];
    return { regiment, reserves: reserves.length, strength: strengthOf(data, side, regiment) + reserves.length };
  });
  const strength = eachSide((side) => shown[side].strength);
  const used = eachSide((side) => [sealed[side].regiment, ...(sealed[side].reserves ?? [])]);
  const revealed: State = {
    ...state,
    hands: eachSide((side) => state.hands[side].filter((card) => !used[side].includes(card))),
    sealed: { union: null, confederate: null },
    shown,
  };
  const events: Event[] = [...before, { type: 'revealed', shown }];
  let winner: Side | null = strength.union > strength.confederate ? 'union' : 'confederate';
  if (strength.union === strength.confederate) {
    const die = dice.roll(6, 'even strength');
    winner = die <= 2 ? 'union' : die <= 4 ? 'confederate' : null;
    events.push({ type: 'tied', die, winner });
  }
  if (winner === null || revealed.hands[other(winner)].length === 0) return takeRoad(data, revealed, winner, events);
  return { state: { ...revealed, battle: { winner, strength } }, events };
}

/** The loser throws in one more regiment: strictly stronger, he turns the battle [5]. */
function stand(data: Data, state: State, side: Side, card: string): Applied<State, Event> {
  const battle = state.battle as NonNullable<State['battle']>;
  const strength = battle.strength[side] + strengthOf(data, side, card);
  const against = battle.strength[battle.winner];
  const hands = { ...state.hands, [side]: state.hands[side].filter((one) => one !== card) };
  const stood: Event = { type: 'stood', side, regiment: card, strength, against };
  return takeRoad(data, { ...state, hands }, strength > against ? side : battle.winner, [stood]);
}

function takeRoad(data: Data, state: State, side: Side | null, before: readonly Event[]): Applied<State, Event> {
  const events: readonly Event[] = [...before, { type: 'taken', side, road: state.road }];
  const taken = eachSide((one) => state.taken[one] + (one === side ? 1 : 0));
  const after: State = { ...state, taken, battle: null, road: state.road + 1 };
  return after.road < data.roads.length
    ? draw(data, after, [...events, { type: 'opened', road: after.road }])
    : { state: after, events };
}

function strengthOf(data: Data, side: Side, card: string): number {
  return (data.regiments[side][card] as { strength: number }).strength;
}

/** More roads win; as many are a draw [6]. */
export function outcome(data: Data, state: State): { readonly winner: Side | null } | null {
  if (state.road < data.roads.length) return null;
  const { union, confederate } = state.taken;
  return { winner: union === confederate ? null : union > confederate ? 'union' : 'confederate' };
}
