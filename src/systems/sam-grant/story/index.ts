import type { Story } from '../../../game/index.ts';
import { capital, count, listed } from '../../../kit/plain-english.ts';
import { type ChapterDraft, inChapters, Pen, type Sayings, say } from '../../../kit/storytelling.ts';
import { cityPoints, fallenCapitals, usaMargin } from '../rules/victory.ts';
import type { State } from '../state.ts';
import { type GameId, lastTurnOf, type Theatre } from '../theatre.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { BEFORE_TURNS, endedEarly, ending, levelWords } from '../words/game-status.ts';
import { sideDoes } from '../words/names.ts';
import { citiesTaken, seasonsOf, type YearEpisode } from './chronicle.ts';
import { AFTERWARDS, REALLY } from './history.ts';
import { leadWords, placeName, tellSeason } from './season-story.ts';

const MONTHS = ['January to April 1862', 'May to August 1862', 'September to December 1862'] as const;
/** Titles of a third of the year of which only the first game-turn has been played. */
const FIRST_MONTHS = ['January and February 1862', 'May and June 1862', 'September and October 1862'] as const;

/**
 * A year as it is told afterwards, by its thirds. `over`: it has ended, if only by being abandoned. Before that it tells no more than both
 * sides know: battles, cities and points.
 */
export function story(theatre: Theatre, episodes: readonly YearEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A year without its start cannot be told');
  const seasons = seasonsOf(theatre, episodes);
  const quoted = new Set<string>();
  const pen = new Pen(JSON.stringify(episodes.map(({ order, events }) => [order?.verb, events.length])));
  const told = seasons.map((season, index): ChapterDraft => {
    const isLast = index === seasons.length - 1;
    const isHalf = isLast && last.turn % 2 === 1;
    const really = REALLY[theatre.id].slice(2 * season.season).slice(0, isHalf ? 1 : 2);
    return {
      when: (isHalf ? FIRST_MONTHS : MONTHS)[season.season] ?? null,
      lines: tellSeason(theatre, season, isLast, over, quoted),
      really: over || !isLast ? `${capital(really.join('; '))}.` : null,
    };
  });
  const opening = pen.say(OPENINGS[theatre.id]);
  return inChapters(headlineOf(theatre, episodes[0]?.after ?? last, last, over), opening, [
    ...told,
    end(theatre, last, over),
  ]);
}

const OPENINGS: { readonly [id in GameId]: Sayings } = {
  'sam-grant': [
    [
      say`In January 1862 the Union had a year to take the cities of the West.`,
      say`Forts on the rivers barred the way south, and the Union had six game-turns to open it.`,
      say`The West, 1862: rivers, railroads, and two armies that could only guess at each other.`,
    ],
  ],
  'bobby-lee': [
    [
      say`In January 1862 the Union had a year to take the cities of Virginia.`,
      say`Two capitals a hundred miles apart, and a year to decide between them.`,
      say`The East, 1862: two armies that could only guess at each other.`,
    ],
  ],
};

function end(theatre: Theatre, last: State, over: boolean): ChapterDraft {
  const result = ending(theatre, last);
  if (result)
    return {
      when: `The end, game-turn ${last.turn}`,
      lines: [
        { text: `${result.reason.slice(0, -1)}: ${levelWords(last.result?.level ?? '')}.`, weight: 3 },
        // The cities of a season that changed hands matter more than the sum of their points.
        { text: pointsWords(theatre, last), weight: 2 },
      ],
      // A year that ended early has no historical aftermath.
      really: endedEarly(theatre, last) ? null : AFTERWARDS[theatre.id],
    };
  const left = lastTurnOf(theatre) - last.turn;
  const turns = left === 0 ? 'in the last game-turn' : `with ${count(left, 'game-turn')} to go`;
  const lead = leadWords(usaMargin(theatre, last), over);
  const text = over ? `The game was broken off ${turns}: ${lead}.` : `${capital(turns)}, ${lead}.`;
  return {
    when: last.turn === 0 ? BEFORE_TURNS : `Game-turn ${last.turn}`,
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

const REGIONS: { readonly [id in GameId]: string } = { 'sam-grant': 'the West', 'bobby-lee': 'the East' };

/** A city whose loss a headline tells, and who has it now. */
interface Fall {
  readonly name: string;
  readonly taker: Side;
}

/** Capitals in the enemy’s hands; where there are none, the most valuable city that changed hands, of two alike the winner’s. */
function falls(theatre: Theatre, first: State, last: State): readonly Fall[] {
  const capitals = fallenCapitals(theatre, last);
  if (capitals.length > 0) return capitals.map(({ hex, taker }) => ({ name: placeName(theatre, hex), taker }));
  const sides = last.result?.winner === 'csa' ? SIDES.toReversed() : SIDES;
  return sides
    .flatMap((taker) => citiesTaken(theatre, first, last, taker).map(({ name, points }) => ({ name, taker, points })))
    .sort((one, other) => other.points - one.points)
    .slice(0, 1);
}

/** A newspaper's headline: of a year that is over, the city that mattered most. */
function headlineOf(theatre: Theatre, first: State, last: State, over: boolean): string {
  const fallen = last.result ? falls(theatre, first, last) : [];
  const isWinners = fallen.some(({ taker }) => taker === last.result?.winner);
  const isCapital = fallenCapitals(theatre, last).length > 0;
  const headline = resultLine(theatre, last, over, isWinners || isCapital);
  if (fallen.length === 0) return headline;
  const cities = listed(fallen.map(({ name }) => name));
  return `${cities} ${fallen.length > 1 ? 'fall' : 'falls'}, ${isWinners ? 'and' : 'but'} ${headline.replace(/^The/, 'the')}`;
}

function resultLine(theatre: Theatre, last: State, over: boolean, hasFallen: boolean): string {
  const where = REGIONS[theatre.id];
  const margin = usaMargin(theatre, last);
  const { result } = last;
  if (!result) {
    const lead = leadWords(margin, over);
    const stage = last.turn === 0 ? 'before the first game-turn' : `in game-turn ${last.turn}`;
    return `${capital(where)} ${over ? 'in 1862, left unfinished' : stage}: ${lead}`;
  }
  const points = count(Math.abs(margin), 'point');
  if (result.winner === null) return `${capital(where)} stays divided when 1862 ends`;
  const decisive = result.level.endsWith('decisive');
  const early = endedEarly(theatre, last) ? ` in game-turn ${last.turn}` : '';
  if (result.city) return `${sideDoes(result.winner, 'wins', 'win')} ${where}${early}`;
  if (result.winner === 'usa')
    return `The Union ${decisive ? 'sweeps' : 'wins'} ${where}${early}, ${points} ${margin < 0 ? 'behind' : 'ahead'}`;
  // A decisive result can also mean that the Union gained too little, which is no sweep.
  if (decisive && -margin >= theatre.scenario.victory.suddenDeath.csaMargin)
    return `The Confederates sweep ${where}${early}`;
  // The Union is ahead, or level, and still short of a draw.
  if (margin >= 0) return `The Confederates hold on in ${where}`;
  return hasFallen ? `The Confederates win ${where} by ${points}` : `The Confederates hold ${where}, ${points} ahead`;
}
