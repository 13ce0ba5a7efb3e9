import { labelText, type Margin, type Outcome } from '../../../game/index.ts';
import { longDate, shortDate } from '../../../kit/dates.ts';
import { withMinus } from '../../../kit/plain-english.ts';
import type { Scenario } from '../scenario.ts';
import type { Ending, State } from '../state.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, BEFORE_THE_JAMES, LEADERS, type Leader, US } from '../vocabulary.ts';
import { areaDefenses, richmondDefenses, whereabouts } from './printed-words.ts';
import { leader, place, pointsLeft } from './sentences.ts';

/** How the campaign ended [III], in words. */
export function outcome(numbers: Scenario, state: State): Outcome | null {
  if (state.over === null) return null;
  const headline = headlineOf(state.over, (who) => leader(numbers, who));
  if (!state.over.won) {
    return {
      winner: null,
      headline,
      reason:
        'The last Action Point is spent. Richmond wasn’t taken, and nobody crossed the James. ' +
        `${chiefs(numbers, state)} [III]`,
    };
  }
  const left = state.points === 0 ? 'on the last Action Point' : `with ${pointsLeft(state.points)} to spare`;
  const what =
    state.over.how === 'richmond'
      ? 'The capture of Richmond'
      : `Grant’s crossing of the James from ${place(numbers, BEFORE_THE_JAMES)}`;
  return { winner: US, headline, reason: `${what} wins the game, ${left}. [III]` };
}

/** How clearly it was won: by what was left of the Action Points. */
export function margin({ over, points }: State): Margin | null {
  return over?.won ? { size: points, words: `${pointsLeft(points)} to spare` } : null;
}

/** How far Grant has come, and where Lee is. */
function chiefs(numbers: Scenario, { us: { grant }, csa: { lee } }: State): string {
  const [he, other] = [leader(numbers, 'grant'), leader(numbers, 'lee')];
  if (lee === grant) return `${he} and ${other} still contest ${place(numbers, grant)}.`;
  return `${he} is ${whereabouts(grant, numbers.areas[grant].name)}${lee === null ? '' : `, ${other} ${whereabouts(lee, numbers.areas[lee].name)}`}.`;
}

function headlineOf(over: Ending, name: (leader: Leader) => string): string {
  if (!over.won) return 'Richmond stands. The campaign is lost.';
  return over.how === 'richmond'
    ? `Richmond has fallen to ${name(over.leader)}. The campaign is won.`
    : `${name(over.leader)} is across the James. The campaign is won.`;
}

/** "7 May, 9 Action Points left" */
export function when({ points, date }: View): string {
  return `${shortDate(date)}, ${pointsLeft(points)} left`;
}

/** Points and date in one line. */
export function summary({ points, date }: View): string {
  return `**${pointsLeft(points)}** left · ${longDate(date)}`;
}

/** The whole position in words: everything the picture shows, the odds of the open orders if they are wanted. Markdown, below 2,000 characters. */
export function text(view: View, odds: boolean): string {
  const standing = AREAS.filter((area) => view.areas[area].us.length + view.areas[area].csa.length > 0);
  const off = LEADERS.filter((who) => view.leaders[who].at === null);
  const gone = (side: 'us' | 'csa') =>
    off.filter((who) => view.leaders[who].side === side).map((who) => view.leaders[who].name);
  return [
    `**Overland** · ${view.variant.name} · ${longDate(view.date)} · **${pointsLeft(view.points)}** of ${view.mostPoints} left`,
    ...(view.over ? [`**${headlineOf(view.over, (who) => view.leaders[who].name)}**`] : []),
    ...standing.map((area) => `- ${areaLine(view, area)}`),
    ...gone('us').map((name) => `- Across the James: ${name}`),
    ...gone('csa').map((name) => `- Out of the game: ${name}`),
    ...(view.turning ? [`${view.leaders.grant.name} has earned a turning movement.`] : []),
    ...(view.choices.length > 0
      ? [
          `**Orders you can give${odds ? ', with the roll you need' : ''}:**`,
          ...view.choices.map((choice) => `- ${labelText(choice, odds)}`),
        ]
      : []),
    `**Lines:** ${view.lines.map(([a, b]) => `${view.areas[a].name} – ${view.areas[b].name}`).join('; ')}.`,
    `**Arrows into Richmond:** ${richmondDefenses(view)}. **Area Defenses:** ${areaDefenses(view) || 'none'}.`,
    `**Combat results:** ${table(view)}.`,
    `The campaign ends on ${shortDate(view.track[0] as string)}.`,
  ].join('\n');
}

function areaLine(view: View, area: Area): string {
  const { name, us, csa, contested } = view.areas[area];
  const side = (leaders: readonly Leader[]) =>
    leaders.map(
      (who) => `${view.leaders[who].name} (${view.leaders[who].side.toUpperCase()} ${view.leaders[who].rating})`,
    );
  return `${name}: ${[...side(us), ...side(csa)].join(' and ')}${contested ? ', **contested**' : ''}`;
}

const RESULT_WORDS = {
  nothing: 'fails',
  turning: 'fails, but Grant may earn a turning movement',
  retreat: 'the defender retreats',
} as const;

function table(view: View): string {
  let from: number | null = null;
  return view.combatResults
    .map(({ upTo, result }) => {
      const rolls = range(from, upTo);
      from = upTo === null ? null : upTo + 1;
      return `${rolls}: ${RESULT_WORDS[result]}`;
    })
    .join('; ');
}

/** A row of the table, its ends included; null: open at that end. */
function range(from: number | null, upTo: number | null): string {
  if (from === null) return upTo === null ? 'any die' : `${withMinus(upTo)} or less`;
  if (upTo === null) return `${withMinus(from)} or more`;
  return from === upTo ? withMinus(from) : `${withMinus(from)} to ${withMinus(upTo)}`;
}
