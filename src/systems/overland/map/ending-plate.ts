import type { Colour, Item, Text } from '../../../game/index.ts';
import { longDate } from '../../../kit/dates.ts';
import { cartouche } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { bars, star } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import { count } from '../../../kit/plain-english.ts';
import type { Ending } from '../state.ts';
import type { View } from '../view.ts';
import { chances, gauge, ON_PLATE, ribbon, type Told, tells } from './chance-gauge.ts';
import { CSA_EDGE, SHADOW, US_BLUE, US_TEXT } from './palette.ts';
import { PLATE } from './sheet-layout.ts';

/** The end of a campaign gets its own plate; otherwise the title card carries the chance and the note. */
export function plate(view: View, told: Told): Item[] {
  return view.over === null ? chances(told) : ended(view, view.over, told);
}

function ended(view: View, over: Ending, told: Told): Item[] {
  const { x, y, width } = PLATE;
  const fill: Colour = over.won ? US_BLUE : CSA_EDGE;
  const middle = x + width / 2;
  const size = told.worth !== undefined && told.note !== undefined ? 70 : 90;
  return [
    ...cartouche(PLATE, { fill, edge: INK, inner: US_TEXT, shadow: SHADOW }),
    ...(tells(told)
      ? crown(told)
      : [{ kind: 'group', x: middle, y: y + 52, items: over.won ? star(32, US_TEXT) : bars(22, US_TEXT) } as const]),
    { ...centred(over.won ? 'Victory' : 'Defeat', middle, y + 160, size, US_TEXT, 'title'), spacing: 8 },
    ...lines([deed(view, over), `${longDate(view.date)}, ${left(view)}`], y + 208, 42, US_TEXT),
  ];
}

/** The chance and the note, in place of the emblem at the top of the plate. */
function crown({ worth, note }: Told): Item[] {
  const { x, y, width } = PLATE;
  const inner = { x: x + 44, width: width - 88 };
  return [
    ...(note === undefined ? [] : ribbon(note, { ...inner, y: y + (worth === undefined ? 36 : 16) })),
    ...(worth === undefined ? [] : gauge(worth, { ...inner, y: y + (note === undefined ? 34 : 58) }, ON_PLATE)),
  ];
}

function deed(view: View, over: Ending): string {
  if (!over.won) return `${view.areas.richmond.name} stands`;
  const { name } = view.leaders[over.leader];
  return over.how === 'james' ? `${name} is across the James` : `${name} takes ${view.areas.richmond.name}`;
}

function left({ points }: View): string {
  return points === 0 ? 'no points left' : `${count(points, 'point')} left`;
}

function lines(all: readonly string[], first: number, step: number, fill: Colour): Text[] {
  return all.map((text, index) => ({
    ...centred(text, PLATE.x + PLATE.width / 2, first + index * step, 33, fill, index === 0 ? 'bold' : 'text'),
    maxWidth: PLATE.width - 48,
  }));
}
