import { type Order as AnyOrder, arranged, isRefusal, type Plan } from '../../../game/index.ts';
import { DryRun } from '../../../kit/dry-run.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { AFTER_DIE, partsOf, refusedPart, whoAndWhere } from '../../../kit/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { blocksAt } from '../board.ts';
import type { Event } from '../events.ts';
import { apply } from '../rules/apply.ts';
import { deciding, legality } from '../rules/legality.ts';
import { unmoved } from '../rules/movement/group-move.ts';
import { legsOf } from '../rules/movement/legs.ts';
import { readMoveLine } from '../rules/movement/move-line.ts';
import { cameBy, reachOf, readDestination, roomBy } from '../rules/movement/reach.ts';
import { parse, slotsOf } from '../rules/order-parser.ts';
import { hexsideLimit } from '../rules/terrain-effects.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import {
  type BlockId,
  type Destination,
  isWinter,
  LEGS,
  type Mode,
  type Order,
  type Side,
  VERBS,
  type Verb,
} from '../vocabulary.ts';
import { blockName, findBlock, findPlace, KIND_NAMES } from '../words/names.ts';
import { fullOrderText } from '../words/order-label.ts';
import { NOBODY, PLAN_REFUSALS, planTitle, roomWords } from '../words/plan-words.ts';
import { warning } from '../words/prompts.ts';
import { refusal } from '../words/refusals.ts';
import { isPlanned, readBattlePlan } from './battle-form.ts';

/** How a strategic move begins. */
const MODES: readonly (readonly [RegExp, Mode])[] = [
  [/^(?:by\s+)?rail\s+/i, 'rail'],
  [/^(?:by\s+)?(?:ship|river)\s+/i, 'river'],
  [/^(?:cross|crossing|across)\s+/i, 'crossing'],
];

/** Words for all blocks of a hex that can still move. */
const THE_REST = /^(all|everybody|everyone|rest|therest|others)$/;

/** A plan of several orders, as far as it can be read and is legal. */
export function readPlan(theatre: Theatre, state: State, side: Side, text: string): Plan {
  const reader = new PlanReader(theatre, state, side);
  if (isPlanned(state, side)) reader.give(text, readBattlePlan(theatre, state, side, text));
  else for (const part of partsOf(text)) reader.take(part);
  return reader.plan();
}

/** What is hidden from a side changes none of its orders. */
class PlanReader {
  readonly #theatre: Theatre;
  readonly #side: Side;
  readonly #run: DryRun<State, Order, Event>;
  readonly #lines: string[] = [];
  readonly #refused: string[] = [];

