import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { sum } from '../../../kit/subsets.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import { otherSide, type Side } from '../vocabulary.ts';

/** A sighting older than this says nothing. Turns. */
const FRESH = 1;
/** Hexes of a turn's march of infantry, and of one that nobody fears yet. */
const MARCH = 6;
const FAR_OFF = 18;

/** What a side reckons to stand in the enemy's hexes, by its view alone. */
export class Beliefs {
  readonly enemies: readonly StackView[];
  readonly #average: number;
  readonly #view: View;
  readonly #at: ReadonlyMap<HexId, StackView>;

  constructor(theatre: Theatre, view: View, side: Side) {
    const enemy = otherSide(side);
    this.#view = view;
    this.enemies = view.stacks.filter((stack) => stack.side === enemy);
    this.#at = new Map(this.enemies.map((stack) => [stack.hex, stack]));
    const units = scenarioOf(theatre, view.scenario).groups.flatMap((group) =>
      group.side === enemy ? group.units : [],
    );
    const arrived = [...theatre.reinforcements[enemy]].flatMap(([turn, points]) => (turn <= view.turn ? [points] : []));
    const shown = sum(this.enemies.flatMap(({ up }) => up.map(({ strength }) => strength)));
    const all = sum(units.map(({ strength }) => strength)) + sum(arrived) - view.lost[enemy];
    const down = sum(this.enemies.map((stack) => stack.down));
    this.#average = down === 0 ? 0 : Math.max(1, (all - shown) / down);
  }

  /** The strength of infantry reckoned in a hex. */
  strengthIn(hex: HexId): number {
    const stack = this.#at.get(hex);
    if (!stack) return 0;
    const shown = sum(stack.up.map(({ strength }) => strength));
    const seen = this.#view.sightings.filter((one) => one.hex === hex && this.#view.turn - one.turn <= FRESH);
    const known = seen.slice(0, stack.down);
    return shown + sum(known.map(({ strength }) => strength)) + (stack.down - known.length) * this.#average;
  }

  /** The strength reckoned within so many hexes. */
  strengthNear(hex: HexId, range: number): number {
    return sum(
      this.enemies.map((stack) => (HEX_GRID.distance(hex, stack.hex) <= range ? this.strengthIn(stack.hex) : 0)),
    );
  }

  /** The strength that may come to a hex: of all that stands within a turn's march, and less and less of what is farther off. */
  threatTo(hex: HexId): number {
    return sum(
      this.enemies.map((stack) => {
        const share = Math.min(1, (FAR_OFF - HEX_GRID.distance(hex, stack.hex)) / (FAR_OFF - MARCH));
        return share <= 0 ? 0 : share * this.strengthIn(stack.hex);
      }),
    );
  }

  /** Whether something in a hex is face down. */
  isDark(hex: HexId): boolean {
    return (this.#at.get(hex)?.down ?? 0) > 0;
  }
}

const known = new MemoPer<View, Beliefs>();

export function beliefsOf(theatre: Theatre, view: View, side: Side): Beliefs {
  return known.get(view, side, () => new Beliefs(theatre, view, side));
}
