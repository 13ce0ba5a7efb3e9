import type { Choice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { HexPlot, HexSize } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP, HexWindow } from '../../../kit/hex/hex-window.ts';
import { HEADER } from '../../../kit/hex/picture-header.ts';
import { choice } from '../../../kit/order-rules.ts';
import { boardOf, hexesOfPieces } from '../board.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { isDue } from '../rules/arrivals.ts';
import { exitOf, isOnMap, type View } from '../state.ts';
import { otherSide } from '../vocabulary.ts';
import { AREAS, sideAdjective, unitLabel } from '../words/names.ts';
import { isStackShown } from './counters.ts';
import { type Happened, mustAttackHexes } from './map-marks.ts';

/** Pixels of a hex at scale 1. */
const SIZE: HexSize = { radius: 36, half: 31 };
/** Close-ups are drawn twice as large. */
const CLOSE = 2;

export const WINDOW = new HexWindow({
  grid: HEX_GRID,
  size: SIZE,
  view: { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER },
  scale: CLOSE,
  beyond: 44,
  margin: { width: 152, height: 140 },
  wholeHexes: true,
});

export interface CloseUp {
  readonly plot: HexPlot;
  /** Its middle, from which overlays start. */
  readonly at: HexId;
  readonly title: string;
}

/** Here a hex is 36 pixels wide on a phone. The window moves by three hexes at a time, so that few lands are drawn. */
const WIDE = { scale: 1, step: 3 } as const;

/** A wider window that shows blocks instead of counters. */
export function widePlot(hexes: readonly HexId[], home: HexId): HexPlot {
  return { ...WINDOW.plotInSteps(hexes, home, WIDE.scale, WIDE.step), forPhone: true };
}

/** The closest window that holds all these hexes; `null` if none does. */
export function closestPlot(hexes: readonly HexId[]): HexPlot | null {
  const amid = WINDOW.hexAmid(hexes);
  if (WINDOW.fits(hexes)) return WINDOW.plot([amid]);
  return WINDOW.fits(hexes, WIDE.scale) ? widePlot(hexes, amid) : null;
}

/** A window around a hex, widened until it shows at least the nearest units; `null` if none does. */
export function plotWithUnits(field: Field, view: View, hex: HexId): HexPlot | null {
  const plot = WINDOW.plot([hex]);
  const standing = boardOf(field, view).stacks.map(([at]) => at);
  const nearest = HEX_GRID.nearest(hex, standing);
  if (nearest === null || standing.some((at) => isStackShown(plot, at))) return plot;
  return closestPlot([hex, nearest]);
}

/** The middle of a close-up of a hex, a unit or an area; `null` if there is no such place. */
export function placeAt(field: Field, view: View, at: string): HexId | null {
  if (field.hex.has(at)) return at;
  const piece = field.piece.get(at);
  if (piece) {
    const where = view.where[at];
    if (isOnMap(where)) return where;
    return exitOf(where) ?? piece.entry[0] ?? null;
  }
  return AREAS.find(({ id }) => id === at)?.centre ?? null;
}

/**
 * The hex in the middle of the picture: amid the last events, or at the focus of the phase if there are none, or if a
 * phase begins after marches; `null` for the overview.
 */
export function lookAt(field: Field, view: View, past: Happened): HexId | null {
  const { hexes, fights, tracks } = past;
  if (hexes.length === 0 || showsPhase(past)) return focusOfPhase(field, view);
  if (WINDOW.fits(hexes)) return WINDOW.hexAmid(hexes);
  // One battle is centred on its hex and one march on its end; several events on all their hexes.
  const [fight] = fights;
  if (fight) return fights.length === 1 ? (fight.battle.hexes[0] ?? null) : null;
  return tracks.length === 1 ? (tracks[0]?.hexes.at(-1) ?? null) : null;
}

/** Whether a new phase matters more than the events before it, because these are marches or don't fit a close-up. */
export function showsPhase(past: Happened): boolean {
  const { begins, fights, losses, tracks, hexes } = past;
  if (!begins || fights.length > 0 || losses.length > 0) return false;
  return tracks.every(({ how }) => how === 'moved' || how === 'entered') || !WINDOW.fits(hexes);
}

