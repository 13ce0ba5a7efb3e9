import {
  ALL,
  type Draft,
  type Framing,
  type Item,
  type Land,
  type LastOrder,
  type Picture,
  type Scene,
} from '../../../game/index.ts';
import { arrowAlong, boxesAlong, stoppingShort } from '../../../kit/draw/arrow-shapes.ts';
import { type BattleCard, type CardRow, withBattleCard } from '../../../kit/draw/battle-card.ts';
import { type Box, enclosing, grown, holds, overlap, type Point } from '../../../kit/draw/geometry.ts';
import { boundsOf } from '../../../kit/draw/item-bounds.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { attackRing, badgeBox, reachBadge, reachNumber, reachTint, startRing } from '../../../kit/hex/hex-marks.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { type HexPlot, hexBox, hexesSeen, isSeen, middle, numberBox } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { wholeLand } from '../../../kit/land/hex-ground.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { waterNameBoxes } from '../../../kit/land/water-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { count } from '../../../kit/plain-english.ts';
import { next } from '../rules/legality.ts';
import { reachOfGroup } from '../rules/movement/group-move.ts';
import { type Reached, readDestination } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { positionFromView, type View } from '../view.ts';
import { type BattleStep, type Event, type EventOf, isSide, type Mode, otherSide, type Side } from '../vocabulary.ts';
import { blockName, facesUpTo, MODE_WORDS, sideAdjective, sideName } from '../words/names.ts';
import { alt, faceWords, REACH, reachAlt, reachCosts } from '../words/position-text.ts';
import { costOf, hitWords, roundBriefly, rounds as roundsOf, roundWords, stepWords } from '../words/sentences.ts';
import { blockStackItems, coveredBy, MOST_NAMED, placedStacks } from './blocks.ts';
import { contestedHexes, header, layoutOf, SCALES, scaleFor } from './close-up.ts';
import { citiesHeld, cityLabels, foot, frontNames, overviewItems } from './overview.ts';
import { closeGround, LAND_STYLE, PALETTE, SIDE_LINES, SIDE_STYLES, wholeGround } from './theatre-ground.ts';

/** The whole map, or a close-up round a hex [14.1, 14.2]. */
export function picture(theatre: Theatre, view: View, last: LastOrder<Event> | null, framing: Framing): Picture {
  const moment = last && { ...last, before: battleBefore(view, last) };
  const events = moment ? [...moment.before, ...moment.events] : [];
  const at = framing.at ?? events.findLast((event) => event.type === 'fought')?.hex ?? view.battle?.hex ?? ALL;
  if (theatre.hex.has(at)) {
    const card = fightCard(theatre, events) ?? blocksCard(theatre, view, at);
    return {
      scene: closeScene(theatre, view, moment, framing, [at], card),
      alt: alt(theatre, view, moment, framing, at),
    };
  }
  const { size, used, whole } = layoutOf(theatre);
  const inUse = framing.inUse ?? view.stacks.map(({ hex }) => hex);
  const plot = inUse.every((hex) => isSeen(used, hex, used.half)) ? used : whole;
  const marches = marchesOf(plot, moment);
  const scene: Scene = {
    ...size,
    palette: PALETTE,
    ground: wholeGround(theatre, plot, size),
    items: [
      ...frontNames(theatre, plot),
      ...contestedHexes(view.stacks).map((hex) => attackRing(plot, hex)),
      ...overviewItems(theatre, view, plot, arrowBoxes(marches)),
      ...arrowItems(plot, marches),
      ...header(theatre, view, size.width, null, framing),
      ...foot(size.width, size.height, framing),
    ],
  };
  return { scene, alt: alt(theatre, view, moment, framing) };
}

/** A picture of marches: the largest close-up that has room for them, or else the whole map. */
export function movesPicture(theatre: Theatre, view: View, moment: LastOrder<Event>, framing: Framing): Picture {
  const ways = moment.events.flatMap((event) =>
    event.type === 'moved' ? [event.from, ...event.going.flatMap(({ to, by }) => [by ?? [], to].flat())] : [],
  );
  const [home] = ways;
  if (home === undefined || !scaleFor(theatre, ways)) return picture(theatre, view, moment, { ...framing, at: ALL });
  const scene = closeScene(theatre, view, moment, framing, ways, blocksCard(theatre, view, home));
  return { scene, alt: alt(theatre, view, moment, framing, home) };
}

/**
 * A close-up of some hexes, or of the first alone if they don't fit together. The card goes where it covers nothing.
 */
