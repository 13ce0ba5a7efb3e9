import {
  type Order as AnyOrder,
  arranged,
  type Draft,
  isRefusal,
  type Plan,
  type Refusal,
  refuse,
} from '../../../game/index.ts';
import { findHexes } from '../../../kit/hex/hex-names.ts';
import { atMost } from '../../../kit/plain-english.ts';
import { AFTER_DIE, notUnderstood, partsOf, refusedPart, unknownIn, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { pieceOf } from '../board.ts';
import { type Field, piecesNamed } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { attackersOf } from '../rules/combat/battle-plan.ts';
import { adjacentAttackers, gunsOn } from '../rules/combat/contact.ts';
import { legality } from '../rules/legality.ts';
import { isDue } from '../rules/movement/arrivals.ts';
import { leftUndone } from '../rules/movement/left-undone.ts';
import { entriesFor, legTo } from '../rules/movement/movers.ts';
import { overfull } from '../rules/movement/stacking-room.ts';
import { parse } from '../rules/order-parser.ts';
import { isOnMap, type State } from '../state.ts';
import type { View } from '../view.ts';
import { COLUMNS, type Order, type PieceId, type Side } from '../vocabulary.ts';
import { label } from '../words/order-label.ts';
import {
  HALTED,
  holdText,
  marchedText,
  NO_COLUMN,
  NOBODY_LEFT,
  oddsLine,
  type PlanLine,
  planLines,
  STAYING,
  unclearUnit,
} from '../words/plan-words.ts';
import { refusal } from '../words/refusals.ts';
import { attacksInBrief } from '../words/situation.ts';
import { namesOfIds, unitName } from '../words/unit-names.ts';
import { bringOn, type Marched, marchTogether, type Terms } from './group-march.ts';
import { type Company, companyOf, goalOf, isUnclear } from './plan-units.ts';
import { RichmondDryRun } from './richmond-dry-run.ts';
import { follow } from './shortcuts.ts';
import { goingOn, ON, standingMarches, standingText } from './standing-marches.ts';

/** Why units cannot go as a pair: they go one after the other. */
const NO_PAIR: readonly string[] = ['not-paired', 'not-together'];
/** Why a unit does not get to a place this turn: it goes toward it. */
const NOT_THIS_TURN: readonly string[] = ['too-far', 'full', 'no-way'];
/** Why a unit may get to a place once others of the plan have gone: two may stand in a hex [5.1]. */
const NO_ROOM: readonly string[] = ['full', 'overfull'];
/** Orders that `end` may take: what is missing is planned first. */
const MOST_ENDING = 4;
/** What orders of a combat phase name units in; of these, what may hold several. */
const UNIT_SLOTS: readonly string[] = ['with', 'guns', 'units', 'unit', 'displacing'];
const MANY: readonly string[] = ['with', 'guns', 'units'];

const END = /^(hold|hold the rest|hold all|done|end|end the phase|finish|finish planning)\.?$/i;
const STAYS = /^(.*?)\s+(?:hold|holds|stay|stays|wait|waits)\.?$/i;
const REST = /^(plan )?(the )?rest( for me)?\.?$/i;
const COLUMN =
  /^(?:bring (?:on|in) (?:the )?|bring the )?column(?:\s+(?:on|in))?(?:\s+(?:at|by|from))?\s*(\d{4})?(?:\s+(?:on|in))?$/i;
const COMBAT = /^(attack|bombard|cancel|fight|retreat|lose|advance)\s+(.*)$/i;

/**
 * Reads a plan, part by part, each from where those before it have led.
 * @param standing marches that go on already
 */
export function readPlan(field: Field, state: State, side: Side, text: string, standing: string): Plan {
  const reading = new Reading(field, state, side, standing);
  for (const part of partsOf(text)) reading.part(part);
  return reading.plan();
}

/** A march that waits until others of the plan have made room. */
interface Waiting {
  readonly unit: string;
  readonly by: string | undefined;
  readonly terms: Terms;
  readonly no: Refusal;
}

class Reading {
  readonly #run: RichmondDryRun;
  readonly #lines: PlanLine[] = [];
  /** "1107 16:10", "1206 2-1, 24:12" */
  readonly #odds: string[] = [];
  readonly #standing: string;
  readonly #refused: string[] = [];
  readonly #moved: PieceId[] = [];
  #waiting: readonly Waiting[] = [];
  /** Marches that go on, by where they go. */
  readonly #rest = new Map<string, PieceId[]>();

  constructor(field: Field, state: State, side: Side, standing: string) {
    this.#run = new RichmondDryRun(field, state, side);
    this.#standing = standing;
  }

  plan(): Plan {
    this.#waitsNoMore();
    const { field, orders } = this.#run;
    const names = piecesNamed(field, this.#moved).map((piece) => unitName(field, piece));
    const title = atMost(names, 3);
    const odds = [...this.#attacks(), ...(this.#odds.length > 0 ? [oddsLine(this.#odds)] : [])];
    return {
      orders: orders as Plan['orders'],
      title: title.length <= 60 ? title : `${names.length} units`,
      lines: planLines(field, this.#lines),
      ...(odds.length > 0 ? { odds } : {}),
      refused: this.#refused,
      rest: standingText(this.#rest, standingMarches(this.#standing), this.#moved),
    };
  }

  part(part: string): void {
    const run = this.#run;
    if (run.isOver) {
      this.#refused.push(refusedPart(part, AFTER_DIE));
      return;
    }
    const combat = COMBAT.test(part) && run.state.step !== 'move';
    const column = COLUMN.exec(part);
    if (END.test(part)) this.#end();
    else if (combat) this.#combat(part);
    else if (REST.test(part) && run.state.step === 'plan') this.#rests();
    else if (column) this.#column(column[1] ?? null);
    else if (!this.#stays(part)) this.#march(part);
    this.#retry();
  }

  /** What marches lead to: who is next to the enemy must attack, by day. */
  #attacks(): readonly string[] {
    const { field, state, side } = this.#run;
    const attacks = this.#moved.length > 0 && state.side === side ? attacksInBrief(field, state as View) : null;
    return attacks === null ? [] : [attacks];
  }

  #stays(part: string): boolean {
    const { field, state, side } = this.#run;
    const [, stays] = STAYS.exec(part) ?? [];
    const staying = stays === undefined ? null : companyOf(field, state, side, stays);
    if (!staying || isUnclear(staying)) return false;
    const here = staying.ids.filter((id) => this.#isHere(id));
    for (const who of here) this.#lines.push({ who, what: STAYING });
    return here.length > 0;
  }

  #end(): void {
    this.#waitsNoMore();
    const run = this.#run;
    const { step } = run.state;
    const crowded = step === 'move' ? overfull(run.field, run.state) : null;
    if (crowded !== null) {
      const no = refuse('overfull', '5.1', { hexes: crowded });
      this.#refuse(label(run.field, run.state, { verb: 'done' }).text, no);
      return;
    }
    for (let given = 0; given < MOST_ENDING && run.state.step === step && !run.isOver; given++) {
      const order: Order | null =
        step === 'fight'
          ? { verb: 'done' }
          : step === 'move'
            ? follow(run.field, run.state, run.side, 'hold')
            : follow(run.field, run.state, run.side, 'rest');
      if (!order) break;
      const left = step === 'move' ? leftUndone(run.field, run.state) : null;
      const text = label(run.field, run.state, order).text;
      if (!this.#gives(order, text)) return;
      this.#lines.push(left ? holdText(left) : text);
    }
  }

  #gives(order: Order, what: string): boolean {
    const no = this.#run.give(order);
    if (no) this.#refuse(what, no);
    return no === null;
  }

  #refuse(what: string, no: Refusal): void {
    this.#refused.push(`${what}: ${refusal(this.#run.field, { ...no, instead: [] })}`);
  }

  /** What must be attacked is planned, and nothing ends yet. */
  #rests(): void {
    const order = { verb: 'done', sure: 'rest' } as const;
    const { field, state } = this.#run;
    if (this.#gives(order, label(field, state, order).text)) this.#lines.push(label(field, state, order).text);
  }

  #column(at: string | null): void {
    const run = this.#run;
    const company = companyOf(run.field, run.state, run.side, at === null ? 'column' : `column at ${at}`);
    if (!company || isUnclear(company)) {
      this.#refused.push(NO_COLUMN);
      return;
    }
    for (const id of company.ids) this.#marched(bringOn(run, id), '');
  }

  #march(part: string): void {
    const run = this.#run;
    const { field, side } = run;
    const goesOn = part.startsWith(ON);
    const early = /\bearly\b/i.test(part);
    const plain = (goesOn ? part.slice(ON.length) : part).replace(/\bearly\b/gi, '');
    const [, by] = /\b(?:by|via)\s+(\d{4})\b(?=.*\S)/i.exec(plain.replace(/\boff\b.*$/i, '')) ?? [];
    const words = by === undefined ? plain : plain.replace(new RegExp(`\\b(?:by|via)\\s+${by}\\b`, 'i'), ' ');
    const who = (text: string) => companyOf(field, run.state, side, text);
    const where = (text: string) => goalOf(field, text);
    const found = whoAndWhere(words, who, where);
    if (!found) {
      this.#refused.push(notUnderstood(part, unknownIn(words, who, where)));
      return;
    }
    if (isUnclear(found.who)) {
      this.#refused.push(unclearUnit(field, found.who.unclear, found.who.ids));
      return;
    }
    const terms = { to: found.where.to, early };
    if (goesOn) this.#marchesOn(found.who.ids, terms);
    else if (found.who.group) this.#together(found.who.ids, terms);
    else this.#exactly(found.who, terms, by);
  }

  /** Units named one by one go just there, where they can; else as far toward it as they get. */
  #exactly({ ids, pair }: Company, terms: Terms, by: string | undefined): void {
    for (const unit of pair ? [ids.join('+')] : ids) {
      const no = this.#goes(unit, terms, by);
      if (no && pair && NO_PAIR.includes(no.code)) {
        this.#exactly({ ids, pair: false, group: false }, terms, by);
        return;
      }
      if (no === null) this.#retry();
      else if (NO_ROOM.includes(no.code)) this.#waiting = [...this.#waiting, { unit, by, terms, no }];
      else this.#goesNear(unit, terms, no);
    }
  }

  /** @returns why a unit does not go just there; null: it goes */
  #goes(unit: string, terms: Terms, by: string | undefined): Refusal | null {
    const run = this.#run;
    const { field } = run;
    const { to } = terms;
    const leg = legTo(field, run.state, unit, by, to);
    const entry = by ?? entryFor(field, run.state, unit, to);
    const no = run.give({ verb: 'move', unit, ...(entry === undefined ? {} : { by: entry }), to });
    if (no) return no;
    for (const id of unit.split('+')) this.#marched({ id, to, leg, left: 0, heldBack: false }, to);
    return null;
  }

  /** Those that waited go, as far as there is room now. */
  #retry(): void {
    const goes = this.#waiting.find(({ unit, by, terms }) => this.#goes(unit, terms, by) === null);
    if (!goes) return;
    this.#waiting = this.#waiting.filter((one) => one !== goes);
    this.#retry();
  }

  #goesNear(unit: string, terms: Terms, no: Refusal): void {
    const ids = unit.split('+');
    if (NOT_THIS_TURN.includes(no.code)) this.#together(ids, terms, no);
    else this.#refuse(`**${namesOfIds(this.#run.field, ids)}**`, no);
  }

  /** Where no room was made, units go as near as they get. */
  #waitsNoMore(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { unit, terms, no } of waiting) this.#goesNear(unit, terms, no);
  }

  #isHere(id: PieceId): boolean {
    const { field, state } = this.#run;
    return isOnMap(state.where[id]) || isDue(state, pieceOf(field, id));
  }

  /** @param no why they do not simply go there */
  #together(ids: readonly PieceId[], terms: Terms, no: Refusal | null = null): void {
    const run = this.#run;
    const here = ids.filter((id) => this.#isHere(id));
    const went = marchTogether(run, here, terms);
    const none = went.every(({ to }) => to === null);
    if (none && no) this.#refuse(`**${namesOfIds(run.field, ids)}**`, no);
    else if (none && ids.length > 1) this.#refused.push(`${namesOfIds(run.field, ids)}: ${NOBODY_LEFT}`);
    else for (const one of went) this.#marched(one, terms.to);
  }

  /** A standing march goes on, unless it is there or the enemy is near. */
  #marchesOn(ids: readonly PieceId[], terms: Terms): void {
    const { field, state } = this.#run;
    for (const { id, halted } of goingOn(field, state, ids, terms.to)) {
      if (halted) this.#lines.push({ who: id, what: HALTED });
      else for (const one of marchTogether(this.#run, [id], terms)) this.#marched(one, terms.to);
    }
  }

  #marched(one: Marched, goal: string): void {
    const { field } = this.#run;
    const { id, to, left } = one;
    this.#lines.push({ who: id, what: marchedText(field, goal === '' ? (to ?? '') : goal, one) });
    if (to === null) return;
    this.#moved.push(id);
    if (left !== null && left > 0 && to !== goal && !one.heldBack)
      this.#rest.set(goal, [...(this.#rest.get(goal) ?? []), id]);
  }

  /** "attack 1107 with Gregg, Branch at 2-1", "fight 1107" */
  #combat(part: string): void {
    const { field, side, state } = this.#run;
    const draft = named(field, state, side, combatDraft(part));
    const read = parse(field, completed(field, state, draft), side);
    if (isRefusal(read)) {
      this.#refuse(`“${part}”`, read);
      return;
    }
    const order = arranged(legality(field), state, side, read as AnyOrder) as Order;
    const { text, odds } = label(field, state, order, Number.POSITIVE_INFINITY);
    if (!this.#gives(order, `“${part}”`)) return;
    this.#lines.push(text);
    if (odds !== undefined && 'target' in order) this.#odds.push(`${order.target} ${odds}`);
  }
}