/**
 * The focus of a phase: a pending choice, the last march, the battles to fight, or the place where the sides are
 * nearest; `null` if there is none.
 */
function focusOfPhase(field: Field, view: View): HexId | null {
  if (view.over) return null;
  if (view.pending.length > 0) return WINDOW.hexAmid(pendingHexes(view));
  const last = Object.keys(view.moved).at(-1);
  if (view.step === 'move' && last !== undefined) return placeAt(field, view, last);
  const [planned, missing] = [view.battles.flatMap(({ hexes }) => hexes), mustAttackHexes(field, view)];
  const shown = [[...planned, ...missing], planned, missing].find((some) => some.length > 0 && WINDOW.fits(some));
  return shown ? WINDOW.hexAmid(shown) : frontOf(field, view);
}

/**
 * The place where a unit of the side to act is nearest to the enemy; of several, that with most enemies around.
 * If the side has no unit on the map, it is the next entry hex; `null` if there is none.
 */
function frontOf(field: Field, view: View): HexId | null {
  const board = boardOf(field, view);
  const enemies = board.hexesOf(otherSide(view.side));
  const [nearest] = board
    .hexesOf(view.side)
    .map((own) => {
      const enemy = HEX_GRID.nearest(own, enemies) ?? own;
      const around = enemies.filter((hex) => HEX_GRID.distance(own, hex) <= AROUND).length;
      return { own, enemy, distance: HEX_GRID.distance(own, enemy), around };
    })
    .sort((a, b) => a.distance - b.distance || b.around - a.around);
  if (nearest) {
    const both = [nearest.own, nearest.enemy];
    return WINDOW.fits(both) ? WINDOW.hexAmid(both) : nearest.own;
  }
  const coming = field.pieces.find((piece) => piece.side === view.side && isDue(view, piece));
  return coming?.entry[0] ?? null;
}
/** Hexes that a close-up shows on each side. */
const AROUND = 3;

function pendingHexes(view: View): HexId[] {
  return view.pending.flatMap((choice) => {
    const pieces = choice.kind === 'lose' ? choice.among : choice.pieces;
    const into = choice.kind === 'advance' ? choice.into : [];
    return [...into, ...hexesOfPieces(view, pieces)];
  });
}

/**
 * Places for close-ups, the most relevant first: planned battles, the focus of the phase, areas, named places, occupied
 * hexes, every piece, then all other hexes. `placeAt` reads the values; all labels differ.
 */
export function placesOf(field: Field, view: View): readonly Choice[] {
  const choices = new Map<string, Choice>();
  const labels = new Set<string>();
  const add = (value: string, label: string, hint: string) => {
    if (choices.has(value) || labels.has(label)) return;
    labels.add(label);
    choices.set(value, choice(value, label, hint));
  };
  const addHex = (hex: HexId) => add(hex, hexLabel(field, hex), piecesBriefly(field, view, hex));
  const battles = view.battles.flatMap(({ hexes }) => hexes);
  const focus = focusOfPhase(field, view);
  for (const hex of [...battles, ...(focus === null ? [] : [focus])]) addHex(hex);
  for (const { id, name } of AREAS) add(id, name, 'an area');
  for (const place of field.places) if (place.kind !== 'off') addHex(place.hex);
  for (const [hex] of boardOf(field, view).stacks) addHex(hex);
  for (const piece of field.pieces) {
    const where = view.where[piece.id];
    if (where === undefined) continue;
    add(piece.id, unitLabel(piece), isOnMap(where) ? `in ${hexLabel(field, where)}` : offWords(where));
  }
  for (const hex of field.hexes) addHex(hex);
  return [...choices.values()].filter(({ value }) => placeAt(field, view, value) !== null);
}

function offWords(where: string | undefined): string {
  if (where === 'waiting') return 'not here yet: shows where it arrives';
  return where === 'lost' ? 'eliminated: shows where it came from' : 'off the map: shows where it left';
}

/** "Union 8 and 8"; empty if nobody is there. */
function piecesBriefly(field: Field, view: View, hex: HexId): string {
  const pieces = boardOf(field, view).at(hex);
  const [first] = pieces;
  return first ? `${sideAdjective(first.side)} ${pieces.map(({ strength }) => strength).join(' and ')}` : '';
}
