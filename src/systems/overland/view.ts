import { asView, type Label, legalOrders, type View as Seen } from '../../game/index.ts';
import { oncePer } from '../../kit/memo.ts';
import { attackBy, battleOdds, checkOdds } from './rules/attack-odds.ts';
import { legality } from './rules/legality.ts';
import { dateOf, type Scenario, trackOf } from './scenario.ts';
import { type CampaignEnd, contested, type State } from './state.ts';
import {
  AREAS,
  type Area,
  CSA_LEADERS,
  isUs,
  LEADERS,
  type Leader,
  type Order,
  type Result,
  US,
  US_LEADERS,
} from './vocabulary.ts';
import { label } from './words/orders.ts';

/** Overland hides nothing, so every viewer gets this same view of a position. */
export interface View extends Seen {
  readonly variant: { readonly id: string; readonly name: string };
  readonly points: number;
  readonly mostPoints: number;
  /** The points that a victory in the Valley would win back now; 0 once it has been won, or if it wins none. */
  readonly valley: number;
  /** The day of the campaign, ISO. */
  readonly date: string;
  /** ISO days of the Action Point track, for each number of points from 0 to `mostPoints`. */
  readonly track: readonly string[];
  readonly areas: { readonly [area in Area]: AreaView };
  /** Each movement line once. */
  readonly lines: readonly (readonly [Area, Area])[];
  readonly leaders: { readonly [leader in Leader]: LeaderView };
  readonly combatResults: readonly { readonly upTo: number | null; readonly result: Result }[];
  /** An earned Turning Movement Attempt may be used. */
  readonly turning: boolean;
  readonly mayMoveTo: readonly Area[];
  readonly mayTurnTo: readonly Area[];
  readonly orders: readonly Order[];
  /** Orders that win the campaign on at least one face of their die. */
  readonly winningOrders: readonly Order[];
  /** The labels of the orders' buttons. */
  readonly choices: readonly Label[];
  readonly over: CampaignEnd | null;
}

interface AreaView {
  readonly name: string;
  /** Area Defense [I.r]: 0 or negative. */
  readonly defense: number;
  /** Richmond Defense of the arrow into Richmond [I.q]; `null` without an arrow. */
  readonly richmond: number | null;
  readonly us: readonly Leader[];
  readonly csa: readonly Leader[];
  readonly contested: boolean;
}

interface LeaderView {
  readonly name: string;
  readonly side: 'us' | 'csa';
  readonly rating: number;
  /** `null` once out of the game or, for Grant, across the James. */
  readonly at: Area | null;
}

export function view(numbers: Scenario, state: State): View {
  const orders = [...legalOrders(legality(numbers), state, US)] as Order[];
  return asView({
    variant: { id: numbers.variant.id, name: numbers.variant.name },
    points: state.points,
    mostPoints: numbers.actionPoints.most,
    valley: winnableInValley(numbers, state),
    date: dateOf(numbers, state.points),
    track: trackOf(numbers),
    areas: Object.fromEntries(AREAS.map((area) => [area, areaView(numbers, state, area)])) as View['areas'],
    lines: linesOf(numbers),
    leaders: Object.fromEntries(
      LEADERS.map((leader) => {
        const { name, rating } = numbers.leaders[leader];
        return [leader, { name, rating, side: isUs(leader) ? 'us' : 'csa', at: placeOf(state, leader) }];
      }),
    ) as View['leaders'],
    combatResults: numbers.combatResults,
    turning: state.turning && state.over === null,
    mayMoveTo: orders.flatMap((order) => (order.verb === 'move' ? [order.to] : [])),
    mayTurnTo: orders.flatMap((order) => (order.verb === 'tma' ? [order.to] : [])),
    orders,
    winningOrders: orders.filter((order) => canWin(numbers, state, order)),
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

const linesOf = oncePer((numbers: Scenario): View['lines'] =>
  AREAS.flatMap((a) => numbers.lines[a].filter((b) => AREAS.indexOf(a) < AREAS.indexOf(b)).map((b) => [a, b] as const)),
);

function areaView(numbers: Scenario, state: State, area: Area): AreaView {
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

function placeOf(state: State, leader: Leader): Area | null {
  if (!isUs(leader)) return state.csa[leader];
  const crossed = leader === 'grant' && state.over?.won === true && state.over.how === 'james';
  return crossed ? null : state.us[leader];
}
