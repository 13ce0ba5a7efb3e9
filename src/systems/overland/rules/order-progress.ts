import type { Applied } from '../../../game/index.ts';
import { combatResult, type Scenario } from '../scenario.ts';
import type { CampaignEnd, State } from '../state.ts';
import type { Area, CheckFor, CsaLeader, Event, Leader, Result, UsLeader } from '../vocabulary.ts';
import { type BattleAhead, counterattackBy, modifierTotal, passes } from './attack-odds.ts';

/** Lee's answer to a march of Grant's; `null` if he does nothing. */
type LeesAnswer =
  /** Lee stands there already. */
  | 'there'
  /** Lee goes there with Grant, without a check. */
  | 'follows'
  /** Lee goes there if he passes a check. */
  | 'may-come'
  | null;

export function answerOfLee(numbers: Scenario, state: State, to: Area): LeesAnswer {
  if (state.csa.lee === to) return 'there';
  if (followsFromAshland(state, to)) return 'follows';
  return mayIntercept(numbers, state, to) ? 'may-come' : null;
}

/** From Ashland Lee goes to Cold Harbor with Grant, without a check [XII.C.1] (ruling 9). */
function followsFromAshland({ csa: { lee } }: Pick<State, 'csa'>, to: Area): boolean {
  return lee === 'ashland' && to === 'cold-harbor';
}

/**
 * Whether Lee tries to reach Grant in `area`, which must be next to Richmond. Lee tries from Richmond, or by a line
 * from Mechanicsville [XII.C.2] (rulings 10, 11).
 */
function mayIntercept(numbers: Scenario, { csa: { lee } }: Pick<State, 'csa'>, area: Area): boolean {
  if (lee === area || numbers.areas[area].richmond === null) return false;
  return lee === 'richmond' || (lee === 'mechanicsville' && numbers.lines.mechanicsville.includes(area));
}

/** Lee's reaction to a march of Grant's [XII.C]. */
export function answerMarch(numbers: Scenario, play: OrderProgress, to: Area): void {
  if (followsFromAshland(play, to)) play.leeFollows(to, 'ashland');
  else intercept(numbers, play, to);
}

/** Lee tries to join Grant in `area`, without a battle. */
export function intercept(numbers: Scenario, play: OrderProgress, area: Area): void {
  if (!mayIntercept(numbers, play, area)) return;
  if (play.check('lee', 'intercept', area)) play.leeFollows(area, 'intercept');
}

/** Each US leader with the leader who may come out of Richmond after his failed attack [XII.A]. */
const COUNTERATTACKERS = { grant: 'lee', butler: 'beauregard', sigel: null } as const;

/** After a failed attack on Richmond its defender may counterattack if he passes a check [XII.A]. */
export function counterattack(play: OrderProgress, attacked: UsLeader, area: Area): void {
  const leader = COUNTERATTACKERS[attacked];
  if (leader === null || play.csa[leader] !== 'richmond') return;
  if (play.check(leader, 'counterattack', area)) play.comesOut(leader, attacked, area);
}

/** Gives the face of each die. A game rolls it; the solver tries every one. */
export interface Faces {
  battle(battle: BattleAhead): number;
  check(leader: Leader): number;
}

/** Points above the maximum are lost [IX]. */
export function capped(numbers: Scenario, points: number): number {
  return Math.min(points, numbers.actionPoints.most);
}

/** No point is left: the game is lost, unless the last order has won it (ruling 4). */
export function isSpent(points: number): boolean {
  return points <= 0;
}

/** One order while it is carried out: the position so far and the events so far. */
export class OrderProgress {
  readonly #numbers: Scenario;
  readonly #faces: Faces;
  readonly #before: State;
  readonly #events: Event[] = [];
  // These can change. The new state is made from them once, at the end.
  #points: number;
  turning: boolean;
  #grant: Area;
  #csa: State['csa'];
  #over: CampaignEnd | null;

