import { controllerOf, type Placed, type State } from '../state.ts';
import { type City, lastTurnOf, type Theatre } from '../theatre.ts';
import { otherSide, type Side } from '../vocabulary.ts';

/** Cities with points that a side has taken from the other [10.1]. */
export function citiesOfOther(theatre: Theatre, state: Placed, side: Side): readonly City[] {
  return [...theatre.city.values()].filter(
    ({ hex, points }) =>
      points > 0 && theatre.home.get(hex) === otherSide(side) && controllerOf(theatre, state, hex) === side,
  );
}

/** A side's points for the cities it has taken [10.1]. */
export function cityPoints(theatre: Theatre, state: Placed, side: Side): number {
  return citiesOfOther(theatre, state, side).reduce((sum, { points }) => sum + points, 0);
}

export function timePoints(theatre: Theatre, { turn }: Pick<State, 'turn'>): number {
  return turn * theatre.scenario.victory.timePoints;
}

/** How far the USA is ahead [10.1]. */
export function usaMargin(theatre: Theatre, state: Pick<State, 'blocks' | 'turn' | 'bragg'>): number {
  const bragg = state.bragg ? (theatre.scenario.bragg?.points ?? 0) : 0;
  return cityPoints(theatre, state, 'usa') + bragg - cityPoints(theatre, state, 'csa') - timePoints(theatre, state);
}

/** The result at the end of a game-turn; `null` if the game goes on [10.2]. */
export function resultOf(theatre: Theatre, state: State): State['result'] {
  return resultBy(theatre, state, usaMargin(theatre, state), fallenCapitals(theatre, state));
}

export function resultBy(
  theatre: Theatre,
  { turn }: Pick<State, 'turn'>,
  margin: number,
  capitals: ReturnType<typeof fallenCapitals>,
): State['result'] {
  const { suddenDeath, levels } = theatre.scenario.victory;
  const won = (winner: Side) =>
    ({ winner, level: levels.at(winner === 'usa' ? 0 : -1)?.result ?? '', sudden: true }) as const;
  const [fallen, another] = capitals;
  if (fallen && !another) return { ...won(fallen.taker), city: fallen.hex };
  if (margin >= suddenDeath.usaMargin) return won('usa');
  if (-margin >= suddenDeath.csaMargin) return won('csa');
  if (turn < lastTurnOf(theatre)) return null;
  const level =
    levels.find(({ usaMarginAtLeast }) => margin >= usaMarginAtLeast)?.result ?? levels.at(-1)?.result ?? '';
  const winner = level.startsWith('USA') ? 'usa' : level.startsWith('CSA') ? 'csa' : null;
  return { winner, level, sudden: false };
}

/** Capitals that the enemy controls. If both capitals have fallen, neither decides the game [10.4]. */
export function fallenCapitals(theatre: Theatre, state: Placed) {
  return theatre.scenario.capitals.flatMap((hex) => {
    const taker = controllerOf(theatre, state, hex);
    return taker === null || taker === theatre.home.get(hex) ? [] : [{ hex, taker }];
  });
}

/** Whether the USA controls the Mississippi [11.1]. */
export function controlsMississippi(theatre: Theatre, state: Placed): boolean {
  const { mississippi } = theatre.scenario;
  return mississippi.length > 0 && mississippi.every((hex) => controllerOf(theatre, state, hex) === 'usa');
}
