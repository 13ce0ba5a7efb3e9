import type { Framing, Item, Moment } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { fitting, textAt, typeset, widthOf } from '../../../kit/draw/lettering.ts';
import { extentOf, type HexPlot } from '../../../kit/hex/hex-plot.ts';
import { sealWords } from '../../../kit/words.ts';
import { clockOf } from '../clock.ts';
import { cutOffAfter, howManyCutOff } from '../cut-off.ts';
import type { Field } from '../field.ts';
import { sideAdjective, sideName, unitNames } from '../names.ts';
import { scoreOf } from '../points.ts';
import { outcome } from '../status.ts';
import type { View } from '../view.ts';
import { type Event, LAST_TURN, otherSide, type Result, SIDES } from '../vocabulary.ts';
import { PAPER, REACHED, ZONE } from './inks.ts';
import { shortHex, shortHexes } from './short.ts';
import { sidePlate } from './side-plate.ts';
import { CLOSE_HEADER, CLOSE_UP } from './window.ts';

export const RESULT_WORDS: { readonly [result in Result]: string } = {
  Ar: 'attacker retreats',
  Ae: 'attacker eliminated',
  Dr: 'defender retreats',
  De: 'defender eliminated',
  Ex: 'exchange',
};

const CUT_OFF = { all: ', cut off: lost', some: ', some cut off: lost', none: '' } as const;

/** "Turn 3 of 20, 16:00 on 27 June: Union movement"; at the end who has won. */
export function standWords(field: Field, view: View): string {
  const result = outcome(field, view);
  // The points stand beside it.
  if (result) return result.headline.replace(/, \d+ to \d+/, '').replace(/\.$/, '');
  return `Turn ${view.turn} of ${LAST_TURN}, ${clockOf(view.turn)}: ${phaseWords(view)}`;
}

/** "Union movement", "Confederates choose" */
function phaseWords({ turn, side, step, over, pending }: View): string {
  if (over) return `After turn ${turn}`;
  const [choice] = pending;
  if (choice && choice.side !== side) return `${sideAdjective(choice.side)} choice`;
  return `${sideAdjective(side)} ${step === 'move' ? 'movement' : step === 'plan' ? 'battle plan' : 'combat'}`;
}

/** The last thing that matters of what has happened, in a line; null: nothing has. */
export function headline(field: Field, moment: Moment<Event> | null): string | null {
  const events = moment?.events ?? [];
  const moves = events.filter(({ type }) => type === 'moved' || type === 'left');
  const told = events.map((event) => lineOf(field, event, moves.length)).filter((line) => line !== null);
  const battles = events.flatMap((event) => (event.type === 'fought' ? [event.battle.hexes] : []));
  if (battles.length > 1) return `${battles.length} battles: ${battles.map((hexes) => hexes.join('+')).join(', ')}`;
  const fought = events.findLast(({ type }) => type === 'fought');
  if (fought?.type === 'fought')
    return `${lineOf(field, fought, 1)}${CUT_OFF[howManyCutOff(fought, cutOffAfter(events, fought))]}`;
  return told.at(-1) ?? null;
}

function lineOf(field: Field, event: Event, moves: number): string | null {
  const names = (ids: readonly string[]) =>
    unitNames(
      field,
      ids.flatMap((id) => field.piece.get(id) ?? []),
      3,
    );
  switch (event.type) {
    case 'moved':
      if (moves > 1) return `${moves} marches`;
      return `${names(event.pieces)} to ${shortHex(field, event.way.at(-1) ?? event.from ?? '')}`;
    case 'left':
      if (moves > 1) return `${moves} marches`;
      return `${names(event.pieces)} leave${event.pieces.length === 1 ? 's' : ''} the map by ${event.by}`;
    case 'fought':
      return `${shortHexes(field, event.battle.hexes)} at ${event.reckoning.column}: die ${event.die}, ${RESULT_WORDS[event.result]}`;
    case 'laid':
      return `${event.reckoning.column} against ${shortHexes(field, event.battle.hexes)}`;
    case 'struck':
      return `${shortHexes(field, event.hexes)}: struck out`;
    case 'dropped':
      return `${shortHexes(field, event.hexes)}: battle dropped`;
    case 'lost':
      return `${names(event.pieces)} lost in ${shortHex(field, event.from)}`;
    case 'retreated':
      return `${names([event.piece])} back to ${shortHex(field, event.to)}`;
    case 'advanced':
      return `${names([event.piece])} into ${shortHex(field, event.to)}`;
    case 'alarm':
      return 'Early arrival is set off';
    default:
      return null;
  }
}

