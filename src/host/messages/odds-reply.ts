import { type Prospect, SAME_WORTH } from '../../advisor/index.ts';
import { type Colour, type Item, LONGEST_ALT, labelWithChance, type Palette, type Scene } from '../../game/index.ts';
import { firstOf, percent } from '../../kit/plain-english.ts';
import { widthOf } from '../../render/index.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { clipped, logPointOf, type Renderer, type Reply, reply } from '../base/reply.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER, positionFileName } from './map-drawing.ts';
import { decidedAs, isSealed, lastDecided, present, ruleAt } from './odds-visibility.ts';
import { barsInWords, chancesAtLast, chancesNow, chancesWithEach, noneBetter, ODDS, unsolvable } from './odds-words.ts';

export function oddsFor(table: GameTable, caller: Caller, render: Renderer): Reply {
  const { game, system, position } = table;
  const rule = ruleAt(table);
  if (rule === null) return reply('member', unsolvable(system));
  if (game.ended || system.rules.outcome(position.state)) return reply('member', ODDS.over);
  if (rule === 'off') return reply('member', `${ODDS.off} ${howToChange(table, caller)}`);
  if (isSealed(table)) return reply('member', ODDS.sealed);
  return rule === 'always' ? presentOdds(table, render) : lastOdds(table, caller, render);
}

function howToChange({ game, system, position }: GameTable, caller: Caller): string {
  if (mayManageGame(caller, game)) return ODDS.youCanChange;
  const seat = system.play?.solvable?.seat;
  const commands = seat !== undefined && councilOf(position, seat).mode === 'commander';
  return commands ? ODDS.commandersCanPropose : ODDS.anyoneCanPropose;
}

function presentOdds(table: GameTable, render: Renderer): Reply {
  const found = present(table);
  if (!found) return reply('member', ODDS.unknown);
  if (decidedAs(table) === 0) return reply('member', chancesNow(table).join('\n'));
  const { worth, prospects } = found;
  return listReply(table, render, chancesWithEach(worth), { title: ODDS.nowTitle, prospects, chosen: null }, []);
}

function lastOdds(table: GameTable, caller: Caller, render: Renderer): Reply {
  const found = lastDecided(table);
  if (!found) {
    const hasOrders = table.position.turn > 0;
    return reply('member', `${hasOrders ? ODDS.hidden : ODDS.none}\n-# ${howToChange(table, caller)}`);
  }
  const { prospects, chosen } = found;
  const head = chancesAtLast(chosen.label.text);
  const small = `-# ${ODDS.later} ${howToChange(table, caller)}`;
  return listReply(table, render, head, { title: ODDS.lastTitle, prospects, chosen }, [small]);
}

const MOST_LISTED = 20;

/** @param small small print under the list */
function listReply(table: GameTable, render: Renderer, head: string, chart: Chart, small: readonly string[]): Reply {
  const { prospects, chosen } = chart;
  const lines = prospects.map((prospect, place) => lineInWords(prospect, prospects[place - 1], chosen));
  const { game, position, system } = table;
  const colour = system.about.seats.find(({ id }) => id === system.play?.solvable?.seat)?.colour;
  return reply('member', [head, ...firstOf(lines, MOST_LISTED, noneBetter), ...small].join('\n'), {
    drawing: {
      point: logPointOf(table),
      file: positionFileName(game, position.seq, 'odds'),
      alt: chartAlt(chart),
      png: () => render(chartScene({ ...chart, ...(colour && { colour }) })),
    },
  });
}

/** "**43.0 %** · Grant attacks Lee · 2 in 6". Figures have no-break spaces. */
function lineInWords(prospect: Prospect, above: Prospect | undefined, chosen: Prospect | null): string {
  const marks = [
    ...(above && above.worth - prospect.worth < SAME_WORTH ? [ODDS.asGood] : []),
    ...(prospect === chosen ? ['**ordered**'] : []),
  ];
  const { text, chance, odds } = prospect.label;
  const likely = (chance ?? odds)?.replaceAll(' ', '\u00a0');
  return [`**${percent(prospect.worth)}**`, text, ...(likely === undefined ? [] : [likely]), ...marks].join(' · ');
}

export interface Chart {
  readonly title: string;
  /** Best first. */
  readonly prospects: readonly Prospect[];
  readonly chosen: Prospect | null;
  /** The side's colour, for the best orders. */
  readonly colour?: Colour;
}

const BARS = 14;

