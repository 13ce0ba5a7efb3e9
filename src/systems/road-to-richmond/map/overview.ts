import type { Framing, Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, freeBox } from '../../../kit/draw/geometry.ts';
import { textLines, wrapped } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, type HexSize, hexPlot } from '../../../kit/hex/hex-plot.ts';
import { HEADER } from '../../../kit/hex/picture-header.ts';
import { compact, grouped, listed, sealWords } from '../../../kit/plain-english.ts';
import { piecesAt } from '../board.ts';
import { type Field, HEX_GRID, type Piece, strengthOf } from '../field.ts';
import { arrivalOf } from '../rules/arrivals.ts';
import type { View } from '../state.ts';
import { EXITS, SIDES, type Side } from '../vocabulary.ts';
import { scoredBy } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { LEGEND } from '../words/picture-words.ts';
import { blockBox, stacksSeen } from './counters.ts';
import type { Happened } from './map-marks.ts';

/** The whole field at twice its size on a phone, where it is 400 pixels wide. */
export const OVERVIEW = { width: 800, height: 1218 } as const;
const SIZE: HexSize = { radius: 20, half: 17 };
const MAP: Box = { x: 35, y: 108, width: 730, height: 952 };
const FOOT: Box = { x: 8, y: 1068, width: 784, height: 142 };

export const OVERVIEW_PLOT: HexPlot = {
  ...hexPlot(HEX_GRID, SIZE, 1, MAP, { x: 0, y: HEADER, width: OVERVIEW.width, height: FOOT.y - HEADER }),
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

/**
 * A free box for a card, clear of units and of the last events, tried from the north-east on; `null` if there is none.
 */
export function freeOf(field: Field, view: View, past: Happened): Box | null {
  const hexes = [...stacksSeen(field, view, OVERVIEW_PLOT).map(([hex]) => hex), ...past.hexes];
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

/** "Union: 31 to come (next 4: turn 2 at 0410), 2 off the map at 0117, 5 lost (34)" */
export function offMapLine(field: Field, view: View, side: Side): string {
  const turnOf = (piece: Piece) => arrivalOf(view, piece) ?? 0;
  const waiting = piecesAt(field, view, side, 'waiting').toSorted((a, b) => turnOf(a) - turnOf(b));
  const [next] = grouped(waiting, (piece) => `turn ${turnOf(piece)} at ${listed(piece.entry, ' or ')}`);
  const lost = piecesAt(field, view, side, 'lost');
  const gone = EXITS.map((exit) => [exit, piecesAt(field, view, side, `off-${exit}`).length] as const);
  const parts = compact(
    next && `${waiting.length} to come (next ${next[1].length}: ${next[0]})`,
    gone.map(([exit, units]) => units > 0 && `${units} off the map at ${exit}`),
    lost.length > 0 && `${lost.length} lost (${strengthOf(lost)})`,
  );
  return `${sideName(side)}: ${parts.length === 0 ? 'all on the map' : parts.join(', ')}`;
}
