import { type Order as AnyOrder, arranged, isRefusal, type Plan } from '../../../game/index.ts';
import { DryRun } from '../../../kit/dry-run.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { AFTER_DIE, partsOf, refusedPart, whoAndWhere } from '../../../kit/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { blocksAt, isHeldBy, isHex } from '../board.ts';
import type { Event } from '../events.ts';
import { apply } from '../rules/apply.ts';
import { deciding, legality, verbsOpen } from '../rules/legality.ts';
import { unmoved } from '../rules/movement/group-move.ts';
import { legsOf } from '../rules/movement/legs.ts';
import { cameBy, reachOf, readDestination, roomBy } from '../rules/movement/reach.ts';
import { hexsideLimit } from '../rules/terrain-effects.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { view } from '../view.ts';
import {
  type BlockId,
  type Destination,
  isWinter,
  LEGS,
  type Mode,
  type Order,
  otherSide,
  type Side,
  VERBS,
  type Verb,
} from '../vocabulary.ts';
import { promisesOf } from '../words/expected-hits.ts';
import { readMoveLine } from '../words/move-line.ts';
import { findBlock, findPlace } from '../words/names.ts';
import { fullOrderText } from '../words/order-label.ts';
import { parse, slotsOf } from '../words/order-parser.ts';
import { forcedWords, NOBODY, PLAN_REFUSALS, planTitle, roomWords } from '../words/plan-words.ts';
import { promptOf, warning } from '../words/prompts.ts';
import { endText } from '../words/questions.ts';
import { refusal } from '../words/refusals.ts';
import { isPlanned, readBattlePlan } from './battle-form.ts';
import {
  blocksCalled,
  placeCalled,
  placeUnclear,
  regrouping,
  type TypedVerb,
  typedOrders,
  unclear,
  verbAsked,
  verbIn,
  verbNear,
} from './typed-orders.ts';

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
  if (isPlanned(state, side) && !reader.isOtherStep(text)) reader.battlePlan(text);
  else for (const part of partsOf(text)) reader.take(part);
  return reader.plan();
}

/** In which phase each order is given; `done` ends several. */
const PHASE_OF: { readonly [verb in Verb]: State['phase'] } = {
  cut: 'cut',
  card: 'cards',
  supply: 'supply',
  move: 'actions',
  strategic: 'actions',
  build: 'actions',
  bragg: 'actions',
  battle: 'battles',
  'battle-plan': 'battles',
  fire: 'battles',
  regroup: 'battles',
  lose: 'attrition',
  offer: 'exchange',
  accept: 'exchange',
  decline: 'exchange',
  done: 'actions',
};
/** Verbs that are answers of a battle plan too. */
const IN_BATTLE_PLAN: readonly Verb[] = ['battle-plan', 'fire', 'regroup'];
/** Words that mean another order in a phase: "Supply 2" is a card where cards are chosen. */
const MEANT_IN: { readonly [phase in State['phase']]?: { readonly [verb in Verb]?: Verb } } = {
  cards: { supply: 'card' },
  exchange: { supply: 'offer' },
};
/** To stand in a fight is to fire. */
function inFight(verb: Verb): Verb {
  return verb === 'battle-plan' ? 'fire' : verb;
}
const ENDED: readonly State['phase'][] = ['supply', 'actions', 'exchange'];

/** What is hidden from a side changes none of its orders. */
class PlanReader {
  readonly #theatre: Theatre;
  readonly #side: Side;
  readonly #run: DryRun<State, Order, Event>;
  readonly #lines: string[] = [];
  readonly #odds: string[] = [];
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

