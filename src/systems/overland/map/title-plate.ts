import type { Colour, Framing, Item } from '../../../game/index.ts';
import { longDate, shortDate } from '../../../kit/dates.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, grown } from '../../../kit/draw/geometry.ts';
import { bars, rule, star } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import { count, percent } from '../../../kit/plain-english.ts';
import type { CampaignEnd } from '../state.ts';
import type { View } from '../view.ts';
import { CSA_EDGE, CSA_GREY, PRIZE, ROLLED, SHADOW, US_BLUE, US_TEXT } from './palette.ts';
import { PANELS, PLATE } from './sheet-layout.ts';

const { x, y, width } = PLATE;
const MIDDLE = x + width / 2;

export function titleGround({ track, date }: View): Item[] {
  const covers = `Grant’s campaign in Virginia, ${shortDate(track.at(-1) ?? date)} – ${longDate(track[0] ?? date)}`;
  return [
    ...titleCard(),
    { ...centred('Overland', MIDDLE, y + 64, 70, INK, 'title'), spacing: 8 },
    { kind: 'group', x: MIDDLE, y: y + 77, items: rule(width * 0.7, PRIZE) },
    { ...centred(covers, MIDDLE, y + 99, 19, INK, 'italic'), maxWidth: width - 52 },
  ];
}

function titleCard(): Item[] {
  return cartouche(PANELS.title, { fill: CARD, edge: INK, inner: HAIRLINE, shadow: SHADOW });
}

/** The end of a campaign gets its own plate; otherwise the title card makes room for the chance and the note. */
export function plate(view: View, framing: Framing): Item[] {
  if (view.over !== null) return endingPlate(view, view.over, framing);
  return framing.worth === undefined && framing.note === undefined ? [] : [...titleCard(), ...cardContents(framing)];
}

/** The chance and the note on the title card. The game's name is left out if both need its room. */
function cardContents({ worth, note }: Framing): Item[] {
  const inner = { x: x + 26, width: width - 52 };
  if (worth === undefined) return [name(50, y + 54), ...ribbon(note ?? '', { ...inner, y: y + 65 })];
  return [
    ...(note === undefined ? [name(44, y + 46)] : ribbon(note, { ...inner, y: y + 13 })),
    ...gauge(worth, { ...inner, y: y + 56 }, { ink: INK, full: US_BLUE, rest: CSA_GREY }),
  ];
}

function name(size: number, at: number): Item {
  return { ...centred('Overland', MIDDLE, at, size, INK, 'title'), spacing: 6 };
}

function endingPlate(view: View, over: CampaignEnd, { worth, note }: Framing): Item[] {
  const fill = over.won ? US_BLUE : CSA_EDGE;
  const inner = { x: x + 44, width: width - 88 };
  const emblem = over.won ? star(32, US_TEXT) : bars(22, US_TEXT);
  const size = worth !== undefined && note !== undefined ? 70 : 90;
  const line = { maxWidth: width - 48 };
  const head: Item[] =
    worth === undefined && note === undefined ? [{ kind: 'group', x: MIDDLE, y: y + 52, items: emblem }] : [];
  if (note !== undefined) head.push(...ribbon(note, { ...inner, y: y + (worth === undefined ? 36 : 16) }));
  if (worth !== undefined) {
    const top = y + (note === undefined ? 34 : 58);
    head.push(...gauge(worth, { ...inner, y: top }, { ink: US_TEXT, full: US_TEXT, rest: INK }));
  }
  return [
    ...cartouche(PLATE, { fill, edge: INK, inner: US_TEXT, shadow: SHADOW }),
    ...head,
    { ...centred(over.won ? 'Victory' : 'Defeat', MIDDLE, y + 160, size, US_TEXT, 'title'), spacing: 8 },
    { ...centred(deed(view, over), MIDDLE, y + 208, 33, US_TEXT, 'bold'), ...line },
    { ...centred(`${longDate(view.date)}, ${pointsLeft(view)}`, MIDDLE, y + 250, 33, US_TEXT), ...line },
  ];
}

