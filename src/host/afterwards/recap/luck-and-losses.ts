import type { Fortune, Tally } from '../../../game/index.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { episodeAt, episodesOf } from './episodes.ts';

/** What dice did beside what their tables promised, in all and for each seat. */
export interface GameLuck {
  /** What is counted. */
  readonly measure: string;
  /** How, where that takes a few words more. */
  readonly note: string | null;
  /** In the order of time. */
  readonly each: readonly Fortune[];
  /** Of each seat that attacked, in the order of the game's seats. */
  readonly totals: readonly LuckOf[];
  /** The attacks whose dice gave and took most; null: none did. */
  readonly best: Fortune | null;
  readonly worst: Fortune | null;
}

export interface LuckOf {
  readonly name: string;
  readonly attacks: number;
  readonly expected: number;
  readonly actual: number;
}

/** Null: the game knows of none, or hides it for now. */
export function gameLuck(playedGame: PlayedGame): GameLuck | null {
  const { system } = playedGame;
  if (!system.fortunes || !isOpen(playedGame)) return null;
  const { measure, note = null, each } = system.fortunes(episodesOf(playedGame));
  if (each.length === 0) return null;
  const totals = system.seats.flatMap(({ id, name }): LuckOf[] => {
    const own = each.filter(({ seat }) => seat === id);
    if (own.length === 0) return [];
    return [{ name, attacks: own.length, expected: sum(own, 'expected'), actual: sum(own, 'actual') }];
  });
  const byLuck = [...each].sort((a, b) => given(b) - given(a));
  const [first] = byLuck;
  const last = byLuck.at(-1);
  return {
    measure,
    note,
    each,
    totals,
    best: first && given(first) > 0 ? first : null,
    worst: last && given(last) < 0 ? last : null,
  };
}

/** The luck of one order, for its dice to be shown with; null: it had none. */
export function fortuneAt(playedGame: PlayedGame, place: number): Fortune | null {
  if (!isOpen(playedGame)) return null;
  return playedGame.system.fortunes?.([episodeAt(playedGame, place)]).each[0] ?? null;
}

/** What was lost, by whom, in tables. Empty: the game has none, or hides them for now. */
export function talliesOf(playedGame: PlayedGame): readonly Tally[] {
  if (!isOpen(playedGame)) return [];
  return (playedGame.system.tallies?.(episodesOf(playedGame)) ?? []).filter(({ rows }) => rows.length > 0);
}

/** What dice gave beyond their expected value. */
export function given({ expected, actual }: Pick<Fortune, 'expected' | 'actual'>): number {
  return actual - expected;
}

/** Of a game with secrets, nothing before its end. */
function isOpen({ system, game }: PlayedGame): boolean {
  return system.openHanded === true || game.ended !== null;
}

function sum(fortunes: readonly Fortune[], what: 'expected' | 'actual'): number {
  return fortunes.reduce((total, fortune) => total + fortune[what], 0);
}

/** `−3.1`, `+4.0`, `0.0`, with a real minus. */
export function signedFigure(value: number): string {
  const digits = Math.abs(value).toFixed(1);
  return Number(digits) === 0 ? digits : `${value < 0 ? '−' : '+'}${digits}`;
}

/** `2.3`, `−1.0`. */
export function measured(value: number): string {
  const digits = Math.abs(value).toFixed(1);
  return value < 0 && Number(digits) !== 0 ? `−${digits}` : digits;
}
