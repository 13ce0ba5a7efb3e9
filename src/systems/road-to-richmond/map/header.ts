import type { Framing, Item, Moment } from '../../../game/index.ts';
import { CARD, INK, REACHED, ZONE } from '../../../kit/draw/common-colours.ts';
import { SIDE_STYLES, sidePlates } from '../../../kit/draw/counter-items.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { fitting, textAt, typeset } from '../../../kit/draw/text-layout.ts';
import { shortHex, shortHexes } from '../../../kit/hex/hex-names.ts';
import { extentOf, type HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { cutOffAfter, type Fought, howManyCutOff } from '../rules/combat/fight.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { clockOf, lastTurnOf, type View } from '../state.ts';
import { type Event, otherSide, SIDES } from '../vocabulary.ts';
import { ending } from '../words/game-status.ts';
import { namesOfIds, sideAdjective, sideName } from '../words/names.ts';
import { RESULT_WORDS } from '../words/sentences.ts';
import { CLOSE_HEADER } from './close-up.ts';
import { PAPER } from './field-ground.ts';
import { OVERVIEW } from './overview.ts';

/** The result of a battle if units could not retreat: "defender cut off and lost", "defender retreats, some cut off and lost". */
const CUT_OFF = {
  all: (line: string) => line.replace(/ retreats$/, ' cut off and lost'),
  some: (line: string) => `${line}, some cut off and lost`,
  none: (line: string) => line,
} as const;

/** "Turn 3 of 20, 16:00 on 27 June: Union movement", or the winner at the end. */
export function standWords(field: Field, view: View): string {
  const result = ending(field, view);
  // The points are printed next to it.
  if (result) return result.headline.replace(/, \d+ to \d+/, '').replace(/\.$/, '');
  return `Turn ${view.turn} of ${lastTurnOf(field, view)}, ${clockOf(field, view.turn)}: ${phaseWords(view)}`;
}

/** "Union movement", "Confederates choose" */
function phaseWords({ turn, side, step, over, pending }: View): string {
  if (over) return `After turn ${turn}`;
  const [choice] = pending;
  if (choice && choice.side !== side) return `${sideAdjective(choice.side)} choice`;
  return `${sideAdjective(side)} ${step === 'move' ? 'movement' : step === 'plan' ? 'battle plan' : 'combat'}`;
}

/** Characters of a banner that names several events. */
const LONGEST_BANNER = 64;

/** The last events in a line: a single one in full, several by name or by number; `null` if there are none. */
export function headline(field: Field, moment: Moment<Event> | null): string | null {
  const events = moment?.events ?? [];
  const fights = events.filter((event) => event.type === 'fought');
  const [fought] = fights;
  // A battle's result includes its aftermath.
  const others = events.filter(({ type }) => fights.length === 0 || !AFTERMATH.includes(type));
  const told = others.flatMap((event) => (event.type === 'fought' ? [] : (lineOf(field, event) ?? [])));
  // Other events are shortened to make room for battles.
  const withOthers = (line: string) => {
    const all = told.length > 0 ? `${line}; ${counted(others)}` : line;
    return all.length <= LONGEST_BANNER ? all : line;
  };
  if (fought && fights.length === 1)
    return withOthers(CUT_OFF[howManyCutOff(fought, cutOffAfter(events, fought))](fightLine(field, fought)));
  if (fights.length > 1)
    return withOthers(`${fights.length} battles: ${fights.map(({ battle }) => battle.hexes.join('+')).join(', ')}`);
  if (told.length < 2) return told[0] ?? null;
  const named = told.join('; ');
  return named.length <= LONGEST_BANNER ? named : counted(others);
}

const AFTERMATH: readonly Event['type'][] = ['lost', 'retreated', 'advanced', 'held', 'dropped', 'laid', 'plan'];

/** The events by number: "12 marches, 2 units off the map, 3 battles planned". */
function counted(events: readonly Event[]): string {
  const parts = COUNTED.flatMap(([type, thing, more]) => {
    const times = events.filter((event) => event.type === type).length;
    return times === 0 ? [] : [`${times} ${times === 1 ? thing : more}`];
  });
  return listed(parts);
}

const COUNTED: readonly (readonly [type: Event['type'], one: string, several: string])[] = [
  ['moved', 'march', 'marches'],
  ['left', 'exit', 'exits'],
  ['laid', 'battle planned', 'battles planned'],
  ['struck', 'battle cancelled', 'battles cancelled'],
  ['dropped', 'battle dropped', 'battles dropped'],
  ['lost', 'loss', 'losses'],
  ['retreated', 'retreat', 'retreats'],
  ['advanced', 'advance', 'advances'],
  ['alarm', 'early-arrival trigger', 'early-arrival triggers'],
];

function fightLine(field: Field, { battle, reckoning, die, result }: Fought): string {
  return `${shortHexes(field, battle.hexes)} at ${reckoning.column}: die ${die}, ${RESULT_WORDS[result].short}`;
}

function lineOf(field: Field, event: Event): string | null {
  const names = (ids: readonly string[]) => namesOfIds(field, ids, 3);
  switch (event.type) {
    case 'moved':
      return `${names(event.pieces)} to ${shortHex(field, event.way.at(-1) ?? event.from ?? '')}`;
    case 'left':
      return `${names(event.pieces)} leave${event.pieces.length === 1 ? 's' : ''} the map at ${event.by}`;
    case 'laid':
      return `${event.reckoning.column} against ${shortHexes(field, event.battle.hexes)}`;
    case 'struck':
      return `${shortHexes(field, event.hexes)}: cancelled`;
    case 'dropped':
      return `${shortHexes(field, event.hexes)}: battle dropped`;
    case 'lost':
      return `${names(event.pieces)} lost in ${shortHex(field, event.from)}`;
    case 'retreated':
      return `${names([event.piece])} retreats to ${shortHex(field, event.to)}`;
    case 'advanced':
      return `${names([event.piece])} into ${shortHex(field, event.to)}`;
    case 'alarm':
      return 'Early arrival is triggered';
    default:
      return null;
  }
}

/** The band across the top of a close-up: the title, the turn, the points, and an inset of the whole map. */
export function closeHeader(field: Field, view: View, plot: HexPlot, title: string, { note }: Framing): Item[] {
  const inset = insetBox(plot);
  const when = `${view.over ? '' : `Turn ${view.turn}, `}${phaseWords(view)}`;
  const titled = note === undefined ? title : `${note}: ${title}`;
  return [...band(field, view, titled, when, inset.x - 14), ...mapInset(plot, inset)];
}

/** Two lines on paper; both sides' points, on plates in their colours and shapes, end the second. */
function band(field: Field, view: View, title: string, below: string, right: number): Item[] {
  const score = scoreOf(field, view);
  const sides = SIDES.map((side) => ({ style: SIDE_STYLES[side], words: `${sideName(side)} ${score[side]}` }));
  const plates = sidePlates(sides, { right, y: 52, size: 22 });
  const [room, left] = [right - 16, plates.left - 34];
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: CLOSE_HEADER, fill: CARD },
    { kind: 'rect', x: 0, y: CLOSE_HEADER - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    { ...textAt(typeset(fitting(title, room / 0.8, 29, 'bold')), 16, 38, 29, INK, 'bold'), maxWidth: room },
    { ...textAt(typeset(fitting(below, left / 0.85, 25)), 16, 76, 25, INK), maxWidth: left },
    ...plates.items,
  ];
}

