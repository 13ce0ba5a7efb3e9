import REFUSALS from '../../../../assets/overland/refusals.json' with { type: 'json' };
import {
  type Draft,
  type Label,
  type OpenSlot,
  type Question,
  type Refusal,
  refuse,
  type VerbSpec,
} from '../../../game/index.ts';
import { refusalInWords } from '../../../kit/fact-sentences.ts';
import { choice } from '../../../kit/order-rules.ts';
import { compact, listed, quoted, signed } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { attackBy, battleOdds, checkOdds, faceNeeded, type Odds } from '../rules/attack-odds.ts';
import { asText, notAnOrder } from '../rules/legality.ts';
import { answerOfLee } from '../rules/order-progress.ts';
import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import {
  AREAS,
  type Area,
  LEADERS,
  type Leader,
  type Order,
  US,
  US_LEADERS,
  type UsLeader,
  type Verb,
} from '../vocabulary.ts';
import { leader, place } from './sentences.ts';

const TO = [{ slot: 'to', summary: 'Where to' }];
const VERB_SPECS: readonly VerbSpec[] = [
  { verb: 'attack', summary: 'Attack with a leader', slots: [{ slot: 'leader', summary: 'Who attacks' }] },
  { verb: 'move', summary: 'March with Grant', slots: TO },
  { verb: 'tma', summary: 'Turn Lee’s flank, if Grant has earned a turning movement', slots: TO },
  { verb: 'cross', summary: 'Try to cross the James from Savage Station', slots: [] },
];

export const ABOUT = {
  title: 'Overland',
  tagline: 'Grant against Lee, May 1864: take Richmond or cross the James. The channel plays the Union.',
  seats: [{ id: US, name: 'Union' }],
  verbs: VERB_SPECS,
};

export const PROMPT = 'Your order, General.';

/** Reads an order from ids or names in any case. It refuses only what it cannot understand, not an illegal order. */
export function parse(numbers: Scenario, { verb, ...slots }: Draft): Order | Refusal {
  const read = Object.entries(slots).map(([slot, value]) => {
    const text = asText(value);
    if (slot === 'leader') return [slot, idIn(LEADERS, (id) => numbers.leaders[id].name, text)];
    return [slot, slot === 'to' ? idIn(AREAS, (id) => numbers.areas[id].name, text) : text];
  });
  const order: Draft = { verb: asText(verb), ...Object.fromEntries(read) };
  const reason = notAnOrder(order);
  return reason === null ? (order as Order) : refuse(reason.code, reason.rule, reason.facts);
}

/** The id that a text names, with or without its article, or else the text itself. */
function idIn<Id extends string>(ids: readonly Id[], name: (id: Id) => string, text: string): string {
  const plain = (typed: string) => nameKey(typed).replace(/^the/, '');
  return ids.find((id) => [id, name(id)].some((one) => plain(one) === plain(text))) ?? text;
}

const VERB_LABELS: { readonly [verb in Verb]: string } = {
  attack: 'Attack',
  move: 'March with Grant',
  tma: 'Turning movement',
  cross: 'Cross the James',
};

/** The prompt of the slot that each verb asks for, and the hint beside each of its values. */
const QUESTIONS: {
  readonly [verb in Verb]?: readonly [prompt: string, hint: (numbers: Scenario, state: State, value: never) => string];
} = {
  attack: ['Who attacks?', attackHint],
  move: [
    'Where does Grant march?',
    (numbers, state, to: Area) => compact('costs nothing', leeHint(numbers, state, to)).join(', '),
  ],
  tma: ['Where does Grant turn to?', (numbers) => oddsHint(checkOdds(numbers, 'grant'))],
};

/** The question for an open slot. */
export function question(numbers: Scenario, state: State, draft: Draft, { slot, choices }: OpenSlot): Question {
  const values = choices.map(({ value }) => value);
  if (slot === 'verb') {
    const labels = values.map((value) => choice(value, VERB_LABELS[value as Verb]));
    return { slot, prompt: 'What is your order?', choices: labels };
  }
  const [prompt, hint] = QUESTIONS[draft.verb as Verb] as NonNullable<(typeof QUESTIONS)[Verb]>;
  const name = (id: string) => (slot === 'to' ? numbers.areas[id as Area] : numbers.leaders[id as Leader]).name;
  return { slot, prompt, choices: values.map((id) => choice(id, name(id), hint(numbers, state, id as never))) };
}

const MODIFIERS = { ratings: 'ratings', area: 'Area Defense', richmond: 'Richmond Defense' } as const;

/** Such as `−1 Area Defense, needs 6, 1 in 6`: short enough for a list. */
function attackHint(numbers: Scenario, state: State, attacker: UsLeader): string {
  const battle = attackBy(numbers, state, attacker);
  const modifiers = battle.modifiers.map(({ why, value }) => `${signed(value)} ${MODIFIERS[why]}`);
  return [...modifiers, oddsHint(battleOdds(numbers, battle))].join(', ');
}

