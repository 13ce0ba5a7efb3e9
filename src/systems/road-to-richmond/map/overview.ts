import type { Framing, Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, freeBox } from '../../../kit/draw/geometry.ts';
import { textLines, wrapped } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, type HexSize, hexPlot } from '../../../kit/hex/hex-plot.ts';
import { grouped, listed, sealWords } from '../../../kit/plain-english.ts';
import { type Field, HEX_GRID, type Piece, strengthOf } from '../field.ts';
import { arrivalOf } from '../rules/arrivals.ts';
import type { View } from '../state.ts';
import { EXITS, SIDES, type Side } from '../vocabulary.ts';
import { scoredBy } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { LEGEND } from '../words/picture-words.ts';
import { blockBox, stacksSeen } from './counters.ts';
import { type Happened, scene } from './map-marks.ts';

/** The whole field at twice its size on a phone, where it is 400 pixels wide. */
export const OVERVIEW = { width: 800, height: 1218 } as const;
const SIZE: HexSize = { radius: 20, half: 17 };
const MAP: Box = { x: 35, y: 108, width: 730, height: 952 };
const FOOT: Box = { x: 8, y: 1068, width: 784, height: 142 };

export const OVERVIEW_PLOT: HexPlot = {
  ...hexPlot(HEX_GRID, SIZE, 1, MAP, { x: 0, y: 96, width: OVERVIEW.width, height: FOOT.y - 96 }),
  forPhone: true,
};

const LETTERS = 22;
const STEP = 26;

/** The sizes of a card that may cover the map for a moment, and the step between positions tried for it. */
const CARD_ROOMS = [
  { width: 400, height: 240 },
  { width: 290, height: 172 },
] as const;
const TRIED = 30;

/** A free box for a card, clear of units and of the last events, tried from the north-east on; `null` if there is none. */
export function freeOf(field: Field, view: View, past: Happened): Box | null {
  const hexes = [...stacksSeen(field, view, OVERVIEW_PLOT).map(([hex]) => hex), ...scene(past)];
  const taken = hexes.map((hex) => blockBox(OVERVIEW_PLOT, hex));
  for (const size of CARD_ROOMS) {
    const free = freeBox(MAP, size, TRIED, taken);
    if (free) return free;
  }
  return null;
}

/** Under the map: the units off it, or at the end the score; the legend; the seal. */
export function foot(field: Field, view: View, framing: Framing): Item[] {
  const width = FOOT.width - 32;
  const lines = view.over
    ? SIDES.flatMap((side) => wrapped(scoredBy(field, view, side), width, LETTERS, 2))
    : [
        ...SIDES.map((side) => offMapLine(field, view, side)),
        LEGEND.blocks,
        view.variant === 'first-day' ? `${LEGEND.red} ${LEGEND.farms}` : LEGEND.red,
      ];
  const at = { x: FOOT.x + 16, y: FOOT.y + 28, step: STEP, size: LETTERS, maxWidth: width };
  return [...framedCard(FOOT, INK, 2), ...textLines([...lines, ...sealWords(framing)], at)];
}

/** Units that are not on the map, and where they are instead. */
interface OffMap {
  readonly where: string;
  readonly units: readonly Piece[];
}

/** Units still to come, by turn and entry hex; units that have left the map; units lost. */
export function offMap(field: Field, view: View): readonly OffMap[] {
  const all = [...EXITS.map((exit) => [`off the map at ${exit}`, `off-${exit}`] as const), ['lost', 'lost'] as const];
  return [
    ...SIDES.flatMap((side) =>
      toCome(field, view, side).map(({ where, units }) => ({ where: `${sideName(side)}, to come, ${where}`, units })),
    ),
    ...all.flatMap(([words, where]) =>
      SIDES.map((side) => ({ where: `${sideName(side)}, ${words}`, units: unitsAt(field, view, side, where) })),
    ),
  ].filter(({ units }) => units.length > 0);
}

function unitsAt(field: Field, view: View, side: Side, where: string): readonly Piece[] {
  return field.pieces.filter((piece) => piece.side === side && view.where[piece.id] === where);
}

/** "turn 2 at 0410": the next units first. */
function toCome(field: Field, view: View, side: Side): readonly OffMap[] {
  const turnOf = (piece: Piece | undefined) => (piece && arrivalOf(view, piece)) ?? 0;
  return grouped(
    unitsAt(field, view, side, 'waiting'),
    (piece) => `turn ${turnOf(piece)} at ${listed(piece.entry, ' or ')}`,
  )
    .map(([where, units]) => ({ where, units }))
    .sort((a, b) => turnOf(a.units[0]) - turnOf(b.units[0]));
}

/** "Union: 31 to come (next 4: turn 2 at 0410), 2 off the map at 0117, 5 lost (34)" */
function offMapLine(field: Field, view: View, side: Side): string {
  const waiting = toCome(field, view, side);
  const lost = unitsAt(field, view, side, 'lost');
  const [next] = waiting;
  const parts = [
    ...(next
      ? [`${waiting.flatMap(({ units }) => units).length} to come (next ${next.units.length}: ${next.where})`]
      : []),
    ...EXITS.flatMap((exit) => {
      const { length } = unitsAt(field, view, side, `off-${exit}`);
      return length === 0 ? [] : [`${length} off the map at ${exit}`];
    }),
    ...(lost.length === 0 ? [] : [`${lost.length} lost (${strengthOf(lost)})`]),
  ];
  return `${sideName(side)}: ${parts.length === 0 ? 'all on the map' : parts.join(', ')}`;
}
