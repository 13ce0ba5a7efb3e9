import type { HexId } from '../../kit/hex/grid.ts';
import { oncePer } from '../../kit/memo.ts';
import { atMost, listed } from '../../kit/words.ts';
import { type Field, HEX_GRID, type Hex, type Piece } from './field.ts';
import { COLUMNS, type Column, EXITS, type ExitId, type PieceId, type Side } from './vocabulary.ts';

/** What pieces and hexes are called, and which of them a member means by what is typed. Nothing here depends on a position. */

export const NOBODY = 'Nobody';
const OFF = 'off-';

/** "Confederacy", "Union": as an owner of points. */
export function sideName(side: Side): string {
  return side === 'union' ? 'Union' : 'Confederacy';
}

/** "Confederate", "Union": before a noun. */
export function sideAdjective(side: Side): string {
  return side === 'union' ? 'Union' : 'Confederate';
}

/** "the Union", "the Confederates": who does something. */
export function sidePeople(side: Side): string {
  return side === 'union' ? 'the Union' : 'the Confederates';
}

/** The name as it is spoken: "Buchanan", "Jones artillery", "1st Cavalry Reserve". */
function spoken({ name, kind }: Piece): string {
  const short = name.replace(/ Brigade,/, '').replace(/^([A-Z])([A-Z]) (?!Corps)/, '$1.$2. ');
  const branch = kind === 'artillery' || kind === 'cavalry' ? kind : '';
  return branch === '' || short.toLowerCase().includes(branch) ? short : `${short} ${branch}`;
}

/** A brigade of a numbered division is known by its designation; elsewhere the name says it all. */
function numbered({ designation }: Piece): boolean {
  return designation.includes('/');
}

/** As a choice shows it, with its strength: "Buchanan 1/2/V (5)", "J.R. Anderson (7)", "Army Train". No comma, no plus. */
export function unitLabel(piece: Piece): string {
  const name = numbered(piece) ? `${spoken(piece)} ${piece.designation}` : spoken(piece);
  return piece.kind === 'train' ? name : `${name} (${piece.strength})`;
}

export function unitsLabel(pieces: readonly Piece[]): string {
  return listed(pieces.map(unitLabel));
}

/** Inside a sentence: "Buchanan"; with its designation where another piece of the field has the same name. */
export function unitName(field: Field, piece: Piece): string {
  const name = spoken(piece);
  const shared = numbered(piece) && namesOf(field).shared.has(name);
  return shared ? `${name} ${piece.designation}` : name;
}

/** "Buchanan and Lovell"; of more than `most` so many and how many others: "Buchanan, Lovell and 3 others". */
export function unitNames(field: Field, pieces: readonly Piece[], most = 4): string {
  const names = pieces.map((piece) => unitName(field, piece));
  return atMost(names, most);
}

/** By their ids, those that the field has. */
export function namesOfIds(field: Field, ids: readonly PieceId[], most = 4): string {
  return unitNames(
    field,
    ids.flatMap((id) => field.piece.get(id) ?? []),
    most,
  );
}

/** "1004 New Cold Harbor", "0607 by Duane's Bridge", "1106 near Watt", "2210". */
export function hexLabel(field: Field, hex: HexId): string {
  return namesOf(field).hex.get(hex) ?? hex;
}

/** As `hexLabel`, without what a hex that has no name is near: "1107 Watt", "1106". */
export function hexBriefly(field: Field, hex: HexId): string {
  return field.hex.get(hex)?.name ? hexLabel(field, hex) : hex;
}

/** "1107 Watt and 1206 near Watt" */
export function targetLabel(field: Field, hexes: readonly HexId[]): string {
  return listed(hexes.map((hex) => hexLabel(field, hex)));
}

/** "Off the map by 1528 White Oak Bridge road" */
export function exitLabel(field: Field, exit: ExitId): string {
  return `Off the map by ${exit} ${field.exits[exit].name.replace(/ Road$/, ' road')}`;
}

/** A destination of a move: a hex, or `off-1528`. */
export function destinationLabel(field: Field, to: string): string {
  const exit = EXITS.find((one) => to === `${OFF}${one}`);
  return exit ? exitLabel(field, exit) : hexLabel(field, to);
}

/** The piece meant by its id, label, designation or name, however it is written; null: none. */
export function findUnit(field: Field, text: string): PieceId | null {
  return namesOf(field).unitOf.get(plain(text)) ?? null;
}

