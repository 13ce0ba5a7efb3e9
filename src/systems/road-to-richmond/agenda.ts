import type { HexId } from '../../kit/hex/grid.ts';
import { count, listed } from '../../kit/words.ts';
import { boardOf } from './board.ts';
import { openDuties } from './combat/duties.ts';
import { reckon } from './combat/reckoning.ts';
import { dutyLines } from './duty-lines.ts';
import type { Field, Piece } from './field.ts';
import { arrivalOf, entriesOf, isDue } from './march/arrivals.ts';
import { hexLabel, sidePeople, targetLabel, unitNames } from './names.ts';
import { strengths } from './sentences.ts';
import { isOnMap, type State } from './state.ts';
import { type Battle, isNight, otherSide } from './vocabulary.ts';

/** Characters of an agenda, and names in a line of it. */
const LONGEST = 900;
const MOST = 5;

/** What stands to be done, a line each, most pressing first. */
export function agenda(field: Field, state: State): readonly string[] {
  if (state.over) return [];
  const lines = [
    ...pendingLines(field, state),
    ...(state.step === 'move' ? movement(field, state) : battles(field, state)),
  ];
  return withinRoom(lines);
}

function withinRoom(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let room = LONGEST - 40;
  for (const [index, line] of lines.entries()) {
    if (line.length > room) return [...kept, `… and ${count(lines.length - index, 'line')} more.`];
    kept.push(line);
    room -= line.length + 1;
  }
  return kept;
}

function pendingLines(field: Field, { pending }: State): string[] {
  const [first] = pending;
  if (!first) return [];
  const whose = `It is for ${sidePeople(first.side)} to say`;
  switch (first.kind) {
    case 'retreat':
      return [`${whose} where ${nameIds(field, first.pieces)} ${first.pieces.length === 1 ? 'goes' : 'go'} back to.`];
    case 'lose':
      return [`${whose} who goes in the exchange: at least ${count(first.need, 'strength point')}.`];
    case 'advance':
      return [`${whose} whether anybody advances into ${targetLabel(field, first.into)}.`];
    default:
      return first satisfies never;
  }
}

function nameIds(field: Field, ids: readonly string[]): string {
  return unitNames(
    field,
    ids.flatMap((id) => field.piece.get(id) ?? []),
    MOST,
  );
}

function movement(field: Field, state: State): string[] {
  const own = field.pieces.filter(({ side }) => side === state.side);
  const board = boardOf(field, state);
  const here = own.filter(({ id }) => isOnMap(state.where[id]) && !(id in state.moved));
  const held = here.filter(({ id }) => board.controls(otherSide(state.side), state.where[id] as HexId));
  const free = here.length - held.length;
  const moved = Object.keys(state.moved).length;
  return [
    ...arrivals(
      field,
      state,
      own.filter((piece) => isDue(state, piece)),
    ),
    ...(free > 0 ? [`${count(free, 'unit')} can still move${moved > 0 ? `, ${moved} moved` : ''}.`] : []),
    ...(held.length > 0 ? [`Held in enemy control: ${unitNames(field, held, MOST)}.`] : []),
    ...(isNight(state.turn) ? ['Night: nobody enters enemy control, and nobody fights.'] : []),
    ...next(state, own),
  ];
}

/** Those who can come on, by the hexes they come on by. */
function arrivals(field: Field, state: State, due: readonly Piece[]): string[] {
  return grouped(due, (piece) => listed(entriesOf(field, state, piece), ' or ')).map(
    ([hexes, pieces]) => `Can come on by ${hexes}: ${unitNames(field, pieces, MOST)}.`,
  );
}

/** The next group that is still to come. */
function next(state: State, own: readonly Piece[]): string[] {
  const later = own.filter((piece) => state.where[piece.id] === 'waiting' && !isDue(state, piece));
  const turns = later.map((piece) => arrivalOf(state, piece) ?? 0);
  if (turns.length === 0) return [];
  const first = Math.min(...turns);
  return [`Next to arrive: ${count(turns.filter((turn) => turn === first).length, 'unit')} in turn ${first}.`];
}

/** Things by what they have in common, in the order they come in. */
export function grouped<Item>(items: readonly Item[], by: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(by(item));
    if (group) group.push(item);
    else groups.set(by(item), [item]);
  }
  return [...groups];
}

function battles(field: Field, state: State): string[] {
  const open = state.battles.map((battle) => `- ${battleLine(field, state, battle)}`);
  const head = state.step === 'plan' ? '**Laid out:**' : '**Still to be fought:**';
  const sharing = state.mayShare.length > 0 ? [`May go back with the others: ${nameIds(field, state.mayShare)}.`] : [];
  return [
    ...(state.step === 'plan' ? duties(field, state) : []),
    ...sharing,
    ...(open.length > 0 ? [head, ...open] : []),
  ];
}

const MET = 'Every duty is met: when you are done, the battles are fought.';

/** Duties that no battle meets yet [7.1]. */
function duties(field: Field, state: State): string[] {
  const lines = dutyLines(field, openDuties(field, state));
  if (lines.length > 0) return ['**Open duties:**', ...lines];
  return [state.battles.length > 0 ? MET : 'Nobody has to be attacked.'];
}

/** "1107 Watt: Gregg and Branch, 24 against 24, 1107 Watt doubled behind water: 1-1" */
export function battleLine(field: Field, state: State, battle: Battle): string {
  const pieces = battle.attackers.flatMap((id) => field.piece.get(id) ?? []);
  const what = battle.bombardment ? ' under fire of' : ':';
  const where = battle.hexes.map((hex) => hexLabel(field, hex)).join(' and ');
  return `${where}${what} ${unitNames(field, pieces, MOST)}, ${strengths(field, battle, reckon(field, state, battle))}`;
}
