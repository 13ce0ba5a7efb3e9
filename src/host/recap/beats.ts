import { balanceOf, tenths, turningPoints } from '../../advisor/index.ts';
import {
  type Event,
  isSecret,
  type Moment,
  type Picture,
  type Roll,
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
  readonly dice: readonly Die[];
  /** What it was worth; null: not to be told. */
  readonly worth: Worth | null;
  readonly turning: boolean;
}

/** A die that fell, and what it was for; null: no more is told than its purpose. */
export type Die = Throw & { readonly kind: 'die'; readonly roll: Roll | null };

/** The chance of winning before and after an order, and what it was when it was chosen. */
export interface Worth {
  readonly before: number;
  readonly chosen: number;
  readonly after: number;
  /** What the choice cost: tenths of a percentage point, as `balanceOf` has them. */
  readonly decision: number;
  /** What the dice gave or took; null: that is still to be told. */
  readonly dice: number | null;
}

/** A campaign beat by beat: the start, and each order that stands. */
export function beatsOf(campaign: Campaign): readonly Beat[] {
  const { game, system, states, opening, deeds, course } = campaign;
  const turning = new Set(course ? turningPoints(course) : []);
  const first = states[0] as State;
  const balance = course && balanceOf(course);
  const begun = course && { before: course.start, chosen: course.start, after: course.start, decision: 0, dice: 0 };
  const start: Beat = {
    number: 0,
    after: first,
    // What a “what if” takes over has not happened in it.
    moment: game.whatIf ? null : { order: null, events: opening },
    words: 'The start',
    dice: [],
    worth: begun,
    turning: false,
  };
  const given = deeds.map(({ entry: { order, throws }, events }, index): Beat => {
    const before = states[index] as State;
    const secret = isSecret(system, order);
    const move = course?.moves[index];
    const balanced = balance?.moves[index];
    const after = states[index + 1] as State;
    return {
      number: index + 1,
      after,
      moment: { order: secret ? null : order, events },
      words: secret ? 'A sealed order' : system.label(before, order).text,
      dice: diceOf(throws, secret ? [] : (system.rolls?.(after, events) ?? [])),
      worth:
        balance && move && balanced
          ? {
              before: steady(move.before, balance.moves[index - 1]?.end ?? balance.start),
              chosen: move.chosen,
              after: steady(move.after, balanced.end),
              decision: balanced.decision,
              dice: campaign.lastDice === 'untold' && index === deeds.length - 1 ? null : balanced.dice,
            }
          : null,
      turning: turning.has(index),
    };
  });
  return [start, ...given];
}

/** A chance that is shown with the digits a balance has for it, wherever rounding would fall between. */
function steady(chance: number, shown: number): number {
  return tenths(chance) === shown ? chance : shown / 1000;
}

/** The dice among throws, each with what it was for, where as much is told as was thrown. */
function diceOf(throws: readonly Throw[], rolls: readonly Roll[]): readonly Die[] {
  const dice = throws.flatMap((thrown) => (thrown.kind === 'die' ? [thrown] : []));
  return dice.map((die, index) => ({ ...die, roll: (rolls.length === dice.length && rolls[index]) || null }));
}

/** The map that an order led to, as a channel sees it. */
export function mapOf({ game, system }: Campaign, { after, moment, worth }: Beat): Picture {
  return system.picture(system.view(after, 'public'), moment, {
    seal: game.seal,
    ...(game.whatIf ? { note: WHAT_IF } : {}),
    ...(worth ? { worth: worth.after } : {}),
  });
}
