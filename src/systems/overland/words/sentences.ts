import type { Roll } from '../../../game/index.ts';
import { longDate } from '../../../kit/dates.ts';
import { count, numberWord, signed, upTo, withMinus } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { battleOdds, checkOdds, faceNeeded, type Odds, totalNeeded } from '../rules/attack-odds.ts';
import type { Scenario } from '../scenario.ts';
import { type Area, type CheckFor, type Event, isUs, type Leader, type Modifier } from '../vocabulary.ts';

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>;

/** A name in a sentence: `Ashland`, `the Wilderness`. */
export function named(name: string): string {
  return name.replace(/^The /, 'the ');
}

/** An area's name in a sentence. */
export function place(numbers: Scenario, area: Area): string {
  return named(numbers.areas[area].name);
}

export function leader(numbers: Scenario, who: Leader | null): string {
  return who === null ? 'nobody' : numbers.leaders[who].name;
}

/** "1 Action Point", "3 Action Points" */
export function actionPoints(points: number): string {
  return count(points, 'Action Point');
}

const SENTENCES: WordsFor<'type', Event, [Scenario]> = {
  opened: ({ points }, numbers) =>
    `${opening(numbers)} Take Richmond or cross the James by ${longDate(numbers.calendar.last)}. ` +
    `You have ${actionPoints(points)}: each of your rolls costs ${numberWord(numbers.actionPoints.roll)}, marches are free.${valley(numbers)} ` +
    'Each button shows the roll you need.',
  battle,
  check,
  retreated: ({ leader: who, to }, numbers) =>
    `${leader(numbers, who)} ${to === null ? 'is beaten and out of the game' : `falls back to ${place(numbers, to)}`}.`,
  earned: (_, numbers) => `${leader(numbers, 'grant')} has earned a turning movement.`,
  gained: ({ gain }) => `The victory in the Valley wins back ${actionPoints(gain)}.`,
  moved({ leader: who, from, to }, numbers) {
    const way = from === 'richmond' ? 'comes out of Richmond' : `marches from ${place(numbers, from)}`;
    return `${leader(numbers, who)} ${way} to ${place(numbers, to)}.`;
  },
  followed({ from, to, why }, numbers) {
    const way = why === 'intercept' ? `moves from ${place(numbers, from)}` : 'follows';
    return `${leader(numbers, 'lee')} ${way} to ${place(numbers, to)}, which is now contested.`;
  },
  won: ({ how, leader: who }, numbers) =>
    how === 'richmond' ? `${leader(numbers, who)} enters the city.` : 'The army is on the south bank.',
  lost: (_, numbers) => `It’s ${longDate(numbers.calendar.last)}, and no Action Points are left.`,
};

export function tell(numbers: Scenario, event: Event): string {
  return SENTENCES[event.type](event as never, numbers);
}

function opening(numbers: Scenario): string {
  const { grant, lee } = numbers.leaders;
  return grant.start === lee.start
    ? `${grant.name} faces ${lee.name} in ${place(numbers, lee.start)}.`
    : `${grant.name} is in ${place(numbers, grant.start)}, ${lee.name} in ${place(numbers, lee.start)}.`;
}

function valley({ actionPoints: { valleyVictory }, leaders: { sigel, breckinridge } }: Scenario): string {
  if (valleyVictory === 0) return '';
  const points = `${valleyVictory > 1 ? 'up to ' : ''}${count(valleyVictory, 'point')}`;
  return ` ${sigel.name} wins back ${points} if he beats ${breckinridge.name}.`;
}

function battle(event: Of<'battle'>, numbers: Scenario): string {
  const defender = leader(numbers, event.defender);
  const inRichmond = event.defender === null ? 'an empty Richmond' : `${defender} in Richmond`;
  const target = event.area === 'richmond' ? inRichmond : defender;
  const modifiers = event.modifiers.map((modifier) => modifierText(numbers, modifier)).join(', ');
  const die = `die ${event.die}, ${modifiers === '' ? 'no modifiers' : `${modifiers}: ${withMinus(event.total)}`}`;
  const least = totalNeeded(numbers);
  const needed = least === null ? '' : `, needs ${withMinus(least)} or more`;
  return `${leader(numbers, event.attacker)} attacks ${target}: ${die}${needed}. ${verdict(event)}`;
}

function modifierText(numbers: Scenario, modifier: Modifier): string {
  const { why, value } = modifier;
  if (why === 'ratings') return `${signed(value)} leader ratings (${modifier.attacker} against ${modifier.defender})`;
  return `${signed(value)} ${why === 'area' ? `Area Defense of ${place(numbers, modifier.area)}` : 'Richmond Defense'}`;
}

function verdict({ from, result, area }: Of<'battle'>): string {
  const isCounterattack = from === 'richmond';
  if (result !== 'retreat') return isCounterattack ? 'The counterattack fails.' : 'The attack fails.';
  if (area === 'richmond') return 'The defenses give way.';
  return isCounterattack ? 'The counterattack succeeds: the area is contested.' : 'The attack succeeds.';
}

/** The outcome of a check: as a sentence, and in the list of rolls. */
type CheckResult = readonly [sentence: string, outcome: string];

/** The words for each kind of Leadership Check. */
const CHECKS: {
  readonly [why in CheckFor]: Readonly<Record<'passed' | 'failed', CheckResult> & { tries: string }>;
} = {
  tma: {
    tries: 'tries a turning movement',
    passed: ['It succeeds.', 'succeeds'],
    failed: ['It fails, and is used up.', 'fails'],
  },
  cross: {
    tries: 'tries to cross the James',
    passed: ['He gets across.', 'gets across'],
    failed: ['He fails.', 'fails'],
  },
  counterattack: {
    tries: 'may counterattack',
    passed: ['He attacks.', 'attacks'],
    failed: ['He stays in Richmond.', 'stays'],
  },
  intercept: {
    tries: 'tries to block the way',
    passed: ['He gets there in time.', 'blocks'],
    failed: ['He’s too late.', 'too late'],
  },
};

function check({ leader: who, for: why, die, rating, passed }: Of<'check'>, numbers: Scenario): string {
  const [result] = CHECKS[why][passed ? 'passed' : 'failed'];
  const needed = rating === 1 ? '1' : `${rating} or less`;
  return `${leader(numbers, who)} ${CHECKS[why].tries}: die ${die}, needs ${needed}. ${result}`;
}

/** An order's dice in the order thrown: one for each battle and each Leadership Check. */
export function rolls(numbers: Scenario, events: readonly Event[]): Roll[] {
  const whose = (who: Leader) => (isUs(who) ? null : numbers.leaders[who].name);
  return events.flatMap((event): Roll[] => {
    if (event.type === 'battle') {
      const carried = event.result === 'retreat';
      const outcome = carried ? 'succeeds' : 'fails';
      return [{ whose: whose(event.attacker), needs: needs(battleOdds(numbers, event)), outcome, carried }];
    }
    if (event.type !== 'check') return [];
    const { leader: who, passed } = event;
    const [, outcome] = CHECKS[event.for][passed ? 'passed' : 'failed'];
    return [{ whose: whose(who), needs: needs(checkOdds(numbers, who)), outcome, carried: passed }];
  });
}

/** The faces needed. Those of a check are `1–3`, as on the sheet, and not `3 or less`. */
function needs(odds: Odds): string {
  const face = faceNeeded(odds);
  if (face === null) return 'can’t win';
  return `needs ${odds.kind === 'check' ? upTo(odds.faces) : face}`;
}
