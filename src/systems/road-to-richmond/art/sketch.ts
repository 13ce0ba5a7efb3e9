import type { Draft, Item, Picture } from '../../../game/index.ts';
import { boardOf } from '../board.ts';
import { adjacentAttackers, gunsOn } from '../combat/contact.ts';
import { pendingNext } from '../combat/legality.ts';
import { reckon } from '../combat/reckoning.ts';
import type { Field } from '../field.ts';
import { destinationsOf, entriesFor } from '../march/movers.ts';
import { piecesOf, type Reach } from '../march/reach.ts';
import { listed, unitNames } from '../names.ts';
import { exitOf, isOnMap, type State } from '../state.ts';
import type { HexId, PieceId, Side } from '../vocabulary.ts';
import { caption } from './caption.ts';
import { partGround } from './ground.ts';
import { happened } from './happened.ts';
import { closeHeader } from './header.ts';
import { INK, REACH_TINTS, REACHED } from './inks.ts';
import { numberBox, placeNames } from './land/names.ts';
import { heads, marksAbove, ring } from './marks.ts';
import { PALETTE } from './palette.ts';
import { plate, plateFor } from './plates.ts';
import { type Box, CLOSE, hexPath, isSeen, middle, type Plot, scaleOf } from './plot.ts';
import { shortHex, shortHexes } from './short.ts';
import { stack, stackBox, stacksSeen } from './stacks.ts';
import { centred } from './type.ts';
import { CLOSE_UP, centreOf, closePlot, fits } from './window.ts';

/**
 * What a draft may come to: every hex that a unit can reach, with what it costs; who can join a battle, and from where they attack;
 * where a unit can go back to or advance. Null: no picture helps.
 */
export function sketch(field: Field, state: State, seat: string, draft: Draft): Picture | null {
  const { verb, unit, by, target, with: joined, guns } = draft;
  if (state.over) return null;
  if (verb === 'move' && typeof unit === 'string') return reachSketch(field, state, unit, text(by));
  if ((verb === 'attack' || verb === 'bombard') && typeof target === 'string') {
    return battleSketch(field, state, verb, target.split('+'), [...texts(joined), ...texts(guns)]);
  }
  if ((verb === 'retreat' || verb === 'advance') && typeof unit === 'string')
    return choiceSketch(field, state, seat, draft);
  return null;
}

