import type { Draft, Item, Picture, Scene } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import {
  type AttackMark,
  attackArrows,
  attackRing,
  type ReachedHex,
  reachBadge,
  reachNumber,
  reachTint,
  startRing,
} from '../../../kit/hex/hex-marks.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import { nextUsefulFirst } from '../rules/useful-hexes.ts';
import type { Theatre } from '../theatre.ts';
import { positionFromView, type View } from '../view.ts';
import { isSide } from '../vocabulary.ts';
import { hexName, inReach } from '../words/names.ts';
import { reachAlt } from '../words/position-text.ts';
import { choicesOf } from '../words/questions.ts';
import { closeParts } from './map-picture.ts';
import { header, markers } from './markers.ts';
import { closeGround, PALETTE, reachPlot } from './theatre-ground.ts';

/** A picture of the hexes to choose from: destinations of a move, or places for a counter. */
export function sketch(theatre: Theatre, view: View, seat: string, draft: Draft): Picture | null {
  const from = typeof draft.from === 'string' && theatre.hex.has(draft.from) ? draft.from : null;
  if (!isSide(seat) || draft.verb === undefined) return null;
  const state = positionFromView(theatre, view, seat);
  const asked = nextUsefulFirst(theatre, state, seat, draft);
  const hexes = asked.complete ? [] : asked.question.choices.map(({ value }) => value);
  const [first] = hexes;
  if (first === undefined || asked.complete || asked.question.slot === 'from') return null;
  if (!hexes.every((hex) => theatre.hex.has(hex))) return null;
  const plot = reachPlot([...(from ? [from] : []), ...hexes], from ?? first);
  const seen = hexes.filter((hex) => isSeen(plot, hex));
  const title = inReach(String(draft.verb), from === null ? null : hexName(theatre, from));
  const choices = choicesOf(theatre, state, seat, draft, asked.question);
  const costs = new Map(choices.flatMap(({ value, hint }) => costIn(value, hint)));
  const board = boardOf(theatre, state);
  const occupied = new Set(view.stacks.map(({ hex }) => hex));
  const ends = seen.flatMap((hex): ReachedHex[] => {
    const words = costs.get(hex);
    const stops = enemyHexesBeside(board, seat, hex).length > 0;
    return words === undefined || occupied.has(hex) ? [] : [{ hex, words, stops }];
  });
  const badges = ends.map((end) => costBox(plot, end));
  const items: readonly Item[] = [
    ...reachTint(plot, hexes),
    ...(from ? [startRing(plot, from, 4)] : []),
    ...seen.map((hex) => reachNumber(plot, hex)),
    ...markers(theatre, view, plot),
    ...ends.flatMap((end) => reachBadge(plot, end)),
    ...closeParts(theatre, view, plot, { numbered: seen, badges }).items,
    ...header(view, title, {}),
  ];
  return { scene: sketched(theatre, plot, items), alt: reachAlt(theatre, title, hexes, costs) };
}

/** A close-up, on land that has no numbers of hexes. */
function sketched(theatre: Theatre, plot: HexPlot, items: readonly Item[]): Scene {
  return { ...CLOSE_UP, palette: PALETTE, ground: closeGround(theatre, plot), items };
}

function costBox(plot: HexPlot, { hex, words }: ReachedHex): Box {
  const { x, y } = middle(plot, hex);
  const half = 7 * words.length + 3;
  return { x: x - half, y: y - 8, width: 2 * half, height: 30 };
}

/** The movement points that a choice of hexes names: "5 of 6". */
function costIn(hex: HexId, hint = ''): readonly (readonly [HexId, string])[] {
  const [, cost] = /^(\d+) of \d+/.exec(hint) ?? [];
  return cost === undefined ? [] : [[hex, cost]];
}

/** The hexes of a plan's orders: targets with arrows of the attacks and probes on them, and other hexes as marks. */
export function targetsPicture(
  theatre: Theatre,
  view: View,
  marks: readonly AttackMark[],
  title: string,
): Picture | null {
  const hexes = [...new Set(marks.flatMap((mark) => [...mark.hexes, ...mark.from]))];
  const [first] = hexes;
  if (first === undefined) return null;
  const plot = reachPlot(hexes, first);
  const items: readonly Item[] = [
    ...reachTint(plot, [...new Set(marks.flatMap(({ from }) => from))]),
    ...marks.flatMap((mark) => mark.hexes.map((hex) => attackRing(plot, hex))),
    ...markers(theatre, view, plot),
    ...closeParts(theatre, view, plot).items,
    ...marks.flatMap((mark) => attackArrows(plot, mark)),
    ...header(view, title, { note: 'Plan' }),
  ];
  return { scene: sketched(theatre, plot, items), alt: reachAlt(theatre, title, hexes) };
}
