import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, shortHexes } from '../../../kit/hex/hex-names.ts';
import { grouped, listed } from '../../../kit/plain-english.ts';
import { AREAS, areaOf, type FieldArea } from '../areas.ts';
import { boardOf, type Stack } from '../board.ts';
import { isNight } from '../calendar.ts';
import type { Field, Piece } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { possibleBattles } from '../rules/combat/battle-plan.ts';
import { contactsOf } from '../rules/combat/contact.ts';
import type { View } from '../state.ts';
import { type Battle, otherSide, type Side, targetOf } from '../vocabulary.ts';
import { battleLine } from './agenda.ts';
import { namesOfIds, sideAdjective, withStrengths } from './unit-names.ts';

/** Facts a member without the picture needs before an order: contacts, odds of attacks, open choices. */

/** A line for each hex of the side to act in contact: "1115 (R.H. Anderson 6 and Cunningham 6) next to Union 1116 (Howe 8 and Grover 9)". */
export function contactLines(field: Field, view: View): string[] {
  const board = boardOf(field, view);
  const told = new Set<HexId>();
  const stack = (hex: HexId) => {
    if (told.has(hex)) return hex;
    told.add(hex);
    return `${hexBriefly(field, hex)} (${listed(withStrengths(field, board.at(hex)))})`;
  };
  return [...contactsOf(field, view).own].map(
    ([hex, against]) =>
      `- ${sideAdjective(view.side)} ${stack(hex)} next to ${sideAdjective(otherSide(view.side))} ${listed(against.map(stack))}`,
  );
}

/** "In contact: Confederate 1115 with 1116; 1926 and 1927 with 1826." */
export function contactsInBrief(field: Field, view: View): string {
  const contacts = [...contactsOf(field, view).own];
  if (contacts.length === 0) return NO_CONTACT;
  const groups = grouped(contacts, ([, against]) => listed(against)).map(
    ([against, own]) => `${listed(own.map(([hex]) => hex))} with ${against}`,
  );
  return `In contact: ${sideAdjective(view.side)} ${groups.join('; ')}.`;
}

export const NO_CONTACT = 'No units are in contact.';

/** Battles that could be planned now or, while units still move, from where they stand; none at night, and none already planned. */
function openBattles(field: Field, view: View): readonly Battle[] {
  if (view.over || isNight(field, view.turn) || view.step === 'fight' || view.pending.length > 0) return [];
  const planned = new Set(view.battles.map(({ hexes }) => targetOf(hexes)));
  return possibleBattles(field, view).filter(({ hexes }) => !planned.has(targetOf(hexes)));
}

export function openBattlesHead({ step }: View): string {
  return `**${OPEN[step === 'move' ? 'move' : 'plan']}, each with all who can join:**`;
}

const OPEN = { move: 'Attacks possible as units stand now', plan: 'Attacks possible' } as const;

/** One line for each battle, with every unit that can join. */
export function openBattleLines(field: Field, view: View, odds: boolean): string[] {
  return openBattles(field, view).map(
    (battle) => `- ${battleLine(field, view, battle, Number.POSITIVE_INFINITY, odds)}`,
  );
}

/**
 * "Attacks possible, each with all who can join: 1117 at 3-1 (26 against 8) by Hood and Law; bombardment of 1212 at 1-2 (1 against 2) by Jones
 * artillery.", then shorter forms without names, and without strengths.
 */
export function openBattlesInBrief(field: Field, view: View): string[] {
  return battlesInBrief(field, view, openBattles(field, view));
}

/** Attacks that a march leads to, without names or bombardments; `null` if there are none. */
export function attacksInBrief(field: Field, view: View): string | null {
  const attacks = openBattles(field, view).filter(({ bombardment }) => !bombardment);
  return battlesInBrief(field, view, attacks)[1] ?? null;
}

function battlesInBrief(field: Field, view: View, battles: readonly Battle[]): string[] {
  if (battles.length === 0) return [];
  const each = battles.map((battle) => {
    const { attack, defence, odds } = reckon(field, view, battle);
    const where = `${battle.bombardment ? 'bombardment of ' : ''}${shortHexes(field, battle.hexes)} at ${odds}`;
    const strong = `${where} (${attack} against ${defence})`;
    return [`${strong} by ${namesOfIds(field, battle.attackers, Number.POSITIVE_INFINITY)}`, strong, where] as const;
  });
  const head = OPEN[view.step === 'move' ? 'move' : 'plan'];
  return ([0, 1, 2] as const).map(
    (form) => `${head}, each with all who can join: ${each.map((one) => one[form]).join('; ')}.`,
  );
}

export interface AreaStacks {
  readonly area: FieldArea;
  readonly stacks: Readonly<Record<Side, readonly Stack<Piece>[]>>;
}

/** The stacks of both sides by area, in the order of areas and hexes; empty areas are left out. */
export function stacksByArea(field: Field, view: View): readonly AreaStacks[] {
  const board = boardOf(field, view);
  const all = grouped(board.stacks, ([hex]) => areaOf(field, hex).id);
  return AREAS.flatMap((area) => {
    const here = all.find(([id]) => id === area.id)?.[1] ?? [];
    const of = (side: Side) => here.filter(([hex]) => board.holder(hex) === side);
    return here.length === 0 ? [] : [{ area, stacks: { confederate: of('confederate'), union: of('union') } }];
  });
}
