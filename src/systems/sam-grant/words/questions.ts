import type { Choice, Draft, OpenSlot, Question, StepButton, StepOffers } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { choice, one } from '../../../kit/order-rules.ts';
import { capital, compact, count, plural, several, withMinus } from '../../../kit/plain-english.ts';
import { asInBattle } from '../rules/battle/battle-plans.ts';
import { mainAttacks } from '../rules/battle/fight.ts';
import { actionsOf } from '../rules/cards.ts';
import { faceDownOrder } from '../rules/legality.ts';
import { termsFrom } from '../rules/movement/group-move.ts';
import { type OpenPlace, placeOpen, reachOf, readDestination } from '../rules/movement/reach.ts';
import { builtSteps } from '../rules/supply/builds.ts';
import { blockOfStep, stepsOfCard } from '../rules/supply/supply-card.ts';
import { attritionOf } from '../rules/supply/supply-lines.ts';
import { resultOf, usaMargin } from '../rules/victory.ts';
import { type Battle, type State, stepsOf } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import {
  type BlockId,
  type Card,
  type Destination,
  isSupply,
  LEGS,
  type Mode,
  numberOf,
  type Order,
  otherSide,
  type Side,
  type Stance,
  type Verb,
} from '../vocabulary.ts';
import { expectedHitsNote } from './expected-hits.ts';
import {
  actionsLeft,
  cardName,
  cutWords,
  facesUpTo,
  KIND_NAMES,
  MODE_WORDS,
  sideDoes,
  sidePeople,
  stanceWords,
} from './names.ts';
import { ANSWERS, fullOrderText, verbLabel } from './orders.ts';

/** Labels of the button that ends each part of the game-turn. */
const ENDS: { readonly [phase in State['phase']]?: string } = {
  supply: 'End supply',
  actions: 'End actions',
  exchange: 'Offer no exchange',
};

export function endText({ phase }: Pick<State, 'phase'>): string {
  return ENDS[phase] ?? 'Done';
}

/** The heading of a slot's list, by the slot, or by verb and slot where it depends on the verb. */
const PROMPTS: { readonly [slot: string]: string } = {
  verb: 'What is your order?',
  cards: 'How many cards go from the top to the bottom?',
  card: 'Which card?',
  'bragg hex': 'Where does Bragg come in?',
  'battle hex': 'Which battle is next?',
  'plan-ahead hex': 'Which battle do you plan for?',
  from: 'Which hex do they leave?',
  to: 'Where to?',
  others: 'Do other blocks go somewhere else?',
  blocks: 'Which blocks?',
  mode: 'How?',
  block: 'Which block?',
  hex: 'Where?',
  main: 'Where does the main attack come from?',
  stance: 'What do your blocks do?',
  retreat: 'Where do they retreat to, if they can? Plan … takes up to three hexes, in order.',
  spare: 'Of equally strong blocks, which loses steps last?',
  regroup: 'What do they do after a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of your blocks do you want back?',
  steps: 'Which blocks gain a step?',
  west: 'Which block west of the Mississippi or in Georgia gains one more step?',
};

function cardChoice(card: Card): Choice {
  const number = numberOf(card);
  const hint = isSupply(card) ? `${count(number, 'step')}, no actions` : several(number, 'action');
  return choice(card, cardName(card), hint);
}

/** A place that blocks can march to: "2203 Louisville via 2204", with the room left there. */
function placeChoice(theatre: Theatre, value: Destination, place: OpenPlace | null): Choice {
  const { hex, by } = readDestination(value);
  const room = by !== null && `battle, room for ${count(place?.room ?? 0, 'block')}`;
  const hint = compact(room, place?.forced && 'forced march').join(', ');
  return choice(value, `${hexLabel(theatre, hex)}${by === null ? '' : ` via ${by}`}`, hint);
}

/** A block with its steps; a block off the map with those it comes in with. */
function blockChoice({ id, name, kind, full }: Block, steps = full, march = ''): Choice {
  return choice(id, name, `${KIND_NAMES[kind]}, ${count(steps, 'step')}${march}`);
}

function stepChoice(theatre: Theatre, state: State, step: string): Choice {
  const id = blockOfStep(step);
  const { name, full } = blockOf(theatre, id);
  const { at } = state.blocks[id] as { at: HexId };
  const hint = `${hexLabel(theatre, at)}, ${stepsOf(state, id)} of ${full}`;
  return choice(step, step.endsWith('+2') ? `${name}, second step` : name, hint);
}

