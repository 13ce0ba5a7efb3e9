import type { Item, LastOrder } from '../../../game/index.ts';
import { arrowAlong, edgedLine, stoppingShort } from '../../../kit/draw/arrow-shapes.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { BATTLE, BURST, CARD, FLASH, INK, ON_BATTLE } from '../../../kit/draw/common-colours.ts';
import { SIDE_INKS } from '../../../kit/draw/counter-items.ts';
import { type Box, cornersOf, coveredArea, leastCovering, type Point, sharedArea } from '../../../kit/draw/geometry.ts';
import { starPath } from '../../../kit/draw/symbols.ts';
import { centred, haloed, widthOf } from '../../../kit/draw/text-layout.ts';
import { columnOf, type HexId, rowOf } from '../../../kit/hex/hex-grid.ts';
import { type AttackMark, attackArrows, attackCourses, attackRing, reachTint } from '../../../kit/hex/hex-marks.ts';
import { type HexPlot, hasLargeLetters, hexPath, middle } from '../../../kit/hex/hex-plot.ts';
import { stackBox, stackNumber } from '../../../kit/hex/stacks.ts';
import { boardOf, hexesOfPieces } from '../board.ts';
import { type Field, strengthOfIds } from '../field.ts';
import { mandatoryAttacks } from '../rules/combat/contact.ts';
import { cutOffAfter, type Fought, howManyCutOff } from '../rules/combat/fight.ts';
import { advances, retreats } from '../rules/combat/pending-choices.ts';
import { isOnMap, type View } from '../state.ts';
import type { Event, PieceId, Side } from '../vocabulary.ts';
import { shortHexes } from '../words/names.ts';
import { resultWords } from '../words/sentences.ts';
import { areCountersSeen, blockBox, boxesOf, stacksSeen } from './counters.ts';

/** "0409 Golding’s at 1-2: die 5, attacker retreats" */
export function fightLine(field: Field, events: readonly Event[], fight: Fought): string {
  const { battle, reckoning, die } = fight;
  return `${shortHexes(field, battle.hexes)} at ${reckoning.column}: die ${die}, ${outcomeOf(events, fight)}`;
}

/** "attacker retreats", "no effect"; "defender cut off" if no unit that had to retreat could. */
export function outcomeOf(events: readonly Event[], fight: Fought): string {
  const isCutOff = howManyCutOff(fight, cutOffAfter(events, fight)) === 'all';
  if (isCutOff) return fight.result === 'Ar' ? 'attacker cut off' : 'defender cut off';
  return resultWords(fight.result, fight.battle.bombardment, 'short');
}

/** A battle with the words of its plate: its column or its result. */
interface MarkedBattle extends AttackMark {
  readonly words: string;
}

/** Planned battles with their columns, and finished battles with their results. */
function markedBattles(view: View, { fights }: Happened): readonly MarkedBattle[] {
  return [
    ...view.battles.map(({ hexes, column, attackers }) => {
      return { hexes, words: column, from: hexesOfPieces(view, attackers) };
    }),
    ...fights.map(({ battle, outcome, from }) => ({ hexes: battle.hexes, words: outcome, from })),
  ];
}

interface Marks {
  /** Under the counters: retreat hexes, mandatory targets, battle hexes, marches. */
  readonly below: readonly Item[];
  /** Over the counters: planned battles, finished battles, losses, and the numbers of their hexes. */
  readonly above: readonly Item[];
  /** Names and cards avoid the room of plates and crosses. */
  readonly boxes: readonly Box[];
}

export function marksOf(field: Field, view: View, plot: HexPlot, past: Happened): Marks {
  const board = boardOf(field, view);
  const battles = markedBattles(view, past);
  const plates = platesFor(field, view, plot, battles);
  const losses = past.losses.map(({ from, pieces }) => ({ at: lossAt(field, view, plot, from), pieces }));
  const choice = choiceHexes(field, view);
  const marches = past.tracks.flatMap((track) => {
    const points = stoppingShort(pointsOf(plot, track), track.how === 'left' ? 0 : plot.half * 0.72);
    return arrowAlong(points, SIDE_INKS[track.side], plot.scale, track.how === 'retreated');
  });
  // In the short game the overview marks the farms that score [18.6].
  const farms = plot.forPhone && view.variant === 'first-day' ? field.scoring.farms : [];
  const emptied = past.fights.flatMap(({ battle, die }) => {
    const [hex] = battle.hexes;
    return hex === undefined || board.at(hex).length > 0 ? [] : battleBurst(plot, hex, die);
  });
  const stacks = stacksSeen(field, view, plot).map(([hex]) => hex);
  const numbered = [
    ...stacks.filter((hex) => areCountersSeen(plot, hex)),
    ...choice.filter((hex) => !stacks.includes(hex)),
  ];
  return {
    below: [
      ...farms.flatMap((hex) => edgedLine(hexPath(plot, hex), { colour: INK, width: 4 }, 8)),
      ...reachTint(plot, choice),
      ...mustAttackHexes(field, view).flatMap((hex) => mustAttackRing(plot, hex)),
      ...[...new Set(battles.flatMap(({ hexes }) => hexes))].map((hex) => attackRing(plot, hex)),
      ...marches,
    ],
    above: [
      ...losses.flatMap(({ at, pieces }) => lossCross(at, strengthOfIds(field, pieces), plot.scale)),
      ...battles.flatMap((battle) => attackArrows(plot, battle)),
      ...emptied,
      ...(plot.scale > 1 ? numbered.map((hex) => stackNumber(plot, hex)) : []),
      ...plates.flatMap((plate) => wordPlate(plot, plate)),
    ],
    boxes: [...plates.map(({ box }) => box), ...losses.map(({ at }) => lossBox(at, plot.scale))],
  };
}

