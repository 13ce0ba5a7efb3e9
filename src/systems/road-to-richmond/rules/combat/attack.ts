import type { Order as AnyOrder, Draft } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { boardOf } from '../../board.ts';
import { exitOf, isNight, type State } from '../../state.ts';
import { type Battle, COLUMNS, type Column, otherSide, type PieceId, targetOf, type Verb } from '../../vocabulary.ts';
import {
  choiceFirst,
  closedUnless,
  hexesOf,
  type Moment,
  NOT_LISTED,
  type OrderOf,
  type Reason,
  type RuleOf,
  reason,
  type Slot,
  wrongPhase,
} from '../moment.ts';
import { CRT, reckon } from './battle-odds.ts';
import {
  attackersInDraft,
  attackersOf,
  battleOf,
  battleOrdered,
  plannedTarget,
  planWith,
  strands,
  targetsOf,
} from './battle-plan.ts';
import {
  adjacentAttackers,
  canBombard,
  gunsOn,
  hexOf,
  inControl,
  isAdjacentToAll,
  mayAttack,
  reaches,
} from './contact.ts';
import { sees } from './line-of-sight.ts';
import { CombatProgress } from './pending-choices.ts';

function closed(verb: Verb): (moment: Moment) => Reason | null {
  return (moment) => {
    const { step, turn } = moment.state;
    const first = choiceFirst(moment, verb);
    if (first) return first;
    if (step !== 'move' && isNight(moment.field, turn)) return reason('night-combat', '10.1');
    return step === 'plan' ? null : wrongPhase(moment, verb);
  };
}

/** The reason that some hexes have no enemy, or that a unit the order names can attack nothing; `null` if neither. */
function notFightable(moment: Moment, hexes: readonly HexId[], order: AnyOrder | undefined): Reason | null {
  const { field, state } = moment;
  const empty = hexes.filter((hex) => boardOf(field, state).holder(hex) !== otherSide(state.side));
  if (empty.length > 0) return reason('nobody-there', '7.3', { target: empty.join('+') });
  for (const unit of [order?.with ?? [], order?.guns ?? []].flat()) {
    const fault = notThatPiece(moment, unit);
    if (fault) return fault;
  }
  return null;
}

/** One hex, or several that one attacking hex is adjacent to [7.4]. */
const attacked: Slot = {
  slot: 'target',
  candidates: ({ field, state }) => targetsOf(field, state).attack.map(targetOf),
  fault(moment, _draft, target, order) {
    const { field, state } = moment;
    const hexes = target.split('+');
    const fault = notFightable(moment, hexes, order);
    if (fault) return fault;
    if (adjacentAttackers(field, state, hexes).length === 0)
      return hexes.length > 1
        ? reason('no-common-attacker', '7.4', { target })
        : reason('no-attacker', '7.1', { target });
    const [stranded] = strands(field, state, hexes);
    if (stranded !== undefined) return reason('would-strand', '7.4', { hex: stranded, target });
    const isInOrder = hexes.every((hex, at) => at === 0 || hex > (hexes[at - 1] as HexId));
    return isInOrder ? null : NOT_LISTED;
  },
};

/** A hex that guns can bombard [9.1]. */
const bombarded: Slot = {
  slot: 'target',
  candidates: ({ field, state }) => targetsOf(field, state).bombard,
  fault(moment, _draft, target, order) {
    const hexes = target.split('+');
    const fault = notFightable(moment, hexes, order);
    if (fault) return fault;
    if (hexes.length > 1) return reason('one-target', '9.1');
    if (gunsOn(moment.field, moment.state, hexes).length > 0) return null;
    const [unit] = [order?.with ?? []].flat();
    return (unit === undefined ? null : notFiring(moment, hexes, unit)) ?? NOT_LISTED;
  },
};

/** Attackers adjacent to the target; units that must attack join them [7.1, 7.3]. */
const beside: Slot = {
  slot: 'with',
  candidates: ({ field, state }, draft) => adjacentAttackers(field, state, hexesOf(draft)).map(({ id }) => id),
  fault(moment, draft, unit) {
    const { field, state } = moment;
    const fault = notThatPiece(moment, unit);
    if (fault) return fault;
    if (!isAdjacentToAll(field, state, unit, hexesOf(draft)))
      return reason('cannot-join', '7.4', { unit, target: targetOf(hexesOf(draft)) });
    return mayAttack(field, state, unit) ? null : reason('cannot-attack', '7.1', { unit });
  },
  several: (_moment, _draft, choices) => ({ least: 1, most: choices }),
};

const firing: Slot = {
  slot: 'with',
  candidates: ({ field, state }, draft) => gunsOn(field, state, hexesOf(draft)).map(({ id }) => id),
  fault: (moment, draft, unit) => notThatPiece(moment, unit) ?? notFiring(moment, hexesOf(draft), unit),
  several: (_moment, _draft, choices) => ({ least: 1, most: choices }),
};

