import type { Colour, Item, Text } from '../../../game/index.ts';
import type { Account } from '../account.ts';
import { longDate } from '../calendar.ts';
import { PLATE } from '../layout.ts';
import type { Ending } from '../state.ts';
import type { LeaderView, View } from '../view.ts';
import { CARD, CSA_EDGE, HAIRLINE, INK, PRIZE, US_BLUE, US_TEXT } from './palette.ts';
import { bars, sabres, star } from './shapes.ts';
import { title } from './tables.ts';

/** The moments that have a plate of their own: the opening of a campaign, and its end. */
export function plate(view: View, last: Account): Item[] {
  if (view.over !== null) return ended(view, view.over);
  return last.opened ? opening(view) : [];
}

function opening(view: View): Item[] {
  const { x, y, width } = PLATE;
  return [
    ...frame(CARD, INK, HAIRLINE),
    ...title(view, { x: x + 18, y: y + 10, width: width - 36, height: 116 }),
    { kind: 'path', d: `M ${x + 60} ${y + 140} L ${x + width - 60} ${y + 140}`, stroke: { colour: PRIZE, width: 2 } },
    { kind: 'group', x: x + width / 2, y: y + 140, items: disc(CARD, sabres(30, PRIZE)) },
    ...lines(situation(view), y + 192, 38, INK),
  ];
}

/** How the campaign begins: who stands where. What is asked is told by the band. */
function situation(view: View): string[] {
  const { grant, lee, butler, sigel } = view.leaders;
  const place = ({ at }: LeaderView) => (at === null ? 'large' : view.areas[at].name);
  return [
    grant.at === lee.at ? `${grant.name} meets ${lee.name}` : grant.name,
    `at ${place(grant)};`,
    `${butler.name} is at ${place(butler)},`,
    `${sigel.name} at ${place(sigel)}.`,
  ];
}

function ended(view: View, over: Ending): Item[] {
  const { x, y, width } = PLATE;
  const fill: Colour = over.won ? US_BLUE : CSA_EDGE;
  const middle = x + width / 2;
  return [
    ...frame(fill, INK, US_TEXT),
    { kind: 'group', x: middle, y: y + 62, items: over.won ? star(38, US_TEXT) : bars(26, US_TEXT) },
    {
      kind: 'text',
      x: middle,
      y: y + 182,
      text: over.won ? 'Victory' : 'Defeat',
      face: 'title',
      size: 96,
      fill: US_TEXT,
      align: 'center',
      spacing: 8,
    },
    ...lines([deed(view, over), `${longDate(view.date)}, ${left(view)}`], y + 236, 48, US_TEXT),
  ];
}

function deed(view: View, over: Ending): string {
  if (!over.won) return `${view.areas.richmond.name} stands`;
  const { name } = view.leaders[over.leader];
  return over.how === 'james' ? `${name} is over the James` : `${name} takes ${view.areas.richmond.name}`;
}

function left({ points }: View): string {
  return points === 0 ? 'no points left' : `${points} point${points === 1 ? '' : 's'} left`;
}

function frame(fill: Colour, edge: Colour, inner: Colour): Item[] {
  const { x, y, width, height } = PLATE;
  return [
    { kind: 'rect', x, y, width, height, fill, stroke: { colour: edge, width: 4 } },
    { kind: 'rect', x: x + 8, y: y + 8, width: width - 16, height: height - 16, stroke: { colour: inner, width: 2 } },
    { kind: 'rect', x: x + 13, y: y + 13, width: width - 26, height: height - 26, stroke: { colour: inner, width: 1 } },
  ];
}

function disc(fill: Colour, sign: readonly Item[]): Item[] {
  return [{ kind: 'circle', x: 0, y: 0, radius: 26, fill }, ...sign];
}

function lines(all: readonly string[], first: number, step: number, fill: Colour): Text[] {
  return all.map((text, index) => ({
    kind: 'text',
    x: PLATE.x + PLATE.width / 2,
    y: first + index * step,
    text,
    face: index === 0 ? 'bold' : 'text',
    size: 33,
    fill,
    align: 'center',
    maxWidth: PLATE.width - 48,
  }));
}