/** What an order of a combat phase names. */
function combatDraft(part: string): Draft {
  const [, given = '', said = ''] = COMBAT.exec(part) ?? [];
  const verb = given.toLowerCase();
  const filled = (slots: { readonly [slot: string]: string | undefined }): Draft => ({
    verb,
    ...Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined)),
  });
  if (verb === 'lose') return filled({ units: said });
  if (verb === 'retreat' || verb === 'advance') {
    const [, unit, to, displacing] =
      /^(.*?)(?:\s+(?:to|into)\s+(.*?))?(?:,\s*(.*?)\s+makes\s+room)?$/i.exec(said) ?? [];
    return filled({ unit, to, displacing });
  }
  const [, target, units, guns, column] =
    /^(.*?)(?:\s+with\s+(.*?))?(?:\s+guns\s+(.*?))?(?:\s+(?:on|at)\s+(\d\s*[-:]\s*\d))?\s*$/i.exec(said) ?? [];
  return filled({ target, with: units, guns, column });
}

/** With units by their ids, where they are named as in other parts of a plan: by beginnings of names, as a stack, as a division. */
function named(field: Field, state: State, side: Side, draft: Draft): Draft {
  const slots = Object.entries(draft).map(([slot, typed]) => {
    if (typeof typed !== 'string' || !UNIT_SLOTS.includes(slot)) return [slot, typed];
    const who = companyOf(field, state, side, typed);
    if (who === null || isUnclear(who)) return [slot, typed];
    return [slot, MANY.includes(slot) ? who.ids : who.ids.length === 1 ? who.ids[0] : typed];
  });
  return Object.fromEntries(slots) as Draft;
}

