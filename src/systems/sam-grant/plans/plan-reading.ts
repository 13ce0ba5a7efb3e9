import { type Order as AnyOrder, isRefusal, type Plan, type Refusal, refuse } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { PlanReader } from '../../../kit/plans/plan-reader.ts';
import { AFTER_DIE, refusedPart, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { asInBattle } from '../rules/battle/battle-plans.ts';
import { inListOrder, mayOrder, ORDERS, SamGrantDryRun } from '../rules/legality.ts';
import { unmoved } from '../rules/movement/group-move.ts';
import { cameBy, type Leg, legsOf, reachOf, readDestination, roomBy, withLegs } from '../rules/movement/reach.ts';
import { battleHexes, blocksAt, isHeldBy, type State } from '../state.ts';
import { blockOf, hexsideLimit, type Theatre } from '../theatre.ts';
import { view } from '../view.ts';
import {
  type BlockId,
  type Destination,
  LEGS,
  type Mode,
  type Order,
  otherSide,
  type Side,
  VERBS,
  type Verb,
} from '../vocabulary.ts';
import { expectedHits } from '../words/expected-hits.ts';
import { findPlace, type MoveLine, readMoveLine } from '../words/names.ts';
import { fullOrderText, parse, refusal, slotsOf } from '../words/orders.ts';
import { forcedWords, NOBODY, PLAN_REFUSALS, planTitle, roomWords } from '../words/plan-words.ts';
import { endText, warning } from '../words/questions.ts';
import {
  ALL_OF_THEM,
  blocksCalled,
  isPlanned,
  ownOnMap,
  placeCalled,
  placeUnclear,
  readBattlePlan,
  type TypedVerb,
  typedOrders,
  unclearBlocks,
  verbAsked,
  verbIn,
  verbNear,
} from './typed-orders.ts';

/** How a strategic move begins. */
const MODE_BEGINNINGS: readonly (readonly [RegExp, Mode])[] = [
  [/^(?:by\s+)?rail(?:\s+|$)/i, 'rail'],
  [/^(?:by\s+)?(?:ship|river)(?:\s+|$)/i, 'river'],
  [/^(?:cross|crossing|across)(?:\s+|$)/i, 'crossing'],
];
/** Forms of a move, each with how it reads as "hex: blocks place". */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [/^([^:]+?)\s+with\s+([^:]+)$/i, '$2 to $1'],
  [/^(?:from|in|at)\s+([^:]+?)\s+(?:to|->)\s+([^:]+)$/i, '$1: all to $2'],
  [/^([^:]*?)\s+(?:from|in|at)\s+([^:]+?)\s+(?:to|->)\s+([^:]+)$/i, '$2: $1 to $3'],
  [/^(\d{4})\s+(?:to|->)\s+([^:]+)$/i, '$1: all to $2'],
  [/^(\d{4})(?=\s+\D)(?!.*:)/, '$1:'],
];
/** Verbs whose words also begin lines of a battle plan, or what is typed for one: "fight on". */
const IN_BATTLE_PLAN: readonly Verb[] = ['battle-plan', 'battle', 'fire', 'regroup'];
/** Verbs whose words mean another order in some phases: "Supply 2" names a card while cards are chosen. */
const MEANT_IN: { readonly [phase in State['phase']]?: { readonly [verb in Verb]?: Verb } } = {
  cards: { supply: 'card' },
  actions: { 'battle-plan': 'plan-ahead' },
  exchange: { supply: 'offer' },
};

/** Reads a plan of several orders; illegal and unreadable parts are refused one by one. */
export function readPlan(theatre: Theatre, state: State, side: Side, text: string): Plan {
  return new Reader(new SamGrantDryRun(theatre, state, side)).read(text);
}

class Reader extends PlanReader<Order, SamGrantDryRun> {
  readonly #theatre = this.run.theatre;
  readonly #side = this.run.side;

