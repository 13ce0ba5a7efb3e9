import { rate, rating } from 'openskill';
import type { PlayerId, RatedPlayer, RatedSide } from '../record/rated-game.ts';

/** An estimate of a player's skill: a normal distribution. */
interface Skill {
  readonly mu: number;
  readonly sigma: number;
}

export interface Rated extends Skill {
  readonly player: PlayerId;
  readonly games: number;
}

export interface SystemRatings {
  readonly system: string;
  /** The best first. */
  readonly players: readonly Rated[];
}

/** The ratings after some games. The games come in the order in which they ended. */
export function ratingsOf(
  games: Iterable<{ readonly system: string; readonly rated: readonly RatedSide[] }>,
): readonly SystemRatings[] {
  const systems = new Map<string, Map<PlayerId, Rated>>();
  for (const { system, rated } of games) {
    if (rated.length === 0) continue;
    const known = systems.get(system) ?? new Map<PlayerId, Rated>();
    systems.set(system, known);
    for (const after of ratedAnew(known, rated)) known.set(after.player, after);
  }
  return [...systems].map(([system, players]) => ({ system, players: [...players.values()].sort(byRating) }));
}

/**
 * The Plackett–Luce model of Weng and Lin (2011) rates the sides. A side's skill is the mean of its players' skills,
 * weighted by their shares of its orders. Each player's rating then changes as a normal variable does once a weighted
 * sum with others is known. Of a side with one player, that is the model's own change.
 */
function ratedAnew(known: ReadonlyMap<PlayerId, Rated>, sides: readonly RatedSide[]): Rated[] {
  const skillOf = ({ player }: RatedPlayer): Rated => known.get(player) ?? { player, ...rating(), games: 0 };
  const before = sides.map(({ players }) => sideSkill(players.map((one) => ({ ...skillOf(one), share: one.share }))));
  const after = rate(
    before.map((side) => [side]),
    { rank: sides.map(({ rank }) => rank) },
  );
  return sides.flatMap(({ players }, place) => {
    const was = before[place] as Skill;
    const now = after[place]?.[0] as Skill;
    const varianceRatio = (now.sigma / was.sigma) ** 2;
    return players.map((one) => {
      const { player, mu, sigma, games } = skillOf(one);
      // The player's part in a change of the side's skill.
      const weight = (one.share * sigma ** 2) / was.sigma ** 2;
      const shrinkage = Math.sqrt(1 - one.share * weight * (1 - varianceRatio));
      return { player, mu: mu + weight * (now.mu - was.mu), sigma: sigma * shrinkage, games: games + 1 };
    });
  });
}

function sideSkill(players: readonly (Skill & { readonly share: number })[]): Skill {
  const sum = (of: (one: (typeof players)[number]) => number) => players.reduce((total, one) => total + of(one), 0);
  return { mu: sum(({ mu, share }) => share * mu), sigma: Math.sqrt(sum(({ sigma, share }) => (share * sigma) ** 2)) };
}

/** After so many games, a rating is shown without its doubt. */
export const SETTLED = 10;

/** A skill in points: everybody begins with 1500 ± 400. `doubt` is twice the standard deviation. */
export function ratingInPoints({ mu, sigma }: Skill): { readonly rating: number; readonly doubt: number } {
  const start = rating();
  const perUnit = START_DOUBT / (2 * start.sigma);
  return {
    rating: Math.round(START_RATING + (mu - start.mu) * perUnit),
    doubt: Math.round(2 * sigma * perUnit),
  };
}

export const START_RATING = 1500;
const START_DOUBT = 400;

/** By the lowest likely rating, so that nobody leads a list after a few lucky games. */
function byRating(a: Rated, b: Rated): number {
  return least(b) - least(a) || b.games - a.games || (String(a.player) < String(b.player) ? -1 : 1);
}

function least({ mu, sigma }: Skill): number {
  return mu - 2 * sigma;
}
