import { NOTHING_SHOWN, type State } from '../state.ts';
import {
  CARDS,
  type Card,
  type EachSide,
  type Event,
  eachSide,
  isSupply,
  numberOf,
  type Side,
  type Verb,
} from '../vocabulary.ts';
import { type Done, type Moment, notNow, type Reason, ROLLED_FOR, type Rule, reason } from './moment.ts';
import { controlsMississippi } from './victory.ts';

/**
 * A side cuts the deck [3.2, R23]. Once both have, the deck is shuffled, as many cards as both cuts together go from
 * the top to the bottom, and each side is dealt its hand. The shuffle is sealed over the second side's order, too. So
 * nobody can know the deal before both have cut.
 */
export const CUT: Rule<'cut'> = {
  verb: 'cut',
  closed: ({ state }) => (state.phase === 'cut' ? null : notNow(state, 'cut')),
  slots: [
    {
      slot: 'cards',
      candidates: ({ theatre }) => theatre.scenario.cuts,
      fault: ({ theatre }, _, cards) =>
        theatre.scenario.cuts.includes(cards) ? null : reason('unknown-cut', null, { given: cards }),
    },
  ],
  carry: ({ theatre, state, side }, order, dice) => {
    const cards = Number(order.cards);
    const cuts = { ...state.cuts, [side]: cards };
    const told: Event = { type: state.cuts[side] === null ? 'cut' : 'changed', side, cards };
    const { usa, csa } = cuts;
    if (usa === null || csa === null) return { state: { ...state, cuts }, events: [told] };
    const shuffled = dice.shuffle(state.undealt, ROLLED_FOR.cards);
    const top = (usa + csa) % shuffled.length;
    const deck = [...shuffled.slice(top), ...shuffled.slice(0, top)];
    const { hand } = theatre.scenario;
    const hands = { usa: inOrder(deck.slice(0, hand)), csa: inOrder(deck.slice(hand, 2 * hand)) };
    const dealt: State = { ...state, cuts, hands, undealt: deck.slice(2 * hand) };
    return { state: dealt, events: [told, { type: 'dealt', hands, cuts: { usa, csa } }] };
  },
};

/** Hands are sorted, so that their order says nothing about the deal. */
function inOrder(cards: readonly Card[]): readonly Card[] {
  return CARDS.flatMap((card) => cards.filter((one) => one === card));
}

/** A side chooses a card of its hand; once both are in, the cards are revealed [3.3]. */
export const CHOOSE_CARD: Rule<'card'> = {
  verb: 'card',
  closed: ({ state }) => (state.phase === 'cards' ? null : notNow(state, 'card')),
  slots: [
    {
      slot: 'card',
      candidates: ({ state, side }) => [...new Set(state.hands[side])],
      fault: ({ state, side }, _, card) =>
        state.hands[side].some((one) => one === card) ? null : reason('not-in-hand', '3.2', { card }),
    },
  ],
  carry: ({ theatre, state, side }, { card }) => {
    const chosen = { ...state.chosen, [side]: card };
    const told: Event = { type: state.chosen[side] === null ? 'chosen' : 'changed', side, card };
    const { usa, csa } = chosen;
    if (usa === null || csa === null) return { state: { ...state, chosen }, events: [told] };
    const cards = { usa, csa };
    const first = playerOne(cards);
    const river = controlsMississippi(theatre, state);
    const revealed: State = {
      ...state,
      ...NOTHING_SHOWN,
      chosen: { usa: null, csa: null },
      hands: eachSide((one) => without(state.hands[one], cards[one])),
      played: eachSide((one) => [...state.played[one], cards[one]]),
      first,
      river,
    };
    return { state: revealed, events: [told, { type: 'revealed', cards, first, river }] };
  },
};

function without(cards: readonly Card[], card: Card): readonly Card[] {
  return cards.toSpliced(cards.indexOf(card), 1);
}

/** Player 1 by the cards: Supply beats plain cards, then the higher number; the USA wins ties [3.3, 3.4]. */
function playerOne({ usa, csa }: EachSide<Card>): Side {
  if (isSupply(usa) !== isSupply(csa)) return isSupply(usa) ? 'usa' : 'csa';
  return numberOf(csa) > numberOf(usa) ? 'csa' : 'usa';
}

/** Actions that a side's card gives [5.1]. */
export function actionsOf(state: State, side: Side): number {
  const card = state.played[side].at(-1);
  return card && !isSupply(card) ? numberOf(card) : 0;
}

/** The reason why a side can't take an action [5.1]; `null` if it can. */
export function actionFault({ state, side }: Moment, verb: Verb): Reason | null {
  if (state.phase !== 'actions') return notNow(state, verb);
  const number = actionsOf(state, side);
  return state.used >= number ? reason('no-actions', '5.1', { number }) : null;
}

/** The reason why a side can't move: after a build it may only build [5.1]. */
export function moveFault(moment: Moment, verb: Verb): Reason | null {
  return actionFault(moment, verb) ?? (moment.state.built ? reason('built-already', '5.1') : null);
}

/** Counts an action as used. */
export function acted({ state, events }: Done): Done {
  return { state: { ...state, used: state.used + 1 }, events };
}