  constructor(numbers: Scenario, state: State, faces: Faces) {
    this.#numbers = numbers;
    this.#faces = faces;
    this.#before = state;
    this.#points = state.points;
    this.turning = state.turning;
    this.#grant = state.us.grant;
    this.#csa = state.csa;
    this.#over = state.over;
  }

  get csa(): State['csa'] {
    return this.#csa;
  }

  /** Ends the order. The game is lost for want of points only after every effect of the last roll (ruling 4). */
  ended(): Applied<State, Event> {
    if (this.#over === null && isSpent(this.#points)) {
      this.#over = { won: false };
      this.#events.push({ type: 'lost' });
    }
    const { us } = this.#before;
    const state: State = {
      ...this.#before,
      points: this.#points,
      us: us.grant === this.#grant ? us : { ...us, grant: this.#grant },
      csa: this.#csa,
      turning: this.turning,
      over: this.#over,
    };
    return { state, events: this.#events };
  }

  earnTurning(): void {
    this.turning = true;
    this.#events.push({ type: 'earned' });
  }

  /** A leader comes out of Richmond and fights. */
  comesOut(leader: CsaLeader, attacked: UsLeader, area: Area): void {
    this.#place(leader, area);
    this.#events.push({ type: 'moved', leader, from: 'richmond', to: area });
    const result = this.fight(counterattackBy(this.#numbers, leader, attacked, area));
    if (result !== 'retreat') this.retreat(leader, area, 'richmond');
  }

  fight(battle: BattleAhead): Result {
    const { attacker, defender, area, from, modifiers } = battle;
    const die = this.#faces.battle(battle);
    const total = die + modifierTotal(modifiers);
    const result = combatResult(this.#numbers, total);
    const points = this.#points;
    this.#events.push({ type: 'battle', attacker, defender, area, from, die, modifiers, total, result, points });
    return result;
  }

  /** A Leadership Check: at or below the rating [VI]. */
  check(leader: Leader, why: CheckFor, to: Area | null): boolean {
    const { rating } = this.#numbers.leaders[leader];
    const die = this.#faces.check(leader);
    const passed = passes(this.#numbers, leader, die);
    const points = this.#points;
    this.#events.push({ type: 'check', leader, for: why, to, die, rating, passed, points });
    return passed;
  }

  /** A beaten CSA leader retreats closer to Richmond, or leaves the game if he has no retreat [VII.B] [XII.B]. */
  retreat(leader: CsaLeader, from: Area, to: Area | null = this.#numbers.areas[from].retreat): void {
    this.#place(leader, to);
    this.#events.push({ type: 'retreated', leader, from, to });
    if (from !== 'valley') return;
    // The first victory in The Valley is the only one, as it removes its defender [IX.C] (ruling 5).
    const points = capped(this.#numbers, this.#points + this.#numbers.actionPoints.valleyVictory);
    if (points === this.#points) return;
    this.#events.push({ type: 'gained', gain: points - this.#points, points });
    this.#points = points;
  }

  /** The price of a roll is spent before the die [VII.D.2] [XI.C]. */
  spend(): void {
    this.#points = Math.max(0, this.#points - this.#numbers.actionPoints.roll);
  }

  leeFollows(to: Area, why: 'tma' | 'ashland' | 'intercept'): void {
    const from = this.#csa.lee as Area;
    this.#place('lee', to);
    this.#events.push({ type: 'followed', from, to, why });
  }

  win(over: CampaignEnd & { readonly won: true }): void {
    this.#over = over;
    this.#events.push({ type: 'won', how: over.how, leader: over.leader, points: this.#points });
  }

  goTo(to: Area): void {
    const from = this.#grant;
    this.#grant = to;
    this.#events.push({ type: 'moved', leader: 'grant', from, to });
  }

  #place(leader: CsaLeader, area: Area | null): void {
    this.#csa = { ...this.#csa, [leader]: area };
  }
}
