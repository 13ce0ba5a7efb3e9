import type { Applied, Dice } from '../../../game/index.ts';
import { battleHexes } from '../board.ts';
import type { Event } from '../events.ts';
import type { Phase, State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import {
  CARDS,
  type Card,
  type EachSide,
  eachSide,
  isSupply,
  isWinter,
  numberOf,
  otherSide,
  SIDES,
  type Side,
} from '../vocabulary.ts';
import { ROLLED_FOR } from '../words/questions.ts';
import { openBattle } from './battle/battle-plans.ts';
import { prisonersOf } from './exchange.ts';
import { hungerOf } from './supply/attrition.ts';
import { supplyCardOf } from './supply/supply-card.ts';
import { controlsMississippi, resultOf, usaMargin } from './victory.ts';

type Done = Applied<State, Event>;

/** The position at the start of the year, before the deck is cut [12.3]. */
export function setUp(theatre: Theatre): Done {
  const state: State = {
    version: 1,
    turn: 0,
    phase: 'cut',
    active: 'usa',
    first: 'usa',
    blocks: Object.fromEntries(
      theatre.blocks.map(({ id, start, full }) => [
        id,
        { at: start, steps: start === 'pool' || start === 'gulf' ? 0 : full },
      ]),
    ),
    hands: { usa: [], csa: [] },
    undealt: CARDS.flatMap((card) => Array.from({ length: theatre.scenario.deck[card] }, () => card)),
    cuts: { usa: null, csa: null },
    chosen: { usa: null, csa: null },
    played: { usa: [], csa: [] },
    river: false,
    bragg: false,
    ...NEW_TURN,
    ...NOTHING_SHOWN,
    battle: null,
    offer: null,
    result: null,
  };
  return { state, events: [{ type: 'opened' }] };
}

/**
 * A side cuts the deck. With both cuts in, it is shuffled, as many cards from the top go under it as both say, and six are dealt to each side
 * [3.2, R23]. The order of the second cut is part of what the shuffle is sealed over, so nobody knows the deal before.
 */
export function cut(theatre: Theatre, state: State, side: Side, cards: number, dice: Dice): Done {
  const cuts = { ...state.cuts, [side]: cards };
  const told: Event = { type: 'cut', side, cards };
  const { usa, csa } = cuts;
  if (usa === null || csa === null) return { state: { ...state, cuts }, events: [told] };
  const shuffled = dice.shuffle(state.undealt, ROLLED_FOR.cards);
  const top = (usa + csa) % shuffled.length;
  const deck = [...shuffled.slice(top), ...shuffled.slice(0, top)];
  const hands = { usa: inOrder(deck.slice(0, 6)), csa: inOrder(deck.slice(6, 12)) };
  const dealt: State = { ...state, cuts, hands, undealt: deck.slice(12) };
  return startTurn(theatre, dealt, [told, { type: 'dealt', hands, cuts: { usa, csa } }]);
}

const NEW_TURN = { used: 0, built: false, moved: [], entered: {}, fed: [] } as const;
/** What lies open until new cards are revealed. */
const NOTHING_SHOWN = { fights: [], supplied: [] } as const;

/** A hand is held in order: how it was dealt says nothing. */
function inOrder(cards: readonly Card[]): readonly Card[] {
  return CARDS.flatMap((card) => cards.filter((one) => one === card));
}

function startTurn(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const after: State = {
    ...state,
    ...NEW_TURN,
    turn: state.turn + 1,
    phase: 'cards',
    chosen: { usa: null, csa: null },
  };
  return { state: after, events: [...events, { type: 'turn', turn: after.turn, margin: usaMargin(theatre, after) }] };
}

/** A side has chosen; with both in, the cards are revealed [3.3]. */
export function choose(theatre: Theatre, state: State, side: Side, card: Card): Done {
  const chosen = { ...state.chosen, [side]: card };
  const events: Event[] = [{ type: 'chosen', side, card }];
  const { usa, csa } = chosen;
  if (usa === null || csa === null) return { state: { ...state, chosen }, events };
  const cards = { usa, csa };
  const revealed: State = {
    ...state,
    ...NOTHING_SHOWN,
    chosen: { usa: null, csa: null },
    hands: eachSide((one) => without(state.hands[one], cards[one])),
    played: eachSide((one) => [...state.played[one], cards[one]]),
    first: playerOne(cards),
    river: controlsMississippi(theatre, state),
  };
  events.push({ type: 'revealed', cards, first: revealed.first, river: revealed.river });
  return enter(theatre, revealed, 'supply', events);
}

function without(cards: readonly Card[], card: Card): readonly Card[] {
  return cards.toSpliced(cards.indexOf(card), 1);
}

/** Supply before plain cards, then the higher number; a tie is the USA's [3.3, 3.4]. */
export function playerOne({ usa, csa }: EachSide<Card>): Side {
  if (isSupply(usa) !== isSupply(csa)) return isSupply(usa) ? 'usa' : 'csa';
  return numberOf(csa) > numberOf(usa) ? 'csa' : 'usa';
}

/** Actions that a side's card gives [5.1]. */
export function actionsOf(state: State, side: Side): number {
  const card = state.played[side].at(-1);
  return card && !isSupply(card) ? numberOf(card) : 0;
}

/** Whether a side has a part in a phase. */
function takesPart(theatre: Theatre, state: State, phase: Phase, side: Side): boolean {
  switch (phase) {
    case 'supply':
      return supplyCardOf(state, side) !== null;
    case 'actions':
      return actionsOf(state, side) > 0;
    case 'attrition':
      return hungerOf(theatre, { ...state, fed: [] }, side) !== null;
    case 'exchange':
      return SIDES.some((one) => prisonersOf(theatre, state, one).length > 0);
    default:
      return false;
  }
}

const ORDER: readonly Phase[] = ['supply', 'actions', 'battles', 'attrition', 'exchange'];

/** The first side that has a part in a phase, or in one after it [4]. */
function enter(theatre: Theatre, state: State, phase: Phase, events: readonly Event[], from: Side = state.first): Done {
  for (const next of ORDER.slice(ORDER.indexOf(phase))) {
    if (next === 'exchange' && !isWinter(state)) continue;
    if (next === 'battles') {
      if (battleHexes(theatre, state).length > 0) return nextBattle(theatre, { ...state, phase: 'battles' }, events);
      continue;
    }
    const sides = next === phase && from !== state.first ? [from] : [state.first, otherSide(state.first)];
    const active = sides.find((side) => takesPart(theatre, state, next, side));
    if (active)
      return { state: { ...state, phase: next, active, used: 0, built: false, fed: [], offer: null }, events };
  }
  return endTurn(theatre, state, events);
}

/** The side that acts has finished its part. */
export function finish(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const { phase, active, first } = state;
  if (active === first) return enter(theatre, state, phase, events, otherSide(first));
  const after = ORDER[ORDER.indexOf(phase) + 1];
  return after ? enter(theatre, state, after, events) : endTurn(theatre, state, events);
}

/** The next battle: Player 1 says which, where there are several [4]. */
export function nextBattle(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const hexes = battleHexes(theatre, state);
  const [only] = hexes;
  if (only === undefined) return enter(theatre, state, 'attrition', events);
  if (hexes.length > 1) return { state: { ...state, active: state.first, battle: null }, events };
  return open(theatre, state, only, events);
}

export function open(theatre: Theatre, state: State, hex: string, events: readonly Event[]): Done {
  const opened = openBattle(theatre, state, hex);
  const { attacker } = opened.battle as { attacker: Side };
  const count = (side: Side) =>
    theatre.blocks.filter((block) => block.side === side && state.blocks[block.id]?.at === hex).length;
  const told = { attackers: count(attacker), defenders: count(otherSide(attacker)) };
  return { state: opened, events: [...events, { type: 'battle', hex, attacker, ...told }] };
}

/** Another hex of hungry blocks, or the side is done with them [8.3]. */
export function afterHunger(theatre: Theatre, state: State, events: readonly Event[]): Done {
  return hungerOf(theatre, state, state.active) ? { state, events } : finish(theatre, state, events);
}

/** Somebody has won, or the next game-turn begins [10.2]. */
function endTurn(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const result = resultOf(theatre, state);
  if (!result) return startTurn(theatre, state, events);
  const margin = usaMargin(theatre, state);
  return {
    state: { ...state, phase: 'over', result, offer: null },
    events: [...events, { type: 'ended', margin, ...result }],
  };
}
