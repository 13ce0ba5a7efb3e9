import { grouped } from '../../kit/plain-english.ts';
import type { Field, Piece } from './field.ts';
import type { PieceId, Side } from './vocabulary.ts';

/** Corps and divisions, used only to list units; no rule depends on them. */
export interface Formation {
  readonly name: string;
  readonly side: Side;
  /** In the order of `units.json`. */
  readonly pieces: readonly Piece[];
}

/** Confederate counters do not print their divisions; Union ones do. */
const DIVISIONS: readonly (readonly [name: string, pieces: readonly PieceId[]])[] = [
  ['D.H. Hill’s division', ['c-rodes', 'c-gb-and', 'c-garland', 'c-colquit', 'c-ripley']],
  ['Longstreet’s division', ['c-kemper', 'c-rh-and', 'c-pickett', 'c-wilcox', 'c-pryor', 'c-fthrstn']],
  ['A.P. Hill’s division', ['c-field', 'c-gregg', 'c-jr-and', 'c-branch', 'c-archer', 'c-pender']],
  ['Jackson’s division', ['c-winder', 'c-cnngham', 'c-flkrsn', 'c-lawton']],
  ['Ewell’s division', ['c-elzey', 'c-trimble', 'c-taylor', 'c-johnson']],
  ['Whiting’s division', ['c-hood', 'c-law']],
  ['Magruder’s division', ['c-cobb', 'c-griffth']],
  ['D.R. Jones’s division', ['c-toombs', 'c-gt-and']],
  ['McLaws’s division', ['c-semmes', 'c-kershaw']],
  ['Huger’s division', ['c-mahone', 'c-wright', 'c-armstd']],
];

const OTHERS: { readonly [kind in Piece['kind']]: string } = {
  infantry: 'Other infantry',
  artillery: 'Artillery',
  cavalry: 'Cavalry',
  train: 'Train',
};

/** "V Corps"; "2/V" is its second division. `null` for a piece outside the divisions. */
export function divisionOf({
  side,
  kind,
  designation,
}: Piece): { readonly corps: string; readonly division: string } | null {
  const [, division, corps] = /^\d+\/(\d+)\/([IVX]+)$/.exec(designation) ?? [];
  if (side !== 'union' || kind !== 'infantry' || division === undefined || corps === undefined) return null;
  return { corps: `${corps} Corps`, division: `${division}/${corps}` };
}

/** A piece's corps or division, or else its branch. */
function formationOf(piece: Piece): string {
  const corps = divisionOf(piece)?.corps ?? (/^[IVX]+ Corps/.exec(piece.name) ?? [])[0];
  if (corps !== undefined) return corps;
  return DIVISIONS.find(([, pieces]) => pieces.includes(piece.id))?.[0] ?? OTHERS[piece.kind];
}

/** The formations of a side in the order in which they first arrive. */
export function formationsOf(field: Field, side: Side): readonly Formation[] {
  const own = field.pieces.filter((piece) => piece.side === side);
  return grouped(own, formationOf).map(([name, pieces]) => ({ name, side, pieces }));
}
