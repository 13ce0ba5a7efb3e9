import type { StepOffers } from '../../../game/index.ts';
import { count, listed } from '../../../kit/plain-english.ts';
import { hasActed } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { OwnView, View } from '../view.ts';
import { otherSide, SIDES, type Side } from '../vocabulary.ts';
import { hexName, sideName, unitsWords } from './names.ts';
import { CHOOSE, ENDS, PROMPTS } from './prompts.ts';

/** Units named at most. */
const NAMED = 6;

/** What stands to be done, as far as the viewer may know: a choice that is open, and what his own side still can do. */
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

/** The board's buttons in a step, or while an attack waits for a choice. They do not depend on what a side can do of it, which stays with the side. */
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
