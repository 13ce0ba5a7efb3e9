import { turningPoints } from '../../advisor/index.ts';
import {
  type Event,
  isSecret,
  labelWithChance,
  type Moment,
  type Picture,
  type State,
  type Throw,
} from '../../game/index.ts';
import type { Campaign } from '../campaign.ts';
import { WHAT_IF } from '../what-if/words.ts';

/** The start of a campaign, or an order with what came of it, for a picture to be made of. */
export interface Beat {
  /** Of the order, from 1; 0: the start. */
  readonly number: number;
  /** Where it led. */
  readonly after: State;
  /** What the map of that marks. */
  readonly moment: Moment<Event> | null;
  /** The order in the words of its button; of the start, "The start". */
  readonly words: string;
  /** The same with its chance, where it has one. */
  readonly wordsWithChance: string;
  readonly dice: readonly (Throw & { readonly kind: 'die' })[];
  /** The chance of winning before and after it, and what it was when it was chosen; null: not to be told. */
  readonly worth: { readonly before: number; readonly chosen: number; readonly after: number } | null;
  readonly turning: boolean;
}

/** A campaign beat by beat: the start, and each order that stands. */
export function beatsOf(campaign: Campaign): readonly Beat[] {
  const { game, system, states, opening, deeds, course } = campaign;
  const turning = new Set(course ? turningPoints(course) : []);
  const first = states[0] as State;
  const begun = course ? { before: course.start, chosen: course.start, after: course.start } : null;
  const start: Beat = {
    number: 0,
    after: first,
    // What a “what if” takes over has not happened in it.
    moment: game.whatIf ? null : { order: null, events: opening },
    words: 'The start',
    wordsWithChance: 'The start',
    dice: [],
    worth: begun,
    turning: false,
  };
  const given = deeds.map(({ entry: { order, throws }, events }, index): Beat => {
    const before = states[index] as State;
    const secret = isSecret(system, order);
    const label = system.label(before, order);
    const move = course?.moves[index];
    return {
      number: index + 1,
      after: states[index + 1] as State,
      moment: { order: secret ? null : order, events },
      words: secret ? 'A sealed order' : label.text,
      wordsWithChance: secret ? 'A sealed order' : labelWithChance(label),
      dice: throws.flatMap((thrown) => (thrown.kind === 'die' ? [thrown] : [])),
      worth: move ? { before: move.before, chosen: move.chosen, after: move.after } : null,
      turning: turning.has(index),
    };
  });
  return [start, ...given];
}

/** The map that an order led to, as a channel sees it. */
export function mapOf({ game, system }: Campaign, { after, moment, worth }: Beat): Picture {
  return system.picture(system.view(after, 'public'), moment, {
    seal: game.seal,
    ...(game.whatIf ? { note: WHAT_IF } : {}),
    ...(worth ? { worth: worth.after } : {}),
  });
}
