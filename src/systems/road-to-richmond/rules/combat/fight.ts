import type { Applied, Dice } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Field, idsOf, inOrder, type Piece, strengthOf } from '../../field.ts';
import { isNight, type Pending, type State } from '../../state.ts';
import {
  type Battle,
  type Event,
  otherSide,
  type PieceId,
  type Result,
  type Side,
  targetOf,
  type Withdrawal,
} from '../../vocabulary.ts';
import { closedUnless, type RuleOf } from '../moment.ts';
import { endCombat } from '../phases.ts';
import { CRT, type Parties, partiesOf, reckon } from './battle-odds.ts';
import { battleOrdered, plannedTarget } from './battle-plan.ts';
import { adjacentAttackers, canBombard, enemyHexes, gunsOf, hexOf, inControl } from './contact.ts';
import { CombatProgress, settle, sharers } from './pending-choices.ts';

/**
 * The purpose of a roll in a game's sealed record. Stored records keep it, so the wording is frozen like a JSON key.
 */
function rolledFor(side: Side, hexes: readonly HexId[]): string {
  return `${side === 'union' ? 'Union' : 'Confederate'} attack on ${targetOf(hexes)}`;
}

export const fight: RuleOf<'fight'> = {
  verb: 'fight',
  closed: closedUnless('fight', 'fight'),
  slots: [plannedTarget],
  carry({ field, state }, order, dice) {
    const course = new CombatProgress(field, state);
    resolve(course, battleOrdered(state, order), dice);
    return goOn(course);
  },
};

/** Rolls for a battle and applies the result up to the first choice [7.7–7.9]. */
function resolve(course: CombatProgress, battle: Battle, dice: Dice): void {
  const { field, state } = course;
  const parties = partiesOf(field, state, battle);
  const reckoning = reckon(field, state, battle);
  const die = dice.roll(CRT.faces, rolledFor(state.side, battle.hexes));
  const result = CRT.resultOf(reckoning.column, die);
  const attackers = idsOf(inOrder([...parties.adjacent, ...parties.guns]));
  course.set({
    battles: state.battles.filter((other) => other !== battle),
    fought: {
      hexes: [...state.fought.hexes, ...battle.hexes],
      pieces: [...state.fought.pieces, ...attackers],
    },
    mayShare: [],
  });
  course.tell({
    type: 'fought',
    side: state.side,
    battle: { ...battle, attackers, bombardment: parties.adjacent.length === 0 },
    defenders: idsOf(parties.defenders),
    reckoning,
    die,
    result,
  });
  applyResult(course, result, parties);
}

/** Applies a result; bombarding guns suffer nothing [7.9, 9.1]. */
function applyResult(course: CombatProgress, result: Result, parties: Parties): void {
  const { field, state } = course;
  const { adjacent, guns, defenders, holding, hexes } = parties;
  const [attacker, defender] = [state.side, otherSide(state.side)];
  const attackersAdvance: Pending = { kind: 'advance', side: attacker, pieces: idsOf(adjacent), into: hexes };
  const defendersAdvance: Pending = {
    kind: 'advance',
    side: defender,
    // Units that retreated here took no part in the battle, and the Train keeps to its roads.
    pieces: idsOf(holding.filter(({ kind }) => kind !== 'train')),
    into: [...new Set(adjacent.map(({ id }) => hexOf(state, id) as HexId))].sort(),
  };
  switch (result) {
    case 'De':
      course.eliminate(defenders, 'combat');
      course.ask(attackersAdvance);
      break;
    case 'Dr':
      course.ask(mustRetreat(defender, defenders), attackersAdvance);
      break;
    case 'Ex': {
      course.eliminate(defenders, 'exchange');
      const need = strengthOf(defenders);
      course.ask({ kind: 'lose', side: attacker, among: idsOf(adjacent), need }, attackersAdvance);
      break;
    }
    case 'Ae':
      course.eliminate(adjacent, 'combat');
      course.ask(defendersAdvance);
      break;
    case 'Ar':
      becomeIneffective(
        course,
        adjacent.filter((piece) => inControl(field, state, piece)),
      );
      course.set({ mayShare: idsOf(guns) });
      course.ask(...(adjacent.length > 0 ? [mustRetreat(attacker, adjacent)] : []), defendersAdvance);
      break;
    default:
      result satisfies never;
  }
}

function mustRetreat(side: Side, pieces: readonly Piece[], why: Withdrawal = 'combat'): Pending {
  return { kind: 'retreat', side, pieces: idsOf(inOrder(pieces)), why, chain: [] };
}

/** Pieces in enemy control that have to retreat from their own attack become ineffective [11.1]. */
function becomeIneffective(course: CombatProgress, pieces: readonly Piece[]): void {
  if (course.state.variant !== 'effectiveness' || pieces.length === 0) return;
  course.set({ ineffective: [...course.state.ineffective, ...idsOf(pieces)] });
  course.tell({ type: 'ineffective', side: course.state.side, pieces: idsOf(pieces) });
}

