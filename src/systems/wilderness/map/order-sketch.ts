import type { Draft, Picture } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { hexPath, isSeen } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { reachNumber, reachTint } from '../../../kit/hex/reach-marks.ts';
import { positionFromView } from '../position-from-view.ts';
import { next } from '../rules/legality.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { isSide } from '../vocabulary.ts';
import { hexName, inReach } from '../words/names.ts';
import { reachAlt } from '../words/position-text.ts';
import { header } from './header.ts';
import { closeItems, markers } from './map-picture.ts';
import { PALETTE } from './palette.ts';
import { closeGround, reachPlot } from './theatre-ground.ts';

/** The hexes that a member chooses from: where what leaves a hex can go, or what is set up can stand. */
export function sketch(theatre: Theatre, view: View, seat: string, draft: Draft): Picture | null {
  const from = typeof draft.from === 'string' && theatre.hex.has(draft.from) ? draft.from : null;
  if (!isSide(seat) || draft.verb === undefined) return null;
  const asked = next(theatre, positionFromView(theatre, view, seat), seat, draft);
  const hexes = asked.complete ? [] : asked.question.choices.map(({ value }) => value);
  const [first] = hexes;
  if (first === undefined || asked.complete || asked.question.slot === 'from') return null;
  if (!hexes.every((hex) => theatre.hex.has(hex))) return null;
  const plot = reachPlot([...(from ? [from] : []), ...hexes], from ?? first);
  const seen = hexes.filter((hex) => isSeen(plot, hex));
  const title = inReach(String(draft.verb), from === null ? null : hexName(theatre, from));
  return {
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: closeGround(theatre, plot, false),
      items: [
        ...reachTint(plot, hexes),
        ...(from ? [{ kind: 'path', d: hexPath(plot, from, 0), stroke: { colour: INK, width: 4 } } as const] : []),
        ...seen.map((hex) => reachNumber(plot, hex)),
        ...markers(theatre, view, plot),
        ...closeItems(theatre, view, plot, seen),
        ...header(view, title, {}),
      ],
    },
    alt: reachAlt(theatre, title, hexes),
  };
}
