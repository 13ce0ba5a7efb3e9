import type { Story } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { typeset } from '../../../kit/draw/text-layout.ts';
import { capital } from '../../../kit/plain-english.ts';
import {
  type ChapterDraft,
  firstQuote,
  fitted,
  Pen,
  type Sayings,
  type Sentence,
  say,
  sentence,
  withoutChapter,
  withoutHistory,
  withoutLine,
  withoutMiddle,
} from '../../../kit/storytelling.ts';
import { dateOf, type Scenario } from '../scenario.ts';
import { contested } from '../state.ts';
import type { Area } from '../vocabulary.ts';
import { allOrders, type ChapterPart, daysOf, partsOf } from './chapters.ts';
import { type End, endOf } from './ending.ts';
import { headingOf, headlineOf, lead, tellEnd } from './ending-words.ts';
import { tellFront, tellFrontAssaults, tellScene } from './fights.ts';
import { type ChapterDays, historicalNotes } from './historical-campaign.ts';
import { type Front, isUntold, type OverlandEpisode, type StoryScene, scenesOf } from './story-scenes.ts';
import { at, dateSpan, orderNoun, storyLeader } from './story-words.ts';

/** The most characters of a heading that names its leader. */
const LONGEST_HEADING = 60;
/** The most characters of a quoted reason. Overland's stories have more room for them than others. */
const LONGEST_REASON = 160;

/** @param over the campaign has ended, or was abandoned */
export function story(numbers: Scenario, episodes: readonly OverlandEpisode[], over: boolean): Story {
  const scenes = scenesOf(numbers, episodes);
  const end = endOf(numbers, episodes, scenes, over);
  const drafts = new Teller(numbers, episodes, scenes.grant, end).chapters(partsOf(numbers, scenes));
  return fitted(headlineOf(end), drafts, [
    { shorter: withoutLine(1, canLoseOne), room: COMFORT },
    { shorter: withoutLine(2, canLoseOne), room: COMFORT },
    { shorter: withoutHistory },
    { shorter: withoutMiddle },
    { shorter: withoutChapter },
  ]);
}

/**
 * A story longer than this many characters drops colour and detail. The message that carries it also shows the value of
 * the orders.
 */
const COMFORT = 1120;

/** The sentences of a chapter that can go: any, but not the only one. */
function canLoseOne(lines: readonly Sentence[]): readonly Sentence[] {
  return lines.length > 1 ? lines : [];
}

class Teller {
  readonly #numbers: Scenario;
  readonly #episodes: readonly OverlandEpisode[];
  readonly #scenes: readonly StoryScene[];
  readonly #end: End;
  readonly #pen: Pen;
  readonly #quoted = new Set<string>();

  constructor(numbers: Scenario, episodes: readonly OverlandEpisode[], scenes: readonly StoryScene[], end: End) {
    this.#numbers = numbers;
    this.#episodes = episodes;
    this.#scenes = scenes;
    this.#end = end;
    this.#pen = new Pen(JSON.stringify(episodes.map(({ order, events }) => [order, events])));
  }

