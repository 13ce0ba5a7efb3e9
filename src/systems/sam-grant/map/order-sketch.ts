import type { Draft, Picture } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { attackRing } from '../../../kit/hex/attack-marks.ts';
import { hexPath, isSeen } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { reachNumber, reachTint } from '../../../kit/hex/reach-marks.ts';
import { positionFromView } from '../position-from-view.ts';
import { next } from '../rules/legality.ts';
import { readDestination } from '../rules/movement/reach.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { isSide } from '../vocabulary.ts';
import { REACH, reachAlt } from '../words/picture-words.ts';
import { header } from './header.ts';
import { closeItems, layoutOf } from './map-picture.ts';
import { PALETTE } from './palette.ts';
import { groundOf } from './theatre-ground.ts';

/** How large a hex is where it says what can be reached, and how many hexes its window moves by: few grounds are soon all drawn. */
const SKETCHED = 1.5;
const STEP = 3;

/** Where the blocks of a hex can go, while a member chooses it; where that is a battle, in red. */
export function sketch(theatre: Theatre, view: View, seat: string, draft: Draft): Picture | null {
  const { from } = draft;
  if (!isSide(seat) || typeof from !== 'string' || !theatre.hex.has(from)) return null;
  const asked = next(theatre, positionFromView(theatre, view, seat), seat, draft);
  if (asked.complete) return null;
  const places = asked.question.choices.map(({ value }) => readDestination(value));
  if (places.length === 0 || !places.every(({ hex }) => theatre.hex.has(hex))) return null;
  const hexes = [...new Set(places.map(({ hex }) => hex))];
  const fought = [...new Set(places.flatMap(({ hex, by }) => (by === null ? [] : [hex])))];
  const plot = layoutOf(theatre).window.plotInSteps([from, ...hexes], from, SKETCHED, STEP);
  const seen = hexes.filter((hex) => isSeen(plot, hex));
  const framing = { note: REACH };
  return {
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: groundOf(theatre, plot, CLOSE_UP, false),
      items: [
        ...reachTint(plot, hexes),
        { kind: 'path', d: hexPath(plot, from, 0), stroke: { colour: INK, width: 3 * plot.scale } },
        ...seen.map((hex) => reachNumber(plot, hex)),
        ...closeItems(theatre, view, plot, seen, []),
        ...seen.flatMap((hex) => (fought.includes(hex) ? [attackRing(plot, hex)] : [])),
        ...header(theatre, view, CLOSE_UP.width, from, framing),
      ],
    },
    alt: reachAlt(theatre, from, hexes, fought),
  };
}
