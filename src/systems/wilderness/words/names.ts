import type { Choice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { choice } from '../../../kit/order-rules.ts';
import { atMost, shortened } from '../../../kit/plain-english.ts';
import { sideNames } from '../../../kit/shared-vocabulary.ts';
import { findEach, nameIndex, nameKey } from '../../../kit/typed-names.ts';
import type { Board } from '../board.ts';
import type { Theatre } from '../theatre.ts';
import type { Side, UnitId } from '../vocabulary.ts';

/** A typed list of units may say this instead. */
export const NOBODY = 'nobody';

export const { sideName, sideAdjective, sideDoes } = sideNames<Side>('union');

/** The name of a combat table, after the defenders' total strength: "strength 1–4", "strength 9 or more" [5.2]. */
export function strengthBand(table: string): string {
  return `strength ${table.replace('-', '–').replace('+', ' or more')}`;
}

/** "V", "Heth", "Dummy 3", "Washington" */
export function unitName(theatre: Pick<Theatre, 'unit' | 'fort'>, id: UnitId): string {
  return theatre.unit.get(id)?.name ?? theatre.fort.get(id)?.name ?? id;
}

/** In a sentence: "V Corps", "Torbert’s cavalry", "the Valley division", "the fortification at Petersburg". */
export function unitWords(theatre: Pick<Theatre, 'unit' | 'fort'>, id: UnitId): string {
  const unit = theatre.unit.get(id);
  const fort = theatre.fort.get(id);
  const { inSentences } = unit ?? fort ?? {};
  if (inSentences !== undefined) return inSentences;
  if (!unit) return `the fortification at ${fort?.name ?? id}`;
  if (unit.kind === 'cavalry') return `${unit.name}’s cavalry`;
  return unit.kind === 'infantry' && unit.side === 'union' ? `${unit.name} Corps` : unit.name;
}

/** "V Corps, Grant and 2 others" */
export function unitsWords(theatre: Theatre, ids: readonly UnitId[], most = 8): string {
  return atMost(
    ids.map((id) => unitWords(theatre, id)),
    most,
  );
}

/** "V, VI, Grant": what a menu shows and `unitsTyped` reads. */
export function unitsLabel(theatre: Theatre, ids: readonly UnitId[], most = 80): string {
  return shortened(ids.map((id) => unitName(theatre, id)).join(', '), most);
}

export function hexName(theatre: Theatre, hex: HexId): string {
  return theatre.hex.has(hex) ? hexLabel(theatre, hex) : 'that hex';
}

export function aroundHex(theatre: Theatre, hex: HexId): string {
  return `Around ${hexName(theatre, hex)}`;
}

/** "2028 Rapidan Station and 2129" */
export function hexNames(theatre: Theatre, hexes: readonly HexId[], most = 4): string {
  return atMost(
    hexes.map((hex) => hexName(theatre, hex)),
    most,
  );
}

export function hexChoice(theatre: Theatre, hex: HexId, hint?: string): Choice {
  const label = hexName(theatre, hex);
  return choice(hex, label, hint && shortened(hint, 96 - label.length));
}

/** A unit of the side as a choice, with where it stands. */
export function unitChoice(
  { theatre, board }: { readonly theatre: Theatre; readonly board: Board },
  id: UnitId,
): Choice {
  const piece = board.piece(id);
  const strength = piece?.kind === 'infantry' ? `${piece.strength}, ` : '';
  return choice(id, unitName(theatre, id), piece && `${strength}${hexName(theatre, piece.hex)}`);
}

const named = oncePer((theatre: Theatre) =>
  nameIndex<{ readonly id: UnitId; readonly name: string }, UnitId>(
    [...theatre.units, ...theatre.forts],
    ({ id }) => id,
    [({ id }) => [id], ({ name }) => [name], ({ id }) => [unitWords(theatre, id)]],
  ),
);

/** The unit or fortification that a typed text names. */
export function unitTyped(theatre: Theatre, text: string): UnitId | null {
  return named(theatre).get(nameKey(text)) ?? null;
}

/** Units joined by a plus, a comma or "and", in the order of `units.json`; `null` if one is unknown or repeated. */
export function unitsTyped(theatre: Theatre, text: string): readonly UnitId[] | null {
  const found = findEach(text, (part) => unitTyped(theatre, part));
  const index = (id: UnitId) => theatre.unit.get(id)?.index ?? -1;
  return found?.sort((one, other) => index(one) - index(other)) ?? null;
}

/** Title of a picture of hexes in reach. `from`: the hex that units leave, if any. */
export function inReach(verb: string, from: string | null): string {
  if (verb === 'place') return 'Where it can stand';
  return from === null ? 'Hexes to choose from' : `Where they can go from ${from}`;
}
