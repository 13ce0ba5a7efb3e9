import type { Choice } from '../../../game/index.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { boardOf, pieceOf } from '../board.ts';
import type { Field } from '../field.ts';
import { destinationsByUse, unitsByUse } from '../rules/movement/listing-order.ts';
import { destinationsOf, moversOf } from '../rules/movement/movers.ts';
import type { State } from '../state.ts';
import type { Side } from '../vocabulary.ts';
import { destinationLabel, unitLabel, unitName } from '../words/unit-names.ts';
import { companyOf, groupsOf, isUnclear, placeNamesOf } from './plan-units.ts';

/** Choices that Discord takes, and characters of each. */
const MOST = 25;
const LONGEST = 100;

/** What the last part of a plan may become: units, then where they can go. */
export function completePlan(field: Field, state: State, side: Side, text: string): readonly Choice[] {
  const at = text.lastIndexOf(';') + 1;
  const before = text.slice(0, at);
  const part = text.slice(at).trimStart();
  const lead = before === '' ? '' : `${before} `;
  const choices = [...placesAfter(field, state, side, part), ...unitsAfter(field, state, side, part)].map(
    ({ value, label }) => ({ value: `${lead}${value}`, label: `${lead}${label}` }),
  );
  const seen = new Set<string>();
  return choices
    .filter(({ value }) => value.length <= LONGEST && !seen.has(value) && seen.add(value))
    .slice(0, MOST)
    .map(({ value, label }) => ({ value, label: label.length <= LONGEST ? label : value }));
}

/** Where those named can go, the places that match what is typed behind them. */
function placesAfter(field: Field, state: State, side: Side, part: string): Choice[] {
  const words = part.split(/\s+/);
  for (let end = words.length; end > 0; end--) {
    const who = words.slice(0, end).join(' ');
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
    return [...reached, ...far];
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
  const can = new Set(movers.map(({ id }) => id));
  const groups = groupsOf(field, side)
    .filter(([name, ids]) => fits(name) && ids.some((id) => can.has(id)))
    .map(([name, ids]) => ({
      value: `${before}${name}`,
      label: `${before}${name} (${ids.filter((id) => can.has(id)).length} can move)`,
    }));
  const rest = boardOf(field, state).stacks.length > 0 && fits('hold') ? [{ value: 'hold', label: 'hold the rest' }] : [];
  // Names first that begin so.
  const begins = ({ value }: Choice) => (plainName(value.slice(before.length)).startsWith(wanted) ? 0 : 1);
  return [...units, ...groups].sort((one, other) => begins(one) - begins(other)).concat(before === '' ? rest : []);
}