/** Guns that support an attack from a distance; none are required [9.1]. */
const guns: Slot = {
  ...firing,
  slot: 'guns',
  isAsked: ({ field, state }, draft) => gunsOn(field, state, hexesOf(draft)).length > 0,
  several: (_moment, _draft, choices) => ({ least: 0, most: choices }),
};

const odds = new MemoPer<State, Column>();

function oddsOf({ field, state }: Moment, draft: Draft): Column {
  return odds.get(state, `${draft.verb} ${draft.target} ${draft.with} ${draft.guns}`, () => {
    const hexes = hexesOf(draft);
    return reckon(field, state, { hexes, attackers: attackersInDraft(field, state, draft) }).odds;
  });
}

/** The column of the odds first, then each lower one that may be named [7.8]. */
const column: Slot = {
  slot: 'column',
  candidates: (moment, draft) => CRT.columnsFrom(oddsOf(moment, draft)),
  fault(moment, draft, value) {
    const named = COLUMNS.indexOf(value as Column);
    const most = oddsOf(moment, draft);
    if (named < 0) return reason('unknown-column', null, { given: value });
    return named > COLUMNS.indexOf(most) ? reason('column-too-high', '7.8', { column: value, odds: most }) : null;
  },
};

/** The reason that a piece cannot attack at all; `null` if it can. */
function notThatPiece({ field, state }: Moment, unit: PieceId): Reason | null {
  const piece = field.piece.get(unit);
  if (!piece) return reason('unknown-unit', null, { given: unit });
  if (piece.side !== state.side) return reason('not-yours', '7.1', { unit, side: piece.side });
  if (state.where[unit] === 'lost') return reason('lost', '7.9', { unit });
  if (exitOf(state.where[unit])) return reason('left', '16.2', { unit });
  if (piece.kind === 'train') return reason('train-attacks', '15.2');
  if (state.ineffective.includes(unit)) return reason('ineffective', '11.1', { unit });
  if (state.shaken.displaced.includes(unit)) return reason('guns-displaced', '8.3', { unit });
  return hexOf(state, unit) === null ? reason('cannot-attack', '7.1', { unit }) : null;
}

/** The reason that a piece that can attack cannot bombard any of the hexes; `null` if it can. */
function notFiring({ field, state }: Moment, hexes: readonly HexId[], unit: PieceId): Reason | null {
  const piece = field.piece.get(unit);
  const from = hexOf(state, unit);
  const target = targetOf(hexes);
  if (piece?.kind !== 'artillery' || from === null) return reason('not-guns', '9.1', { unit });
  if (hexes.some((hex) => canBombard(field, state, unit, hex)))
    return mayAttack(field, state, unit) && !isAdjacentToAll(field, state, unit, hexes) ? null : NOT_LISTED;
  if (inControl(field, state, piece)) return reason('guns-in-control', '9.2', { unit });
  const inRange = hexes.filter((hex) => reaches(field, from, hex));
  if (inRange.length === 0) return reason('out-of-range', '9.1', { unit, target });
  return inRange.some((hex) => sees(field, from, hex)) ? NOT_LISTED : reason('no-sight', '9.4', { unit, target });
}

export const attack: RuleOf<'attack'> = {
  verb: 'attack',
  closed: closed('attack'),
  slots: [attacked, beside, guns, column],
  otherwise: () => NOT_LISTED,
  carry: withBattle,
};

export const bombard: RuleOf<'bombard'> = {
  verb: 'bombard',
  closed: closed('bombard'),
  slots: [bombarded, firing, column],
  otherwise: () => NOT_LISTED,
  carry: withBattle,
};

export const cancel: RuleOf<'cancel'> = {
  verb: 'cancel',
  closed: closedUnless('cancel', 'plan'),
  slots: [plannedTarget],
  carry({ field, state }, order) {
    const course = new CombatProgress(field, state);
    const battle = battleOrdered(state, order);
    course.set({ battles: state.battles.filter((other) => other !== battle) });
    course.tell({ type: 'struck', hexes: battle.hexes });
    return course.end();
  },
};

function withBattle({ field, state }: Moment, order: OrderOf<'attack' | 'bombard'>): ReturnType<CombatProgress['end']> {
  const course = new CombatProgress(field, state);
  const hexes = hexesOf(order);
  lay(course, [battleOf(field, state, hexes, attackersOf(field, state, hexes, order), order.column)]);
  return course.end();
}

/** Adds battles to the plan, one after the other, and tells once of each battle that is new, changed or gone. */
export function lay(course: CombatProgress, added: readonly Battle[]): void {
  const { field, state } = course;
  for (const battle of added) course.set({ battles: planWith(field, course.state, battle) });
  const { battles } = course.state;
  const targets = battles.map(({ hexes }) => targetOf(hexes));
  for (const { hexes } of state.battles) if (!targets.includes(targetOf(hexes))) course.tell({ type: 'struck', hexes });
  for (const battle of battles)
    if (!state.battles.includes(battle)) course.tell({ type: 'laid', battle, reckoning: reckon(field, state, battle) });
}
