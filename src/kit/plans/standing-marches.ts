import { partsOf } from './plan-text.ts';

/** Marches that go on in later turns, as the store keeps them: "on: u-v, u-vi to 2236; on: u-iii to off 0117". */

/** Before a part of a plan that goes on. */
export const ON = /^on:\s*/i;

/** Units that keep marching, by destination. */
export type StandingMarches = Iterable<readonly [to: string, ids: readonly string[]]>;

/** @param moved units whose older marches have ended, since the plan moves them */
export function standingText(begun: StandingMarches, standing: string, moved: readonly string[]): string {
  const going = new Map(begun);
  for (const part of partsOf(standing)) {
    const [, ids = '', to = ''] = /^on: (.+) to (.+)$/.exec(part) ?? [];
    const still = ids.split(', ').filter((id) => id !== '' && !moved.includes(id));
    if (still.length > 0) going.set(to, [...(going.get(to) ?? []), ...still]);
  }
  return [...going].map(([to, ids]) => `on: ${ids.join(', ')} to ${to}`).join('; ');
}
