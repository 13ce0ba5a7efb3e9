import { type Draft, isRefusal, type Question } from '../../../game/index.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { couldBe, meantBy, placesMeant, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { BATTLE_PLAN, defaultPlan, stancesUpTo } from '../rules/battle/battle-plans.ts';
import { mayOrder, next, type SamGrantDryRun } from '../rules/legality.ts';
import type { Moment } from '../rules/moment.ts';
import { prisonersOf } from '../rules/phases.ts';
import { type Battle, blocksAt, blocksIn, isHex, type State, stepsOf } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { type BattlePlan, type BlockId, type Order, otherSide, type Side, type Verb } from '../vocabulary.ts';
import { blockName, KIND_NAMES, stanceWords } from '../words/names.ts';
import { parse, refusal, stanceOf } from '../words/orders.ts';
import { answerLine, BATTLE_LINES, NOBODY, PLAN_REFUSALS } from '../words/plan-words.ts';
import { question } from '../words/questions.ts';

/** Orders as members write them in a plan, each verb with its blocks and places in either order. */

/** Synonyms of each verb, in plain letters. */
const CALLED: { readonly [verb in Verb]: string } = {
  cut: 'cut',
  card: 'card play',
  supply: 'supply steps resupply give',
  move: 'move moves march marches go goes attack attacks',
  strategic: 'strategic send',
  build: 'build builds built raise recruit',
  bragg: 'bragg bring',
  'plan-ahead': 'planahead',
  battle: 'battle fight',
  'battle-plan': 'battleplan plan stand',
  fire: 'fire fires retreat retreats withdraw withdraws leave leaves',
  regroup: 'regroup regroups pursue',
  lose: 'lose loses',
  offer: 'offer exchange swap take',
  accept: 'accept yes agree',
  decline: 'decline no refuse reject',
  done: 'done end finish pass stop',
};
const VERB_OF: ReadonlyMap<string, Verb> = new Map(
  Object.entries(CALLED).flatMap(([verb, words]) => words.split(' ').map((word) => [word, verb as Verb] as const)),
);
/** Verbs that may follow the block: "Sherman builds at Louisville". */
const AFTER_NAMES: readonly Verb[] = ['build', 'fire', 'lose', 'regroup', 'move'];

export interface TypedVerb {
  readonly verb: Verb;
  /** The part without the verb. */
  readonly rest: string;
}

/** Finds a verb at the beginning of a part, or after the blocks; `null` if there is none. */
export function verbIn(part: string): TypedVerb | null {
  const words = part.split(/\s+/);
  const found = words.map((word) => VERB_OF.get(nameKey(word)));
  const at = found.findIndex((verb, index) => verb && (index === 0 || AFTER_NAMES.includes(verb)));
  const verb = found[at];
  // "Bragg artillery" is a block, not the verb `bragg`.
  if (verb === undefined || /^bragg (?:artillery|battery)/i.test(part)) return null;
  return { verb, rest: words.toSpliced(at, 1).join(' ') };
}

/** The verb that a part begins with, cut short or with a letter mistyped: "buil", "suply". */
export function verbNear(part: string): TypedVerb | null {
  const [word = '', ...rest] = part.split(/\s+/);
  const [verb, ...others] = new Set(nameKey(word).length < 3 ? [] : meantBy(VERB_OF, word));
  return verb && others.length === 0 ? { verb, rest: rest.join(' ') } : null;
}

/** Words for all blocks of a hex; in a move, those that can still move. */
export const ALL_OF_THEM = /^(all|everybody|everyone|rest|therest|others|them|they)$/;

/** Blocks of `among` that a word names: by name, a word of it, its beginning or kind, or with a letter mistyped. */
export function blocksCalled(theatre: Theatre, among: readonly BlockId[], text: string): readonly BlockId[] {
  const wanted = nameKey(text);
  if (ALL_OF_THEM.test(wanted)) return among;
  const called = (names: (id: BlockId) => readonly string[]) =>
    among.filter((id) => names(id).some((name) => nameKey(name) === wanted));
  const name = (id: BlockId) => blockOf(theatre, id).name;
  const exactly = called((id) => [name(id), blockName(theatre, id)]);
  if (among.includes(text.trim().toLowerCase()) || exactly.length > 0)
    return among.filter((id) => id === text.trim().toLowerCase() || exactly.includes(id));
  const known = called((id) => [KIND_NAMES[blockOf(theatre, id).kind], ...name(id).split(/\s+/)]);
  if (known.length > 0 || wanted.length < 3) return known;
  const words = among.flatMap((id) => [name(id), ...name(id).split(/\s+/)].map((word) => [nameKey(word), id] as const));
  return meantBy(new Map(words), text);
}

