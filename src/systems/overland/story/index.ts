import type { Story } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { typeset } from '../../../kit/draw/text-layout.ts';
import { capital } from '../../../kit/plain-english.ts';
import {
  type ChapterDraft,
  fitted,
  Pen,
  type Phrases,
  type Sentence,
  sentence,
  withoutChapter,
  withoutHistory,
  withoutLine,
  withoutMiddle,
} from '../../../kit/storytelling.ts';
import { dateOf } from '../calendar.ts';
import { distanceToRichmond, type Scenario } from '../scenario.ts';
import { contested } from '../state.ts';
import type { Area } from '../vocabulary.ts';
import { type ChapterPart, daysOf, type Plan, planOf } from './chapters.ts';
import { headingOf, LEAD, tellEnd } from './closing.ts';
import { type End, endOf } from './ending.ts';
import { tellFront } from './fronts.ts';
import { headlineOf } from './headline.ts';
import { type Days, really } from './history.ts';
import { tellReason } from './reasons.ts';
import { tellAssault, tellCrossing, tellMarch } from './richmond.ts';
import { type Previous, tellStand } from './stands.ts';
import { type Front, isUntold, type OverlandEpisode, type Stand, type StoryScene, scenesOf } from './story-scenes.ts';
import { at, dateSpan, daysOfPoints, leader } from './story-words.ts';

/** Characters of a heading. */
const LONGEST_HEADING = 60;

/** A campaign of Overland as it is told afterwards, from its own events. `over`: it has ended, if only by being abandoned. */
export function story(numbers: Scenario, episodes: readonly OverlandEpisode[], over: boolean): Story {
  const teller = new Teller(numbers, episodes, over);
  return fitted(teller.headline, teller.drafts(), [
    { shorter: withoutLine(1, ofSeveral), room: COMFORT },
    { shorter: withoutLine(2, ofSeveral), room: COMFORT },
    { shorter: withoutHistory },
    { shorter: withoutMiddle },
    { shorter: withoutChapter },
  ]);
}

/** Characters at most if colour and detail can give way: a message has what the orders were worth beside it. */
const COMFORT = 1120;

function ofSeveral(lines: readonly Sentence[]): readonly Sentence[] {
  return lines.length > 1 ? lines : [];
}

/** The days of a chapter, and the places of its episodes. */
interface DatedChapter extends Days {
  /** Its orders, asides included. */
  readonly of: readonly number[];
}

/** How a story says that it goes back in time: because days were won back, or to what happened beside it. */
const BACK: Phrases<{
  readonly day: string;
  readonly isNamed: boolean;
  readonly wonBack: boolean;
  /** It begins on the day on which the chapter before it began. */
  readonly together: boolean;
}> = [
  ({ wonBack, isNamed, day }) => (wonBack && !isNamed ? `With the calendar back at ${day},` : null),
  ({ wonBack }) => (wonBack ? 'With the calendar set back,' : null),
  [() => 'Meanwhile,', ({ together }) => (together ? 'At the same time,' : null), () => 'In the meantime,'],
  ({ day, isNamed }) => (isNamed ? null : `Earlier, on ${day},`),
];