/** The overview's heading: the state of the game, or, for a whole phase told at once, the name of that phase. */
function heading(field: Field, view: View, moment: Moment<Event> | null): string {
  const now = standWords(field, view);
  if (moment === null || moment.order !== null || view.over) return now;
  const begun = moment.events.findLast(({ type }) => type === 'phase');
  if (begun?.type !== 'phase' || moment.events.length < 2) return now;
  const { turn, side, kind } = begun;
  const quiet = moment.events.findLast(({ type }) => type === 'quiet');
  if (quiet?.type === 'quiet') return `Turn ${quiet.turn}, after ${sideAdjective(quiet.side)} movement`;
  if (kind === 'combat') return `Turn ${turn}, after ${sideAdjective(side)} movement`;
  if (turn === 1 && side === 'confederate') return now;
  return `Turn ${side === 'union' ? turn : turn - 1}, after ${sideAdjective(otherSide(side))} combat`;
}

/** The band above the overview: the state of the game, the last events, the points. */
export function wholeHeader(field: Field, view: View, moment: Moment<Event> | null, { note }: Framing): Item[] {
  const title = headline(field, moment);
  const said = [note, title].filter((one) => one !== undefined && one !== null).join(': ');
  return band(field, view, heading(field, view, moment), said, OVERVIEW.width - 14);
}

/** The box of the inset map in a close-up's upper right corner. */
function insetBox(plot: HexPlot): Box {
  const map = extentOf(plot);
  const height = CLOSE_HEADER - 18;
  const width = Math.round((height * map.width) / map.height);
  return { x: CLOSE_UP.width - 10 - width, y: 7, width, height };
}

/** A small map of the whole field with the close-up's part marked. */
function mapInset(plot: HexPlot, box: Box): Item[] {
  const map = extentOf(plot);
  const scale = box.width / map.width;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [left, top] = [clamp(plot.view.x - plot.x, map.width), clamp(plot.view.y - plot.y, map.height)];
  const right = clamp(plot.view.x + plot.view.width - plot.x, map.width);
  const bottom = clamp(plot.view.y + plot.view.height - plot.y, map.height);
  const size = { width: (right - left) * scale, height: (bottom - top) * scale };
  const seen = { x: box.x + left * scale, y: box.y + top * scale, ...size };
  return [
    { kind: 'rect', ...box, fill: PAPER, stroke: { colour: INK, width: 1.5 } },
    { kind: 'rect', ...seen, fill: REACHED, stroke: { colour: ZONE, width: 2 } },
  ];
}
