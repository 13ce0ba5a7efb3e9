import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexesLabel, hexLabel } from '../../../kit/hex/hex-names.ts';
import { capital, count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { openDuties } from '../rules/combat/duties.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/movement/arrivals.ts';
import { FARM_HELD, FARMS } from '../rules/victory-points.ts';
import { isOnMap, lastTurnOf } from '../state.ts';
import type { View } from '../view.ts';
import { type Battle, isNight, otherSide } from '../vocabulary.ts';
import { dutyLines } from './duty-lines.ts';
import { strengths } from './sentences.ts';
import { namesOfIds, sidePeople, unitNames } from './unit-names.ts';

/** Characters of an agenda, and names in one of its lines. */
const LONGEST = 900;
const MOST = 5;

/** What must be done now, a line each, the most pressing first. */
export function agenda(field: Field, view: View): readonly string[] {
  if (view.over) return [];
  const lines = [
    ...pendingLines(field, view),
    ...(view.step === 'move' ? movement(field, view) : battles(field, view)),
  ];
  return linesWithin(lines, LONGEST - 40, (left) => `… and ${count(left, 'line')} more.`);
}

function pendingLines(field: Field, { pending }: View): string[] {
  const [first] = pending;
  if (!first) return [];
  const whose = `${capital(sidePeople(first.side).replace('the ', ''))}:`;
  switch (first.kind) {
    case 'retreat':
      return [
        `${whose} choose where ${namesOfIds(field, first.pieces, MOST)} ${first.pieces.length === 1 ? 'retreats' : 'retreat'}.`,
      ];
    case 'lose':
      return [`${whose} choose who is lost in the exchange, at least ${count(first.need, 'strength point')}.`];
    case 'advance':
      return [`${whose} choose whether a unit advances into ${hexesLabel(field, first.into)}.`];
    default:
      return first satisfies never;
  }
}

function movement(field: Field, view: View): string[] {
  const own = field.pieces.filter(({ side }) => side === view.side);
  const board = boardOf(field, view);
  const here = own.filter(({ id }) => isOnMap(view.where[id]) && !(id in view.moved));
  const held = here.filter(({ id }) => board.controls(otherSide(view.side), view.where[id] as HexId));
  const free = here.length - held.length;
  const moved = Object.keys(view.moved).length;
  return [
    ...arrivals(field, view, own),
    ...(free > 0
      ? [`${count(free, 'unit')} can still move${moved > 0 ? `, ${moved} ${moved === 1 ? 'has' : 'have'} moved` : ''}.`]
      : []),
    ...(held.length > 0 ? [`Pinned by enemy zones of control: ${unitNames(field, held, MOST)}.`] : []),
    ...(isNight(view.turn) ? ['Night: nobody enters an enemy zone of control, and nobody fights.'] : []),
    ...next(view, own),
    ...farms(field, view),
  ];
}

/** Units that can enter now, by their entry hexes. */
function arrivals(field: Field, view: View, own: readonly Piece[]): string[] {
  const due = own.filter((piece) => isDue(view, piece));
  return grouped(due, (piece) => listed(entriesOf(field, view, piece), ' or ')).map(
    ([hexes, pieces]) => `Can enter at ${hexes}: ${unitNames(field, pieces, MOST)}.`,
  );
}

/** The next group that is still to come. */
function next(view: View, own: readonly Piece[]): string[] {
  const later = own.filter((piece) => view.where[piece.id] === 'waiting' && !isDue(view, piece));
  const turns = later.map((piece) => arrivalOf(view, piece) ?? 0).filter((turn) => turn <= lastTurnOf(view));
  if (turns.length === 0) return [];
  const first = Math.min(...turns);
  return [`Next to arrive: ${count(turns.filter((turn) => turn === first).length, 'unit')} in turn ${first}.`];
}

/** In the short game, who holds the farms that score at its end [18.6]. */
function farms(field: Field, view: View): string[] {
  if (view.variant !== 'first-day') return [];
  const board = boardOf(field, view);
  const held = grouped(FARMS, (hex) => {
    const side = board.holder(hex);
    return side === null ? 'nobody' : sidePeople(side);
  });
  const told = held.map(([who, hexes]) => `${hexesLabel(field, hexes)} by ${who}`);
  return [`Farms held, ${FARM_HELD} points each at the end: ${told.join('; ')}.`];
}

function battles(field: Field, view: View): string[] {
  const open = view.battles.map((battle) => `- ${battleLine(field, view, battle)}`);
  const head = view.step === 'plan' ? '**Planned:**' : '**Still to fight:**';
  const sharing =
    view.mayShare.length > 0 ? [`Can retreat with the others: ${namesOfIds(field, view.mayShare, MOST)}.`] : [];
  return [
    ...(view.step === 'plan' ? duties(field, view) : []),
    ...sharing,
    ...(open.length > 0 ? [head, ...open] : []),
  ];
}

const MET = 'You can finish planning: every battle that must be fought is planned.';

/** What the rules still ask of the plan [7.1]. */
function duties(field: Field, view: View): string[] {
  const lines = dutyLines(field, openDuties(field, view));
  if (lines.length > 0) return ['**Before you can finish:**', ...lines];
  return [view.battles.length > 0 ? MET : 'No attack is required.'];
}

/** "1107 Watt: Gregg and Branch, 24 against 24, 1107 Watt doubled behind water: 1-1" */
export function battleLine(field: Field, view: View, battle: Battle): string {
  const what = battle.bombardment ? ' under fire from' : ':';
  const where = battle.hexes.map((hex) => hexLabel(field, hex)).join(' and ');
  return `${where}${what} ${namesOfIds(field, battle.attackers, MOST)}, ${strengths(field, battle, reckon(field, view, battle))}`;
}
