import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { one } from '../../../../kit/order-rules.ts';
import { blocksIn, controllerOf, isHeldBy, nearestEnemyFirst, placing, type State } from '../../state.ts';
import { type Block, blockOf, type City, type Theatre } from '../../theatre.ts';
import { type BlockId, otherSide, type Side } from '../../vocabulary.ts';
import { acted, actionFault } from '../cards.ts';
import { type Moment, type Reason, type Rule, reason } from '../moment.ts';
import { isSupplied } from './supply-lines.ts';

/** Cities where a side can build: its own, of value 1 or more, with a supply line and no enemy [5.7]. */
function sites(theatre: Theatre, state: State, side: Side): readonly HexId[] {
  return known.get(state.blocks, `${theatre.id} ${side}`, () => {
    const isSite = ({ hex, value }: City) =>
      value > 0 && controllerOf(theatre, state, hex) === side && isSupplied(theatre, state, side, hex);
    return [...theatre.city.values()].flatMap((city) => (isSite(city) ? [city.hex] : [])).sort();
  });
}
const known = new MemoPer<State['blocks'], readonly HexId[]>();

/** Steps that a block is built with: one fewer east of a Mississippi the USA controls [11.2, 11.3]. */
export function builtSteps(theatre: Theatre, state: State, { side, full }: Block, hex: HexId): number {
  return side === 'csa' && state.river && theatre.behindRiver.has(hex) ? full - 1 : full;
}

export function sitesFor(theatre: Theatre, state: State, block: Block): readonly HexId[] {
  return sites(theatre, state, block.side).filter((hex) => builtSteps(theatre, state, block, hex) > 0);
}

export function buildable(theatre: Theatre, state: State, side: Side): readonly Block[] {
  return blocksIn(theatre, state, 'pool', side).filter((block) => sitesFor(theatre, state, block).length > 0);
}

/** Builds a block of the pool in a city [5.7]. */
export const BUILD: Rule<'build'> = {
  verb: 'build',
  closed: (moment) => {
    const { theatre, state, side } = moment;
    return actionFault(moment, 'build') ?? (buildable(theatre, state, side).length > 0 ? null : NO_BUILD);
  },
  slots: [
    {
      slot: 'block',
      candidates: ({ theatre, state, side }) =>
        // The strongest first.
        blocksIn(theatre, state, 'pool', side)
          .toSorted((a, b) => b.full - a.full || a.index - b.index)
          .map(({ id }) => id),
      fault: ({ theatre, state, side }, _, id, order) => {
        if (theatre.block.get(id)?.side !== side) return reason('not-yours', '5.7', { block: id });
        if (state.blocks[id]?.at !== 'pool') return reason('not-in-pool', '5.7', { block: id });
        // For a complete order, the fault of its city says more.
        return order || sitesFor(theatre, state, blockOf(theatre, id)).length > 0 ? null : NO_BUILD;
      },
    },
    {
      slot: 'hex',
      candidates: ({ theatre, state, side }, draft) =>
        nearestEnemyFirst(theatre, state, side, sitesFor(theatre, state, blockOf(theatre, one(draft.block)))),
      fault: (moment, draft, hex) => siteFault(moment, one(draft.block), hex),
    },
  ],
  carry: ({ theatre, state, side }, { block, hex }) => {
    const steps = builtSteps(theatre, state, blockOf(theatre, block), hex);
    const placed = placing(state, [[block, { at: hex, steps }]]);
    return acted({ state: { ...placed, built: true }, events: [{ type: 'built', side, block, hex, steps }] });
  },
};
const NO_BUILD = reason('no-build', '5.7');

function siteFault({ theatre, state, side }: Moment, id: BlockId, hex: HexId): Reason | null {
  if (isHeldBy(theatre, state, hex, otherSide(side))) return reason('enemy-there', '5.7', { hex });
  if ((theatre.city.get(hex)?.value ?? 0) < 1) return reason('no-city', '5.7', { hex });
  if (!isSupplied(theatre, state, side, hex)) return reason('no-supply', '5.7', { hex });
  if (builtSteps(theatre, state, blockOf(theatre, id), hex) < 1)
    return reason('river-build', '11.2', { block: id, hex });
  return controllerOf(theatre, state, hex) === side ? null : reason('not-friendly', '5.7', { hex });
}

/** Hexes where Bragg's corps can arrive; none once it has [5.10]. */
function braggSites(theatre: Theatre, state: State): readonly HexId[] {
  const { bragg } = theatre.scenario;
  if (!bragg || state.bragg) return [];
  return bragg.entry.filter(
    (hex) => controllerOf(theatre, state, hex) === 'csa' && !isHeldBy(theatre, state, hex, otherSide('csa')),
  );
}

/** Brings in Bragg’s corps, once a game [5.10]. */
export const BRAGG: Rule<'bragg'> = {
  verb: 'bragg',
  closed: (moment) => {
    const { theatre, state, side } = moment;
    const shut = actionFault(moment, 'bragg');
    if (shut || (side === 'csa' && braggSites(theatre, state).length > 0)) return shut;
    return reason(side === 'csa' && state.bragg ? 'bragg-came' : 'bragg-none', '5.10');
  },
  slots: [
    {
      slot: 'hex',
      candidates: ({ theatre, state }) => braggSites(theatre, state),
      fault: ({ theatre, state }, _, hex) =>
        braggSites(theatre, state).includes(hex) ? null : reason('bragg-site', '5.10', { hex }),
    },
  ],
  carry: ({ theatre, state }, { hex }) => {
    const corps = blocksIn(theatre, state, 'gulf', 'csa');
    const blocks = corps.map(({ id }) => id);
    const placed = placing(
      state,
      corps.map(({ id, full }) => [id, { at: hex, steps: full }]),
    );
    return acted({
      state: { ...placed, bragg: true, moved: [...state.moved, ...blocks] },
      events: [{ type: 'bragg', hex, blocks, points: theatre.scenario.bragg?.points ?? 0 }],
    });
  },
};
