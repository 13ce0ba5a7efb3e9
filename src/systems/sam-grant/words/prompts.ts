import type { Asked, Asking, Draft, StepButton, StepOffers } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { count, withMinus } from '../../../kit/plain-english.ts';
import type { AskedSide } from '../rules/asked.ts';
import { actionsOf } from '../rules/cards.ts';
import { hungerOf } from '../rules/supply/attrition.ts';
import { stepsOfCard } from '../rules/supply/supply-card.ts';
import { resultOf, usaMargin } from '../rules/victory.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type Order, otherSide, type Side } from '../vocabulary.ts';
import { actionsLeft, blockNames, cardInWords, sideDoes, sidePeople, stepsWord } from './names.ts';
import { endText, stanceWords } from './questions.ts';

/** The board's buttons in a step. Everybody sees them, so they do not depend on a side's options, which are secret. */
export function step({ phase, battle, offer, actions }: View): StepOffers {
  const asks = (text: string, draft: Draft = {}): StepButton => ({ text, tone: 'bold', draft });
  const only = (...buttons: readonly StepButton[]): StepOffers => ({ plans: 'suggested', buttons, others: false });
  const ends = asks(endText({ phase }), { verb: 'done' });
  switch (phase) {
    case 'cut':
      return only(asks('Cut the deck', { verb: 'cut' }));
    case 'cards':
      return only(asks('Choose a card', { verb: 'card' }));
    case 'supply':
      return { ...only(asks('Use the Supply card'), ends), plans: true };
    case 'actions':
      return { plans: actions.left > 0 && !actions.built, buttons: [ends], others: actions.left > 0 };
    case 'battles':
      if (!battle) return only(asks('Choose the next battle', { verb: 'battle' }));
      if (battle.waiting) return only(asks(battle.waiting.for === 'fire' ? 'Fire or retreat' : 'Regroup or stay'));
      return { plans: true, buttons: [asks('Plan step by step', { verb: 'battle-plan' })], others: false };
    case 'attrition':
      return only(asks('Choose who loses a step'));
    case 'exchange':
      return offer
        ? only(asks('Accept the exchange', { verb: 'accept' }), asks('Decline it', { verb: 'decline' }))
        : only(asks('Offer an exchange', { verb: 'offer' }), ends);
    case 'over':
      return { ...only(), plans: false };
    default:
      return phase satisfies never;
  }
}

export function asking(theatre: Theatre, state: State, asked: Asked): Asking {
  const { seat, defaultOrder } = asked as AskedSide;
  return { prompt: promptOf(theatre, state, seat), defaultText: defaultText(theatre, state, defaultOrder) };
}

/** The question to a side. */
export function promptOf(theatre: Theatre, state: State, side: Side): string {
  const { phase, battle } = state;
  switch (phase) {
    case 'cut':
      return 'Cut the deck. Both sides cut in secret, then the cards are dealt.';
    case 'cards':
      return 'Choose your card. Both sides choose in secret.';
    case 'supply': {
      const { free, west } = stepsOfCard(state, side);
      const more = west > 0 ? `, and ${west} more west of the Mississippi or in Georgia` : '';
      return `Give your blocks ${stepsWord(free)}${more}, at most two a block.`;
    }
    case 'actions': {
      const left = actionsOf(state, side) - state.used;
      if (left === 0) return 'You have no actions left: end your part.';
      const then = state.built ? 'build' : left === 1 ? 'move or build' : 'move or build, all moves first';
      return `${actionsLeft(left)}: ${then}. Then end your part.`;
    }
    case 'battles':
      if (!battle) return 'Choose the next battle.';
      if (battle.waiting?.for === 'fire')
        return `${hexLabel(theatre, battle.hex)}, round ${battle.round}: do your ${battle.waiting.letter} blocks fire or retreat?`;
      if (battle.waiting) return `You won at ${hexLabel(theatre, battle.hex)}. Do your blocks regroup?`;
      return `Battle at ${hexLabel(theatre, battle.hex)}: you ${side === battle.attacker ? 'attack' : 'defend'}. What is your plan?`;
    case 'attrition': {
      const hunger = hungerOf(theatre, state, side);
      return hunger
        ? `${hexLabel(theatre, hunger.hex)} is out of supply. ${count(hunger.losses, 'block')} there must lose a step${hunger.losses === 1 ? '' : ' each'}.`
        : 'Which blocks lose a step?';
    }
    case 'exchange':
      if (state.offer)
        return `${sideDoes(otherSide(side), 'offers', 'offer')} an exchange of prisoners. Do you accept?`;
      return 'You can offer an exchange of prisoners, or end your part.';
    case 'over':
      return 'The game is over.';
    default:
      return phase satisfies never;
  }
}

/** The default order, in the middle of a sentence. */
function defaultText(theatre: Theatre, state: State, order: Order): string {
  switch (order.verb) {
    case 'cut':
      return 'the deck is cut in the middle';
    case 'card':
      return `${cardInWords(order.card)} is played`;
    case 'battle-plan':
      return `the blocks ${stanceWords(order.stance)}`;
    case 'fire':
      return 'all blocks fire';
    case 'regroup':
      return 'the blocks stay';
    case 'lose':
      return `${blockNames(theatre, order.blocks, 3)} ${order.blocks.length === 1 ? 'loses a step' : 'lose a step each'}`;
    case 'battle':
      return `the battle at ${hexLabel(theatre, order.hex)} is fought next`;
    case 'decline':
      return 'the offer is declined';
    default:
      return state.phase === 'exchange' ? 'there is no exchange' : 'your orders so far stand';
  }
}

/** Before a side ends its actions and would lose the game if nothing else changed in the game-turn [10.2]. */
export function warning(theatre: Theatre, state: State, order: Order): string | null {
  if (order.verb !== 'done' || state.phase !== 'actions') return null;
  const winner = resultOf(theatre, state)?.winner;
  if (winner !== otherSide(state.active)) return null;
  const margin = withMinus(usaMargin(theatre, state));
  return `The Union margin is ${margin}. If that doesn’t change by the end of this game-turn, ${sidePeople(winner)} win${winner === 'usa' ? 's' : ''}.`;
}
