import type { Item } from '../../../game/index.ts';
import { edgedLine } from '../../../kit/draw/arrow-shapes.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import {
  COUNTER_SIZES,
  COUNTER_STYLES,
  type CounterShape,
  counterItems,
  counterPlate,
  SIDE_INKS,
} from '../../../kit/draw/counter-items.ts';
import {
  type Box,
  centre,
  contains,
  coveredArea,
  grown,
  movedInto,
  onWholePixels,
  overlap,
  type Point,
  pathOf,
} from '../../../kit/draw/geometry.ts';
import { star } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexBox, isSeen } from '../../../kit/hex/hex-plot.ts';
import { stackBox, stackItems, stackNumberBox } from '../../../kit/hex/stacks.ts';
import { once } from '../../../kit/memo.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import type { StackView, UnitView } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { unitName } from '../words/names.ts';

/** Counters as a picture shows them: so many face-down ones (`backs`), or one that the viewer knows. */
type Shown = { readonly side: Side } & (
  | { readonly backs: number }
  | { readonly unit: UnitView; readonly isFaceDown: boolean }
);

function shownOf({ side, down, up, own }: StackView): readonly Shown[] {
  if (own) return own.map((unit) => ({ side, unit, isFaceDown: !unit.up }));
  const shown = up.map((unit): Shown => ({ side, unit, isFaceDown: false }));
  return down > 0 ? [{ side, backs: down }, ...shown] : shown;
}

interface LaidStack {
  readonly stack: StackView;
  readonly shown: readonly Shown[];
  readonly box: Box;
  /** They have no room in their hex, and lie on a card of their own. */
  readonly onCard: boolean;
}

/** Most counters that are readable inside a hex. */
const IN_HEX = 2;
/** Counters on cards are drawn at least at this scale, on close-ups of a smaller scale too. */
const LEAST_SCALE = 0.75;
/** Pixels about the counters of a card. */
const CARD_EDGE = 4;
/** Pixels for the number of its hex. */
const NUMBER = 22;
/** Pixels between its rows. */
const GAP = 1;

/**
 * The counters of a close-up. One or two lie in their hex. More, or those of a hex that the picture cuts off, lie on a
 * card, where each can be told apart and none is cut off.
 */
export function shownIn(plot: HexPlot, stacks: readonly StackView[]) {
  const inHex: LaidStack[] = [];
  const others: Omit<LaidStack, 'box'>[] = [];
  for (const stack of stacks) {
    const shown = shownOf(stack);
    if (shown.length > IN_HEX || !isSeen(plot, stack.hex)) others.push({ stack, shown, onCard: true });
    else inHex.push({ stack, shown, box: stackBox(plot, stack.hex, shown.length), onCard: false });
  }
  return { inHex, others };
}

/**
 * Cards over their hexes or near them. They cover other counters only if there is no other room. The largest find room
 * first.
 * @param taken what they keep clear of too
 */
export function onCards(
  plot: HexPlot,
  stacks: readonly Omit<LaidStack, 'box'>[],
  inHex: readonly LaidStack[],
  taken: readonly Box[],
): readonly LaidStack[] {
  const badges = new Map(stacks.map(({ stack }) => [stack, badgeBox(plot, stack.hex)]));
  const avoided = [
    ...taken,
    ...inHex.flatMap(({ stack, box }) => [grown(box, 3), stackNumberBox(plot, stack.hex)]),
    ...badges.values(),
  ];
  const cards: LaidStack[] = [];
  for (const one of [...stacks].sort((a, b) => b.shown.length - a.shown.length)) {
    const badge = badges.get(one.stack) as Box;
    const clear = [...avoided.filter((box) => box !== badge), ...cards.map(({ box }) => grown(box, 3))];
    cards.push({ ...one, box: cardBox(plot, one.shown.length, badge, clear) });
  }
  return cards;
}

/** The box of the count in the middle of a hex whose counters lie on a card. */
function badgeBox(plot: HexPlot, hex: HexId): Box {
  return hexBox(plot, hex, 17);
}

function columnsOf(count: number): number {
  return count <= 3 ? 1 : count <= 8 ? 2 : 3;
}

/** Places a card over its hex or as near as it can without covering anything, or else where it covers least. */
function cardBox(plot: HexPlot, count: number, badge: Box, clear: readonly Box[]): Box {
  const scale = cardScale(plot);
  const columns = columnsOf(count);
  const width = columns * (COUNTER_SIZES.bar.width * scale + GAP) + 2 * CARD_EDGE;
  const height = Math.ceil(count / columns) * (COUNTER_SIZES.bar.height * scale + GAP) + 2 * CARD_EDGE + NUMBER;
  const at = centre(badge);
  const room = grown(plot.view, -CARD_EDGE);
  let [best, least] = [movedInto(room, { x: at.x - width / 2, y: at.y - height / 2, width, height }), Infinity];
  for (const away of places()) {
    const box = { x: at.x - width / 2 + away.x, y: at.y - height / 2 + away.y, width, height };
    if (!contains(room, box) || (overlap(box, badge) && !contains(box, badge))) continue;
    const covered = coveredArea(box, clear);
    if (covered < least) [best, least] = [box, covered];
    if (covered === 0) break;
  }
  return onWholePixels(best);
}

