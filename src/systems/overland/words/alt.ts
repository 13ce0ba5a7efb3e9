import { type Framing, type LastOrder, LONGEST_ALT } from '../../../game/index.ts';
import { longDate } from '../../../kit/dates.ts';
import { altText, compact, leftOut, listed, percent, plural, shortened } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, type Event, LEADERS, type Leader } from '../vocabulary.ts';
import { type OrderMarch, orderSummary } from './last-order-summary.ts';
import { areaDefenses, CLAUSES, diceOf, richmondDefenses, spans, whereabouts } from './printed-words.ts';
import { named } from './sentences.ts';

/** An owner's own names may be long, so they are shortened step by step until the text fits. */
const NAME_LENGTHS = [40, 30, 22, 16, 12, 9, 6] as const;
const SHORTEST_NAME = 6;

/** The picture in words, the most important first, within `LONGEST_ALT`. */
export function alt(view: View, moment: LastOrder<Event> | null, framing: Framing): string {
  const whole = [...sentences(view, moment, framing), lines(view)].join(' ').trim();
  if (whole.length <= LONGEST_ALT) return whole;
  const withNames = (length: number) => sentences(withShortNames(view, length), moment, framing);
  const length = NAME_LENGTHS.find((most) => withNames(most).join(' ').length < LONGEST_ALT) ?? SHORTEST_NAME;
  const said = withNames(length);
  // The movement lines are left out first, since the orders already say where Grant may go.
  const withoutLines = [...said, leftOut(['the movement lines'])].join(' ');
  if (withoutLines.length <= LONGEST_ALT) return withoutLines;
  const what = 'tables and movement lines';
  // A part with a shorter form gives way before any sentence, so the movement lines are left out.
  return altText([...said.map((sentence) => ({ forms: [sentence], what })), { forms: [lines(view), ''], what }]);
}

function withShortNames(view: View, length: number): View {
  const withShort = <T extends { readonly [id: string]: { readonly name: string } }>(all: T): T =>
    Object.fromEntries(
      Object.entries(all).map(([id, one]) => [id, { ...one, name: shortened(one.name, length) }]),
    ) as T;
  return { ...view, areas: withShort(view.areas), leaders: withShort(view.leaders) };
}

function sentences(view: View, moment: LastOrder<Event> | null, { worth, note, takenBack }: Framing): string[] {
  const last = orderSummary(view, moment);
  const arrows = richmondDefenses(view);
  const defenses = areaDefenses(view);
  return compact(
    note && (/[.?]$/.test(note) ? note : `${note}.`),
    ending(view),
    last.entries.map(({ aloud }) => `${aloud}.`),
    last.marches.map((march) => csaMarch(view, march)),
    chiefs(view),
    `${view.points} of ${view.mostPoints} Action Points left, ${longDate(view.date)}.`,
    worth !== undefined && `Winning chances ${percent(worth)}.`,
    view.turning && `${view.leaders.grant.name} has earned a turning movement.`,
    orders(view),
    AREAS.map((area) => others(view, area)),
    outOfTheGame(view),
    arrows && `Arrows into ${view.areas.richmond.name}: ${arrows}.`,
    defenses && `Area Defense: ${defenses}.`,
    `Combat results by modified die: ${spans(view)
      .map((span) => `${diceOf(span)}, ${CLAUSES[span.result]}`)
      .join('; ')}.`,
    'Ratings are in brackets.',
    takenBack !== undefined && `${takenBack}.`,
  );
}

function lines(view: View): string {
  const name = (area: Area) => view.areas[area].name;
  const from = AREAS.map((area) => {
    const to = view.lines.flatMap(([a, b]) => (a === area ? [name(b)] : []));
    return to.length > 0 && `${name(area)} to ${listed(to)}`;
  });
  const all = compact(from).join('; ');
  return all && `Lines: ${all}.`;
}

function ending(view: View): string {
  const { over } = view;
  if (over === null) return '';
  if (!over.won) return `Defeat: no Action Points are left, and ${view.areas.richmond.name} stands.`;
  const { name } = view.leaders[over.leader];
  return `Victory: ${name} ${over.how === 'james' ? 'is across the James' : `takes ${view.areas.richmond.name}`}.`;
}

/** A CSA leader's march or retreat, unless he has moved on since. */
function csaMarch(view: View, { leader, from, to }: OrderMarch): string | null {
  const { name, side, at } = view.leaders[leader];
  if (to === null || side !== 'csa' || at !== to) return null;
  return `${name} goes from ${named(view.areas[from].name)} to ${named(view.areas[to].name)}.`;
}

/** "Grant (3)": a leader and his rating. */
function rated(view: View, leader: Leader): string {
  const { name, rating } = view.leaders[leader];
  return `${name} (${rating})`;
}

/** The places of Grant and Lee, and whether they contest an area. */
function chiefs(view: View): string[] {
  const grant = view.leaders.grant.at;
  const lee = view.leaders.lee.at;
  if (grant !== null && grant === lee)
    return [`${rated(view, 'grant')} and ${rated(view, 'lee')} contest ${named(view.areas[grant].name)}.`];
  return [chief(view, 'grant', grant), chief(view, 'lee', lee)];
}

function chief(view: View, leader: Leader, at: Area | null): string {
  if (at === null) return '';
  const { name, us, csa, contested } = view.areas[at];
  const company = [...us, ...csa].filter((other) => other !== leader).map((other) => rated(view, other));
  const beside = company.length === 0 ? '' : ` with ${listed(company)}`;
  const state = contested ? ', contested' : view.leaders[leader].side === 'us' ? ', uncontested' : '';
  return `${rated(view, leader)} is ${whereabouts(at, name)}${beside}${state}.`;
}

/** The leaders of an area without Grant or Lee. */
function others(view: View, area: Area): string {
  const { name, us, csa, contested } = view.areas[area];
  const here = [...us, ...csa];
  if (here.length === 0 || here.includes('grant') || here.includes('lee')) return '';
  const who = listed(here.map((leader) => rated(view, leader)));
  if (contested) return `${who} contest ${named(name)}.`;
  return `${who} ${plural(here.length, 'is', 'are')} ${whereabouts(area, name)}.`;
}

function outOfTheGame(view: View): string {
  const gone = LEADERS.filter((leader) => view.leaders[leader].at === null && leader !== 'grant');
  return gone.length === 0 ? '' : `Out of the game: ${listed(gone.map((leader) => view.leaders[leader].name))}.`;
}

function orders(view: View): string {
  const attackers = (onRichmond: boolean) =>
    view.orders.flatMap((order) => {
      if (order.verb !== 'attack') return [];
      const { name, at } = view.leaders[order.leader];
      // In a contested area a leader attacks there. From any other he attacks Richmond.
      const attacksRichmond = at === null || !view.areas[at].contested;
      return attacksRichmond === onRichmond ? [name] : [];
    });
  const places = (areas: readonly Area[]) => areas.map((area) => named(view.areas[area].name));
  const way = (doing: string, some: readonly string[]) => some.length > 0 && `${doing} ${listed(some, ' or ')}`;
  const may = compact(
    way('attack with', attackers(false)),
    way(`attack ${view.areas.richmond.name} with`, attackers(true)),
    way('march to', places(view.mayMoveTo)),
    way('turn to', places(view.mayTurnTo)),
    view.orders.some(({ verb }) => verb === 'cross') && 'cross the James',
  );
  return may.length === 0 ? '' : `You can: ${may.join('; ')}.`;
}
