import { hexBriefly, hexesLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, grouped, listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import type { Event } from '../vocabulary.ts';
import { RESULT_WORDS } from './result-words.ts';
import { tell } from './sentences.ts';
import { namesOfIds, withinSentence } from './unit-names.ts';

/** Names in a list, at most. */
const MOST = 3;

type Fought = Event & { readonly type: 'fought' };

/** Events that belong to the battle before them. */
const AFTERMATH: readonly Event['type'][] = ['lost', 'retreated', 'advanced', 'held'];

/** "1107 Watt: 18 against 8 at 2-1, die 3, the defenders retreat. Lovell retreats to 1007. Warren advances into 1107 Watt." */
export function battle(field: Field, fought: Fought, after: readonly Event[]): string {
  return [outcome(field, fought), ...aftermath(field, after)].join(' ');
}

/** The number of leading events that belong to the battle before them. */
export function aftermathLength(events: readonly Event[]): number {
  const end = events.findIndex(({ type }) => !AFTERMATH.includes(type));
  return end < 0 ? events.length : end;
}

function outcome(field: Field, { battle: { hexes, bombardment }, reckoning, die, result }: Fought): string {
  const { attack, defence, column } = reckoning;
  const what = `${bombardment ? 'Bombardment of ' : ''}${hexesLabel(field, hexes)}`;
  const came = bombardment && result.startsWith('A') ? 'no effect' : RESULT_WORDS[result].sentence;
  return `${what}: ${attack} against ${defence} at ${column}, die ${die}, ${came}.`;
}

/** The aftermath of a battle in short: "Lovell is cut off and eliminated, 7 points for the Union.", "Warren retreats to 1007." */
export function aftermath(field: Field, after: readonly Event[]): string[] {
  const lost = after.flatMap((event) => (event.type === 'lost' ? [tell(field, event)] : []));
  const back = after.flatMap((event) => (event.type === 'retreated' ? [event] : []));
  const on = after.flatMap((event) => (event.type === 'advanced' ? [event] : []));
  return [
    ...lost,
    ...together(field, back, { one: 'retreats to', several: 'retreat to' }),
    ...together(field, on, { one: 'advances into', several: 'advance into' }),
  ];
}

/** "Lovell retreats to 1007, Warren and Griffin to 1006." */
function together(
  field: Field,
  went: readonly { readonly piece: string; readonly to: string }[],
  verb: { readonly one: string; readonly several: string },
): string[] {
  // A piece that retreats twice is told by its last hex.
  const last = new Map(went.map(({ piece, to }) => [piece, to]));
  const parts = grouped([...last.keys()], (piece) => last.get(piece) ?? '').map(([to, pieces], index) => {
    const doing = index > 0 ? verb.one.split(' ').at(-1) : pieces.length === 1 ? verb.one : verb.several;
    const names = namesOfIds(field, pieces, MOST);
    return `${index > 0 ? withinSentence(names) : names} ${doing} ${hexBriefly(field, to)}`;
  });
  return parts.length === 0 ? [] : [`${parts.length > MOST ? atMost(parts, MOST) : listed(parts)}.`];
}
