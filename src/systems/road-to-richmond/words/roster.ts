import type { RosterPart, SeatId } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { listed } from '../../../kit/plain-english.ts';
import type { Field, Piece } from '../field.ts';
import { formationsOf } from '../formations.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/arrivals.ts';
import { exitOf, isOnMap, type View } from '../state.ts';
import { SIDES } from '../vocabulary.ts';
import { sideAdjective, unitLabel } from './unit-names.ts';

/**
 * Every unit by corps or division, the seat's own side first. On each side, formations on the map or able to enter come first, then corps by number,
 * divisions, guns, cavalry and Train. Within a formation, units that can act come first.
 */
export function roster(field: Field, view: View, seat: SeatId | null): readonly RosterPart[] {
  const sides = [...SIDES].sort((a, b) => Number(b === seat) - Number(a === seat));
  return sides.flatMap((side) =>
    formationsOf(field, side)
      .map(({ name, pieces }) => ({ name, pieces: pieces.filter(({ id }) => view.where[id] !== undefined) }))
      .filter(({ pieces }) => pieces.length > 0)
      .map(({ name, pieces }) => ({ name, pieces: pieces.toSorted((a, b) => absence(view, a) - absence(view, b)) }))
      .map((part) => ({ ...part, away: Math.min(2, absence(view, part.pieces[0] as Piece)), kind: kindOf(part.name) }))
      .sort((a, b) => a.away - b.away || a.kind - b.kind)
      .map(({ name, pieces }) => ({
        title: `${name} (${sideAdjective(side)})`,
        lines: pieces.map((piece) => `${unitLabel(piece)}: ${whereabouts(field, view, piece)}`),
      })),
  );
}

/** A piece's distance from the game: 0 on the map or free to enter; then by turn, still to come; then off the map; then lost. */
function absence(view: View, piece: Piece): number {
  const where = view.where[piece.id];
  if (isOnMap(where) || isDue(view, piece)) return 0;
  if (where === 'waiting') return 2 + (arrivalOf(view, piece) ?? 0);
  return exitOf(where) === null ? GONE + 1 : GONE;
}
const GONE = 100;

const CORPS = ['II', 'III', 'IV', 'V', 'VI'];
const BRANCHES = ['Artillery', 'Cavalry', 'Train'];

/** Corps by number, then divisions in order, then other units. */
function kindOf(name: string): number {
  const corps = CORPS.indexOf(name.replace(/ Corps$/, ''));
  const branch = BRANCHES.indexOf(name);
  return corps >= 0 ? corps : branch >= 0 ? CORPS.length + 1 + branch : CORPS.length;
}

/** "1107 Watt, moved", "arrives in turn 13 at 0412", "off the map at 1528", "eliminated" */
export function whereabouts(field: Field, view: View, piece: Piece): string {
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
export function conditions(view: View, { id, side }: Piece): string[] {
  const inTurn = side === view.side;
  return [
    ...(inTurn && view.step === 'move' && id in view.moved ? ['moved'] : []),
    ...(view.fought.pieces.includes(id) ? ['has attacked'] : []),
    ...(view.advanced.includes(id) ? ['has advanced'] : []),
    ...(view.shaken.retreated.includes(id) ? ['has retreated'] : []),
    ...(view.ineffective.includes(id) ? ['ineffective'] : []),
  ];
}
