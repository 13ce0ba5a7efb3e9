import type { Draft, Item, Picture } from '../../../game/index.ts';
import { caption } from '../../../kit/draw/card-frames.ts';
import { BATTLE } from '../../../kit/draw/common-colours.ts';
import { type Box, contains } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import {
  attackArrows,
  attackRing,
  badgeBox,
  hexRing,
  type ReachedHex,
  reachBadge,
  reachNumber,
  reachTint,
  startRing,
} from '../../../kit/hex/hex-marks.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { stackNumber } from '../../../kit/hex/stacks.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { many } from '../../../kit/order-rules.ts';
import { altList, listed } from '../../../kit/plain-english.ts';
import { boardOf, hexesOfPieces } from '../board.ts';
import { type Field, idsOf, piecesNamed } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { attackersOf } from '../rules/combat/battle-plan.ts';
import { adjacentAttackers, gunsOn } from '../rules/combat/contact.ts';
import { next } from '../rules/legality.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { destinationsOf, entriesFor, piecesOf } from '../rules/movement/reach.ts';
import { exitOf, isOnMap, type View } from '../state.ts';
import { otherSide, type PieceId, type Side } from '../vocabulary.ts';
import { shortHexes, unitNames } from '../words/names.ts';
import { CHOICE_TITLES, choiceAlt, nearWords, type ReachedEnd, reachAlt, reachTitle } from '../words/picture-words.ts';
import { WINDOW, widePlot } from './close-up.ts';
import { boxesOf, stackItemsOf } from './counters.ts';
import { LAND_STYLE, PALETTE, partGround } from './field-ground.ts';
import { closeHeader } from './header.ts';
import { happened, marksOf, platesFor, wordPlate } from './map-marks.ts';

/**
 * A picture of what a draft can become: hexes in reach with their costs, units that can join a battle, or hexes of a
 * retreat or an advance; `null` if a picture would not help.
 */
export function sketch(field: Field, view: View, seat: string, draft: Draft): Picture | null {
  const { verb, unit, by, target, with: joined, guns } = draft;
  if (view.over) return null;
  if (verb === 'move' && typeof unit === 'string')
    return reachSketch(field, view, unit, typeof by === 'string' ? by : undefined);
  if ((verb === 'attack' || verb === 'bombard') && typeof target === 'string')
    return battleSketch(field, view, verb, target.split('+'), { with: many(joined), guns: many(guns) });
  if ((verb === 'retreat' || verb === 'advance') && typeof unit === 'string')
    return choiceSketch(field, view, seat, draft);
  return null;
}

function battleSketch(
  field: Field,
  view: View,
  verb: 'attack' | 'bombard',
  hexes: readonly HexId[],
  named: { readonly with: readonly PieceId[]; readonly guns: readonly PieceId[] },
): Picture | null {
  if (!hexes.every((hex) => field.hex.has(hex))) return null;
  const isAttack = verb === 'attack';
  // Units that must join do so even if they are not named [7.4].
  const isNamed = named.with.length + named.guns.length > 0;
  const joined = isNamed ? piecesNamed(field, attackersOf(field, view, hexes, { verb, ...named })) : [];
  const able = [...(isAttack ? adjacentAttackers(field, view, hexes) : []), ...gunsOn(field, view, hexes)];
  const hasAttackers = joined.length > 0;
  const units = hasAttackers ? joined : able;
  const from = hexesOfPieces(view, idsOf(units));
  if (from.length === 0) return null;
  const plot = WINDOW.plotRound([...hexes, ...from], hexes[0] as HexId);
  const label = shortHexes(field, hexes);
  const names = unitNames(field, units, 12);
  const under = [...reachTint(plot, from), ...hexes.map((hex) => attackRing(plot, hex))];
  const home = [hexes[0] as HexId];
  const withoutPlan = { ...view, battles: [] };
  if (!hasAttackers) {
    const title = isAttack ? `Who can join the attack on ${label}` : `Who can bombard ${label}`;
    const alt = altList(`${title}. ${names}, in ${listed(from)}.`);
    return drawn(field, withoutPlan, plot, { title, under, over: [], words: [], home, alt });
  }
  const { attack, defence, doubled, odds } = reckon(field, view, { hexes, attackers: idsOf(joined) });
  const title = `${isAttack ? 'Attack on' : 'Bombardment of'} ${label}`;
  const words = `${attack} against ${defence}${doubled.length > 0 ? ', doubled' : ''}: ${odds}`;
  const plates = platesFor(field, view, plot, [{ hexes, from, words: odds }]);
  return drawn(field, withoutPlan, plot, {
    title,
    under,
    over: [...attackArrows(plot, { hexes, from }), ...plates.flatMap((plate) => wordPlate(plot, plate))],
    words: [words],
    home,
    alt: altList(`${title}. ${names} from ${listed(from)}. ${words}.`),
  });
}

