import { type Order as AnyOrder, LONGEST_LABEL } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { compact, count, listed, plural, shortened } from '../../../kit/plain-english.ts';
import { type PlanForms, writtenAs } from '../../../kit/plans/plan-text.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { type Field, piecesNamed } from '../field.ts';
import type { Leg } from '../rules/movement/movement-costs.ts';
import type { MovesLeft } from '../rules/movement/reach.ts';
import type { Order, PieceId, Side, Verb } from '../vocabulary.ts';
import { destination, namesOfIds, unitName, unitsByName } from './names.ts';

export const EXAMPLE = 'Gregg, Branch 0905; A.P. Hill to Watt; hold';

/** The way each order is said and written; a march has only units and a destination. */
export const PLAN_FORMS: PlanForms<Verb> = {
  move: { said: /^(?!)/, form: '{unit:Gregg, Branch}[ by {by@0103}] to {to@0905}' },
  attack: {
    said: /^attack\s/i,
    form: 'attack {target@1107}[ with {with*Gregg}][ guns {guns*Pegram}][ (on|at) {column#2-1}]',
  },
  bombard: { said: /^bombard\s/i, form: 'bombard {target@1107}[ with {with*Pegram}][ (on|at) {column#2-1}]' },
  cancel: { said: /^cancel\s/i, form: 'cancel {target@1107}' },
  fight: { said: /^fight\s/i, form: 'fight {target@1107}' },
  retreat: {
    said: /^retreat\s/i,
    form: 'retreat {unit:Gregg}[ (to|into) {to@1006}][, {displacing:Branch} makes room]',
  },
  lose: { said: /^lose\s/i, form: 'lose {units*Gregg}' },
  advance: { said: /^advance\s/i, form: 'advance {unit:Gregg}[ (into|to) {to@1107}]' },
  done: { said: /^(?!)/, form: 'hold' },
};

/**
 * Orders as a member would type them; reading the text gives the same orders. Units with one destination are named
 * together.
 */
export function writtenPlan(field: Field, side: Side, orders: readonly Order[]): string {
  const parts: string[] = [];
  let last = '';
  for (const order of orders) {
    const text =
      order.verb === 'done' && order.sure === 'rest'
        ? 'rest'
        : writtenAs(PLAN_FORMS[order.verb], order as AnyOrder, (values, sign) => {
            if (sign === '#') return values.join();
            return sign === '@' ? values.join().replace('-', ' ') : namesFor(field, side, values);
          });
    const isAlone = order.verb === 'move' && !order.unit.includes('+');
    const [where = ''] = isAlone ? (/(?: by \d+)? to .*$/.exec(text) ?? []) : [];
    if (where !== '' && where === last) parts.push(`${parts.pop()?.slice(0, -where.length)}, ${text}`);
    else parts.push(text);
    last = where;
  }
  return parts.join('; ');
}

/** Names that mean exactly these units and nothing else in a plan. */
function namesFor(field: Field, side: Side, values: readonly string[]): string {
  const ids = values.flatMap((value) => value.split('+'));
  const names = piecesNamed(field, ids).map((piece) => {
    const name = unitName(field, piece);
    const isFound = unitsByName(field)[side].get(nameKey(name)) === piece.id;
    return isFound && !/[,+&;]| and | at | on | to | with /.test(name) ? name : piece.id;
  });
  return names.join(values.length < ids.length ? ' + ' : ', ') || 'nobody';
}

export function holdText({ waiting, unmoved }: MovesLeft): string {
  const rest = compact(
    unmoved > 0 && `${count(unmoved, 'unit')} ${plural(unmoved, 'stays', 'stay')}`,
    waiting > 0 && `${waiting} ${plural(waiting, 'waits', 'wait')} off the map`,
  );
  return `Hold the rest: ${listed(rest)}`;
}

/** @param entering those of the `waiting` units that find room this turn */
export function columnText(hex: string, entering: number, waiting: number): string {
  const who = entering === waiting ? count(waiting, 'unit') : `${entering} of ${count(waiting, 'unit')}`;
  return `Bring the column in at ${hex}: ${who}, along the road`;
}

export const REST = 'Plan the rest for me and finish planning';

export function fightAllText(battles: number): string {
  const what = battles === 1 ? 'the battle' : battles === 2 ? 'both battles' : `all ${battles} battles`;
  return `Fight ${what} (the bot makes your choices)`;
}

