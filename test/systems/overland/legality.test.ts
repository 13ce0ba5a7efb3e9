import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Dice, isLegal, isRefusal } from '../../../src/game/index.ts';
import { apply } from '../../../src/systems/overland/rules/legality.ts';
import type { CampaignEnd, State } from '../../../src/systems/overland/state.ts';
import type { Area, CsaLeader, Leader, Order, UsLeader } from '../../../src/systems/overland/vocabulary.ts';
import { refusal } from '../../../src/systems/overland/words/orders.ts';
import { withDice } from '../../dice/scripted.ts';
import { LONG } from '../../trials/long.ts';
import { numbers } from './data.ts';
import { legality, orders, written } from './play.ts';
import { everyThrow, type Reachable, reachable, type Step } from './reachable.ts';

/**
 * Overland a second time, written from the rule sheet and the rulings' numbers alone, so that the rules can be compared
 * with it: which orders are legal, and the results of each. It shares only names with the rules.
 */

/** The other ends of the movement lines. */
const LINES: { readonly [area in Area]: readonly Area[] } = {
  wilderness: ['spotsylvania'],
  spotsylvania: ['wilderness', 'north-anna'],
  'north-anna': ['spotsylvania', 'ashland', 'cold-harbor'],
  ashland: ['north-anna', 'cold-harbor', 'mechanicsville'],
  'cold-harbor': ['north-anna', 'ashland', 'mechanicsville', 'savage-station'],
  mechanicsville: ['ashland', 'cold-harbor', 'savage-station'],
  'savage-station': ['cold-harbor', 'mechanicsville'],
  'drurys-bluff': [],
  valley: [],
  richmond: [],
};
const ARROWS = new Map<Area, number>([
  ['ashland', -1],
  ['mechanicsville', -2],
  ['savage-station', -1],
  ['drurys-bluff', -1],
]);
const ROUGH = new Map<Area, number>([
  ['ashland', -1],
  ['mechanicsville', -1],
]);
const BACK = new Map<Area, Area>([
  ['wilderness', 'spotsylvania'],
  ['spotsylvania', 'north-anna'],
  ['north-anna', 'ashland'],
  ['ashland', 'richmond'],
  ['cold-harbor', 'mechanicsville'],
  ['mechanicsville', 'richmond'],
  ['savage-station', 'richmond'],
  ['drurys-bluff', 'richmond'],
]);

function rating(leader: Leader, variant: string): number {
  if (leader === 'butler' && variant === 'unbottled') return 2;
  return { grant: 3, lee: 3, beauregard: 2, butler: 1, sigel: 1, breckinridge: 1 }[leader];
}

const ALL_LEADERS: readonly Leader[] = ['grant', 'butler', 'sigel', 'lee', 'beauregard', 'breckinridge'];
const ALL_AREAS = Object.keys(LINES) as Area[];

/** Every order that can be written down, sense or not. */
const EVERY_ORDER: readonly Order[] = [
  ...ALL_LEADERS.map((leader) => ({ verb: 'attack', leader }) as Order),
  ...ALL_AREAS.flatMap((to): Order[] => [
    { verb: 'move', to },
    { verb: 'tma', to },
  ]),
  { verb: 'cross' },
];

function csaIn(state: State, area: Area): CsaLeader[] {
  return (['lee', 'beauregard', 'breckinridge'] as const).filter((one) => state.csa[one] === area);
}

function allowed(state: State, order: Order): boolean {
  if (state.over !== null || state.points === 0) return false;
  const at = state.us.grant;
  const enemyHere = csaIn(state, at).length > 0;
  switch (order.verb) {
    case 'attack': {
      const from = state.us[order.leader];
      if (from === undefined) return false;
      // [I.j]: within an area of two opposing leaders, or on Richmond from next to it.
      return csaIn(state, from).length > 0 || ARROWS.has(from);
    }
    case 'move':
      return !enemyHere && LINES[at].includes(order.to) && order.to !== 'richmond';
    case 'tma':
      return enemyHere && state.turning && LINES[at].includes(order.to) && csaIn(state, order.to).length === 0;
    case 'cross':
      return at === 'savage-station' && !enemyHere;
    default:
      return false;
  }
}

