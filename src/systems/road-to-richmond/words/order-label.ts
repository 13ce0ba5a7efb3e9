import { type Label, LONGEST_LABEL } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, listed } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { type Field, type Piece, piecesNamed } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { attackersOf } from '../rules/combat/battle-plan.ts';
import { isOnMap, type State } from '../state.ts';
import type { Battle, Order, PieceId } from '../vocabulary.ts';
import { ENDS } from './prompts.ts';
import { destination, target } from './sentences.ts';
import { destinationLabel, unitName, withinSentence } from './unit-names.ts';

/** Labels of the orders' buttons. */

/** Characters of a label reserved for the odds. */
const ODDS = 15;

/** @param room characters for the label and its odds */
export function label(field: Field, state: State, order: Order, room = LONGEST_LABEL): Label {
  switch (order.verb) {
    case 'move': {
      const who = `${named(field, order.unit.split('+'))}${order.by === undefined ? '' : ` from ${order.by}`}`;
      const text = `${who} ${destination(field, order.to)}`;
      return {
        text: text.length <= room ? text : `${who} ${order.to.replace(/^(off-)?/, briefly)}`,
        tone: 'move',
      };
    }
    case 'attack':
    case 'bombard': {
      const { verb, column } = order;
      const attackers = order.verb === 'attack' ? [...order.with, ...(order.guns ?? [])] : order.with;
      const what = `${verb === 'attack' ? 'Attack' : 'Bombard'} ${order.target} at ${column} with `;
      const text = `${what}${taking(field, state, attackers, room - ODDS - what.length)}`;
      // Units that must attack join without being named.
      const hexes = order.target.split('+');
      const { attack, defence } = reckon(field, state, { hexes, attackers: attackersOf(field, state, hexes, order) });
      return { text, tone: 'attack', odds: `${attack}:${defence}` };
    }
    case 'cancel':
      return {
        text: clipped(`Cancel the battle at ${target(field, order.target)}`, order.target, room),
        tone: 'plain',
      };
    case 'fight': {
      const battle = state.battles.find(({ hexes }) => hexes.join('+') === order.target);
      const text = clipped(`Fight at ${target(field, order.target)}`, order.target, room);
      return { text, tone: 'attack', ...(battle ? { odds: oddsOf(field, state, battle) } : {}) };
    }
    case 'retreat': {
      const who = named(field, [order.unit]);
      const displaced =
        order.displacing === undefined ? '' : `, ${withinSentence(named(field, [order.displacing]))} makes room`;
      const text = `${who} retreats to ${hexLabel(field, order.to)}${displaced}`;
      return { text: text.length <= room ? text : `${who} retreats to ${order.to}${displaced}`, tone: 'move' };
    }
    case 'lose':
      return { text: `Lose ${taking(field, state, order.units, room - 5)}`, tone: 'plain' };
    case 'advance': {
      if (order.unit === 'none') return { text: 'Nobody advances', tone: 'plain' };
      const into = order.to === undefined ? '' : ` into ${destinationLabel(field, order.to)}`;
      return { text: `${named(field, [order.unit])} advances${into}`, tone: 'bold' };
    }
    case 'done':
      if (order.sure === 'rest') return { text: 'Plan the rest for me', tone: 'bold' };
      return { text: ENDS[state.step], tone: 'bold' };
    default:
      return order satisfies never;
  }
}

/** "to 1004", "off the map at 1528": the short form of a destination. */
function briefly(off: string): string {
  return off === '' ? 'to ' : 'off the map at ';
}

function named(field: Field, ids: readonly PieceId[]): string {
  return listed(piecesNamed(field, ids).map((piece) => unitName(field, piece)));
}

/** Replaces hex names by hex numbers if the text is too long. */
function clipped(text: string, hexes: string, room: number): string {
  return text.length <= room - ODDS ? text : text.replace(/ \d{4} .*$/, ` ${hexes}`);
}

/** "2-1, 24:12" */
function oddsOf(field: Field, state: State, battle: Battle): string {
  const { attack, defence, column } = reckon(field, state, battle);
  return `${column}, ${attack}:${defence}`;
}

/** Pieces by name or, if names are too long, by designation, or by the hexes of whole stacks. */
function taking(field: Field, state: State, ids: readonly PieceId[], room: number): string {
  const pieces = piecesNamed(field, ids);
  const names = listed(pieces.map((piece) => unitName(field, piece)));
  if (names.length <= room) return names;
  const short = listed(pieces.map(({ designation }) => designation));
  if (short.length <= room) return short;
  const stacks = byStack(field, state, pieces);
  const all = stacks.join(' ');
  return all.length <= room ? all : atMost(stacks, Math.floor(room / 8));
}

function byStack(field: Field, state: State, pieces: readonly Piece[]): string[] {
  const board = boardOf(field, state);
  const hexes = new Set(pieces.flatMap(({ id }): HexId[] => (isOnMap(state.where[id]) ? [state.where[id]] : [])));
  const whole = [...hexes].filter((hex) => board.at(hex).every((piece) => pieces.includes(piece)));
  const rest = pieces.filter(({ id }) => !whole.includes(state.where[id] ?? ''));
  return [...whole, ...rest.map(({ designation }) => designation)];
}
