import { LONGEST_TEXT } from '../../../game/index.ts';
import type { Stack } from '../../../kit/hex/hex-board.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { AREAS, areaOf, type FieldArea } from '../areas.ts';
import { boardOf } from '../board.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { arrivalOf } from '../rules/movement/arrivals.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { exitOf, zoneOpens } from '../state.ts';
import type { View } from '../view.ts';
import { EXITS, SIDES, type Side, type Where } from '../vocabulary.ts';
import { battleLine } from './agenda.ts';
import { ifEndedNow, outcome, pointsLine, when } from './game-status.ts';
import { sideAdjective, unitName } from './unit-names.ts';

/** The position in words, for members who don't see the picture. */

/** How a stack is told, the fullest way first: the first that has room for all of the field is taken. */
type Telling = (field: Field, hex: HexId, pieces: readonly Piece[]) => string;
const TELLINGS: readonly Telling[] = [
  (field, hex, pieces) => `${hexLabel(field, hex)}: ${stack(field, pieces)}`,
  (field, hex, pieces) => `${hex}: ${stack(field, pieces)}`,
  (_field, hex, pieces) =>
    `${hex}: ${pieces.map(({ designation, strength }) => `${designation} ${strength}`).join(', ')}`,
  (_field, hex, pieces) => `${hex} ${pieces.map(({ strength }) => strength).join('+')}`,
];

/** The whole position by area. `odds`: with the strengths of the planned battles. */
export function text(field: Field, view: View, odds: boolean): string {
  const head = heading(field, view);
  const tail = [...battles(field, view, odds), ...beyond(field, view), ...circumstances(field, view)];
  const room = LONGEST_TEXT - [...head, ...tail].join('\n').length - 1;
  const held = heldOf(field, view);
  let fits: readonly string[] | undefined;
  for (const telling of TELLINGS) {
    const lines = inFull(field, held, telling);
    if (lines.join('\n').length <= room) {
      fits = lines;
      break;
    }
  }
  const told = fits ?? shortest(held);
  return [...head, ...told, ...tail].join('\n').slice(0, LONGEST_TEXT);
}

function heading(field: Field, view: View): string[] {
  const over = outcome(field, view);
  return [
    `**Road to Richmond** · ${when(view)}. ${pointsLine(scoreOf(field, view))}`,
    ...(over ? [`**${over.headline}**`] : []),
  ];
}

type Held = ReadonlyMap<FieldArea, Readonly<Record<Side, readonly Stack<Piece>[]>>>;

/** Stacks of both sides in each area, in the order of their hexes; areas where nobody stands are left out. */
function heldOf(field: Field, view: View): Held {
  const board = boardOf(field, view);
  const found = new Map(
    AREAS.map((area) => [area, { confederate: [] as Stack<Piece>[], union: [] as Stack<Piece>[] }]),
  );
  for (const hex of field.hexes) {
    const side = board.holder(hex);
    if (side !== null) found.get(areaOf(field, hex))?.[side].push([hex, board.at(hex)]);
  }
  return new Map([...found].filter(([, { confederate, union }]) => confederate.length + union.length > 0));
}

function areas(
  held: Held,
  tellSide: (side: Side, stacks: readonly Stack<Piece>[]) => string,
  between: string,
): string[] {
  return [...held].map(([area, stacks]) => {
    const sides = SIDES.flatMap((side) => (stacks[side].length === 0 ? [] : [tellSide(side, stacks[side])]));
    return `- **${area.name}**: ${sides.join(between)}.`;
  });
}

function inFull(field: Field, held: Held, telling: Telling): string[] {
  const told = (stacks: readonly Stack<Piece>[]) =>
    stacks.map(([hex, pieces]) => telling(field, hex, pieces)).join('; ');
  return areas(held, (side, stacks) => `${sideAdjective(side)} ${told(stacks)}`, '. ');
}

/** Areas by their strengths alone, for a field so full that nothing else has room. */
function shortest(held: Held): string[] {
  const all = (stacks: readonly Stack<Piece>[]) => stacks.flatMap(([, pieces]) => [...pieces]);
  return areas(
    held,
    (side, stacks) => `${sideAdjective(side)} ${count(all(stacks).length, 'unit')} (${strengthOf(all(stacks))})`,
    ', ',
  );
}

/** "Buchanan 5, Lovell 7" */
function stack(field: Field, pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.kind === 'train' ? unitName(field, piece) : `${unitName(field, piece)} ${piece.strength}`))
    .join(', ');
}

/** Of the battles of the phase, as far as a line each has room. */
function battles(field: Field, view: View, odds: boolean): string[] {
  if (view.battles.length === 0) return [];
  const all = view.battles.map((battle) =>
    odds ? battleLine(field, view, battle) : battle.hexes.map((hex) => hexLabel(field, hex)).join(' and '),
  );
  const kept = all.slice(0, MOST_BATTLES);
  const more = all.length > kept.length ? [`and ${count(all.length - kept.length, 'more battle')}`] : [];
  return [`**Battles planned:** ${[...kept, ...more].join('; ')}.`];
}
const MOST_BATTLES = 4;

/** Who is not on the map: still to come, gone, eliminated. */
function beyond(field: Field, view: View): string[] {
  return SIDES.flatMap((side) => {
    const own = field.pieces.filter((piece) => piece.side === side);
    const at = (is: (where: Where | undefined) => boolean) => own.filter(({ id }) => is(view.where[id]));
    const waiting = at((where) => where === 'waiting').map((piece) => ({ piece, turn: arrivalOf(view, piece) ?? 0 }));
    const inTime = waiting.sort((one, other) => one.turn - other.turn);
    const coming = grouped(inTime, ({ turn }) => (turn <= view.turn ? 'now' : `in turn ${turn}`)).map(
      ([time, units]) => `${count(units.length, 'unit')} ${time}`,
    );
    const gone = EXITS.flatMap((exit) => {
      const pieces = at((where) => exitOf(where) === exit);
      return pieces.length === 0
        ? []
        : [`off the map at ${exit}: ${count(pieces.length, 'unit')} (${strengthOf(pieces)})`];
    });
    const lost = at((where) => where === 'lost');
    const parts = [
      ...(coming.length > 0 ? [`to come: ${listed(coming)}`] : []),
      ...gone,
      ...(lost.length > 0 ? [`eliminated: ${count(lost.length, 'unit')} (${strengthOf(lost)})`] : []),
    ];
    return parts.length === 0 ? [] : [`**${sideAdjective(side)}:** ${parts.join('; ')}.`];
  });
}

/** What changes what may be done: early arrival, the command control zone, what the end would bring. */
function circumstances(field: Field, view: View): string[] {
  const end = ifEndedNow(field, view);
  if (view.variant === 'first-day') return end === null ? [] : [end];
  const opens = zoneOpens(view);
  const zone =
    opens === null ? 'closed to the Union' : opens <= view.turn ? 'open' : `closed to the Union until turn ${opens}`;
  const early =
    view.alarm === null ? 'Early arrival isn’t triggered yet.' : `Early arrival was triggered in turn ${view.alarm}.`;
  return [`Command control zone: ${zone}. ${early}${end === null ? '' : ` ${end}`}`];
}

/** A text that ends with whole lines. */
export function wholeLines(lines: readonly string[]): string {
  return linesWithin(lines, LONGEST_TEXT - 1).join('\n');
}
