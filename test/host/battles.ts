import type { State as AnyState, Order, System } from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';
import { SKIRMISH, skirmish } from '../games/skirmish/index.ts';
import { bold, type State } from '../games/skirmish/rules.ts';
import { productWith } from '../library.ts';
import type { Camp } from './camp.ts';
import { by, type Member, said } from './fixture.ts';

/** The games of the product, and a short one of two sides. */
export const WITH_SKIRMISH = productWith(skirmish);

/**
 * Plays a skirmish out, one member a side, by choices that depend on the seed; gives who won.
 * @param upTo orders after which it stops, still running
 */
export function battle(
  c: Camp,
  channel: string,
  union: Member,
  confederate: Member,
  seed: number,
  upTo = Number.POSITIVE_INFINITY,
): string | null {
  const at = c.now();
  const as = (who: Member) => by(who, { channel, at });
  said(c.host.games.start(as('Ada'), { systemId: 'skirmish-line', variantId: 'standard' }));
  const id = c.store.latestIn(channel)?.id ?? '';
  for (const [seat, who] of [
    ['union', union],
    ['confederate', confederate],
  ] as const)
    c.store.sit(id, seat, c.store.member(as(who).member.discordId, who).id);
  const pick = picker(seed);
  let state = SKIRMISH.rules.start('standard', null as never).state;
  for (let given = 0; given < upTo; given++) {
    const seat = SKIRMISH.rules.asked(state)[0]?.seat;
    if (!seat) return SKIRMISH.rules.outcome(state)?.winner ?? null;
    const order = bold(state, seat, pick);
    said(c.host.orders.give(as(seat === 'union' ? union : confederate), order as Order));
    state = stateOf(c, SKIRMISH as unknown as System, 'standard', id) as State;
  }
  return null;
}

/** The position after a log, by its standing orders and their dice. */
export function stateOf({ store }: Pick<Camp, 'store'>, system: System, variant: string, id: string): AnyState {
  const entries = store.entries(id);
  const standing: typeof entries = [];
  for (const entry of entries) {
    if (entry.kind === 'order') standing.push(entry);
    else if (entry.kind === 'undo') standing.pop();
  }
  return standing.reduce<AnyState>(
    (state, entry) => {
      if (entry.kind !== 'order') return state;
      const faces = entry.throws.map((thrown) => (thrown.kind === 'die' ? thrown.face : 0));
      const dice = { thrown: [], roll: () => faces.shift() ?? 0, shuffle: () => [] };
      const applied = system.rules.apply(state, entry.seat, entry.order, dice);
      return 'state' in applied ? applied.state : state;
    },
    system.rules.start(variant, null as never).state,
  );
}