function deed(view: View, over: CampaignEnd): string {
  if (!over.won) return `${view.areas.richmond.name} stands`;
  const { name } = view.leaders[over.leader];
  return over.how === 'james' ? `${name} is across the James` : `${name} takes ${view.areas.richmond.name}`;
}

function pointsLeft({ points }: View): string {
  return points === 0 ? 'no points left' : `${count(points, 'point')} left`;
}

type Strip = Omit<Box, 'height'>;

const RIBBON = 36;
/** Text sizes by number of letters; longer text is narrowed to fit. */
const SIZES = [
  { letters: 28, size: 28 },
  { letters: 40, size: 23 },
  { letters: 60, size: 19 },
] as const;

/** A note on a strip 36 pixels high, in a colour that no printed map has. */
function ribbon(note: string, { x, y, width }: Strip): Item[] {
  const { size } = SIZES.find(({ letters }) => note.length <= letters) ?? SIZES[2];
  return [
    { kind: 'rect', x, y, width, height: RIBBON, fill: ROLLED, stroke: { colour: INK, width: 2 } },
    { ...centred(note, x + width / 2, y + RIBBON / 2 + size * 0.34, size, INK, 'bold'), maxWidth: width - 16 },
  ];
}

const BAR = 13;
/** The most characters of a usual figure. A longer one gets more of the width. */
const USUAL_FIGURE = 7;

/** The chance in figures, and a bar below it that is full at 100 %: 46 pixels high. The tick stands at even chances. */
function gauge(
  worth: number,
  { x, y, width }: Strip,
  { ink, full, rest }: { readonly [part in 'ink' | 'full' | 'rest']: Colour },
): Item[] {
  const top = y + 33;
  const words = { kind: 'text', y: y + 25, size: 33, fill: ink } as const;
  const figure = percent(worth);
  // “under 0.1 %” needs more room than “41.3 %”.
  const room = width * (figure.length > USUAL_FIGURE ? 0.5 : 0.64);
  const filled = Math.round(width * worth);
  const stroke = { colour: ink, width: 2 };
  const tick = `M ${x + width / 2} ${top - 4} L ${x + width / 2} ${top + BAR + 4}`;
  return [
    { ...words, x, text: 'Winning chances', face: 'text', maxWidth: room - 8 },
    { ...words, x: x + width, text: figure, face: 'bold', align: 'right', maxWidth: width - room },
    { kind: 'rect', x, y: top, width, height: BAR, fill: rest },
    ...(filled > 0 ? [{ kind: 'rect', x, y: top, width: filled, height: BAR, fill: full } as const] : []),
    { kind: 'rect', x, y: top, width, height: BAR, stroke },
    { kind: 'path', d: tick, stroke },
  ];
}

/** A frame for a title. Quarter circles are cut from its corners. It has a thick edge, and a thin line within. */
function cartouche(
  box: Box,
  { fill, edge, inner, shadow }: { readonly [part in 'fill' | 'edge' | 'inner' | 'shadow']: Colour },
): Item[] {
  return [
    { kind: 'path', d: cartouchePath({ ...box, x: box.x + 5, y: box.y + 6 }, 16), fill: shadow },
    { kind: 'path', d: cartouchePath(box, 16), fill, stroke: { colour: edge, width: 3.5 } },
    { kind: 'path', d: cartouchePath(grown(box, -7), 15), stroke: { colour: inner, width: 1.5 } },
  ];
}

function cartouchePath({ x, y, width, height }: Box, corner: number): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M ${x + corner} ${y} L ${right - corner} ${y} Q ${right - corner} ${y + corner} ${right} ${y + corner} ` +
    `L ${right} ${bottom - corner} Q ${right - corner} ${bottom - corner} ${right - corner} ${bottom} ` +
    `L ${x + corner} ${bottom} Q ${x + corner} ${bottom - corner} ${x} ${bottom - corner} ` +
    `L ${x} ${y + corner} Q ${x + corner} ${y + corner} ${x + corner} ${y} Z`
  );
}