function placesCalled(theatre: Theatre, text: string): readonly string[] {
  return placesMeant(theatre, text.trim().replace(/^(?:at|in|to|the)\s+/i, ''));
}

/** The hex that a word names, even if cut short or mistyped by a letter. */
export function placeCalled(theatre: Theatre, text: string): string | null {
  const [only = null, ...others] = placesCalled(theatre, text);
  return others.length === 0 ? only : null;
}

export function placeUnclear(theatre: Theatre, text: string): string {
  const several = placesCalled(theatre, text);
  return several.length === 0
    ? PLAN_REFUSALS.noSuchPlace(text)
    : couldBe(
        text,
        several.map((hex) => hexBriefly(theatre, hex)),
      );
}

export function unclearBlocks(theatre: Theatre, text: string, ids: readonly BlockId[]): string {
  return couldBe(
    text,
    ids.map((id) => blockName(theatre, id)),
  );
}

/** The verb of a step that asks for one kind of order; `null` in a step with several kinds. */
export function verbAsked({ phase, battle, offer }: State): Verb | null {
  if (phase === 'cut' || phase === 'supply') return phase;
  if (phase === 'cards') return 'card';
  if (phase === 'attrition') return 'lose';
  if (phase === 'exchange') return offer ? null : 'offer';
  return phase === 'battles' ? (battle ? (battle.waiting?.for ?? null) : 'battle') : null;
}

/** The side's blocks on the map. */
export function ownOnMap({ theatre, side, state }: SamGrantDryRun): readonly BlockId[] {
  const own = theatre.blocks.filter((block) => block.side === side && isHex(state.blocks[block.id]?.at ?? 'pool'));
  return own.map(({ id }) => id);
}

function namesIn(text: string): readonly string[] {
  return text.split(/,|;|&|\+(?!\d)|\band\b/i).flatMap((name) => name.trim() || []);
}

/** The blocks that some names mean, or the refusal of the first name that means none. */
function allCalled({ theatre }: SamGrantDryRun, text: string, among: readonly BlockId[]): readonly BlockId[] | string {
  const found = namesIn(text).map((name) => ({ name, ids: blocksCalled(theatre, among, name) }));
  const unknown = found.find(({ ids }) => ids.length === 0);
  return unknown ? PLAN_REFUSALS.nobodyCalled(unknown.name) : [...new Set(found.flatMap(({ ids }) => ids))];
}

