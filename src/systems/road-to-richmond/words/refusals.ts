import REFUSALS from '../../../../assets/road-to-richmond/refusals.json' with { type: 'json' };
import type { Order as AnyOrder, Refusal } from '../../../game/index.ts';
import { type KindWords, refusalText } from '../../../kit/fact-sentences.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexesLabel, hexLabel } from '../../../kit/hex/hex-names.ts';
import { listed, quoted } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import type { RefusalCode } from '../rules/moment.ts';
import { isSide, type Order, type PieceId, VERBS } from '../vocabulary.ts';
import { leftWords } from './prompts.ts';
import { destination } from './sentences.ts';
import { destinationLabel, namesOfIds, sidePeople, withinSentence } from './unit-names.ts';

const { sentences, tables } = REFUSALS;

export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** The reason and its paragraph, then orders that are possible instead. */
export function refusal(field: Field, refused: Refusal): string {
  const words = { sentences, kinds: kindWords(field), verbs: VERBS };
  const facts = { ...refused.facts, left: undone(refused.facts) };
  return refusalText({ ...refused, facts }, words, (most) => `You can ${alternatives(field, refused.instead, most)}.`);
}

/** Unfinished business: guns that could fire, or units that could move. */
function undone({ guns, waiting = 0, unmoved = 0 }: Refusal['facts']): string {
  if (guns !== undefined) return guns === 1 ? 'a gun unit could bombard' : `${guns} gun units could bombard`;
  return leftWords({ waiting: Number(waiting), unmoved: Number(unmoved) });
}

function kindWords(field: Field): KindWords {
  const known = (hexes: string) => hexes.split('+').filter((hex) => field.hex.has(hex));
  return {
    ...tables,
    units: (ids) => named(field, ids.split('+')) || 'the unit',
    place: (to) => (field.hex.has(to) || /^off-(0117|1528)$/.test(to) ? destinationLabel(field, to) : 'that hex'),
    target: (hexes) => hexesLabel(field, known(hexes)) || 'that hex',
    either: (hexes) =>
      listed(
        known(hexes).map((hex) => hexLabel(field, hex)),
        ' or ',
      ) || 'that hex',
    side: (side) => (isSide(side) ? sidePeople(side) : 'the other side'),
    typed: quoted,
  };
}

/** For the inside of a sentence; a refusal capitalises its own beginning. */
function named(field: Field, ids: readonly PieceId[]): string {
  return withinSentence(namesOfIds(field, ids));
}

/** Possible orders, verb by verb, each with at most `most` examples. */
function alternatives(field: Field, orders: readonly AnyOrder[], most: number): string {
  const ways = VERBS.flatMap((verb) => {
    const kind = (orders as readonly Order[]).filter((order) => order.verb === verb);
    const objects = [...new Set(kind.map((order) => objectOf(field, order)))];
    if (kind.length === 0) return [];
    if (verb === 'done') return kind.map((order) => (order.verb === 'done' && order.sure ? DONE[order.sure] : DO.done));
    const oneMoves = verb === 'move' && kind.length > 1 && objects.length === 1;
    if (oneMoves || (verb === 'retreat' && objects.length === 1))
      return [`${DO[verb]} ${objects[0]} ${listed(placesOf(field, kind).slice(0, most), ' or ')}`];
    const some = objects.filter((object) => object !== '').slice(0, most);
    const named = objects.length > most ? [...some, 'others'] : some;
    return [`${DO[verb]}${named.length > 0 ? ` ${listed(named, ' or ')}` : ''}`];
  });
  return listed(ways.slice(0, most + 1), ', or ');
}

/** The destinations of one unit's orders: "to 1004 New Cold Harbor", "1005 near New Cold Harbor". */
function placesOf(field: Field, orders: readonly Order[]): readonly string[] {
  const places = orders.flatMap((order) =>
    order.verb === 'move' || order.verb === 'retreat' ? [destination(field, order.to)] : [],
  );
  return [...new Set(places)].map((place, index) => (index === 0 ? place : place.replace(/^to /, '')));
}

const DO: { readonly [verb in Order['verb']]: string } = {
  move: 'move',
  attack: 'attack',
  bombard: 'bombard',
  cancel: 'cancel the battle at',
  fight: 'fight at',
  retreat: 'retreat',
  lose: 'lose',
  advance: 'advance',
  done: 'finish with `/done`',
};

/** `/done` with unfinished business needs the answer that its option names. */
const DONE: { readonly [sure in 'yes' | 'rest']: string } = {
  yes: 'finish with `/done`',
  rest: 'have the bot plan the rest with `/done`',
};

/** "1107 Watt", "1107 Watt and 1206 near Watt together" */
function targetWords(field: Field, hexes: readonly HexId[]): string {
  return `${hexesLabel(field, hexes)}${hexes.length > 1 ? ' together' : ''}`;
}

function objectOf(field: Field, order: Order): string {
  switch (order.verb) {
    case 'move':
      return named(field, order.unit.split('+'));
    case 'attack':
    case 'bombard':
    case 'cancel':
    case 'fight':
      return targetWords(field, order.target.split('+'));
    case 'retreat':
      return named(field, [order.unit]);
    case 'advance':
      return order.unit === 'none' ? 'no unit' : named(field, [order.unit]);
    case 'lose':
      return named(field, order.units);
    case 'done':
      return '';
    default:
      return order satisfies never;
  }
}