/** The hexes that the choosing side may retreat or advance into. */
export function choiceHexes(field: Field, view: View): readonly HexId[] {
  const [choice] = view.pending;
  if (choice?.kind === 'advance') return [...new Set([...advances(field, view, choice).values()].flat())];
  if (choice?.kind !== 'retreat') return [];
  return [...new Set([...retreats(field, view, choice).values()].flat().map(({ to }) => to))];
}

/** Hexes that the planning side must still attack [7.1]. */
export function mustAttackHexes(field: Field, view: View): readonly HexId[] {
  return view.step === 'plan' && !view.over ? mandatoryAttacks(field, view).enemies.map(({ hex }) => hex) : [];
}

/** The red rim of a mandatory target that is in no planned battle. */
function mustAttackRing(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  return edgedLine(hexPath(plot, hex, 1.5 * s), { colour: BATTLE, width: 3.4 * s }, 5.5 * s);
}

/** The middles of a march's hexes, with a point off the map for an entry or an exit. */
function pointsOf(plot: HexPlot, { hexes, how }: SeenMarch): Point[] {
  const points = hexes.map((hex) => middle(plot, hex));
  const [first, last] = [hexes[0], hexes.at(-1)];
  if (how === 'entered' && first !== undefined) return [beyond(plot, first), ...points];
  if (how === 'left' && last !== undefined) return [...points, beyond(plot, last)];
  return points;
}

/** A point outside a hex on the side nearest to the edge of the field. */
function beyond(plot: HexPlot, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const [column, row] = [columnOf(hex), rowOf(hex)];
  if (column === 1 || (column === 4 && row >= 10 && row <= 19)) return { x: x - plot.radius * 1.3, y };
  if (column === 24) return { x: x + plot.radius * 1.3, y };
  return { x, y: y + plot.half * (row < 14 ? -1.5 : 1.5) };
}

/** The middle of an empty hex, or else the corner of its counters that covers least of the others. */
function lossAt(field: Field, view: View, plot: HexPlot, hex: HexId): Point {
  const here = boardOf(field, view).at(hex).length;
  const { x, y } = middle(plot, hex);
  if (here === 0) return { x: x - 8 * plot.scale, y };
  const box = areCountersSeen(plot, hex) ? stackBox(plot, hex, here) : blockBox(plot, hex);
  const [topLeft, topRight, bottomRight, bottomLeft] = cornersOf(box) as [Point, Point, Point, Point];
  const others = boxesOf(field, view, plot);
  return leastCovering([bottomRight, bottomLeft, topRight, topLeft], (at) =>
    coveredArea(lossBox(at, plot.scale), others),
  ) as Point;
}

interface WordPlate {
  readonly words: string;
  readonly box: Box;
}

/** The plates of battles, each where it covers least of counters, hex numbers, arrows and earlier plates. */
export function platesFor(field: Field, view: View, plot: HexPlot, battles: readonly MarkedBattle[]): WordPlate[] {
  const taken = [...boxesOf(field, view, plot), ...battles.flatMap((battle) => attackBoxes(plot, battle))];
  const plates: WordPlate[] = [];
  for (const { hexes, words } of battles) {
    const box = plateBox(plot, hexes[0] as HexId, words, [...taken, ...plates.map((plate) => plate.box)]);
    plates.push({ words, box });
  }
  return plates;
}

export function wordPlate(plot: HexPlot, { words, box }: WordPlate): Item[] {
  const size = letterSize(plot);
  return [
    { kind: 'path', d: cutCorners(box, box.height * 0.22), fill: BATTLE, stroke: { colour: CARD, width: 1.6 } },
    centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.34, size, ON_BATTLE, 'bold'),
  ];
}

function letterSize(plot: HexPlot): number {
  return hasLargeLetters(plot) ? 24 : 14;
}

/** The position around a hex that covers least of what is taken, and that the picture cuts off least. */
function plateBox(plot: HexPlot, hex: HexId, words: string, taken: readonly Box[]): Box {
  const size = letterSize(plot);
  const { x, y } = middle(plot, hex);
  const width = widthOf(words, size, 'bold') + size * 0.8;
  const height = size * 1.15;
  const aside = 26 * plot.scale;
  const beside = [0, -0.4, 0.4, -0.8, 0.8].flatMap((part) => {
    const top = y + part * plot.half - height / 2;
    return [
      { x: x + aside, y: top },
      { x: x - aside - width, y: top },
    ];
  });
  const across = [0, -0.5, 0.5].flatMap((part) => {
    const left = x + part * plot.radius - width / 2;
    return [
      { x: left, y: y + plot.half - 1 },
      { x: left, y: y - plot.half - height + 1 },
    ];
  });
  return leastCovering(
    [...beside, ...across].map((at): Box => ({ ...at, width, height })),
    (box) => coveredArea(box, taken) + (width * height - sharedArea(box, plot.view)) * 4,
  ) as Box;
}

