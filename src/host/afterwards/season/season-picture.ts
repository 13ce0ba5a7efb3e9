import type { Colour, Item, Scene, Text } from '../../../game/index.ts';
import { widthOf } from '../../../render/index.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../base/chart-colours.ts';
import type { SeasonRow } from './season-table.ts';

const WIDTH = 1000;
const EDGE = 36;
const HEAD = 170;
const ROW = 68;
const RULE: Colour = '#b59f76';
/** Letters that can be read where the picture is 400 pixels wide. */
const SIZE = 36;
/** The right edges of the columns of figures. */
const COLUMNS = [612, 718, 846, 964] as const;
const NAME = { x: EDGE + 66, room: 400 };
/** Letters narrowed by so much can still be read. */
const NARROWEST = 1.25;

/** A season's table as a picture: its places, a member a line. */
export function seasonPicture(
  title: string,
  days: string,
  head: readonly string[],
  rows: readonly (Omit<SeasonRow, 'member'> & { readonly name: string })[],
): Scene {
  const height = HEAD + ROW * rows.length + EDGE;
  const line = (y: number): Item => ({
    kind: 'path',
    d: `M ${EDGE} ${y} L ${WIDTH - EDGE} ${y}`,
    stroke: { colour: RULE, width: 2 },
  });
  const figures = (values: readonly (number | string)[], y: number, style: Partial<Text>) =>
    values.map((value, column) => text(COLUMNS[column] ?? WIDTH, y, String(value), { align: 'right', ...style }));
  return {
    width: WIDTH,
    height,
    palette: {
      inks: [CHART_PAPER, CHART_INK, CHART_FADED, RULE],
      blends: [CHART_INK, CHART_FADED, RULE].map((ink) => [ink, CHART_PAPER] as const),
    },
    ground: { key: 'a table of a season', items: [] },
    items: [
      { kind: 'rect', x: 8, y: 8, width: WIDTH - 16, height: height - 16, stroke: { colour: RULE, width: 2 } },
      text(EDGE, 66, title, { face: 'title', size: 46, maxWidth: WIDTH - EDGE * 2 }),
      text(EDGE, 112, days, { size: 30, fill: CHART_FADED, maxWidth: 470 }),
      ...figures(head, HEAD - 16, { size: 32, fill: CHART_FADED }),
      ...rows.flatMap(({ place, name, points, won, drawn, lost }, row): Item[] => {
        const y = HEAD + ROW * (row + 0.68);
        return [
          line(HEAD + ROW * row),
          text(EDGE + 44, y, String(place), { align: 'right', fill: CHART_FADED }),
          text(NAME.x, y, fitted(name), { face: 'bold', maxWidth: NAME.room }),
          ...figures([points], y, { face: 'bold' }),
          ...figures(['', won, drawn, lost], y, {}).slice(1),
        ];
      }),
    ],
  };
}

/** The house's typefaces have no pictures. */
function fitted(name: string): string {
  const letters = name.replace(/\p{Extended_Pictographic}\uFE0F?/gu, '').trim() || name;
  const fits = (text: string) => widthOf('bold', SIZE, text) <= NAME.room * NARROWEST;
  if (fits(letters)) return letters;
  const characters = [...letters];
  const longest = characters.findLastIndex((_, end) => fits(`${characters.slice(0, end).join('')}…`));
  return `${characters.slice(0, Math.max(1, longest)).join('').trimEnd()}…`;
}

function text(x: number, y: number, words: string, style: Partial<Text> = {}): Text {
  return { kind: 'text', x, y, text: words, size: SIZE, face: 'text', fill: CHART_INK, ...style };
}
