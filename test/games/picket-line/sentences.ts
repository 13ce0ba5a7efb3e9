import type { Choice, Ending, Label, OpenSlot, Question, Refusal, Viewer } from '../../../src/game/index.ts';
import { maySee, outcome, type View } from './rules.ts';
import {
  type Data,
  type EachSide,
  type Event,
  type Order,
  type Shown,
  SIDES,
  type Side,
  type State,
} from './vocabulary.ts';

const ARMY: EachSide<string> = { union: 'Federals', confederate: 'Confederates' };

export function army(side: Side): string {
  return ARMY[side];
}

function nameOf(data: Data, card: string): string {
  return (data.regiments.union[card] ?? data.regiments.confederate[card])?.name ?? card;
}

function names(data: Data, cards: readonly string[]): string {
  return listed(cards.map((card) => `the ${nameOf(data, card)}`));
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function plural(count: number, one: string, many: string): string {
  return count === 1 ? `one ${one}` : `${count || 'no'} ${many}`;
}

/** The question to a side. */
export function promptOf(data: Data, { battle, road }: State): string {
  return battle
    ? `The ${army(battle.winner)} are on the road. Throw in one more regiment, or yield it?`
    : `Whom do you send to ${data.roads[road]}?`;
}

const VERBS: { readonly [verb: string]: Omit<Choice, 'value'> } = {
  commit: { label: 'Commit a regiment' },
  stand: { label: 'Stand', hint: 'add a regiment to your side' },
  yield: { label: 'Yield the road' },
};

export function question(data: Data, state: State, seat: string, open: OpenSlot): Question {
  const prompts: { readonly [slot: string]: string } = {
    regiment: 'Which regiment?',
    reserves: 'Who stands behind it, each for 1?',
  };
  const words = (value: string): Omit<Choice, 'value'> => {
    const regiment = data.regiments[seat as Side]?.[value];
    return regiment ? { label: regiment.name, hint: `strength ${regiment.strength}` } : { label: value };
  };
  return {
    ...open,
    prompt: prompts[open.slot] ?? promptOf(data, state),
    choices: open.choices.map(({ value }) => ({ value, ...(VERBS[value] ?? words(value)) })),
  };
}

/** How the game ended. */
export function ending(data: Data, state: State): Ending | null {
  const end = outcome(data, state);
  const { union, confederate } = state.taken;
  const reason = `The Union holds ${union} of ${data.roads.length} roads, the Confederacy ${confederate}.`;
  if (!end) return null;
  const headline = end.winner ? `The ${army(end.winner)} hold the picket line.` : 'The picket line stays where it was.';
  return { headline, reason };
}

export function label(data: Data, order: Order): Label {
  switch (order.verb) {
    case 'commit': {
      const behind = (order.reserves ?? []).map((card) => nameOf(data, card));
      const reserves = behind.length ? ` with ${listed(behind)}` : '';
      return { text: `Send ${nameOf(data, order.regiment)}${reserves}`, tone: 'attack' };
    }
    case 'stand':
      return { text: `Stand with ${nameOf(data, order.regiment)}`, tone: 'bold' };
    case 'yield':
      return { text: 'Yield the road', tone: 'plain' };
    default:
      return order satisfies never;
  }
}

export function describe(data: Data, order: Order, viewer: Viewer, by: string): string {
  switch (order.verb) {
    case 'commit': {
      if (viewer !== by && viewer !== 'referee') return 'seals an order';
      const behind = order.reserves ?? [];
      return `sends ${names(data, [order.regiment])}${behind.length ? `, ${names(data, behind)} behind` : ''}`;
    }
    case 'stand':
      return `throws in ${names(data, [order.regiment])}`;
    case 'yield':
      return 'yields the road';
    default:
      return order satisfies never;
  }
}

export function tell(data: Data, event: Event, viewer: Viewer): string | null {
  switch (event.type) {
    case 'opened':
      return `The pickets move up to ${data.roads[event.road]}.`;
    case 'drew':
      if (!maySee(viewer, event.side) || event.regiments.length === 0) return null;
      return `The ${army(event.side)} draw ${names(data, event.regiments)}.`;
    case 'sealed':
      if (!maySee(viewer, event.side)) return `The ${army(event.side)} have sealed their orders.`;
      return `Sealed for the ${army(event.side)}: ${describe(data, event.commitment, event.side, event.side)}.`;
    case 'revealed': {
      const shown = (side: Side) => `the ${army(side)} show ${force(data, event.shown[side])}`;
      return `The orders are opened: ${listed(SIDES.map(shown))}.`;
    }
    case 'tied': {
      const winner = event.winner ? `the ${army(event.winner)} are first on the road` : 'both sides fall back';
      return `Even strength; the die shows ${event.die}: ${winner}.`;
    }
    case 'stood': {
      const turned = event.strength > event.against ? 'and turn the battle' : 'and still fall short';
      return `The ${army(event.side)} throw in ${names(data, [event.regiment])}, ${event.strength} to ${event.against}, ${turned}.`;
    }
    case 'taken': {
      const road = data.roads[event.road];
      return event.side ? `The ${army(event.side)} take ${road}.` : `Nobody holds ${road}.`;
    }
    default:
      return event satisfies never;
  }
}

function force(data: Data, { regiment, reserves, strength }: Shown): string {
  return `${names(data, [regiment])} with ${plural(reserves, 'reserve', 'reserves')}, ${strength} in all`;
}

export function refusal(data: Data, { code, rule, facts, instead }: Refusal): string {
  const first = instead[0] as Order | undefined;
  const offer = first ? ` You may, for one: ${label(data, first).text}.` : '';
  const cited = rule ? ` [${rule}]` : '';
  return `${why(data, code, facts)}${cited}${offer}`;
}

function why(data: Data, code: string, facts: Refusal['facts']): string {
  switch (code) {
    case 'over':
      return 'The game is over.';
    case 'wait':
      return 'Nothing is asked of you until the other side has spoken.';
    case 'not-now':
      return 'That is not what is asked now.';
    case 'not-in-hand':
      return `You do not hold the ${nameOf(data, String(facts.regiment))}.`;
    case 'reserves':
      return `Name up to ${facts.most} other regiments of your hand as reserves, each once.`;
    case 'unknown':
      return `Picket Line has no ${facts.slot} by the name of "${facts.given}".`;
    case 'missing':
      return `The order is missing its ${facts.slot}.`;
    default:
      return `A ${facts.verb} order has no ${facts.slot}, or only one.`;
  }
}

export function summary({ road, roads, taken }: View): string {
  const score = `Federals ${taken.union}, Confederates ${taken.confederate}`;
  return road < roads.length ? `Road ${road + 1} of ${roads.length}, ${roads[road]}. ${score}.` : `Over. ${score}.`;
}

/** The cards that lie open after the last fight for a road. */
function open({ shown }: View): string[] {
  if (shown === null) return [];
  const force = (side: Side) => {
    const { name, reserves, strength } = shown[side];
    return `the ${army(side)} the ${name} with ${plural(reserves, 'reserve', 'reserves')}, ${strength} in all`;
  };
  return [`Shown last: ${listed(SIDES.map(force))}.`];
}

export function text(view: View): string {
  const sides = SIDES.map((side) => {
    const { cards, deck, sealed, hand } = view.sides[side];
    const held = hand?.length ? `: ${listed(hand.map(({ name, strength }) => `${name} (${strength})`))}` : '';
    const orders = sealed ? ', orders sealed' : '';
    return `The ${army(side)} hold ${plural(cards, 'regiment', 'regiments')}${held}; ${deck} to draw${orders}.`;
  });
  const { battle } = view;
  const fight = battle
    ? [
        `The ${army(battle.winner)} are ahead, ${Math.max(...Object.values(battle.strength))} to ${Math.min(...Object.values(battle.strength))}.`,
      ]
    : [];
  return [summary(view), ...open(view), ...fight, ...sides].join('\n');
}
