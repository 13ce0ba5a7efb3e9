import type { Draft, Order, Plan, Refusal } from '../../game/index.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { hexLabel } from '../hex/hex-names.ts';
import type { DryRun } from '../order-rules.ts';
import { namesIn } from '../typed-names.ts';
import {
  AFTER_DIE,
  couldBe,
  exampleOf,
  notUnderstood,
  type PlanForms,
  placesMeant,
  planParts,
  quotedPart,
  refusedPart,
  slotsIn,
  standingText,
  unknownIn,
  whoAndWhere,
  writeItLike,
} from './plan-text.ts';

/** An order that can't be given yet, but perhaps after later parts of the plan: other units may have made room. */
interface Waiting {
  /** Tries to give the order. Returns the refusal if that fails. */
  goes(): Refusal | null;
  givesUp(): void;
}

/** A part of a plan, split into its verb and the rest. */
export interface PartWithVerb<Verb> {
  readonly verb: Verb;
  readonly rest: string;
}

interface Pair {
  readonly units: readonly string[];
  readonly place: string;
}

/** Words for all units that can, at the end of a part. */
export const EVERYBODY = /\s*\b(?:with )?(?:all|everybody|everyone|everything|the rest)\s*$/i;
const NO_ONE = /^(?:nobody|none|no one)$/i;

/** The part of a game's dry run that a reader uses. */
type RunOf<O> = Pick<DryRun<unknown, O, unknown>, 'orders' | 'isOver' | 'values' | 'give'>;

/** Reads a plan part by part. Each part begins in the position to which the parts before it have led. */
export abstract class PlanReader<O extends { readonly verb: string }, Run extends RunOf<O>> {
  protected readonly run: Run;
  protected readonly lines: string[] = [];
  protected readonly odds: string[] = [];
  protected readonly refused: string[] = [];
  protected readonly moved: string[] = [];
  /** Units whose march goes on in later turns, by destination. */
  readonly #rest = new Map<string, readonly string[]>();
  #waiting: readonly Waiting[] = [];

  constructor(run: Run) {
    this.run = run;
  }

  /** Reads one part, which may be a few orders. */
  protected abstract part(part: string): void;
  /** Tries an order, and adds its line if it can be given. */
  protected abstract give(part: string, order: O): boolean;
  /** Why an order can't be given, as the end of a sentence. */
  protected abstract why(no: Refusal): string;
  protected abstract title(): string;
  /** Runs after the last part, for lines about the orders as a whole. */
  protected finish(): void {}

  read(text: string, standing = ''): Plan {
    for (const part of planParts(text)) {
      if (this.run.isOver) this.refused.push(refusedPart(part, AFTER_DIE));
      else this.part(part);
      this.retry();
    }
    return this.planSoFar(standing);
  }

  /** The orders of the parts that were read. Refuses those that still wait. */
  protected planSoFar(standing = ''): Plan {
    this.waitNoMore();
    this.finish();
    return {
      orders: this.run.orders as readonly Order[],
      title: this.title(),
      lines: this.lines,
      ...(this.odds.length > 0 ? { odds: this.odds } : {}),
      refused: this.refused,
      rest: standingText(this.#rest, standing, this.moved),
    };
  }

  protected refuse(part: string, no: Refusal): void {
    this.refuseTo(quotedPart(part), no);
  }

  /** @param what the beginning of the line */
  protected refuseTo(what: string, no: Refusal): void {
    this.refused.push(`${what}: ${this.why({ ...no, instead: [] })}`);
  }

  protected wait(waiting: Waiting): void {
    this.#waiting = [...this.#waiting, waiting];
  }

  /**
   * Notes that units go on marching in later turns.
   * @param goal the destination, as a part of a plan names it
   */
  protected goesOn(units: readonly string[], goal: string): void {
    this.#rest.set(goal, [...(this.#rest.get(goal) ?? []), ...units]);
  }

  /** Tries the waiting orders again, until none of them can be given. */
  protected retry(): void {
    const goes = this.#waiting.find((one) => one.goes() === null);
    if (!goes) return;
    this.#waiting = this.#waiting.filter((one) => one !== goes);
    this.retry();
  }

  /** Tries the waiting orders a last time, and gives up the rest. */
  protected waitNoMore(): void {
    this.retry();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one.givesUp();
  }
}

/** Reads plans by the forms of their verbs. A game adds its names, and its own way of marching. */
export abstract class FormReader<O extends { readonly verb: string }, Run extends RunOf<O>> extends PlanReader<O, Run> {
  readonly #map: HexMap;
  readonly #forms: PlanForms<O['verb']>;

  constructor(run: Run, map: HexMap, forms: PlanForms<O['verb']>) {
    super(run);
    this.#map = map;
    this.#forms = forms;
  }

  /** Reads a text that names units and nothing else; null if a name is unknown or could mean several. */
  protected abstract who(text: string): readonly string[] | null;
  /** Reads a text that names one place and nothing else; null if it is unknown or could mean several. */
  protected abstract where(text: string): string | null;
  /** All units that a name could mean. */
  protected abstract meant(name: string): readonly string[];
  protected abstract called(unit: string): string;

