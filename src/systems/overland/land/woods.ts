import type { Item } from '../../../game/index.ts';
import { type Box, grown, holds, type Point } from '../../../kit/draw/geometry.ts';
import { near, type Polyline } from '../../../kit/draw/lines.ts';
import { chanceAt, swayAt } from '../../../kit/draw/noise.ts';
import type { LandFile } from './land-file.ts';
import type { Stream } from './rivers.ts';
import { SHEET_BANK, SHEET_TREE, TREE_CROWN } from './sheet-colours.ts';

/** Pixels between trees. */
const APART = 10;

type HasRoom = (at: Point) => boolean;

/** Pixels between a tree and a bank, rails, or a name. */
const FROM = { bank: 6, rails: 7, name: 5 } as const;

/** Says whether a tree at a point is clear of the land's water, rails and names. */
export function roomFor(rivers: readonly Stream[], rails: readonly Polyline[], names: readonly Box[]): HasRoom {
  const taken = names.map((box) => grown(box, FROM.name));
  return (spot) =>
    !taken.some((box) => holds(box, spot)) &&
    rails.every((line) => line.every((tie) => !near(tie, spot, FROM.rails))) &&
    rivers.every(({ line, widths }) =>
      line.every((at, index) => !near(at, spot, (widths[index] as number) / 2 + FROM.bank)),
    );
}

/** Trees shaded on their right, and reeds in the swamps. */
export function woods({ woods, swamps }: LandFile, hasRoom: HasRoom): Item[] {
  const trees = woods.flatMap((stand, salt) => spots(stand, salt, hasRoom)).sort((a, b) => a.y - b.y);
  const crowns = trees.map(
    ({ x, y }) =>
      `M ${x - 4} ${y} Q ${x - 4} ${y - 6} ${x} ${y - 6} Q ${x + 4} ${y - 6} ${x + 4} ${y} Q ${x} ${y + 2} ${x - 4} ${y} Z`,
  );
  const shades = trees.map(({ x, y }) => `M ${x + 1} ${y + 2.5} L ${x + 8} ${y + 2.5}`);
  const reeds = swamps
    .flatMap((stand, salt) => spots(stand, salt + 50, hasRoom))
    .map(
      ({ x, y }) =>
        `M ${x - 5} ${y + 0.5} L ${x + 5} ${y + 0.5} M ${x - 2} ${y - 1} L ${x - 3} ${y - 4} M ${x + 0.5} ${y - 1} L ${x + 0.5} ${y - 5} M ${x + 3} ${y - 1} L ${x + 4} ${y - 4}`,
    );
  return [
    { kind: 'path', d: shades.join(' '), stroke: { colour: SHEET_TREE, width: 1 } },
    { kind: 'path', d: crowns.join(' '), fill: TREE_CROWN, stroke: { colour: SHEET_TREE, width: 1 } },
    { kind: 'path', d: reeds.join(' '), stroke: { colour: SHEET_BANK, width: 1 } },
  ];
}

/** The places of a stand's trees, at most `count`. They are on whole pixels, which keeps their paths short. */
function spots({ at, across, down, count }: LandFile['woods'][number], salt: number, hasRoom: HasRoom): Point[] {
  const found: Point[] = [];
  for (let index = 0; index < count; index++) {
    const angle = chanceAt(index, salt * 3) * Math.PI * 2;
    const out = Math.sqrt(chanceAt(index, salt * 3 + 1));
    const spot = {
      x: Math.round(at.x + Math.cos(angle) * out * across + swayAt(index, salt * 3 + 2)),
      y: Math.round(at.y + Math.sin(angle) * out * down),
    };
    const isApart = found.every((other) => Math.hypot((other.x - spot.x) * 0.8, (other.y - spot.y) * 1.3) >= APART);
    if (isApart && hasRoom(spot)) found.push(spot);
  }
  return found;
}