  override read(text: string): Plan {
    if (!isPlanned(this.run.state, this.#side) || this.#isOtherStep(text)) return super.read(text);
    const plain = text.replace(/^\s*(?:battle-)?plan[:\s]+/i, '');
    const plan = readBattlePlan(this.#theatre, this.run.state, this.#side, plain);
    if (typeof plan === 'string') this.refused.push(plan);
    else this.#take(text, [plan]);
    return this.planSoFar();
  }

  protected title(): string {
    return planTitle(this.#theatre, this.run.orders);
  }

  protected why(no: Refusal): string {
    return refusal(this.#theatre, no);
  }

  /** The refusal of a battle plan names the wrong part itself, so the whole plan is not quoted. */
  protected override refuse(part: string, no: Refusal): void {
    if (no.code === 'plan') this.refused.push(this.why({ ...no, instead: [] }));
    else super.refuse(part, no);
  }

  /** Whether a text begins with an order of another step, though a battle plan is asked for. */
  #isOtherStep(text: string): boolean {
    const { verb } = verbIn(text.trim().split(/\s/)[0] ?? '') ?? {};
    const line = readMoveLine(text.split('\n')[0] ?? '');
    return (
      (line !== null && findHex(this.#theatre, line.from) !== null) ||
      (verb !== undefined && !IN_BATTLE_PLAN.includes(verb))
    );
  }

  protected part(part: string): void {
    if (!mayOrder(this.run.state, this.#side)) this.#take(part, AFTER_DIE);
    else this.#take(part, this.#bySlots(part) ?? this.#typed(part.replace(/[.!?]+$/, '')));
  }

  #take(part: string, read: readonly Order[] | string): void {
    if (typeof read === 'string') this.refused.push(refusedPart(part, read));
    else for (const order of read) this.give(part, order);
  }

  /** The reason why this is not the phase for a verb; `null` if it is. */
  #notNow(verb: Verb): string | null {
    const { code, rule, facts } = ORDERS.faultOf(this.run, { verb });
    return code === 'wrong-phase' ? this.why(refuse(code, rule, facts)) : null;
  }

  /**
   * Reads a part whose verb comes first or after its blocks.
   * A part without a verb is the order that the step asks for, or else a move.
   */
  #typed(part: string): readonly Order[] | string {
    const { phase } = this.run.state;
    const asked = verbAsked(this.run.state);
    const line = readMoveLine(part);
    const isMove =
      MODE_BEGINNINGS.some(([begins]) => begins.test(part)) || (line !== null && this.#place(line.from) !== null);
    const found = isMove ? null : verbIn(part);
    const meant = found ? (MEANT_IN[phase]?.[found.verb] ?? found.verb) : undefined;
    // "Stand" during a fight means fire.
    const verb = asked === 'fire' && meant === 'battle-plan' ? 'fire' : meant;
    const rest = found?.rest ?? part;
    if (asked === 'regroup' && (verb === undefined || verb === 'move' || verb === 'regroup'))
      return this.#regroup(rest);
    if (isMove || verb) return this.#said({ verb: verb ?? 'move', rest }, part);
    const read = this.#said({ verb: asked ?? 'move', rest: part }, part);
    if (typeof read !== 'string') return read;
    if (asked === null) {
      // "Sherman at Louisville" may also build a block of the pool.
      const built = this.#said({ verb: 'build', rest: part }, part);
      if (typeof built !== 'string') return built;
    }
    const near = verbNear(part);
    return near ? this.#said(near, part) : read;
  }

  #said(typed: TypedVerb, part: string): readonly Order[] | string {
    const { verb, rest } = typed;
    const isMove = verb === 'move' || verb === 'strategic';
    if (verb === 'plan-ahead') return this.#notNow(verb) ?? this.#planAhead(rest);
    return this.#notNow(verb) ?? (isMove ? this.#moves(rest, verb) : typedOrders(this.run, typed, part));
  }

  /** "2107: retreat after round 1, retreat 2206 then 2205"; the hex may be missing if there is one battle. */
  #planAhead(text: string): readonly Order[] | string {
    const [, named = '', said = ''] = /^(?:(?:for|at|battle)\s+)*([^:]*?\s*:|\d{4}\b)?(.*)$/is.exec(text) ?? [];
    const place = named.replace(/\s*:$/, '');
    const hexes = battleHexes(this.#theatre, this.run.state);
    const hex = place === '' && hexes.length === 1 ? (hexes[0] ?? null) : this.#place(place);
    if (hex === null || !hexes.includes(hex)) return PLAN_REFUSALS.where(this.#theatre, hexes);
    const { state } = asInBattle(this.run, hex);
    const plan = readBattlePlan(this.#theatre, state, this.#side, said);
    return typeof plan === 'string' ? plan : [{ ...plan, verb: 'plan-ahead', hex } as Order];
  }

  #place(text: string): HexId | null {
    return placeCalled(this.#theatre, text);
  }

  /**
   * Reads a move: "2206: McCook 2107", "McCook to 2107", "McCook from 2206 to 2107", "2206 to 2107",
   * "rail 2206: all 2203", "attack 2007 with McCook".
   */
  #moves(text: string, verb: 'move' | 'strategic'): readonly Order[] | string {
    const whole = text.replace(/^(.*?)\s+by\s+(rail|ship|river)$/i, '$2 $1');
    const [begins, mode] = MODE_BEGINNINGS.find(([one]) => one.test(whole)) ?? [];
    const unread = PLAN_REFUSALS.like(this.#theatre, mode || verb === 'strategic' ? 'strategic' : 'move');
    const plain = REWRITTEN.reduce(
      (line, [from, to]) => line.replace(from, to),
      begins ? whole.replace(begins, '') : whole,
    );
    if (plain.includes(':')) {
      const line = readMoveLine(plain);
      const order = line ? this.#move(line, orderBy(mode)) : unread;
      return typeof order === 'string' ? order : [order];
    }
    const going = this.#going(plain);
    const lines = new Map<string, Map<string, string[]>>();
    for (const [goal, name] of going) {
      if (ALL_OF_THEM.test(nameKey(name))) return unread;
      const ids = blocksCalled(this.#theatre, ownOnMap(this.run), name);
      const [start, ...others] = new Set(ids.map((id) => this.run.state.blocks[id]?.at ?? ''));
      if (start === undefined) return PLAN_REFUSALS.nobodyCalled(name);
      if (others.length > 0) return unclearBlocks(this.#theatre, name, ids);
      const legs = lines.get(start) ?? new Map<string, string[]>();
      // "McCook to 2107 from 2206": the block says already where it starts.
      const place = goal.replace(new RegExp(` from ${start}$`), '');
      lines.set(start, legs.set(place, [...(legs.get(place) ?? []), name.trim()]));
    }
    const orders = [...lines].map(([from, legs]) => this.#move({ from, going: legs, nowhere: [] }, orderBy(mode)));
    const refused = orders.find((order) => typeof order === 'string');
    return refused ?? (orders.length > 0 ? (orders as Order[]) : unread);
  }

  /** Reads a move that doesn't say where it starts, as pairs of a destination and a block's name. */
  #going(text: string): readonly (readonly [goal: string, name: string])[] {
    const placed = [...(readMoveLine(`-: ${text}`)?.going ?? [])];
    const apart = whoAndWhere(
      text,
      (one) => one || null,
      (place) => this.#place(place),
    );
    const going = placed.length > 0 ? placed : apart ? [[apart.where, apart.who.split(',')] as const] : [];
    return going.flatMap(([goal, names]) => names.map((name) => [goal, name] as const));
  }

  /** Reads where the winner's blocks go: "McCook 2107, Wood 2108", "all to 2107", "they stay". */
  #regroup(text: string): readonly Order[] | string {
    const hex = this.run.state.battle?.hex ?? '';
    if (/^(?:all |they |everybody )?(?:stays?|nobody|none|hold)?$/i.test(text.trim()))
      return [withLegs({ verb: 'regroup' }, [])];
    const line = readMoveLine(`${hex}: ${text.replace(new RegExp(`^${hex}\\s*:`), '')}`);
    const order = line ? this.#move(line, { verb: 'regroup' }) : PLAN_REFUSALS.like(this.#theatre, 'regroup');
    return typeof order === 'string' ? order : [order];
  }

  protected give(part: string, read: Order): boolean {
    const { state } = this.run;
    const notNow = this.#notNow(read.verb);
    if (notNow !== null || this.run.isOver) {
      this.refused.push(refusedPart(part, notNow ?? AFTER_DIE));
      return false;
    }
    const order = inListOrder(this.#theatre, state, this.#side, read);
    const warned = warning(this.#theatre, state, order);
    const said = order.verb === 'done' ? endText(state) : fullOrderText(this.#theatre, order);
    const line = `**${said}**${this.#crowding(order)}${warned ? `. ${warned}` : ''}`;
    const seen = view(this.#theatre, state, this.#side);
    const odds = expectedHits(this.#theatre, seen, this.#side, order as AnyOrder);
    const no = this.run.give(order);
    if (no) this.refuse(part, no);
    else {
      this.lines.push(line);
      this.odds.push(...odds);
    }
    return no === null;
  }

  /** Names blocks on a forced march, and says how full the attacked hexsides are. */
  #crowding(order: Order): string {
    if (order.verb !== 'move') return '';
    const { state } = this.run;
    const forced = legsOf(order).flatMap(({ to, blocks }) =>
      blocks.filter((id) => reachOf(this.#theatre, state, blockOf(this.#theatre, id), order.from).get(to)?.forced),
    );
    const room = legsOf(order).flatMap(({ to, blocks }) => {
      const { hex, by } = readDestination(to);
      if (by === null) return [];
      const before = cameBy(this.#theatre, state, this.#side, hex, by);
      const limit = hexsideLimit(this.#theatre, state, by, hex);
      return `${hexLabel(this.#theatre, hex)}: ${roomWords(before + blocks.length, by, limit)}`;
    });
    const all = [...(forced.length > 0 ? [forcedWords(this.#theatre, forced)] : []), ...room];
    return all.length > 0 ? ` (${all.join('; ')})` : '';
  }

  /** The order that sends blocks as a line says: "2206: McCook 2107, cavalry 2108". */
  #move({ from: start, going, nowhere }: MoveLine, order: Sending): Order | string {
    const from = this.#place(start);
    if (from === null) return placeUnclear(this.#theatre, start);
    if (nowhere.length > 0 || going.size === 0) return PLAN_REFUSALS.like(this.#theatre, order.verb);
    if (order.verb === 'strategic' && going.size > 1) return PLAN_REFUSALS.oneHex;
    if (going.size > LEGS.length) return PLAN_REFUSALS.tooMany;
    const named: BlockId[] = [];
    const legs: Leg[] = [];
    for (const [place, names] of going) {
      const to = findPlace(this.#theatre, place) ?? this.#place(place);
      if (to === null) return placeUnclear(this.#theatre, place);
      const blocks: BlockId[] = [];
      for (const name of names) {
        const all = this.#meant(from, name, order.verb);
        const others = all.filter((id) => !named.includes(id));
        const isRest = ALL_OF_THEM.test(nameKey(name));
        // A block that is named twice stays in the order twice, so that the rules refuse it.
        const meant = others.length > 0 || isRest ? others : all;
        if (meant.length === 0) return isRest ? PLAN_REFUSALS.nobodyLeft : PLAN_REFUSALS.nobodyCalled(name);
        blocks.push(...meant);
        named.push(...meant);
      }
      legs.push({ to: order.verb === 'move' ? this.#wayInto(from, to, blocks) : to, blocks });
    }
    return withLegs(order.verb === 'regroup' ? order : { ...order, from }, legs);
  }

  /**
   * Adds the hexside to an attack that names none. All blocks must be able to reach it.
   * The one with the most room is taken, of equals one without a forced march.
   */
  #wayInto(from: HexId, to: Destination, ids: readonly BlockId[]): Destination {
    const { state } = this.run;
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
    // No hexside is open to them. The nearest gives the rules a reason to refuse.
    const { grid } = this.#theatre;
    const [near = from] = grid.neighbours(hex).toSorted((a, b) => grid.distance(from, a) - grid.distance(from, b));
    return `${hex} by ${near}`;
  }

  /** The blocks of a hex that a word names. */
  #meant(from: string, text: string, verb: Sending['verb']): readonly BlockId[] {
    if (verb !== 'regroup' && ALL_OF_THEM.test(nameKey(text)))
      return unmoved(this.#theatre, this.run.state, this.#side, from).flatMap(({ id, kind }) =>
        kind === 'hq' ? [] : [id],
      );
    const there = blocksAt(this.#theatre, this.run.state, from, this.#side).map(({ id }) => id);
    return blocksCalled(this.#theatre, there, text);
  }

  /** Reads a verb and its slots with "/" between them, as forms are prefilled; `null` if the part has another form. */
  #bySlots(part: string): readonly Order[] | null {
    const [word = '', ...others] = part.split(/\s+/);
    // The slot of `fire` has the blocks that leave, but "fire Hardee" names one that stays.
    const verb = VERBS.find((one) => one === word.toLowerCase() && one !== 'fire');
    if (verb === undefined) return null;
    const values = others.join(' ').split('/');
    const filled = slotsOf(verb).map((slot, at) => [slot, values[at]?.trim() ?? ''] as const);
    const slots = filled.flatMap(([slot, value]) =>
      value === '' ? [] : [[slot, value === NOBODY ? [] : value] as const],
    );
    const order = parse(this.#theatre, { verb, ...Object.fromEntries(slots) });
    return isRefusal(order) ? null : [order];
  }
}

/** An order that sends blocks of one hex to others, still without hexes and blocks. */
type Sending = { readonly verb: 'move' | 'regroup' } | { readonly verb: 'strategic'; readonly mode: Mode };

function orderBy(mode: Mode | undefined): Sending {
  return mode ? { verb: 'strategic', mode } : { verb: 'move' };
}
