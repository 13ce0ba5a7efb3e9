import type { Order as AnyOrder } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { type Order, VERBS } from '../vocabulary.ts';
import { destination } from './sentences.ts';
import { namesOfIds } from './unit-names.ts';

/** What may be given instead, verb by verb, each with at most so many examples. */
export function alternatives(field: Field, orders: readonly AnyOrder[], most: number): string {
  const ways = VERBS.flatMap((verb) => {
    const kind = (orders as readonly Order[]).filter((order) => order.verb === verb);
    const objects = [...new Set(kind.map((order) => objectOf(field, order)))];
    if (kind.length === 0) return [];
    if (verb === 'done') return kind.map((order) => (order.verb === 'done' && order.sure ? DONE[order.sure] : DO.done));
    if (verb === 'move' && kind.length > 1 && objects.length === 1)
      return [`${DO.move} ${objects[0]} ${listed(placesOf(field, kind).slice(0, most), ' or ')}`];
    const some = objects.filter((object) => object !== '').slice(0, most);
    const more = objects.length > most ? ' and so on' : '';
    return [`${DO[verb]}${some.length > 0 ? ` ${listed(some, ' or ')}` : ''}${more}`];
  });
  return listed(ways.slice(0, most + 1), ', or ');
}

/** Where to, of orders of one unit: "to 1004 New Cold Harbor", "1005 near New Cold Harbor". */
function placesOf(field: Field, orders: readonly Order[]): readonly string[] {
  const places = orders.flatMap((order) => (order.verb === 'move' ? [destination(field, order.to)] : []));
  return places.map((place, index) => (index === 0 ? place : place.replace(/^to /, '')));
}

const DO: { readonly [verb in Order['verb']]: string } = {
  move: 'move',
  attack: 'attack',
  bombard: 'bombard',
  cancel: 'cancel',
  fight: 'fight at',
  retreat: 'retreat',
  lose: 'lose',
  advance: 'advance',
  done: 'end the phase with `/done`',
};

/** Where something is left to do, `/done` asks for what its option says. */
const DONE: { readonly [sure in 'yes' | 'rest']: string } = {
  yes: 'end the phase anyway with `/done`',
  rest: 'have the bot plan the rest with `/done`',
};

function objectOf(field: Field, order: Order): string {
  switch (order.verb) {
    case 'move':
      return namesOfIds(field, order.unit.split('+'));
    case 'attack':
    case 'bombard':
    case 'cancel':
    case 'fight':
      return order.target
        .split('+')
        .map((hex) => hexLabel(field, hex))
        .join(' with ');
    case 'retreat':
      return namesOfIds(field, [order.unit]);
    case 'advance':
      return order.unit === 'none' ? 'nobody' : namesOfIds(field, [order.unit]);
    case 'lose':
      return namesOfIds(field, order.units);
    case 'done':
      return '';
    default:
      return order satisfies never;
  }
}
