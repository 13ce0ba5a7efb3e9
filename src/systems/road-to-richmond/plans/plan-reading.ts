import {
  type Order as AnyOrder,
  arranged,
  type Draft,
  isRefusal,
  type Plan,
  type Refusal,
  refuse,
} from '../../../game/index.ts';
import { atMost } from '../../../kit/plain-english.ts';
import { FormReader } from '../../../kit/plans/plan-reader.ts';
import { meantBy, ON, quotedPart, readAs, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { pieceOf } from '../board.ts';
import { type Field, piecesNamed } from '../field.ts';
import { isDue } from '../rules/arrivals.ts';
import { legality, RichmondDryRun } from '../rules/legality.ts';
import { obstaclesOf } from '../rules/movement/movement-costs.ts';
import { entriesFor, leftUndone, legTo, overfull } from '../rules/movement/reach.ts';
import { isOnMap, type State, type View } from '../state.ts';
import { COLUMNS, type Order, type PieceId, type Side, type Verb } from '../vocabulary.ts';
import { attacksInBrief } from '../words/agenda.ts';
import { findHexes, namesOfIds, unitName, unitsByName } from '../words/names.ts';
import { label, parse, refusal } from '../words/orders.ts';
import {
  HALTED,
  holdText,
  type Marched,
  marchedText,
  NO_COLUMN,
  NOBODY_LEFT,
  oddsLine,
  PLAN_FORMS,
  type PlanLine,
  planLines,
  STAYING,
  WHO_AND_WHERE,
} from '../words/plan-words.ts';
import { bringOn, type Company, companyOf, goalOf, type MarchTerms, marchTogether } from './group-march.ts';
import { follow } from './shortcuts.ts';

/** Refusals of a pair's move after which its units go one after the other. */
const NO_PAIR: readonly string[] = ['not-paired', 'not-together'];
/** Refusals after which a unit goes toward its destination, as it cannot get there this turn. */
const NOT_THIS_TURN: readonly string[] = ['too-far', 'full', 'no-way'];
/** Refusals that may end once other units of the plan have moved on: two may stand in a hex [5.1]. */
const NO_ROOM: readonly string[] = ['full', 'overfull'];
/** Most orders that `end` may add to complete the plan. */
const MOST_ENDING = 4;
/** Hexes to an enemy at which a standing march halts. */
const NEAR = 3;
/** Slots of combat orders that name one unit, and slots that name several. */
const UNIT_SLOTS: readonly string[] = ['unit', 'displacing'];
const LIST_SLOTS: readonly string[] = ['with', 'guns', 'units'];

const END = /^(hold|hold the rest|hold all|done|end|end the phase|finish|finish planning)\.?$/i;
const STAYS = /^(.*?)\s+(?:hold|holds|stay|stays|wait|waits)\.?$/i;
const REST = /^(plan )?(the )?rest( for me)?\.?$/i;
const COLUMN =
  /^(?:bring (?:on|in) (?:the )?|bring the )?column(?:\s+(?:on|in))?(?:\s+(?:at|by|from))?\s*(\d{4})?(?:\s+(?:on|in))?$/i;

/**
 * Reads a plan part by part, each from the position after the parts before it.
 * @param standing marches that are still under way
 */
export function readPlan(field: Field, state: State, side: Side, text: string, standing: string): Plan {
  return new Reader(new RichmondDryRun(field, state, side), field, PLAN_FORMS).read(text, standing);
}

class Reader extends FormReader<Order, RichmondDryRun> {
  readonly #planLines: PlanLine[] = [];
  /** "1107 16:10", "1206 2-1, 24:12" */
  readonly #odds: string[] = [];

  protected title(): string {
    const { field } = this.run;
    const names = piecesNamed(field, this.moved).map((piece) => unitName(field, piece));
    const title = atMost(names, 3);
    return title.length <= 60 ? title : `${names.length} units`;
  }

  /** Reports the marches' consequences: by day, units next to the enemy must attack. */
  protected override finish(): void {
    const { field, state, side } = this.run;
    this.lines.push(...planLines(field, this.#planLines));
    const attacks = this.moved.length > 0 && state.side === side ? attacksInBrief(field, state as View) : null;
    if (attacks !== null) this.odds.push(attacks);
    if (this.#odds.length > 0) this.odds.push(oddsLine(this.#odds));
  }

  protected part(part: string): void {
    const { step } = this.run.state;
    const combatOrder = step === 'move' ? null : this.verbIn(part);
    const column = COLUMN.exec(part);
    if (END.test(part)) this.#end();
    else if (combatOrder) this.#combat(part, combatOrder.verb);
    else if (REST.test(part) && step === 'plan') this.#ordered({ verb: 'done', sure: 'rest' });
    else if (column) this.#column(column[1] ?? null);
    else if (!this.#stays(part)) this.#march(part);
  }

  protected who(text: string): readonly PieceId[] | null {
    return this.#company(text)?.ids ?? null;
  }

  #company(text: string): Company | null {
    return companyOf(this.run.field, this.run.state, this.run.side, text);
  }

  protected where(text: string): string | null {
    return goalOf(this.run.field, text);
  }

  protected meant(name: string): readonly PieceId[] {
    return meantBy(unitsByName(this.run.field)[this.run.side], name);
  }

  protected called(unit: PieceId): string {
    return namesOfIds(this.run.field, [unit]);
  }

  protected why(no: Refusal): string {
    return refusal(this.run.field, no);
  }

  protected give(what: string, order: Order): boolean {
    const no = this.run.give(order);
    if (no) this.refuseTo(what, no);
    return no === null;
  }

  #stays(part: string): boolean {
    const [, stays] = STAYS.exec(part) ?? [];
    const here = (stays === undefined ? null : this.who(stays))?.filter((id) => this.#isHere(id)) ?? [];
    for (const who of here) this.#planLines.push({ who, what: STAYING });
    return here.length > 0;
  }

  #end(): void {
    this.waitNoMore();
    const { field, side } = this.run;
    const { step } = this.run.state;
    const crowded = step === 'move' ? overfull(field, this.run.state) : null;
    if (crowded !== null) {
      const no = refuse('overfull', '5.1', { hexes: crowded });
      this.refuseTo(label(field, this.run.state, { verb: 'done' }).text, no);
      return;
    }
    for (let given = 0; given < MOST_ENDING && this.run.state.step === step && !this.run.isOver; given++) {
      const order: Order | null =
        step === 'fight' ? { verb: 'done' } : follow(field, this.run.state, side, step === 'move' ? 'hold' : 'rest');
      const moves = step === 'move' ? leftUndone(field, this.run.state) : null;
      if (!order || !this.#ordered(order, moves ? holdText(moves) : null)) return;
    }
  }

  /** @param line told in place of the order's label */
  #ordered(order: Order, line: string | null = null): boolean {
    const { text } = label(this.run.field, this.run.state, order);
    const isGiven = this.give(text, order);
    if (isGiven) this.#planLines.push(line ?? text);
    return isGiven;
  }

  #column(at: string | null): void {
    const ids = this.who(at === null ? 'column' : `column at ${at}`);
    if (ids === null) this.refused.push(NO_COLUMN);
    for (const id of ids ?? []) this.#marched(bringOn(this.run, id), '');
  }

  #march(part: string): void {
    const early = /\bearly\b/i.test(part);
    const plain = part.replace(ON, '').replace(/\bearly\b/gi, '');
    const [, by] = /\b(?:by|via)\s+(\d{4})\b(?=.*\S)/i.exec(plain.replace(/\boff\b.*$/i, '')) ?? [];
    const words = by === undefined ? plain : plain.replace(new RegExp(`\\b(?:by|via)\\s+${by}\\b`, 'i'), ' ');
    const found = whoAndWhere(
      words,
      (text) => this.#company(text),
      (text) => this.where(text),
    );
    if (!found) {
      this.unread(part, words, WHO_AND_WHERE);
      return;
    }
    const terms = { to: found.where, early };
    if (ON.test(part)) this.#marchesOn(found.who.ids, terms);
    else if (found.who.group) this.#together(found.who.ids, terms);
    else this.#exactly(found.who, terms, by);
  }

  /** Units named one by one go exactly there if they can, or else as far toward it as they get. */
  #exactly({ ids, pair }: Company, terms: MarchTerms, by: string | undefined): void {
    for (const unit of pair ? [ids.join('+')] : ids) {
      const no = this.#goes(unit, terms, by);
      if (no && pair && NO_PAIR.includes(no.code)) this.#exactly({ ids, pair: false, group: false }, terms, by);
      else if (no === null) this.retry();
      else if (NO_ROOM.includes(no.code))
        this.wait({ goes: () => this.#goes(unit, terms, by), givesUp: () => this.#goesNear(unit, terms, no) });
      else this.#goesNear(unit, terms, no);
    }
  }

  /** @returns why a unit does not go exactly there; `null` if it goes */
  #goes(unit: string, { to }: MarchTerms, by: string | undefined): Refusal | null {
    const { field, state } = this.run;
    const leg = legTo(field, state, unit, by, to);
    const entry = by ?? entryFor(field, state, unit, to);
    const no = this.run.give({ verb: 'move', unit, ...(entry === undefined ? {} : { by: entry }), to });
    if (no) return no;
    for (const id of unit.split('+')) this.#marched({ id, to, leg, turnsLeft: 0, heldBack: false }, to);
    return null;
  }

  #goesNear(unit: string, terms: MarchTerms, no: Refusal): void {
    const ids = unit.split('+');
    if (NOT_THIS_TURN.includes(no.code)) this.#together(ids, terms, no);
    else this.refuseTo(`**${namesOfIds(this.run.field, ids)}**`, no);
  }

  #isHere(id: PieceId): boolean {
    const { field, state } = this.run;
    return isOnMap(state.where[id]) || isDue(state, pieceOf(field, id));
  }

  /** @param no why they do not simply go there */
  #together(ids: readonly PieceId[], terms: MarchTerms, no: Refusal | null = null): void {
    const here = ids.filter((id) => this.#isHere(id));
    const marched = marchTogether(this.run, here, terms);
    const nobodyMoved = marched.every(({ to }) => to === null);
    const names = namesOfIds(this.run.field, ids);
    if (nobodyMoved && no) this.refuseTo(`**${names}**`, no);
    else if (nobodyMoved && ids.length > 1) this.refused.push(`${names}: ${NOBODY_LEFT}`);
    else for (const one of marched) this.#marched(one, terms.to);
  }

  /** Units still under way go on unless an enemy is near. */
  #marchesOn(ids: readonly PieceId[], terms: MarchTerms): void {
    const { field, state } = this.run;
    const front = obstaclesOf(field, state, false).front();
    for (const id of ids) {
      const where = state.where[id];
      if (where === terms.to || !isOnMap(where) || id in state.moved) continue;
      if ((front.get(where)?.steps ?? NEAR + 1) <= NEAR) this.#planLines.push({ who: id, what: HALTED });
      else for (const one of marchTogether(this.run, [id], terms)) this.#marched(one, terms.to);
    }
  }

  #marched(one: Marched, goal: string): void {
    const { id, to, turnsLeft } = one;
    this.#planLines.push({ who: id, what: marchedText(this.run.field, goal === '' ? (to ?? '') : goal, one) });
    if (to === null) return;
    this.moved.push(id);
    if (turnsLeft !== null && turnsLeft > 0 && to !== goal && !one.heldBack) this.goesOn([id], goal.replace('-', ' '));
  }

  /** "attack 1107 with Gregg, Branch at 2-1", "fight 1107" */
  #combat(part: string, verb: Verb): void {
    const { field, side, state } = this.run;
    const draft = this.#filled(verb, this.#named(readAs(PLAN_FORMS[verb], verb, part) ?? { verb }));
    const read = parse(field, draft, side);
    if (isRefusal(read)) {
      this.refuse(part, read);
      return;
    }
    const order = arranged(legality(field), state, side, read as AnyOrder) as Order;
    const { text, odds } = label(field, state, order, Number.POSITIVE_INFINITY);
    if (!this.give(quotedPart(part), order)) return;
    this.#planLines.push(text);
    if (odds !== undefined && 'target' in order) this.#odds.push(`${order.target} ${odds}`);
  }

  /**
   * A draft with unit ids for units named as elsewhere in a plan: by the beginning of a name, as a stack, as a
   * division.
   */
  #named(draft: Draft): Draft {
    const slots = Object.entries(draft).map(([slot, typed]) => {
      const isList = LIST_SLOTS.includes(slot);
      const ids = isList || UNIT_SLOTS.includes(slot) ? this.who([typed].flat().join(', ')) : null;
      if (isList) return [slot, ids ?? typed];
      return [slot, ids?.length === 1 ? ids[0] : typed];
    });
    return Object.fromEntries(slots) as Draft;
  }

  /** A draft that names no units gets all that can join; one that names no column gets that of its odds. */
  #filled(verb: Verb, draft: Draft): Draft {
    const { field, side, state } = this.run;
    const hexes = verb === 'attack' || verb === 'bombard' ? findHexes(field, `${draft.target}`) : null;
    if (!hexes) return draft;
    const aim = { verb, target: hexes.join('+') };
    const order = parse(
      field,
      { column: COLUMNS[0], ...draft, ...aim, with: draft.with ?? this.run.values(aim) },
      side,
    );
    if (isRefusal(order) || draft.column !== undefined) return isRefusal(order) ? draft : order;
    const { column, ...known } = arranged(legality(field), state, side, order as AnyOrder);
    return { ...known, column: this.run.values(known)[0] ?? column } as Draft;
  }
}

/** The first entry hex by which a unit comes to a place; `undefined` if it has no choice. */
function entryFor(field: Field, state: State, unit: string, to: string): string | undefined {
  if (isOnMap(state.where[unit.split('+')[0] ?? ''])) return undefined;
  const entries = entriesFor(field, state, unit);
  return entries.length > 1 ? entries.find((by) => legTo(field, state, unit, by, to) !== null) : undefined;
}
