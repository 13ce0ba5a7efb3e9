import type { Framing, Moment } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { altList, altText, capital } from '../../../kit/plain-english.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { BlockView, View } from '../view.ts';
import type { Event, Mode } from '../vocabulary.ts';
import { clauses, text } from './game-status.ts';
import { KIND_NAMES } from './names.ts';
import { tell } from './sentences.ts';

/** The picture in words: how the game stands, what has just happened, and the position. */
export function alt(
  theatre: Theatre,
  view: View,
  moment: Moment<Event> | null,
  framing: Framing,
  at: HexId | null = null,
): string {
  const { note, takenBack } = framing;
  // The ongoing battle's last event.
  const fought = (moment?.before ?? []).filter(({ type }) => type === 'fought').slice(-1);
  const told = [...fought, ...(moment?.events ?? [])].flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  const [first = '', ...rest] = text(theatre, view).split('\n');
  return altText([
    ...(note ? [`${capital(note)}.`] : []),
    ...(at === null ? [] : [`Close-up around ${hexLabel(theatre, at)}.`]),
    first,
    ...(takenBack ? [`${takenBack}.`] : []),
    ...told.map((words) => ({ forms: [words, clauses(words, 300), ''], what: 'some of what has happened' })),
    ...rest.map((words) => ({ forms: [words, clauses(words, 400), clauses(words, 200), ''], what: 'some blocks' })),
  ]);
}

/** "From 2007 Bowling Green they can go to: 2107 (1), …. With a battle: …." */
export function reachAlt(
  theatre: Theatre,
  from: HexId,
  hexes: readonly HexId[],
  fought: readonly HexId[],
  costOf: (hex: HexId) => string,
): string {
  const name = (hex: HexId) => `${hexBriefly(theatre, hex)}${costOf(hex) === '' ? '' : ` (${costOf(hex)})`}`;
  const names = (some: readonly HexId[]) => some.map(name).join(', ');
  const free = hexes.filter((hex) => !fought.includes(hex));
  return altList(
    free.length > 0
      ? `From ${hexLabel(theatre, from)} they can go to: ${names(free)}.`
      : `From ${hexLabel(theatre, from)} they can go nowhere${fought.length > 0 ? ' without a battle' : ''}.`,
    fought.length > 0 ? ` With a battle: ${names(fought)}.` : '',
  );
}

/** Title of a picture of hexes in reach. */
export const REACH = 'in reach';
/** Title of such a picture with costs. */
export function reachCosts(from: HexId): string {
  return `from ${from}: march points, * if forced`;
}
/** Labels of hexes that blocks can be sent to. */
export const WAYS: { readonly [mode in Mode]: string } = { rail: 'rail', river: 'ship', crossing: 'cross' };

/** A heading with the hex, then each seen block: "Hardee: infantry, 4/4". */
export function stackLines(theatre: Theatre, hex: HexId, known: readonly BlockView[]): readonly string[] {
  const blocks = known.map(({ id, steps }) => {
    const { name, kind, full } = blockOf(theatre, id);
    return `${name}: ${KIND_NAMES[kind]}, ${steps}/${full}`;
  });
  return [hexLabel(theatre, hex), ...blocks];
}

/** Whether a line is the heading. */
export function isHeading(line: string): boolean {
  return /^\d{4} /.test(line);
}