/** With everybody who can join, where nobody is named, and on the odds they make, where no column is. */
function completed(field: Field, state: State, draft: Draft): Draft {
  const { verb, target } = draft;
  if ((verb !== 'attack' && verb !== 'bombard') || typeof target !== 'string') return draft;
  const hexes = findHexes(field, target);
  if (!hexes) return draft;
  const all = verb === 'attack' ? adjacentAttackers(field, state, hexes) : gunsOn(field, state, hexes);
  const named: Draft = { ...draft, with: draft.with ?? all.map(({ id }) => id) };
  if (named.column !== undefined) return named;
  const order = parse(field, { ...named, column: COLUMNS[0] });
  if (isRefusal(order) || (order.verb !== 'attack' && order.verb !== 'bombard')) return named;
  return { ...named, column: reckon(field, state, { hexes, attackers: attackersOf(field, state, hexes, order) }).odds };
}

/** The first of several entry hexes by which a unit comes to a place; undefined: it has no choice. */
function entryFor(field: Field, state: State, unit: string, to: string): string | undefined {
  if (isOnMap(state.where[unit.split('+')[0] ?? ''])) return undefined;
  const entries = entriesFor(field, state, unit);
  return entries.length > 1 ? entries.find((by) => legTo(field, state, unit, by, to) !== null) : undefined;
}
