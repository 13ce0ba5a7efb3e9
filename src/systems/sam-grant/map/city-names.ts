import type { Item, Text } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import { boxesAlong, edgedLine } from '../../../kit/draw/edged-lines.ts';
import { type Box, centre, contains, grown, overlap, pathOf } from '../../../kit/draw/geometry.ts';
import { centred, haloed, textBox, typeset } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { SIDE_STYLES } from './theatre-ground.ts';

/** A scoring city with its controller, `null` while it is fought for. */
export interface HeldCity {
  readonly hex: HexId;
  readonly name: string;
  readonly points: number;
  readonly side: Side | null;
  /** Whether blocks stand there. */
  readonly occupied: boolean;
  /** Whether the other side has taken it, so that its points count [10.1]. */
  readonly taken: boolean;
}

/** Scoring cities that the plot shows. */
export function citiesHeld(theatre: Theatre, view: View, plot: HexPlot): readonly HeldCity[] {
  return [...theatre.city.values()].flatMap(({ hex, name, points }): HeldCity[] => {
    if (points === 0 || !isSeen(plot, hex)) return [];
    const holders = view.stacks.filter((stack) => stack.hex === hex);
    const home = theatre.home.get(hex) ?? null;
    const side = holders.length > 1 ? null : (holders[0]?.side ?? home);
    const taken = side !== null && side !== home;
    return [{ hex, name: typeset(name), points, side, occupied: holders.length > 0, taken }];
  });
}

export interface NamedCity {
  readonly city: HeldCity;
  /** The box of its blocks or mark, beside which the name goes. */
  readonly own: Box;
  /** Whether a name without room goes farther off, with a line, instead of being left out. */
  readonly must: boolean;
}

export interface CityLabel {
  readonly box: Box;
  readonly items: readonly Item[];
  readonly line: readonly Item[];
}

/**
 * Names of cities with their points, on a plate if taken. Contested cities are placed first, then taken ones, then those worth most.
 * @param covered boxes that no name may cover
 * @param avoided boxes that a name covers only if there is no other room
 */
export function cityLabels(
  plot: HexPlot,
  named: readonly NamedCity[],
  covered: readonly Box[],
  avoided: readonly Box[],
  letters: number,
): readonly CityLabel[] {
  const worth = ({ side, taken, points, occupied }: HeldCity) =>
    (side === null ? 200 : taken ? 100 : 0) + points * 2 + (occupied ? 1 : 0);
  const blocked = [...covered];
  const within = grown(plot.view, -3);
  return [...named]
    .sort((one, other) => worth(other.city) - worth(one.city))
    .flatMap(({ city, own, must }): CityLabel[] => {
      const words = `${city.name} ${city.points}`;
      const face = must ? 'bold' : 'text';
      const style = city.taken && city.side ? SIDE_STYLES[city.side] : null;
      const { width, height } = textBox(centred(words, 0, 0, letters, INK, face));
      const size = { width: width + (style ? 12 : 2), height: height + (style ? 6 : 0) };
      const isFree = (site: Box) => contains(within, site) && !blocked.some((other) => overlap(site, other));
      const isAlone = (site: Box) => !avoided.some((other) => overlap(site, other));
      const beside = near(own, size).filter(isFree);
      const away = beside.length === 0 && must ? far(own, size) : [];
      const isClear = (site: Box) => isFree(site) && !crossing(own, site, blocked);
      const box =
        beside.find(isAlone) ??
        beside[0] ??
        away.find((site) => isAlone(site) && isClear(site)) ??
        away.find(isClear) ??
        away.find(isFree);
      if (!box) return [];
      blocked.push(grown(box, 1));
      const { x, y } = centre(box);
      const text: Text = centred(words, x, y + letters * 0.33, letters, style?.text ?? INK, face);
      const plate = style && counterPlate(box, { ...style, cut: style.cut * 0.6, width: 1.6 });
      return [
        {
          box,
          items: plate ? [...plate, text] : [haloed(text)],
          line: beside.length > 0 ? [] : edgedLine(pathOf([middle(plot, city.hex), { x, y }]), LINE, 6),
        },
      ];
    });
}

const LINE = { colour: INK, width: 2.2 } as const;

/** Whether the line to a name crosses anything but its own city. */
function crossing(own: Box, site: Box, others: readonly Box[]): boolean {
  const points = boxesAlong([centre(own), centre(site)], 6, 1);
  const open = points.filter((point) => !overlap(point, grown(own, 5)) && !overlap(point, site));
  return open.some((point) => others.some((other) => overlap(point, other)));
}

type Size = Pick<Box, 'width' | 'height'>;

/** Boxes beside what stands in a hex, best first. */
function near(own: Box, { width, height }: Size): Box[] {
  const { x, y } = centre(own);
  const [aside, down] = [(own.width + width) / 2 + 3, (own.height + height) / 2 + 2];
  const middles = [
    ...[0, -0.45, 0.45].flatMap((part) => [1, -1].map((to) => ({ x: x + to * aside, y: y + part * own.height }))),
    ...[0, 0.25, -0.25, 0.45, -0.45].flatMap((part) =>
      [1, -1].map((to) => ({ x: x + part * width, y: y + to * down })),
    ),
  ];
  return middles.map((at) => ({ x: at.x - width / 2, y: at.y - height / 2, width, height }));
}

/** Pixels between rings of positions around a hex. */
const RING = 12;

function far(own: Box, { width, height }: Size): Box[] {
  const { x, y } = centre(own);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((ring) =>
    Array.from({ length: 24 }, (_, turn) => {
      const angle = (turn * Math.PI) / 12;
      const at = {
        x: x + Math.cos(angle) * (ring * RING + (own.width + width) / 2),
        y: y + Math.sin(angle) * (ring * RING + (own.height + height) / 2),
      };
      return { x: at.x - width / 2, y: at.y - height / 2, width, height };
    }),
  );
}