export function question(theatre: Theatre, state: State, seat: string, draft: Draft, open: OpenSlot): Question {
  const moment = { theatre, state, side: seat as Side };
  const { state: then } = draft.verb === 'plan-ahead' && draft.hex ? asInBattle(moment, one(draft.hex)) : moment;
  const choiceOf = choicesOf(theatre, then, seat as Side, draft, open.slot);
  const choices = open.choices.map(({ value }) => choiceOf(value));
  const hits = expectedHitsNote(theatre, state, seat, draft, choices);
  const note = compact(faceDownWords(theatre, state, seat as Side), hits).join('\n');
  return { ...open, prompt: promptOfSlot(theatre, state, draft, open), choices, ...(note === '' ? {} : { note }) };
}

function promptOfSlot(theatre: Theatre, state: State, { verb }: Draft, { slot, several }: OpenSlot): string {
  const { battle, active } = state;
  if (slot === 'leave' && battle?.waiting?.for === 'fire')
    return `Round ${battle.round}, ${battle.waiting.letter} blocks: who retreats instead of firing?`;
  const attrition = verb === 'lose' && several ? attritionOf({ theatre, state, side: active }) : null;
  if (attrition) {
    const losers = attrition.losses === 1 ? 'block loses a step' : `${attrition.losses} blocks lose a step each`;
    return `${hexLabel(theatre, attrition.hex)}: which ${losers}?`;
  }
  // `to2` and the like ask about other blocks than `to`. `blocks2` and the like ask what `blocks` asks.
  const plain = slot.replace(/^to\d$/, 'others').replace(/\d$/, '');
  return PROMPTS[`${String(verb)} ${slot}`] ?? PROMPTS[plain] ?? '';
}

function choicesOf(theatre: Theatre, state: State, side: Side, draft: Draft, slot: string): (value: string) => Choice {
  const block = (id: string, march = '') => blockChoice(blockOf(theatre, id), stepsOf(state, id), march);
  const pooled = (id: string) => blockChoice(blockOf(theatre, id));
  const hex = (value: string) => choice(value, hexLabel(theatre, value));
  const moment = { theatre, state, side };
  const leg = LEGS.findIndex((slots) => (slots as readonly string[]).includes(slot));
  if (draft.verb === 'move' && leg >= 0) {
    const from = one(draft.from);
    const [toSlot, blocksSlot] = LEGS[leg] as (typeof LEGS)[number];
    const [to = ''] = [draft[toSlot] ?? []].flat();
    const isForced = (id: string) => reachOf(theatre, state, blockOf(theatre, id), from).get(to)?.forced;
    const march = `, forced march: a roll of ${facesUpTo(theatre.rules.forcedMarchLoss)} costs a step`;
    if (slot === blocksSlot) return (id) => block(id, isForced(id) ? march : '');
    const terms = termsFrom(moment, from);
    return (value) => placeChoice(theatre, value, placeOpen(terms, draft, leg, value));
  }
  const attacks = slot === 'main' ? mainAttacks(theatre, state, state.battle as Battle) : [];
  const words: { readonly [slot: string]: (value: string) => Choice } = {
    verb: (verb) => choice(verb, verb === 'done' ? endText(state) : verbLabel(verb as Verb)),
    cards: (cards) => choice(cards, cutWords(cards)),
    card: (card) => cardChoice(card as Card),
    mode: (mode) => choice(mode, MODE_WORDS[mode as Mode].name),
    steps: (step) => stepChoice(theatre, state, step),
    west: (step) => stepChoice(theatre, state, step),
    block: pooled,
    give: pooled,
    take: pooled,
    stance: (stance) => choice(stance, capital(stanceWords(stance as Stance))),
    main: (value) => {
      const [, blocks = 0, steps = 0] = attacks.find(([from]) => from === value) ?? [];
      return { ...hex(value), hint: `${count(blocks, 'block')}, ${count(steps, 'step')}` };
    },
    retreat: (value) => (ANSWERS.any.value === value ? ANSWERS.any : hex(value)),
    regroup: (value) => Object.values(ANSWERS).find((answer) => answer.value === value) ?? hex(value),
    ...(draft.verb === 'build' ? { hex: (value) => cityChoice(theatre, state, one(draft.block), value) } : {}),
  };
  return words[slot] ?? (/^(?:blocks|leave|spare)/.test(slot) ? (id) => block(id) : hex);
}

/** A city to build a block in, with the block's steps if it arrives weakened. */
function cityChoice(theatre: Theatre, state: State, id: BlockId, hex: HexId): Choice {
  const block = blockOf(theatre, id);
  const steps = builtSteps(theatre, state, block, hex);
  return choice(hex, hexLabel(theatre, hex), steps < block.full ? `at ${steps} of ${block.full} steps` : null);
}

/**
 * The board's buttons in a step. Everybody sees them, so they must not depend on what a side can do, which is secret.
 */
export function step(view: View): StepOffers {
  return STEPS[view.phase](view);
}