/**
 * Goes on with the battles once no choice is pending: those that can't be fought any more are dropped, and after the
 * last the phase ends.
 */
export function goOn(course: CombatProgress): ReturnType<CombatProgress['end']> {
  settle(course);
  const { field } = course;
  if (course.state.pending.length > 0) return course.end();
  course.set({ mayShare: [...sharers(field, course.state).keys()] });
  dropBattles(course);
  const { battles, mayShare } = course.state;
  if (battles.length > 0 || mayShare.length > 0) return course.end();
  return endCombat(field, course.state, course.events);
}

/** Removes battles without attackers or defenders, and attackers who can no longer take part [7.6]. */
function dropBattles(course: CombatProgress): void {
  const battles = course.state.battles.flatMap((battle): Battle[] => {
    const { adjacent, guns, holding, hexes } = partiesOf(course.field, course.state, battle);
    // Guns bombard a single hex, so a battle against several is no bombardment.
    const hasNoAttackers = adjacent.length === 0 && (guns.length === 0 || hexes.length > 1);
    if (holding.length === 0 || hasNoAttackers) {
      const why = holding.length === 0 ? 'no-defenders' : 'no-attackers';
      course.tell({ type: 'dropped', hexes: battle.hexes, why });
      return [];
    }
    const attackers = idsOf(inOrder([...adjacent, ...guns]));
    if (attackers.length === battle.attackers.length) return [battle];
    return [{ ...battle, attackers, bombardment: adjacent.length === 0 }];
  });
  course.set({ battles });
}

/**
 * A combat phase begins with the retreat of the Train and of ineffective units [11.2, 15.3].
 * If no battle is possible, the next phase begins.
 */
export function openCombat(field: Field, state: State): Applied<State, Event> {
  const { turn, side } = state;
  if (isNight(field, turn)) return endCombat(field, state, [{ type: 'quiet', turn, side, night: true }]);
  const retreats = withdrawals(field, state);
  if (retreats.length === 0 && !canFight(field, state))
    return endCombat(field, state, [{ type: 'quiet', turn, side, night: false }]);
  const course = new CombatProgress(field, state, [{ type: 'phase', turn, side, kind: 'combat' }]);
  course.ask(...retreats);
  return afterRetreats(course);
}

/** Goes on once a side has retreated before its battles: to its plan, or to the next phase if no battle is possible. */
export function afterRetreats(course: CombatProgress): Applied<State, Event> {
  settle(course);
  const { field, state } = course;
  if (state.pending.length > 0 || canFight(field, state)) return course.end();
  return endCombat(field, state, [
    ...course.events,
    { type: 'quiet', turn: state.turn, side: state.side, night: false },
  ]);
}

function canFight(field: Field, state: State): boolean {
  const enemies = enemyHexes(field, state);
  return (
    enemies.some((hex) => adjacentAttackers(field, state, [hex]).length > 0) ||
    gunsOf(field, state).some(({ id }) => enemies.some((hex) => canBombard(field, state, id, hex)))
  );
}

function withdrawals(field: Field, state: State): readonly Pending[] {
  const { side } = state;
  const pinned = field.pieces.filter((piece) => piece.side === side && inControl(field, state, piece));
  // The Train is next to an enemy [15.3] if it is in enemy control: both stop at lakes and creeks without a bridge.
  const train = pinned.filter((piece) => piece.kind === 'train');
  const ineffective = pinned.filter(({ id }) => state.ineffective.includes(id));
  return [
    ...train.map((piece) => mustRetreat(side, [piece], 'train')),
    ...(ineffective.length > 0 ? [mustRetreat(side, ineffective, 'ineffective')] : []),
  ];
}

export type Fought = Extract<Event, { readonly type: 'fought' }>;

/**
 * Pieces lost because they could not retreat [8.1], including a Train caught on its road [15.5]; empty for any other
 * event.
 */
export function cutOffBy(event: Event): readonly PieceId[] {
  return event.type === 'lost' && (event.why === 'no-way' || event.why === 'train') ? event.pieces : [];
}

/** Pieces that could not retreat from a battle, as the events up to the next battle say. */
export function cutOffAfter(events: readonly Event[], fought: Fought): readonly PieceId[] {
  const later = events.slice(events.indexOf(fought) + 1);
  const next = later.findIndex(({ type }) => type === 'fought');
  return (next < 0 ? later : later.slice(0, next)).flatMap(cutOffBy);
}

/** Whether all pieces that had to retreat were cut off, or some, or none. */
export function howManyCutOff(
  { result, defenders, battle }: Fought,
  cutOff: readonly PieceId[],
): 'all' | 'some' | 'none' {
  const beaten = result === 'Dr' ? defenders : result === 'Ar' ? battle.attackers : [];
  const lost = beaten.filter((id) => cutOff.includes(id));
  return lost.length === 0 ? 'none' : lost.length === beaten.length ? 'all' : 'some';
}
