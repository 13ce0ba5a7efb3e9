import { count, withMinus } from '../../../kit/plain-english.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { type Passage, type Tide, tideOf } from '../../table/turning-points.ts';
import { gameLuck, given, measured, signedFigure, talliesOf } from './luck-and-losses.ts';
import { changedIn, gave, pointsInWords } from './points-words.ts';
import { FILE, HEADS, luckNote } from './recap-words.ts';

/** The tables of a game's file that rest on points, dice and losses: plain Markdown, a block each. */

/** How the points stood after each phase that changed them, and where that turned. */
export function pointsOfFile(playedGame: PlayedGame): string[] {
  const tide = tideOf(playedGame);
  if (!tide) return [];
  const { totals, turning } = pointsInWords(playedGame, tide);
  const rows = tide.passages.flatMap((passage) => {
    const changed = changedIn(tide, passage);
    return changed === '' ? [] : [[passage.when, changed, ...standing(tide, passage)]];
  });
  return [
    FILE.points,
    totals,
    ...(turning.length > 0 ? [turning.map((one) => `- ${FILE.turning}: ${one}`).join('\n')] : []),
    ...(rows.length > 0 ? [table([HEADS.when, HEADS.changed, ...tide.seats.map(({ name }) => name)], rows)] : []),
  ];
}

function standing({ points }: Tide, { end }: Passage): string[] {
  return (points[end] ?? []).map(withMinus);
}

/** For the table of all orders: how the points stood after each. Null: there are none. */
export function pointsColumn(playedGame: PlayedGame): { readonly head: string; after(place: number): string } | null {
  const tide = tideOf(playedGame);
  if (!tide) return null;
  return {
    head: tide.seats.map(({ name }) => name).join(' : '),
    after: (place) => (tide.points[place + 1] ?? []).map(withMinus).join(' : '),
  };
}

/** What the dice did beside what their tables promised, attack by attack. */
export function luckOfFile(playedGame: PlayedGame): string[] {
  const luck = gameLuck(playedGame);
  if (!luck) return [];
  const nameOf = (seat: string) => playedGame.system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const totals = luck.totals.map((one) => [
    one.name,
    count(one.attacks, 'attack'),
    measured(one.expected),
    measured(one.actual),
    signedFigure(gave(one)),
  ]);
  const rows = luck.each.map((one) => [
    one.what,
    nameOf(one.seat),
    measured(one.expected),
    measured(one.actual),
    signedFigure(given(one)),
  ]);
  return [
    FILE.luck,
    luckNote(luck.measure, luck.note),
    table(HEADS.luckTotals, totals),
    table(HEADS.luckAttacks, rows),
  ];
}

/** What was lost, by whom. */
export function talliesOfFile(playedGame: PlayedGame): string[] {
  return talliesOf(playedGame).flatMap(({ title, head, rows }) => [
    `## ${title}`,
    table(
      head,
      rows.map((row) => row.map(String)),
    ),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
