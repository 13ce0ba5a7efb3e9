import AREA_FILE from '../../../../assets/road-to-richmond/areas.json' with { type: 'json' };
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { findHex, hexLabel, shortHex } from '../../../kit/hex/hex-names.ts';
import { trace } from '../../../kit/hex/search.ts';
import { bestBy } from '../../../kit/machine-search.ts';
import { oncePer } from '../../../kit/memo.ts';
import { atMost, listed } from '../../../kit/plain-english.ts';
import { sideNames } from '../../../kit/shared-vocabulary.ts';
import { findEach, nameIndex, nameKey } from '../../../kit/typed-names.ts';
import { type Field, HEX_GRID, type Piece, piecesNamed } from '../field.ts';
import { exitOf } from '../state.ts';
import { COLUMNS, type Column, EXITS, type ExitId, type PieceId, type Side, type Where } from '../vocabulary.ts';

/** Names of areas, pieces and hexes, and their reading from typed text. No name depends on a position. */

/** The field divided into areas around well-known places, for members who read the position instead of seeing it. */
export interface FieldArea {
  readonly id: string;
  readonly name: string;
  /** Inside a sentence: "at Gaines’ Mill". */
  readonly at: string;
  readonly bank: string;
  readonly centre: HexId;
  /** A hex belongs to the area that has the nearest of these. */
  readonly round: readonly HexId[];
}

const { river, south, areas } = AREA_FILE;

/** From north-west to south-east, as members read them. */
export const AREAS: readonly FieldArea[] = areas;

export function areaOf(field: Field, hex: HexId): FieldArea {
  return areasOf(field).get(hex) ?? (AREAS[0] as FieldArea);
}

const areasOf = oncePer((field: Field): ReadonlyMap<HexId, FieldArea> => {
  // Everything reachable on foot from the south-west corner without crossing the river, even by bridge.
  const southBank = trace([south], (hex) =>
    sidesOf(field, hex).flatMap(({ to, waterName }) => (waterName === river ? [] : [to])),
  );
  return new Map(field.hexes.map((hex) => [hex, nearestArea(hex, southBank.has(hex) ? 'south' : 'north')]));
});

function nearestArea(hex: HexId, bank: FieldArea['bank']): FieldArea {
  const distance = ({ round }: FieldArea) => Math.min(...round.map((one) => HEX_GRID.distance(hex, one)));
  const there = AREAS.filter((area) => area.bank === bank);
  return bestBy(there, (area) => -distance(area)) as FieldArea;
}

export const NOBODY = 'Nobody';
const OFF = 'off-';

export const { sideName, sideAdjective, sidePeople, sideDoes } = sideNames<Side>('union');

/** The spoken name: "Buchanan", "Jones artillery", "1st Cavalry Reserve". */
function spoken({ name, kind }: Piece): string {
  const short = name.replace(/ Brigade,/, '').replace(/^([A-Z])([A-Z]) (?!Corps)/, '$1.$2. ');
  const branch = kind === 'artillery' || kind === 'cavalry' ? kind : '';
  return branch === '' || short.toLowerCase().includes(branch) ? short : `${short} ${branch}`;
}

/** A counter's symbol already shows the branch: "Buchanan", "1st Reserve", "1st Cavalry", "Train". */
export function counterName(piece: Piece): string {
  if (piece.kind === 'train') return piece.designation;
  return spoken(piece)
    .replace(/ (artillery|cavalry)$/, '')
    .replace(/ Cavalry Reserve$/, ' Cavalry');
}

/** Whether a unit is a brigade of a numbered division: 1/2/V. Labels then have its designation. */
function hasDivision({ designation }: Piece): boolean {
  return designation.includes('/');
}

/**
 * A choice's label with the strength: "Buchanan 1/2/V (5)", "J.R. Anderson (7)", "The Train". It has no comma and no
 * plus, which separate units.
 */
export function unitLabel(piece: Piece): string {
  const name = hasDivision(piece) ? `${spoken(piece)} ${piece.designation}` : spoken(piece);
  return piece.kind === 'train' ? name : `${name} (${piece.strength})`;
}

export function unitsLabel(pieces: readonly Piece[]): string {
  return listed(pieces.map(unitLabel));
}

/** Inside a sentence: "Buchanan", with its designation if another piece has the same name. */
export function unitName(field: Field, piece: Piece): string {
  const name = spoken(piece);
  const isShared = hasDivision(piece) && sharedOf(field).has(name);
  return isShared ? `${name} ${piece.designation}` : name;
}

/** Names with strengths for a list: "Buchanan 5", "Lovell 7", "the Train"; "The Train" at its beginning. */
export function withStrengths(field: Field, pieces: readonly Piece[]): string[] {
  return pieces.map((piece, index) => {
    const name = unitName(field, piece);
    if (piece.kind === 'train') return index > 0 ? withinSentence(name) : name;
    return `${name} ${piece.strength}`;
  });
}

