import { isRefusal, type Plan, type Refusal } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex } from '../../../kit/hex/hex-names.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { AFTER_DIE, notUnderstood, partsOf, refusedPart, unknownIn, whoAndWhere } from '../../../kit/plan-text.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import { ruleOf } from '../rules/legality.ts';
import { parse } from '../rules/order-parser.ts';
import type { State } from '../state.ts';
import { HEX_GRID, inUnitOrder, landDistance, type Theatre, together } from '../theatre.ts';
import { type Order, otherSide, type Side, type UnitId, VERBS, type Verb } from '../vocabulary.ts';
import { unitsTyped } from '../words/names.ts';
import { labelWords } from '../words/order-label.ts';
import { goesOn, marchLine, notMarching, planTitle } from '../words/plan-words.ts';
import { refusal } from '../words/refusals.ts';
import { WildernessDryRun } from './wilderness-dry-run.ts';

/** Before a march that stands. */
const ON = /^on:\s*/i;
/** A march that stands waits for orders when an enemy is so near. */
const ENEMY_NEAR = 3;
/** Other words for the end of a step. */
const ENDS = /^(done|hold|end|finish)$/i;

/** A plan of several orders, as far as it can be read and is legal. */
export function readPlan(theatre: Theatre, state: State, side: Side, text: string, standing: string): Plan {
  const reader = new PlanReader(theatre, state, side);
  for (const part of partsOf(text)) reader.take(part);
  return reader.plan(standing);
}

class PlanReader {
  readonly #theatre: Theatre;
  readonly #run: WildernessDryRun;
  readonly #lines: string[] = [];
  readonly #refused: string[] = [];
  readonly #rest: string[] = [];
  readonly #moved: UnitId[] = [];

  constructor(theatre: Theatre, state: State, side: Side) {
    this.#theatre = theatre;
    this.#run = new WildernessDryRun(theatre, state, side);
  }

  take(part: string): void {
    if (this.#run.isOver) {
      this.#refused.push(refusedPart(part, AFTER_DIE));
      return;
    }
    const [word = '', ...others] = part.split(/\s+/);
    const verb = ENDS.test(part) ? 'done' : VERBS.find((one) => one === word.toLowerCase() && one !== 'move');
    if (verb) this.#order(part, verb, others.join(' '));
    else this.#march(part);
  }

  /** Any order but a march: its slots, divided by "/". */
  #order(part: string, verb: Verb, text: string): void {
    const slots = ruleOf(verb).slots.map(({ slot }) => slot);
    const values = text.split('/').map((value) => value.trim());
    const filled = slots.flatMap((slot, at) => (values[at] ? [[slot, values[at]] as const] : []));
    const order = parse(this.#theatre, { verb, ...Object.fromEntries(filled) });
    if (isRefusal(order)) this.#refuse(part, order);
    else if (this.#gives(part, order)) this.#lines.push(`**${labelWords(this.#theatre, order)}**`);
  }

  #gives(part: string, order: Order): boolean {
    const no = this.#run.give(order);
    if (no) this.#refuse(part, { ...no, instead: [] });
    return no === null;
  }

  #refuse(part: string, no: Refusal): void {
    this.#refused.push(refusedPart(part, refusal(this.#theatre, no)));
  }

  #march(part: string): void {
    const words = part.replace(ON, '');
    const who = (text: string) => unitsTyped(this.#theatre, text);
    const where = (text: string) => findHex(this.#theatre, text);
    const found = whoAndWhere(words, who, where);
    if (!found) {
      this.#refused.push(notUnderstood(part, unknownIn(words, who, where)));
      return;
    }
    const board = boardOf(this.#theatre, this.#run.state);
    const on = found.who.filter((id) => board.piece(id)?.side === this.#run.side);
    if (on.length < found.who.length)
      this.#refused.push(
        notMarching(
          this.#theatre,
          found.who.filter((id) => !on.includes(id)),
        ),
      );
    for (const [from, units] of grouped(on, (id) => board.piece(id)?.hex ?? '')) {
      const near = enemyNear(this.#theatre, this.#run, from);
      if (ON.test(part) && near) continue;
      this.#stack(part, from, units, found.where);
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
    if (!this.#gives(part, order)) return;
    this.#moved.push(...inOrder);
    this.#lines.push(marchLine(this.#theatre, inOrder, order.to, choice?.hint, there ? null : goal));
    if (!there) this.#rest.push(goesOn(inOrder, goal));
  }

  plan(standing: string): Plan {
    const { orders } = this.#run;
    const kept = partsOf(standing).filter(
      (part) => !this.#moved.some((id) => part.includes(`${id},`) || part.includes(`${id} `)),
    );
    return {
      orders,
      title: planTitle(this.#theatre, this.#moved, orders.at(-1) ?? null),
      lines: this.#lines,
      refused: this.#refused,
      rest: [...kept, ...this.#rest].join('; '),
    };
  }
}

function enemyNear(theatre: Theatre, { state, side }: WildernessDryRun, hex: HexId): boolean {
  return boardOf(theatre, state)
    .hexesOf(otherSide(side))
    .some((enemy) => HEX_GRID.distance(hex, enemy) <= ENEMY_NEAR);
}