/** Pieces joined by a plus, a comma or "and", in the order of `units.json`; null: one of them is none, or stands there twice. */
export function findUnits(field: Field, text: string): readonly PieceId[] | null {
  const whole = findUnit(field, text);
  if (whole !== null) return [whole];
  const found = text.split(/\+|,|&| and /i).map((part) => findUnit(field, part));
  const ids = found.filter((id) => id !== null);
  if (ids.length < found.length || new Set(ids).size < ids.length) return null;
  return ids.sort((a, b) => indexOf(field, a) - indexOf(field, b));
}

/** The hex meant by its number, with or without what stands behind it, or by the name of its place; null: none. */
export function findHex(field: Field, text: string): HexId | null {
  const [, number] = /^\s*(\d{4})(?!\d)/.exec(text) ?? [];
  if (number !== undefined) return field.hex.has(number) ? number : null;
  return namesOf(field).hexOf.get(plain(text)) ?? null;
}

/** Hexes joined by a plus, a comma or "and", in the order of their ids; null: one of them is none, or stands there twice. */
export function findHexes(field: Field, text: string): readonly HexId[] | null {
  const found = text.split(/\+|,|&| and /i).map((part) => findHex(field, part));
  const hexes = found.filter((hex) => hex !== null);
  if (hexes.length < found.length || new Set(hexes).size < hexes.length) return null;
  return hexes.sort();
}

/** A hex, or `off-0117`, `off-1528`, by value or label. */
export function findDestination(field: Field, text: string): string | null {
  const typed = plain(text);
  const exit = EXITS.find((one) => typed === plain(`${OFF}${one}`) || typed === plain(exitLabel(field, one)));
  return exit ? `${OFF}${exit}` : findHex(field, text);
}

/** "2-1", "2:1", "2-1, 24 against 12" */
export function findColumn(text: string): Column | null {
  const [, one, other] = /^\s*(\d)\s*[-:–]\s*(\d)(?!\d)/.exec(text) ?? [];
  return COLUMNS.find((column) => column === `${one}-${other}`) ?? null;
}

/** Letters and digits alone, and no case: "Gaines’ Mill", "gaines-mill" and "GAINES' MILL" are one name. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}

function indexOf(field: Field, id: PieceId): number {
  return field.piece.get(id)?.index ?? -1;
}

interface Names {
  readonly unitOf: ReadonlyMap<string, PieceId>;
  readonly hexOf: ReadonlyMap<string, HexId>;
  readonly hex: ReadonlyMap<HexId, string>;
  /** Spoken names that more than one piece has. */
  readonly shared: ReadonlySet<string>;
}

const namesOf = oncePer(made);

function made(field: Field): Names {
  const unitOf = new Map<string, PieceId>();
  // What is printed on a counter goes before what two may be called.
  const written: readonly ((piece: Piece) => readonly string[])[] = [
    ({ id }) => [id],
    (piece) => [unitLabel(piece)],
    ({ designation }) => [designation],
    (piece) => [spoken(piece), piece.name],
    (piece) => [`${piece.designation} ${spoken(piece)}`, `${spoken(piece)} ${piece.designation}`],
  ];
  for (const forms of written)
    for (const piece of field.pieces)
      for (const form of forms(piece)) if (!unitOf.has(plain(form))) unitOf.set(plain(form), piece.id);

  const hex = new Map<HexId, string>();
  const hexOf = new Map<string, HexId>();
  for (const one of field.hex.values()) {
    hex.set(one.id, labelOf(field, one));
    if (one.name === null) continue;
    for (const form of [one.name, one.name.replace(/ \(.*\)$/, '')]) hexOf.set(plain(form), one.id);
  }
  const spokenOnce = field.pieces.map(spoken);
  const shared = new Set(spokenOnce.filter((name, index) => spokenOnce.indexOf(name) !== index));
  return { unitOf, hexOf, hex, shared };
}

/** How far a place may be for a hex to be called by it. */
const NEAR = 2;

function labelOf(field: Field, { id, name, sides }: Hex): string {
  if (name !== null) return `${id} ${name}`;
  const off = field.places.find(({ hex, kind }) => hex === id && kind === 'off');
  if (off) return `${id} ${off.name.replace(/^(to|from) /, '')} road`;
  const crossing = sides.find(({ crossingName }) => crossingName !== null);
  if (crossing) return `${id} by ${crossing.crossingName}`;
  let nearest: string | null = null;
  let best = NEAR + 1;
  for (const place of field.places) {
    const far = place.kind === 'off' ? best : HEX_GRID.distance(id, place.hex);
    if (far < best) [nearest, best] = [place.name.replace(/ \(.*\)$/, ''), far];
  }
  return nearest === null ? id : `${id} near ${nearest}`;
}
