import { asView, legalOrders } from '../../game/index.ts';

import { attackBy, battleOdds, checkOdds } from './rules/attack-odds.ts';
import { legality } from './rules/legality.ts';
import { dateOf, eachOf, type Scenario, trackOf } from './scenario.ts';
import { contested, type State } from './state.ts';
import { AREAS, type Area, CSA_LEADERS, isUs, LEADERS, type Leader, type Order, US, US_LEADERS } from './vocabulary.ts';
import { label } from './words/orders.ts';

/** Overland hides nothing, so every viewer gets this same view of a position. */
export type View = ReturnType<typeof view>;

export function view(numbers: Scenario, state: State) {
  const orders = [...legalOrders(legality(numbers), state, US)] as Order[];
  return asView({
    variant: { id: numbers.variant.id, name: numbers.variant.name },
    points: state.points,
    mostPoints: numbers.actionPoints.most,
    /** The Action Points that an attack, a turning movement or a crossing costs. */
    rollPrice: numbers.actionPoints.roll,
    /** The points that a victory in the Valley would win back now; 0 once it has been won, or if it wins none. */
    valley: winnableInValley(numbers, state),
    /** The day of the campaign, ISO. */
    date: dateOf(numbers, state.points),
    /** ISO days of the Action Point track, for each number of points from 0 to `mostPoints`. */
    track: trackOf(numbers),
    areas: eachOf(AREAS, (area) => areaView(numbers, state, area)),
    /** Each movement line once. */
    lines: AREAS.flatMap((a, index) =>
      numbers.lines[a].flatMap((b) => (AREAS.indexOf(b) > index ? [[a, b] as const] : [])),
    ),
    leaders: eachOf(LEADERS, (leader) => {
      const { name, rating } = numbers.leaders[leader];
      const side = isUs(leader) ? ('us' as const) : ('csa' as const);
      // `at` is null once the leader is out of the game or, for Grant, across the James.
      return { name, side, rating, at: placeOf(state, leader) };
    }),
    combatResults: numbers.combatResults,
    /** An earned Turning Movement Attempt may be used. */
    turning: state.turning && state.over === null,
    mayMoveTo: orders.flatMap((order) => (order.verb === 'move' ? [order.to] : [])),
    mayTurnTo: orders.flatMap((order) => (order.verb === 'tma' ? [order.to] : [])),
    orders,
    /** Orders that win the campaign on at least one face of their die. */
    winningOrders: orders.filter((order) => canWin(numbers, state, order)),
    /** The labels of the orders' buttons. */
    choices: orders.map((order) => label(numbers, state, order)),
    over: state.over,
  });
}

/** The attack is paid for before points are won back, so the maximum leaves room for its price [IX.C] (ruling 5). */
function winnableInValley({ actionPoints }: Scenario, { csa, points }: State): number {
  return csa.breckinridge === null
    ? 0
    : Math.min(actionPoints.valleyVictory, actionPoints.most - points + actionPoints.roll);
}

function canWin(numbers: Scenario, state: State, order: Order): boolean {
  if (order.verb === 'cross') return checkOdds(numbers, 'grant').faces > 0;
  if (order.verb !== 'attack') return false;
  const battle = attackBy(numbers, state, order.leader);
  return battle.area === 'richmond' && battleOdds(numbers, battle).faces > 0;
}

function areaView(numbers: Scenario, state: State, area: Area) {
  const { name, defense, richmond } = numbers.areas[area];
  const here = (leader: Leader) => placeOf(state, leader) === area;
  return {
    name,
    defense,
    richmond,
    us: US_LEADERS.filter(here),
    csa: CSA_LEADERS.filter(here),
    contested: contested(state, area),
  };
}

function placeOf({ us, csa, over }: State, leader: Leader): Area | null {
  if (!isUs(leader)) return csa[leader];
  const hasCrossed = leader === 'grant' && over?.won === true && over.how === 'james';
  return hasCrossed ? null : us[leader];
}
