import COMMANDS from '../../../../assets/sam-grant/commands.json' with { type: 'json' };
import REFUSALS from '../../../../assets/sam-grant/refusals.json' with { type: 'json' };
import { type Draft, type Label, LONGEST_LABEL, type Refusal, type Viewer } from '../../../game/index.ts';
import { type KindWords, refusalInWords, youCanOrder } from '../../../kit/fact-sentences.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { one } from '../../../kit/order-rules.ts';
import { compact, count, grouped, listed, plural, quoted, shortened } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { ORDERS } from '../rules/legality.ts';
import type { RefusalCode } from '../rules/moment.ts';
import { legsOf } from '../rules/movement/reach.ts';
import type { Theatre } from '../theatre.ts';
import {
  type BlockId,
  CARDS,
  type Card,
  type Event,
  isSide,
  LEGS,
  MODES,
  type Mode,
  type Order,
  type Stance,
  VERBS,
  type Verb,
} from '../vocabulary.ts';
import {
  blockBriefly,
  blockName,
  blockNames,
  cardInWords,
  cardName,
  cutWords,
  findBlock,
  findPlace,
  MODE_WORDS,
  offerWords,
  readMoveLine,
  STANCES,
  sideName,
  stanceWords,
} from './names.ts';

export const { seats, verbs, games, war } = COMMANDS;

export const MACHINE_SUMMARY = 'It goes for cities, guards its own, and attacks where it has the numbers.';

export function verbLabel(verb: Verb): string {
  return COMMANDS.labels[verb];
}

/** Answers other than places. */
export const ANSWERS = {
  any: { value: 'any', label: 'The best hex', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;

const TONES: { readonly [verb in Verb]?: Label['tone'] } = {
  move: 'move',
  strategic: 'move',
  regroup: 'move',
  battle: 'attack',
  'battle-plan': 'attack',
  fire: 'attack',
  lose: 'plain',
  decline: 'plain',
  done: 'plain',
};

export function label(theatre: Theatre, order: Order): Label {
  return { text: orderText(theatre, order), tone: TONES[order.verb] ?? 'bold' };
}

/**
 * An order short enough for a button: with the names of blocks, else with their beginnings. No two orders read alike.
 */
export function orderText(theatre: Theatre, order: Order): string {
  const short = (name: typeof blockName) =>
    worded(
      order,
      (ids) => listed(ids.map((id) => name(theatre, id))),
      (hex) => hex,
    );
  const brief = short(blockBriefly);
  const forms = [fullOrderText(theatre, order), short(blockName), brief];
  const fits = forms.find(({ length }) => length <= LONGEST_LABEL);
  return fits ?? `${shortened(brief, LONGEST_LABEL - 7)} ${hashOf(JSON.stringify(order))}`;
}

export function fullOrderText(theatre: Theatre, order: Order): string {
  return worded(
    order,
    (ids) => blockNames(theatre, ids, 50),
    (hex) => hexBriefly(theatre, hex),
  );
}

type Names = (ids: readonly BlockId[]) => string;
type Place = (hex: string) => string;

function worded(order: Order, names: Names, place: Place): string {
  return LABELS[order.verb](order as never, names, place);
}

const LABELS: WordsFor<'verb', Order, [names: Names, place: Place]> = {
  cut: ({ cards }) => `Cut the deck: ${cutWords(cards)}`,
  card: ({ card }) => `Play ${cardName(card)}`,
  supply({ steps = [], west = [] }, names) {
    // The same blocks can be given the step for the West or Georgia [11.4] as that of any place.
    const parts = compact(stepNames(names, steps), west.length > 0 && `west ${stepNames(names, west)}`);
    return `Steps: ${parts.join('; ')}`;
  },
  move: (order, names, place) => `${place(order.from)}: ${legWords(order, names)}`,
  strategic: ({ mode, from, to, blocks }, names, place) =>
    `${names(blocks)} ${MODE_WORDS[mode].by} from ${place(from)} to ${place(to)}`,
  build: ({ block, hex }, names, place) => `Build ${names([block])} at ${place(hex)}`,
  bragg: ({ hex }, _, place) => `Bring Bragg in at ${place(hex)}`,
  battle: ({ hex }, _, place) => `Fight at ${place(hex)} next`,
  'plan-ahead': ({ hex, ...order }, names, place) =>
    worded({ ...order, verb: 'battle-plan' }, names, place).replace(/^Plan/, `Plan for ${place(hex)}`),
  'battle-plan': ({ main, stance, retreat = 'any', spare = [], regroup = 'stay' }, names) =>
    compact(
      `Plan: ${stanceWords(stance)}`,
      main && `main attack from ${main}`,
      retreat !== 'any' && `retreat ${retreat.includes(' ') ? 'hexes' : 'hex'} ${retreat.split(' ').join(', then ')}`,
      spare.length > 0 && `spare ${names(spare)}`,
      regroup !== 'stay' && (regroup === 'ask' ? 'regroup: ask me' : `regroup to ${regroup}`),
    ).join(', '),
  fire: ({ leave }, names) =>
    leave.length === 0 ? 'All fire' : `${names(leave)} ${plural(leave.length, 'retreats', 'retreat')}, any others fire`,
  regroup: (order, names) => (order.to.length === 0 ? 'They stay' : `Regroup: ${legWords(order, names)}`),
  lose: ({ blocks }, names) => `${names(blocks)} ${plural(blocks.length, 'loses a step', 'lose a step each')}`,
  offer: ({ give = [], take = [] }, names) => offerWords('Give', 'Ask for', names(give), names(take)),
  accept: () => 'Accept the exchange',
  decline: () => 'Decline the exchange',
  done: () => 'Done',
};

/** "McCook to 2107, Buell cavalry to 2108 via 2107" */
export function legWords(order: Order, names: Names, between = ' to '): string {
  return legsOf(order)
    .map(({ to, blocks }) => `${names(blocks)}${between}${to.replace(' by ', ' via ')}`)
    .join(', ');
}

/** "Porter +2", "Hooker +1"; the second step of a block without its first: "Porter again". */
function stepNames(names: Names, steps: readonly string[]): string {
  return grouped(steps, (step) => step.split('+')[0] ?? '')
    .map(([id, given]) => {
      const isSecond = given.length === 1 && given[0]?.includes('+');
      return `${names([id])} ${isSecond ? 'again' : `+${given.length}`}`;
    })
    .join(', ');
}

/** Tells apart orders that a button has no room for. */
function hashOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) >>> 0;
  return `#${hash.toString(36).slice(-5)}`;
}

