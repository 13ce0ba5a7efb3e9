import { daysBetween } from '../../../kit/dates.ts';
import { distanceToRichmond, type Scenario } from '../scenario.ts';
import type { Area, UsLeader } from '../vocabulary.ts';

/** An event of May and June 1864. Leaders and places keep their historical names, even if a data file renames them. */
interface Fact {
  /** The first and the last ISO day. */
  readonly from: string;
  readonly to: string;
  /** Grant's historical position. */
  readonly area?: Area;
  readonly text: string;
  /** For a chapter in which Grant was farther from Richmond than in history; `text` by default. */
  readonly behind?: string;
  /** For a chapter in which Grant was nearer to Richmond than in history; `text` by default. */
  readonly ahead?: string;
  /** For a chapter that ended before the event; `text` by default. */
  readonly later?: string;
  /** For a chapter that began after the event. */
  readonly earlier: string;
  /** A battle of another leader, told only beside that leader's chapters. */
  readonly of?: UsLeader;
}

/** In chronological order. */
const FACTS: readonly Fact[] = [
  {
    from: '1864-05-05',
    to: '1864-05-07',
    area: 'wilderness',
    text: 'Grant and Lee fought in the Wilderness from 5 to 7 May.',
    ahead: 'Grant and Lee fought in the Wilderness until 7 May.',
    earlier: 'The fight in the Wilderness had ended on 7 May.',
  },
  {
    from: '1864-05-08',
    to: '1864-05-21',
    area: 'spotsylvania',
    text: 'The armies lay at Spotsylvania from 8 to 21 May.',
    behind: 'By 8 May the armies were already at Spotsylvania; they stayed until the 21st.',
    ahead: 'The armies were held up at Spotsylvania until 21 May.',
    later: 'The armies reached Spotsylvania on 8 May.',
    earlier: 'The armies had left Spotsylvania on 21 May.',
  },
  {
    from: '1864-05-12',
    to: '1864-05-16',
    text: 'Butler fought at Drury’s Bluff from 12 to 16 May and was then penned in at Bermuda Hundred.',
    later: 'Butler fought at Drury’s Bluff later, from 12 to 16 May, and was then penned in at Bermuda Hundred.',
    earlier: 'Butler had fought at Drury’s Bluff from 12 to 16 May and been penned in at Bermuda Hundred.',
    of: 'butler',
  },
  {
    from: '1864-05-15',
    to: '1864-05-15',
    text: 'Breckinridge beat Sigel at New Market on 15 May.',
    later: 'On 15 May Breckinridge beat Sigel at New Market.',
    earlier: 'Breckinridge had beaten Sigel at New Market on 15 May.',
    of: 'sigel',
  },
  {
    from: '1864-05-23',
    to: '1864-05-26',
    area: 'north-anna',
    text: 'Lee stood on the North Anna from 23 to 26 May.',
    behind: 'By 23 May the armies had come as far as the North Anna.',
    ahead: 'The armies did not reach the North Anna until 23 May.',
    later: 'The armies did not reach the North Anna until 23 May.',
    earlier: 'The armies had left the North Anna on 26 May.',
  },
  {
    from: '1864-05-28',
    to: '1864-05-30',
    text: 'There was fighting on Totopotomoy Creek from 28 to 30 May.',
    later: 'There was fighting on Totopotomoy Creek later, from 28 to 30 May.',
    earlier: 'There had been fighting on Totopotomoy Creek from 28 to 30 May.',
  },
  {
    from: '1864-05-31',
    to: '1864-06-12',
    area: 'cold-harbor',
    text: 'Cold Harbor began on 31 May; the great assault came on 3 June.',
    behind: 'By 31 May the armies had come to Cold Harbor; the great assault there was on 3 June.',
    ahead: 'Cold Harbor was fought from 31 May on, with the great assault on 3 June.',
    later: 'The armies did not reach Cold Harbor until 31 May.',
    earlier: 'The armies left Cold Harbor on 12 June.',
  },
];

