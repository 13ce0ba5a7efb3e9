import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { atMost, listed } from '../../../kit/plain-english.ts';
import { findEach, nameIndex, plainName } from '../../../kit/typed-names.ts';
import { type Field, type Piece, piecesNamed } from '../field.ts';
import { COLUMNS, type Column, EXITS, type ExitId, type PieceId, type Side } from '../vocabulary.ts';

/** What pieces and hexes are called, and which of them a member means by what is typed. Nothing here depends on a position. */

export const NOBODY = 'Nobody';
const OFF = 'off-';

/** "Confederates", "Union": as an owner of points. */
export function sideName(side: Side): string {
  return side === 'union' ? 'Union' : 'Confederates';
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

/** On a counter, whose symbol says the branch: "Buchanan", "1st Reserve", "1st Cavalry", "Train". */
export function counterName(piece: Piece): string {
  if (piece.kind === 'train') return piece.designation;
  return spoken(piece)
    .replace(/ (artillery|cavalry)$/, '')
    .replace(/ Cavalry Reserve$/, ' Cavalry');
}

/** A brigade of a numbered division is known by its designation; elsewhere the name says it all. */
function numbered({ designation }: Piece): boolean {
  return designation.includes('/');
}

/** As a choice shows it, with its strength: "Buchanan 1/2/V (5)", "J.R. Anderson (7)", "The Train". No comma, no plus. */
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
  const shared = numbered(piece) && sharedOf(field).has(name);
  return shared ? `${name} ${piece.designation}` : name;
}

/** Names with strengths, as a list has them: "Buchanan 5", "Lovell 7", "the Train"; "The Train" where it begins. */
export function withStrengths(field: Field, pieces: readonly Piece[]): string[] {
  return pieces.map((piece, index) => {
    const name = unitName(field, piece);
    if (piece.kind === 'train') return index > 0 ? withinSentence(name) : name;
    return `${name} ${piece.strength}`;
  });
}

/** "Buchanan and Lovell"; of more than `most` so many and how many others: "Buchanan, Lovell and 3 others". */
export function unitNames(field: Field, pieces: readonly Piece[], most = 4, called = unitName): string {
  const [first, ...others] = pieces.map((piece) => called(field, piece));
  return first === undefined ? '' : atMost([first, ...others.map(withinSentence)], most);
}

/** "The Train and Warren" where it does not begin: "the Train and Warren". */
export function withinSentence(names: string): string {
  return names.replace(/^The Train\b/, 'the Train');
}

/** By their ids, those that the field has. */
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
  const exit = EXITS.find((one) => to === `${OFF}${one}`);
  return exit ? exitLabel(field, exit) : hexLabel(field, to);
}

/** The piece meant by its id, label, designation or name, however it is written, one of `side` first; null: none. */
export function findUnit(field: Field, text: string, side?: Side): PieceId | null {
  const names = unitsByName(field);
  const typed = plainName(text);
  return (side && names[side].get(typed)) ?? names.all.get(typed) ?? null;
}

/** Pieces joined by a plus, a comma or "and", in the order of `units.json`; null: one is no piece, or is named twice. */
export function findUnits(field: Field, text: string, side?: Side): readonly PieceId[] | null {
  const whole = findUnit(field, text, side);
  if (whole !== null) return [whole];
  const index = (id: PieceId) => field.piece.get(id)?.index ?? -1;
  return findEach(text, (part) => findUnit(field, part, side))?.sort((a, b) => index(a) - index(b)) ?? null;
}

/** A hex, or `off-0117`, `off-1528`, by value or label. */
export function findDestination(field: Field, text: string): string | null {
  const typed = plainName(text);
  const exit = EXITS.find((one) => typed === plainName(`${OFF}${one}`) || typed === plainName(exitLabel(field, one)));
  return exit ? `${OFF}${exit}` : findHex(field, text);
}

/** "2-1", "2:1", "2-1, 24 against 12" */
export function findColumn(text: string): Column | null {
  const [, one, other] = /^\s*(\d)\s*[-:–]\s*(\d)(?!\d)/.exec(text) ?? [];
  return COLUMNS.find((column) => column === `${one}-${other}`) ?? null;
}

/** What a unit may be called: what is printed on its counter goes before what two may be called. */
const NAME_FORMS: readonly ((piece: Piece) => readonly string[])[] = [
  ({ id }) => [id],
  (piece) => [unitLabel(piece)],
  ({ designation }) => [designation],
  (piece) => [spoken(piece), piece.name],
  (piece) => [`${piece.designation} ${spoken(piece)}`, `${spoken(piece)} ${piece.designation}`],
];

/** Units by what they may be called, in plain letters: of everybody, and of each side. */
export const unitsByName = oncePer((field: Field) => {
  const of = (pieces: readonly Piece[]) => nameIndex(pieces, ({ id }) => id, NAME_FORMS);
  const side = (own: Side) => of(field.pieces.filter((piece) => piece.side === own));
  return { all: of(field.pieces), confederate: side('confederate'), union: side('union') };
});

/** Spoken names that more than one piece has. */
const sharedOf = oncePer((field: Field): ReadonlySet<string> => {
  const names = field.pieces.map(spoken);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
});
