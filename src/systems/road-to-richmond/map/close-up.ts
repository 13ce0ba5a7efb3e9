import type { Box, Point } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { type HexPlot, type HexSize, hexPlot } from '../../../kit/hex/hex-plot.ts';
import { HexWindow } from '../../../kit/hex/hex-window.ts';
import { AREAS } from '../areas.ts';
import { boardOf } from '../board.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import { EXITS } from '../vocabulary.ts';
import { type Happened, scene } from './happened.ts';

/** A hex of the whole field, in pixels. */
const SIZE: HexSize = { radius: 36, half: 31 };
/** Close-ups are drawn twice as large as the whole field. */
export const CLOSE = 2;

/** A close-up as it is sent: pixels. At half its size, on a phone, its letters are still eleven pixels high. */
export const CLOSE_UP = { width: 800, height: 856 } as const;
export const CLOSE_HEADER = 96;

export const WINDOW = new HexWindow({
  grid: HEX_GRID,
  size: SIZE,
  view: { x: 0, y: CLOSE_HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - CLOSE_HEADER },
  scale: CLOSE,
  beyond: 44,
  margin: { width: 110, height: 120 },
});

/** The whole field, from a corner of the picture. */
export function wholePlot(corner: Point, view: Box): HexPlot {
  return hexPlot(HEX_GRID, SIZE, 1, corner, view);
}

/** Where a close-up of a place looks; null: the field has no such place. `at`: a hex, a unit or an area. */
export function placeAt(field: Field, view: View, at: string): HexId | null {
  if (field.hex.has(at)) return at;
  const piece = field.piece.get(at);
  if (piece) {
    const where = view.where[at];
    if (isOnMap(where)) return where;
    const exit = EXITS.find((one) => where === `off-${one}`);
    return exit ?? piece.entry[0] ?? null;
  }
  const area = AREAS.find(({ id }) => id === at);
  if (!area) return null;
  return WINDOW.hexAmid(area.round);
}

/** Where the picture looks after what has happened: the middle of a close-up, or null for the whole field. */
export function lookAt(field: Field, view: View, past: Happened): HexId | null {
  const hexes = scene(past);
  if (hexes.length === 0) {
    if (past.phase === 'movement') return null;
    if (view.pending.length > 0) return WINDOW.hexAmid(pendingHexes(view));
    return past.phase === 'combat' || view.step !== 'move' ? hottest(field, view) : null;
  }
  if (WINDOW.fits(hexes)) return WINDOW.hexAmid(hexes);
  // Of one battle its hex is what counts, of one march its end; of more, all.
  const { fights, tracks } = past;
  const [fight] = fights;
  if (fight) return fights.length === 1 ? (fight.battle.hexes[0] ?? null) : null;
  return tracks.length === 1 ? (tracks[0]?.hexes.at(-1) ?? null) : null;
}

/** Where a phase that has begun goes on; null: the whole field, as a phase begins. */
export function lookOn(field: Field, view: View): HexId | null {
  if (view.over) return null;
  if (view.pending.length > 0) return WINDOW.hexAmid(pendingHexes(view));
  if (view.step === 'move') {
    const last = Object.keys(view.moved).at(-1);
    return last === undefined ? null : placeAt(field, view, last);
  }
  const laid = view.battles.flatMap(({ hexes }) => hexes);
  const begun = laid.length > 0 || view.fought.hexes.length > 0;
  if (!begun) return null;
  return laid.length > 0 && WINDOW.fits(laid) ? WINDOW.hexAmid(laid) : (laid.at(-1) ?? hottest(field, view));
}

function pendingHexes(view: View): HexId[] {
  return view.pending.flatMap((one) => {
    const pieces = one.kind === 'lose' ? one.among : one.pieces;
    const into = one.kind === 'advance' ? one.into : [];
    return [...into, ...pieces.flatMap((id) => (isOnMap(view.where[id]) ? [view.where[id] as HexId] : []))];
  });
}

/** The hex about which most enemies stand face to face; null: nowhere. */
export function hottest(field: Field, view: View): HexId | null {
  const board = boardOf(field, view);
  const faced = field.hexes.filter((hex) => {
    const holder = board.holder(hex);
    return (
      holder !== null &&
      sidesOf(field, hex).some(({ to, barred }) => !barred && board.holder(to) !== null && board.holder(to) !== holder)
    );
  });
  let best: HexId | null = null;
  let most = 0;
  for (const hex of faced) {
    const near = faced.filter((other) => WINDOW.fits([hex, other]) && near3(hex, other)).length;
    if (near > most) [best, most] = [hex, near];
  }
  return best;
}

function near3(hex: HexId, other: HexId): boolean {
  const { width, height } = WINDOW.boxAbout([hex, other]);
  return width <= 54 * 3 && height <= 62 * 3;
}