const CROSSING =
  'Grant left Cold Harbor on 12 June; his army crossed the James from the 14th and was across by the 18th.';

/** The days of a chapter and what happened then. */
export interface ChapterDays {
  readonly from: string;
  readonly to: string;
  readonly theatre: UsLeader;
  /** Grant's areas during those days, from first to last. */
  readonly places: readonly Area[];
  /** The James was crossed. */
  readonly crossed: boolean;
}

/**
 * One historical sentence for each chapter, or `null`. No fact is used twice.
 * Butler's and Sigel's chapters get their own battles, whenever those were.
 * Grant's chapters get facts in chronological order. A fact fits a chapter by its days, or else by its place. Of all
 * ways to hand out the facts the best-fitting one is taken.
 */
export function historicalNotes(numbers: Scenario, chapters: readonly ChapterDays[]): (string | null)[] {
  // An owner's calendar may lie in another year.
  const isThatYear = chapters.some((chapter) => FACTS.some((fact) => isDuring(fact, chapter)));
  if (!isThatYear) return chapters.map(() => null);
  const grants = chapters.filter(({ theatre }) => theatre === 'grant');
  const { facts } = bestFrom(grants, 0);
  return chapters.map((chapter, index) => {
    const { theatre } = chapter;
    if (chapter.crossed) return CROSSING;
    // If another leader has two chapters, the first one gets his battle.
    const isFirst = chapters.findIndex((other) => other.theatre === theatre) === index;
    const own = isFirst ? FACTS.find(({ of }) => of === theatre) : undefined;
    const fact = theatre === 'grant' ? facts[grants.indexOf(chapter)] : own;
    return fact ? worded(numbers, fact, chapter) : null;
  });
}

function isDuring(fact: Pick<Fact, 'from' | 'to'>, { from, to }: Pick<ChapterDays, 'from' | 'to'>): boolean {
  return fact.from <= to && fact.to >= from;
}

/** The form of a fact that suits Grant's position in the game on those days. */
function worded(numbers: Scenario, fact: Fact, days: ChapterDays): string {
  const { area, text, behind = text, ahead = text, later = text, earlier } = fact;
  if (!isDuring(fact, days)) return fact.from > days.to ? later : earlier;
  if (area === undefined || days.places.includes(area)) return text;
  const real = distanceToRichmond(numbers, area);
  const distances = days.places.map((place) => distanceToRichmond(numbers, place));
  if (distances.every((distance) => distance > real)) return behind;
  return distances.every((distance) => distance < real) ? ahead : text;
}

/** The best choice of facts for Grant's chapters, among the facts from index `next` on. */
function bestFrom(
  [chapter, ...rest]: readonly ChapterDays[],
  next: number,
): { readonly score: number; readonly facts: readonly (Fact | null)[] } {
  if (!chapter || chapter.crossed) return { score: 0, facts: [] };
  const without = bestFrom(rest, next);
  let best = { score: without.score, facts: [null, ...without.facts] as readonly (Fact | null)[] };
  for (const [index, fact] of FACTS.entries()) {
    const fit = fitOf(fact, chapter);
    if (index < next || fit === 0 || fact.of) continue;
    const { score, facts } = bestFrom(rest, index + 1);
    if (score + fit > best.score) best = { score: score + fit, facts: [fact, ...facts] };
  }
  return best;
}

/** How well a fact fits a chapter of Grant's; 0 if not at all. */
function fitOf(fact: Fact, { places, from, to }: ChapterDays): number {
  const here = fact.area !== undefined && places.includes(fact.area) ? 40 : 0;
  if (!isDuring(fact, { from, to })) return here;
  const days = (first: string, last: string) => daysBetween(first, last) + 1;
  const common = days(fact.from > from ? fact.from : from, fact.to < to ? fact.to : to);
  return 130 + here + (30 * common) / days(fact.from, fact.to) + (30 * common) / days(from, to);
}
