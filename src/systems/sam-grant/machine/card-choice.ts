import type { Dice } from '../../../game/index.ts';
import { blocksAt, hexesHeld, isHex, stepsOf } from '../board.ts';
import { next } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { type Card, isSupply, isWinter, numberOf, type Order, otherSide, type Side } from '../vocabulary.ts';

/** The most actions first; steps when they are missing and few actions are left, in Winter at the latest. It bluffs a little. */
export function cardFor(theatre: Theatre, guess: State, side: Side, dice: Dice): Card {
  const missing = hexesHeld(theatre, guess, side)
    .flatMap((hex) => blocksAt(theatre, guess, hex, side))
    .reduce((sum, { id, full }) => sum + full - stepsOf(guess, id), 0);
  const worth = (card: Card) => {
    const number = numberOf(card);
    if (isSupply(card)) return 0.3 * Math.min(missing, number);
    return isWinter(guess) ? 0.5 * number : number;
  };
  const bluff = new Map(
    [...new Set(guess.hands[side])].map((card) => [card, dice.roll(6, 'how it plays its cards') / 10]),
  );
  const order = [...bluff].sort(([a, one], [b, other]) => worth(b) + other - worth(a) - one);
  return order[0]?.[0] ?? '1';
}

/** Steps to the blocks that fire best and are nearest to the enemy; an HQ that can send nobody comes first [5.8]. */
export function supplyFor(theatre: Theatre, guess: State, side: Side): Order {
  const enemies = hexesHeld(theatre, guess, otherSide(side));
  const need = (step: string) => {
    const { id, kind, hits } = blockOf(theatre, step.replace(/\+\d$/, ''));
    const at = guess.blocks[id]?.at ?? 'pool';
    const far = isHex(at) ? Math.min(...enemies.map((hex) => theatre.grid.distance(at, hex))) : 99;
    if (kind === 'hq') return stepsOf(guess, id) < 2 ? 9 : 0.5;
    return hits / (1 + far);
  };
  const draft: { verb: 'supply'; steps?: readonly string[]; west?: readonly string[] } = { verb: 'supply' };
  for (;;) {
    const open = next(theatre, guess, side, draft);
    if (open.complete) return draft;
    const { question } = open;
    const values = question.choices.map(({ value }) => value);
    const most = Math.min(question.several?.most ?? 1, values.length);
    const chosen = [...values].sort((a, b) => need(b) - need(a)).slice(0, most);
    if (chosen.length < (question.several?.least ?? 1)) return { verb: 'done' };
    // A second step of a block comes with its first.
    const whole = chosen.filter((one) => !one.includes('+') || chosen.includes(one.replace(/\+\d$/, '')));
    const given = values.filter((value) => whole.includes(value));
    if (given.length < (question.several?.least ?? 1)) return { verb: 'done' };
    draft[question.slot as 'steps' | 'west'] = given;
  }
}