/** Orders as others read of them. `own` says that the viewer is of the side that gave the order. */
const DESCRIBED: WordsFor<'verb', Order, [theatre: Theatre, own: boolean, names: Names]> = {
  cut: ({ cards }, _, own) => `cuts the deck${own ? `: ${cutWords(cards)}` : ''}`,
  card: ({ card }, _, own) => `chooses ${own ? cardInWords(card) : 'a card'}`,
  supply({ steps = [], west = [] }, theatre, own) {
    if (!own) return 'uses a Supply card';
    const blocks = [...steps, ...west].map((step) => step.replace(/\+\d$/, ''));
    const given = stepsByBlock(theatre, blocks).map(([name, number]) => `${count(number, 'step')} to ${name}`);
    return `gives ${listed(given) || 'no steps'}`;
  },
  move(order, theatre, _, names) {
    const place = (to: string) => {
      const [hex = '', by = order.from] = to.split(' by ');
      return `${hexLabel(theatre, hex)}${by === order.from ? '' : ` via ${by}`}`;
    };
    const legs = legsOf(order).map(({ to, blocks }) => `${names(blocks)} to ${place(to)}`);
    return `marches from ${hexLabel(theatre, order.from)}: ${legs.join('; ')}`;
  },
  strategic: ({ mode, from, to, blocks }, theatre, _, names) =>
    `sends ${names(blocks)} ${MODE_WORDS[mode].by} from ${hexLabel(theatre, from)} to ${hexLabel(theatre, to)}`,
  build: ({ block, hex }, theatre, own) =>
    `builds ${own ? blockName(theatre, block) : 'a block'} at ${hexLabel(theatre, hex)}`,
  bragg: ({ hex }, theatre) => `brings Bragg’s corps in at ${hexLabel(theatre, hex)}`,
  battle: ({ hex }, theatre) => `chooses the battle at ${hexLabel(theatre, hex)}`,
  'plan-ahead': ({ hex, stance }, theatre, own) =>
    `${own ? `plans to ${stanceWords(stance)}` : 'makes a battle plan'} at ${hexLabel(theatre, hex)}`,
  'battle-plan'({ stance }, _, own) {
    if (!own) return 'makes a battle plan';
    return stance === 'ask' ? 'wants to be asked each time' : `plans to ${stanceWords(stance)}`;
  },
  fire: ({ leave }, theatre) =>
    leave.length === 0 ? 'fires with all blocks' : `lets ${blockNames(theatre, leave)} retreat`,
  regroup(order, theatre, _, names) {
    const legs = legsOf(order).map(({ to, blocks }) => `${names(blocks)} to ${hexLabel(theatre, to)}`);
    return legs.length === 0 ? 'stays on the field' : `regroups ${legs.join('; ')}`;
  },
  lose: ({ blocks }, _, own, names) =>
    own ? `chooses ${names(blocks)} to lose a step${plural(blocks.length, '', ' each')}` : 'chooses who loses a step',
  offer: ({ give = [], take = [] }, theatre) =>
    offerWords('offers', 'asks for', blockNames(theatre, give, 12), blockNames(theatre, take, 12)),
  accept: () => 'accepts the exchange',
  decline: () => 'declines the exchange',
  done: () => 'is done',
};

