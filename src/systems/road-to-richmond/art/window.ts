import type { Box, Point } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { AREAS } from '../areas.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import { EXITS } from '../vocabulary.ts';
import type { Happened } from './happened.ts';
import { scene } from './happened.ts';
import { CLOSE, extentOf, middle, type Plot, plotOf, WHOLE_RADIUS } from './plot.ts';

/** A close-up as it is sent: pixels. At half its size, on a phone, its letters are still eleven pixels high. */
export const CLOSE_UP = { width: 800, height: 856 } as const;
export const CLOSE_HEADER = 96;
const VIEW: Box = { x: 0, y: CLOSE_HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - CLOSE_HEADER };
/** Paper that may be seen beyond the edge of the field, in pixels. */
const BEYOND = 44;

/** The field so large, with a point of it (on a field whose corner is 0, 0 and that is drawn at a scale of 1) in the middle. */
export function closePlot(at: Point, scale: number = CLOSE, view: Box = VIEW): Plot {
  const size = extentOf({ radius: WHOLE_RADIUS * scale, half: 31 * scale });
  const offset = (wanted: number, seen: number, whole: number) => {
    if (whole + 2 * BEYOND <= seen) return (seen - whole) / 2;
    return Math.round(Math.min(BEYOND, Math.max(seen - whole - BEYOND, seen / 2 - wanted)));
  };
  return plotOf(
    scale,
    {
      x: view.x + offset(at.x * scale, view.width, size.width),
      y: view.y + offset(at.y * scale, view.height, size.height),
    },
    view,
  );
}

const UNIT = plotOf(1, { x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 });

/** The middle of the smallest box about some hexes, on a field drawn at a scale of 1. */
export function centreOf(hexes: readonly HexId[]): Point {
  const box = boxAbout(hexes);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The smallest box about the middles of some hexes, at a scale of 1. */
export function boxAbout(hexes: readonly HexId[]): Box {
  const points = hexes.map((hex) => middle(UNIT, hex));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Whether hexes stand in one close-up with all of them but a margin. */
export function fits(hexes: readonly HexId[], scale: number = CLOSE, view: Box = VIEW): boolean {
  const { width, height } = boxAbout(hexes);
  return width * scale <= view.width - 110 * (scale / CLOSE) && height * scale <= view.height - 120 * (scale / CLOSE);
}

/** Where a close-up of a place looks; null: the field has no such place. `at`: a hex, a unit or an area. */
export function placeAt(field: Field, state: State, at: string): HexId | null {
  if (field.hex.has(at)) return at;
  const piece = field.piece.get(at);
  if (piece) {
    const where = state.where[at];
    if (isOnMap(where)) return where;
    const exit = EXITS.find((one) => where === `off-${one}`);
    return exit ?? piece.entry[0] ?? null;
  }
  const area = AREAS.find(({ id }) => id === at);
  if (!area) return null;
  return nearestTo(field, centreOf(area.round));
}

export function nearestTo(field: Field, point: Point): HexId {
  let best = '0101';
  let least = Number.POSITIVE_INFINITY;
  for (const hex of field.hexes) {
    const { x, y } = middle(UNIT, hex);
    const far = (x - point.x) ** 2 + (y - point.y) ** 2;
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

/** Where the picture looks after what has happened: the middle of a close-up, or null for the whole field. */
export function lookAt(field: Field, state: State, past: Happened): HexId | null {
  const hexes = scene(past);
  if (hexes.length === 0) {
    if (past.phase === 'movement') return null;
    if (state.pending.length > 0) return nearestTo(field, centreOf(pendingHexes(state)));
    return past.phase === 'combat' || state.step !== 'move' ? hottest(field, state) : null;
  }
  if (fits(hexes)) return nearestTo(field, centreOf(hexes));
  // Of one battle its hex is what counts, of one march its end; of more, all.
  const { fights, tracks } = past;
  const [fight] = fights;
  if (fight) return fights.length === 1 ? (fight.battle.hexes[0] ?? null) : null;
  return tracks.length === 1 ? (tracks[0]?.hexes.at(-1) ?? null) : null;
}

/** Where a phase that has begun goes on; null: the whole field, as a phase begins. */
export function lookOn(field: Field, state: State): HexId | null {
  if (state.over) return null;
  if (state.pending.length > 0) return nearestTo(field, centreOf(pendingHexes(state)));
  if (state.step === 'move') {
    const last = Object.keys(state.moved).at(-1);
    return last === undefined ? null : placeAt(field, state, last);
  }
  const laid = state.battles.flatMap(({ hexes }) => hexes);
  const begun = laid.length > 0 || state.fought.hexes.length > 0;
  if (!begun) return null;
  return laid.length > 0 && fits(laid) ? nearestTo(field, centreOf(laid)) : (laid.at(-1) ?? hottest(field, state));
}

function pendingHexes(state: State): HexId[] {
  return state.pending.flatMap((one) => {
    const pieces = one.kind === 'lose' ? one.among : one.pieces;
    const into = one.kind === 'advance' ? one.into : [];
    return [...into, ...pieces.flatMap((id) => (isOnMap(state.where[id]) ? [state.where[id] as HexId] : []))];
  });
}

/** The hex about which most enemies stand face to face; null: nowhere. */
export function hottest(field: Field, state: State): HexId | null {
  const board = boardOf(field, state);
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
    const near = faced.filter((other) => fits([hex, other]) && near3(hex, other)).length;
    if (near > most) [best, most] = [hex, near];
  }
  return best;
}

function near3(hex: HexId, other: HexId): boolean {
  const { width, height } = boxAbout([hex, other]);
  return width <= 54 * 3 && height <= 62 * 3;
}
