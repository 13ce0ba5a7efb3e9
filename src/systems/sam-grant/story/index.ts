import type { Episode, Story, Tally } from '../../../game/index.ts';
import { capital, count, listed } from '../../../kit/plain-english.ts';
import { type ChapterDraft, inChapters, Pen } from '../../../kit/storytelling.ts';
import { type War, warMargin } from '../rules/two-theatre-war.ts';
import { cityPoints, fallenCapitals, usaMargin } from '../rules/victory.ts';
import type { State } from '../state.ts';
import { type GameLength, lastTurnOf, type Theatre, yearOf } from '../theatre.ts';
import type { TwoTheatres } from '../two-theatres.ts';
import { type Event, FRONTS, type Front, type Order, SIDES } from '../vocabulary.ts';
import { BEFORE_TURNS, endedEarly, ending, leadWords, levelWords } from '../words/game-status.ts';
import { placeName, sideDoes, wordsOf } from '../words/names.ts';
import { type ChronicleSeason, citiesTaken, type Span, seasonsOf, tallies, type YearEpisode } from './chronicle.ts';
import { isInYears, tellSeason } from './season-story.ts';

const MONTHS = ['January to April', 'May to August', 'September to December'] as const;
/** Titles of a third of the year of which only the first game-turn has been played. */
const FIRST_MONTHS = ['January and February', 'May and June', 'September and October'] as const;

/** The year of a game-turn. A game without a campaign plays in 1862. */
function yearName(theatre: Theatre, turn: number): string {
  return theatre.scenario.years[yearOf(theatre, turn)] ?? '1862';
}

/** "May to August 1862"; in a campaign "1862 and 1863" */
function seasonName(theatre: Theatre, season: Span, months: readonly string[] = MONTHS): string {
  const { from, to, wording } = season;
  return isInYears(season)
    ? listed(theatre.scenario.years.slice(yearOf(theatre, from), yearOf(theatre, to) + 1))
    : `${months[wording]} ${yearName(theatre, from)}`;
}

function lengthOf({ scenario }: Theatre): GameLength {
  return scenario.years.length > 0 ? 'campaign' : 'year';
}

function regionOf(theatre: Pick<Theatre, 'id'>): string {
  return `the ${wordsOf(theatre).region}`;
}

/**
 * The story of a year or a campaign.
 * @param over whether the game has ended, if only by being abandoned. Until then the story tells no more than both
 * sides know: battles, cities and points.
 */
export function story(theatre: Theatre, episodes: readonly YearEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A year without its start cannot be told');
  const words = wordsOf(theatre).story;
  const seasons = seasonsOf(theatre, episodes);
  const quoted = over ? new Set<string>() : null;
  const pen = new Pen(JSON.stringify(episodes.map(({ order, events }) => [order?.verb, events.length])));
  const told = seasons.map((season, index): ChapterDraft => {
    const isLast = index === seasons.length - 1;
    /** Whether only the first game-turn of a third has been played. */
    const isHalf = isLast && last.turn % 2 === 1;
    const { from, to } = season;
    const really = isInYears(season)
      ? words.years.slice(yearOf(theatre, from), yearOf(theatre, to) + 1)
      : words.turns.slice(from - 1, isHalf ? from : to);
    return {
      when: seasonName(theatre, season, isHalf ? FIRST_MONTHS : MONTHS),
      lines: tellSeason(theatre, season, { isLast, quoted }),
      really: over || !isLast ? `${capital(really.join('; '))}.` : null,
    };
  });
  const opening = pen.say([words.openings[lengthOf(theatre)].map((text) => ({ phrase: text, text }))]);
  return inChapters(headlineOf(theatre, episodes[0]?.after ?? last, last, over), opening, [
    ...told,
    end(theatre, last, over),
  ]);
}

