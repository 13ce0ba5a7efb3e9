import { expect } from 'vitest';
import {
  type Dice,
  type Draft,
  isLegal,
  isRefusal,
  type Legality,
  legalOrders,
  type Refusal,
} from '../../../src/game/index.ts';
import { apply, next } from '../../../src/systems/overland/rules/legality.ts';
import { type State, setUp } from '../../../src/systems/overland/state.ts';
import type { Area, Event, Leader, Order } from '../../../src/systems/overland/vocabulary.ts';
import { parse, refusal } from '../../../src/systems/overland/words/orders.ts';
import { tell } from '../../../src/systems/overland/words/sentences.ts';
import { frozen } from '../../conformance/plain.ts';
import { type Scripted, withDice } from '../../dice/scripted.ts';
import { numbers } from './data.ts';

/** The differences from the starting position. `gone`: out of the game. */
export interface Setting {
  readonly variant?: string;
  readonly points?: number;
  readonly grant?: Area;
  readonly lee?: Area;
  readonly beauregard?: Area;
  readonly breckinridge?: Area | 'gone';
  /** Grant has earned a Turning Movement Attempt. */
  readonly turning?: boolean;
}

/** The starting position [II] with some changes: `position({ grant: 'ashland', lee: 'richmond', points: 3 })`. */
export function position(setting: Setting = {}): State {
  const start = setUp(numbers(setting.variant));
  const breckinridge = setting.breckinridge ?? start.csa.breckinridge;
  return frozen({
    ...start,
    points: setting.points ?? start.points,
    us: { ...start.us, grant: setting.grant ?? start.us.grant },
    csa: {
      lee: setting.lee ?? start.csa.lee,
      beauregard: setting.beauregard ?? start.csa.beauregard,
      breckinridge: breckinridge === 'gone' ? null : breckinridge,
    },
    turning: setting.turning ?? false,
  });
}

/**
 * A setting as tests write it, `points grant lee more`: `9 ashland richmond beauregard=richmond turning`. All that is
 * left out is as at the start of a campaign.
 */
export function settingOf(said: string): Setting {
  const words = said.split(' ').filter((word) => word !== '' && word !== 'start');
  const [grant, lee] = words.filter((word) => /^[a-z-]+$/.test(word) && word !== 'turning') as readonly Area[];
  const points = words.find((word) => /^\d+$/.test(word));
  return {
    ...(points === undefined ? {} : { points: Number(points) }),
    ...(grant ? { grant } : {}),
    ...(lee ? { lee } : {}),
    ...(words.includes('turning') ? { turning: true } : {}),
    ...Object.fromEntries(words.flatMap((word) => (word.includes('=') ? [word.split('=')] : []))),
  };
}

/** Orders as tests write them: `attack grant`, `move cold-harbor`, `tma north-anna`, `cross`. */
export function order(text: string): Order {
  const [verb = '', value] = text.split(' ');
  const draft: Draft =
    value === undefined ? { verb } : verb === 'attack' ? { verb, leader: value } : { verb, to: value };
  return draft as unknown as Order;
}

export function written(order: Order): string {
  return Object.values(order).join(' ');
}

export const legality: Legality<State> = {
  next: (state, seat, draft) => next(numbers(state.variant), state, seat, draft),
};

/** The orders that the Union can give, as tests write them. */
export function orders(state: State): string[] {
  return [...legalOrders(legality, state, 'us')].map((one) => written(one as Order));
}

export interface Played {
  readonly state: State;
  readonly events: readonly Event[];
  /** The sentences of the log. */
  readonly told: readonly string[];
}

/** Gives an order with these dice, all of which it must throw. The position it is given in is frozen. */
export function play(state: State, text: string, ...dice: readonly Scripted[]): Played {
  return withDice(dice, (thrown) => carryOut(state, order(text), thrown));
}

export function carryOut(state: State, given: Order, dice: Dice): Played {
  const data = numbers(state.variant);
  const result = apply(data, frozen(state), 'us', frozen(given), dice);
  if (isRefusal(result)) throw new Error(`${written(given)}: ${refusal(data, result)}`);
  return { ...result, told: result.events.map((event) => tell(data, event)) };
}

/** The answer to a refused order, as a member reads it. No die is rolled, and the order is not listed. */
export function refused(state: State, text: string, seat = 'us'): string {
  return refusal(numbers(state.variant), refusalOf(state, order(text), seat));
}

export function refusalOf(state: State, given: Order, seat = 'us'): Refusal {
  const result = withDice([], (dice) => apply(numbers(state.variant), frozen(state), seat, frozen(given), dice));
  if (!isRefusal(result)) throw new Error(`${written(given)} is not refused`);
  expect(isLegal(legality, state, seat, given), `${written(given)} is refused; it is in the list`).toBe(false);
  return result;
}

/** Reads an order from outside and words its refusal; null where it is understood. */
export function misread(draft: Draft): string | null {
  const parsed = parse(numbers(), draft);
  return isRefusal(parsed) ? refusal(numbers(), parsed) : null;
}

/** A leader's area; null if out of the game. */
export function whereIs(state: State, leader: Leader): string | null {
  return { ...state.us, ...state.csa }[leader];
}
