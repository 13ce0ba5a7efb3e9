import type { Moment } from '../../game/index.ts';
import { signed } from './art/printed.ts';
import { longDate } from './calendar.ts';
import type { View } from './view.ts';
import type { Area, CheckFor, Event, Leader, Modifier } from './vocabulary.ts';

/** A line of what the last order did, short enough for a picture: its die (null: none was thrown), what for, and what came of it. */
export interface Entry {
  readonly die: number | null;
  /** "Grant attacks Lee: 5 − 1 = 4" */
  readonly what: string;
  /** "Lee falls back" */
  readonly outcome: string;
}

export interface March {
  readonly leader: Leader;
  readonly from: Area;
  /** Null: over the James. */
  readonly to: Area | null;
  /** False: tried, and failed. */
  readonly done: boolean;
}

export interface Fight {
  readonly area: Area;
  readonly from: Area;
  readonly attacker: Leader;
}

/** The last order as a picture and an alt text tell it. */
export interface Account {
  readonly entries: readonly Entry[];
  readonly marches: readonly March[];
  readonly fights: readonly Fight[];
  /** The modified die of the last battle: the row of the Combat Results Table. */
  readonly rolled: number | null;
}

export function account(view: View, moment: Moment<Event> | null): Account {
  const events = moment?.events ?? [];
  const battles = events.filter((event) => event.type === 'battle');
  return {
    entries: events.flatMap((event, index) => entry(view, event, events.slice(index + 1))),
    marches: events.flatMap((event) => march(view, event)),
    fights: battles.map(({ area, from, attacker }) => ({ area, from, attacker })),
    rolled: battles.at(-1)?.total ?? null,
  };
}

function entry(view: View, event: Event, after: readonly Event[]): Entry[] {
  const name = (leader: Leader) => view.leaders[leader].name;
  switch (event.type) {
    case 'opened':
      return [
        {
          die: null,
          what: 'Take Richmond, or cross the James,',
          outcome: `before ${longDate(view.track[0] ?? view.date)}`,
        },
      ];
    case 'battle':
      return [battle(view, event, after)];
    case 'check':
      return [check(view, event)];
    case 'moved':
      // A turning movement and a counterattack are told with their checks.
      if (
        view.leaders[event.leader].side === 'csa' ||
        after.some((next) => next.type === 'followed' && next.why === 'tma')
      )
        return [];
      return [{ die: null, what: `${name(event.leader)} marches to`, outcome: view.areas[event.to].name }];
    case 'followed':
      if (event.why === 'intercept') return [];
      return [
        { die: null, what: `${name('lee')} follows at once:`, outcome: `${view.areas[event.to].name} contested` },
      ];
    case 'retreated':
    case 'earned':
    case 'gained':
    case 'won':
    case 'lost':
      return [];
    default:
      return event satisfies never;
  }
}

function battle(view: View, event: Event & { type: 'battle' }, after: readonly Event[]): Entry {
  const attacker = view.leaders[event.attacker].name;
  // As the buttons have it: Richmond is attacked, whoever defends it.
  const onRichmond = event.area === 'richmond' || event.defender === null;
  const defender = onRichmond ? view.areas[event.area].name : view.leaders[event.defender].name;
  return {
    die: event.die,
    what: `${attacker} attacks ${defender}: ${sum(event.die, event.modifiers, event.total)}`,
    outcome: battleOutcome(view, event, after),
  };
}

function battleOutcome(view: View, event: Event & { type: 'battle' }, after: readonly Event[]): string {
  const retreat = event.result === 'retreat';
  const attacker = view.leaders[event.attacker];
  if (attacker.side === 'csa') return retreat ? 'Contested again' : `${attacker.name} is thrown back`;
  if (!retreat)
    return view.turning && view.over === null && after.some(({ type }) => type === 'earned')
      ? `Fails; ${attacker.name} may turn`
      : 'The attack fails';
  if (event.area === 'richmond' || event.defender === null) return `${view.areas[event.area].name} falls`;
  const { name } = view.leaders[event.defender];
  const gained = after.find((next) => next.type === 'gained');
  const broken = after.some((next) => next.type === 'retreated' && next.to === null);
  const won = gained ? `: +${gained.gain} point${gained.gain === 1 ? '' : 's'}` : '';
  return `${broken ? 'He is broken' : `${name} falls back`}${won}`;
}

/** `5 − 1 = 4`; an unmodified die alone. */
function sum(die: number, modifiers: readonly Modifier[], total: number): string {
  if (modifiers.length === 0) return `${die}`;
  return `${die} ${modifiers.map(({ value }) => (value < 0 ? `− ${-value}` : `+ ${value}`)).join(' ')} = ${total < 0 ? signed(total) : total}`;
}

const OUTCOMES: { readonly [why in CheckFor]: readonly [passed: string, failed: string] } = {
  tma: ['The way is open', 'The way is barred'],
  cross: ['The bridges hold', 'The crossing fails'],
  counterattack: ['He strikes back', 'He stays'],
  intercept: ['He bars the way', 'He comes too late'],
};

function check(view: View, event: Event & { type: 'check' }): Entry {
  const { name } = view.leaders[event.leader];
  const to = event.to === null ? '' : view.areas[event.to].name;
  const tries: { readonly [why in CheckFor]: string } = {
    tma: `${name} turns to ${to}`,
    cross: `${name} at the James`,
    counterattack: `${name} to counterattack`,
    intercept: `${name} to ${to}`,
  };
  const needs = event.rating === 1 ? '1' : `${event.rating} or less`;
  const [passed, failed] = OUTCOMES[event.for];
  return {
    die: event.die,
    what: `${tries[event.for]}: ${event.die}, needs ${needs}`,
    outcome: event.passed ? passed : failed,
  };
}

function march(view: View, event: Event): March[] {
  switch (event.type) {
    case 'moved':
      return [{ leader: event.leader, from: event.from, to: event.to, done: true }];
    case 'followed':
      return [{ leader: 'lee', from: event.from, to: event.to, done: true }];
    case 'retreated':
      return event.to === null ? [] : [{ leader: event.leader, from: event.from, to: event.to, done: true }];
    case 'check': {
      const tried = event.for === 'cross' || (event.for === 'tma' && !event.passed);
      const from = event.for === 'cross' && event.passed ? 'savage-station' : view.leaders[event.leader].at;
      return tried && from !== null ? [{ leader: event.leader, from, to: event.to, done: event.passed }] : [];
    }
    default:
      return [];
  }
}
