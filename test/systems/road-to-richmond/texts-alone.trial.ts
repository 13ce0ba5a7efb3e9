import { beforeAll, describe, expect, test } from 'vitest';
import { ALL, type Moment } from '../../../src/game/index.ts';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { type Piece, strengthOf } from '../../../src/systems/road-to-richmond/field.ts';
import { arrivalOf, isDue } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import { reckon } from '../../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import {
  adjacentAttackers,
  gunsOn,
  mandatoryAttacks,
} from '../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { legality } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { moversOf, overfull } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import { clockOf, isOnMap, type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import {
  type Event,
  otherSide,
  type PieceId,
  SIDES,
  type Side,
} from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { AREAS, areaOf, sideName, unitName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { text } from '../../../src/systems/road-to-richmond/words/position-text.ts';
import { field } from './data.ts';
import { game } from './machine-games.ts';
import { shown } from './scenes.ts';

/**
 * Twenty questions about four positions of games between machines, each answered from the alt text alone and from the position in words
 * alone. A question asks for facts: names, hexes, numbers. What they are is worked out from the rules.
 */

interface Position {
  readonly state: State;
  readonly moment: Moment<Event>;
}

type Kind = 'march' | 'pinned' | 'plan' | 'retreat';

/** Which positions are asked about: the first of each kind that comes up. */
const KINDS: { readonly [kind in Kind]: (state: State) => boolean } = {
  march: (state) => isMoving(state) && due(state).length > 0,
  pinned: (state) => isMoving(state) && pinned(state).length > 0 && isScored(state),
  plan: (state) =>
    state.step === 'plan' && state.battles.length === 0 && mandatoryAttacks(field, state).enemies.length >= 2,
  retreat: (state) => {
    const [first] = state.pending;
    const several = first?.kind === 'retreat' && first.chain.length === 0 && first.pieces.length >= 2;
    return several && state.battles.length > 0 && isScored(state);
  },
};

/** Of more units that can still move, an alt text has no room for all names: it says how many, and where to read the rest. */
const MOST_NAMED = 10;

/** In the middle of a movement phase. */
function isMoving(state: State): boolean {
  return (
    state.step === 'move' &&
    Object.keys(state.moved).length > 0 &&
    overfull(field, state) === null &&
    movers(state).length > 0 &&
    movers(state).length <= MOST_NAMED
  );
}

function isScored(state: State): boolean {
  return SIDES.some((side) => lost(state, side).length > 0);
}

const found: { [kind in Kind]?: Position } = {};
/** Another is played only where the first does not come to all four. */
const SEEDS = ['texts-1', 'texts-2', 'texts-3'];
const MOST_ORDERS = 600;

beforeAll(() => {
  const kinds = Object.keys(KINDS) as Kind[];
  for (const seed of SEEDS) {
    const missing = kinds.filter((kind) => !found[kind]);
    if (missing.length === 0) break;
    game(seed, SIDES, {
      most: MOST_ORDERS,
      saw({ after, order, events }) {
        const state = after as State;
        for (const kind of missing)
          if (!found[kind] && KINDS[kind](state)) found[kind] = { state, moment: { order, events: events as Event[] } };
      },
    });
  }
});

/** Facts that answer a question: each stands in the words, as it is or as the pattern says. */
type Facts = readonly (string | RegExp)[];

const QUESTIONS: { readonly [kind in Kind]: { readonly [question: string]: (state: State) => Facts } } = {
  march: {
    'whose phase is it, in which turn, at what time?': when,
    'who can come on, and where?': (state) =>
      due(state).flatMap(({ entry, ...piece }) => [nameOf(piece.id), entry[0] as string]),
    'which units can still move?': (state) => [`${movers(state).length} unit`, ...names(movers(state))],
    'who is in contact with whom?': contacts,
    'who arrives next, and when?': (state) => {
      const later = own(state).flatMap((piece) =>
        state.where[piece.id] === 'waiting' && !isDue(state, piece) ? [arrivalOf(state, piece) ?? 0] : [],
      );
      const first = Math.min(...later);
      return later.length === 0 ? [] : [`${later.filter((turn) => turn === first).length} unit`, `turn ${first}`];
    },
  },
  pinned: {
    'who is in contact with whom?': contacts,
    'which units cannot move, held by the enemy?': (state) => [/pinned/i, ...names(pinned(state))],
    'which units can still move?': (state) => [`${movers(state).length} unit`, ...names(movers(state))],
    'how does the game stand?': score,
    'what is the score made of?': scoreParts,
  },
  plan: {
    'what must be attacked, and who stands there?': (state) =>
      mandatoryAttacks(field, state).enemies.flatMap(({ hex, pieces }) => [hex, ...names(pieces)]),
    'what odds does each such attack have at most?': (state) =>
      mandatoryAttacks(field, state).enemies.flatMap(({ hex }) => {
        const joined = [...adjacentAttackers(field, state, [hex]), ...gunsOn(field, state, [hex])].map(({ id }) => id);
        return joined.length === 0
          ? []
          : [new RegExp(`${hex}[^;\n]*${reckon(field, state, { hexes: [hex], attackers: joined }).odds}`)];
      }),
    'who is in contact with whom?': contacts,
    'where is the main force of each side?': (state) => SIDES.map((side) => mainForce(state, side)),
    'whose phase is it, in which turn, at what time?': when,
  },
  retreat: {
    'who must retreat?': ({ pending: [first] }) =>
      first?.kind === 'retreat' ? [/retreat/, ...names(first.pieces)] : [],
    'where can each of them retreat to?': (state) => {
      const [first] = state.pending;
      if (first?.kind !== 'retreat') return [];
      return first.pieces.flatMap((unit) => {
        const next = legality(field).next(state, first.side, { verb: 'retreat', unit });
        const hexes = next.complete ? [] : next.question.choices.map(({ value }) => value);
        return hexes.map((hex) => new RegExp(`${escaped(nameOf(unit))}.* can retreat to .*${hex}`));
      });
    },
    'which battles are left, by whom, at what odds?': ({ battles }) =>
      battles.flatMap(({ hexes, attackers, column }) => [...hexes, ...names(attackers).slice(0, 2), column]),
    'how does the game stand?': score,
    'what is the score made of?': scoreParts,
  },
};

describe.each(Object.keys(KINDS) as Kind[])('a position (%s)', (kind) => {
  test.each(Object.keys(QUESTIONS[kind]))('%s', (question) => {
    const at = found[kind];
    if (!at) throw new Error(`No game came to such a position: ${kind}`);
    const facts = QUESTIONS[kind][question]?.(at.state) ?? [];
    const words = textsOf(at);
    expect(facts).not.toEqual([]);
    for (const [where, told] of Object.entries(words)) {
      const missing = facts.filter((fact) => (typeof fact === 'string' ? !told.includes(fact) : !fact.test(told)));
      expect(missing, `${where}: ${told}`).toEqual([]);
    }
  });
});

/** What a position says without its picture, made once. */
function textsOf(at: Position): { readonly [where: string]: string } {
  let texts = known.get(at);
  if (!texts) {
    texts = {
      'the alt text': shown(at.state, at.moment).alt,
      'the alt text of the whole map': shown(at.state, at.moment, { at: ALL }).alt,
      'the position in words': text(field, view(at.state), true),
    };
    known.set(at, texts);
  }
  return texts;
}
const known = new Map<Position, { readonly [where: string]: string }>();

function when({ turn, side, step }: State): Facts {
  const phase = step === 'move' ? 'movement' : '(combat|battle plan)';
  return [`Turn ${turn}`, clockOf(field, turn), new RegExp(`${side} ${phase}`, 'i')];
}

/** Each hex of the side to act next to the enemy, with the enemy's hexes; where there is none, that. */
function contacts(state: State): Facts {
  const board = boardOf(field, state);
  const met = mandatoryAttacks(field, { ...state, battles: [] }).own;
  if (met.length === 0) return [/no units? .*in contact/i];
  return met.flatMap(({ hex, against }) => {
    expect(board.holder(hex)).toBe(state.side);
    return against.map((enemy) => new RegExp(`${hex}[^;\n]* (with|next to) [^;\n]*${enemy}`));
  });
}

function score(state: State): Facts {
  return SIDES.map((side) => `${sideName(side)} ${strengthOf(lost(state, otherSide(side)))}`);
}

function scoreParts(state: State): Facts {
  return SIDES.flatMap((side) => {
    const fallen = lost(state, otherSide(side));
    return fallen.length === 0
      ? []
      : [new RegExp(`${sideName(side)}: ${strengthOf(fallen)} for ${fallen.length} \\w+ units? eliminated`)];
  });
}

/** The area with most of a side's strength, and how much that is. */
function mainForce(state: State, side: Side): RegExp {
  const inArea = AREAS.map(({ id, name }) => {
    const here = field.pieces.filter((piece) => {
      const hex = state.where[piece.id];
      return piece.side === side && isOnMap(hex) && areaOf(field, hex).id === id;
    });
    return { name, strength: strengthOf(here), here };
  });
  const most = inArea.reduce((best, one) => (one.strength > best.strength ? one : best));
  const all = most.here.map(({ strength }) => strength).join('|');
  expect(all).not.toBe('');
  return new RegExp(`${escaped(most.name)}\\**:[^:]*${side}s?,? (${most.strength} in|\\d{4})`, 'i');
}

function own({ side }: State): readonly Piece[] {
  return field.pieces.filter((piece) => piece.side === side);
}

function due(state: State): readonly Piece[] {
  return own(state).filter((piece) => isDue(state, piece));
}

function lost({ where }: State, side: Side): readonly Piece[] {
  return field.pieces.filter((piece) => piece.side === side && where[piece.id] === 'lost');
}

function movers(state: State): readonly PieceId[] {
  return moversOf(field, state).filter((unit) => !unit.includes('+') && isOnMap(state.where[unit]));
}

function pinned(state: State): readonly PieceId[] {
  const board = boardOf(field, state);
  return own(state).flatMap(({ id }) => {
    const hex = state.where[id];
    return isOnMap(hex) && !(id in state.moved) && board.controls(otherSide(state.side), hex) ? [id] : [];
  });
}

function names(ids: readonly PieceId[]): string[] {
  return ids.map(nameOf);
}

function nameOf(id: PieceId): string {
  const piece = field.piece.get(id);
  return piece ? unitName(field, piece) : id;
}

function escaped(words: string): string {
  return words.replace(/[.()]/g, '\\$&');
}
