import type { Asked, Phase, SeatId } from '../../../game/index.ts';
import { battleHexes } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, type Order, otherSide, type Side } from '../vocabulary.ts';
import { defaultPlan } from './battle/battle-plans.ts';
import { actionsOf } from './cards.ts';
import { deciding } from './legality.ts';
import { defaultLosses, hungerOf } from './supply/attrition.ts';

export interface AskedSide extends Asked {
  readonly seat: Side;
  readonly defaultOrder: Order;
}

/** The sides that have to decide now, each with its default order [14.7]. */
export function asked(theatre: Theatre, state: State): readonly AskedSide[] {
  return deciding(state).map((seat) => ({
    seat,
    defaultOrder: defaultOrder(theatre, state, seat),
    phaseKey: phaseKey(state, seat),
    ...(isOutOfTurn(state, seat) ? { outOfTurn: true as const } : {}),
  }));
}

/** Ends the actions of a side that has used all of them, which is public [5.1]. */
export function pass(state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { phase, active, used } = state;
  return phase === 'actions' && used >= actionsOf(state, active) ? { seat: active, order: { verb: 'done' } } : null;
}

/** Battles and answers to an offer get less time than a turn [14.7]. */
function isOutOfTurn({ phase, offer, first }: State, side: Side): boolean {
  return (
    phase === 'battles' ||
    (phase === 'attrition' && side === otherSide(first)) ||
    (phase === 'exchange' && offer !== null)
  );
}

const PARTS = {
  cut: () => 'cards',
  cards: () => 'cards',
  supply: (side: Side) => `orders-${side}`,
  actions: (side: Side) => `orders-${side}`,
  battles: () => 'battles',
  attrition: () => 'end',
  exchange: () => 'end',
  over: () => 'end',
} as const satisfies { readonly [phase in State['phase']]: (side: Side) => string };

/** The parts of a game-turn: cards (the deck is cut in the first), the orders of each side, battles, and what follows them [4]. */
export function phaseOf({ turn, phase, active }: State): Phase {
  // The deck is cut before the game-turn.
  const key = `turn-${phase === 'cut' ? turn + 1 : turn}-${PARTS[phase](active)}`;
  return { key, turn: key };
}

/** Each side is called once per phase, and once per battle. */
function phaseKey({ turn, phase, battle, offer }: State, side: Side): string {
  const what = battle ? `battle-${battle.hex}` : offer ? 'exchange-offer' : phase;
  return `turn-${turn}-${what}-${side}`;
}

/** The default order of a side whose time runs out [14.7]. */
export function defaultOrder(theatre: Theatre, state: State, side: Side): Order {
  const { phase, battle, hands } = state;
  switch (phase) {
    case 'cut':
      return { verb: 'cut', cards: `${Math.floor(theatre.scenario.cuts.length / 2)}` };
    case 'cards':
      // The lowest plain card; with none, the lower Supply.
      return { verb: 'card', card: CARDS.find((card) => hands[side].includes(card)) ?? CARDS[0] };
    case 'battles':
      if (!battle) return { verb: 'battle', hex: battleHexes(theatre, state)[0] ?? '' };
      if (battle.waiting?.for === 'fire') return { verb: 'fire', leave: [] };
      if (battle.waiting?.for === 'regroup') return { verb: 'regroup', to: [] };
      return { verb: 'battle-plan', ...defaultPlan({ theatre, state, side }) };
    case 'attrition': {
      const hunger = hungerOf(theatre, state, side);
      return { verb: 'lose', blocks: hunger ? defaultLosses(state, hunger) : [] };
    }
    case 'exchange':
      return state.offer ? { verb: 'decline' } : { verb: 'done' };
    case 'supply':
    case 'actions':
    case 'over':
      return { verb: 'done' };
    default:
      return phase satisfies never;
  }
}