  /** Splits the verb from a part; null if it has none. */
  protected verbIn(part: string): PartWithVerb<O['verb']> | null {
    const verb = (Object.keys(this.#forms) as O['verb'][]).find((one) => this.#forms[one].said.test(part));
    return verb === undefined ? null : { verb, rest: part.replace(this.#forms[verb].said, ' ') };
  }

  /** Gives the orders of a part, read by the form of its verb. */
  protected byForm(part: string, { verb, rest }: PartWithVerb<O['verb']>): void {
    this.each(part, { verb, rest }, this.#ordersIn(verb, rest));
  }

  /** Gives orders one after another. If there are none, refuses the part and shows how to write it. */
  protected each(part: string, { verb, rest }: PartWithVerb<O['verb']>, orders: readonly Order[] | null): void {
    if (orders === null) this.unread(part, rest, writeItLike(exampleOf(this.#forms[verb])));
    else for (const order of orders) this.give(part, order as unknown as O);
  }

  /** The orders of a part; null if it can't be read. */
  #ordersIn(verb: O['verb'], rest: string): readonly Order[] | null {
    const slots = slotsIn(this.#forms[verb]);
    const [unit, units, place] = [':', '*', '@'].map((sign) => slots.find((one) => one.sign === sign)?.slot);
    if (units !== undefined) {
      const found = place === undefined ? this.#all(rest) : this.against(rest);
      if (found === null) return null;
      const draft: Order = { verb, ...(place === undefined ? {} : { [place]: found.place }) };
      return [{ ...draft, [units]: NO_ONE.test(rest) ? [] : this.chosen(draft, found.units) }];
    }
    if (unit !== undefined && place !== undefined) {
      const found = this.pair(rest);
      return found?.units.map((id) => ({ verb, [unit]: id, [place]: found.place })) ?? null;
    }
    if (unit !== undefined) return this.who(rest)?.map((id) => ({ verb, [unit]: id })) ?? null;
    if (place !== undefined) return this.places(rest)?.map((one) => ({ verb, [place]: one })) ?? null;
    return [{ verb }];
  }

  /** Reads units. Without names, all that can. */
  #all(text: string): Pair | null {
    const units = text === '' || NO_ONE.test(text) || EVERYBODY.test(text) ? [] : this.who(text);
    return units && { units, place: '' };
  }

  /**
   * Reads units and a place, in either order. A number at the beginning is a hex, unless the rest names no unit: then
   * it means the units in that hex.
   */
  protected pair(text: string): Pair | null {
    const who = (words: string) => this.who(words);
    const where = (words: string) => this.where(words);
    const [, hex] = /^(\d{4})\b/.exec(text) ?? [];
    const isStack = hex !== undefined && who(hex) !== null;
    const unitsBehind = (words: string) => (isStack && /^\s*\d{4}\s*$/.test(words) ? null : who(words));
    // `whoAndWhere` reads a place before units, too, if its functions change places.
    const placeFirst = whoAndWhere(text, where, unitsBehind);
    const unitsFirst = hex !== undefined && placeFirst ? null : whoAndWhere(text, who, where);
    if (unitsFirst) return { units: unitsFirst.who, place: unitsFirst.where };
    return placeFirst && { units: placeFirst.where, place: placeFirst.who };
  }

  /** Reads a target and its attackers. Without names, all that can attack. */
  protected against(text: string): Pair | null {
    const pair = this.pair(text);
    if (pair) return pair;
    const place = this.where(text.replace(EVERYBODY, ''));
    return place === null ? null : { units: [], place };
  }

  protected places(text: string): readonly string[] | null {
    const found = namesIn(text).map((one) => this.where(one));
    return found.includes(null) ? null : (found as string[]);
  }

  /** The units named, in the order of the slot's list, unlisted ones last. Without names, the whole list. */
  protected chosen(draft: Draft, units: readonly string[]): readonly string[] {
    const can = this.run.values(draft);
    if (units.length === 0) return can;
    return [...can.filter((id) => units.includes(id)), ...units.filter((id) => !can.includes(id))];
  }

  /** Refuses a part that can't be read: a name is ambiguous or unknown; otherwise shows how to write it. */
  protected unread(part: string, rest: string, like: string): void {
    const who = (text: string) => this.who(text);
    const unknown = who(rest) ? null : unknownIn(rest, who, (text) => this.where(text));
    const text = unknown?.text ?? rest;
    const names = this.#namesMeant(text, unknown?.is ?? null);
    if (names.length > 0) this.refused.push(refusedPart(part, couldBe(text, names)));
    else this.refused.push(unknown ? notUnderstood(part, unknown) : refusedPart(part, like));
  }

  /** The names that a text could mean; empty if it is not ambiguous. */
  #namesMeant(text: string, is: 'who' | 'place' | null): readonly string[] {
    const units = is === 'place' ? [] : namesIn(text).map((name) => this.meant(name));
    const several = units.find((ids) => ids.length > 1);
    if (several) return several.map((id) => this.called(id));
    const places = is === 'who' ? [] : placesMeant(this.#map, text);
    return places.length > 1 ? places.map((hex) => hexLabel(this.#map, hex)) : [];
  }
}