/** `needs 5+, 2 in 6` */
function oddsHint(odds: Odds): string {
  const face = faceNeeded(odds);
  return face === null ? 'can’t win, 0 in 6' : `needs ${face}, ${odds.faces} in 6`;
}

const LEE = { there: 'is there', follows: 'follows', 'may-come': 'may block' } as const;

/** Lee's answer to a march, such as `Lee may block`; `null` if he does nothing. */
function leeHint(numbers: Scenario, state: State, to: Area): string | null {
  const answer = answerOfLee(numbers, state, to);
  return answer && `${leader(numbers, 'lee')} ${LEE[answer]}`;
}

const LABELS: WordsFor<'verb', Order, [Scenario, State], Label> = {
  attack(order, numbers, state) {
    const battle = attackBy(numbers, state, order.leader);
    const target = battle.area === 'richmond' ? 'Richmond' : leader(numbers, battle.defender);
    const text = `${leader(numbers, order.leader)} attacks ${target}`;
    return { text, tone: 'attack', ...chance(battleOdds(numbers, battle)) };
  },
  move: ({ to }, numbers, state) => ({
    text: compact(`March to ${place(numbers, to)}`, leeHint(numbers, state, to)).join(' · '),
    tone: 'move',
  }),
  tma: ({ to }, numbers) => ({ text: `Turn to ${place(numbers, to)}`, tone: 'bold', ...grantsChance(numbers) }),
  cross: (_, numbers) => ({ text: 'Cross the James', tone: 'bold', ...grantsChance(numbers) }),
};

export function label(numbers: Scenario, state: State, order: Order): Label {
  return LABELS[order.verb](order as never, numbers, state);
}

function grantsChance(numbers: Scenario) {
  return chance(checkOdds(numbers, 'grant'));
}

function chance(odds: Odds) {
  return { odds: faceNeeded(odds) ?? 'can’t win', chance: `${odds.faces} in 6` };
}

const DESCRIBED: WordsFor<'verb', Order, [Scenario]> = {
  attack: (order, numbers) => `orders ${leader(numbers, order.leader)} to attack`,
  move: ({ to }, numbers) => `sends ${leader(numbers, 'grant')} to ${place(numbers, to)}`,
  tma: ({ to }, numbers) => `orders a turning movement to ${place(numbers, to)}`,
  cross: () => 'orders the crossing of the James',
};

/** Follows the name of the member who gave the order. */
export function describe(numbers: Scenario, order: Order): string {
  return DESCRIBED[order.verb](order as never, numbers);
}

/** The reason and its paragraph, then what can be done instead, as worded on the buttons. */
export function refusal(numbers: Scenario, refused: Refusal): string {
  const leaders = listed(US_LEADERS.map((who) => leader(numbers, who)));
  const areas = listed(AREAS.map((area) => place(numbers, area)));
  // A member's own text stays as it is.
  const named = Object.entries(refused.facts).map(([key, fact]) => [
    key,
    key === 'given' ? fact : nameOf(numbers, fact),
  ]);
  const words = { sentences: REFUSALS.sentences, kinds: { typed: quoted, where: inOrAt }, verbs: [] };
  const facts = { ...Object.fromEntries(named), leaders, areas };
  const instead = alternatives(numbers, refused.instead as readonly Order[]);
  return refusalInWords({ ...refused, facts }, words, () => `You can ${instead}.`);
}

/** The name of the leader or area whose id a fact is; any other fact unchanged. */
function nameOf(numbers: Scenario, fact: string | number): string | number {
  if (AREAS.some((area) => area === fact)) return place(numbers, fact as Area);
  return LEADERS.some((who) => who === fact) ? leader(numbers, fact as Leader) : fact;
}

/** `in the Wilderness` or `at Ashland`, from an area's name in a sentence. */
function inOrAt(area: string): string {
  return `${area.startsWith('the ') ? 'in' : 'at'} ${area}`;
}

function alternatives(numbers: Scenario, orders: readonly Order[]): string {
  const way = (verb: Verb, doing: string) => {
    const objects = orders.flatMap((order) => {
      if (order.verb !== verb) return [];
      return order.verb === 'attack' ? leader(numbers, order.leader) : 'to' in order ? place(numbers, order.to) : '';
    });
    return objects.length > 0 && `${doing} ${listed(objects, ' or ')}`.trim();
  };
  const ways = compact(
    way('attack', 'attack with'),
    way('move', 'march to'),
    way('tma', 'turn to'),
    way('cross', 'cross the James'),
  );
  // A way can contain an "or" itself, so a comma separates them.
  return listed(ways, ', or ');
}
