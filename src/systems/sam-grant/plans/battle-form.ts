import { type Draft, isRefusal, type Question } from '../../../game/index.ts';
import { meantBy } from '../../../kit/plans/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { blocksAt } from '../board.ts';
import { BATTLE_PLAN, defaultPlan, stancesUpTo } from '../rules/battle/battle-plans.ts';
import { mayOrder, next } from '../rules/legality.ts';
import type { Moment } from '../rules/moment.ts';
import type { Battle, State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { BattlePlan, Order, Side } from '../vocabulary.ts';
import { stanceWords } from '../words/names.ts';
import { parse, refusal, stanceOf } from '../words/orders.ts';
import { answerLine, BATTLE_LINES, NOBODY } from '../words/plan-words.ts';
import { question } from '../words/questions.ts';
import { blocksCalled } from './typed-orders.ts';

type Slot = keyof typeof BATTLE_LINES;
const SLOTS = Object.keys(BATTLE_LINES) as readonly Slot[];

/** Whether a side is asked for its battle plan, or can change it. */
export function isPlanned(state: State, side: Side): boolean {
  return state.phase === 'battles' && state.battle?.round === 0 && mayOrder(state, side);
}

/** A battle plan as a form: a line for each choice, with the plan's answer and the alternatives [14.5]. */
export function battleForm(theatre: Theatre, state: State, side: Side, plan: BattlePlan): string {
  const answers = plan as Draft;
  return questionsOf(theatre, state, side, plan)
    .map(({ slot, choices, several }) => {
      const given = [answers[slot] ?? []].flat();
      const label = (value: string) =>
        choices.find((one) => one.value === value)?.label ?? value.replaceAll(' ', ', then ');
      const others = choices.filter(({ value }) => !given.includes(value) && !/^below-([^2]|\d\d)$/.test(value));
      const said = given.length > 0 ? given.map(label).join(', ') : NOBODY;
      return answerLine(
        BATTLE_LINES[slot as Slot],
        said,
        others.map(({ value, label: name }) => (several ? name : label(value))),
      );
    })
    .join('\n');
}

function questionsOf(theatre: Theatre, state: State, side: Side, plan: BattlePlan): readonly Question[] {
  const answers = plan as Draft;
  const questions: Question[] = [];
  for (let draft: Draft = { verb: 'battle-plan' }; ; ) {
    const open = next(theatre, state, side, draft);
    if (open.complete || open.question.choices.length === 0) return questions;
    const { slot } = open.question;
    questions.push(question(theatre, state, side, draft, open.question));
    draft = { ...draft, [slot]: answers[slot] ?? [] };
  }
}

/** Lines may stand in one: "stand, retreat 2107 then 2008, regroup 2107". */
const LINES = new RegExp(`[\\n;]+|,\\s*(?=(?:${SLOTS.join('|')})\\s)`, 'i');

/** Reads the form. Missing lines keep the default; a line without a heading is the stance. */
export function readBattlePlan(theatre: Theatre, state: State, side: Side, text: string): Order | string {
  const usual = defaultPlan({ theatre, state, side });
  let draft: { [slot: string]: string | readonly string[] } = { verb: 'battle-plan', ...usual };
  for (const line of text.replace(/\(or:[^\n]*/g, '').split(LINES)) {
    const said = line.trim();
    if (said === '') continue;
    const [slot, answer] = answered(said);
    draft = {
      ...draft,
      [slot]: answer === NOBODY ? [] : slot === 'spare' ? spared(theatre, state, side, answer) : answer,
    };
  }
  const order = parse(theatre, draft);
  return isRefusal(order) ? refusal(theatre, order) : withoutNeedless({ theatre, state, side }, order);
}

/** A plan without answers that go without saying, like the only hex to retreat to. */
function withoutNeedless(moment: Moment, order: Order): Order {
  const given = Object.entries(order).filter(([name, value]) => {
    const slot = BATTLE_PLAN.slots.find((one) => one.slot === name);
    const isAsked = slot?.isAsked?.(moment, {}) ?? true;
    return isAsked || [value].flat().some((one) => slot?.fault(moment, {}, one));
  });
  return Object.fromEntries(given) as unknown as Order;
}

/** Blocks of the battle by name; unknown names are passed on for the grammar to refuse. */
function spared(theatre: Theatre, state: State, side: Side, names: string): readonly string[] {
  const there = blocksAt(theatre, state, (state.battle as Battle).hex, side).map(({ id }) => id);
  return names.split(',').flatMap((name) => {
    const ids = blocksCalled(theatre, there, name);
    return ids.length > 0 ? ids : [name.trim()];
  });
}

/** Stances by their words, to find mistyped ones. */
const STANCES = new Map(stancesUpTo(1).map((stance) => [plainName(stanceWords(stance)), stance] as const));

/** Splits a line into slot and answer. "Retreat to: 2008" and "retreat 2008" name the hex; "retreat at once" is a stance. */
function answered(line: string): readonly [Slot, string] {
  const [, before = '', after = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
  const headed = SLOTS.find((slot) => before !== '' && plainName(BATTLE_LINES[slot]) === plainName(before));
  if (headed) return [headed, after.trim()];
  if (stanceOf(line) !== null) return ['stance', line];
  const [word = '', ...rest] = line.split(/[\s:]+/);
  const named = SLOTS.find((slot) => slot === word.toLowerCase());
  const answer = rest.join(' ').replace(/^(?:(?:attack|from|to|at|is)\s+)+/i, '');
  if (named && answer !== '') return [named, answer];
  const [stance, ...others] = meantBy(STANCES, line);
  return ['stance', stance !== undefined && others.length === 0 ? stance : line];
}
