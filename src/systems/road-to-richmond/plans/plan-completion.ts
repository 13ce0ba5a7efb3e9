import { type Choice, LONGEST_CHOICE, MOST_CHOICES } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { pieceOf } from '../board.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { entriesOf } from '../rules/arrivals.ts';
import { destinationsByUse, unitsByUse } from '../rules/movement/listing-order.ts';
import { destinationsOf, moversOf } from '../rules/movement/movers.ts';
import { isOnMap, type State } from '../state.ts';
import { EXITS, type Side } from '../vocabulary.ts';
import { FOR_GOOD, FURTHER, moveText, reachText, waitText } from '../words/plan-words.ts';
import { destinationLabel, exitLabel, unitLabel, unitName } from '../words/unit-names.ts';
import { hasWay } from './group-march.ts';
import { companyOf, groupsOf, isUnclear, placeNamesOf } from './plan-units.ts';

/** What the last part of a plan may become: units, then where they can go. */
export function completePlan(field: Field, state: State, side: Side, text: string): readonly Choice[] {
  const at = text.lastIndexOf(';') + 1;
  const before = text.slice(0, at);
  const part = text.slice(at).trimStart();
  const lead = before === '' ? '' : `${before} `;
  const places = placesAfter(field, state, side, part);
  const units = unitsAfter(field, state, side, part);
  const choices = (/[\s\d]$/.test(part) ? [...places, ...units] : [...units, ...places]).map(({ value, label }) => ({
    value: `${lead}${value}`,
    label: `${lead}${label}`,
  }));
  const seen = new Set<string>();
  return choices
    .filter(({ value }) => value.length <= LONGEST_CHOICE && !seen.has(value) && seen.add(value))
    .slice(0, MOST_CHOICES)
    .map(({ value, label }) => ({ value, label: label.length <= LONGEST_CHOICE ? label : value }));
}

/** Where those named can go, the places that match what is typed behind them. */
function placesAfter(field: Field, state: State, side: Side, part: string): Choice[] {
  const words = part.split(/\s+/);
  for (let end = words.length; end > 0; end--) {
    const who = words.slice(0, end).join(' ').trim();
    const company = companyOf(field, state, side, who);
    if (!company || isUnclear(company)) continue;
    if (end === words.length && !/\s$/.test(part)) continue;
    const typed = plainName(words.slice(end).join(' ').replace(/^to\b/, ''));
    const [first] = company.ids;
    const fits = (place: string) => typed === '' || plainName(place).includes(typed);
    const near =
      first === undefined
        ? []
        : destinationsByUse(field, state, destinationsOf(field, state, first), pieceOf(field, first).kind === 'train');
    const reached = near
      .map(({ to, leg }) => ({ to, label: destinationLabel(field, to), cost: `${leg.cost} of ${leg.allowance}` }))
      .filter(({ label }) => fits(label))
      .map(({ to, label, cost }) => ({
        value: `${who} ${to.replace('-', ' ')}`,
        label: `${who} ${label} · ${cost}`,
      }));
    const far = placeNamesOf(field)
      .filter(([name, hex]) => typed !== '' && fits(`${hex}${name}`))
      .map(([name, hex]) => ({ value: `${who} ${hex}`, label: `${who} toward ${hex} ${name}` }));
    return /^\d*$/.test(typed) ? [...reached, ...far] : [...far, ...reached];
  }
  return [];
}

/** Units, corps and divisions that match the last name typed. */
function unitsAfter(field: Field, state: State, side: Side, part: string): Choice[] {
  const [, before = '', typed = part] = /^(.*[,+&]\s*)(.*)$/.exec(part) ?? [];
  const wanted = plainName(typed);
  const fits = (name: string) => wanted === '' || plainName(name).includes(wanted);
  const movers = unitsByUse(
    field,
    state,
    moversOf(field, state).filter((unit) => !unit.includes('+')),
  ).map((id) => pieceOf(field, id));
  const units = movers
    .filter((piece) => fits(unitLabel(piece)))
    .map((piece) => ({ value: `${before}${unitName(field, piece)}`, label: `${before}${unitLabel(piece)}` }));
  const groups = groupChoices(field, state, side)
    .filter(({ value }) => fits(value))
    .map(({ value, hint }) => ({ value: `${before}${value}`, label: `${before}${value} (${hint})` }));
  const rest = fits('hold') ? [{ value: 'hold', label: 'hold the rest' }] : [];
  // Names first that begin so.
  const begins = ({ value }: Choice) => (plainName(value.slice(before.length)).startsWith(wanted) ? 0 : 1);
  return [...units, ...groups].sort((one, other) => begins(one) - begins(other)).concat(before === '' ? rest : []);
}

/** Columns that wait, corps and divisions that can move. */
export function groupChoices(field: Field, state: State, side: Side): readonly Choice[] {
  if (state.step !== 'move' || state.pending.length > 0 || state.side !== side) return [];
  const can = new Set(moversOf(field, state));
  const waiting = grouped(
    field.pieces.filter((piece) => can.has(piece.id) && !isOnMap(state.where[piece.id])),
    (piece) => entriesOf(field, state, piece)[0] ?? '',
  );
  const columns = waiting.map(([hex, { length }]) => ({
    value: `column at ${hex}`,
    label: `Column at ${hexLabel(field, hex)}`,
    hint: waitText(length),
  }));
  const corps = groupsOf(field, side).flatMap(([name, ids]) => {
    const moving = ids.filter((id) => can.has(id)).length;
    return moving > 0 ? [{ value: name, label: name, hint: moveText(moving) }] : [];
  });
  return [...columns, ...corps].slice(0, MOST_CHOICES);
}

/** Places that the first of them reaches, those with a name first, then those that lie further on; exits at the end. */
export function goalChoices(field: Field, state: State, side: Side, who: string): readonly Choice[] {
  const company = companyOf(field, state, side, who);
  const ids = company && !isUnclear(company) ? company.ids : [];
  const [first] = ids.filter((id) => moversOf(field, state).includes(id));
  if (first === undefined) return [];
  const where = state.where[first];
  const from = isOnMap(where) ? where : (entriesOf(field, state, pieceOf(field, first))[0] ?? '');
  const near = new Map(
    destinationsByUse(field, state, destinationsOf(field, state, first), false).map(({ to, leg }) => [to, leg]),
  );
  const named = placeNamesOf(field)
    .map(([, hex]) => ({ hex, far: HEX_GRID.distance(from, hex) }))
    .filter(({ hex }) => hex !== where && hasWay(field, state, first, hex))
    .sort((one, other) => one.far - other.far)
    .slice(0, MOST_CHOICES - EXITS.length)
    .map(({ hex }) => {
      const leg = near.get(hex);
      return { value: hex, label: hexLabel(field, hex), hint: leg ? reachText(leg.cost, leg.allowance) : FURTHER };
    });
  const exits = EXITS.filter((exit) => hasWay(field, state, first, exit));
  return [...named, ...exits.map((exit) => ({ value: `off ${exit}`, label: exitLabel(field, exit), hint: FOR_GOOD }))];
}