/** Rough boxes of the arrows over the sides of attacked hexes. */
function attackBoxes(plot: HexPlot, mark: AttackMark): Box[] {
  const arm = 11 * plot.scale;
  return attackCourses(plot, mark).flatMap(({ a, b, next }) =>
    next ? [{ x: (a.x + b.x) / 2 - arm, y: (a.y + b.y) / 2 - arm, width: arm * 2, height: arm * 2 }] : [],
  );
}

/** A burst with the die in a hex that a battle has emptied. */
function battleBurst(plot: HexPlot, hex: HexId, die: number): Item[] {
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  return [
    { kind: 'path', d: starPath(11, 23 * s, 13 * s, { x, y }), fill: BURST, stroke: { colour: INK, width: 1.6 * s } },
    { kind: 'path', d: starPath(11, 14 * s, 9 * s, { x, y }), fill: FLASH },
    centred(String(die), x, y + 5.4 * s, 16 * s, INK, 'bold'),
  ];
}

function lossCross(at: Point, strength: number, s: number): Item[] {
  const arm = 6 * s;
  const d = `M ${at.x - arm} ${at.y - arm} L ${at.x + arm} ${at.y + arm} M ${at.x - arm} ${at.y + arm} L ${at.x + arm} ${at.y - arm}`;
  const words = centred(`−${strength}`, at.x + 9.5 * s, at.y + 4.5 * s, 13 * s, BATTLE, 'bold');
  return [
    ...edgedLine(d, { colour: BATTLE, width: 3.6 * s, cap: 'round' }, 6.4 * s, 'round'),
    haloed({ ...words, align: 'left' }, 4 * s),
  ];
}

function lossBox({ x, y }: Point, s: number): Box {
  return { x: x - 9 * s, y: y - 9 * s, width: 36 * s, height: 18 * s };
}

interface SeenMarch {
  readonly side: Side;
  /** The first is the starting hex or the entry hex. */
  readonly hexes: readonly HexId[];
  readonly how: 'moved' | 'entered' | 'left' | 'retreated' | 'advanced';
}

interface SeenFight extends Fought {
  readonly outcome: string;
  /** The attackers' hexes during the battle. */
  readonly from: readonly HexId[];
}

type Lost = Extract<Event, { type: 'lost' }>;

/** Events as a picture shows them. */
export interface Happened {
  readonly tracks: readonly SeenMarch[];
  readonly fights: readonly SeenFight[];
  readonly losses: readonly Lost[];
  /** All their hexes, also of battles planned or cancelled. */
  readonly hexes: readonly HexId[];
  /** Whether a phase begins. */
  readonly begins: boolean;
}

/** @param where the pieces' present places; an attacker that retreated since has an event that says so */
export function happened(moment: LastOrder<Event> | null, where: View['where']): Happened {
  const events = moment?.events ?? [];
  const tracks = events.flatMap((event): SeenMarch[] => {
    const { type } = event;
    if (type === 'retreated' || type === 'advanced')
      return [{ side: event.side, hexes: [event.from, event.to], how: type }];
    if (type !== 'moved' && type !== 'left') return [];
    const { side, from, way } = event;
    const how = type === 'moved' && from === null ? 'entered' : type;
    return [{ side, hexes: from === null ? way : [from, ...way], how }];
  });
  const fights = events.flatMap((event) => {
    if (event.type !== 'fought') return [];
    return [{ ...event, outcome: outcomeOf(events, event), from: stoodAt(event.battle.attackers, events, where) }];
  });
  const losses = events.filter((event) => event.type === 'lost');
  const others = events.flatMap((event) => {
    if (event.type === 'laid') return event.battle.hexes;
    if (event.type === 'struck' || event.type === 'dropped') return event.hexes;
    return event.type === 'alarm' ? event.hex : [];
  });
  const hexes = [
    ...others,
    ...tracks.flatMap((track) => track.hexes),
    ...losses.map(({ from }) => from),
    ...fights.flatMap(({ battle, from }) => [...battle.hexes, ...from]),
  ];
  return { tracks, fights, losses, hexes, begins: events.some(({ type }) => type === 'phase') };
}

/** The hexes of pieces before these events moved them. */
function stoodAt(pieces: readonly PieceId[], events: readonly Event[], where: View['where']): readonly HexId[] {
  const stood = pieces.flatMap((piece) => {
    for (const event of events) {
      if ((event.type === 'retreated' || event.type === 'advanced') && event.piece === piece) return [event.from];
      if (event.type === 'lost' && event.pieces.includes(piece)) return [event.from];
    }
    const hex = where[piece];
    return isOnMap(hex) ? [hex] : [];
  });
  return [...new Set(stood)];
}
