import { daysBetween } from '../../../kit/dates.ts';
import { distanceToRichmond, type Scenario } from '../scenario.ts';
import type { Area } from '../vocabulary.ts';

/** What really happened in May and June 1864. ISO days. Leaders and places have their historical names, whatever a data file calls them. */
interface Fact {
  readonly from: string;
  readonly to: string;
  /** Where Grant was; null: elsewhere. */
  readonly area: Area | null;
  readonly text: string;
  /** The same where in the game Grant was farther from Richmond then, or nearer to it. */
  readonly behind?: string;
  readonly ahead?: string;
  readonly of?: Theatre;
}

export type Theatre = 'grant' | 'butler' | 'sigel';

/** In the order of time. */
const FACTS: readonly Fact[] = [
  {
    from: '1864-05-05',
    to: '1864-05-07',
    area: 'wilderness',
    text: 'Grant and Lee fought in the Wilderness from 5 to 7 May.',
    ahead: 'Grant and Lee fought in the Wilderness until 7 May.',
  },
  {
    from: '1864-05-08',
    to: '1864-05-21',
    area: 'spotsylvania',
    text: 'The armies lay at Spotsylvania from 8 to 21 May.',
    behind: 'From 8 to 21 May the armies were already at Spotsylvania.',
    ahead: 'The armies were held up at Spotsylvania until 21 May.',
  },
  {
    from: '1864-05-12',
    to: '1864-05-16',
    area: null,
    text: 'Butler fought at Drury’s Bluff from 12 to 16 May, and was then penned in at Bermuda Hundred.',
    of: 'butler',
  },
  {
    from: '1864-05-15',
    to: '1864-05-15',
    area: null,
    text: 'Breckinridge beat Sigel at New Market on 15 May.',
    of: 'sigel',
  },
  {
    from: '1864-05-23',
    to: '1864-05-26',
    area: 'north-anna',
    text: 'Lee stood on the North Anna from 23 to 26 May.',
    behind: 'By 23 May the armies had come as far as the North Anna.',
    ahead: 'The armies came to the North Anna only on 23 May.',
  },
  {
    from: '1864-05-28',
    to: '1864-05-30',
    area: null,
    text: 'There was fighting on Totopotomoy Creek from 28 to 30 May.',
  },
  {
    from: '1864-05-31',
    to: '1864-06-12',
    area: 'cold-harbor',
    text: 'Cold Harbor began on 31 May; the great assault came on 3 June.',
    behind: 'By 31 May the armies had come to Cold Harbor; the great assault there was on 3 June.',
    ahead: 'Cold Harbor was fought from 31 May on, with the great assault on 3 June.',
  },
];

const CROSSING = 'Grant’s army crossed the James from 12 to 18 June.';

export interface Days {
  readonly from: string;
  readonly to: string;
  readonly theatre: Theatre;
  /** Where Grant was in them: from the first day to the last. */
  readonly places: readonly Area[];
  /** The James was crossed. */
  readonly crossed: boolean;
}

/**
 * What really happened in the days of each chapter: a sentence, or null. In the order of time, and nothing twice; of all the ways to
 * set them beside the chapters the one that leaves fewest without, gives Butler and Sigel their own battles, and fits the days best.
 */
export function really(numbers: Scenario, chapters: readonly Days[]): (string | null)[] {
  return bestFrom(chapters, 0, 0).places.map((place, index) =>
    place === null ? null : worded(numbers, FACTS[place], chapters[index] as Days),
  );
}

/** A fact as it stands beside what Grant did in the game in those days. */
function worded(numbers: Scenario, fact: Fact | undefined, { places, theatre }: Days): string {
  if (!fact) return CROSSING;
  const { area } = fact;
  if (area === null || theatre !== 'grant' || places.includes(area)) return fact.text;
  const real = distanceToRichmond(numbers, area);
  const distances = places.map((place) => distanceToRichmond(numbers, place));
  if (distances.every((distance) => distance > real)) return fact.behind ?? fact.text;
  return distances.every((distance) => distance < real) ? (fact.ahead ?? fact.text) : fact.text;
}

interface Choice {
  readonly score: number;
  /** A place in the list of facts, or behind it for the crossing, for each chapter. */
  readonly places: readonly (number | null)[];
}

/** The best choice for the chapters from `index`, of the facts from `next`. */
function bestFrom(chapters: readonly Days[], index: number, next: number): Choice {
  const chapter = chapters[index];
  if (!chapter) return { score: 0, places: [] };
  if (chapter.crossed) return { score: 0, places: [FACTS.length] };
  const without = bestFrom(chapters, index + 1, next);
  let best: Choice = { score: without.score, places: [null, ...without.places] };
  for (const place of among(chapter, chapters)) {
    if (place < next) continue;
    const rest = bestFrom(chapters, index + 1, place + 1);
    const score = rest.score + worthOf(place, chapter);
    if (score > best.score) best = { score, places: [place, ...rest.places] };
  }
  return best;
}

function worthOf(place: number, { theatre, places, from, to }: Days): number {
  const fact = FACTS[place] as Fact;
  const own = (fact.of ?? 'grant') === theatre;
  const common = daysFrom(fact.from > from ? fact.from : from, fact.to < to ? fact.to : to);
  return (
    100 +
    (own ? (fact.of ? 150 : 30) : 0) +
    (theatre === 'grant' && fact.area !== null && places.includes(fact.area) ? 25 : 0) +
    (30 * common) / daysFrom(fact.from, fact.to) +
    (30 * common) / daysFrom(from, to)
  );
}

/** Days from one to another, both counted. */
function daysFrom(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}

/** Places of the facts of a chapter's days. */
function among({ from, to, theatre }: Days, chapters: readonly Days[]): number[] {
  return FACTS.flatMap((fact, place) =>
    fact.from <= to && fact.to >= from && wanted(fact, chapters, theatre) ? [place] : [],
  );
}

/** Butler's battle and Sigel's are kept for a chapter of theirs, if there is one. */
function wanted({ of }: Fact, chapters: readonly Days[], theatre: Theatre): boolean {
  return of === undefined || of === theatre || !chapters.some((chapter) => chapter.theatre === of);
}