const press = (text: string, draft: Draft = {}): StepButton => ({ text, tone: 'bold', draft });
const only = (...buttons: readonly StepButton[]): StepOffers => ({ plans: 'suggested', buttons, others: false });
const ends = (view: View) => press(endText(view), { verb: 'done' });

const STEPS: { readonly [phase in State['phase']]: (view: View) => StepOffers } = {
  cut: () => only(press('Cut the deck', { verb: 'cut' })),
  cards: () => only(press('Choose a card', { verb: 'card' })),
  supply: (view) => ({ ...only(press('Use the Supply card'), ends(view)), plans: true }),
  actions: (view) => {
    const { left, built } = view.actions;
    return { plans: left > 0 && !built, buttons: [ends(view)], others: left > 0 };
  },
  battles: ({ battle }) => {
    if (!battle) return only(press('Choose the next battle', { verb: 'battle' }));
    if (battle.waiting) return only(press(battle.waiting.for === 'fire' ? 'Fire or retreat' : 'Regroup or stay'));
    return { ...only(press('Plan step by step', { verb: 'battle-plan' })), plans: true };
  },
  attrition: () => only(press('Choose who loses a step')),
  exchange: (view) =>
    view.offer
      ? only(press('Accept the exchange', { verb: 'accept' }), press('Decline it', { verb: 'decline' }))
      : only(press('Offer an exchange', { verb: 'offer' }), ends(view)),
  over: () => ({ ...only(), plans: false }),
};

export function promptOf(theatre: Theatre, state: State, side: Side): string {
  return ASKED[state.phase](theatre, state, side);
}

const ASKED: { readonly [phase in State['phase']]: (theatre: Theatre, state: State, side: Side) => string } = {
  cut: () => 'Cut the deck. Both sides cut in secret, then the cards are dealt.',
  cards: () => 'Choose your card. Both sides choose in secret.',
  supply(_, state, side) {
    const { free, west } = stepsOfCard(state, side);
    const more = west > 0 ? `, and ${west} more west of the Mississippi or in Georgia` : '';
    return `Give your blocks ${count(free, 'step')}${more}, at most two a block.`;
  },
  actions(_, state, side) {
    const left = actionsOf(state, side) - state.used;
    if (left === 0) return 'You have no actions left: end your part.';
    const then = state.built ? 'build' : left === 1 ? 'move or build' : 'move or build, all moves first';
    return `${actionsLeft(left)}: ${then}. Then end your part.`;
  },
  battles(theatre, { battle }, side) {
    if (!battle) return 'Choose the next battle.';
    const { hex, round, waiting, attacker } = battle;
    const where = hexLabel(theatre, hex);
    if (waiting?.for === 'fire') return `${where}, round ${round}: do your ${waiting.letter} blocks fire or retreat?`;
    if (waiting) return `You won at ${where}. Do your blocks regroup?`;
    return `Battle at ${where}: you ${side === attacker ? 'attack' : 'defend'}. What is your plan?`;
  },
  attrition(theatre, state, side) {
    const attrition = attritionOf({ theatre, state, side });
    if (!attrition) return 'Which blocks lose a step?';
    const { hex, losses } = attrition;
    const lose = `${count(losses, 'block')} there must lose a step${plural(losses, '', ' each')}`;
    return `${hexLabel(theatre, hex)} is out of supply. ${lose}.`;
  },
  exchange: (_, { offer }, side) =>
    offer
      ? `${sideDoes(otherSide(side), 'offers', 'offer')} an exchange of prisoners. Do you accept?`
      : 'You can offer an exchange of prisoners, or end your part.',
  over: () => 'The game is over.',
};

/** Names a side's face-down order, and says until when it can be changed [14.4]; `null` if there is none. */
export function faceDownWords(theatre: Theatre, state: State, side: Side): string | null {
  const order = faceDownOrder(state, side);
  const other = otherSide(side);
  return (
    order &&
    `Your order lies face down: ${fullOrderText(theatre, order)}. You can change it until ${sidePeople(other)} ${other === 'usa' ? 'is' : 'are'} ready.`
  );
}

/** Warns a side that ends its actions if it would lose the game unless something changes in this game-turn [10.2]. */
export function warning(theatre: Theatre, state: State, order: Order): string | null {
  // The points of both theatres together decide a war.
  if (order.verb !== 'done' || state.phase !== 'actions' || theatre.scenario.half) return null;
  const { winner, city } = resultOf(theatre, state) ?? {};
  if (winner !== otherSide(state.active)) return null;
  const now = city
    ? `${sideDoes(winner, 'holds', 'hold')} ${hexLabel(theatre, city)}`
    : `The Union margin is ${withMinus(usaMargin(theatre, state))}`;
  return `${now}. If that doesn’t change by the end of this game-turn, ${sidePeople(winner)} win${winner === 'usa' ? 's' : ''}.`;
}