function closeScene(
  theatre: Theatre,
  view: View,
  moment: LastOrder<Event> | null,
  framing: Framing,
  hexes: readonly HexId[],
  card: BattleCard | null,
): Scene {
  const home = hexes[0] as HexId;
  const scale = scaleFor(theatre, hexes);
  const plot = layoutOf(theatre).window.plot(scale ? hexes : [home], scale);
  const marches = marchesOf(plot, moment);
  const arrows = arrowBoxes(marches);
  const taken = [
    ...placedStacks(plot, view.stacks).map(coveredBy),
    ...hexes.map((hex) => hexBox(plot, hex)),
    ...arrows,
  ];
  const bare: Scene = { ...CLOSE_UP, palette: PALETTE, ground: closeGround(theatre, plot, CLOSE_UP), items: [] };
  const withCard = withBattleCard(bare, plot.view, taken, card);
  const cards = withCard.items.map((item) => boundsOf(item));
  return {
    ...withCard,
    items: [
      ...closeItems(theatre, view, plot, [], arrows, cards),
      ...arrowItems(plot, marches),
      ...header(theatre, view, CLOSE_UP.width, home, framing),
      ...withCard.items,
    ],
  };
}

/** Lists the blocks of a hex that has no room for their names. */
function blocksCard(theatre: Theatre, { stacks }: View, at: HexId): BattleCard | null {
  const there = stacks.filter(({ hex }) => hex === at);
  const rows = there.flatMap(({ side, known }) =>
    known.map((block) => ({ style: SIDE_STYLES[side], words: faceWords(theatre, block) })),
  );
  const hasRoom = rows.length <= MOST_NAMED && there.length === 1;
  return rows.length === 0 || hasRoom ? null : { title: hexLabel(theatre, at), rows };
}

/**
 * The blocks and names on the land of a close-up.
 * @param chosen hexes whose numbers the picture draws over the land; no name of another hex covers them
 * @param arrows boxes of arrows
 * @param cards boxes of cards: a city under one has no name
 */
function closeItems(
  theatre: Theatre,
  view: View,
  plot: HexPlot,
  chosen: readonly HexId[],
  arrows: readonly Box[],
  cards: readonly Box[] = [],
): Item[] {
  const stacks = placedStacks(plot, view.stacks);
  const hidden = (hex: HexId) => cards.some((card) => holds(card, middle(plot, hex)));
  const cities = citiesHeld(theatre, view, plot).filter(({ hex }) => !hidden(hex));
  const named = cities.map((city) => {
    const standing = stacks.filter(({ stack }) => stack.hex === city.hex).map(coveredBy);
    const own = standing.length > 0 ? enclosing(standing) : hexBox(plot, city.hex, DOT * plot.scale);
    return { city, own, must: !cards.some((card) => overlap(card, own)) };
  });
  const numbered = chosen.flatMap((hex) => (theatre.hex.get(hex)?.name ? [] : [numberBox(plot, hex)]));
  const covered = [...stacks.map(coveredBy), ...numbered, ...arrows, ...cards];
  const numbers = hexesSeen(plot).map((hex) => numberBox(plot, hex));
  // These boxes hold the tallest letters; few reach their edges.
  const waters = waterNameBoxes(theatre, plot, LAND_STYLE).map((box) => grown(box, -4));
  const houses = theatre.places.map(({ hex }) => hexBox(plot, hex, DOT * plot.scale + BESIDE));
  const nearBlocks = stacks.map(({ box }) => grown(box, BESIDE));
  const namesBeside = (taken: readonly Box[]) => placeNames(withoutScoring(theatre), plot, LAND_STYLE, taken);
  const rooms = namesBeside(covered).map((name) => boundsOf(name));
  // The room of a place without points counts twice: its name comes later and may find no other.
  const foreign = [...waters, ...houses, ...nearBlocks, ...rooms, ...rooms].filter((box) => overlap(box, plot.view));
  const labels = cityLabels(plot, named, covered, numbers, CITY_LETTERS, foreign);
  const places = namesBeside([...covered, ...labels.map(({ box }) => box)]);
  return [
    ...labels.flatMap(({ line }) => line),
    ...contestedHexes(stacks.map(({ stack }) => stack)).map((hex) => attackRing(plot, hex)),
    ...stacks.flatMap((placed) => blockStackItems(theatre, plot, placed)),
    ...places,
    ...labels.flatMap(({ items }) => items),
  ];
}

/** Half the size of a city's houses, in pixels of the whole map. */
const DOT = 9;
const CITY_LETTERS = 24;
/** Pixels around houses and blocks in which the name of another city would seem to be theirs. */
const BESIDE = 12;

