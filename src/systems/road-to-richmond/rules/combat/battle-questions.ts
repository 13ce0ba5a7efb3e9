import type { Choice, Draft, Question } from '../../../../game/index.ts';
import { many, one } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexesLabel, hexLabel } from '../../../../kit/hex/hex-names.ts';
import { listed } from '../../../../kit/plain-english.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, type Piece, strengthOf } from '../../field.ts';
import type { State } from '../../state.ts';
import { type Column, targetOf } from '../../vocabulary.ts';
import { NOTES, QUESTIONS } from '../../words/prompts.ts';
import { RESULT_WORDS } from '../../words/result-words.ts';
import { strengths } from '../../words/sentences.ts';
import { unitLabel, unitNames } from '../../words/unit-names.ts';
import { reckon } from './battle-odds.ts';
import { attackersOf, battleNamed, battleWith, withThoseBound } from './battle-plan.ts';
import { adjacentAttackers, gunsOn, hexOf } from './contact.ts';
import { mandatoryAttacks } from './mandatory-attacks.ts';
import { CRT } from './results-table.ts';
import { targetsOf } from './targets.ts';

/** The questions when a battle is planned. */

export function hexesOf(target: Draft[string] | undefined): readonly HexId[] {
  return one(target).split('+');
}

/** A choice of hexes; where their names are too long, their numbers do. */
export function targetChoice(field: Field, hexes: readonly HexId[], hint: string): Choice {
  const label = hexesLabel(field, hexes);
  return { value: targetOf(hexes), label: label.length <= LONGEST_TARGET ? label : listed(hexes), hint };
}

const LONGEST_TARGET = 60;

export function attackTarget(field: Field, state: State): Question {
  const open = new Set(mandatoryAttacks(field, state).enemies.map(({ hex }) => hex));
  const choices = targetsOf(field, state).attack.map((hexes) => {
    const must = hexes.some((hex) => open.has(hex)) ? ', must be attacked' : '';
    return targetChoice(field, hexes, laidOn(state, hexes) ?? `${strengthIn(field, state, hexes)}${must}`);
  });
  return { slot: 'target', prompt: QUESTIONS.attacked, choices };
}

export function bombardTarget(field: Field, state: State): Question {
  const choices = targetsOf(field, state).bombard.map((hex) =>
    targetChoice(field, [hex], laidOn(state, [hex]) ?? strengthIn(field, state, [hex])),
  );
  return { slot: 'target', prompt: QUESTIONS.bombarded, choices };
}

/** Says that a battle of these hexes is already planned. */
function laidOn(state: State, hexes: readonly HexId[]): string | null {
  const battle = battleNamed(state, targetOf(hexes));
  return battle ? `planned at ${battle.column}` : null;
}

function strengthIn(field: Field, state: State, hexes: readonly HexId[]): string {
  return `strength ${strengthOf(defendersIn(field, state, hexes))}`;
}

function defendersIn(field: Field, state: State, hexes: readonly HexId[]): readonly Piece[] {
  return hexes.flatMap((hex) => boardOf(field, state).at(hex));
}

/** "1107 Watt: Buchanan 1/2/V (5) and Lovell 2/2/V (7)." */
function defenceNote(field: Field, state: State, hexes: readonly HexId[]): string {
  return hexes
    .map((hex) => `${hexLabel(field, hex)}: ${listed(defendersIn(field, state, [hex]).map(unitLabel))}.`)
    .join(' ');
}

export function joiners(field: Field, state: State, hexes: readonly HexId[]): Question {
  const bound = withThoseBound(field, state, hexes, []);
  const choices = adjacentAttackers(field, state, hexes).map((piece) =>
    joiner(state, piece, hexes, bound.includes(piece.id)),
  );
  return {
    slot: 'with',
    prompt: QUESTIONS.attackers,
    choices,
    note: `${defenceNote(field, state, hexes)} ${bound.length > 0 ? NOTES.bound : NOTES.together}`,
    several: { least: 1, most: Math.max(1, choices.length) },
  };
}

/** Guns that may support an attack; nobody has to. */
export function supporters(field: Field, state: State, hexes: readonly HexId[]): Question | null {
  const choices = gunsOn(field, state, hexes).map((piece) => joiner(state, piece, hexes, false));
  if (choices.length === 0) return null;
  return {
    slot: 'guns',
    prompt: QUESTIONS.guns,
    choices,
    several: { least: 0, most: choices.length },
  };
}

export function firing(field: Field, state: State, hexes: readonly HexId[]): Question {
  const choices = gunsOn(field, state, hexes).map((piece) => joiner(state, piece, hexes, false));
  return {
    slot: 'with',
    prompt: QUESTIONS.firing,
    choices,
    note: defenceNote(field, state, hexes),
    several: { least: 1, most: Math.max(1, choices.length) },
  };
}

/** Who may join, with where he is, what he would leave, and whether he is bound to in any case. */
function joiner(state: State, piece: Piece, hexes: readonly HexId[], bound: boolean): Choice {
  const battle = battleWith(state, piece.id);
  const elsewhere =
    battle && targetOf(battle.hexes) !== targetOf(hexes) ? `, now against ${targetOf(battle.hexes)}` : '';
  const hint = `in ${hexOf(state, piece.id)}${bound ? NOTES.mustJoin : elsewhere}`;
  return {
    value: piece.id,
    label: unitLabel(piece),
    hint: hint.length <= LONGEST_HINT ? hint : `${hint.slice(0, LONGEST_HINT - 1)}…`,
  };
}

const LONGEST_HINT = 50;

const MOST_NAMES = 8;
/** The column of the odds first, then each lower one that may be named [7.8]. */
export function columns(field: Field, state: State, draft: Draft): Question {
  const hexes = hexesOf(draft.target);
  const order = { verb: one(draft.verb), with: many(draft.with), guns: many(draft.guns) };
  const attackers = attackersOf(field, state, hexes, order);
  const reckoning = reckon(field, state, { hexes, attackers });
  const who = unitNames(
    field,
    attackers.map((id) => pieceOf(field, id)),
    MOST_NAMES,
  );
  return {
    slot: 'column',
    prompt: QUESTIONS.column,
    note: `${who}, ${strengths(field, { hexes }, reckoning)}.`,
    choices: CRT.columnsFrom(reckoning.odds).map((column) => ({
      value: column,
      label: `${column}, ${reckoning.attack} against ${reckoning.defence}`,
      hint: chancesOf(column, draft.verb === 'bombard'),
    })),
  };
}

/** "defender retreats 2 in 6, attacker retreats 3 in 6, attacker eliminated 1 in 6"; guns that bombard are never harmed [9.1]. */
export function chancesOf(column: Column, bombardment: boolean): string {
  const faces = new Map<string, number>();
  for (const [result, count] of CRT.resultsOf(column)) {
    const words = bombardment && result.startsWith('A') ? 'no effect' : RESULT_WORDS[result].short;
    faces.set(words, (faces.get(words) ?? 0) + count);
  }
  return [...faces].map(([words, count]) => `${words} ${count} in ${CRT.faces}`).join(', ');
}
