import { ALL, LONGEST_TEXT, type RosterPart, type SeatId } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { DIRECTION_NAMES, findHex, hexLabel, wayInWords } from '../../../kit/hex/hex-names.ts';
import { compact, count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { boardOf, piecesAt } from '../board.ts';
import { type Field, type FieldHexside, formationsOf, HEX_GRID, type Piece, strengthOf } from '../field.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/arrivals.ts';
import { legTo, moversOf } from '../rules/movement/reach.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { exitOf, isOnMap, type View, zoneOpens } from '../state.ts';
import { EXITS, otherSide, SIDES, type Terrain } from '../vocabulary.ts';
import { contactsInBrief, forcesByArea, openBattleLines, wholeAgenda } from './agenda.ts';
import {
  ending,
  goalLine,
  ifEndedNow,
  lineOfCommunications,
  lossesLine,
  pointsLine,
  reckoned,
  when,
} from './game-status.ts';
import { AREAS, areaOf, type FieldArea, findUnit, namesOfIds, sideAdjective, sideName, unitLabel } from './names.ts';

/** The whole position, for members who don't see the picture. @param odds whether it has the strengths of battles */
export function text(field: Field, view: View, odds: boolean): string {
  const over = ending(field, view);
  const score = reckoned(field, view, true);
  const ineffective = namesOfIds(field, view.ineffective, Number.POSITIVE_INFINITY);
  return compact(
    `**Road to Richmond** · ${when(field, view)}. ${pointsLine(scoreOf(field, view))}`,
    over && `**${over.headline}**`,
    wholeAgenda(field, view, odds),
    !view.over && [contactsInBrief(field, view), ...openBattleLines(field, view, odds), goalLine(field, view)],
    score && `**The score:** ${score}`,
    lossesLine(field, view),
    offMapLines(field, view),
    ineffective && `Ineffective: ${ineffective}.`,
    circumstances(field, view),
    '**On the map:**',
    forcesByArea(field, view).map(({ area, full }) => `- **${area.name}**: ${full}.`),
  ).join('\n');
}

/** Units still to come, and units that have left the map; the score lists eliminated ones. */
function offMapLines(field: Field, view: View): string[] {
  return SIDES.flatMap((side) => {
    const turnOf = (piece: Piece) => Math.max(view.turn, arrivalOf(view, piece) ?? 0);
    const waiting = piecesAt(field, view, side, 'waiting').toSorted((a, b) => turnOf(a) - turnOf(b));
    const coming = grouped(waiting, (piece) => String(turnOf(piece))).map(([turn, units]) => {
      const hexes = [...new Set(units.flatMap((piece) => entriesOf(field, view, piece)))];
      const time = Number(turn) === view.turn ? 'due now' : `in turn ${turn}`;
      return `${count(units.length, 'unit')} ${time} at ${listed(hexes, ' or ')}`;
    });
    const gone = EXITS.map((exit) => {
      const pieces = piecesAt(field, view, side, `off-${exit}`);
      return pieces.length > 0 && `off the map at ${exit}: ${count(pieces.length, 'unit')} (${strengthOf(pieces)})`;
    });
    const parts = compact(coming.length > 0 && `to come: ${coming.join(', ')}`, gone);
    return parts.length === 0 ? [] : [`**${sideName(side)}:** ${parts.join('; ')}.`];
  });
}

/**
 * Circumstances that change the legal orders or the score: early arrival, the command control zone, the points at the
 * end.
 */
function circumstances(field: Field, view: View): string[] {
  const end = ifEndedNow(field, view);
  if (view.variant === 'first-day') return compact(end);
  const opens = zoneOpens(view);
  const zone =
    opens === null ? 'closed to the Union' : opens <= view.turn ? 'open' : `closed to the Union until turn ${opens}`;
  const early =
    view.alarm === null
      ? 'Early arrival hasn’t been triggered yet.'
      : `Early arrival was triggered in turn ${view.alarm}.`;
  return compact(
    compact(`Command control zone: ${zone}. ${early}`, end).join(' '),
    !view.over && lineOfCommunications(field, view),
  );
}

/** Only whole lines, up to the length of a text. */
function wholeLines(lines: readonly string[]): string {
  return linesWithin(lines, LONGEST_TEXT - 1).join('\n');
}

/** Every unit by corps or division, in the order in which they first arrive, the seat's own side first. */
export function roster(field: Field, view: View, seat: SeatId | null): readonly RosterPart[] {
  return [...SIDES]
    .sort((a, b) => Number(b === seat) - Number(a === seat))
    .flatMap((side) => formationsOf(field, side))
    .map(({ name, side, pieces }) => ({
      title: `${name} (${sideAdjective(side)})`,
      lines: pieces
        .filter(({ id }) => view.where[id] !== undefined)
        .map((piece) => `${unitLabel(piece)}: ${whereabouts(field, view, piece)}`),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** "1107 Watt, moved", "arrives in turn 13 at 0412", "off the map at 1528", "eliminated" */
function whereabouts(field: Field, view: View, piece: Piece): string {
  const where = view.where[piece.id];
  const exit = exitOf(where);
  if (exit !== null) return `off the map at ${exit}`;
  if (where === 'lost') return 'eliminated';
  if (!isOnMap(where)) {
    const hexes = listed(entriesOf(field, view, piece), ' or ');
    return isDue(view, piece) ? `can enter at ${hexes}` : `arrives in turn ${arrivalOf(view, piece)} at ${hexes}`;
  }
  return [hexLabel(field, where), ...conditions(view, piece)].join(', ');
}

/** "moved", "ineffective" */
function conditions(view: View, { id, side }: Piece): string[] {
  return compact(
    side === view.side && view.step === 'move' && id in view.moved && 'moved',
    view.fought.pieces.includes(id) && 'has attacked',
    view.advanced.includes(id) && 'has advanced',
    view.shaken.retreated.includes(id) && 'has retreated',
    view.ineffective.includes(id) && 'ineffective',
  );
}

/** Hexes around a place that its text covers. */
const ROUND = 3;

/** The text for a hex and its surroundings, a unit, or an area; any other place means the whole field. */
export function textAt(field: Field, view: View, place: string): string {
  if (place === ALL) return text(field, view, true);
  const area = AREAS.find(({ id }) => id === place);
  if (area) return areaText(field, view, area);
  const unit = findUnit(field, place);
  const piece = unit === null ? undefined : field.piece.get(unit);
  if (piece) return pieceText(field, view, piece);
  const hex = findHex(field, place);
  return hex === null ? text(field, view, true) : wholeLines(hexLines(field, view, hex));
}

function areaText(field: Field, view: View, area: FieldArea): string {
  const board = boardOf(field, view);
  const inArea = field.hexes.filter((hex) => areaOf(field, hex) === area);
  const occupied = inArea.filter((hex) => board.at(hex).length > 0);
  const places = inArea.filter((hex) => field.hex.get(hex)?.name);
  const lines = compact(
    `**${area.name}**`,
    places.length > 0 && `Places: ${places.map((hex) => hexLabel(field, hex)).join(', ')}.`,
    crossingsIn(field, inArea),
    occupied.length > 0 ? occupied.map((hex) => `- ${stackLine(field, view, hex)}`) : 'Nobody stands there.',
  );
  return wholeLines(lines);
}

/** The bridges, fords and redoubts of some hexes, with their hexsides. */
function crossingsIn(field: Field, hexes: readonly HexId[]): string | null {
  const told = hexes.flatMap((hex) =>
    sidesOf(field, hex).flatMap((side) =>
      side.crossing === null && side.redoubt === null ? [] : [`${hex} ${sideInWords(side)}`],
    ),
  );
  return told.length === 0 ? null : `Bridges, fords and redoubts: ${told.join('; ')}.`;
}

function pieceText(field: Field, view: View, piece: Piece): string {
  const where = view.where[piece.id];
  const head = `**${unitLabel(piece)}**, ${sideAdjective(piece.side)} ${piece.kind}: ${whereabouts(field, view, piece)}.`;
  return isOnMap(where) ? wholeLines([head, ...hexLines(field, view, where)]) : head;
}

function hexLines(field: Field, view: View, id: HexId): string[] {
  const hex = field.hex.get(id);
  if (!hex) return [];
  const board = boardOf(field, view);
  const near = field.hexes
    .filter((other) => other !== id && board.at(other).length > 0 && HEX_GRID.distance(id, other) <= ROUND)
    .sort((a, b) => HEX_GRID.distance(id, a) - HEX_GRID.distance(id, b));
  const sides = sidesInWords(field, id);
  return compact(
    `**${hexLabel(field, id)}**: ${GROUND[hex.terrain]}.`,
    board.at(id).length > 0 ? stackLine(field, view, id) : 'Nobody stands there.',
    controlLine(field, view, id),
    reachLine(field, view, id),
    sides.length > 0 && `Hexsides: ${sides.join('; ')}.`,
    neighboursLine(field, id),
    placesNear(field, id),
    near.length > 0 && `**Within ${ROUND} hexes:**`,
    near.map((other) => `- ${wayInWords(field, id, other)}: ${stackLine(field, view, other)}`),
  );
}

/**
 * "Confederates who can get there now: Garland and Pickett (cost 3); Branch (cost 4)."
 * Of a hex held by the enemy it names the units that can get next to it.
 */
function reachLine(field: Field, view: View, id: HexId): string | null {
  if (view.over || view.step !== 'move' || view.pending.length > 0) return null;
  const isEnemys = boardOf(field, view).holder(id) === otherSide(view.side);
  const goals = isEnemys ? sidesOf(field, id).flatMap(({ to, barred }) => (barred ? [] : [to])) : [id];
  const can = moversOf(field, view)
    .filter((unit) => !unit.includes('+') && !goals.some((goal) => goal === view.where[unit]))
    .flatMap((unit) => {
      const costs = goals.flatMap((goal) => legTo(field, view, unit, undefined, goal)?.cost ?? []);
      return costs.length === 0 ? [] : [{ unit, cost: Math.min(...costs) }];
    })
    .sort((one, other) => one.cost - other.cost);
  const told = grouped(can, ({ cost }) => String(cost)).map(([cost, units]) => {
    const ids = units.map(({ unit }) => unit);
    return `${namesOfIds(field, ids, Number.POSITIVE_INFINITY)} (cost ${cost})`;
  });
  return `${sideName(view.side)} who can get ${isEnemys ? 'next to it' : 'there'} now: ${told.join('; ') || 'none'}.`;
}

/** "Beside it: north 1307, forest; south-east 1409, clear ground." */
function neighboursLine(field: Field, id: HexId): string {
  const told = sidesOf(field, id).flatMap(({ to, direction }) => {
    const hex = field.hex.get(to);
    return hex ? [`${DIRECTION_NAMES[direction]} ${hexLabel(field, to)}, ${GROUND[hex.terrain]}`] : [];
  });
  return `Beside it: ${told.join('; ')}.`;
}

/** The distances of named places, the nearest first. */
function placesNear(field: Field, id: HexId): string {
  const distance = (hex: HexId) => HEX_GRID.distance(id, hex);
  const near = field.hexes
    .filter((hex) => hex !== id && field.hex.get(hex)?.name)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 8);
  return `Places near: ${near.map((hex) => `${hexLabel(field, hex)} ${wayInWords(field, id, hex)}`).join('; ')}.`;
}

const GROUND: { readonly [terrain in Terrain]: string } = {
  clear: 'clear ground',
  town: 'a town',
  forest: 'forest',
  rough: 'rough ground, defenders doubled',
  forest_rough: 'swamp forest, defenders doubled',
};

function stackLine(field: Field, view: View, hex: HexId): string {
  const pieces = boardOf(field, view).at(hex);
  const [first] = pieces;
  const told = pieces.map((piece) => [unitLabel(piece), ...conditions(view, piece)].join(', '));
  return `${hexLabel(field, hex)}, ${first ? sideName(first.side) : 'nobody'}: ${listed(told)}.`;
}

function controlLine(field: Field, view: View, hex: HexId): string | null {
  const board = boardOf(field, view);
  const holder = board.holder(hex);
  const sides = SIDES.filter((side) => board.controls(side, hex) && holder !== side);
  if (sides.length === 0) return null;
  const pinned = holder === null ? '' : ': units there can’t move';
  return `In ${sides.map(sideAdjective).join(' and ')} zones of control${pinned}.`;
}

/** The sides of a hex with ways or waters, by direction: "north a road, Duane’s Bridge over the Chickahominy River". */
function sidesInWords(field: Field, hex: HexId): readonly string[] {
  return compact(sidesOf(field, hex).map(sideInWords));
}

/** `null` for a side with none. */
function sideInWords({ link, water, waterName, crossing, crossingName, redoubt, direction }: FieldHexside) {
  const works = redoubt === null ? '' : redoubt === 'out' ? 'a redoubt facing out' : 'the face of a redoubt';
  const over = crossing === null ? '' : (crossingName ?? `a ${crossing}`);
  const wet = water === null ? '' : (waterName ?? water);
  const name = over === '' || wet === '' ? `${over}${wet}` : `${over} over ${wet.replace(/^.* River$/, 'the $&')}`;
  const what = compact(link !== null && `a ${link}`, name, works).join(', ');
  return what === '' ? null : `${DIRECTION_NAMES[direction]} ${what}`;
}
