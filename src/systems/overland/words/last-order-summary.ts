import type { LastOrder } from '../../../game/index.ts';
import { longDate } from '../../../kit/dates.ts';
import { typeset } from '../../../kit/draw/text-layout.ts';
import { count, upTo, withMinus } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { type Area, BEFORE_THE_JAMES, type CheckFor, type Event, type Leader, type Modifier } from '../vocabulary.ts';
import { whereabouts } from './printed-words.ts';
import { named } from './sentences.ts';

/** One line about the last order, short enough for a picture. */
export interface Entry {
  /** `null` if none was rolled. */
  readonly die: number | null;
  /** "Grant attacks Lee: 5 − 1 defense = 4" */
  readonly what: string;
  /** A shorter form: "Grant attacks Lee: 5 − 1 = 4". */
  readonly brief: string;
  /** The whole entry in words, the die included: "Grant attacks Lee: 5 − 1 defense = 4. Lee falls back". */
  readonly aloud: string;
  /** "Lee falls back" */
  readonly outcome: string;
  /** The outcome, where there is no room for `what`; a check adds the faces it needed. */
  readonly alone: string;
}

export interface OrderMarch {
  readonly leader: Leader;
  readonly from: Area;
  /** `null` for across the James. */
  readonly to: Area | null;
  /** `false` for a failed attempt. */
  readonly done: boolean;
}

/** The facts of a battle for which the Combat Results Table is marked. */
export type MarkedBattle = Pick<Event & { readonly type: 'battle' }, 'total' | 'attacker' | 'defender' | 'area'>;

/** The last order as pictures and alt texts tell it. */
export type OrderSummary = ReturnType<typeof orderSummary>;

export function orderSummary(view: View, moment: LastOrder<Event> | null) {
  const events = moment?.events ?? [];
  const battles = events.filter((event) => event.type === 'battle');
  return {
    entries: events.flatMap((event, index) => entry(view, event, events.slice(index + 1))),
    marches: events.flatMap((event) => march(view, event)),
    fights: battles.map(({ area, from, attacker }) => ({ area, from, attacker })),
    lastBattle: battles.at(-1) ?? null,
    /** A Turning Movement Attempt has just been earned; the battle's entry says so. */
    earned: events.some(({ type }) => type === 'earned'),
  };
}

function entry(view: View, event: Event, after: readonly Event[]): Entry[] {
  switch (event.type) {
    case 'opened':
      return [opening(view)];
    case 'battle':
      return [battle(view, event, after)];
    case 'check':
      return [check(view, event)];
    case 'moved': {
      // Turning movements and counterattacks are told by their checks. Lee follows every turning movement that
      // succeeds, and a Confederate has this event only in a counterattack.
      const isTurning = after.some((next) => next.type === 'followed' && next.why === 'tma');
      const { name, side } = view.leaders[event.leader];
      return side === 'csa' || isTurning ? [] : [plain(`${name} marches to`, marchedInto(view, event.to, after))];
    }
    case 'followed': {
      // A march that blocks Grant's way is told by its check.
      if (event.why === 'intercept') return [];
      return [plain(`${view.leaders.lee.name} follows at once:`, `${named(view.areas[event.to].name)} contested`)];
    }
    default:
      return [];
  }
}

/** At the start: the goal, and where Grant and Lee stand. `aloud` is only the goal: the alt text lists all leaders. */
function opening(view: View): Entry {
  const { grant, lee } = view.leaders;
  const goal = `Take Richmond or cross the James by ${longDate(view.track[0] ?? view.date)}`;
  // Only a variant is named.
  const variant = view.variant.id === 'standard' ? '' : `${view.variant.name}: `;
  const stands = grant.at === null ? '' : ` ${typeset(whereabouts(grant.at, view.areas[grant.at].name))}`;
  const outcome = `${variant}${grant.name} ${grant.at === lee.at ? `meets ${lee.name}` : 'stands'}${stands}`;
  return { ...plain(goal, outcome), aloud: goal };
}

/** The area of a march, and whether it is contested now. If Lee came after Grant, another entry says so. */
function marchedInto(view: View, to: Area, after: readonly Event[]): string {
  const { name: printed, contested } = view.areas[to];
  const name = named(printed);
  return contested && !after.some(({ type }) => type === 'followed') ? `${name}: contested` : name;
}

