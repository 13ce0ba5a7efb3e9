import {
  type Applied,
  type Dice,
  type Draft,
  type Legality,
  legalOrders,
  type Next,
  type Refusal,
  refuse,
  type SeatId,
} from '../../../game/index.ts';
import { type OrderRule, OrderRules, type RefusalReason } from '../../../kit/order-rules.ts';
import type { Scenario } from '../scenario.ts';
import { contested, defenderOf, type State } from '../state.ts';
import {
  AREAS,
  type Area,
  BEFORE_THE_JAMES,
  type CsaLeader,
  type Event,
  isUs,
  LEADERS,
  type Leader,
  type Order,
  US,
  US_LEADERS,
  type Verb,
} from '../vocabulary.ts';
import { attackBy, FACES } from './attack-odds.ts';
import { answerMarch, counterattack, type Faces, intercept, OrderProgress } from './order-progress.ts';

/** A position, and the seat that would give an order in it. */
interface Moment {
  readonly numbers: Scenario;
  readonly state: State;
  readonly seat: SeatId;
}

type Code =
  | 'unknown-verb'
  | 'unknown-leader'
  | 'unknown-area'
  | 'unknown-slot'
  | 'csa-leader'
  | 'not-your-seat'
  | 'over'
  | 'nobody-there'
  | 'not-into-richmond'
  | 'contested'
  | 'not-adjacent'
  | 'already-there'
  | 'not-contested'
  | 'not-earned'
  | 'turn-held'
  | 'not-at-the-james'
  | 'bank-contested';
type Reason = RefusalReason<Code>;
type Rule<V extends Verb> = OrderRule<Moment, Extract<Order, { verb: V }>, Applied<State, Event>, Code, Faces>;

function because(code: Code, rule: string | null, facts: Reason['facts'] = {}): Reason {
  return { code, rule, facts };
}

/** The reason why the seat can give no order at all. */
function notNow({ seat, state }: Moment): Reason | null {
  if (seat !== US) return because('not-your-seat', 'I.o');
  return state.over === null ? null : because('over', 'III');
}

/** A leader attacks the enemy in his area. From an uncontested area he attacks Richmond [I.e] [I.j] (ruling 3). */
const attack: Rule<'attack'> = {
  verb: 'attack',
  closed: notNow,
  slots: [
    {
      slot: 'leader',
      candidates: () => US_LEADERS,
      fault({ numbers, state }, _draft, leader) {
        if (!isLeader(leader) || !isUs(leader)) return notAnAttacker(leader);
        const area = state.us[leader];
        if (numbers.areas[area].richmond !== null || contested(state, area)) return null;
        return because('nobody-there', 'I.j', { leader, area });
      },
    },
  ],
  /** The steps of an attack [VII.D]. */
  carry({ numbers, state }, { leader }, faces) {
    const play = new OrderProgress(numbers, state, faces);
    const battle = attackBy(numbers, state, leader);
    play.spend();
    // If Grant attacks instead of using the attempt he has earned, it lapses (ruling 7).
    if (leader === 'grant') play.turning = false;
    const result = play.fight(battle);
    if (battle.area === 'richmond') {
      if (result === 'retreat') play.win({ won: true, how: 'richmond', leader });
      else counterattack(play, leader, battle.from);
    } else if (result === 'retreat') play.retreat(battle.defender as CsaLeader, battle.area);
    else if (result === 'turning' && leader === 'grant' && battle.defender === 'lee') play.earnTurning();
    return play.ended();
  },
};

/** Grant marches from an uncontested area along a line, which never leads into Richmond [X] (ruling 6). */
const move: Rule<'move'> = {
  verb: 'move',
  closed: notNow,
  slots: [
    {
      slot: 'to',
      candidates: linesOfGrant,
      fault({ numbers, state }, _draft, to) {
        if (!isArea(to)) return unknownArea(to);
        const at = state.us.grant;
        const isContested = contested(state, at);
        if (!isContested && numbers.lines[at].includes(to)) return null;
        if (to === 'richmond') return because('not-into-richmond', 'X');
        if (isContested) return because('contested', 'X', { area: at, enemy: enemyIn(numbers, state, at) });
        return notAdjacent(at, to);
      },
    },
  ],
  /** A march costs nothing; Lee may answer it [X] [XII.C]. */
  carry({ numbers, state }, { to }, faces) {
    const play = new OrderProgress(numbers, state, faces);
    play.goTo(to);
    answerMarch(numbers, play, to);
    return play.ended();
  },
};

/** Grant turns to an adjacent area without an enemy, never into Richmond, if he has earned it [XI] (ruling 8). */
const tma: Rule<'tma'> = {
  verb: 'tma',
  closed: notNow,
  slots: [
    {
      slot: 'to',
      candidates: linesOfGrant,
      fault({ numbers, state }, _draft, to) {
        if (!isArea(to)) return unknownArea(to);
        const at = state.us.grant;
        const isNear = numbers.lines[at].includes(to);
        const isHeld = isNear && defenderOf(numbers, state, to) !== null;
        if (state.turning && isNear && !isHeld) return null;
        if (!contested(state, at)) return because('not-contested', 'XI', { area: at });
        if (!state.turning) return because('not-earned', 'XI');
        if (to === 'richmond') return because('not-into-richmond', 'XI');
        return isHeld ? because('turn-held', 'XI', { to, enemy: enemyIn(numbers, state, to) }) : notAdjacent(at, to);
      },
    },
  ],
  /** Lee always follows a Turning Movement, without a check or a battle [XI.E]. */
  carry({ numbers, state }, { to }, faces) {
    const play = new OrderProgress(numbers, state, faces);
    play.spend();
    play.turning = false;
    if (play.check('grant', 'tma', to)) {
      play.goTo(to);
      play.leeFollows(to, 'tma');
    }
    return play.ended();
  },
};

