import { endsOfSide, type HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { costsFromNearest, FAR } from '../../../../kit/hex/search.ts';
import { MemoPer, oncePer } from '../../../../kit/memo.ts';
import {
  controllerOf,
  hexesHeld,
  isHeldBy,
  losingStep,
  type Placed,
  type State,
  stacks,
  stepsOf,
} from '../../state.ts';
import { type Block, isWinter, overlandCost, type Theatre } from '../../theatre.ts';
import { type BlockId, otherSide, type Side } from '../../vocabulary.ts';
import { type Moment, notNow, type Reason, type Rule, reason } from '../moment.ts';

/** A navigable hexside of a river. */
interface Stretch {
  readonly river: string;
  readonly side: string;
  /** The stretches into which a ship can sail on, by their index. */
  readonly next: readonly number[];
  readonly ports: readonly HexId[];
}

const stretchesOf = oncePer((theatre: Theatre) => {
  const ports = [...theatre.city.values()].filter(({ port }) => port).map(({ hex }) => hex);
  const all = [...theatre.navigable].flatMap(([river, sides]) => sides.map((side) => ({ river, side })));
  const isJoined = (one: string, other: string) => one === other || theatre.bays.has(one) || theatre.bays.has(other);
  const stretches = all.map(
    ({ river, side }): Stretch => ({
      river,
      side,
      next: all.flatMap((other, at) => (isJoined(river, other.river) && meet(theatre, side, other.side) ? [at] : [])),
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
 * Waters open to the USA, each as the set of hexes beside it [2.8, 5.6, 13.2]. Ships follow a river. They change to
 * another at a port of the USA that lies on both, or from a bay where the two meet. A fortress held by the CSA closes
 * its own hexsides of the rivers it commands.
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

/** Hexes connected to a side's supply sources by its own railroads, and for the USA also by open water [8.1, 8.2]. */
export function networkOf(theatre: Theatre, state: Placed, side: Side): ReadonlySet<HexId> {
  const enemy = otherSide(side);
  const network = new Set<HexId>();
  for (const { hex, source } of theatre.city.values())
    if (source === side && controllerOf(theatre, state, hex) === side) network.add(hex);
  const waters = side === 'usa' ? openWaters(theatre, state) : [];
  const joined = new Set<ReadonlySet<HexId>>();
  for (const hex of network) {
    // Supply boards ships only at the side's own ports.
    const isPort = theatre.city.get(hex)?.port && controllerOf(theatre, state, hex) === side;
    const sailed = isPort ? waters.filter((water) => water.has(hex)) : [];
    for (const line of [railwayOf(theatre, state, side, hex), ...sailed]) {
      if (joined.has(line)) continue;
      joined.add(line);
      for (const to of line) if (isLand(theatre, to) && !isHeldBy(theatre, state, to, enemy)) network.add(to);
    }
  }
  return network;
}

const railways = new MemoPer<State['blocks'], ReadonlyMap<HexId, ReadonlySet<HexId>>>();

/**
 * Hexes that a side's railroad connects with a hex, which is one of them [5.6]. The side must control every hex of the
 * line.
 */
export function railwayOf(theatre: Theatre, state: Placed, side: Side, hex: HexId): ReadonlySet<HexId> {
  const all = railways.get(state.blocks, `${theatre.id} ${side}`, () => {
    const joined = new Map<HexId, ReadonlySet<HexId>>();
    for (const start of theatre.hexes) {
      if (joined.has(start) || controllerOf(theatre, state, start) !== side) continue;
      const line = new Set([start]);
      for (const at of line)
        for (const { to, link } of sidesOf(theatre, at))
          if (link === 'rail' && controllerOf(theatre, state, to) === side) line.add(to);
      for (const at of line) joined.set(at, line);
    }
    return joined;
  });
  return all.get(hex) ?? ALONE;
}
const ALONE: ReadonlySet<HexId> = new Set();

export function isLand(theatre: Theatre, hex: HexId): boolean {
  return (theatre.hex.get(hex)?.terrain ?? 'sea') !== 'sea';
}

const linksOf = oncePer((theatre: Theatre) => {
  const at = theatre.grid.index;
  return theatre.hexes.map((hex) =>
    sidesOf(theatre, hex).map((side) => ({
      to: at.get(side.to) as number,
      // The cost is for the opposite direction, because a line runs from the block to its source.
      cost: overlandCost(theatre, { ...side, to: hex }) ?? FAR,
    })),
  );
});

const lines = new MemoPer<State['blocks'], ReadonlySet<HexId>>();

/** Hexes from which a side has a valid supply line [8.2]. */
function suppliedHexes(theatre: Theatre, state: Placed, side: Side): ReadonlySet<HexId> {
  return lines.get(state.blocks, `${theatre.id} ${side}`, () => {
    const at = theatre.grid.index;
    const held = new Uint8Array(theatre.hexes.length);
    for (const hex of hexesHeld(theatre, state, otherSide(side))) held[at.get(hex) as number] = 1;
    const network = [...networkOf(theatre, state, side)].map((hex) => at.get(hex) as number);
    const most = theatre.rules.overlandSupply;
    const costs = costsFromNearest(linksOf(theatre), network, ({ cost }, from) =>
      held[from] || cost > most ? FAR : cost,
    );
    return new Set(theatre.hexes.filter((_, hex) => (costs[hex] as number) <= most));
  });
}

export function isSupplied(theatre: Theatre, state: Placed, side: Side, hex: HexId): boolean {
  return suppliedHexes(theatre, state, side).has(hex);
}

/** How many blocks a hex feeds [8.3]. */
export function forageOf(theatre: Theatre, state: Pick<State, 'turn'>, hex: HexId): number {
  const terrain = theatre.hex.get(hex)?.terrain ?? 'sea';
  const grown = terrain === 'sea' ? 0 : theatre.rules.forage[terrain];
  return (isWinter(theatre, state) ? Math.floor(grown / 2) : grown) + (theatre.city.get(hex)?.value ?? 0);
}

/** A hex out of supply in which so many blocks lose a step each. */
interface Attrition {
  readonly hex: HexId;
  readonly blocks: readonly Block[];
  readonly losses: number;
}

/** The first hex in which a side's attrition is not settled yet [8.3]; `null` if all is. */
export function attritionOf({ theatre, state, side }: Moment): Attrition | null {
  const hungry = [...stacks(theatre, state)].flatMap(([hex, all]): Attrition[] => {
    const blocks = all.filter((one) => one.side === side);
    const losses = blocks.length - forageOf(theatre, state, hex);
    if (losses <= 0 || state.fed.includes(hex) || isSupplied(theatre, state, side, hex)) return [];
    return [{ hex, blocks, losses }];
  });
  return hungry.sort((a, b) => (a.hex < b.hex ? -1 : 1))[0] ?? null;
}

/** Blocks beyond the number the hex feeds lose a step each [8.3]. */
export const LOSE: Rule<'lose'> = {
  verb: 'lose',
  closed: ({ state }) => (state.phase === 'attrition' ? null : notNow(state, 'lose')),
  slots: [
    {
      slot: 'blocks',
      candidates: (moment) => attritionOf(moment)?.blocks.map(({ id }) => id) ?? [],
      fault: (moment, _, id) =>
        attritionOf(moment)?.blocks.some((block) => block.id === id) ? null : loseFault(moment),
      several: (moment) => {
        const { losses = 1 } = attritionOf(moment) ?? {};
        return { least: losses, most: losses };
      },
    },
  ],
  otherwise: loseFault,
  // Blocks that lose their last step go to the pool, and are not captured [8.4].
  carry: (moment, { blocks }) => {
    const { state, side } = moment;
    const { hex } = attritionOf(moment) as Attrition;
    const fed: State = { ...state, fed: [...state.fed, hex] };
    const after = blocks.reduce((now, id) => losingStep(now, id, 'pool'), fed);
    const gone = blocks.filter((id) => stepsOf(after, id) === 0);
    return { state: after, events: [{ type: 'hungry', side, hex, blocks, gone }] };
  },
};

function loseFault(moment: Moment): Reason {
  const attrition = attritionOf(moment);
  return reason('lose', '8.3', attrition ? { hex: attrition.hex, number: attrition.losses } : {});
}

/** The default: blocks with most steps first, HQ last [14.7]. */
export function defaultLosses(state: State, { blocks, losses }: Attrition): readonly BlockId[] {
  const worst = [...blocks].sort(
    (a, b) =>
      Number(a.kind === 'hq') - Number(b.kind === 'hq') ||
      stepsOf(state, b.id) - stepsOf(state, a.id) ||
      a.index - b.index,
  );
  const chosen = new Set(worst.slice(0, losses));
  return blocks.flatMap((block) => (chosen.has(block) ? [block.id] : []));
}
