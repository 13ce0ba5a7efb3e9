import { endsOfSide, type HexId } from '../../../../kit/hex/hex-grid.ts';
import { oncePer } from '../../../../kit/memo.ts';
import { controllerOf, isHeldBy } from '../../board.ts';
import type { Placed, State } from '../../state.ts';
import type { Theatre } from '../../theatre.ts';

/** A navigable hexside, with the next ones of the same river and its ports. */
interface Stretch {
  readonly river: string;
  readonly side: string;
  readonly next: readonly number[];
  readonly ports: readonly HexId[];
}

const stretchesOf = oncePer((theatre: Theatre) => {
  const ports = [...theatre.city.values()].filter(({ port }) => port).map(({ hex }) => hex);
  const all = [...theatre.navigable].flatMap(([river, sides]) => sides.map((side) => ({ river, side })));
  const stretches = all.map(
    ({ river, side }): Stretch => ({
      river,
      side,
      next: all.flatMap((other, at) => (other.river === river && meet(theatre, side, other.side) ? [at] : [])),
      ports: ports.filter((hex) => touches(theatre, side, hex)),
    }),
  );
  const at = new Map(
    ports.map((hex) => [hex, stretches.flatMap((one, index) => (one.ports.includes(hex) ? [index] : []))]),
  );
  return { stretches, at };
});

/** Whether two hexsides meet at a corner: they share a hex, and their other hexes are adjacent. */
function meet({ grid }: Theatre, one: string, other: string): boolean {
  const [a, b] = [endsOfSide(one), endsOfSide(other)];
  const shared = a.find((hex) => b.includes(hex));
  const [left, right] = [a.find((hex) => hex !== shared), b.find((hex) => hex !== shared)];
  return shared !== undefined && left !== undefined && right !== undefined && grid.directionTo(left, right) >= 0;
}

/** Whether a hexside belongs to a hex or ends at one of its corners. */
function touches({ grid }: Theatre, side: string, hex: HexId): boolean {
  return endsOfSide(side).every((end) => end === hex || grid.directionTo(end, hex) >= 0);
}

/**
 * Waters open to the USA, each as the hexes beside it. Ships follow a river, and change to another at a port of the USA on both. A fortress
 * held by the Confederates closes its hexsides on the rivers it commands [2.8, 5.6].
 */
const watersOf = oncePer((theatre: Theatre) =>
  oncePer((blocks: State['blocks']): readonly ReadonlySet<HexId>[] => {
    const { stretches, at: atPort } = stretchesOf(theatre);
    const forts = [...theatre.city.values()].filter(
      ({ hex, fortress }) => fortress && isHeldBy(theatre, { blocks }, hex, 'csa'),
    );
    const open = stretches.map(
      ({ river, side }) =>
        !forts.some(({ hex, commands }) => commands.includes(river) && endsOfSide(side).includes(hex)),
    );
    const beyond = ({ next, ports }: Stretch) => [
      ...next,
      ...ports.flatMap((hex) => (controllerOf(theatre, { blocks }, hex) === 'usa' ? (atPort.get(hex) ?? []) : [])),
    ];
    const seen = new Set<number>();
    const waters: Set<HexId>[] = [];
    for (const start of stretches.keys()) {
      if (!open[start] || seen.has(start)) continue;
      const water = new Set<number>([start]);
      for (const at of water) for (const to of beyond(stretches[at] as Stretch)) if (open[to]) water.add(to);
      for (const at of water) seen.add(at);
      waters.push(new Set([...water].flatMap((at) => endsOfSide((stretches[at] as Stretch).side))));
    }
    return waters;
  }),
);

export function openWaters(theatre: Theatre, { blocks }: Placed): readonly ReadonlySet<HexId>[] {
  return watersOf(theatre)(blocks);
}