/** Grant crosses the James from an uncontested Savage Station [XIII] (ruling 11). */
const cross: Rule<'cross'> = {
  verb: 'cross',
  closed(moment) {
    const { numbers, state } = moment;
    const area = state.us.grant;
    const reason = notNow(moment);
    if (reason) return reason;
    if (area !== BEFORE_THE_JAMES) return because('not-at-the-james', 'XIII', { area, from: BEFORE_THE_JAMES });
    return contested(state, area)
      ? because('bank-contested', 'XIII', { area, enemy: enemyIn(numbers, state, area) })
      : null;
  },
  slots: [],
  carry({ numbers, state }, _order, faces) {
    const play = new OrderProgress(numbers, state, faces);
    play.spend();
    if (play.check('grant', 'cross', null)) play.win({ won: true, how: 'james', leader: 'grant' });
    else intercept(numbers, play, state.us.grant);
    return play.ended();
  },
};

const RULES = new OrderRules<Moment, Verb, Applied<State, Event>, Code, Faces>({ attack, move, tma, cross });

/** The seats whose turn it is; none once the game is over. */
export function asked(state: State): readonly { readonly seat: SeatId }[] {
  return state.over ? [] : [{ seat: US }];
}

/** The legal values of a draft's next open slot: the verb first, then the leader or the area. */
export function next(numbers: Scenario, state: State, seat: SeatId, draft: Draft): Next {
  return RULES.next({ numbers, state, seat }, draft);
}

/** `next` for one scenario. */
export function legality(numbers: Scenario): Legality<State> {
  return { next: (state, seat, draft) => next(numbers, state, seat, draft) };
}

/** The purpose of a roll in a game's sealed record. Old records keep it, so the wording is frozen like a JSON key. */
function rolledFor({ leaders }: Scenario, leader: Leader, why: 'attacks' | 'checks'): string {
  return `${leaders[leader].name} ${why}`;
}

/** Carries out a legal order with every CSA reaction it causes (ruling 13); refuses any other. */
export function apply(
  numbers: Scenario,
  state: State,
  seat: SeatId,
  order: Order,
  dice: Dice,
): Applied<State, Event> | Refusal {
  if (!RULES.isListed({ numbers, state, seat }, order)) return whyNot({ numbers, state, seat }, order);
  return carryOut(numbers, state, order, {
    battle: ({ attacker }) => dice.roll(FACES.length, rolledFor(numbers, attacker, 'attacks')),
    check: (leader) => dice.roll(FACES.length, rolledFor(numbers, leader, 'checks')),
  });
}

/** Carries out an order that is known to be legal. */
export function carryOut(numbers: Scenario, state: State, order: Order, faces: Faces): Applied<State, Event> {
  return RULES.carry({ numbers, state, seat: US }, order, faces);
}

/** Refuses an order, and offers legal ones instead: those of its verb, or all if its verb has none. */
function whyNot(moment: Moment, order: Order): Refusal {
  const { numbers, state, seat } = moment;
  const { code, rule, facts } = notNow(moment) ?? notAnOrder(order) ?? RULES.faultOf(moment, order);
  const legal = seat === US ? ([...legalOrders(legality(numbers), state, US)] as Order[]) : [];
  const ofVerb = legal.filter(({ verb }) => verb === order.verb);
  // An attack of Grant's that has no target is answered with all legal orders, not just other leaders' attacks.
  const isGrantsAttack = order.verb === 'attack' && order.leader === 'grant';
  return refuse(code, rule, facts, ofVerb.length > 0 && !isGrantsAttack ? ofVerb : legal);
}

/** The fault of a draft that is no order in any position; `null` for an order, legal or not. */
export function notAnOrder(draft: Draft): Reason | null {
  const [leader, to] = [asText(draft.leader), asText(draft.to)];
  switch (draft.verb) {
    case 'attack':
      return isLeader(leader) && isUs(leader) ? unknownSlot(draft, 'leader') : notAnAttacker(leader);
    case 'move':
    case 'tma':
      return isArea(to) ? unknownSlot(draft, 'to') : unknownArea(to);
    case 'cross':
      return unknownSlot(draft, null);
    default:
      return because('unknown-verb', 'IV.A', { given: asText(draft.verb) });
  }
}

/** The fault of a draft with another slot than the one its verb has. */
function unknownSlot(draft: Draft, slot: 'leader' | 'to' | null): Reason | null {
  const given = Object.keys(draft).find((key) => key !== 'verb' && key !== slot);
  return given === undefined ? null : because('unknown-slot', null, { given });
}

export function asText(value: Draft[string] | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : value.join(', ');
}

function isLeader(text: string): text is Leader {
  return (LEADERS as readonly string[]).includes(text);
}

function isArea(text: string): text is Area {
  return (AREAS as readonly string[]).includes(text);
}

function notAnAttacker(text: string): Reason {
  return isLeader(text)
    ? because('csa-leader', 'I.o', { leader: text })
    : because('unknown-leader', null, { given: text });
}

function unknownArea(given: string): Reason {
  return because('unknown-area', null, { given });
}

function linesOfGrant({ numbers, state }: Moment): readonly Area[] {
  return numbers.lines[state.us.grant];
}

function notAdjacent(from: Area, to: Area): Reason {
  return from === to
    ? because('already-there', 'X', { area: from, to })
    : because('not-adjacent', 'X.B', { area: from, to });
}

function enemyIn(numbers: Scenario, state: State, area: Area): string {
  return defenderOf(numbers, state, area) ?? 'nobody';
}
