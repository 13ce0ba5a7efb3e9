import type { StepOffers } from '../../../game/index.ts';
import { count, listed } from '../../../kit/plain-english.ts';
import { hasActed } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { OwnView, View } from '../view.ts';
import { otherSide, SIDES, type Side } from '../vocabulary.ts';
import { hexName, sideName, unitsWords } from './names.ts';

/** Most units named. */
const NAMED = 6;

/** Lists open choices, and what the viewer's own side can still do. */
export function agenda(theatre: Theatre, view: View): readonly string[] {
  const { pending, step, side, over, own, ready } = view;
  if (over) return [];
  if (pending?.kind === 'lose')
    return [
      `**${sideName(pending.side)}**: choose which ${pending.points === 1 ? 'unit loses' : 'units lose'} ${count(pending.points, 'strength point')}.`,
    ];
  if (pending?.kind === 'advance')
    return [`**${sideName(pending.side)}**: who advances to ${hexName(theatre, pending.hex)}?`];
  if (pending) return [];
  const asked = PROMPTS[step].replace(/^./, (letter) => letter.toLowerCase());
  const called = (sides: readonly Side[]) => `${listed(sides.map((one) => `**${sideName(one)}**`))}: ${asked}`;
  if (step === 'setup') return [called(SIDES.filter((one) => !ready[one]))];
  const acting = step === 'probe' ? otherSide(side) : side;
  const means = own[acting];
  return [called([acting]), ...(means ? ownLines(theatre, view, acting, means) : [])];
}

/** The board's buttons in a step or during a choice. Everybody sees them, so they do not depend on a side's options, which are secret. */
export function step({ step: now, pending }: View): StepOffers {
  if (pending)
    return { plans: 'suggested', buttons: [{ text: CHOOSE[pending.kind], tone: 'bold', draft: {} }], others: false };
  const ends = { text: ENDS[now], tone: 'bold', draft: { verb: 'done' } } as const;
  return { plans: true, buttons: [ends], others: true };
}

function ownLines(theatre: Theatre, view: View, side: Side, { pool, rail, sea, coming }: OwnView): readonly string[] {
  const due = coming.filter((one) => one.due <= view.turn).map(({ unit }) => unit);
  const points = pool > 0 ? [`${count(pool, 'reinforcement point')} to use.`] : [];
  if (view.step === 'reinforce')
    return [...points, ...(due.length > 0 ? [`You can place: ${unitsWords(theatre, due, NAMED)}.`] : [])];
  if (view.step !== 'move') return [];
  const units = view.stacks.flatMap((stack) => (stack.side === side ? (stack.own ?? []) : []));
  const idle = units.flatMap(({ unit, held }) => (held ? [unit] : []));
  const ways = [...(rail > 0 ? [`${rail} by rail`] : []), ...(side === 'union' && sea > 0 ? [`${sea} by sea`] : [])];
  return [
    ...(units.some(hasActed) ? [] : points),
    ...(ways.length > 0 ? [`Counters you can still send: ${ways.join(', ')}.`] : []),
    ...(idle.length > 0 ? [`Out of command, can’t march or attack: ${unitsWords(theatre, idle, NAMED)}.`] : []),
  ];
}

/** The question to a side in each step, which everybody sees. */
export const PROMPTS = {
  setup: 'Change your set-up if you like, then end it.',
  reinforce: 'Place the units that arrive, then end the phase.',
  move: 'Move your counters, then end the phase.',
  probe: 'Probe with your cavalry, or end the phase.',
  combat: 'Attack if you like, then end the phase.',
  claim: 'Claim hexes or show counters if you like, then end your turn.',
} as const;
export const PENDING = {
  lose: 'Choose which units take the losses.',
  advance: 'Choose who advances into the emptied hex.',
  settle: 'The attack is settled.',
} as const;

/** Labels of the button that ends each step. */
export const ENDS = {
  setup: 'Finish set-up',
  reinforce: 'End reinforcements',
  move: 'End movement',
  probe: 'End probes',
  combat: 'End combat',
  claim: 'End turn',
} as const;
/** Labels of the button for a choice during an attack. */
const CHOOSE = { lose: 'Choose who takes losses', advance: 'Choose who advances', settle: 'Go on' } as const;

/** Words for the default order of each step. */
export const DONE = {
  setup: 'the set-up stays as it is',
  reinforce: 'arriving units wait',
  move: 'nobody else moves',
  probe: 'nobody probes',
  combat: 'nobody else attacks',
  claim: 'nothing more is claimed or shown',
} as const;
export const DEFAULTS = {
  lose: 'a fortification or the largest unit takes a loss',
  advance: 'nobody advances',
  settle: 'the attack is settled',
} as const;
