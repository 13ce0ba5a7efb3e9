import type { Episode, Story, Tally } from '../../../game/index.ts';
import { capital, count, listed } from '../../../kit/plain-english.ts';
import { type ChapterDraft, inChapters } from '../../../kit/storytelling.ts';
import { type War, type WarEvent, warMargin } from '../rules/two-theatre-war.ts';
import { yearOf } from '../theatre.ts';
import { FRONTS, type Front, type TwoTheatres } from '../two-theatres.ts';
import type { Order } from '../vocabulary.ts';
import { levelWords } from '../words/game-status.ts';
import { type ChronicleSeason, seasonsOf, type YearEpisode } from './chronicle.ts';
import { tallies } from './figures.ts';
import { AFTER_THE_WAR } from './history.ts';
import { leadWords, tellSeason } from './season-story.ts';

export type WarEpisode = Episode<War, Order, WarEvent>;

/** The episodes of one theatre, in which its game-turns are those of a campaign. */
function episodesOf(episodes: readonly WarEpisode[], front: Front): readonly YearEpisode[] {
  return episodes.flatMap((episode): YearEpisode[] => {
    const { before, after, order } = episode;
    const events = episode.events.filter((event) => event.front === undefined || event.front === front);
    if (events.length === 0 && before.now !== front) return [];
    const result = after.result;
    return [{ ...episode, order, before: before[front], after: { ...after[front], result }, events }];
  });
}

/** A chapter for each year, of both theatres; the year that is being played by its thirds [20.6]. */
export function warStory(theatres: TwoTheatres, episodes: readonly WarEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A war without its start cannot be told');
  const quoted = new Set<string>();
  const told = new Map<number, { season: ChronicleSeason; lines: ChapterDraft['lines'] }>();
  for (const front of FRONTS) {
    const seasons = seasonsOf(theatres[front], episodesOf(episodes, front));
    for (const season of seasons) {
      // The wordings of the second theatre are others.
      const wording = season.wording === 3 ? 3 : (season.wording + (front === 'east' ? 1 : 0)) % 3;
      const lines = tellSeason(theatres[front], { ...season, wording }, true, over, quoted);
      const [first, ...rest] = lines;
      const begun = first ? [{ ...first, text: `${capital(NAMES[front])}: ${first.text}` }, ...rest] : [];
      told.set(season.from, { season, lines: [...(told.get(season.from)?.lines ?? []), ...begun] });
    }
  }
  const chapters = [...told.values()].map(({ season, lines }) => ({
    when: whenOf(theatres, season),
    lines,
    really: null,
  }));
  return inChapters(headlineOf(theatres, last, over), 'In January 1862 two armies faced each other in two theatres.', [
    ...chapters,
    endOf(theatres, last, over),
  ]);
}

const NAMES: { readonly [front in Front]: string } = { west: 'the West', east: 'the East' };
const MONTHS = ['January to April', 'May to August', 'September to December'] as const;

function whenOf({ both }: TwoTheatres, { from, to, wording }: ChronicleSeason): string {
  const { years } = both.scenario;
  const [first, until] = [yearOf(both, from), yearOf(both, to)];
  return to - from > 1 ? listed(years.slice(first, until + 1)) : `${MONTHS[wording]} ${years[first]}`;
}

function endOf(theatres: TwoTheatres, last: War, over: boolean): ChapterDraft {
  const { turn } = last[last.now];
  const margin = warMargin(theatres, last);
  const lead = leadWords(margin, over || last.result !== null);
  const words = last.result ? `It was ${levelWords(last.result.level)}: ${lead}.` : `${capital(lead)}.`;
  const isLate = last.result !== null && !last.result.sudden;
  return {
    when: last.result ? `The end, game-turn ${turn}` : turn === 0 ? 'Before the first game-turn' : `Game-turn ${turn}`,
    lines: [{ text: words, weight: 3 }],
    really: isLate ? AFTER_THE_WAR['bobby-lee'] : null,
  };
}

function headlineOf(theatres: TwoTheatres, last: War, over: boolean): string {
  const margin = warMargin(theatres, last);
  if (!last.result) return `The war ${over ? 'left unfinished' : 'goes on'}: ${leadWords(margin, over)}`;
  const { winner } = last.result;
  if (winner === null) return 'The war ends with neither side victorious';
  const points = count(Math.abs(margin), 'point');
  const ahead = (winner === 'usa') === margin > 0 && margin !== 0 ? `, ${points} ahead` : '';
  return `The ${winner === 'usa' ? 'Union wins' : 'Confederates win'} the war${ahead}`;
}

/** Losses and years of each theatre. */
export function warTallies(theatres: TwoTheatres, episodes: readonly WarEpisode[]): readonly Tally[] {
  return FRONTS.flatMap((front) =>
    tallies(theatres[front], episodesOf(episodes, front))
      .slice(0, 2)
      .map((tally) => ({ ...tally, title: `${tally.title}, ${NAMES[front]}` })),
  );
}