/**
 * An order, to stand after the name of the member who gave it. Of a secret order the other side reads only that it was
 * given.
 */
export function describe(theatre: Theatre, order: Order, viewer: Viewer, by: string): string {
  const own = viewer === by || viewer === 'referee';
  const names: Names = (ids) => (own ? blockNames(theatre, ids, 12) : count(ids.length, 'block'));
  return DESCRIBED[order.verb](order as never, theatre, own, names);
}

export function stepsByBlock(theatre: Theatre, blocks: readonly BlockId[]): readonly (readonly [string, number])[] {
  return grouped(blocks, (id) => blockName(theatre, id)).map(([name, steps]) => [name, steps.length]);
}

/** Whether the first event's sentence says all that the order's own words would. */
export function summaryCoversOrder({ verb }: Order, [first]: readonly Event[]): boolean {
  return first !== undefined && ('side' in first || first.type === verb);
}

type Finder = (theatre: Theatre, text: string) => string | null;

/** How the value of a slot is found, and the refusal if it is not. Slots that are missing here hold blocks. */
const FINDERS: { readonly [slot: string]: readonly [Finder, RefusalCode] } = {
  // A number in plain letters has no sign.
  cards: [
    ({ scenario }, text) =>
      scenario.cuts.find((cards) => text.trim() === cards || isCalled(text, cutWords(cards))) ?? null,
    'unknown-cut',
  ],
  card: [(_, text) => cardOf(text), 'unknown-card'],
  mode: [(_, text) => modeOf(text), 'unknown-mode'],
  stance: [(_, text) => stanceOf(text), 'unknown-stance'],
  steps: [findStep, 'unknown-block'],
  west: [findStep, 'unknown-block'],
  from: [hexOf, 'unknown-hex'],
  hex: [hexOf, 'unknown-hex'],
  main: [hexOf, 'unknown-hex'],
  'strategic to': [hexOf, 'unknown-hex'],
  retreat: [(theatre, text) => answerIn(text, ['any']) ?? hexesIn(theatre, text), 'unknown-hex'],
  regroup: [(theatre, text) => answerIn(text, ['stay', 'ask']) ?? hexOf(theatre, text), 'unknown-hex'],
  ...Object.fromEntries(LEGS.map(([to]) => [to, [findPlace, 'unknown-hex'] as const])),
};

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();

const GRAMMAR: Grammar<Verb, Theatre> = {
  verbs: VERBS,
  label: verbLabel,
  slots: (verb) => ORDERS.slots(verb),
  reader(verb, slot): SlotReader<Theatre, never> {
    const [find, code] = FINDERS[`${verb} ${slot}`] ?? FINDERS[slot] ?? [findBlock, 'unknown-block'];
    const isList = ORDERS.slots(verb).some((rule) => rule.slot === slot && rule.several);
    return isList ? listReader(find, code) : reader(find, code);
  },
  isOptional: (verb, slot) => slot !== 'to' && ORDERS.slots(verb).some((rule) => rule.slot === slot && rule.isAsked),
  unpacked: (verb, draft) => (verb === 'move' ? inOneLine(draft) : draft),
};

export function parse(theatre: Theatre, given: Draft): Order | Refusal {
  return readOrder(GRAMMAR, theatre, given) as Order | Refusal;
}

/** The slots of a verb, in the order in which they are asked. */
export function slotsOf(verb: Verb): readonly string[] {
  return ORDERS.slots(verb).map(({ slot }) => slot);
}

function answerIn(text: string, answers: readonly (keyof typeof ANSWERS)[]): string | null {
  return answers.find((answer) => isCalled(text, answer, ANSWERS[answer].label)) ?? null;
}

function modeOf(text: string): string | null {
  const name = (mode: Mode) => MODE_WORDS[mode].name;
  return MODES.find((mode) => isCalled(text, mode, name(mode), name(mode).replace(/^By /, ''))) ?? null;
}