  chapters(parts: readonly ChapterPart[]): ChapterDraft[] {
    const told = parts.flatMap((part): ToldChapter[] => {
      const lines = this.#linesOf(part, parts);
      return lines.length > 0 ? [{ part, lines, ...this.#days(part) }] : [];
    });
    const crossed = this.#end.how === 'james';
    const { after } = this.#episodes.at(-1) as OverlandEpisode;
    const day = dateOf(this.#numbers, after.points);
    const crossing: ChapterDays = { from: day, to: day, theatre: 'grant', places: [after.us.grant], crossed };
    const notes = historicalNotes(this.#numbers, crossed ? [...told, crossing] : told);
    const isNamed = new Set(told.map(({ theatre }) => theatre)).size > 1;
    const chapters = told.map(
      (chapter, index): ChapterDraft => ({
        when: this.#heading(chapter.part, dateSpan(this.#numbers, chapter.from, chapter.to), isNamed),
        lines: this.#ledIn(chapter, told[index - 1]),
        really: notes[index] ?? null,
        ownHistory: chapter.theatre === 'sigel',
      }),
    );
    const beginning = [...this.#settingOut(), ...sentence(this.#pen.say(lead(this.#end)), this.#isWhole ? 3 : 2)];
    const reason = this.#end.state.over ? this.#reason(this.#episodes.length - 1) : [];
    const [end, ...more] = tellEnd(this.#pen, this.#end, reason.length > 0);
    return [
      { when: null, lines: beginning, really: null },
      ...chapters,
      {
        when: headingOf(this.#end),
        lines: [...(end ? [end] : []), ...reason, ...more],
        really: crossed ? (notes.at(-1) ?? null) : null,
      },
    ];
  }

  /** A chapter that begins before the last one ended says why: days were won back, or something happened meanwhile. */
  #ledIn({ part, lines, from }: ToldChapter, before?: ToldChapter): readonly Sentence[] {
    const [first, ...others] = lines;
    if (!first || !before) return lines;
    // Only a victory in the Valley sets the calendar back, and the chapter that tells it names the day.
    const isWonBack = Math.max(...allOrders(before.part)) < Math.min(...allOrders(part));
    if (isWonBack ? before.to <= from || before.theatre === 'sigel' : before.to < from) return lines;
    const words = this.#pen.say(goingBack(shortDate(from), first.text, isWonBack, from === before.from));
    if (words === null) return lines;
    const { areas, leaders } = this.#numbers;
    const names = [...Object.values(areas), ...Object.values(leaders)].map(({ name }) => typeset(name));
    // The sentence loses its capital letter unless a name begins it: "Drury’s Bluff", but not "The Wilderness".
    const isName = names.some((name) => !name.startsWith('The ') && first.text.startsWith(name));
    const text = isName ? first.text : `${first.text.charAt(0).toLowerCase()}${first.text.slice(1)}`;
    return [{ ...first, text: `${words} ${text}` }, ...others];
  }

  /** Names the leader if chapters of more than one leader are told. */
  #heading({ theatre, front }: ChapterPart, days: string, isNamed: boolean): string {
    const place = theatre === 'sigel' && front ? capital(at(this.#numbers, front.area)) : null;
    const heading = `${place ?? storyLeader(this.#numbers, theatre)}, ${days}`;
    return isNamed && heading.length <= LONGEST_HEADING ? heading : days;
  }

  #days(part: ChapterPart): ChapterDays {
    const of = allOrders(part);
    // An area that Grant only marched out of is not one of the chapter's places.
    const places = of.flatMap((index) => {
      const { order, before, after } = this.#episodes[index] as OverlandEpisode;
      return [...(order?.verb === 'move' ? [] : [before.us.grant]), after.us.grant];
    });
    return { ...daysOf(this.#numbers, this.#episodes, of), theatre: part.theatre, places, crossed: false };
  }

  /** A branched campaign opens with its day and place, as its start has no events to tell. */
  #settingOut(): Sentence[] {
    if (this.#isWhole) return [];
    const { after } = this.#start;
    const { us, lee } = this.#end;
    const who = contested(after, after.us.grant) ? `${us} and ${lee}` : us;
    const day = shortDate(dateOf(this.#numbers, after.points));
    return sentence(`This campaign began on ${day}, with ${who} ${at(this.#numbers, after.us.grant)}.`, 3);
  }

  /** The story begins with the campaign's first day. It does not for a branched campaign. */
  get #isWhole(): boolean {
    return this.#start.events.length > 0;
  }

  get #start(): OverlandEpisode {
    return this.#episodes[0] as OverlandEpisode;
  }

  #linesOf(part: ChapterPart, parts: readonly ChapterPart[]): Sentence[] {
    const quoted = this.#quotedIn(part);
    const reason = quoted === null ? [] : this.#reason(quoted);
    const reasonIn = (of: readonly number[]) => (quoted !== null && of.includes(quoted) ? reason : []);
    const isHeaded = part.theatre === 'sigel' && parts.some(({ theatre }) => theatre !== 'sigel');
    const lines = part.front
      ? [...this.#front(part.front, 3, isHeaded), ...reasonIn(part.of)]
      : this.#grants(part.scenes, part.asides, reasonIn);
    // A chapter opens with an event, so the reason for an untold order follows it.
    const event = lines.find(({ weight }) => weight === 3);
    return event ? [event, ...lines.filter((line) => line !== event)] : lines;
  }

  /**
   * Grant's scenes in order. A fight at the place named last happens “there”, and joins the sentence that named it.
   * @param reasonIn the quoted reason, if it belongs to one of some orders
   */
  #grants(
    scenes: readonly StoryScene[],
    asides: readonly Front[],
    reasonIn: (of: readonly number[]) => readonly Sentence[],
  ): Sentence[] {
    const lines: Sentence[] = [];
    const asidesLeft = [...asides];
    let namedLast: Area | null = null;
    for (const scene of scenes) {
      // Earlier small fronts come first, but never open the chapter.
      while (lines.length > 0 && asidesLeft[0] && Math.max(...asidesLeft[0].of) < Math.min(...scene.of)) {
        lines.push(...this.#aside(asidesLeft.shift() as Front));
        namedLast = null;
      }
      const isThere: boolean = scene.kind === 'stand' && scene.area === namedLast;
      const text = isUntold(this.#scenes, scene)
        ? null
        : this.#pen.say(tellScene(this.#numbers, this.#scenes, this.#episodes, scene, isThere));
      if (text !== null) {
        lines.push({ text: isThere ? `${lines.pop()?.text} ${text}` : text, weight: 3 });
        // No more than two sentences are joined.
        namedLast = isThere ? null : placeAfter(scene);
      }
      const reason = reasonIn(scene.of);
      lines.push(...reason);
      if (reason.length > 0) namedLast = null;
    }
    return [...lines, ...asidesLeft.flatMap((front) => this.#aside(front))];
  }

  #front(front: Front, weight: 2 | 3, isHeaded: boolean): Sentence[] {
    return [tellFront(this.#numbers, front, isHeaded), tellFrontAssaults(this.#numbers, front)].flatMap((sayings) =>
      sentence(this.#pen.say(sayings), weight),
    );
  }

  #aside(front: Front): Sentence[] {
    const isTurningPoint = front.of.some((index) => this.#episodes[index]?.turning);
    return this.#front(front, isTurningPoint ? 3 : 2, false);
  }

  /** The order of a chapter whose reason is quoted: the most important of those that have one and are explained. */
  #quotedIn({ of }: ChapterPart): number | null {
    // The ending quotes the reason for the order that ended the campaign.
    const end = this.#end.state.over ? this.#episodes.length - 1 : this.#episodes.length;
    const importance = (index: number) => {
      const worth = this.#episodes[index]?.worth;
      return worth ? Math.abs(worth.decision + worth.dice) : 0;
    };
    const explained = of.filter((index) => {
      const episode = this.#episodes[index] as OverlandEpisode;
      return index < end && episode.reasons.length > 0 && this.#isExplained(episode);
    });
    return explained.sort((a, b) => importance(b) - importance(a) || a - b)[0] ?? null;
  }

  /** The reason for an order in a member's own words; empty if every reason has been quoted. */
  #reason(index: number): Sentence[] {
    const episode = this.#episodes[index] as OverlandEpisode;
    if (!this.#isExplained(episode)) return [];
    const deedOf = () => orderNoun(this.#numbers, this.#episodes, index);
    const quote = firstQuote(episode.reasons, this.#quoted, deedOf, LONGEST_REASON);
    if (quote === null) return [];
    const { by, text, deed } = quote;
    const end = (mark: string) => (/[?…]$/.test(text) ? '' : mark);
    const sayings = [
      say`“${text}${end(',')}” wrote ${by} before ${deed}.`,
      say`${by} had argued for ${deed}: “${text}${end('.')}”`,
      say`Before ${deed}, ${by} wrote: “${text}${end('.')}”`,
      say`Why ${deed}? ${by}: “${text}${end('.')}”`,
      say`${by}’s reason for ${deed}: “${text}${end('.')}”`,
    ];
    return sentence(this.#pen.say([sayings]), 2);
  }

  /** The order is a turning point. If none are known, it drove an enemy out or won the campaign. */
  #isExplained({ turning, events }: OverlandEpisode): boolean {
    if (this.#episodes.some((episode) => episode.turning)) return turning;
    return events.some(({ type }) => type === 'retreated' || type === 'won');
  }
}

interface ToldChapter extends ChapterDays {
  readonly part: ChapterPart;
  readonly lines: readonly Sentence[];
}

/** The place that the sentence on a scene names last. */
function placeAfter(scene: StoryScene): Area | null {
  if (scene.kind === 'march') return scene.to;
  return scene.kind === 'stand' ? (scene.end?.to ?? scene.area) : null;
}

/**
 * An opening for a chapter that goes back in time.
 * @param text the sentence that follows
 * @param isWonBack a victory has won days back
 * @param isSameDay the chapter begins on the same day as the one before
 */
function* goingBack(day: string, text: string, isWonBack: boolean, isSameDay: boolean): Sayings {
  const isNamed = text.includes(day);
  if (isWonBack && !isNamed) yield say`With the calendar back at ${day},`;
  if (isWonBack) yield say`With the calendar set back,`;
  yield [say`Meanwhile,`, ...(isSameDay ? [say`At the same time,`] : []), say`In the meantime,`];
  if (!isNamed) yield say`Earlier, on ${day},`;
}
