import { type SealedPoint, sealedDice, type Throw } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { hmacOf } from './game-secret.ts';

/** What it is thrown for, as the log has it. */
export const TIE = 'The tie';

/** What the die that breaks a tie is sealed over: the game, the number of standing orders, and the choices that are level. */
export function tiePoint({ id }: Pick<GameRecord, 'id'>, turn: number, among: readonly string[]): SealedPoint {
  return { game: id, turn, order: `tie:${among.join('|')}` };
}

/**
 * The sealed die that breaks a tie: 1 stands for the first of `among`. The same choices, level again at the same point of the
 * game, throw the same.
 */
export function tieThrow(
  game: Pick<GameRecord, 'id' | 'secret'>,
  turn: number,
  among: readonly string[],
): Extract<Throw, { readonly kind: 'die' }> {
  const sides = among.length;
  const face = sealedDice(hmacOf(game.secret), tiePoint(game, turn, among)).roll(sides, TIE);
  return { kind: 'die', purpose: TIE, sides, face };
}

/** "1 Butler attacks Beauregard, 2 Grant attacks Lee": what each face stands for. */
export function facesInWords(among: readonly string[], describe: (choice: string) => string): string {
  return among.map((choice, at) => `${at + 1} ${describe(choice)}`).join(', ');
}
