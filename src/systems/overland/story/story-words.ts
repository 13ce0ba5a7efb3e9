import { daysBetween, longDate, shortDate } from '../../../kit/dates.ts';
import { typeset } from '../../../kit/draw/text-layout.ts';
import { ordinal } from '../../../kit/plain-english.ts';
import { dateOf, type Scenario } from '../scenario.ts';
import { contested } from '../state.ts';
import type { Area, Leader } from '../vocabulary.ts';
import * as sentences from '../words/sentences.ts';
import type { OverlandEpisode } from './story-scenes.ts';

/** A place inside a sentence, with typeset quotes: `the Wilderness`, `Drury’s Bluff`. */
export function storyPlace(numbers: Scenario, area: Area): string {
  return typeset(sentences.place(numbers, area));
}

/** A leader's name with typeset quotes. */
export function storyLeader(numbers: Scenario, who: Leader): string {
  return typeset(sentences.leader(numbers, who));
}

/** `in the Wilderness`, `at Spotsylvania`. */
export function at(numbers: Scenario, area: Area): string {
  return `${numbers.areas[area].name.startsWith('The ') ? 'in' : 'at'} ${storyPlace(numbers, area)}`;
}

/** Days between two numbers of Action Points left. */
export function daysOfPoints(numbers: Scenario, from: number, to: number): number {
  return daysBetween(dateOf(numbers, from), dateOf(numbers, to));
}

/**
 * ISO days, the earlier first, as `4 – 10 May`, `28 May – 3 June` or `10 May`. A year is added only in a campaign that
 * spans two.
 */
export function dateSpan({ calendar }: Scenario, from: string, to: string): string {
  const oneYear = calendar.first.slice(0, 4) === calendar.last.slice(0, 4);
  const day = oneYear ? shortDate : longDate;
  if (from === to) return day(from);
  return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))} – ${day(to)}` : `${day(from)} – ${day(to)}`;
}

/** An order of a campaign as a noun: `the attack at Spotsylvania`, `Butler’s second attack`; `null` for the start. */
export function orderNoun(numbers: Scenario, episodes: readonly OverlandEpisode[], index: number): string | null {
  const { order, before, after } = episodes[index] as OverlandEpisode;
  switch (order?.verb) {
    case undefined:
      return null;
    case 'attack': {
      const who = order.leader;
      const same = (one: OverlandEpisode) => one.order?.verb === 'attack' && one.order.leader === who;
      const nth = episodes.slice(0, index + 1).filter(same).length;
      if (who !== 'grant') return `${storyLeader(numbers, who)}’s ${ordinal(nth)} attack`;
      const from = before.us.grant;
      return contested(before, from)
        ? `the attack ${at(numbers, from)}`
        : `the assault from ${storyPlace(numbers, from)}`;
    }
    case 'move':
      return `the march to ${storyPlace(numbers, order.to)}`;
    case 'tma': {
      const what = after.us.grant === order.to ? 'march' : 'attempt to march';
      return `the ${what} around ${storyLeader(numbers, 'lee')} to ${storyPlace(numbers, order.to)}`;
    }
    case 'cross':
      return after.over?.won ? 'the crossing' : 'the attempt to cross';
    default:
      return order satisfies never;
  }
}