/** A sentence with words before it: it loses its capital, but for a name's. */
function joined(words: string, text: string, names: readonly string[]): string {
  const isName = names.some((name) => text.startsWith(name));
  return `${words} ${isName ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`}`;
}

/** The place that a sentence about a scene names last; null: none is Grant’s next. */
function endOfScene(scene: StoryScene): Area | null {
  if (scene.kind === 'march') return scene.to;
  return scene.kind === 'stand' ? (scene.end?.to ?? scene.area) : null;
}

class Teller {
  readonly #numbers: Scenario;
  readonly #episodes: readonly OverlandEpisode[];
  readonly #pen: Pen;
  readonly #plan: Plan;
  readonly #end: End;
  /** Areas Grant has fought in, those he has driven Lee from, and his assaults and crossings so far. */
  readonly #fought = new Set<Area>();
  readonly #driven = new Set<Area>();
  readonly #grants: readonly StoryScene[];
  readonly #stands: readonly Stand[];
  readonly #quoted = new Set<string>();
  #previous: Previous | null = null;
  #assaults = 0;
  #crossings = 0;
  /** Where the last sentence of a chapter left Grant; null: it begins, or somebody was quoted since, or it said “there” itself. */
  #here: Area | null = null;
  /** That sentence named where the fight was, too. */
  #isAmong = false;

  constructor(numbers: Scenario, episodes: readonly OverlandEpisode[], over: boolean) {
    this.#numbers = numbers;
    this.#episodes = episodes;
    this.#pen = new Pen(JSON.stringify(episodes.map(({ order, events }) => [order, events])));
    const scenes = scenesOf(numbers, episodes);
    this.#grants = scenes.grant;
    this.#stands = scenes.grant.filter((scene) => scene.kind === 'stand');
    this.#plan = planOf(numbers, scenes);
    this.#end = endOf(numbers, episodes, scenes, over);
  }

  get headline(): string {
    return headlineOf(this.#end);
  }

  drafts(): ChapterDraft[] {
    const { parts } = this.#plan;
    const told = parts
      .map((part) => ({ part, of: this.#ordersOf(part), lines: this.#told(part), ...this.#days(part) }))
      .filter(({ lines }) => lines.length > 0);
    const crossed = this.#end.how === 'james';
    const history = really(this.#numbers, [...told, ...(crossed ? [{ ...this.#lastDay(), crossed }] : [])]);
    const theatres = new Set(told.map(({ theatre }) => theatre)).size;
    const chapters = told.map(
      ({ part, of, from, to, lines }, index): ChapterDraft => ({
        when: this.#heading(part, dateSpan(this.#numbers, from, to), theatres > 1),
        lines: this.#ledIn(lines, { from, of }, told[index - 1]),
        really: history[index] ?? null,
        ownHistory: part.theatre === 'sigel',
      }),
    );
    const lead: ChapterDraft = { when: null, lines: this.#opening(), really: null };
    const end: ChapterDraft = {
      when: headingOf(this.#end),
      lines: this.#ending(),
      really: crossed ? (history.at(-1) ?? null) : null,
    };
    return [lead, ...chapters, end];
  }

  /** A chapter that begins before the last one ended says so. */
  #ledIn(
    lines: readonly Sentence[],
    { from, of }: { readonly from: string; readonly of: readonly number[] },
    before: DatedChapter | undefined,
  ): readonly Sentence[] {
    const [first, ...others] = lines;
    if (!first || !before) return lines;
    // Nothing but a victory in the Valley sets the calendar back; the chapter that tells it names the day.
    const wonBack = Math.max(...before.of) < Math.min(...of);
    if (wonBack ? before.to <= from || before.theatre === 'sigel' : before.to < from) return lines;
    const day = shortDate(from);
    const together = from === before.from;
    const words = this.#pen.write(BACK, { day, isNamed: first.text.includes(day), wonBack, together });
    const text = words === null ? first.text : joined(words, first.text, this.#names);
    return [{ ...first, text }, ...others];
  }

  /** Names as a sentence may begin with them: "Drury’s Bluff", and not "The Wilderness". */
  get #names(): readonly string[] {
    const { areas, leaders } = this.#numbers;
    const all = [...Object.values(areas), ...Object.values(leaders)].map(({ name }) => typeset(name));
    return all.filter((name) => !name.startsWith('The '));
  }

  /** Its heading says where it was. */
  #isHeadedByPlace({ theatre }: ChapterPart): boolean {
    return theatre === 'sigel' && this.#plan.parts.some((other) => other.theatre !== theatre);
  }

  /** Whose days they are, where more than one leader has chapters. */
  #heading({ theatre, front }: ChapterPart, days: string, named: boolean): string {
    const whose =
      theatre === 'sigel' && front ? capital(at(this.#numbers, front.area)) : leader(this.#numbers, theatre);
    const heading = `${whose}, ${days}`;
    return named && heading.length <= LONGEST_HEADING ? heading : days;
  }

  #ordersOf(part: ChapterPart): readonly number[] {
    return [...part.of, ...(this.#plan.asides.get(part) ?? []).flatMap(({ of }) => of)];
  }

  #days(part: ChapterPart): Days {
    const of = this.#ordersOf(part);
    return {
      ...daysOf(this.#numbers, this.#episodes, of),
      theatre: part.theatre,
      // Where he only set out from is no place of theirs.
      places: of.flatMap((index) => {
        const { order, before, after } = this.#episodes[index] as OverlandEpisode;
        return [...(order?.verb === 'move' ? [] : [before.us.grant]), after.us.grant];
      }),
      crossed: false,
    };
  }

  #lastDay(): Days {
    const { after } = this.#episodes.at(-1) as OverlandEpisode;
    const day = dateOf(this.#numbers, after.points);
    return { from: day, to: day, theatre: 'grant', places: [after.us.grant], crossed: false };
  }

  #ending(): Sentence[] {
    const reason = this.#end.state.over ? this.#reason(this.#episodes.length - 1) : [];
    // The quotation names the member, so the order doesn't name them again.
    const [end, ...more] = tellEnd(this.#pen, reason.length > 0 ? { ...this.#end, by: null } : this.#end);
    return [...(end ? [end] : []), ...reason, ...more];
  }

  #opening(): Sentence[] {
    return [...this.#settingOut(), ...sentence(this.#pen.write(LEAD[this.#end.how], this.#end), this.#isWhole ? 3 : 2)];
  }

  /** Where a “what if” begins: its start did nothing of its own. */
  #settingOut(): Sentence[] {
    const { after } = this.#start;
    if (this.#isWhole) return [];
    const { grant } = after.us;
    const [us, csa] = [leader(this.#numbers, 'grant'), leader(this.#numbers, 'lee')];
    const who = contested(after, grant) ? `${us} and ${csa}` : us;
    const day = shortDate(dateOf(this.#numbers, after.points));
    return sentence(`This campaign began on ${day}, with ${who} ${at(this.#numbers, grant)}.`, 3);
  }

  /** It is told from its first day: a “what if” is not. */
  get #isWhole(): boolean {
    return this.#start.events.length > 0;
  }

  get #start(): OverlandEpisode {
    return this.#episodes[0] as OverlandEpisode;
  }

  #told(part: ChapterPart): Sentence[] {
    const reasons = new Map(this.#quotedIn(part).map((index) => [index, this.#reason(index)]));
    const after = (of: readonly number[]) => of.flatMap((index) => reasons.get(index) ?? []);
    const main = part.front
      ? [...tellFront(this.#numbers, this.#pen, part.front, this.#isHeadedByPlace(part)), ...after(part.of)]
      : this.#scenes(part.scenes, this.#plan.asides.get(part) ?? [], after);
    const begins = main.findIndex(({ weight }) => weight === 3);
    // A chapter begins with what happened: why an order that is not told was given comes after it.
    return [...main.slice(begins, begins + 1), ...main.toSpliced(begins, begins < 0 ? 0 : 1)];
  }

  /** A fight at the place that was named last happens “there”, and stays with the sentence that named the place. */
  #scenes(
    scenes: readonly StoryScene[],
    asides: readonly Front[],
    after: (of: readonly number[]) => readonly Sentence[],
  ): Sentence[] {
    const lines: Sentence[] = [];
    const left = [...asides];
    this.#here = null;
    for (const scene of scenes) {
      // What others did before it, but for what a chapter would begin with.
      while (lines.length > 0 && left[0] && Math.max(...left[0].of) < Math.min(...scene.of)) {
        lines.push(...this.#aside(left.shift() as Front));
        this.#here = null;
      }
      const isThere: boolean = scene.kind === 'stand' && scene.area === this.#here;
      const told = this.#isUntold(scene) ? [] : this.#scene(scene);
      const before = isThere && told.length > 0 ? lines.pop() : undefined;
      const reasons = after(scene.of);
      lines.push(...(before ? told.map((one) => ({ ...one, text: `${before.text} ${one.text}` })) : told), ...reasons);
      if (told.length > 0) {
        this.#here = isThere ? null : endOfScene(scene);
        this.#isAmong = scene.kind === 'stand';
      }
      if (reasons.length > 0) this.#here = null;
    }
    return [...lines, ...left.flatMap((front) => this.#aside(front))];
  }

  #aside(front: Front): Sentence[] {
    const told = tellFront(this.#numbers, this.#pen, front);
    return told.map((one): Sentence => ({ ...one, weight: this.#isTurning(front.of) ? 3 : 2 }));
  }

  /** The one order of a part whose reason is told: of those explained that have any, the one that mattered most. */
  #quotedIn(part: ChapterPart): number[] {
    const last = this.#end.state.over ? this.#episodes.length - 1 : this.#episodes.length;
    const weight = (index: number) => {
      const worth = this.#episodes[index]?.worth;
      return worth ? Math.abs(worth.decision + worth.dice) : 0;
    };
    return part.of
      .filter((index) => index < last && this.#explained(this.#episodes[index] as OverlandEpisode))
      .filter((index) => (this.#episodes[index]?.reasons.length ?? 0) > 0)
      .sort((a, b) => weight(b) - weight(a) || a - b)
      .slice(0, 1);
  }

  #isUntold(scene: StoryScene): boolean {
    const index = this.#grants.indexOf(scene);
    return isUntold(scene, this.#grants[index - 1], this.#grants[index + 1]);
  }

  #isTurning(of: readonly number[]): boolean {
    return of.some((index) => this.#episodes[index]?.turning);
  }

  #scene(scene: StoryScene): Sentence[] {
    switch (scene.kind) {
      case 'stand': {
        const { area, end, of } = scene;
        const [first, last] = [this.#episodes[of[0] as number], this.#episodes[of.at(-1) as number]];
        const opening = area === this.#start.after.us.grant && this.#fought.size === 0;
        const days = daysOfPoints(this.#numbers, first?.before.points ?? 0, last?.after.points ?? 0);
        const spent = (first?.before.points ?? 0) - (last?.after.points ?? 0);
        const known = {
          opening,
          atOnce: this.#episodes.slice(1, of[0]).every(({ order }) => order?.verb === 'move'),
          day: this.#laterDay(first?.before.points ?? 0),
          again: this.#driven.has(area),
          stayed: ['assault', 'crossing'].includes(this.#grants[this.#grants.indexOf(scene) - 1]?.kind ?? ''),
          failed: this.#fought.has(area) && !this.#driven.has(area),
          days: spent === of.length ? days : null,
          backward: end?.how === 'turned' && this.#distance(end.to) > this.#distance(area),
          hardest: this.#isHardest(scene),
          there: area === this.#here,
          among: this.#isAmong,
        };
        const told = tellStand(this.#numbers, this.#pen, scene, { ...known, previous: this.#previous });
        this.#fought.add(area);
        if (end?.how === 'driven') this.#driven.add(area);
        this.#previous = { at: at(this.#numbers, area), attacks: scene.attacks, how: end?.how ?? null };
        return told;
      }
      case 'assault': {
        const told = tellAssault(this.#numbers, this.#pen, scene, this.#assaults);
        this.#assaults += 1;
        return told;
      }
      case 'crossing': {
        const told = tellCrossing(this.#numbers, this.#pen, scene, this.#crossings > 0);
        this.#crossings += 1;
        return told;
      }
      case 'march':
        return tellMarch(this.#numbers, this.#pen, scene);
      default:
        return scene satisfies never;
    }
  }

  /** A day after the first of the campaign; null: it is the first, or what went before is not known. */
  #laterDay(points: number): string | null {
    const day = dateOf(this.#numbers, points);
    return this.#isWhole && day > dateOf(this.#numbers, this.#start.after.points) ? shortDate(day) : null;
  }

  /** More attacks than any other stand, of which there must be some. */
  #isHardest(stand: Stand): boolean {
    const others = this.#stands.filter((other) => other !== stand);
    return others.length > 0 && others.every(({ attacks }) => attacks < stand.attacks);
  }

  #reason(index: number): Sentence[] {
    const episode = this.#episodes[index] as OverlandEpisode;
    if (!this.#explained(episode)) return [];
    return tellReason(this.#numbers, this.#pen, { episode, before: this.#episodes.slice(0, index) }, this.#quoted);
  }

  /** Turning points; where none are known, what drove somebody out, or ended the campaign. */
  #explained({ turning, events }: OverlandEpisode): boolean {
    if (this.#episodes.some((episode) => episode.turning)) return turning;
    return events.some(({ type }) => type === 'retreated' || type === 'won');
  }

  #distance(area: Area): number {
    return distanceToRichmond(this.#numbers, area);
  }
}