/** A move in one line, `2206: McCook 2107, cavalry 2108`: blocks of one hex to up to four places. */
function inOneLine(draft: Draft): Draft {
  const line = draft.to === undefined ? readMoveLine(one(draft.from)) : null;
  if (!line) return draft;
  const legs = LEGS.flatMap(([toSlot, blocksSlot], at) => {
    const [to, names] = [...line.going][at] ?? [];
    return to === undefined ? [] : Object.entries({ [toSlot]: to, [blocksSlot]: names });
  });
  return { verb: 'move', from: line.from, ...Object.fromEntries(legs) };
}

function isCalled(text: string, ...names: readonly string[]): boolean {
  return names.some((name) => nameKey(name) === nameKey(text) && nameKey(text) !== '');
}

function hexOf(theatre: Theatre, text: string): string | null {
  const found = findPlace(theatre, text);
  return found?.includes(' ') ? null : found;
}

/** "2206 Munfordville, then 2205", `2107 2008`: hexes in order. */
function hexesIn(theatre: Theatre, text: string): string | null {
  const parts = text.split(/^\s*\d{4}(?:\s+\d{4})+\s*$/.test(text) ? /\s+/ : /[,;/>]|\bthen\b|\band\b/i);
  const hexes = parts.filter((part) => part.trim() !== '').map((part) => hexOf(theatre, part.trim()));
  return hexes.length === 0 || hexes.includes(null) ? null : hexes.join(' ');
}

/** "Hardee", "Hardee, second step", `c-hardee+2` */
function findStep(theatre: Theatre, text: string): string | null {
  const [, name = text, more] = /^(.*?)(\+\d|,?\s*second step)?$/i.exec(text.trim()) ?? [];
  const id = findBlock(theatre, name);
  return id === null ? null : more === undefined ? id : `${id}+${/\d/.exec(more)?.[0] ?? 2}`;
}

/** "3", "Supply 2", `supply-2`. Signs count: "-1" is no card. */
function cardOf(text: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, '-');
  return CARDS.find((card) => card === typed) ?? null;
}

/** "Retreat after round 1", `leave-1` */
export function stanceOf(text: string): Stance | null {
  const steps = /\d{1,2}/.exec(text)?.[0];
  const stances = Object.keys(STANCES).concat(steps === undefined ? [] : `below-${Number(steps)}`) as Stance[];
  const isMeant = (stance: Stance) =>
    [stance, stanceWords(stance)].some((name) => plainStance(name) === plainStance(text));
  return stances.find(isMeant) ?? null;
}

/**
 * Gives texts of one meaning one form: "leave when below 5 steps", "below 5" and "retreat when under 5 steps in all".
 */
function plainStance(text: string): string {
  const plain = nameKey(text).replace('leave', 'retreat').replace('below', 'under');
  return plain.replace(/^(?:retreat)?(?:when)?(under\d+)(?:steps?)?(?:inall)?$/, '$1');
}

const { sentences, tables } = REFUSALS;
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** Words a refusal: the reason, its paragraph, and legal alternatives. Its facts hold ids, which become names here. */
export function refusal(theatre: Theatre, refused: Refusal): string {
  const known = theatre.scenario.bragg ? VERBS : VERBS.filter((verb) => verb !== 'bragg');
  const labels = refused.instead.map((order) => fullOrderText(theatre, order as Order));
  const words = { sentences, kinds: kindWords(theatre), verbs: known };
  const facts = { ...refused.facts, cuts: theatre.scenario.cuts.length };
  return refusalInWords({ ...refused, facts }, words, (most) => youCanOrder(labels, most));
}

function kindWords(theatre: Theatre): KindWords {
  const sideIn = (seat: string) => (isSide(seat) ? sideName(seat) : 'other side');
  return {
    ...tables,
    block: (id) => (theatre.block.has(id) ? blockName(theatre, id) : 'the block'),
    place: (hex) => (theatre.hex.has(hex) ? hexBriefly(theatre, hex) : 'that hex'),
    side: (seats) => seats.split('+').map(sideIn).join(' and the '),
    card: (card) => (CARDS.some((known) => known === card) ? cardInWords(card as Card) : 'such card'),
    verb: (verb) => (VERBS.some((known) => known === verb) ? `“${verbLabel(verb as Verb)}”` : 'That'),
    points: (number) => `${number || '?'} ${plural(Number(number), 'movement point', 'movement points')}`,
    some: (number) => (number === '1' ? 'one' : number),
    typed: quoted,
  };
}
