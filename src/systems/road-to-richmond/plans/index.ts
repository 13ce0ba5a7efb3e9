import { type Order as AnyOrder, type Choice, MOST_CHOICES, type Picture, type Planning } from '../../../game/index.ts';
import { bound } from '../../../kit/bound.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { choice } from '../../../kit/order-rules.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { completed, marchEndings } from '../../../kit/plans/plan-text.ts';
import { pieceOf } from '../board.ts';
import { type Field, formationsOf, HEX_GRID } from '../field.ts';
import { happened } from '../map/map-marks.ts';
import { picture } from '../map/map-picture.ts';
import { entriesOf } from '../rules/arrivals.ts';
import { RichmondDryRun, toDecide } from '../rules/legality.ts';
import { destinationsByUse, unitsByUse } from '../rules/movement/move.ts';
import { destinationsOf, moversOf } from '../rules/movement/reach.ts';
import { isOnMap, type State, type View } from '../state.ts';
import { EXITS, type Order, type Side } from '../vocabulary.ts';
import { destinationLabel, exitLabel, unitLabel, unitName } from '../words/names.ts';
import { EXAMPLE, FOR_GOOD, FURTHER, moveText, reachText, waitText, writtenPlan } from '../words/plan-words.ts';
import { companyOf, hasWay } from './group-march.ts';
import { readPlan } from './plan-reading.ts';
import { follow, shortcuts } from './shortcuts.ts';

export function planningOf(field: Field): Planning<State, View> {
  return {
    ...bound(field, { read: readPlan, complete: completePlan, picture: planPicture }),
    example: EXAMPLE,
    ending: 'done',
    write: (_state, seat, orders) => writtenPlan(field, seat as Side, orders as readonly Order[]),
    marches: bound(field, { groups: groupChoices, goals: goalChoices }),
    isWorthPlanning: (state, seat) => seat === toDecide(state) && state.pending.length === 0 && state.step !== 'fight',
    shortcuts: bound(field, { offered: shortcuts, next: follow }),
  };
}

/** The position after the orders up to the first die, with an arrow for each march. */
function planPicture(field: Field, view: View, side: Side, orders: readonly AnyOrder[]): Picture | null {
  const run = new RichmondDryRun(field, view, side);
  for (const order of orders as readonly Order[]) {
    // An order that ends the phase is left out, as the next phase begins with its own picture.
    if (order.verb === 'done' || run.isOver || run.give(order) !== null) break;
  }
  const order = run.orders.at(-1);
  if (!order) return null;
  const after = run.state as View;
  const moment = { order, events: run.events };
  const inUse = happened(moment, after.where).hexes;
  return picture(field, after, moment, { note: 'Plan', ...(inUse.length > 0 ? { inUse } : {}) });
}

/** Completions of a plan's last part: units and groups, then their destinations. */
function completePlan(field: Field, state: State, side: Side, text: string): readonly Choice[] {
  const singly = moversOf(field, state).filter((unit) => !unit.includes('+'));
  const units = unitsByUse(field, state, singly)
    .map((id) => pieceOf(field, id))
    .map((piece) => ({ value: unitName(field, piece), label: unitLabel(piece) }));
  const groups = groupChoices(field, state, side).map((group) => ({ ...group, label: group.value }));
  return completed(text, (part) => [
    ...marchEndings(part, [...units, ...groups], (who, typed) => goalsLike(field, state, side, who, typed)),
    ...('hold'.startsWith(part.toLowerCase()) ? [{ value: 'hold', label: 'hold the rest' }] : []),
  ]);
}

/** Hexes in reach of the first named unit, then places farther away; a number matches hexes nearby. */
function goalsLike(field: Field, state: State, side: Side, who: string, typed: string): readonly Choice[] | null {
  const [first] = companyOf(field, state, side, who)?.ids ?? [];
  if (first === undefined) return null;
  const near = destinationsByUse(field, state, destinationsOf(field, state, first), first === field.train.id).map(
    ({ to, leg: { cost, allowance } }) =>
      choice(to.replace('-', ' '), destinationLabel(field, to), reachText(cost, allowance)),
  );
  const places = typed === '' ? [] : placesNamed(field);
  const named = places.map(
    (hex) => near.find(({ value }) => value === hex) ?? choice(hex, hexLabel(field, hex), FURTHER),
  );
  return /^\d*$/.test(typed) ? [...near, ...named] : [...named, ...near];
}

function placesNamed(field: Field): readonly HexId[] {
  return field.hexes.filter((hex) => field.hex.get(hex)?.name);
}

function groupChoices(field: Field, state: State, side: Side): readonly Choice[] {
  if (state.step !== 'move' || state.pending.length > 0 || state.side !== side) return [];
  const can = new Set(moversOf(field, state));
  const waiting = grouped(
    field.pieces.filter((piece) => can.has(piece.id) && !isOnMap(state.where[piece.id])),
    (piece) => entriesOf(field, state, piece)[0] ?? '',
  );
  const columns = waiting.map(([hex, { length }]) =>
    choice(`column at ${hex}`, `Column at ${hexLabel(field, hex)}`, waitText(length)),
  );
  const corps = formationsOf(field, side).flatMap(({ name, pieces }) => {
    const moving = pieces.filter(({ id }) => can.has(id)).length;
    return moving > 0 ? [choice(name, name, moveText(moving))] : [];
  });
  return [...columns, ...corps].slice(0, MOST_CHOICES);
}

/** Places in reach of the first unit, named ones first, then those farther away; exits come last. */
function goalChoices(field: Field, state: State, side: Side, who: string): readonly Choice[] {
  const ids = companyOf(field, state, side, who)?.ids ?? [];
  const [first] = ids.filter((id) => moversOf(field, state).includes(id));
  if (first === undefined) return [];
  const where = state.where[first];
  const from = isOnMap(where) ? where : (entriesOf(field, state, pieceOf(field, first))[0] ?? '');
  const near = destinationsOf(field, state, first);
  const named = placesNamed(field)
    .filter((hex) => hex !== where && hasWay(field, state, first, hex))
    .sort((a, b) => HEX_GRID.distance(from, a) - HEX_GRID.distance(from, b))
    .slice(0, MOST_CHOICES - EXITS.length)
    .map((hex) => {
      const leg = near.get(hex);
      return choice(hex, hexLabel(field, hex), leg ? reachText(leg.cost, leg.allowance) : FURTHER);
    });
  const exits = EXITS.filter((exit) => hasWay(field, state, first, exit));
  return [...named, ...exits.map((exit) => choice(`off ${exit}`, exitLabel(field, exit), FOR_GOOD))];
}
