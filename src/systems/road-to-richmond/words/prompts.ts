import { hexesLabel, hexLabel, shortHex } from '../../../kit/hex/hex-names.ts';
import { count, listed } from '../../../kit/plain-english.ts';
import type { Field, Piece } from '../field.ts';
import type { MandatoryAttacks } from '../rules/combat/contact.ts';
import type { Pending, State } from '../state.ts';
import { namesOfIds, unitName, withinSentence } from './unit-names.ts';

/** `mayFinish`: every mandatory battle is planned. */
export function stepPrompt(step: State['step'], mayFinish: boolean): string {
  return mayFinish ? 'You can finish planning and fight the battles one by one, or plan more.' : STEPS[step];
}

const STEPS: { readonly [step in State['step']]: string } = {
  move: 'Move your units, then end the phase.',
  plan: 'Plan your battles, then finish planning.',
  fight: 'Fight the battles you planned, one by one.',
};

/** Labels of the buttons that end each part of a turn. */
export const ENDS: { readonly [step in State['step']]: string } = {
  move: 'End movement',
  plan: 'Finish planning',
  fight: 'End combat',
};

export function choicePrompt(field: Field, pending: Pending): string {
  switch (pending.kind) {
    case 'retreat':
      return `${namesOfIds(field, pending.pieces, 3)} must retreat. Choose where.`;
    case 'lose':
      return `An exchange. Choose who is lost, ${count(pending.need, 'strength point')} or more.`;
    case 'advance':
      return `Advance a unit into ${hexesLabel(field, pending.into)}?`;
    default:
      return pending satisfies never;
  }
}

/** The same as the first step of an order. */
export const CHOICE_QUESTIONS: { readonly [kind in Pending['kind']]: string } = {
  retreat: 'Your units must retreat.',
  lose: 'An exchange: choose who is lost.',
  advance: 'Advance into the empty hex?',
};

/** The first question in a combat phase. */
export const COMBAT_QUESTIONS = { plan: 'What do you want to plan?', fight: 'Which battle is next?' } as const;

export const QUESTIONS = {
  verb: 'What is your order?',
  whichUnit: 'Which unit moves?',
  entry: 'Which entry hex does it use?',
  where: 'Where to?',
  attacked: 'Which hex do you attack?',
  bombarded: 'Which hex do you bombard?',
  attackers: 'Who attacks?',
  guns: 'Which guns support the attack?',
  firing: 'Which guns bombard?',
  column: 'Which column of the combat results table?',
  fought: 'Which battle do you fight?',
  cancelled: 'Which battle do you cancel?',
  firstBack: 'Who retreats first?',
  displaced: 'Who makes room?',
  advances: 'Who advances?',
  intoHex: 'Into which hex?',
} as const;

export const NOTES = {
  together: 'Units in one hex attack together.',
  bound: 'Units in one hex attack together. Units that must attack join automatically; add any others.',
  exchange: 'If your choice isn’t enough, you’re asked for the rest.',
  beforeFinish: 'Before you can finish [7.1]:',
  full: 'full: a unit there makes room',
  mustJoin: ', must take part',
} as const;

export const ANSWERS = {
  rest: { value: 'rest', label: 'Plan the rest for me', hint: 'at the best odds; nothing is fought yet' },
  finish: { value: 'yes', label: 'Finish planning' },
  end: { value: 'yes', label: 'End it' },
} as const;

export function missingAttacks(count: number): string {
  return `You can’t finish yet: ${count === 1 ? 'one attack is' : `${count} attacks are`} still missing.`;
}

export function idleGunsPrompt(count: number): string {
  return `${count === 1 ? 'One gun unit' : `${count} gun units`} could still bombard. Finish planning anyway?`;
}

export function retreatPrompt(field: Field, piece: Piece): string {
  return `Where does ${withinSentence(unitName(field, piece))} retreat to?`;
}

export function exchangePrompt(need: number): string {
  return `Who is lost? Strength ${need} or more.`;
}

export function crowdedPrompt(hex: string): string {
  return `Three units are in ${hex}. Which one moves on?`;
}

/** The work left in a movement phase: "2 units can still arrive, and 12 can still move". */
export function leftWords({ waiting, unmoved }: { readonly waiting: number; readonly unmoved: number }): string {
  if (waiting === 0) return `${count(unmoved, 'unit')} can still move`;
  return `${count(waiting, 'unit')} can still arrive${unmoved > 0 ? `, and ${unmoved} can still move` : ''}`;
}

export function endAnyway(left: string): string {
  return `${left}. End the movement phase anyway?`;
}

/** For units that wait behind one that entered alone. */
export function enteredAlone(hexes: readonly string[]): string {
  const where = hexes.length > 1 ? `each of ${listed(hexes)}` : listed(hexes);
  return `One unit entered alone at ${where}. The next one there enters alone too; after that they enter in pairs.`;
}

export function moreMandatory(left: number): string {
  return `- and ${left} more.`;
}

/** Names in a line. */
const MOST_NAMES = 5;

/** Mandatory attacks still missing, one line for each target or unit [7.1]. A unit whose only target is listed already gets no line. */
export function mandatoryAttackLines(field: Field, { enemies, own }: MandatoryAttacks): readonly string[] {
  const named = new Set(enemies.map(({ hex }) => hex));
  return [
    ...enemies.map(
      ({ hex, pieces, from }) =>
        `- Attack ${hexLabel(field, hex)} (${namesOfIds(field, pieces, MOST_NAMES)}), next to your units in ${listed(from)}.`,
    ),
    ...own.flatMap(({ hex, pieces, against }) => {
      const [only, ...others] = against;
      if (others.length === 0 && only !== undefined && named.has(only)) return [];
      const who = namesOfIds(field, pieces, MOST_NAMES);
      return [`- Attack ${listed(against, ' or ')} with ${who} in ${hex}.`];
    }),
  ];
}

/** The same without the adjacent units: "Must be attacked: 1117 (Howe and Grover). Gregg in 1106 must attack." */
export function mandatoryAttacksInBrief(field: Field, { enemies, own }: MandatoryAttacks): string {
  const named = new Set(enemies.map(({ hex }) => hex));
  const attacked = enemies.map(
    ({ hex, pieces }) => `${shortHex(field, hex)} (${namesOfIds(field, pieces, MOST_NAMES)})`,
  );
  const attacking = own
    .filter(({ against }) => against.length > 1 || !named.has(against[0] ?? ''))
    .map(({ hex, pieces }) => `${namesOfIds(field, pieces, MOST_NAMES)} in ${hex} must attack.`);
  return [...(attacked.length > 0 ? [`Must be attacked: ${attacked.join('; ')}.`] : []), ...attacking].join(' ');
}