/** An entry without a die. */
export function plain(what: string, outcome: string): Entry {
  return { die: null, what, brief: what, aloud: `${what} ${outcome}`, outcome, alone: outcome };
}

function battle(view: View, event: Event & { type: 'battle' }, after: readonly Event[]): Entry {
  const attacker = view.leaders[event.attacker].name;
  // As on the buttons, the target is Richmond and not its defender.
  const onRichmond = event.area === 'richmond' || event.defender === null;
  const defender = onRichmond ? view.areas[event.area].name : view.leaders[event.defender].name;
  const attack = `${attacker} attacks ${defender}`;
  const what = `${attack}: ${sum(event, (why) => (why === 'ratings' ? ' rating' : ' defense'))}`;
  const brief = `${attack}: ${sum(event, () => '')}`;
  const outcome = battleOutcome(view, event, after);
  return { die: event.die, what, brief, aloud: `${what}. ${outcome}`, outcome, alone: outcome };
}

function battleOutcome(view: View, event: Event & { type: 'battle' }, after: readonly Event[]): string {
  const isSuccess = event.result === 'retreat';
  const attacker = view.leaders[event.attacker];
  if (attacker.side === 'csa') return isSuccess ? 'The area is contested' : `${attacker.name} is driven back`;
  if (!isSuccess) {
    const canTurn = view.turning && after.some(({ type }) => type === 'earned');
    return canTurn ? `Repulsed; ${attacker.name} can turn` : 'The attack fails';
  }
  if (event.area === 'richmond' || event.defender === null) return `${view.areas[event.area].name} falls`;
  const { name } = view.leaders[event.defender];
  const gained = after.find((next) => next.type === 'gained');
  const isDestroyed = after.some((next) => next.type === 'retreated' && next.to === null);
  const wonBack = gained ? `: +${count(gained.gain, 'point')}` : '';
  return `${name} ${isDestroyed ? 'is beaten' : 'falls back'}${wonBack}`;
}

/** `5 − 1 defense = 4`; an unmodified die stands alone. */
function sum(
  { die, modifiers, total }: Event & { type: 'battle' },
  reasonOf: (why: Modifier['why']) => string,
): string {
  if (modifiers.length === 0) return `${die}`;
  const added = modifiers.map(({ why, value }) => `${value < 0 ? '−' : '+'} ${Math.abs(value)}${reasonOf(why)}`);
  return `${die} ${added.join(' ')} = ${withMinus(total)}`;
}

/** Such as `Grant tries to turn to Ashland, needs 1–3` and `Grant gets there`. */
function check(view: View, event: Event & { type: 'check' }): Entry {
  const { name } = view.leaders[event.leader];
  const to = event.to === null ? '' : named(view.areas[event.to].name);
  const tries: { readonly [why in CheckFor]: readonly [tried: string, passed: string, failed: string] } = {
    tma: [`${name} tries to turn to ${to}`, `${name} gets there`, 'The turn fails'],
    cross: [`${name} tries to cross the James`, `${name} is across`, 'The crossing fails'],
    counterattack: [`${name} may counterattack`, `${name} attacks`, `${name} stays`],
    intercept: [`${name} tries to reach ${to}`, `${name} blocks the way`, `${name} is too late`],
  };
  const [tried, passed, failed] = tries[event.for];
  const needed = event.rating < 1 ? 'less than 1' : upTo(Math.min(6, event.rating));
  const what = `${tried}, needs ${needed}`;
  const outcome = event.passed ? passed : failed;
  const aloud = `${what}: ${event.die}. ${outcome}`;
  return { die: event.die, what, brief: what, aloud, outcome, alone: `${outcome} (${needed})` };
}

function march(view: View, event: Event): OrderMarch[] {
  switch (event.type) {
    case 'moved':
      return [{ leader: event.leader, from: event.from, to: event.to, done: true }];
    case 'followed':
      return [{ leader: 'lee', from: event.from, to: event.to, done: true }];
    case 'retreated':
      return event.to === null ? [] : [{ leader: event.leader, from: event.from, to: event.to, done: true }];
    case 'check': {
      // A turning movement that succeeds has an event of its own.
      const isMarch = event.for === 'cross' || (event.for === 'tma' && !event.passed);
      const from = event.for === 'cross' ? BEFORE_THE_JAMES : view.leaders[event.leader].at;
      return isMarch && from !== null ? [{ leader: event.leader, from, to: event.to, done: event.passed }] : [];
    }
    default:
      return [];
  }
}
