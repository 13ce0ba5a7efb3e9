import { type Ending as GameEnding, labelText, type Margin } from '../../../game/index.ts';
import { longDate, shortDate } from '../../../kit/dates.ts';
import { compact, count, listed, signed } from '../../../kit/plain-english.ts';
import type { Scenario } from '../scenario.ts';
import type { CampaignEnd, State } from '../state.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, BEFORE_THE_JAMES, LEADERS, type Leader, type Order } from '../vocabulary.ts';
import { areaDefenses, diceOf, richmondDefenses, spans, whereabouts } from './printed-words.ts';
import { actionPoints, leader, place } from './sentences.ts';

/** The campaign's ending [III] in words. */
export function ending(numbers: Scenario, state: State): GameEnding | null {
  if (state.over === null) return null;
  const headline = headlineOf(state.over, (who) => leader(numbers, who));
  if (!state.over.won) {
    const end = 'The last Action Point is spent. Richmond wasn’t taken, and nobody crossed the James.';
    return { headline, reason: `${end} ${chiefs(numbers, state)} [III]` };
  }
  const left = state.points === 0 ? 'on the last Action Point' : `with ${actionPoints(state.points)} to spare`;
  const what =
    state.over.how === 'richmond'
      ? 'The capture of Richmond'
      : `Grant’s crossing of the James from ${place(numbers, BEFORE_THE_JAMES)}`;
  return { headline, reason: `${what} wins the game, ${left}. [III]` };
}

/** The Action Points left over measure how clear the victory was. */
export function margin({ over, points }: State): Margin | null {
  return over?.won ? { size: points, words: `${actionPoints(points)} to spare` } : null;
}

/** Grant's progress and Lee's place. */
function chiefs(numbers: Scenario, { us: { grant }, csa: { lee } }: State): string {
  const [us, csa] = [leader(numbers, 'grant'), leader(numbers, 'lee')];
  if (lee === grant) return `${us} and ${csa} still contest ${place(numbers, grant)}.`;
  const at = (area: Area) => whereabouts(area, numbers.areas[area].name);
  return `${us} is ${at(grant)}${lee === null ? '' : `, ${csa} ${at(lee)}`}.`;
}

function headlineOf(over: CampaignEnd, name: (leader: Leader) => string): string {
  if (!over.won) return 'Richmond stands. The campaign is lost.';
  const who = name(over.leader);
  return `${over.how === 'richmond' ? `Richmond has fallen to ${who}` : `${who} is across the James`}. The campaign is won.`;
}

/** "7 May, 9 Action Points left" */
export function when({ points, date }: View): string {
  return `${shortDate(date)}, ${actionPoints(points)} left`;
}

/** Points and date in one line. */
export function summary({ points, date }: View): string {
  return `**${actionPoints(points)}** left · ${longDate(date)}`;
}

/** The whole position in words, with the odds of the legal orders if wanted. Markdown, below 2,000 characters. */
export function text(view: View, odds: boolean): string {
  const standing = AREAS.filter((area) => view.areas[area].us.length + view.areas[area].csa.length > 0);
  const gone = (side: 'us' | 'csa') =>
    LEADERS.flatMap((who) => {
      const { name, side: own, at } = view.leaders[who];
      return own === side && at === null ? [name] : [];
    });
  const { over } = view;
  return compact(
    `**Overland** · ${view.variant.name} · ${longDate(view.date)} · **${actionPoints(view.points)}** of ${view.mostPoints} left`,
    over && `**${headlineOf(over, (who) => view.leaders[who].name)}**`,
    choiceLines(view, odds),
    view.turning && `${view.leaders.grant.name} has earned a turning movement.`,
    !over && [goalLine(view), valleyLine(view)],
    `**Losses so far:** leaders out of the game: ${listed(gone('csa')) || 'none'}. Troops aren’t counted.`,
    '**Where they stand:**',
    standing.map((area) => `- ${areaLine(view, area)}`),
    gone('us').map((name) => `- Across the James: ${name}`),
    '- Nobody is anywhere else.',
    `**Lines:** ${view.lines.map(([a, b]) => `${view.areas[a].name} – ${view.areas[b].name}`).join('; ')}.`,
    `**Arrows into Richmond:** ${richmondDefenses(view)}. **Area Defenses:** ${areaDefenses(view) || 'none'}.`,
    `**Combat results:** ${table(view)}.`,
  ).join('\n');
}