  constructor(theatre: Theatre, state: State, side: Side) {
    this.#theatre = theatre;
    this.#side = side;
    this.#run = new DryRun(
      state,
      (before, order, dice) => apply(theatre, before, side, order, dice),
      // Where it leads once the other side is asked, or a battle is fought, is not known.
      ({ verb }, { phase }, after) =>
        verb === 'done' || !deciding(after).includes(side) || after.phase !== phase || phase === 'battles',
    );
  }

  take(part: string): void {
    const [word = '', ...others] = part.split(/\s+/);
    const verb = VERBS.find((one) => one === word.toLowerCase());
    if (verb) this.give(part, this.#byVerb(verb, others.join(' ')));
    else this.give(part, this.#byLine(part));
  }

  /** An order, or why it is none. */
  give(part: string, read: Order | string): void {
    const why = typeof read === 'string' ? read : this.#try(read);
    if (why !== null) this.#refused.push(refusedPart(part, why));
  }

  #try(read: Order): string | null {
    const { state, isOver } = this.#run;
    if (isOver || !deciding(state).includes(this.#side)) return AFTER_DIE;
    const order = arranged(legality(this.#theatre), state, this.#side, read as AnyOrder) as Order;
    const warned = warning(this.#theatre, state, order);
    const line = `**${fullOrderText(this.#theatre, order)}**${this.#crowding(order)}${warned ? `. ${warned}` : ''}`;
    const no = this.#run.give(order);
    if (no) return refusal(this.#theatre, { ...no, instead: [] });
    this.#lines.push(line);
    return null;
  }

  /** How full the hexsides are that it attacks over. */
  #crowding(order: Order): string {
    if (order.verb !== 'move') return '';
    const words = legsOf(order).flatMap(({ to, blocks }) => {
      const { hex, by } = readDestination(to);
      if (by === null) return [];
      const before = cameBy(this.#theatre, this.#run.state, this.#side, hex, by);
      const limit = hexsideLimit(this.#theatre, by, hex, isWinter(this.#run.state));
      return `${hexLabel(this.#theatre, hex)}: ${roomWords(before + blocks.length, by, limit)}`;
    });
    return words.length > 0 ? ` (${words.join('; ')})` : '';
  }

  /** "2206: McCook 2107, cavalry 2108", "ship 1406: all 1507" */
  #byLine(part: string): Order | string {
    const [start, mode] = MODES.find(([begins]) => begins.test(part)) ?? [];
    const line = readMoveLine(start ? part.replace(start, '') : part);
    const from = line && findHex(this.#theatre, line.from);
    if (!line || from === null) return PLAN_REFUSALS.unread(this.#theatre);
    if (line.nowhere.length > 0 || line.going.size === 0) return PLAN_REFUSALS.noPlace(this.#theatre);
    if (mode && line.going.size > 1) return PLAN_REFUSALS.oneHex;
    if (line.going.size > LEGS.length) return PLAN_REFUSALS.tooMany;
    const named: BlockId[] = [];
    const legs: (readonly [string, string | readonly string[]])[] = [];
    for (const [at, [place, names]] of [...line.going].entries()) {
      const to = findPlace(this.#theatre, place);
      if (to === null) return PLAN_REFUSALS.unread(this.#theatre);
      const blocks: BlockId[] = [];
      for (const name of names) {
        const all = this.#meant(from, name);
        const others = all.filter((id) => !named.includes(id));
        const isRest = THE_REST.test(plainName(name));
        // A block named twice goes into the order twice: the rules say so.
        const meant = others.length > 0 || isRest ? others : all;
        if (meant.length === 0) return isRest ? PLAN_REFUSALS.nobodyLeft : PLAN_REFUSALS.nobodyCalled(name);
        blocks.push(...meant);
        named.push(...meant);
      }
      const [toSlot, blocksSlot] = LEGS[at] as (typeof LEGS)[number];
      const way = mode ? to : this.#wayInto(from, to, blocks);
      legs.push([toSlot, at === 0 ? way : [way]], [blocksSlot, blocks]);
    }
    const verb = mode ? { verb: 'strategic', mode } : { verb: 'move' };
    return { ...verb, from, ...Object.fromEntries(legs) } as unknown as Order;
  }

  /** Against the enemy, where no hexside is named, the one with most room that all of them reach, without a forced march if they can. */
  #wayInto(from: HexId, to: Destination, ids: readonly BlockId[]): Destination {
    const { state } = this.#run;
    const { hex, by } = readDestination(to);
    if (by !== null) return to;
    const reaches = ids.map((id) => reachOf(this.#theatre, state, blockOf(this.#theatre, id), from));
    const ways = [...(reaches[0]?.values() ?? [])].flatMap((way) => {
      const value = `${hex} by ${way.by}`;
      const all = reaches.flatMap((reach) => reach.get(value) ?? []);
      if (way.hex !== hex || way.by === null || all.length < ids.length) return [];
      const room = Math.min(ids.length, roomBy(this.#theatre, state, this.#side, hex, way.by));
      return { value, worth: room - (all.some(({ forced }) => forced) ? 0.5 : 0) };
    });
    return ways.sort((a, b) => b.worth - a.worth)[0]?.value ?? to;
  }

  /** Blocks of a hex that a word names: by name, by part of it, by kind, or all that can still move. */
  #meant(from: string, text: string): readonly BlockId[] {
    const wanted = plainName(text);
    const here = blocksAt(this.#theatre, this.#run.state, from, this.#side);
    if (THE_REST.test(wanted))
      return unmoved(this.#theatre, this.#run.state, this.#side, from)
        .filter(({ kind }) => kind !== 'hq')
        .map(({ id }) => id);
    const ids = (is: (block: Block) => boolean) => here.filter(is).map(({ id }) => id);
    const exactly = ids(
      ({ id, name }) =>
        id === text.toLowerCase() || plainName(name) === wanted || plainName(blockName(this.#theatre, id)) === wanted,
    );
    if (exactly.length > 0) return exactly;
    const known = ids(
      ({ name, kind }) =>
        plainName(KIND_NAMES[kind]) === wanted || name.split(/\s+/).some((word) => plainName(word) === wanted),
    );
    return known.length > 0 || wanted.length < 3 ? known : ids(({ name }) => plainName(name).includes(wanted));
  }

  /** "build Sherman at Louisville"; any other verb with its slots in order, divided by "/". */
  #byVerb(verb: Verb, text: string): Order | string {
    const built =
      verb === 'build'
        ? whoAndWhere(
            text,
            (name) => findBlock(this.#theatre, name),
            (place) => findHex(this.#theatre, place),
          )
        : null;
    if (built) return { verb: 'build', block: built.who, hex: built.where };
    const values = text.split('/').map((value) => value.trim());
    const filled = slotsOf(verb).flatMap((slot, at) => {
      const value = values[at] ?? '';
      return value === '' ? [] : [[slot, value === NOBODY ? [] : value] as const];
    });
    const order = parse(this.#theatre, { verb, ...Object.fromEntries(filled) });
    return isRefusal(order) ? refusal(this.#theatre, order) : order;
  }

  plan(): Plan {
    const { orders } = this.#run;
    return {
      orders: orders as readonly AnyOrder[],
      title: planTitle(this.#theatre, orders),
      lines: this.#lines,
      refused: this.#refused,
      rest: '',
    };
  }
}