/** Reads the orders of any verb except moves; returns a text that refuses them if it can't. */
export function typedOrders(run: SamGrantDryRun, { verb, rest }: TypedVerb, part: string): readonly Order[] | string {
  const { theatre, side, state } = run;
  switch (verb) {
    case 'cut':
      return parsed(theatre, { verb, cards: /\d+/.exec(rest)?.[0] ?? rest });
    case 'card': {
      const wanted = nameKey(part).replace(/^(?:play|card|the|my|a)+/, '');
      const [supply, ...others] = run
        .values({ verb })
        .filter((card) => wanted === 'supply' && card.startsWith('supply'));
      const named = others.length === 0 && supply !== undefined ? nameKey(supply) : wanted;
      return parsed(theatre, { verb, card: named.replace(/^s(?:upply)?(?=\d)/, 'supply-') });
    }
    case 'supply':
      return suppliedSteps(run, namesIn(rest));
    case 'build':
      return builds(run, rest.replace(/^at\s+(.+?)\s*:\s*(.+)$/i, '$2 at $1'));
    case 'bragg':
    case 'battle': {
      const hexes = run.values({ verb });
      const named = rest.replace(/\b(?:bring|bragg(?:['’]?s)?|corps|comes?|in|at|for|next|first)\b/gi, ' ').trim();
      const hex = named === '' && verb === 'bragg' && hexes.length === 1 ? hexes[0] : placeCalled(theatre, named);
      return hex ? [{ verb, hex }] : PLAN_REFUSALS.where(theatre, hexes);
    }
    case 'fire': {
      const letter = state.battle?.waiting?.for === 'fire' ? state.battle.waiting.letter : null;
      const there = blocksAt(theatre, state, state.battle?.hex ?? '', side);
      const asked = there.filter((block) => block.letter === letter).map(({ id }) => id);
      const names = rest.replace(/\b(?:stand|nobody|none|all fire)\b/gi, '').trim();
      const fires = /\bfires?\b/i.test(part);
      if (names === '' || (fires && ALL_OF_THEM.test(nameKey(names)))) return [{ verb, leave: [] }];
      const ids = allCalled(run, names, asked);
      if (typeof ids === 'string') return ids;
      // If the blocks that fire are named, the others leave.
      return [{ verb, leave: fires ? asked.filter((id) => !ids.includes(id)) : ids }];
    }
    case 'lose': {
      const names = rest.replace(/\b(?:an?|one|their)?\s*steps?\b|\beach\b/gi, '');
      const blocks = allCalled(run, names, run.values({ verb }));
      return typeof blocks === 'string' ? blocks : [{ verb, blocks }];
    }
    case 'offer': {
      const [held, wanted] = [prisonersOf(theatre, state, otherSide(side)), prisonersOf(theatre, state, side)];
      const names = rest.replace(/\b(?:give|take|ask|want|back|for)\b/gi, ',');
      const all = [...held, ...wanted].map(({ id }) => id);
      const ids = allCalled(run, names, all);
      if (typeof ids === 'string') return ids;
      const of = (some: typeof held) => ids.filter((id) => some.some((block) => block.id === id));
      return [
        { verb, ...(held.length > 0 ? { give: of(held) } : {}), ...(wanted.length > 0 ? { take: of(wanted) } : {}) },
      ];
    }
    case 'accept':
    case 'decline':
    case 'done':
      return rest.length > 20 ? PLAN_REFUSALS.like(theatre, 'plan') : [{ verb }];
    default:
      return PLAN_REFUSALS.like(theatre, 'move');
  }
}

function parsed(theatre: Theatre, draft: Draft): readonly Order[] | string {
  const order = parse(theatre, draft);
  return isRefusal(order) ? refusal(theatre, order) : [order];
}

/** Reads the steps that blocks gain: "Hardee +2, Porter" [5.8]. */
function suppliedSteps(run: SamGrantDryRun, names: readonly string[]): readonly Order[] | string {
  const { theatre } = run;
  const two = /(?:\+\s*2|\b2|\btwice|\btwo)(?:\s+steps?)?$/i;
  const given: BlockId[] = [];
  for (const typed of names) {
    const isTwo = two.test(typed) || /^(?:2|two)(?:\s+steps?)?\s+to\s+/i.test(typed);
    const name = typed
      .replace(/^(?:an?|one|two|\d)?\s*(?:steps?\s+)?to\s+/i, '')
      .replace(two.test(typed) ? two : /\+?\s*1?(?:\s+steps?)?$/i, '');
    const ids = blocksCalled(theatre, ownOnMap(run), name);
    // A name that fits several blocks means the one that lacks steps.
    const needy = ids.filter((id) => stepsOf(run.state, id) < blockOf(theatre, id).full);
    const [id, ...others] = needy.length > 0 ? needy : ids;
    if (id === undefined) return PLAN_REFUSALS.nobodyCalled(name);
    if (others.length > 0) return unclearBlocks(theatre, name, [id, ...others]);
    given.push(id, ...(isTwo ? [id] : []));
  }
  return [{ verb: 'supply', steps: given.map((id, at) => (given.indexOf(id) === at ? id : `${id}+2`)) }];
}

/**
 * Reads builds: "Sherman at Louisville", "Sherman, McCook at Louisville". The city may be missing if there is only one.
 */
function builds(run: SamGrantDryRun, text: string): readonly Order[] | string {
  const { theatre } = run;
  const pool = blocksIn(theatre, run.state, 'pool', run.side).map(({ id }) => id);
  const found = whoAndWhere(
    text,
    (who) => who.trim() || null,
    (place) => placeCalled(theatre, place),
  );
  const orders: Extract<Order, { readonly verb: 'build' }>[] = [];
  for (const name of namesIn(found?.who ?? text)) {
    const among = (ids: readonly BlockId[]) => ids.filter((id) => orders.every(({ block }) => block !== id));
    const can = blocksCalled(theatre, among(run.values({ verb: 'build' })), name);
    const [id, ...others] = can.length > 0 ? can : blocksCalled(theatre, among(pool), name);
    if (id === undefined) {
      // The rules refuse this order, and their reason says whether the side or the place is wrong.
      const order = found && parse(theatre, { verb: 'build', block: name, hex: found.where });
      return order && 'verb' in order ? [order] : PLAN_REFUSALS.nobodyCalled(name);
    }
    const [like, ...unlike] = new Set(
      [id, ...others].map((one) => `${blockOf(theatre, one).kind} ${blockOf(theatre, one).full}`),
    );
    if (like === undefined || unlike.length > 0) return unclearBlocks(theatre, name, [id, ...others]);
    const sites = run.values({ verb: 'build', block: id });
    const hex = found?.where ?? (sites.length === 1 ? sites[0] : undefined);
    if (hex === undefined) return PLAN_REFUSALS.where(theatre, sites);
    orders.push({ verb: 'build', block: id, hex });
  }
  return orders.length > 0 ? orders : PLAN_REFUSALS.like(theatre, 'build');
}

type Slot = keyof typeof BATTLE_LINES;
const SLOTS = Object.keys(BATTLE_LINES) as readonly Slot[];

/** Whether a side is asked for its battle plan, or can change it. */
export function isPlanned(state: State, side: Side): boolean {
  return state.phase === 'battles' && state.battle?.round === 0 && mayOrder(state, side);
}

/** A battle plan as a text to edit [14.5]: a line for each choice, with the plan's answer and the alternatives. */
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

/** The questions of a battle plan, each with the plan's answers to those before it. */
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

/** Separates the lines of a plan, which may also be typed in one: "stand, retreat 2107 then 2008, regroup 2107". */
const LINES = new RegExp(`[\\n;]+|,\\s*(?=(?:${SLOTS.join('|')})\\s)`, 'i');

/** Reads a battle plan. Missing lines keep the default; a line without a heading is the stance. */
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

/** A plan without answers to questions that are not asked, such as the only hex to retreat to. */
function withoutNeedless(moment: Moment, order: Order): Order {
  const given = Object.entries(order).filter(([name, value]) => {
    const slot = BATTLE_PLAN.slots.find((one) => one.slot === name);
    const isAsked = slot?.isAsked?.(moment, {}) ?? true;
    return isAsked || [value].flat().some((one) => slot?.fault(moment, {}, one));
  });
  return Object.fromEntries(given) as unknown as Order;
}

/** Blocks of the battle by name. Unknown names stay as they are, so that the grammar refuses them. */
function spared(theatre: Theatre, state: State, side: Side, names: string): readonly string[] {
  const there = blocksAt(theatre, state, (state.battle as Battle).hex, side).map(({ id }) => id);
  return names.split(',').flatMap((name) => {
    const ids = blocksCalled(theatre, there, name);
    return ids.length > 0 ? ids : [name.trim()];
  });
}

/** Stances by their words, to find mistyped ones. */
const STANCES = new Map(stancesUpTo(1).map((stance) => [nameKey(stanceWords(stance)), stance] as const));

/**
 * Splits a line into slot and answer.
 * "Retreat to: 2008" and "retreat 2008" name a hex, but "retreat at once" is a stance.
 */
function answered(line: string): readonly [Slot, string] {
  const [, before = '', after = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
  const headed = SLOTS.find((slot) => before !== '' && nameKey(BATTLE_LINES[slot]) === nameKey(before));
  if (headed) return [headed, after.trim()];
  if (stanceOf(line) !== null) return ['stance', line];
  const [word = '', ...rest] = line.split(/[\s:]+/);
  const named = SLOTS.find((slot) => slot === word.toLowerCase());
  const answer = rest.join(' ').replace(/^(?:(?:attack|from|to|at|is)\s+)+/i, '');
  if (named && answer !== '') return [named, answer];
  const [stance, ...others] = meantBy(STANCES, line);
  return ['stance', stance !== undefined && others.length === 0 ? stance : line];
}