function text(value: Draft[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: Draft[string] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** Scales a sketch may have, the largest that shows all first. */
const SCALES = [CLOSE, 1.5, 1.25, 1] as const;

function plotFor(hexes: readonly HexId[], home: HexId): Plot {
  const scale = SCALES.find((one) => fits(hexes, one)) ?? 1;
  return closePlot(centreOf(fits(hexes, scale) ? hexes : [home]), scale);
}

function reachSketch(field: Field, state: State, unit: string, by: string | undefined): Picture | null {
  const ids = unit.split('+');
  if (!ids.every((id) => field.piece.has(id))) return null;
  const pieces = piecesOf(field, unit);
  const reach = reachBy(field, state, unit, by);
  const from = state.where[ids[0] ?? ''];
  const ends = [...reach.keys()].map((to) => exitOf(to as `off-0117`) ?? to);
  const home = isOnMap(from) ? from : (by ?? ends[0]);
  if (reach.size === 0 || home === undefined) return null;
  const plot = plotFor([home, ...ends], home);
  const costs = [...reach].map(([to, { cost, allowance }]) => ({
    hex: exitOf(to as `off-0117`) ?? to,
    off: to.startsWith('off'),
    cost,
    allowance,
  }));
  const names = unitNames(field, pieces);
  const most = Math.max(...costs.map(({ allowance }) => allowance));
  const under = costs.filter(({ off }) => !off).map(({ hex, cost, allowance }) => shade(plot, hex, cost, allowance));
  const figures = costs
    .filter(({ hex }) => isSeen(plot, hex, -plot.half))
    .map(({ hex, off, cost }) => figure(field, state, plot, hex, off ? `${cost} off` : String(cost)));
  return drawn(field, state, plot, {
    title: `${names}: points of ${most} to each hex`,
    under,
    over: figures.flat(),
    boxes: figures.flatMap(([plate]) => (plate?.kind === 'rect' ? [plate] : [])),
    words: [],
    home,
    alt: reachAlt(field, names, costs),
  });
}

/** By way of the entry hex that is named, or of any. */
function reachBy(field: Field, state: State, unit: string, by: string | undefined): Reach {
  if (by !== undefined) return destinationsOf(field, state, unit, by);
  const [only, ...others] = entriesFor(field, state, unit);
  return destinationsOf(field, state, unit, others.length === 0 ? only : undefined);
}

function shade(plot: Plot, hex: HexId, cost: number, allowance: number): Item {
  const step = Math.min(REACH_TINTS.length - 1, Math.floor(((cost - 1) * REACH_TINTS.length) / Math.max(6, allowance)));
  const s = scaleOf(plot);
  return {
    kind: 'path',
    d: hexPath(plot, hex, 1.5 * s),
    fill: REACH_TINTS[step] ?? REACHED,
    stroke: { colour: REACHED, width: 2 * s },
  };
}

/** A cost in the middle of a hex, or where somebody stands there, at its side. */
function figure(field: Field, state: State, plot: Plot, hex: HexId, words: string): Item[] {
  const s = scaleOf(plot);
  const { x, y } = middle(plot, hex);
  const here = boardOf(field, state).at(hex).length > 0;
  const size = Math.max(24, 15 * s);
  const at = here ? { x: x + plot.radius * 0.7, y } : { x, y: y + plot.half * 0.12 };
  const wide = words.length > 2 ? size * 1.7 : size * 0.74;
  return [
    {
      kind: 'rect',
      x: at.x - wide,
      y: at.y - size * 0.68,
      width: wide * 2,
      height: size * 1.36,
      radius: size * 0.68,
      fill: REACHED,
      stroke: { colour: INK, width: 1.6 },
    },
    centred(words, at.x, at.y + size * 0.35, size, INK, 'bold'),
  ];
}

function reachAlt(
  field: Field,
  names: string,
  costs: readonly { readonly hex: HexId; readonly off: boolean; readonly cost: number; readonly allowance: number }[],
): string {
  const byCost = new Map<number, string[]>();
  for (const { hex, off, cost } of costs) {
    const label = off ? `off the map by ${hex}` : shortHex(field, hex);
    byCost.set(cost, [...(byCost.get(cost) ?? []), label]);
  }
  const told = [...byCost].sort(([a], [b]) => a - b).map(([cost, hexes]) => `for ${cost}: ${hexes.join(', ')}`);
  const of = costs[0]?.allowance ?? 6;
  return cut(`${names} can reach, of ${of} points, ${told.join('; ')}.`);
}

/** As much of an alt text as Discord takes. */
function cut(words: string): string {
  return words.length <= 1024 ? words : `${words.slice(0, 1022).replace(/[,;] [^,;]*$/, '')} …`;
}

function battleSketch(
  field: Field,
  state: State,
  verb: 'attack' | 'bombard',
  hexes: readonly HexId[],
  joined: readonly PieceId[],
): Picture | null {
  if (!hexes.every((hex) => field.hex.has(hex))) return null;
  const next = verb === 'attack' ? adjacentAttackers(field, state, hexes) : [];
  const guns = gunsOn(field, state, hexes);
  const can = [...next, ...guns];
  const standing = (ids: readonly PieceId[]) => [
    ...new Set(ids.flatMap((id) => (isOnMap(state.where[id]) ? [state.where[id] as HexId] : []))),
  ];
  const from = standing(joined.length > 0 ? joined : can.map(({ id }) => id));
  if (from.length === 0) return null;
  const plot = plotFor([...hexes, ...from], hexes[0] as HexId);
  const reckoned = joined.length > 0 ? reckon(field, state, { hexes, attackers: joined }) : null;
  const label = shortHexes(field, hexes);
  const words = reckoned
    ? [
        `${reckoned.attack} against ${reckoned.defence}${reckoned.doubled.length > 0 ? ', doubled' : ''}: ${reckoned.odds}`,
      ]
    : [];
  const who = unitNames(field, joined.length > 0 ? joined.flatMap((id) => field.piece.get(id) ?? []) : can, 12);
  const title =
    joined.length > 0
      ? `${verb === 'attack' ? 'Attack on' : 'Bombardment of'} ${label}`
      : `Who can join against ${label}`;
  return drawn(field, { ...state, battles: [] }, plot, {
    title,
    under: [...from.map((hex) => gold(plot, hex)), ...hexes.map((hex) => ring(plot, hex))],
    over: [
      ...(joined.length > 0 ? heads(plot, { hexes }, from) : []),
      ...(reckoned ? plate(plot, plateFor(field, state, plot, reckoned.odds, { hexes }, from)) : []),
    ],
    words,
    home: hexes[0] as HexId,
    alt: cut(
      `${title}. ${joined.length > 0 ? `${who} from ${listed(from)}. ${words.join(' ')}.` : `${who}, in ${listed(from)}.`}`,
    ),
  });
}

function gold(plot: Plot, hex: HexId): Item {
  const s = scaleOf(plot);
  return {
    kind: 'path',
    d: hexPath(plot, hex, 1.5 * s),
    fill: REACH_TINTS[0] ?? REACHED,
    stroke: { colour: REACHED, width: 3 * s },
  };
}

/** Where a piece may go back to, or which emptied hex it may enter. */
function choiceSketch(field: Field, state: State, seat: string, draft: Draft): Picture | null {
  const { unit } = draft;
  const piece = typeof unit === 'string' ? field.piece.get(unit) : undefined;
  const home = piece ? state.where[piece.id] : undefined;
  const choice = state.pending[0];
  if (!piece || !isOnMap(home) || choice?.side !== (seat as Side)) return null;
  const asked = pendingNext(field, state, { ...draft });
  const to = asked.complete || asked.question.slot !== 'to' ? [] : asked.question.choices.map(({ value }) => value);
  const hexes = to.filter((hex) => field.hex.has(hex));
  if (hexes.length === 0) return null;
  const plot = plotFor([home, ...hexes], home);
  const names = unitNames(field, [piece]);
  const title = draft.verb === 'retreat' ? `${names} goes back: where to` : `${names} may advance`;
  return drawn(field, state, plot, {
    title,
    under: hexes.map((hex) => gold(plot, hex)),
    over: hexes.flatMap((hex) => heads(plot, { hexes: [hex] }, [home])),
    words: [],
    home,
    alt: cut(
      `${title}: ${hexes.map((hex) => shortHex(field, hex)).join(', ')}. It stands in ${shortHex(field, home)}.`,
    ),
  });
}

interface Sketched {
  readonly title: string;
  /** Under the counters, and over them. */
  readonly under: readonly Item[];
  readonly over: readonly Item[];
  /** What names keep clear of, beside the counters. */
  readonly boxes?: readonly Box[];
  readonly words: readonly string[];
  readonly home: HexId;
  readonly alt: string;
}

function drawn(
  field: Field,
  state: State,
  plot: Plot,
  { title, under, over, boxes = [], words, home, alt }: Sketched,
): Picture {
  const stacks = stacksSeen(field, state, plot);
  const taken: Box[] = stacks.flatMap(([hex, pieces]) => [stackBox(plot, hex, pieces.length), numberBox(plot, hex)]);
  const s = scaleOf(plot);
  return {
    alt,
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: partGround(field, plot, CLOSE_UP),
      items: [
        ...under,
        { kind: 'path', d: hexPath(plot, home, 0), stroke: { colour: INK, width: 3 * s } },
        ...stacks.flatMap(([hex, pieces]) => stack(plot, state, hex, pieces)),
        ...placeNames(field, plot, [...taken, ...boxes]),
        ...marksAbove(field, state, plot, happened(null, state.where)),
        ...over,
        ...closeHeader(field, state, plot, title, {}),
        ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 24 }),
      ],
    },
  };
}