/** A band across the top of a close-up: what has happened or what is seen, the turn, the points, and where on the field it is. */
export function closeHeader(field: Field, view: View, plot: HexPlot, title: string, { note }: Framing): Item[] {
  const inset = insetBox(plot);
  const room = inset.x - 30;
  const points = plates(field, view, inset.x - 14, 52, 22);
  const left = Math.min(...points.boxes.map(({ x }) => x));
  const when = `${view.over ? '' : `Turn ${view.turn}, `}${phaseWords(view)}`;
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: CLOSE_HEADER, fill: CARD },
    { kind: 'rect', x: 0, y: CLOSE_HEADER - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    text(fitting(note === undefined ? title : `${note}: ${title}`, room / 0.8, 29, 'bold'), 16, 38, 29, room),
    { ...text(when, 16, 76, 25, left - 34), face: 'text' },
    ...points.items,
    ...insetOf(plot, inset),
  ];
}

function text(words: string, x: number, y: number, size: number, maxWidth: number): Item & { kind: 'text' } {
  return { ...textAt(typeset(words), x, y, size, INK, 'bold'), maxWidth };
}

/** Points of both sides on plates in their colours and shapes, ending at `right`. */
function plates(field: Field, view: View, right: number, y: number, size: number): { items: Item[]; boxes: Box[] } {
  const points = scoreOf(field, view);
  const items: Item[] = [];
  const boxes: Box[] = [];
  let end = right;
  for (const side of [...SIDES].reverse()) {
    const words = `${sideName(side)} ${points[side]}`;
    const box = {
      x: end - widthOf(words, size, 'bold') - size,
      y,
      width: widthOf(words, size, 'bold') + size,
      height: size * 1.5,
    };
    end = box.x - 8;
    boxes.push(box);
    items.push(...sidePlate(side, box, words, size));
  }
  return { items, boxes };
}

/** Where the little field in the corner of a close-up lies. */
function insetBox(plot: HexPlot): Box {
  const height = CLOSE_HEADER - 18;
  const field = extentOf(plot);
  const width = Math.round((height * field.width) / field.height);
  return { x: CLOSE_UP.width - width - 10, y: 7, width, height };
}

/** The whole field, small, with the part that is seen. */
function insetOf(plot: HexPlot, box: Box): Item[] {
  const field = extentOf(plot);
  const scale = box.width / field.width;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [left, top] = [clamp(plot.view.x - plot.x, field.width), clamp(plot.view.y - plot.y, field.height)];
  const right = clamp(plot.view.x + plot.view.width - plot.x, field.width);
  const bottom = clamp(plot.view.y + plot.view.height - plot.y, field.height);
  return [
    { kind: 'rect', ...box, fill: PAPER, stroke: { colour: INK, width: 1.5 } },
    {
      kind: 'rect',
      x: box.x + left * scale,
      y: box.y + top * scale,
      width: (right - left) * scale,
      height: (bottom - top) * scale,
      fill: REACHED,
      stroke: { colour: ZONE, width: 2 },
    },
  ];
}

/**
 * What the whole field is headed by: where the game stands, or of a phase told as a whole, without its orders, which one it was.
 */
function heading(field: Field, view: View, moment: Moment<Event> | null): string {
  const now = standWords(field, view);
  if (moment === null || moment.order !== null || view.over) return now;
  const begun = moment.events.findLast(({ type }) => type === 'phase');
  if (begun?.type !== 'phase' || moment.events.length < 2) return now;
  const { turn, side, kind } = begun;
  const quiet = moment.events.findLast(({ type }) => type === 'quiet');
  if (quiet?.type === 'quiet') return `After turn ${quiet.turn}, ${sideAdjective(quiet.side)} movement`;
  if (kind === 'combat') return `After turn ${turn}, ${sideAdjective(side)} movement`;
  if (turn === 1 && side === 'confederate') return now;
  return `After turn ${side === 'union' ? turn : turn - 1}, ${sideAdjective(otherSide(side))} combat`;
}

/** The band above the whole field. */
export function wholeHeader(
  field: Field,
  view: View,
  width: number,
  moment: Moment<Event> | null,
  framing: Framing,
): Item[] {
  const { note } = framing;
  const title = headline(field, moment);
  const points = plates(field, view, width - 26, 22, 40);
  const left = Math.min(...points.boxes.map(({ x }) => x));
  const said = [note, title].filter((one) => one !== undefined && one !== null).join(': ');
  return [
    ...framedCard({ x: 8, y: 8, width: width - 16, height: 96 }),
    text(heading(field, view, moment), 28, said === '' ? 70 : 54, said === '' ? 44 : 38, left - 60),
    ...(said === '' ? [] : [{ ...text(fitting(said, left - 60, 28), 28, 90, 28, left - 60), face: 'text' as const }]),
    ...points.items,
    ...sealWords(framing).map((words): Item => ({ ...textAt(words, 1354, 1898, 14, INK), align: 'right' })),
  ];
}