/** @param what inside a sentence: "Buchanan retreats to 1207 near Watt, Lovell to 1208 near Watt" */
export function suggestedText(kind: 'retreat' | 'loss', what: string): string {
  const head = `Suggested ${kind}: `;
  if (kind === 'loss' || head.length + what.length <= LONGEST_LABEL) return shortened(`${head}${what}`, LONGEST_LABEL);
  // If it is too long for a button, hexes show only numbers, and only the first retreats are named.
  const ways = what
    .replace(' retreats', '')
    .replace(/(\d{4}) (?:near|by) [^,]+?(?=,| and |$)/g, '$1')
    .split(', ');
  const withFirst = (named: number) => {
    const more = ways.length - named;
    return `${head}${ways.slice(0, named).join(', ')}${more > 0 ? ` and ${count(more, 'other')}` : ''}`;
  };
  let named = ways.length;
  while (named > 1 && withFirst(named).length > LONGEST_LABEL) named -= 1;
  return withFirst(named);
}

/** @param what "Gregg advances into 1107" */
export function advanceText(what: string): string {
  return shortened(`Suggested advance: ${what}`, LONGEST_LABEL);
}

/** A line of a plan; for units, the action of each, which is said once for several that share it. */
export type PlanLine = string | { readonly who: PieceId; readonly what: string };

/** "**Gregg and Branch** to 0905 near New Cold Harbor (cost 9 of 12)" */
export function planLines(field: Field, lines: readonly PlanLine[]): readonly string[] {
  const told: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as PlanLine;
    if (typeof line === 'string') {
      told.push(line);
      continue;
    }
    const who = [line.who];
    for (let next = lines[at + 1]; typeof next === 'object' && next.what === line.what; next = lines[at + 1]) {
      who.push(next.who);
      at += 1;
    }
    const what = who.length > 1 ? line.what.replace(/^(stay|halt)s\b/, '$1') : line.what;
    told.push(`**${namesOfIds(field, who, 8)}** ${what}`);
  }
  return told;
}

/** A unit's part of a group march. */
export interface Marched {
  readonly id: PieceId;
  /** `null` if it stays on the map or waits to enter. */
  readonly to: string | null;
  readonly leg: Leg | null;
  /** Turns for the rest of the way: 0 if it has arrived, `null` if no way is open. */
  readonly turnsLeft: number | null;
  /** It stops short so as not to trigger early arrival. */
  readonly heldBack: boolean;
}

/** "to 0905 (cost 9 of 12)", "toward 0905: as far as 0704 (cost 6 of 6), 1 more turn" */
export function marchedText(field: Field, goal: string, { to, leg, turnsLeft, heldBack }: Marched): string {
  const price = leg ? ` (${reachText(leg.cost, leg.allowance)})` : '';
  const alarm = leg?.alarms ? ', triggers early arrival' : '';
  if (to !== null && to === goal) return `${destination(field, to)}${price}${alarm}`;
  const why = heldBack ? '; going further would trigger early arrival (add “early” to allow it)' : '';
  if (to === null && heldBack) return `${STAYING}: moving nearer would trigger early arrival (add “early” to allow it)`;
  if (to === null) return turnsLeft === null ? `${STAYING}: no way is open` : STAYING;
  const more = turnsLeft ? `, ${count(turnsLeft, 'more turn')}` : '';
  return `toward ${placeOf(field, goal)}: as far as ${hexLabel(field, to)}${price}${more}${alarm}${why}`;
}

function placeOf(field: Field, goal: string): string {
  return goal.startsWith('off-') ? goal.slice(4) : hexLabel(field, goal);
}

/** @param odds "1107 16:10" for each battle */
export function oddsLine(odds: readonly string[]): string {
  return `Odds: ${odds.join('; ')}`;
}

/** The hint for a part of a plan that lacks units or a destination. */
export const WHO_AND_WHERE = 'name units, then a hex or a place.';
export const STAYING = 'stays put';
export const NO_COLUMN = 'No column is waiting to enter there.';
export const NOBODY_LEFT = 'they can’t move.';
export const HALTED = 'halts: the enemy is near';

/** Shown before units leave the map, as that is final. */
export function warning(field: Field, order: Order): string | null {
  if (order.verb !== 'move' || !order.to.startsWith('off-')) return null;
  const ids = order.unit.split('+');
  return `${namesOfIds(field, ids)} ${plural(ids.length, 'leaves', 'leave')} the map for good and can’t come back.`;
}

export const FURTHER = 'takes more than one turn';
export const FOR_GOOD = 'leaves the map for good';

export function reachText(cost: number, allowance: number): string {
  return `cost ${cost} of ${allowance}`;
}

export function moveText(units: number): string {
  return `${units} can move`;
}

export function waitText(units: number): string {
  return `${units} ${plural(units, 'waits', 'wait')} to enter`;
}
