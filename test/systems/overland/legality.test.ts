import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLegal, isRefusal } from '../../../src/game/index.ts';
import { apply } from '../../../src/systems/overland/rules/orders.ts';
import { contested, type State } from '../../../src/systems/overland/state.ts';
import { AREAS, type Area, CSA_LEADERS, US_LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { refusal } from '../../../src/systems/overland/words/orders.ts';
import { withDice } from '../../dice/scripted.ts';
import { numbers } from './data.ts';
import { allowed, EVERY_ORDER, outcomeOf } from './oracle.ts';
import { legality, orders, written } from './play.ts';
import { type Reachable, reachable, type Step } from './reachable.ts';
import { everyThrow } from './throws.ts';

/** How many positions can come about at all: a change of these numbers is a change of the rules. */
const POSITIONS = { standard: 1167, unbottled: 1503, 'short-rations': 856 };

describe.each(Object.entries(POSITIONS))('every position of %s', (variant, count) => {
  let states: readonly State[] = [];
  let steps: Reachable['steps'];
  beforeAll(() => {
    ({ states, steps } = reachable(variant));
  });
  const stepsFrom = (state: State) => steps.get(state) as readonly Step[];

  test('there are as many as there were', () => {
    expect(states.length).toBe(count);
  });

  test('the list of legal orders is the one the sheet gives', () => {
    for (const state of states) {
      const expected = EVERY_ORDER.filter((order) => allowed(state, order)).map(written);
      if (!sameMembers(orders(state), expected)) expect(orders(state), JSON.stringify(state)).toEqual(expected);
    }
  });

  test('every order comes to what the sheet says, however the dice fall', () => {
    for (const state of states) {
      const expected = EVERY_ORDER.filter((order) => allowed(state, order)).flatMap((order) =>
        [...everyThrow((dice) => outcomeOf(state, order, dice))].map(({ faces, result }) => [
          `${written(order)} ${faces}`,
          result,
        ]),
      );
      const found = Object.fromEntries(
        stepsFrom(state).map(({ order, faces, after }) => [`${written(order)} ${faces}`, after]),
      );
      const wanted = Object.fromEntries(expected);
      if (!isDeepStrictEqual(found, wanted)) expect(found, JSON.stringify(state)).toEqual(wanted);
    }
  });

  test('every other order is refused by a paragraph that the answer names, and the answer offers what is legal', () => {
    for (const state of states) {
      const open = orders(state);
      for (const order of EVERY_ORDER) {
        if (allowed(state, order)) continue;
        const result = withDice([], (dice) => apply(numbers(variant), state, 'us', order, dice));
        if (!isRefusal(result)) throw new Error(`${written(order)} is carried out in ${JSON.stringify(state)}`);
        const answer = refusal(numbers(variant), result);
        if (result.rule === null || !answer.includes(`[${result.rule}]`)) throw new Error(`no paragraph: ${answer}`);
        if (!result.instead.every((one) => open.includes(Object.values(one).join(' ')))) throw new Error(answer);
        if (result.instead.length > 0 !== (state.over === null)) throw new Error(`nothing instead: ${answer}`);
        if (/undefined|null|!| {2}|\bThe (Wilderness|Valley)/.test(answer) || answer.length > 250) {
          throw new Error(`awkward: ${answer}`);
        }
      }
    }
  });

  test('[I.o] no other seat can give an order', () => {
    for (const state of states)
      for (const seat of ['csa', 'public'])
        for (const one of EVERY_ORDER)
          if (isLegal(legality, state, seat, one)) throw new Error(`${seat}: ${written(one)}`);
  });

  test('[V] no area holds more than it may', () => {
    for (const state of states) {
      for (const area of AREAS) {
        const us = US_LEADERS.filter((leader) => state.us[leader] === area).length;
        const csa = CSA_LEADERS.filter((leader) => state.csa[leader] === area).length;
        const most = area === 'richmond' ? { us: 0, csa: 2 } : { us: 1, csa: 1 };
        if (us > most.us || csa > most.csa) throw new Error(`${area} is too full in ${JSON.stringify(state)}`);
      }
    }
  });

  test('[X.A] [XII] everybody is where they may be', () => {
    const all = (leader: (state: State) => Area | null) => [...new Set(states.map(leader))].sort();
    expect(all(({ us }) => us.grant)).toEqual(AREAS.filter((area) => numbers().lines[area].length > 0).sort());
    expect(all(({ us }) => us.butler)).toEqual(['drurys-bluff']);
    expect(all(({ us }) => us.sigel)).toEqual(['valley']);
    expect(all(({ csa }) => csa.lee)).not.toContain(null);
    expect(all(({ csa }) => csa.beauregard)).toEqual(['drurys-bluff', 'richmond']);
    expect(all(({ csa }) => csa.breckinridge)).toEqual([null, 'valley'].sort());
  });

  test('[XI] an attempt in hand means that Lee contests the area Grant is in', () => {
    for (const state of states) {
      if (state.turning && !(contested(state, state.us.grant) && state.csa.lee === state.us.grant)) {
        throw new Error(JSON.stringify(state));
      }
    }
  });

  test('[III] [IX] the game is over exactly when it is won or no points are left, and then nothing is legal', () => {
    for (const state of states) {
      const { points, over } = state;
      const lost = points === 0 && over?.won !== true;
      const sound =
        Number.isInteger(points) && points >= 0 && points <= 10 && (over !== null) === (lost || over?.won === true);
      if (!sound || (orders(state).length === 0) !== (over !== null)) throw new Error(JSON.stringify(state));
    }
  });

  test('no order costs anything but what the sheet says, and every event knows the points left', () => {
    for (const state of states) {
      for (const { order, after, events } of stepsFrom(state)) {
        const gain = events.reduce((sum, event) => sum + (event.type === 'gained' ? event.gain : 0), 0);
        const cost = order.verb === 'move' ? 0 : 1;
        const told = events.findLast((event) => 'points' in event)?.points ?? after.points;
        if (after.points !== state.points - cost + gain || told !== after.points) {
          throw new Error(`${written(order)} in ${JSON.stringify(state)} gives ${JSON.stringify(events)}`);
        }
      }
    }
  });

  test('[XI.E] [XII.C] Lee moves only to meet Grant, or because he was beaten', () => {
    for (const state of states) {
      for (const { after, events } of stepsFrom(state)) {
        if (after.csa.lee === state.csa.lee || after.csa.lee === after.us.grant) continue;
        const beaten = events.some((event) => event.type === 'retreated' && event.leader === 'lee');
        if (!beaten) throw new Error(`Lee wanders: ${JSON.stringify(events)} in ${JSON.stringify(state)}`);
      }
    }
  });
});

function sameMembers(found: readonly string[], expected: readonly string[]): boolean {
  return found.length === expected.length && expected.every((one) => found.includes(one));
}