/** The position after a legal order, with these dice. */
function outcomeOf(before: State, order: Order, dice: Dice): State {
  const at = before.us.grant;
  const variant = before.variant;
  const check = (leader: Leader) => dice.roll(6, '') <= rating(leader, variant);
  /** Whether the defender goes. */
  let total = 0;
  const battle = (attacker: Leader, defender: Leader | undefined, ground: number): boolean => {
    total = dice.roll(6, '') + rating(attacker, variant) - (defender ? rating(defender, variant) : 0) + ground;
    return total >= 5;
  };
  let { points, turning } = before;
  let over: CampaignEnd | null = null;
  let grant = at;
  const csa = { ...before.csa };

  const leeTries = (area: Area) => {
    const reach = csa.lee === 'richmond' ? ARROWS.has(area) : csa.lee === 'mechanicsville' && touches(area);
    if (reach && csa.lee !== area && check('lee')) csa.lee = area;
  };
  const touches = (area: Area) => ARROWS.has(area) && LINES.mechanicsville.includes(area);

  if (order.verb === 'move') {
    grant = order.to;
    if (csa.lee === 'ashland' && order.to === 'cold-harbor') csa.lee = 'cold-harbor';
    else leeTries(order.to);
    return { ...before, us: { ...before.us, grant }, csa };
  }

  points -= 1;
  if (order.verb === 'tma') {
    turning = false;
    if (check('grant')) {
      grant = order.to;
      csa.lee = order.to;
    }
  } else if (order.verb === 'cross') {
    if (check('grant')) over = { won: true, how: 'james', leader: 'grant' };
    else leeTries(at);
  } else {
    const leader: UsLeader = order.leader;
    const from = before.us[leader];
    const [enemy] = csaIn(before, from);
    if (leader === 'grant') turning = false;
    if (enemy !== undefined) {
      if (battle(leader, enemy, ROUGH.get(from) ?? 0)) {
        csa[enemy] = BACK.get(from) ?? null;
        if (enemy === 'breckinridge') points = Math.min(10, points + 2);
      } else if (leader === 'grant' && total >= 2) turning = true;
    } else {
      const [best] = csaIn(before, 'richmond').sort((a, b) => rating(b, variant) - rating(a, variant));
      if (battle(leader, best, ARROWS.get(from) ?? 0)) over = { won: true, how: 'richmond', leader };
      else {
        const answers = leader === 'grant' ? 'lee' : leader === 'butler' ? 'beauregard' : null;
        if (answers !== null && csa[answers] === 'richmond' && check(answers)) {
          if (battle(answers, leader, ROUGH.get(from) ?? 0)) csa[answers] = from;
        }
      }
    }
  }
  if (over === null && points === 0) over = { won: false };
  return { ...before, points, turning, over, csa, us: { ...before.us, grant } };
}

/** How many positions can come about at all: a change of these numbers is a change of the rules. */
const POSITIONS = { standard: 1167, unbottled: 1503, 'short-rations': 856 };

describe.each(Object.entries(POSITIONS))('every position of %s', (variant, count) => {
  let states: readonly State[] = [];
  let steps: Reachable['steps'];
  beforeAll(() => {
    ({ states, steps } = reachable(variant));
  });
  const stepsFrom = (state: State) => steps.get(state) as readonly Step[];
  /** All of the standard game; of others, whose data alone differ, a third, or all in a long run. */
  const some = () => states.filter((_, at) => LONG || variant === 'standard' || at % 3 === 0);

  test('there are as many as there were', () => {
    expect(states.length).toBe(count);
  });

  test('the list of legal orders is the one the sheet gives', () => {
    for (const state of states) {
      const expected = EVERY_ORDER.filter((order) => allowed(state, order)).map(written);
      if (!sameMembers(orders(state), expected)) expect(orders(state), JSON.stringify(state)).toEqual(expected);
    }
  });

  test('[V] [X.A] [XI.E] [XII] [XII.C] every order comes to what the sheet says, however the dice fall', () => {
    for (const state of some()) {
      const expected = EVERY_ORDER.filter((order) => allowed(state, order)).flatMap((order) =>
        everyThrow((dice) => outcomeOf(state, order, dice)).map(({ faces, result }) => [
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
    for (const state of some()) {
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
});

function sameMembers(found: readonly string[], expected: readonly string[]): boolean {
  return found.length === expected.length && expected.every((one) => found.includes(one));
}
