import { type Plan, type Refusal, refuse } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { AFTER_DIE, notUnderstood, partsOf, refusedPart, unknownIn, whoAndWhere } from '../../../kit/plan-text.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import { momentOf, ruleOf } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { HEX_GRID, inUnitOrder, landDistance, type Theatre, together } from '../theatre.ts';
import { type Order, otherSide, type Side, type Step, type UnitId, type Verb } from '../vocabulary.ts';
import { NOBODY } from '../words/names.ts';
import { label, promiseOf } from '../words/order-label.ts';
import { couldBe, goesOn, marchLine, planTitle, SET_UP_STAYS, writeItLike } from '../words/plan-words.ts';
import { refusal } from '../words/refusals.ts';
import { hexMeant, unclear, unitsMeant } from './plan-names.ts';
import { follow } from './shortcuts.ts';
import { WildernessDryRun } from './wilderness-dry-run.ts';

/** Before a march that stands. */
const ON = /^on:\s*/i;
/** A march that stands waits for orders when an enemy is so near. */
const ENEMY_NEAR = 3;

/** Words that say which order a part gives, wherever they stand in it: the first that is found counts. */
const SAID: readonly (readonly [Verb, RegExp])[] = [
  ['done', /^(?:done|hold|end|finish|end (?:the )?(?:phase|turn|step))\.?$/i],
  ['hasty', /\bhasty(?: attacks?)?\b/i],
  ['charge', /\b(?:charges?|cavalry attacks?)\b/i],
  ['attack', /\battacks?\b/i],
  ['transfer', /\b(?:transfers?|pass(?:es)?|gives?)\b/i],
  ['reinforce', /\breinforces?\b/i],
  ['detrain', /\bdetrains?\b/i],
  ['rail', /\b(?:by )?(?:rail|train)\b/i],
  ['sea', /\b(?:by )?(?:sea|ship)\b/i],
  ['entrench', /\b(?:entrench(?:es)?|digs?(?: in)?)\b/i],
  ['probe', /\b(?:probes?|scouts?)\b/i],
  ['lose', /\b(?:loses?|loss(?:es)?)\b/i],
  ['advance', /\badvances?\b/i],
  ['claim', /\bclaims?\b/i],
  ['show', /\b(?:shows?|reveals?)\b/i],
  ['place', /\b(?:places?|puts?|sets? up)\b/i],
  ['move', /\b(?:moves?|march(?:es)?|goes|go|rides?)\b/i],
];
/** The order of a part that says none, in each step. */
const UNSAID: { readonly [step in Step]: Verb } = {
  setup: 'place',
  reinforce: 'place',
  move: 'move',
  probe: 'probe',
  combat: 'attack',
  claim: 'claim',
};
const EVERYBODY = /\s*\b(?:with )?(?:all|everybody|everyone|everything|the rest)\s*$/i;
/** Words about points that say nothing more. */
const POINTS = /\b(?:points?|strength|gets?|to)\b/gi;
/** Why a counter may be placed once others of the plan have gone. */
const NO_ROOM: readonly string[] = ['stacking', 'no-set-up', 'no-place-left'];

/** A plan of several orders, as far as it can be read and is legal. */
export function readPlan(theatre: Theatre, state: State, side: Side, text: string, standing: string): Plan {
  const reader = new PlanReader(theatre, state, side);
  for (const part of partsOf(text)) reader.take(part);
  return reader.plan(standing);
}

/** A hex and units, in whichever order they were named. */
interface Pair {
  readonly units: readonly UnitId[];
  readonly hex: HexId;
}

class PlanReader {
  readonly #theatre: Theatre;
  readonly #run: WildernessDryRun;
  readonly #lines: string[] = [];
  readonly #odds: string[] = [];
  readonly #refused: string[] = [];
  readonly #rest: string[] = [];
  readonly #moved: UnitId[] = [];
  #waiting: readonly { readonly part: string; readonly order: Order }[] = [];

