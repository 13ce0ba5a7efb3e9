/** What really happened in May and June 1864. ISO days. Leaders and places have their historical names, whatever a data file calls them. */
interface Fact {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly of?: Theatre;
}

export type Theatre = 'grant' | 'butler' | 'sigel';

/** In the order of time. */
const FACTS: readonly Fact[] = [
  { from: '1864-05-05', to: '1864-05-07', text: 'Grant and Lee fought in the Wilderness from 5 to 7 May.' },
  { from: '1864-05-08', to: '1864-05-21', text: 'The armies lay at Spotsylvania from 8 to 21 May.' },
  {
    from: '1864-05-12',
    to: '1864-05-16',
    text: 'Drewry’s Bluff, 12 to 16 May: after it Butler was penned in at Bermuda Hundred.',
    of: 'butler',
  },
  { from: '1864-05-15', to: '1864-05-15', text: 'Breckinridge beat Sigel at New Market on 15 May.', of: 'sigel' },
  { from: '1864-05-23', to: '1864-05-26', text: 'Lee stood on the North Anna from 23 to 26 May.' },
  { from: '1864-05-28', to: '1864-05-30', text: 'There was fighting on Totopotomoy Creek from 28 to 30 May.' },
  { from: '1864-05-31', to: '1864-06-12', text: 'Cold Harbor began on 31 May; the great assault came on 3 June.' },
];

const CROSSING = 'The real army went over the James from 12 to 18 June.';

export interface Days {
  readonly from: string;
  readonly to: string;
  readonly theatre: Theatre;
  /** The James was crossed. */
  readonly crossed: boolean;
}

/**
 * What really happened in the days of each chapter: a sentence, or null. In the order of time, and nothing twice; of all the ways to
 * set them beside the chapters the one that leaves fewest without, gives Butler and Sigel their own battles, and ends latest.
 */
export function really(chapters: readonly Days[]): (string | null)[] {
  return bestFrom(chapters, 0, 0).places.map((place) => (place === null ? null : (FACTS[place]?.text ?? CROSSING)));
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
    const score = rest.score + worthOf(place, chapter, index === chapters.length - 1);
    if (score > best.score) best = { score, places: [place, ...rest.places] };
  }
  return best;
}

function worthOf(place: number, { theatre }: Days, last: boolean): number {
  const own = (FACTS[place]?.of ?? 'grant') === theatre;
  return 100 + (own ? 20 : 0) + (last ? place : 0);
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
