import { type Draft, isRefusal, type Question, type SlotValue } from '../../../src/game/index.ts';
import { apply, next, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import type { Variant } from '../../../src/systems/road-to-richmond/state.ts';
import type { RichmondEpisode } from '../../../src/systems/road-to-richmond/story/chronicle.ts';
import type { Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { question } from '../../../src/systems/road-to-richmond/words/questions.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { field } from './data.ts';

/** A game as words are tried on: its episodes, and each question that was met on the way to an order. */
export interface Played {
  readonly episodes: readonly RichmondEpisode[];
  readonly asked: readonly { readonly episode: number; readonly draft: Draft; readonly question: Question }[];
}

/** Phases end now and then, not half of the time: so armies meet. */
const END_AT_ONCE = 12;

/** A game of members who do anything that is legal, the same for the same seed; it stops after so many orders. */
export function played(seed: number, most: number, variant: Variant = 'standard'): Played {
  const pick = picker(seed);
  const opened = setUp(field, variant);
  let { state } = opened;
  const first = { order: null, before: state, after: state, events: opened.events };
  const episodes: RichmondEpisode[] = [{ ...first, by: null, reasons: [], turning: false, worth: null }];
  const asked: Played['asked'][number][] = [];
  while (episodes.length <= most) {
    const seat = toDecide(state);
    if (seat === null) break;
    let draft: Draft = {};
    for (;;) {
      const open = next(field, state, seat, draft);
      if (open.complete) break;
      const asks = question(field, state, draft, open.question);
      asked.push({ episode: episodes.length, draft, question: asks });
      draft = { ...draft, [asks.slot]: answer(asks, pick) };
    }
    const order = draft as Order;
    const result = apply(field, state, seat, order, sealedAt(`words ${seed}`, episodes.length, JSON.stringify(order)));
    if (isRefusal(result)) throw new Error(`${JSON.stringify(order)} of seed ${seed} is refused: ${result.code}`);
    episodes.push({
      order,
      before: state,
      after: result.state,
      events: result.events,
      by: pick(3) === 0 ? null : 'Ada',
      reasons: pick(4) === 0 ? [{ text: REASONS[pick(REASONS.length)] as string, by: 'Bo' }] : [],
      turning: pick(60) === 0,
      worth: null,
    });
    state = result.state;
  }
  return { episodes, asked };
}

export const REASONS = ['Now, or never.', 'The bridge is ours', 'a', 'Because nobody expects it; and it is low'];

function answer({ slot, choices, several }: Question, pick: (count: number) => number): SlotValue {
  const values = choices.map(({ value }) => value);
  if (several) {
    const count = several.least + pick(several.most - several.least + 1);
    const taken = values.map((value) => ({ value, at: pick(1000) })).sort((a, b) => a.at - b.at);
    const kept = new Set(taken.slice(0, count).map(({ value }) => value));
    return values.filter((value) => kept.has(value));
  }
  const eager = slot === 'verb' && values.length > 1 && pick(END_AT_ONCE) > 0;
  const offered = eager ? values.filter((value) => value !== 'done' && value !== 'cancel') : values;
  return (offered.length > 0 ? offered : values)[pick(offered.length || values.length)] as string;
}