/** At most 1,024 characters. */
export function chartAlt({ title, prospects, chosen }: Chart): string {
  const bars = prospects.map(
    (prospect) =>
      `${prospect.label.text} ${percent(prospect.worth)}${prospect === chosen ? ', which was ordered' : ''}`,
  );
  return clipped(barsInWords(title, bars), LONGEST_ALT);
}

const RULE: Colour = '#d5c6a4';
/** The two differ in brightness, so the chart needs no colours. */
const BEST: Colour = '#33506f';
const OTHER: Colour = '#b9a277';

/** Pixels. Shown at half its width on a phone, its smallest letters are 11 high. */
const WIDTH = 800;
const MARGIN = 36;
const LEFT = MARGIN;
const RIGHT = WIDTH - MARGIN;
const HEAD = 118;
const ROW = 70;
const BAR = 20;
const FOOT = 58;
const SIZE = 26;
const SMALL = 22;
/** The label ends before the figures. */
const LABEL_WIDTH = RIGHT - LEFT - 120;

export function chartScene(chart: Chart): Scene {
  const { title, prospects, chosen, colour = BEST } = chart;
  const shown = prospects.slice(0, BARS);
  const best = prospects[0]?.worth ?? 0;
  const whole = wholeFor(best);
  const more = prospects.length - shown.length;
  const height = HEAD + shown.length * ROW + FOOT;
  const bottom = HEAD + shown.length * ROW;
  const faded = { kind: 'text', size: SMALL, fill: CHART_FADED } as const;
  const foot = { ...faded, y: bottom + 34, face: 'text' } as const;
  return {
    width: WIDTH,
    height,
    palette: paletteWith(colour),
    ground: {
      key: 'chart of orders',
      items: [{ kind: 'rect', x: 0, y: 0, width: WIDTH, height, fill: CHART_PAPER }],
    },
    items: [
      { kind: 'text', x: LEFT, y: 52, text: title, face: 'title', size: 40, fill: CHART_INK, maxWidth: RIGHT - LEFT },
      { ...faded, x: LEFT, y: 90, text: 'before any roll', face: 'italic', maxWidth: RIGHT - LEFT },
      ...shown.flatMap((prospect, row) => {
        const fill = best - prospect.worth < SAME_WORTH ? colour : OTHER;
        return bar(prospect, HEAD + row * ROW, whole, fill, prospect === chosen);
      }),
      { kind: 'rect', x: LEFT, y: bottom + 4, width: RIGHT - LEFT, height: 2, fill: RULE },
      { ...foot, x: LEFT, text: '0\u00a0%' },
      { ...foot, x: RIGHT, text: `${whole}\u00a0%`, align: 'right' },
      ...(more > 0 ? [{ ...foot, x: WIDTH / 2, text: `and ${more} more, none better`, align: 'center' as const }] : []),
    ],
  };
}

function paletteWith(colour: Colour): Palette {
  const fills = [RULE, BEST, OTHER, colour];
  return {
    inks: [CHART_PAPER, CHART_INK, CHART_FADED, ...fills],
    blends: [
      ...[CHART_INK, CHART_FADED, ...fills].map((ink) => [ink, CHART_PAPER] as const),
      ...fills.map((under) => [CHART_INK, under] as const),
    ],
  };
}

function bar(prospect: Prospect, top: number, whole: number, fill: Colour, isChosen: boolean): Item[] {
  const width = Math.max(2, ((RIGHT - LEFT) * prospect.worth * 100) / whole);
  const face = isChosen ? 'bold' : 'text';
  const ordered = isChosen ? ' · ordered' : '';
  const forms = [`${labelWithChance(prospect.label)}${ordered}`, `${prospect.label.text}${ordered}`];
  // A long label goes without its chance, then gets a smaller size, before it is narrowed.
  const label = forms.find((one) => widthOf(face, SMALL, one) <= LABEL_WIDTH) ?? prospect.label.text;
  const size = Math.max(SMALL, Math.min(SIZE, (SIZE * LABEL_WIDTH) / widthOf(face, SIZE, label)));
  const text = { kind: 'text', y: top + 24, fill: CHART_INK } as const;
  const stroke = isChosen ? { stroke: { colour: CHART_INK, width: 4 } } : {};
  return [
    { ...text, x: LEFT, text: label, face, size, maxWidth: LABEL_WIDTH },
    { ...text, x: RIGHT, text: percent(prospect.worth), face: 'bold', size: SIZE, align: 'right' },
    { kind: 'rect', x: LEFT, y: top + 34, width, height: BAR, fill, ...stroke },
  ];
}

/** Percent at the full width of the chart. */
function wholeFor(best: number): number {
  return [5, 10, 20, 25, 50, 75].find((whole) => best * 100 <= whole) ?? 100;
}