const withoutScoring = oncePer((theatre: Theatre): Theatre => {
  const places = theatre.places.filter(({ hex }) => (theatre.city.get(hex)?.points ?? 0) === 0);
  return { ...theatre, places };
});

interface March {
  readonly line: readonly Point[];
  readonly event: EventOf<'moved'>;
}

/** The last order's marches as lines, which end short of the numbers on blocks. */
function marchesOf(plot: HexPlot, moment: LastOrder<Event> | null): readonly March[] {
  // By how much the line is shorter at its start and end, in shares of the distance from a middle to a hexside.
  // The whole map has little room between blocks.
  const [start, end] = plot.forPhone ? [0.6, 0.6] : [0.95, 0.45];
  return (moment?.events ?? []).flatMap((event): March[] => {
    if (event.type !== 'moved') return [];
    const { from, going } = event;
    return going.flatMap(({ to, by }) => {
      const way = [from, ...(by === null || by === from ? [] : [by]), to];
      if (!way.some((hex) => isSeen(plot, hex))) return [];
      const middles = way.map((hex) => middle(plot, hex)).reverse();
      const line = stoppingShort(stoppingShort(middles, plot.half * start).reverse(), plot.half * end);
      return [{ line, event }];
    });
  });
}

function arrowItems({ scale }: HexPlot, marches: readonly March[]): Item[] {
  return marches.flatMap(({ line, event: { side, mode } }) =>
    arrowAlong(line, SIDE_LINES[side], Math.min(1.3, scale), mode !== 'march'),
  );
}

function arrowBoxes(marches: readonly March[]): readonly Box[] {
  return marches.flatMap(({ line }) => boxesAlong(line, 10, 9));
}

/** The scale of a sketch. */
const SKETCHED = 1.5;
/** A sketch's window moves by so many hexes at a time, so that few different grounds have to be drawn. */
const STEP = 3;

/** The land of the whole map, of close-ups at all scales, and of pictures of hexes in reach. */
export function lands(theatre: Theatre): readonly Land[] {
  const { size, used, whole, window } = layoutOf(theatre);
  const hex = theatre.grid.ids[0] as HexId;
  const close = (scale: number, numbered: boolean) =>
    wholeLand(window.plot([hex], scale), PALETTE, (plot, all) => closeGround(theatre, plot, all, numbered));
  return [
    ...[used, whole].map((plot) => ({ ...size, palette: PALETTE, ground: wholeGround(theatre, plot, size) })),
    ...SCALES.map((scale) => close(scale, true)),
    close(SKETCHED, false),
  ];
}

/** A picture of the hexes that a hex's blocks can reach, with cost or mode; battle hexes are red. */
export function sketch(theatre: Theatre, view: View, seat: string, draft: Draft): Picture | null {
  const { from } = draft;
  if (!isSide(seat) || typeof from !== 'string' || !theatre.hex.has(from)) return null;
  const guess = positionFromView(theatre, view, seat);
  const asked = next(theatre, guess, seat, draft);
  if (asked.complete) return null;
  const places = asked.question.choices.map(({ value }) => readDestination(value));
  if (places.length === 0 || !places.every(({ hex }) => theatre.hex.has(hex))) return null;
  const hexes = [...new Set(places.map(({ hex }) => hex))];
  const fought = [...new Set(places.flatMap(({ hex, by }) => (by === null ? [] : [hex])))];
  const costs = draft.verb === 'move' ? costsFrom(theatre, guess, seat, from) : null;
  const way = typeof draft.mode === 'string' ? MODE_WORDS[draft.mode as Mode].typed : '';
  const plot = layoutOf(theatre).window.plotInSteps([from, ...hexes], from, SKETCHED, STEP);
  const seen = hexes.filter((hex) => isSeen(plot, hex));
  const wordsOf = (hex: HexId) => costs?.get(hex) ?? way;
  const isTaken = (hex: HexId) => view.stacks.some((stack) => stack.hex === hex);
  const badges = seen.flatMap((hex) =>
    wordsOf(hex) === '' ? [] : [{ hex, words: wordsOf(hex), stops: fought.includes(hex) }],
  );
  const boxes = badges.map((badge) => badgeBox(plot, badge));
  const framing = { note: costs ? reachCosts(from) : REACH };
  return {
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: closeGround(theatre, plot, CLOSE_UP, false),
      items: [
        ...reachTint(plot, hexes),
        startRing(plot, from),
        ...seen.map((hex) => reachNumber(plot, hex)),
        ...closeItems(theatre, view, plot, seen, boxes),
        ...seen.flatMap((hex) => (fought.includes(hex) ? [attackRing(plot, hex)] : [])),
        ...badges.flatMap((badge) => reachBadge(plot, badge, isTaken(badge.hex) ? ASIDE : 0)),
        ...header(theatre, view, CLOSE_UP.width, costs ? null : from, framing),
      ],
    },
    alt: reachAlt(theatre, from, hexes, fought, (hex) => costs?.get(hex) ?? ''),
  };
}