function choiceLines(view: View, odds: boolean): readonly string[] {
  if (view.choices.length === 0) return [];
  return [
    `**Your turn: orders you can give${odds ? ', with the roll you need' : ''}:**`,
    ...view.choices.map((choice, at) => `- ${labelText(choice, odds)}${odds ? dieWords(view, view.orders[at]) : ''}`),
    `Attacks, turning movements and crossings cost ${actionPoints(view.rollPrice)} each; marches are free.`,
  ];
}

/** The modifiers of an attack's die [VII.D.3]: " (no modifiers)", " (ratings −1, Area Defense −1)". */
function dieWords({ leaders, areas }: View, order: Order | undefined): string {
  if (order?.verb !== 'attack') return '';
  const { at, rating } = leaders[order.leader];
  if (at === null) return '';
  const here = areas[at];
  const defenders = here.contested ? here.csa : areas.richmond.csa;
  const difference = rating - Math.max(0, ...defenders.map((who) => leaders[who].rating));
  const ground = here.contested ? here.defense : (here.richmond ?? 0);
  const added = compact(
    difference !== 0 && `ratings ${signed(difference)}`,
    ground !== 0 && `${here.contested ? 'Area Defense' : 'the arrow'} ${signed(ground)}`,
  );
  return ` (${added.join(', ') || 'no modifiers'})`;
}

/** Whether points can still be won back [IX.C]. */
function valleyLine({ valley, leaders, areas }: View): string {
  const { name, at } = leaders.breckinridge;
  if (at === null) return `${areas.valley.name} has been won: no more points can be won back.`;
  if (valley === 0) return '';
  return `Beating ${name} ${whereabouts('valley', areas.valley.name)} wins back ${count(valley, 'point')}, once.`;
}

/** The conditions of victory and defeat, and Grant's distance from the goal. */
function goalLine(view: View): string {
  const { areas, leaders } = view;
  const way = wayToRichmond(view);
  const grant = leaders.grant.name;
  const far =
    way === null
      ? ''
      : way.length === 0
        ? ` ${grant} is next to ${areas.richmond.name}.`
        : ` ${grant}’s shortest way is by ${listed(way.map((area) => areas[area].name))}, then ${areas.richmond.name}.`;
  return `**How you win:** take ${areas.richmond.name}, or get ${grant} across the James from ${areas[BEFORE_THE_JAMES].name}. You lose if you’ve done neither when the last Action Point is spent, on ${shortDate(view.track[0] as string)}.${far}`;
}

/** The areas Grant passes on the way to one with an arrow into Richmond; `null` if he is off the map or has no way. */
function wayToRichmond({ areas, leaders, lines }: View): readonly Area[] | null {
  const start = leaders.grant.at;
  if (start === null) return null;
  const ways: (readonly Area[])[] = [[start]];
  const met = new Set<Area>([start]);
  for (const way of ways) {
    const at = way.at(-1) as Area;
    if (areas[at].richmond !== null) return way.slice(1);
    for (const [one, other] of lines) {
      const to = one === at ? other : other === at ? one : null;
      if (to === null || met.has(to)) continue;
      met.add(to);
      ways.push([...way, to]);
    }
  }
  return null;
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
  turning: 'fails, but Grant earns a turning movement if he attacked Lee in a contested area',
  retreat: 'the defender retreats',
} as const;

function table(view: View): string {
  return spans(view)
    .map((span) => `${diceOf(span, 'to')}: ${RESULT_WORDS[span.result]}`)
    .join('; ');
}
