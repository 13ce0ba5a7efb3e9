import type { Framing, Item, LastOrder } from '../../../game/index.ts';
import { INK, REACHED, ZONE } from '../../../kit/draw/common-colours.ts';
import { COUNTER_STYLES } from '../../../kit/draw/counter-items.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { extentOf, type HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { HEADER, pictureHeader } from '../../../kit/hex/picture-header.ts';
import { compact } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { clockOf, lastTurnOf, type View } from '../state.ts';
import { type Event, SIDES } from '../vocabulary.ts';
import { ending } from '../words/game-status.ts';
import { sideAdjective, sideName } from '../words/names.ts';
import { digest } from '../words/sentences.ts';
import { PAPER } from './field-ground.ts';
import { fightLine } from './map-marks.ts';

/** "Turn 3 of 20, 16:00 on 27 June: Union movement", or the winner at the end. */
export function standWords(field: Field, view: View): string {
  const result = ending(field, view);
  // The points are printed next to it.
  if (result) return result.headline.replace(/, \d+ to \d+/, '').replace(/\.$/, '');
  return `Turn ${view.turn} of ${lastTurnOf(field, view)}, ${clockOf(field, view.turn)}: ${phaseWords(view)}`;
}

/** "Union movement", "Confederate choice" */
function phaseWords({ turn, side, step, over, pending }: View): string {
  if (over) return `After turn ${turn}`;
  const [choice] = pending;
  if (choice && choice.side !== side) return `${sideAdjective(choice.side)} choice`;
  return `${sideAdjective(side)} ${step === 'move' ? 'movement' : step === 'plan' ? 'battle plan' : 'combat'}`;
}

/** More marches than this are told by their number. */
export const MANY_MARCHES = 4;

/**
 * The last of some events in a line, if possible a battle with its result, or the number of many marches; `null` if
 * there is none to tell.
 */
export function headline(field: Field, moment: LastOrder<Event> | null): string | null {
  const events = moment?.events ?? [];
  const fight = events.findLast((event) => event.type === 'fought');
  if (fight) return fightLine(field, events, fight);
  const marches = events.filter(({ type }) => type === 'moved' || type === 'left').length;
  if (marches > MANY_MARCHES) {
    const isAlarm = events.some(({ type }) => type === 'alarm');
    return `${marches} marches${isAlarm ? '; early arrival is triggered' : ''}`;
  }
  return (
    digest(
      field,
      events.filter(({ type }) => !UNTOLD.includes(type)),
    ).at(-1) ?? null
  );
}

/** Events that the headline leaves out, as the line below it says them. */
const UNTOLD: readonly Event['type'][] = ['opened', 'phase', 'quiet', 'ended'];

/** The band across the top of a close-up, with an inset of the whole map. */
export function closeHeader(field: Field, view: View, plot: HexPlot, title: string, { note }: Framing): Item[] {
  const map = extentOf(plot);
  const height = HEADER - 18;
  const width = Math.round((height * map.width) / map.height);
  const inset = { x: CLOSE_UP.width - 10 - width, y: 7, width, height };
  const when = `${view.over ? '' : `Turn ${view.turn}, `}${phaseWords(view)}`;
  return [
    ...pictureHeader({
      title: compact(note, title).join(': '),
      below: [when],
      sides: pointsOf(field, view),
      right: inset.x - 14,
    }),
    ...mapInset(plot, inset),
  ];
}

export function wholeHeader(field: Field, view: View, moment: LastOrder<Event> | null, { note }: Framing): Item[] {
  const [title = '', ...below] = compact(compact(note, headline(field, moment)).join(': '), standWords(field, view));
  return pictureHeader({ title, below, sides: pointsOf(field, view) });
}

function pointsOf(field: Field, view: View) {
  const score = scoreOf(field, view);
  return SIDES.map((side) => ({ style: COUNTER_STYLES[side], words: `${sideName(side)} ${score[side]}` }));
}

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