/** The hexes that a piece may retreat into, or advance into. */
function choiceSketch(field: Field, view: View, seat: string, draft: Draft): Picture | null {
  const { unit } = draft;
  const piece = typeof unit === 'string' ? field.piece.get(unit) : undefined;
  const home = piece ? view.where[piece.id] : undefined;
  const choice = view.pending[0];
  if (!piece || !isOnMap(home) || choice?.side !== (seat as Side)) return null;
  const asked = next(field, view, seat, draft);
  const to = asked.complete || asked.question.slot !== 'to' ? [] : asked.question.choices.map(({ value }) => value);
  const hexes = to.filter((hex) => field.hex.has(hex));
  if (hexes.length === 0) return null;
  const plot = WINDOW.plotRound([home, ...hexes], home);
  const names = unitNames(field, [piece]);
  const title = CHOICE_TITLES[draft.verb === 'retreat' ? 'retreat' : 'advance'](names);
  return drawn(field, view, plot, {
    title,
    under: reachTint(plot, hexes),
    over: [
      ...hexes.flatMap((hex) => attackArrows(plot, { hexes: [hex], from: [home] })),
      ...hexes.map((hex) => stackNumber(plot, hex)),
    ],
    words: [],
    home: [home],
    alt: choiceAlt(field, title, hexes, home),
  });
}

/** A possible end of a move; enemy control ends it at once. */
type End = ReachedHex & ReachedEnd;

/** Every hex that a unit can reach, with its number, its cost, and a mark if an enemy is adjacent. */
function reachSketch(field: Field, view: View, unit: string, by: string | undefined): Picture | null {
  const ids = unit.split('+');
  if (!ids.every((id) => field.piece.has(id))) return null;
  const pieces = piecesOf(field, unit);
  const reach = reachBy(field, view, unit, by);
  const from = view.where[ids[0] ?? ''];
  const ends = endsOf(field, view, reach);
  // A unit with several entry hexes is shown at each that starts one of its paths.
  const entries = [...new Set([...reach.values()].flatMap(({ entry }) => entry ?? []))];
  const home = isOnMap(from) ? [from] : entries;
  const [first] = home;
  if (reach.size === 0 || first === undefined) return null;
  const plot = widePlot([...home, ...ends.map(({ hex }) => hex)], first);
  const names = unitNames(field, pieces);
  const most = Math.max(...ends.map(({ allowance }) => allowance));
  const seen = ends.filter((end) => contains(plot.view, badgeBox(plot, end)));
  const board = boardOf(field, view);
  const isTaken = (hex: HexId) => board.holder(hex) !== null;
  const reached = new Set(seen.map(({ hex }) => hex));
  return drawn(field, view, plot, {
    title: reachTitle(names, most),
    under: [
      ...reachTint(plot, [...new Set(ends.flatMap(({ hex, off }) => (off ? [] : [hex])))]),
      ...ends.filter(({ stops }) => stops).map(({ hex }) => hexRing(plot, hex, 2, { colour: BATTLE, width: 3 })),
    ],
    over: [
      ...seen.flatMap((end) => reachBadge(plot, end, isTaken(end.hex) ? ASIDE : 0)),
      ...seen.map(({ hex }) => reachNumber(plot, hex)),
    ],
    boxes: seen.map((end) => badgeBox(plot, end)),
    aside: (hex) => (reached.has(hex) ? 4 - ASIDE : 0),
    words: seen.some(({ stops }) => stops) ? [nearWords(field, view)] : [],
    home,
    alt: reachAlt(field, view, names, ends),
  });
}

/** Pixels by which a cost is moved from the middle of a hex that also has a block. */
const ASIDE = 20;

/** The places in reach through the entry hex named, or else through any. */
function reachBy(field: Field, view: View, unit: string, by: string | undefined): Reach {
  if (by !== undefined) return destinationsOf(field, view, unit, by);
  const [only, ...others] = entriesFor(field, view, unit);
  return destinationsOf(field, view, unit, others.length === 0 ? only : undefined);
}

function endsOf(field: Field, view: View, reach: Reach): readonly End[] {
  const board = boardOf(field, view);
  return [...reach].map(([to, { cost, allowance }]) => {
    const exit = exitOf(to);
    const hex = exit ?? to;
    return {
      hex,
      off: exit !== null,
      cost,
      allowance,
      words: exit === null ? String(cost) : `${cost} off`,
      stops: exit === null && board.controls(otherSide(view.side), hex),
    };
  });
}

interface Sketched {
  readonly title: string;
  /** Items below the counters, and items above them. */
  readonly under: readonly Item[];
  readonly over: readonly Item[];
  /** Areas beside the counters that names must avoid. */
  readonly boxes?: readonly Box[];
  /** Pixels by which a hex's block is moved from the middle, on a plot for a phone. */
  readonly aside?: (hex: HexId) => number;
  readonly words: readonly string[];
  /** Hexes with a heavy outline: the unit's own, or its entry hexes. */
  readonly home: readonly HexId[];
  readonly alt: string;
}

function drawn(
  field: Field,
  view: View,
  plot: HexPlot,
  { title, under, over, boxes = [], aside, words, home, alt }: Sketched,
): Picture {
  return {
    alt,
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: partGround(field, plot),
      items: [
        ...under,
        ...home.map((hex) => startRing(plot, hex)),
        ...stackItemsOf(field, view, plot, aside),
        ...placeNames(field, plot, LAND_STYLE, [...boxesOf(field, view, plot), ...boxes]),
        ...marksOf(field, view, plot, happened(null, view.where)).above,
        ...over,
        ...closeHeader(field, view, plot, title, {}),
        ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 24 }),
      ],
    },
  };
}