/** "Buchanan and Lovell"; beyond `most`, "Buchanan, Lovell and 3 others". */
export function unitNames(field: Field, pieces: readonly Piece[], most = 4, called = unitName): string {
  const [first, ...others] = pieces.map((piece) => called(field, piece));
  return first === undefined ? '' : atMost([first, ...others.map(withinSentence)], most);
}

/** Lowers the article of "The Train and Warren" for the inside of a sentence. */
export function withinSentence(names: string): string {
  return names.replace(/^The Train\b/, 'the Train');
}

/** The pieces' names; unknown ids are skipped. */
export function namesOfIds(field: Field, ids: readonly PieceId[], most = 4, called = unitName): string {
  return unitNames(field, piecesNamed(field, ids), most, called);
}

/** "1528 White Oak Bridge road" */
export function exitName(field: Field, exit: ExitId): string {
  return `${exit} ${field.exits[exit].name.replace(/ Road$/, ' road')}`;
}

/** "Off the map at 1528 White Oak Bridge road" */
export function exitLabel(field: Field, exit: ExitId): string {
  return `Off the map at ${exitName(field, exit)}`;
}

/** A destination of a move: a hex, or `off-1528`. */
export function destinationLabel(field: Field, to: string): string {
  const exit = exitOf(to as Where);
  return exit ? exitLabel(field, exit) : hexLabel(field, to);
}

/** "to 1004 New Cold Harbor", "off the map at 1528 White Oak Bridge road" */
export function destination(field: Field, to: string): string {
  const label = destinationLabel(field, to);
  return to.startsWith(OFF) ? label.replace(/^./, (letter) => letter.toLowerCase()) : `to ${label}`;
}

/** The hexes of a battle, "1107+1206", by name. */
export function target(field: Field, hexes: string): string {
  return hexesLabel(field, hexes.split('+'));
}

/**
 * The piece meant by an id, label, designation or name in any spelling, preferably of `side`; `null` if there is none.
 */
export function findUnit(field: Field, text: string, side?: Side): PieceId | null {
  const names = unitsByName(field);
  const typed = nameKey(text);
  return (side && names[side].get(typed)) ?? names.all.get(typed) ?? null;
}

/**
 * Pieces separated by a plus, a comma or "and", in the order of `units.json`; `null` if one is unknown or named twice.
 */
export function findUnits(field: Field, text: string, side?: Side): readonly PieceId[] | null {
  const whole = findUnit(field, text, side);
  if (whole !== null) return [whole];
  const index = (id: PieceId) => field.piece.get(id)?.index ?? -1;
  return findEach(text, (part) => findUnit(field, part, side))?.sort((a, b) => index(a) - index(b)) ?? null;
}

/** A hex, or `off-0117`, `off-1528`, by value or label. */
export function findDestination(field: Field, text: string): string | null {
  const typed = nameKey(text);
  const exit = EXITS.find((one) => typed === nameKey(`${OFF}${one}`) || typed === nameKey(exitLabel(field, one)));
  return exit ? `${OFF}${exit}` : findHex(field, text);
}

/** "2-1", "2:1", "2-1, 24 against 12" */
export function findColumn(text: string): Column | null {
  const [, one, other] = /^\s*(\d)\s*[-:–]\s*(\d)(?!\d)/.exec(text) ?? [];
  return COLUMNS.find((column) => column === `${one}-${other}`) ?? null;
}

/** The accepted names of a unit; forms on its counter come before forms that two units may share. */
const NAME_FORMS: readonly ((piece: Piece) => readonly string[])[] = [
  ({ id }) => [id],
  (piece) => [unitLabel(piece)],
  ({ designation }) => [designation],
  (piece) => [spoken(piece), piece.name],
  (piece) => [`${piece.designation} ${spoken(piece)}`, `${spoken(piece)} ${piece.designation}`],
];

/** Units by their accepted names in plain letters, for both sides and for each. */
export const unitsByName = oncePer((field: Field) => {
  const index = (pieces: readonly Piece[]) => nameIndex(pieces, ({ id }) => id, NAME_FORMS);
  const ofSide = (side: Side) => index(field.pieces.filter((piece) => piece.side === side));
  return { all: index(field.pieces), confederate: ofSide('confederate'), union: ofSide('union') };
});

/** Spoken names of more than one piece. */
const sharedOf = oncePer((field: Field): ReadonlySet<string> => {
  const names = field.pieces.map(spoken);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
});

/** "1107 Watt and 1206 near Watt" */
export function hexesLabel(field: Field, hexes: readonly HexId[]): string {
  return listed(hexes.map((hex) => hexLabel(field, hex)));
}

export function shortHexes(field: Field, hexes: readonly HexId[]): string {
  return listed(hexes.map((hex) => shortHex(field, hex)));
}

/** Hexes joined by a plus, a comma or "and", in the order of their ids; null if one is no hex, or is named twice. */
export function findHexes(field: Field, text: string): readonly HexId[] | null {
  return findEach(text, (part) => findHex(field, part))?.sort() ?? null;
}