function end(theatre: Theatre, last: State, over: boolean): ChapterDraft {
  const result = ending(theatre, last);
  if (result)
    return {
      when: `The end, game-turn ${last.turn}`,
      lines: [
        { text: `${result.reason.slice(0, -1)}: ${levelWords(last.result?.level ?? '')}.`, weight: 3 },
        // The cities that changed hands in a season matter more than the sum of their points.
        { text: pointsWords(theatre, last), weight: 2 },
      ],
      // A year that ended early has no historical aftermath.
      really: endedEarly(theatre, last) ? null : wordsOf(theatre).story.afterwards[lengthOf(theatre)],
    };
  const left = lastTurnOf(theatre) - last.turn;
  const turns = left === 0 ? 'in the last game-turn' : `with ${count(left, 'game-turn')} to go`;
  const lead = leadWords(usaMargin(theatre, last), over);
  const text = over ? `The game was broken off ${turns}: ${lead}.` : `${capital(turns)}, ${lead}.`;
  return {
    when: last.turn === 0 ? capital(BEFORE_TURNS) : `Game-turn ${last.turn}`,
    lines: [{ text, weight: 3 }],
    really: null,
  };
}

/** "Cities brought the Union 9 points and the Confederates 1. Each game-turn brought the Confederates 1 more." */
function pointsWords(theatre: Theatre, last: State): string {
  const { bragg, victory } = theatre.scenario;
  const corps = last.bragg && bragg ? bragg.points : 0;
  const [usa, csa] = [cityPoints(theatre, last, 'usa'), cityPoints(theatre, last, 'csa')];
  const brought =
    usa === 0 && csa === 0
      ? 'neither side any points'
      : `the Union ${usa === 0 ? 'no points' : count(usa, 'point')} and the Confederates ${csa || 'none'}`;
  const called =
    corps === 0
      ? ''
      : ` The Union got ${usa > 0 ? 'another ' : ''}${count(corps, 'point')} because the Confederates had called up Bragg’s corps.`;
  return `Cities brought ${brought}.${called} Each game-turn brought the Confederates ${victory.timePoints}${csa > 0 ? ' more' : ''}.`;
}

/**
 * Cities whose fall makes the headline: capitals in enemy hands, or else the most valuable city that changed hands.
 * Of two equally valuable ones it is the winner's.
 */
function falls(theatre: Theatre, first: State, last: State) {
  const capitals = fallenCapitals(theatre, last);
  if (capitals.length > 0) return capitals.map(({ hex, taker }) => ({ name: placeName(theatre, hex), taker }));
  const sides = last.result?.winner === 'csa' ? SIDES.toReversed() : SIDES;
  return sides
    .flatMap((taker) => citiesTaken(theatre, first, last, taker).map(({ name, points }) => ({ name, taker, points })))
    .sort((one, other) => other.points - one.points)
    .slice(0, 1);
}

/** A headline like a newspaper's. Of a year that is over it names the city that mattered most. */
function headlineOf(theatre: Theatre, first: State, last: State, over: boolean): string {
  const fallen = last.result ? falls(theatre, first, last) : [];
  const isWinners = fallen.some(({ taker }) => taker === last.result?.winner);
  const isCapital = fallenCapitals(theatre, last).length > 0;
  const headline = resultLine(theatre, last, over, isWinners || isCapital);
  if (fallen.length === 0) return headline;
  const cities = listed(fallen.map(({ name }) => name));
  return `${cities} ${fallen.length > 1 ? 'fall' : 'falls'}, ${isWinners ? 'and' : 'but'} ${headline.replace(/^The/, 'the')}`;
}

/** @param byConquest whether the winner has taken a city, or a capital has fallen */
function resultLine(theatre: Theatre, last: State, over: boolean, byConquest: boolean): string {
  const where = regionOf(theatre);
  const margin = usaMargin(theatre, last);
  const { result } = last;
  if (!result) {
    const lead = leadWords(margin, over);
    const stage = last.turn === 0 ? BEFORE_TURNS : `in game-turn ${last.turn}`;
    const unfinished = `in ${yearName(theatre, last.turn)}, left unfinished`;
    return `${capital(where)} ${over ? unfinished : stage}: ${lead}`;
  }
  const points = count(Math.abs(margin), 'point');
  if (result.winner === null) return `${capital(where)} stays divided when ${yearName(theatre, last.turn)} ends`;
  const decisive = result.level.endsWith('decisive');
  const early = endedEarly(theatre, last) ? ` in game-turn ${last.turn}` : '';
  if (result.city) return `${sideDoes(result.winner, 'wins', 'win')} ${where}${early}`;
  if (result.winner === 'usa') {
    const lead = margin > 0 ? `, ${points} ahead` : '';
    return `The Union ${decisive ? 'sweeps' : 'wins'} ${where}${early}${lead}`;
  }
  // A decisive result can also mean that the Union gained too little, which is no sweep.
  if (decisive && -margin >= theatre.scenario.victory.suddenDeath.csaMargin)
    return `The Confederates sweep ${where}${early}`;
  // The Union is ahead, or level, and still short of a draw.
  if (margin >= 0) return `The Confederates hold on in ${where}`;
  return byConquest ? `The Confederates win ${where} by ${points}` : `The Confederates hold ${where}, ${points} ahead`;
}