  /** Whether a text in a step that asks for a battle plan begins with an order of another step. */
  isOtherStep(text: string): boolean {
    const { verb } = verbIn(text.trim().split(/\s/)[0] ?? '') ?? {};
    const line = readMoveLine(text.split('\n')[0] ?? '');
    if (line !== null && findHex(this.#theatre, line.from) !== null) return true;
    return verb !== undefined && !IN_BATTLE_PLAN.includes(verb);
  }

  battlePlan(text: string): void {
    const { state } = this.#run;
    const plan = readBattlePlan(this.#theatre, state, this.#side, text.replace(/^\s*(?:battle-)?plan[:\s]+/i, ''));
    this.give(text, typeof plan === 'string' ? plan : [plan]);
  }

  take(part: string): void {
    const { state, isOver } = this.#run;
    const [word = '', ...others] = part.split(/\s+/);
    const verb = VERBS.find((one) => one === word.toLowerCase() && one !== 'fire');
    const read = verb ? this.#byVerb(verb, others.join(' ')) : null;
    if (read !== null && typeof read !== 'string') this.give(part, [read]);
    else if (isOver || !deciding(state).includes(this.#side)) this.give(part, AFTER_DIE);
    else {
      const typed = this.#typed(part.replace(/[.!?]+$/, ''));
      this.give(part, typed === PLAN_REFUSALS.unread(this.#theatre) ? (read ?? typed) : typed);
    }
  }

  /** Orders, or why there are none. */
  give(part: string, read: readonly Order[] | string): void {
    if (typeof read === 'string') this.#refused.push(refusedPart(part, read));
    else
      for (const order of read) {
        const why = this.#notNow(order.verb) ?? this.#try(order);
        if (why !== null) this.#refused.push(refusedPart(part, why));
      }
  }

  /** Whether an order belongs to another step, which the rules word for the commands alone. */
  #notNow(verb: Verb): string | null {
    const { state, isOver } = this.#run;
    if (isOver || !deciding(state).includes(this.#side)) return null;
    if (verbsOpen(this.#theatre, state, this.#side).includes(verb)) return null;
    const isItsPhase = verb === 'done' ? ENDED.includes(state.phase) : PHASE_OF[verb] === state.phase;
    if (isItsPhase && state.phase !== 'battles') return null;
    return PLAN_REFUSALS.otherStep(verb, promptOf(this.#theatre, state, this.#side));
  }

  /** A part as a member writes it: the verb first, or who does it; without one, what the step asks for, or a move. */
  #typed(part: string): readonly Order[] | string {
    const { state } = this.#run;
    const asked = verbAsked(state);
    const line = readMoveLine(part);
    const isMove = MODES.some(([begins]) => begins.test(part)) || (line !== null && this.#place(line.from) !== null);
    const found = isMove ? null : verbIn(part);
    const verb = found
      ? (MEANT_IN[state.phase]?.[found.verb] ?? (asked === 'fire' ? inFight(found.verb) : found.verb))
      : undefined;
    if (asked === 'regroup' && (verb === undefined || verb === 'move' || verb === 'regroup'))
      return this.#regroup(found?.rest ?? part);
    if (found && verb && verb !== 'move' && verb !== 'strategic')
      return this.#notNow(verb) ?? this.#said({ ...found, verb }, part);
    if (isMove || verb || asked === null) {
      const moves = this.#notNow('move') ?? this.#moves(found?.rest ?? part);
      if (typeof moves !== 'string' || isMove || verb) return moves;
      // "Sherman at Louisville" builds a block of the pool.
      const built = this.#said({ verb: 'build', rest: part }, part);
      return typeof built === 'string' ? (this.#nearly(part) ?? moves) : built;
    }
    const typed = this.#said({ verb: asked, rest: part }, part);
    return typeof typed === 'string' ? (this.#nearly(part) ?? typed) : typed;
  }

  #said(typed: TypedVerb, part: string): readonly Order[] | string {
    return typedOrders(this.#theatre, this.#run.state, this.#side, typed, part);
  }

  /** A part whose verb is cut short or has a letter wrong. Null: it begins like none. */
  #nearly(part: string): readonly Order[] | string | null {
    const near = verbNear(part);
    if (!near) return null;
    if (near.verb === 'move' || near.verb === 'strategic') return this.#notNow(near.verb) ?? this.#moves(near.rest);
    return this.#notNow(near.verb) ?? this.#said(near, part);
  }

  #place(text: string): HexId | null {
    return placeCalled(this.#theatre, text);
  }

  /** "2206: McCook 2107", "McCook to 2107", "McCook from 2206 to 2107", "2206 to 2107", "rail 2206: all 2203", "attack 2007 with McCook" */
  #moves(text: string): readonly Order[] | string {
    const [, sent, by] = /^(.*?)\s+by\s+(rail|ship|river)$/i.exec(text) ?? [];
    const whole = sent === undefined ? text : `${by} ${sent}`;
    const [begins] = MODES.find(([one]) => one.test(whole)) ?? [];
    const mode = begins?.exec(whole)?.[0] ?? '';
    const lines = this.#movesByHex(whole.slice(mode.length));
    if (typeof lines === 'string') return lines;
    const orders: Order[] = [];
    for (const line of lines) {
      const order = this.#byLine(`${mode}${line}`);
      if (typeof order === 'string') return order;
      orders.push(order);
    }
    return orders;
  }

  /** A line for each hex that somebody leaves. */
  #movesByHex(text: string): readonly string[] | string {
    if (text.includes(':')) return [text];
    const [, target, attackers] = /^(.+?)\s+with\s+(.+)$/i.exec(text) ?? [];
    if (target !== undefined) return this.#movesByHex(`${attackers} to ${target}`);
    const [, who = 'all', start, goal] = /^(?:(.*?)\s+)?(?:from|in|at)\s+(.+?)\s+(?:to|->)\s+(.+)$/i.exec(text) ?? [];
    if (start !== undefined) return [`${start}: ${who} to ${goal}`];
    const [, from, to] = /^(\d{4})\s+(?:to|->)\s+(.+)$/i.exec(text) ?? [];
    if (from !== undefined) return [`${from}: all to ${to}`];
    if (/^\d{4}\s+\D/.test(text)) return [text.replace(/^\d{4}/, '$&:')];
    const placed = readMoveLine(`-: ${text}`)?.going ?? new Map<string, readonly string[]>();
    const apart =
      placed.size > 0
        ? null
        : whoAndWhere(
            text,
            (one) => one || null,
            (place) => this.#place(place),
          );
    const going = apart ? [[apart.where, apart.who.split(',')] as const] : [...placed];
    if (going.length === 0) return PLAN_REFUSALS.unread(this.#theatre);
    const { state } = this.#run;
    const own = this.#theatre.blocks.filter(
      ({ id, side }) => side === this.#side && isHex(state.blocks[id]?.at ?? 'pool'),
    );
    const lines = new Map<string, string[]>();
    for (const [goal, names] of going)
      for (const name of names) {
        if (THE_REST.test(plainName(name))) return PLAN_REFUSALS.fromWhere;
        const ids = blocksCalled(this.#theatre, own, name);
        const [start, ...others] = new Set(ids.map((id) => state.blocks[id]?.at ?? 'pool'));
        if (start === undefined) return PLAN_REFUSALS.nobodyCalled(name);
        if (others.length > 0) return unclear(this.#theatre, ids);
        const place = goal.replace(new RegExp(` from ${start}$`), '');
        lines.set(start, [...(lines.get(start) ?? []), `${name.trim()} to ${place}`]);
      }
    return [...lines].map(([start, legs]) => `${start}: ${legs.join(', ')}`);
  }

  /** "McCook 2107, Wood 2108", "all to 2107", "they stay": those who won. */
  #regroup(text: string): readonly Order[] | string {
    const { state } = this.#run;
    const hex = state.battle?.hex ?? '';
    const there = blocksAt(this.#theatre, state, hex, this.#side);
    if (/^(?:all |they |everybody )?(?:stays?|nobody|none|hold)?$/i.test(text.trim())) return [regrouping([])];
    const going = readMoveLine(`-: ${text.replace(new RegExp(`^${hex}\\s*:`), '')}`)?.going ?? new Map();
    const legs: (readonly [HexId, readonly BlockId[]])[] = [];
    for (const [goal, names] of going as ReadonlyMap<string, readonly string[]>) {
      const to = this.#place(goal);
      if (to === null) return PLAN_REFUSALS.unread(this.#theatre);
      const blocks = names.map((name) => [name, blocksCalled(this.#theatre, there, name)] as const);
      const unknown = blocks.find(([, ids]) => ids.length === 0);
      if (unknown) return PLAN_REFUSALS.nobodyCalled(unknown[0]);
      legs.push([to, blocks.flatMap(([, ids]) => ids)]);
    }
    return legs.length > 0 ? [regrouping(legs)] : PLAN_REFUSALS.noPlace(this.#theatre);
  }

  #try(read: Order): string | null {
    const { state, isOver } = this.#run;
    if (isOver || !deciding(state).includes(this.#side)) return AFTER_DIE;
    const order = arranged(legality(this.#theatre), state, this.#side, read as AnyOrder) as Order;
    const warned = warning(this.#theatre, state, order);
    const said = order.verb === 'done' ? endText(state) : fullOrderText(this.#theatre, order);
    const line = `**${said}**${this.#crowding(order)}${warned ? `. ${warned}` : ''}`;
    const odds = promisesOf(this.#theatre, view(this.#theatre, state, this.#side), this.#side, order as AnyOrder);
    const no = this.#run.give(order);
    if (no) return refusal(this.#theatre, { ...no, instead: [] });
    this.#lines.push(line);
    this.#odds.push(...odds);
    return null;
  }

  /** Names blocks that march further than is safe, and says how full the attacked hexsides are. */
  #crowding(order: Order): string {
    if (order.verb !== 'move') return '';
    const { state } = this.#run;
    const forced = legsOf(order).flatMap(({ to, blocks }) =>
      blocks.filter((id) => reachOf(this.#theatre, state, blockOf(this.#theatre, id), order.from).get(to)?.forced),
    );
    const words = legsOf(order).flatMap(({ to, blocks }) => {
      const { hex, by } = readDestination(to);
      if (by === null) return [];
      const before = cameBy(this.#theatre, this.#run.state, this.#side, hex, by);
      const limit = hexsideLimit(this.#theatre, by, hex, isWinter(this.#run.state));
      return `${hexLabel(this.#theatre, hex)}: ${roomWords(before + blocks.length, by, limit)}`;
    });
    const risk = forced.length > 0 ? [forcedWords(this.#theatre, forced)] : [];
    const all = [...risk, ...words];
    return all.length > 0 ? ` (${all.join('; ')})` : '';
  }

  /** "2206: McCook 2107, cavalry 2108", "ship 1406: all 1507" */
  #byLine(part: string): Order | string {
    const [start, mode] = MODES.find(([begins]) => begins.test(part)) ?? [];
    const line = readMoveLine(start ? part.replace(start, '') : part);
    if (!line) return PLAN_REFUSALS.unread(this.#theatre);
    const from = this.#place(line.from);
    if (from === null) return placeUnclear(this.#theatre, line.from);
    if (line.nowhere.length > 0 || line.going.size === 0) return PLAN_REFUSALS.noPlace(this.#theatre);
    if (mode && line.going.size > 1) return PLAN_REFUSALS.oneHex;
    if (line.going.size > LEGS.length) return PLAN_REFUSALS.tooMany;
    const named: BlockId[] = [];
    const legs: (readonly [string, string | readonly string[]])[] = [];
    for (const [at, [place, names]] of [...line.going].entries()) {
      const to = findPlace(this.#theatre, place) ?? this.#place(place);
      if (to === null) return placeUnclear(this.#theatre, place);
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
    const [best] = ways.sort((a, b) => b.worth - a.worth);
    if (best || !isHeldBy(this.#theatre, state, hex, otherSide(this.#side))) return best?.value ?? to;
    // None is open to them: what is refused is the nearest, for its own reason.
    const { grid } = this.#theatre;
    const [near = from] = grid.neighbours(hex).toSorted((a, b) => grid.distance(from, a) - grid.distance(from, b));
    return `${hex} by ${near}`;
  }

  /** Blocks of a hex that a word names: by name, by part of it, by kind, or all that can still move. */
  #meant(from: string, text: string): readonly BlockId[] {
    const wanted = plainName(text);
    const here = blocksAt(this.#theatre, this.#run.state, from, this.#side);
    if (THE_REST.test(wanted))
      return unmoved(this.#theatre, this.#run.state, this.#side, from)
        .filter(({ kind }) => kind !== 'hq')
        .map(({ id }) => id);
    return blocksCalled(this.#theatre, here, text);
  }

  /** A verb with its slots in order, divided by "/"; "build Sherman at Louisville". */
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
      ...(this.#odds.length > 0 ? { odds: this.#odds } : {}),
      refused: this.#refused,
      rest: '',
    };
  }
}
