import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../../../src/systems/road-to-richmond/field.ts';
import { arrivalOf } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import { allowanceOf, mayEnterZone } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { overfull } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import {
  exitOf,
  isNight,
  isOnMap,
  lastTurnOf,
  type State,
  zoneOpens,
} from '../../../src/systems/road-to-richmond/state.ts';
import { otherSide } from '../../../src/systems/road-to-richmond/vocabulary.ts';

/** Everything about a position that the rules do not allow, a line each; none where it is sound. For tests and for repairs. */
export function faultsOf(field: Field, state: State): string[] {
  return [
    ...conservation(field, state),
    ...stacks(field, state),
    ...arrivals(field, state),
    ...movement(field, state),
    ...memory(field, state),
    ...combat(field, state),
  ];
}

/** The pieces that take part [18.6]. */
function inGame(field: Field, variant: State['variant']): readonly Piece[] {
  const { where } = setUp(field, variant).state;
  return field.pieces.filter(({ id }) => id in where);
}

/** Every piece is in one known place, and nothing else is. */
function conservation(field: Field, { where, variant }: State): string[] {
  const pieces = inGame(field, variant);
  const faults = pieces.flatMap(({ id }) => {
    const at = where[id];
    if (at === 'waiting' || at === 'lost' || exitOf(at)) return [];
    return isOnMap(at) && field.hex.has(at) ? [] : [`${id} is at ${at}`];
  });
  const known = Object.keys(where).length;
  return known === pieces.length ? faults : [...faults, `${known} pieces of ${pieces.length}`];
}

/** [3.3, 5.1, 5.2] */
function stacks(field: Field, state: State): string[] {
  const board = boardOf(field, state);
  const crowded = state.step === 'move' ? overfull(field, state) : null;
  // In a chain of displacements one comes in before another goes [8.2].
  const chain = state.pending.some((pending) => pending.kind === 'retreat' && pending.why === 'displaced');
  return field.hexes.flatMap((hex) => {
    const there = board.at(hex);
    const most = STACK_LIMIT + (hex === crowded || chain ? 1 : 0);
    return [
      ...(there.length > most ? [`${there.length} pieces in ${hex}`] : []),
      ...(new Set(there.map(({ side }) => side)).size > 1 ? [`both sides in ${hex}`] : []),
      ...(there.length > 1 && !chain && there.some(isTrain) ? [`the Train with others in ${hex}`] : []),
    ];
  });
}

function isTrain({ kind }: Piece): boolean {
  return kind === 'train';
}

/** [12.1, 13.3, 14.2] */
function arrivals(field: Field, state: State): string[] {
  return inGame(field, state.variant).flatMap((piece) => {
    const at = state.where[piece.id];
    if (at === 'waiting') return arrivalOf(state, piece) === null ? [`${piece.id} waits for no turn`] : [];
    const faults = (arrivalOf(state, piece) ?? 0) > state.turn ? [`${piece.id} is there before its turn`] : [];
    if (isOnMap(at) && !mayEnterZone(field, state, piece.side, at)) faults.push(`${piece.id} in the closed zone`);
    return faults;
  });
}

/** What a movement phase keeps [3.1, 6.3, 10.2, 12.2, 15.1]. */
function movement(field: Field, state: State): string[] {
  const board = boardOf(field, state);
  const faults: string[] = [];
  let came = 0;
  for (const [id, from] of Object.entries(state.moved)) {
    const piece = field.piece.get(id);
    const at = state.where[id];
    if (!piece || piece.side !== state.side) faults.push(`${id} moved in the other side's phase`);
    if (!piece || from === at) continue;
    const enemy = otherSide(piece.side);
    if (from !== null && board.controls(enemy, from)) faults.push(`${id} moved out of control in ${from}`);
    if (isOnMap(at) && isNight(field, state.turn) && board.controls(enemy, at))
      faults.push(`${id} went into control by night`);
    if (isOnMap(at) && isTrain(piece) && !field.hex.get(at)?.hasWay) faults.push(`${id} is off the road`);
    if (from === null) came++;
  }
  const through = Object.values(state.columns).reduce((sum, count) => sum + count, 0);
  if (through !== came) faults.push(`${came} pieces came on, ${through} stand in columns`);
  for (const [hex, count] of Object.entries(state.columns)) {
    const most = Math.max(...field.pieces.map((piece) => allowanceOf(state, piece)));
    if (count > 2 * most) faults.push(`${count} pieces through ${hex}`);
  }
  if (state.step !== 'move' && (through > 0 || Object.keys(state.moved).length > 0))
    faults.push('movement is not over');
  return faults;
}

/** What is remembered from earlier turns [11, 13.1, 14.2]. */
function memory(field: Field, state: State): string[] {
  const faults: string[] = [];
  const past = (turn: number | null) => turn === null || (turn >= 1 && turn <= state.turn);
  const noAlarm = state.variant === 'first-day' && state.alarm === 0;
  if (!(noAlarm || past(state.alarm)) || !past(state.trainLeft) || !past(state.corpsCame))
    faults.push('a turn that is to come');
  if (state.turn < 1 || state.turn > lastTurnOf(field, state)) faults.push(`turn ${state.turn}`);
  const trains = field.pieces.filter(isTrain);
  if ((state.trainLeft !== null) !== trains.some(({ id }) => exitOf(state.where[id]) === '1528'))
    faults.push('the Train has left, or has not');
  const corps = inGame(field, state.variant).filter(({ side, arrives }) => side === 'union' && arrives === 14);
  if ((state.corpsCame !== null) !== (corps.length > 0 && corps.every(({ id }) => state.where[id] !== 'waiting')))
    faults.push('the last corps has come, or has not');
  const opens = zoneOpens(state);
  if (opens !== null && opens < 2) faults.push(`the zone opens in turn ${opens}`);
  if (state.variant === 'standard' && state.ineffective.length > 0) faults.push('pieces have lost heart');
  if (state.side === 'confederate' && state.alarm === null)
    for (const { id, side } of field.pieces) {
      const at = state.where[id];
      if (side === 'confederate' && isOnMap(at) && field.alarms.has(at)) faults.push(`${id} sets off no early arrival`);
    }
  return faults;
}

/** [7.2, 7.5] */
function combat(field: Field, state: State): string[] {
  const faults: string[] = [];
  const hexes = state.battles.flatMap((battle) => battle.hexes);
  const attackers = state.battles.flatMap((battle) => battle.attackers);
  if (new Set(hexes).size < hexes.length) faults.push('a hex is attacked twice');
  if (new Set(attackers).size < attackers.length) faults.push('a piece attacks twice');
  if (hexes.some((hex) => state.fought.hexes.includes(hex))) faults.push('a hex is attacked again');
  if (attackers.some((id) => state.fought.pieces.includes(id))) faults.push('a piece attacks again');
  for (const id of attackers) if (field.piece.get(id)?.side !== state.side) faults.push(`${id} attacks out of turn`);
  if (state.battles.length > 0 && (isNight(field, state.turn) || state.step === 'move'))
    faults.push('battles out of time');
  if (state.pending.length > 0 && (state.over || state.step === 'move')) faults.push('choices out of time');
  return faults;
}