  constructor(theatre: Theatre, state: State, side: Side) {
    this.#theatre = theatre;
    this.#run = new WildernessDryRun(theatre, state, side);
  }

  take(part: string): void {
    if (this.#run.isOver) {
      this.#refused.push(refusedPart(part, AFTER_DIE));
      return;
    }
    const words = part.replace(ON, '').replaceAll('/', ' / ');
    const [said, pattern] = SAID.find(([, found]) => found.test(words)) ?? [];
    const verb = said ?? this.#unsaid(words);
    if (verb === 'done') this.#placeWaiting();
    const closed = ruleOf(verb).closed(momentOf(this.#theatre, this.#run.state, this.#run.side));
    const rest = (pattern ? words.replace(pattern, ' ') : words)
      .replace(/\b(?:goes|go|hex)\b/gi, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[\s/:,]+|[\s/:,]+$/g, '')
      .replace(/^(?:on|to|in|into|at|with|by)\s+/i, '');
    if (closed) this.#refuse(part, refuse(closed.code, closed.rule, closed.facts));
    else this.#read(part, verb, rest);
  }

  /** The verb of a part that has none, in this step. */
  #unsaid(words: string): Verb {
    const { pending, step } = this.#run.state;
    const [choice] = pending;
    if (choice) return choice.kind === 'lose' ? 'lose' : 'advance';
    if (step === 'reinforce' && /\s\d{1,2}$/.test(words)) return 'reinforce';
    if (step === 'claim' && !this.#hexes(words)) return 'show';
    const units = step === 'combat' ? this.#pair(words)?.units : undefined;
    if (units?.every((id) => this.#theatre.unit.get(id)?.kind === 'cavalry')) return 'charge';
    return UNSAID[step];
  }

  #read(part: string, verb: Verb, rest: string): void {
    switch (verb) {
      case 'done':
        this.#give(part, { verb });
        return;
      case 'move':
        this.#march(part, rest);
        return;
      case 'place':
      case 'rail':
      case 'sea':
      case 'probe':
        this.#each(part, verb, rest, this.#pair(rest), ({ units, hex }) =>
          units.map(
            (unit): Order =>
              verb === 'place'
                ? { verb, unit, hex }
                : verb === 'probe'
                  ? { verb, unit, target: hex }
                  : { verb, unit, to: hex },
          ),
        );
        return;
      case 'detrain':
      case 'entrench':
      case 'show':
        if (verb === 'entrench' && EVERYBODY.test(rest)) this.#shortcut(part, verb);
        else
          this.#each(part, verb, rest, this.#who(rest), (ids) =>
            (verb === 'entrench' ? this.#diggers(ids) : ids).map((unit): Order => ({ verb, unit })),
          );
        return;
      case 'claim':
        if (EVERYBODY.test(rest)) this.#shortcut(part, verb);
        else this.#each(part, verb, rest, this.#hexes(rest), (hexes) => hexes.map((hex): Order => ({ verb, hex })));
        return;
      case 'attack':
      case 'charge':
        this.#each(part, verb, rest, this.#against(rest), ({ units, hex }) => [
          { verb, target: hex, with: this.#chosen({ verb, target: hex }, units) },
        ]);
        return;
      case 'hasty':
        this.#each(part, verb, rest, this.#against(rest), (found) => this.#hasty(found));
        return;
      case 'advance': {
        const who = rest.replace(/\s*\b(?:to|into|in)?\s*\d{4}$/i, '');
        const units = new RegExp(`^(?:${NOBODY}|none|no one)$`, 'i').test(who) ? [] : this.#all(who);
        this.#each(part, verb, who, units, (ids) => [
          { verb, with: ids.length === 0 ? [] : this.#chosen({ verb }, ids) },
        ]);
        return;
      }
      case 'lose':
      case 'reinforce':
        if (verb === 'reinforce' && EVERYBODY.test(rest)) this.#shortcut(part, verb);
        else for (const one of eachWithPoints(rest)) this.#points(part, verb, one);
        return;
      case 'transfer':
        this.#transfer(part, rest);
        return;
      default:
        verb satisfies never;
    }
  }