/** Offset of a cost from the middle of a hex with blocks. */
const ASIDE = 24;

/** The cost of each place for the cheapest block of a hex: "2", or "3*" by a forced march. */
function costsFrom(theatre: Theatre, state: State, side: Side, from: HexId): ReadonlyMap<HexId, string> {
  const costs = new Map<HexId, Reached>();
  for (const reached of reachOfGroup(theatre, state, side, from)) {
    const known = costs.get(reached.hex);
    if (!known || reached.cost < known.cost) costs.set(reached.hex, reached);
  }
  return new Map([...costs].map(([hex, { cost, forced }]) => [hex, `${cost}${forced ? '*' : ''}`]));
}

/** Phases in which the last battle stays on the picture, although other orders have followed. */
export const TELLS_BATTLES: readonly View['phase'][] = ['battles', 'attrition', 'exchange', 'cards'];

/** Earlier events of the battle that the picture tells of. */
function battleBefore({ phase, battle }: View, { before = [], events }: LastOrder<Event>): readonly Event[] {
  if (!TELLS_BATTLES.includes(phase)) return [];
  if (!battle || events.some(({ type }) => type === 'fought')) return before;
  // The same hex may have had a battle in the previous game-turn.
  const now = before.slice(before.findLastIndex(({ type }) => type === 'turn') + 1);
  return now.filter((event) => !('hex' in event) || event.hex === battle.hex);
}

/** Most steps that a card lists. Of a longer battle it sums up all rounds but the last. */
const MOST_STEPS = 12;

/** The card of the last battle: each side's losses, then the steps of the fight; `null` if there was no battle. */
function fightCard(theatre: Theatre, events: readonly Event[]): BattleCard | null {
  const last = events.findLast((event) => event.type === 'fought');
  if (!last) return null;
  const { hex, attacker } = last;
  const steps = events.flatMap((event) => (event.type === 'fought' && event.hex === hex ? event.steps : []));
  const [rounds, isLong] = [roundsOf(steps), steps.length > MOST_STEPS];
  const won = events.findLast((event): event is EventOf<'won'> => event.type === 'won' && event.hex === hex);
  const others = new Map(
    events.flatMap((event) => (event.type === 'won' && event.hex !== hex ? [[event.hex, event.winner] as const] : [])),
  );
  const sides = [attacker, otherSide(attacker)];
  const part = (side: Side) => {
    const [does, holds] = side === attacker ? ['attack', 'takes'] : ['defence', 'holds'];
    return `${sideAdjective(side)} ${does}${won?.winner === side ? `, ${holds} the hex` : ''}`;
  };
  return {
    title: `Battle at ${hexLabel(theatre, hex)}, ${count(rounds.length, 'round')}`,
    rows: [
      ...sides.map(
        (side): CardRow => ({ style: SIDE_STYLES[side], words: part(side), end: costOf(theatre, steps, side) }),
      ),
      ...rounds.flatMap((round, at): readonly CardRow[] =>
        isLong && at < rounds.length - 1
          ? [{ words: roundBriefly(theatre, round) }]
          : round.map((step) => stepRow(theatre, step)),
      ),
      ...[...others].map(
        ([at, winner]): CardRow => ({
          style: SIDE_STYLES[winner],
          words: `${sideName(winner)} won at ${hexLabel(theatre, at)}`,
        }),
      ),
    ],
  };
}

function stepRow(theatre: Theatre, step: BattleStep): CardRow {
  if (step.kind === 'round') return { words: roundWords(theatre, step), strong: true };
  if (step.kind !== 'volley')
    return { style: SIDE_STYLES[blockOf(theatre, step.block).side], words: stepWords(theatre, step) };
  const { block, dice } = step.volley;
  const { side, hits } = blockOf(theatre, block);
  return {
    style: SIDE_STYLES[side],
    who: blockName(theatre, block),
    dice: dice.map((face) => ({ face, counts: face <= hits })),
    words: `needs ${facesUpTo(hits)}: ${hitWords(theatre, step.volley)}`,
  };
}