type WarEpisode = Episode<War, Order, Event>;

/** The episodes of one theatre, as if it were a campaign of its own. */
function episodesOf(episodes: readonly WarEpisode[], front: Front): readonly YearEpisode[] {
  return episodes.flatMap((episode): YearEpisode[] => {
    const { before, after } = episode;
    const events = episode.events.filter((event) => event.front === undefined || event.front === front);
    if (events.length === 0 && before.now !== front) return [];
    return [{ ...episode, before: before[front], after: { ...after[front], result: after.result }, events }];
  });
}

/**
 * The story of both theatres, with a chapter for each year, and for each third of the year that is being played [20.6].
 */
export function warStory(theatres: TwoTheatres, episodes: readonly WarEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A war without its start cannot be told');
  const quoted = over ? new Set<string>() : null;
  const told = new Map<number, { season: ChronicleSeason; lines: ChapterDraft['lines'] }>();
  for (const front of FRONTS) {
    for (const season of seasonsOf(theatres[front], episodesOf(episodes, front))) {
      // The two theatres of a chapter are worded differently.
      const wording = season.wording === 3 ? 3 : (season.wording + (front === 'east' ? 1 : 0)) % 3;
      const lines = tellSeason(theatres[front], { ...season, wording }, { isLast: true, quoted });
      const [first, ...rest] = lines;
      const begun = first ? [{ ...first, text: `${capital(regionOf(theatres[front]))}: ${first.text}` }, ...rest] : [];
      told.set(season.from, { season, lines: [...(told.get(season.from)?.lines ?? []), ...begun] });
    }
  }
  const chapters = [...told.values()].map(({ season, lines }) => ({
    when: seasonName(theatres.both, season),
    lines,
    really: null,
  }));
  return inChapters(warHeadline(theatres, last, over), 'In January 1862 two armies faced each other in two theatres.', [
    ...chapters,
    warEnd(theatres, last, over),
  ]);
}

function warEnd(theatres: TwoTheatres, last: War, over: boolean): ChapterDraft {
  const { turn } = last[last.now];
  const margin = warMargin(theatres, last);
  const lead = leadWords(margin, over || last.result !== null);
  const words = last.result ? `It was ${levelWords(last.result.level)}: ${lead}.` : `${capital(lead)}.`;
  const isLate = last.result !== null && !last.result.sudden;
  return {
    when: last.result ? `The end, game-turn ${turn}` : turn === 0 ? capital(BEFORE_TURNS) : `Game-turn ${turn}`,
    lines: [{ text: words, weight: 3 }],
    really: isLate ? wordsOf(theatres.east).story.afterwards.campaign : null,
  };
}

function warHeadline(theatres: TwoTheatres, last: War, over: boolean): string {
  const margin = warMargin(theatres, last);
  if (!last.result) return `The war ${over ? 'left unfinished' : 'goes on'}: ${leadWords(margin, over)}`;
  const { winner } = last.result;
  if (winner === null) return 'The war ends with neither side victorious';
  const points = count(Math.abs(margin), 'point');
  const winnersMargin = winner === 'usa' ? margin : -margin;
  const ahead = winnersMargin > 0 ? `, ${points} ahead` : '';
  return `The ${winner === 'usa' ? 'Union wins' : 'Confederates win'} the war${ahead}`;
}

/** Losses and years of each theatre. */
export function warTallies(theatres: TwoTheatres, episodes: readonly WarEpisode[]): readonly Tally[] {
  return FRONTS.flatMap((front) =>
    tallies(theatres[front], episodesOf(episodes, front))
      .slice(0, 2)
      .map((tally) => ({ ...tally, title: `${tally.title}, ${regionOf(theatres[front])}` })),
  );
}
