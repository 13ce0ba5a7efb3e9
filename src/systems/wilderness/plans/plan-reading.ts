import { type Choice, type Draft, type Plan, type Refusal, refuse } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { EVERYBODY, FormReader, type PartWithVerb } from '../../../kit/plans/plan-reader.ts';
import { allMeant, meantBy, ON, placesMeant, stackIn, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { nameIndex, nameKey } from '../../../kit/typed-names.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import { momentOf, next, ruleOf, WildernessDryRun } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { HEX_GRID, inUnitOrder, landDistance, type Theatre, together, unitOf } from '../theatre.ts';
import { type Order, otherSide, type Side, type Step, type UnitId, type Verb } from '../vocabulary.ts';
import { unitName, unitWords } from '../words/names.ts';
import { label, promiseOf, refusal } from '../words/orders.ts';
import { marchLine, PLAN_FORMS, planTitle, SET_UP_STAYS } from '../words/plan-words.ts';
import { choicesOf } from '../words/questions.ts';
import { follow } from './shortcuts.ts';

/** This file reads plans. It looks up only a side's own units, so that answers reveal nothing about the enemy. */

/** Units of a side that are in the game, and its fortifications, by their names. */
function unitNames(theatre: Theatre, state: State, side: Side): ReadonlyMap<string, UnitId> {
  const units = state.counters.flatMap(({ unit }) => (unitOf(theatre, unit).side === side ? [unit] : []));
  const forts = theatre.forts.flatMap((fort) => (fort.side === side ? [fort.id] : []));
  return nameIndex([...units.sort(), ...forts], (id) => id, [
    (id) => [id, unitName(theatre, id)],
    (id) => [unitWords(theatre, id)],
  ]);
}

/** Units by name, or all of a hex by its number, in the order of `units.json`; `null` if any part is unknown. */
export function unitsMeant(theatre: Theatre, state: State, side: Side, text: string): readonly UnitId[] | null {
  const names = unitNames(theatre, state, side);
  const index = (id: UnitId) => theatre.unit.get(id)?.index ?? theatre.units.length;
  const found = allMeant(text, (name) => {
    const stack = boardOf(theatre, state).own(side, stackIn(name) ?? '');
    const meant = stack.length > 0 ? [] : meantBy(names, name);
    return stack.length > 0 ? stack.map(({ unit }) => unit) : meant.length === 1 ? meant : null;
  });
  return found?.toSorted((one, other) => index(one) - index(other)) ?? null;
}

/** Least letters of an abbreviated place name, because shorter texts are names of corps. */
const LONG_ENOUGH = 4;

/** The one hex that the whole text names; `null` if none or several match. */
function hexMeant(theatre: Theatre, text: string): HexId | null {
  if (/^\s*\d/.test(text)) {
    const hex = findHex(theatre, text);
    if (hex === null) return null;
    const names = [hex, hexLabel(theatre, hex), `${hex} ${theatre.hex.get(hex)?.name}`];
    return names.map(nameKey).includes(nameKey(text)) ? hex : null;
  }
  const [hex = null, ...others] = nameKey(text).length < LONG_ENOUGH ? [] : placesMeant(theatre, text);
  return others.length > 0 ? null : hex;
}

/** The legal values of the next slot, with their labels. */
export function choicesIn({ theatre, state, side }: WildernessDryRun, draft: Draft): readonly Choice[] {
  const asked = next(theatre, state, side, draft);
  return asked.complete ? [] : choicesOf(theatre, state, side, draft, asked.question);
}

/** A standing march pauses with an enemy within so many hexes. */
const ENEMY_NEAR = 3;

/** The verb of a part without one, for each step. */
const UNSAID: { readonly [step in Step]: Verb } = {
  setup: 'place',
  reinforce: 'place',
  move: 'move',
  probe: 'probe',
  combat: 'attack',
  claim: 'claim',
};
/** Orders that a shortcut gives to all units that can, so that "claim all" means the shortcut. */
const WITH_SHORTCUT: readonly Verb[] = ['reinforce', 'entrench', 'claim'];
/** A number that stands alone. */
const NUMBER = /(?<!\S)\d{1,2}(?!\S)/;
/** Words about points that say nothing more than their number. */
const POINTS = /\b(?:points?|strength|gets?|to)\b/gi;
/** Refusals that may lapse once other counters of the plan have moved away. */
const NO_ROOM: readonly string[] = ['stacking', 'no-set-up', 'no-place-left'];

/** Reads a plan of several orders; illegal and unreadable parts are refused one by one. */
export function readPlan(theatre: Theatre, state: State, side: Side, text: string, standing: string): Plan {
  return new Reader(new WildernessDryRun(theatre, state, side), theatre, PLAN_FORMS).read(text, standing);
}

class Reader extends FormReader<Order, WildernessDryRun> {
  protected part(part: string): void {
    const words = part.replace(ON, '').replaceAll('/', ' / ');
    const said = this.verbIn(words) ?? { verb: this.#unsaid(words), rest: words };
    const rest = said.rest
      .replace(/\b(?:goes|go|hex)\b/gi, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[\s/:,]+|[\s/:,]+$/g, '')
      .replace(/^(?:on|to|in|into|at|with|by)\s+/i, '');
    if (said.verb === 'done') this.waitNoMore();
    const closed = ruleOf(said.verb).closed(momentOf(this.run.theatre, this.run.state, this.run.side));
    if (closed) this.refuse(part, refuse(closed.code, closed.rule, closed.facts));
    else this.#read(part, { verb: said.verb, rest });
  }

  /** The verb of a part that has none, in this step. */
  #unsaid(words: string): Verb {
    const { pending, step } = this.run.state;
    const [choice] = pending;
    if (choice) return choice.kind === 'lose' ? 'lose' : 'advance';
    if (step === 'reinforce' && /\s\d{1,2}$/.test(words)) return 'reinforce';
    if (step === 'claim' && !this.places(words)) return 'show';
    const units = step === 'combat' ? this.pair(words)?.units : undefined;
    if (units?.every((id) => this.run.theatre.unit.get(id)?.kind === 'cavalry')) return 'charge';
    return UNSAID[step];
  }

  #read(part: string, said: PartWithVerb<Verb>): void {
    const { verb, rest } = said;
    if (WITH_SHORTCUT.includes(verb) && EVERYBODY.test(rest)) this.#shortcut(part, verb);
    else if (verb === 'move') this.#march(part, said);
    else if (verb === 'hasty') this.each(part, said, this.#hasty(rest));
    else if (verb === 'entrench') this.each(part, said, this.#entrench(rest));
    else if (verb === 'transfer') this.#transfer(part, said);
    else if (verb === 'lose' || verb === 'reinforce') this.#points(part, said);
    else
      this.byForm(part, { verb, rest: verb === 'advance' ? rest.replace(/\s*\b(?:to|into|in)?\s*\d{4}$/i, '') : rest });
  }

  protected who(text: string): readonly UnitId[] | null {
    return unitsMeant(this.run.theatre, this.run.state, this.run.side, text.replace(/^all /i, ''));
  }

  protected where(text: string): HexId | null {
    return hexMeant(this.run.theatre, text);
  }

  protected meant(name: string): readonly UnitId[] {
    return meantBy(unitNames(this.run.theatre, this.run.state, this.run.side), name);
  }

  protected called(unit: UnitId): string {
    return unitName(this.run.theatre, unit);
  }

  protected why(no: Refusal): string {
    return refusal(this.run.theatre, no);
  }

  protected title(): string {
    const { orders } = this.run;
    const placed = orders.flatMap((order) => (order.verb === 'place' ? [order.unit] : []));
    return planTitle(this.run.theatre, [...placed, ...this.moved], orders);
  }

  /** One order per hex, since a marker covers every unit there [3.10]. */
  #entrench(text: string): readonly Order[] | null {
    const can = this.run.values({ verb: 'entrench' });
    const stacks = grouped(this.who(text) ?? [], (id) => this.#hexOf(id) ?? id);
    const orders = stacks.flatMap(([, ids]) => ids.find((id) => can.includes(id)) ?? ids[0] ?? []);
    return orders.length > 0 ? orders.map((unit) => ({ verb: 'entrench', unit })) : null;
  }

  #hexOf(id: UnitId): HexId | undefined {
    return boardOf(this.run.theatre, this.run.state).piece(id)?.hex;
  }

  #hasty(text: string): readonly Order[] | null {
    const found = this.against(text);
    if (!found) return null;
    const { units, place: target } = found;
    if (units.length > 0)
      return grouped(units, (id) => this.#hexOf(id) ?? '').map(([from, ids]) => {
        return { verb: 'hasty', from, units: together(inUnitOrder(this.run.theatre, ids)), target };
      });
    const ready = this.run.values({ verb: 'hasty' }).filter((from) => HEX_GRID.distance(from, target) === 1);
    const attacks = ready.flatMap((from): Order[] => {
      const [whole] = this.run.values({ verb: 'hasty', from });
      return whole === undefined ? [] : [{ verb: 'hasty', from, units: whole, target }];
    });
    if (attacks.length > 0) return attacks;
    // No hex can attack: this order gets the reason why.
    const board = boardOf(this.run.theatre, this.run.state);
    const beside = HEX_GRID.neighbours(target).find((hex) => board.own(this.run.side, hex).length > 0);
    return [{ verb: 'hasty', from: beside ?? target, units: '', target }];
  }

  /** Points given to or lost by units: "Heth 2, Field 1". Without a number, a unit takes as many as it can. */
  #points(part: string, { verb, rest }: PartWithVerb<Verb>): void {
    for (const one of eachWithPoints(rest)) {
      const [words, number] = withoutNumber(one);
      const who = words.replace(POINTS, ' ').trim();
      if (verb === 'lose' && who === '') this.#shortcut(part, 'usual', Number(number ?? 1));
      else {
        const points = (unit: UnitId) => number ?? this.run.values({ verb, unit }).at(-1) ?? '1';
        this.each(
          part,
          { verb, rest: who },
          this.who(who)?.map((unit) => ({ verb, unit, points: points(unit) })) ?? null,
        );
      }
    }
  }

  /** "2 from V to VI", "V 2 to VI" */
  #transfer(part: string, { verb, rest }: PartWithVerb<Verb>): void {
    const [text, points] = withoutNumber(rest);
    const plain = text
      .replace(/\b(?:points?|from)\b/gi, ' ')
      .replace(/^\s*to\b/i, ' ')
      .trim();
    const who = (words: string) => this.who(words);
    const found = points === undefined ? null : whoAndWhere(plain, who, who);
    if (!found && points !== undefined && who(plain)) this.#points(part, { verb: 'reinforce', rest });
    else
      this.each(
        part,
        { verb, rest: plain },
        found?.who.flatMap((from) => found.where.map((to) => ({ verb, from, to, points: points ?? '1' }))) ?? null,
      );
  }

  /** Orders of a shortcut, up to `most`. */
  #shortcut(part: string, shortcut: string, most = Number.POSITIVE_INFINITY): void {
    for (let given = 0; given < most && !this.run.isOver; given++) {
      const order = follow(this.run.theatre, this.run.state, this.run.side, shortcut);
      if (!order || !this.give(part, order)) return;
    }
  }

  /** A counter without room in its new hex is retried after the others. */
  protected give(part: string, order: Order): boolean {
    if (order.verb === 'place' && this.#hexOf(order.unit) === order.hex) return true;
    const no = this.#try(order);
    if (no && order.verb === 'place' && NO_ROOM.includes(no.code))
      this.wait({ goes: () => this.#try(order), givesUp: () => this.refuse(part, this.#try(order) ?? no) });
    else if (no) this.refuse(part, no);
    return no === null;
  }

  #try(order: Order): Refusal | null {
    const { text, odds } = label(this.run.theatre, this.run.state, order);
    const stays = order.verb === 'done' && this.run.state.step === 'setup' && this.run.orders.length === 0;
    const promised = promiseOf(this.run.theatre, this.run.state, order);
    const no = this.run.give(order);
    if (no) return no;
    this.lines.push(`**${text}**${stays ? SET_UP_STAYS : odds === undefined || promised ? '' : ` · ${odds}`}`);
    if (promised !== null) this.odds.push(promised);
    return null;
  }

  #march(part: string, said: PartWithVerb<Verb>): void {
    const found = this.pair(said.rest);
    if (!found) {
      this.each(part, said, null);
      return;
    }
    const offMap = found.units.filter((id) => this.#hexOf(id) === undefined);
    for (const unit of offMap) this.refuse(part, refuse('off-map', '2.1', { unit }));
    const onMap = found.units.filter((id) => !offMap.includes(id));
    const board = boardOf(this.run.theatre, this.run.state);
    const enemies = board.hexesOf(otherSide(this.run.side));
    for (const [from, units] of grouped(onMap, (id) => this.#hexOf(id) ?? '')) {
      const isEnemyNear = enemies.some((enemy) => HEX_GRID.distance(from, enemy) <= ENEMY_NEAR);
      if (!ON.test(part) || !isEnemyNear) this.#stack(part, from, inUnitOrder(this.run.theatre, units), found.place);
    }
  }

  /** Marches counters of one hex to the goal, or as near as they get without moving next to an enemy. */
  #stack(part: string, from: HexId, units: readonly UnitId[], goal: HexId): void {
    const march = { verb: 'move', from, units: together(units) } as const;
    const board = boardOf(this.run.theatre, this.run.state);
    const choices = choicesIn(this.run, march);
    const toGo = (hex: HexId) => landDistance(this.run.theatre, goal, hex);
    const arrives = choices.find(({ value }) => value === goal);
    const [nearest] = choices
      .filter(({ value }) => enemyHexesBeside(board, this.run.side, value).length === 0 && toGo(value) < toGo(from))
      .sort((one, other) => toGo(one.value) - toGo(other.value));
    const { value: to, hint } = arrives ?? nearest ?? { value: goal };
    const no = this.run.give({ ...march, to });
    if (no) {
      this.refuse(part, no);
      return;
    }
    this.moved.push(...units);
    this.lines.push(marchLine(this.run.theatre, units, to, hint, arrives ? null : goal));
    if (!arrives) this.goesOn(units, goal);
  }
}

/** Splits off the number that stands by itself in a text. */
function withoutNumber(text: string): readonly [string, string | undefined] {
  return [text.replace(NUMBER, ' '), NUMBER.exec(text)?.[0]];
}

/** Splits "Heth 2, Field 1" if each part has a number. */
function eachWithPoints(text: string): readonly string[] {
  const parts = text.split(/,| and /i).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => NUMBER.test(part)) ? parts : [text];
}