/** Offsets from the middle of a hex, nearest first. */
const places = once(() =>
  Array.from({ length: 24 }, (_, ring) =>
    Array.from({ length: ring === 0 ? 1 : 16 }, (_, turn): Point => {
      const angle = (turn * Math.PI) / 8;
      return { x: Math.cos(angle) * ring * 13, y: Math.sin(angle) * ring * 13 };
    }),
  ).flat(),
);

function cardScale({ scale }: HexPlot): number {
  return Math.max(LEAST_SCALE, scale / 2);
}

/** The counters of a hex on a close-up; on a card, with the hex's number. */
export function laidItems(theatre: Theatre, plot: HexPlot, laid: LaidStack): Item[] {
  const { stack, shown, box, onCard } = laid;
  const { hex, side } = stack;
  const at = (one: Shown, shape: CounterShape, x: number, y: number, scale: number): Item => {
    return { kind: 'group', x, y, scale, items: counter(theatre, one, shape) };
  };
  if (!onCard) return stackItems(plot, hex, shown, at);
  const scale = cardScale(plot);
  const columns = columnsOf(shown.length);
  const { width, height } = COUNTER_SIZES.bar;
  return [
    ...badgeItems(plot, laid),
    { kind: 'rect', ...box, radius: 5, fill: CARD, stroke: { colour: SIDE_INKS[side], width: 2.5 } },
    centred(hex, box.x + box.width / 2, box.y + NUMBER - 2, NUMBER, INK),
    ...shown.map((one, index) => {
      const x = box.x + CARD_EDGE + (index % columns) * (width * scale + GAP);
      const y = box.y + CARD_EDGE + NUMBER + Math.floor(index / columns) * (height * scale + GAP);
      return at(one, 'bar', x, y, scale);
    }),
  ];
}

/** A line from a card to its hex; none if the card lies over it or the counters are in the hex. */
export function lineToHex(plot: HexPlot, { stack: { hex, side }, box, onCard }: LaidStack): Item[] {
  const badge = badgeBox(plot, hex);
  if (!onCard || contains(box, badge)) return [];
  return edgedLine(pathOf([centre(badge), centre(box)]), { colour: SIDE_INKS[side], width: 3 }, 6);
}

/** The count in a hex whose counters lie on a card. */
function badgeItems(plot: HexPlot, { stack: { hex, side, down, up }, box }: LaidStack): Item[] {
  const badge = badgeBox(plot, hex);
  if (contains(box, badge) || !isSeen(plot, hex)) return [];
  const { x, y } = centre(badge);
  const style = COUNTER_STYLES[side];
  const letters = centred(`×${down + up.length}`, x, y + 8, 22, style.text, 'bold');
  return [...counterPlate(badge, style), { ...letters, maxWidth: 30 }];
}

/** The boxes that the counters of a hex cover, with its number or count. */
export function laidBoxes(plot: HexPlot, { stack: { hex }, box, onCard }: LaidStack): Box[] {
  return onCard ? [box, badgeBox(plot, hex)] : [box];
}

function counter(theatre: Theatre, one: Shown, shape: CounterShape): readonly Item[] {
  const style = COUNTER_STYLES[one.side];
  const size = COUNTER_SIZES[shape];
  const box = { x: 0, y: 0, ...size };
  const mid = { x: size.width / 2, y: size.height / 2 };
  if ('backs' in one) {
    const words = one.backs === 1 ? '?' : `? ×${one.backs}`;
    return [...counterPlate(box, style), centred(words, mid.x, mid.y + 11, 31, style.text, 'bold')];
  }
  const { unit, kind, strength, entrained } = one.unit;
  const name = unitName(theatre, unit);
  // A dot in the corner marks counters that are face down to the other side.
  const dot: Item[] = one.isFaceDown ? [{ kind: 'circle', x: size.width - 9, y: 9, radius: 4, fill: style.text }] : [];
  if (kind === 'infantry' || kind === 'cavalry') {
    const { movement } = unitOf(theatre, unit);
    const figures = kind === 'cavalry' ? String(movement) : entrained ? 'rail' : `${strength}-${movement}`;
    return [...counterItems(shape, { name, branch: kind, figures }, style, {}), ...dot];
  }
  const label = { ...centred(name, mid.x, size.height - 10, 20, style.text, 'bold'), maxWidth: size.width - 12 };
  const sign: Item =
    kind === 'leader'
      ? { kind: 'group', x: mid.x, y: mid.y - 10, items: star(13, style.text) }
      : centred('dummy', mid.x, mid.y - 2, 19, style.text, 'italic');
  return [...counterPlate(box, style), sign, label, ...dot];
}

/**
 * Whether a part of a hex's counters is in view. They are then drawn and described, although the picture cuts them off.
 */
export function isStackSeen(plot: HexPlot, hex: HexId): boolean {
  return isSeen(plot, hex, plot.radius * -0.8);
}