  /** Orders of what was found, one after the other; if it was not, how the order is written. */
  #each<Found>(
    part: string,
    verb: Verb,
    rest: string,
    found: Found | null,
    orders: (found: Found) => readonly Order[],
  ): void {
    if (found === null) {
      this.#unread(part, verb, rest);
      return;
    }
    for (const order of orders(found)) this.#give(part, order);
  }

  #unread(part: string, verb: Verb, rest: string): void {
    const { side, state } = this.#run;
    const unknown = this.#who(rest)
      ? null
      : unknownIn(
          rest,
          (text) => this.#who(text),
          (text) => this.#where(text),
        );
    const text = unknown?.text ?? rest;
    const names = unclear(this.#theatre, state, side, text, unknown?.is ?? null);
    if (names.length > 0) this.#refused.push(refusedPart(part, couldBe(text, names)));
    else if (unknown) this.#refused.push(notUnderstood(part, unknown));
    else this.#refused.push(refusedPart(part, writeItLike(verb)));
  }

  #who(text: string): readonly UnitId[] | null {
    const { side, state } = this.#run;
    return unitsMeant(this.#theatre, state, side, text.replace(/^all /i, ''));
  }

  #where(text: string): HexId | null {
    return hexMeant(this.#theatre, text);
  }

  /** Units that a text names; empty: it says everybody. */
  #all(text: string): readonly UnitId[] | null {
    return text === '' || EVERYBODY.test(text) ? [] : this.#who(text);
  }

  #hexes(text: string): readonly HexId[] | null {
    const hexes = text.split(/,|\+|&| and /i).map((one) => this.#where(one));
    return hexes.includes(null) ? null : (hexes as HexId[]);
  }

  /** The units and the hex of a part, in whichever order: a number comes first where a hex is meant, unless what follows is no unit by its name. */
  #pair(text: string): Pair | null {
    const { side, state } = this.#run;
    const named = (words: string) => (/^\s*\d{4}\s*$/.test(words) ? null : this.#who(words));
    const where = (words: string) => this.#where(words);
    const [, hex] = /^(\d{4})\b/.exec(text) ?? [];
    const isStack = hex !== undefined && boardOf(this.#theatre, state).own(side, hex).length > 0;
    const first = whoAndWhere(text, where, isStack ? named : (words) => this.#who(words));
    if (hex !== undefined && first) return { hex: first.who, units: first.where };
    const last = whoAndWhere(text, (words) => this.#who(words), where);
    if (last) return { hex: last.where, units: last.who };
    return first ? { hex: first.who, units: first.where } : null;
  }

  /** A target and who attacks it; no units: all that can. */
  #against(text: string): Pair | null {
    const pair = this.#pair(text);
    if (pair) return pair;
    const hex = this.#where(text.replace(EVERYBODY, ''));
    return hex === null ? null : { hex, units: [] };
  }

  /** Some of those that a slot lists, in its order, and who is not among them at last; nobody named: all. */
  #chosen(draft: { readonly [slot: string]: string }, units: readonly UnitId[]): readonly UnitId[] {
    const can = this.#run.values(draft);
    if (units.length === 0) return can;
    return [...can.filter((id) => units.includes(id)), ...units.filter((id) => !can.includes(id))];
  }

  /** One for each hex: a marker covers all who stand there [3.10]. */
  #diggers(ids: readonly UnitId[]): readonly UnitId[] {
    const board = boardOf(this.#theatre, this.#run.state);
    const can = this.#run.values({ verb: 'entrench' });
    return grouped(ids, (id) => board.piece(id)?.hex ?? id).flatMap(
      ([, some]) => some.find((id) => can.includes(id)) ?? some[0] ?? [],
    );
  }

  #hasty({ units, hex: target }: Pair): readonly Order[] {
    const board = boardOf(this.#theatre, this.#run.state);
    const stacks = units.length > 0 ? grouped(units, (id) => board.piece(id)?.hex ?? '') : [];
    const ready = this.#run.values({ verb: 'hasty' }).filter((from) => HEX_GRID.distance(from, target) === 1);
    const all = ready.flatMap((from) => {
      const [whole] = this.#run.values({ verb: 'hasty', from });
      return whole === undefined ? [] : [{ verb: 'hasty', from, units: whole, target } as const];
    });
    const named = stacks.map(
      ([from, ids]): Order => ({ verb: 'hasty', from, units: together(inUnitOrder(this.#theatre, ids)), target }),
    );
    const beside = HEX_GRID.neighbours(target).find((hex) => board.own(this.#run.side, hex).length > 0);
    if (named.length > 0) return named;
    return all.length > 0 ? all : [{ verb: 'hasty', from: beside ?? target, units: '', target }];
  }

  /** Points to a unit, or lost by it; of no number as many as it can. */
  #points(part: string, verb: 'lose' | 'reinforce', text: string): void {
    const number = /(?<!\S)\d{1,2}(?!\S)/.exec(text)?.[0];
    const who = text
      .replace(/(?<!\S)\d{1,2}(?!\S)/, ' ')
      .replace(POINTS, ' ')
      .trim();
    if (verb === 'lose' && who === '') {
      for (let left = Number(number ?? 1); left > 0 && !this.#run.isOver; left--) this.#shortcut(part, 'usual', 1);
      return;
    }
    this.#each(part, verb, who, this.#who(who), (ids) =>
      ids.map((unit): Order => ({ verb, unit, points: number ?? this.#run.values({ verb, unit }).at(-1) ?? '1' })),
    );
  }

  /** "2 from V to VI", "V 2 to VI" */
  #transfer(part: string, text: string): void {
    const points = /(?<!\S)\d{1,2}(?!\S)/.exec(text)?.[0];
    const plain = text
      .replace(/(?<!\S)\d{1,2}(?!\S)/, ' ')
      .replace(/\b(?:points?|from)\b/gi, ' ')
      .replace(/^\s*to\b/i, ' ')
      .trim();
    const who = (words: string) => this.#who(words);
    const found = points === undefined ? null : whoAndWhere(plain, who, who);
    if (!found && points !== undefined && this.#who(plain)) {
      this.#points(part, 'reinforce', text);
      return;
    }
    this.#each(part, 'transfer', plain, found, ({ who: gives, where: takes }) =>
      gives.flatMap((from) => takes.map((to): Order => ({ verb: 'transfer', from, to, points: points ?? '1' }))),
    );
  }

  /** Every order of a shortcut, or so many. */
  #shortcut(part: string, shortcut: string, most = Number.POSITIVE_INFINITY): void {
    const { side } = this.#run;
    for (let given = 0; given < most && !this.#run.isOver; given++) {
      const order = follow(this.#theatre, this.#run.state, side, shortcut);
      if (!order || !this.#give(part, order)) return;
    }
  }

  /** Gives an order, with its line. What has no room yet waits for the others. */
  #give(part: string, order: Order): boolean {
    const { text, odds } = label(this.#theatre, this.#run.state, order);
    const stays = order.verb === 'done' && this.#run.state.step === 'setup' && this.#run.orders.length === 0;
    if (order.verb === 'place' && boardOf(this.#theatre, this.#run.state).piece(order.unit)?.hex === order.hex)
      return true;
    const promised = promiseOf(this.#theatre, this.#run.state, order);
    const no = this.#run.give(order);
    if (no && order.verb === 'place' && NO_ROOM.includes(no.code)) this.#waiting = [...this.#waiting, { part, order }];
    else if (no) this.#refuse(part, { ...no, instead: [] });
    else {
      this.#lines.push(`**${text}**${stays ? SET_UP_STAYS : odds === undefined || promised ? '' : ` · ${odds}`}`);
      if (promised !== null) this.#odds.push(promised);
    }
    return no === null;
  }

  /** Counters that had no room, as long as one of them finds it. */
  #placeWaiting(): void {
    for (let before = Number.POSITIVE_INFINITY; this.#waiting.length > 0; ) {
      const waiting = this.#waiting;
      if (waiting.length >= before) break;
      before = waiting.length;
      this.#waiting = [];
      for (const { part, order } of waiting) this.#give(part, order);
    }
    for (const { part, order } of this.#waiting) {
      const no = this.#run.give(order);
      if (no) this.#refuse(part, { ...no, instead: [] });
    }
    this.#waiting = [];
  }

  #refuse(part: string, no: Refusal): void {
    this.#refused.push(refusedPart(part, refusal(this.#theatre, no)));
  }

  #march(part: string, words: string): void {
    const found = this.#pair(words);
    if (!found) {
      this.#unread(part, 'move', words);
      return;
    }
    const board = boardOf(this.#theatre, this.#run.state);
    for (const unit of found.units) if (!board.piece(unit)) this.#refuse(part, refuse('off-map', '2.1', { unit }));
    const on = found.units.filter((id) => board.piece(id));
    for (const [from, units] of grouped(on, (id) => board.piece(id)?.hex ?? '')) {
      const near = enemyNear(this.#theatre, this.#run, from);
      if (ON.test(part) && near) continue;
      this.#stack(part, from, units, found.hex);
    }
  }

  /** Counters of one hex: to the goal, or as near as they get without an enemy beside them. */
  #stack(part: string, from: HexId, units: readonly UnitId[], goal: HexId): void {
    const run = this.#run;
    const inOrder = inUnitOrder(this.#theatre, units);
    const named = together(inOrder);
    const choices = run.choices({ verb: 'move', from, units: named });
    const board = boardOf(this.#theatre, run.state);
    const far = (hex: HexId) => landDistance(this.#theatre, goal, hex);
    const quiet = choices.filter(
      ({ value }) => enemyHexesBeside(board, run.side, value).length === 0 && far(value) < far(from),
    );
    const there = choices.find(({ value }) => value === goal);
    const choice =
      there ??
      quiet.reduce<(typeof choices)[number] | null>(
        (top, one) => (top === null || far(one.value) < far(top.value) ? one : top),
        null,
      );
    const order: Order = { verb: 'move', from, units: named, to: choice?.value ?? goal };
    const no = run.give(order);
    if (no) {
      this.#refuse(part, { ...no, instead: [] });
      return;
    }
    this.#moved.push(...inOrder);
    this.#lines.push(marchLine(this.#theatre, inOrder, order.to, choice?.hint, there ? null : goal));
    if (!there) this.#rest.push(goesOn(inOrder, goal));
  }

  plan(standing: string): Plan {
    this.#placeWaiting();
    const { orders } = this.#run;
    const placed = orders.flatMap((order) => (order.verb === 'place' ? [order.unit] : []));
    const kept = partsOf(standing).filter(
      (part) => !this.#moved.some((id) => part.includes(`${id},`) || part.includes(`${id} `)),
    );
    return {
      orders,
      title: planTitle(this.#theatre, [...placed, ...this.#moved], orders.at(-1) ?? null),
      lines: this.#lines,
      ...(this.#odds.length > 0 ? { odds: this.#odds } : {}),
      refused: this.#refused,
      rest: [...kept, ...this.#rest].join('; '),
    };
  }
}

/** "Heth 2, Field 1" in its parts, where each has a number. */
function eachWithPoints(text: string): readonly string[] {
  const parts = text.split(/,| and /i).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => /(?<!\S)\d{1,2}(?!\S)/.test(part)) ? parts : [text];
}

function enemyNear(theatre: Theatre, { state, side }: WildernessDryRun, hex: HexId): boolean {
  return boardOf(theatre, state)
    .hexesOf(otherSide(side))
    .some((enemy) => HEX_GRID.distance(hex, enemy) <= ENEMY_NEAR);
}
