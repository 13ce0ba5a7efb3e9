import { battleHexes } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, CUTS, type Order, type Side } from '../vocabulary.ts';
import { defaultPlan } from './battle/battle-plans.ts';
import { defaultLosses, hungerOf } from './supply/attrition.ts';

/** What is done for a side whose time runs out [14.7]. */
export function defaultOrder(theatre: Theatre, state: State, side: Side): Order {
  const { phase, battle, hands } = state;
  switch (phase) {
    case 'cut':
      return { verb: 'cut', cards: CUTS[CUTS.length / 2 - 1] ?? '' };
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
