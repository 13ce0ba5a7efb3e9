import { balanceOf } from '../../../../advisor/index.ts';
import { LONGEST_ALT } from '../../../../game/index.ts';
import { count, linesWithin, percent, withMinus } from '../../../../kit/plain-english.ts';
import { WHAT_IF } from '../../../table/game-words.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { type ScoreHistory, scoreHistoryOf } from '../../../table/turning-points.ts';
import type { MapViewer, ShownOrder, ShownWorth } from '../plan.ts';
import { BEFORE_LAST_DICE, chancesInWords, fromTo, partsInWords, turningHeading } from '../recap-words.ts';

export function gameEnd({ game, system, position }: PlayedGame): string {
  const ending = system.positionWords.ending(position.state);
  if (ending) return ending.headline;
  return game.ended ? 'The game was abandoned.' : 'It is still being played.';
}

export const CHART = {
  chances: 'Winning Chances',
  points: 'Points',
  title: (game: string, whatIf: boolean, what: string) => `${game}${whatIf ? `, ${WHAT_IF}` : ''}: ${what}`,
  decisions: 'what decisions cost',
  dice: 'what the dice gave or took',
  measure: 'in percentage points',
  start: 'start',
  order: 'order',
  end: 'end',
  atTheEnd: 'at the end',
  soFar: 'so far',
  now: 'now',
  beforeDice: 'before dice',
} as const;

/** Whether an order moved the chance of winning by a tenth of a percentage point. */
export function hasMoved({ decision, dice }: ShownWorth): boolean {
  return decision + (dice ?? 0) !== 0;
}

/** Chooses the words for the last figure: `undiced` while what the last order's dice did is hidden. */
export function wordsForLast({ game, lastDice }: PlayedGame, ended: string, running: string, undiced: string): string {
  if (game.ended) return ended;
  return lastDice === 'untold' ? undiced : running;
}

/** "Order 7, Grant attacks Lee: die 3, fails." */
function orderSentence(playedGame: PlayedGame, { number, words, isPhase, dice, points }: ShownOrder): string {
  const scores = isPhase ? scoreHistoryOf(playedGame) : null;
  const totals = scores && points ? `: ${pointsInBrief(scores, points)}` : '';
  const rolls = dice.map(({ face, roll }) => {
    const whose = roll?.whose ? `${roll.whose}, ` : '';
    return `${whose}die ${face}${roll ? `, ${roll.outcome}` : ''}`;
  });
  return `${isPhase ? words : `Order ${number}, ${words}`}${rolls.length > 0 ? `: ${rolls.join('; ')}` : ''}${totals}.`;
}

export function animationInWords(
  playedGame: PlayedGame,
  shownOrders: readonly ShownOrder[],
  frames: number,
  views: readonly MapViewer[],
): string {
  const given = shownOrders.slice(1);
  const orders = count(playedGame.givenOrders.length, 'order');
  const first = `Animation: the maps of ${pictureTitle(playedGame)} one after another, ${orders} in ${count(frames, 'picture')}, with each order’s dice on a card.${twice(views)}`;
  const last = gameEnd(playedGame);
  const sentences = (some: readonly ShownOrder[]) => some.map((shownOrder) => orderSentence(playedGame, shownOrder));
  if ([first, ...sentences(given), last].join(' ').length <= LONGEST_ALT)
    return fittedAlt(first, sentences(given), last);
  // In a long game, orders without dice are left out.
  const rolled = given.filter(({ dice, turning }) => dice.length > 0 || (turning && scoreHistoryOf(playedGame)));
  return fittedAlt(first, sentences(rolled), last);
}

/** " First as the Union saw it, then as it was." */
function twice(views: readonly MapViewer[]): string {
  const notes = views.flatMap(({ note }) => (note === null ? [] : [note.charAt(0).toLowerCase() + note.slice(1)]));
  return notes.length < 2 ? '' : ` First ${notes.join(', then ')}.`;
}

export function chartInWords(playedGame: PlayedGame, shownOrders: readonly ShownOrder[]): string {
  const { course } = playedGame;
  if (!course) return '';
  const turns = shownOrders.flatMap(({ turning, worth, number, words }) =>
    turning && worth ? [`Order ${number}, ${words}: ${fromTo(worth)}, ${partsInWords(worth)}.`] : [],
  );
  const when = wordsForLast(playedGame, CHART.atTheEnd, CHART.now, BEFORE_LAST_DICE);
  const sum = chancesInWords(course, balanceOf(course), when);
  const named = turningHeading(turns.length)
    .map((heading) => ` ${heading}`)
    .join('');
  return fittedAlt(
    `Chart: the winning chances of ${pictureTitle(playedGame)} over ${count(course.moves.length, 'order')}: ${sum}.${named}`,
    turns,
    gameEnd(playedGame),
  );
}

export function storyboardInWords(playedGame: PlayedGame, shownOrders: readonly ShownOrder[], orders: number): string {
  const scores = scoreHistoryOf(playedGame);
  return fittedAlt(
    `Storyboard of ${pictureTitle(playedGame)}: the start and ${muchOf(shownOrders, orders)}.`,
    shownOrders.map(({ number, caption, worth, points }) => {
      const isNews = worth !== null && (number === 0 || hasMoved(worth));
      const totals = scores && points ? pointsInBrief(scores, points) : null;
      const standing = isNews ? percent(worth.after) : totals;
      return standing === null ? `${caption}.` : `${caption}: ${standing}.`;
    }),
    gameEnd(playedGame),
  );
}

/** "40 orders", "7 of 40 orders"; for phases "11 maps of 940 orders". */
export function muchOf(shownOrders: readonly ShownOrder[], orders: number): string {
  const shown = shownOrders.length - 1;
  if (shown === orders) return count(orders, 'order');
  return `${shownOrders.some(({ isPhase }) => isPhase) ? count(shown, 'map') : shown} of ${count(orders, 'order')}`;
}

/** "Union 38, Confederacy 45". */
export function pointsInBrief({ seats }: Pick<ScoreHistory, 'seats'>, points: readonly number[]): string {
  return seats.map(({ name }, seat) => `${name} ${withMinus(points[seat] ?? 0)}`).join(', ');
}

export function pictureTitle({ system, game }: PlayedGame): string {
  return game.whatIf ? `a “what if” of ${system.about.title}` : system.about.title;
}

/** As many sentences as there is room for, a note if some are left out, and `last`. */
export function fittedAlt(first: string, sentences: readonly string[], last: string): string {
  const whole = [first, ...sentences, last].join(' ');
  if (whole.length <= LONGEST_ALT) return whole;
  const fitting = linesWithin(sentences, LONGEST_ALT - [first, MORE, last].join(' ').length - 1);
  return [first, ...fitting, MORE, last].join(' ');
}

const MORE = 'Some events are left out. The recap’s text file has every order.';
