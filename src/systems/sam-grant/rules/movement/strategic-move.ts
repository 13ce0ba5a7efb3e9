import type { Draft } from '../../../../game/index.ts';
import { type HexId, sideKey } from '../../../../kit/hex/hex-grid.ts';
import { sideBetween, sidesOf } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { many, one } from '../../../../kit/order-rules.ts';
import {
  controllerOf,
  hexesHeld,
  isHeldBy,
  isHex,
  nearestEnemyFirst,
  placing,
  type State,
  stepsOf,
} from '../../state.ts';
import { type Block, hexsideLimit, isUnbridged, type Theatre } from '../../theatre.ts';
import { MODES, type Mode, otherSide, type Side } from '../../vocabulary.ts';
import { acted, moveFault } from '../cards.ts';
import { type Done, type Moment, NOT_LISTED, type Reason, type Rule, reason } from '../moment.ts';
import { isLand, isSupplied, openWaters, railwayOf } from '../supply/supply-lines.ts';
import { leavingFault, movingInto, unmoved, withTaken } from './group-move.ts';
import { entriesInto, freeToLeave, roomBy } from './reach.ts';

export function hqOf(theatre: Theatre, side: Side): Block | undefined {
  return theatre.blocks.find((block) => block.side === side && block.kind === 'hq');
}

/** Whether the Supreme HQ can send blocks: it is on the map, in supply, and has a step to spare [5.6]. */
export function canActivate(theatre: Theatre, state: State, side: Side): boolean {
  const hq = hqOf(theatre, side);
  const at = hq && state.blocks[hq.id]?.at;
  if (!hq || at === undefined || !isHex(at)) return false;
  return stepsOf(state, hq.id) > theatre.rules.hqActivation && isSupplied(theatre, state, side, at);
}

/** Hexes to which the Supreme HQ can send blocks of a hex, each with how many [5.6]. */
export function targetsOf(
  theatre: Theatre,
  state: State,
  side: Side,
  mode: Mode,
  from: HexId,
): ReadonlyMap<HexId, number> {
  return known.get(state, `${side} ${mode} ${from}`, () => allTargets(theatre, state, side, mode, from));
}
const known = new MemoPer<State, ReadonlyMap<HexId, number>>();

function allTargets(theatre: Theatre, state: State, side: Side, mode: Mode, from: HexId): ReadonlyMap<HexId, number> {
  const free = freeToLeave(theatre, state, side, from);
  const found = new Map<HexId, number>();
  if (free === 0 || unmoved(theatre, state, side, from).length === 0) return found;
  const isUsed = (to: HexId) => entriesInto(theatre, state, from, otherSide(side)).has(to);
  if (mode === 'rail') for (const hex of railsFrom(theatre, state, side, from)) found.set(hex, free);
  if (mode === 'river' && side === 'usa')
    for (const water of openWaters(theatre, state))
      if (water.has(from)) for (const hex of water) if (isLanding(theatre, state, from, hex)) found.set(hex, free);
  if (mode === 'crossing')
    for (const { to } of sidesOf(theatre, from)) {
      if (isUsed(to) || entriesInto(theatre, state, to, otherSide(side)).has(from)) continue;
      const room = Math.min(free, crossingRoom(theatre, state, side, from, to));
      if (room > 0) found.set(to, room);
    }
  return found;
}

/** Neighbours by railroad, except over hexsides that the enemy used to attack the hex [5.9]. */
function railSteps(theatre: Theatre, state: State, side: Side, from: HexId): readonly HexId[] {
  const used = entriesInto(theatre, state, from, otherSide(side));
  return sidesOf(theatre, from).flatMap(({ to, link }) =>
    link === 'rail' && !used.has(to) && controllerOf(theatre, state, to) === side ? [to] : [],
  );
}

function railsFrom(theatre: Theatre, state: State, side: Side, from: HexId): ReadonlySet<HexId> {
  const first = railSteps(theatre, state, side, from);
  const reached = new Set(first.flatMap((to) => [...railwayOf(theatre, state, side, to)]));
  // From a gateway the railroad goes on in the other theatre [20.3].
  for (const [gate, beyond] of theatre.scenario.gateways[side])
    if (gate === from || reached.has(gate)) reached.add(beyond);
  reached.delete(from);
  return reached;
}

/** Whether a ship from one hex can put blocks ashore in another beside the same water. */
function isLanding(theatre: Theatre, state: State, from: HexId, hex: HexId): boolean {
  return hex !== from && isLand(theatre, hex) && !isHeldBy(theatre, state, hex, 'csa');
}

/**
 * How many blocks may cross a major river at a hexside [2.6, 2.7]. It is 0 at a bridge too, where blocks simply march.
 */
function crossingRoom(theatre: Theatre, state: State, side: Side, from: HexId, to: HexId): number {
  const between = sideBetween(theatre, from, to);
  if (between?.water !== 'major' || !isUnbridged(theatre, from, to) || !isLand(theatre, to)) return 0;
  if (!isHeldBy(theatre, state, to, otherSide(side))) return Number.POSITIVE_INFINITY;
  if (theatre.bluffs.get(sideKey(from, to)) === to) return 0;
  return roomBy(theatre, state, side, to, from);
}

function canSend(theatre: Theatre, state: State, side: Side, mode: Mode, from: HexId): boolean {
  return targetsOf(theatre, state, side, mode, from).size > 0;
}

export function startsBy(theatre: Theatre, state: State, side: Side, mode: Mode): readonly HexId[] {
  return hexesHeld(theatre, state, side).filter((hex) => canSend(theatre, state, side, mode, hex));
}

export function modesOpen(theatre: Theatre, state: State, side: Side): readonly Mode[] {
  if (!canActivate(theatre, state, side)) return [];
  return MODES.filter((mode) => startsBy(theatre, state, side, mode).length > 0);
}

function sendingFault({ theatre, state, side }: Moment, mode: Mode, from: HexId, to: HexId): Reason {
  if (from === to) return reason('already-there', '5.2', { hex: to });
  if (mode === 'river' && side === 'csa') return reason('csa-river', '2.8');
  const isFought = isHeldBy(theatre, state, to, otherSide(side));
  if (mode !== 'crossing' && isFought) return reason('enemy-there', '5.6', { hex: to });
  if (mode !== 'crossing') return reason(mode === 'rail' ? 'no-rail' : 'no-river', '5.6', { hex: to, from });
  const between = sideBetween(theatre, from, to);
  if (between?.water !== 'major' || !between.barred) return reason('no-crossing', '5.6', { hex: to, from });
  if (!isFought) return reason('used-hexside', '5.9', { hex: to, from });
  if (theatre.bluffs.get(sideKey(from, to)) === to) return reason('bluff', '2.7', { hex: to });
  return reason('hexside', '2.5', { hex: to, from, number: hexsideLimit(theatre, state, from, to) });
}

const NOBODY_SENT = reason('no-strategic', '5.6');

/** The Supreme HQ sends blocks by rail, by ship or across a river, and loses a step [5.6]. */
export const STRATEGIC: Rule<'strategic'> = {
  verb: 'strategic',
  closed: (moment) => {
    const { theatre, state, side } = moment;
    const shut = moveFault(moment, 'strategic');
    if (shut || modesOpen(theatre, state, side).length > 0) return shut;
    return canActivate(theatre, state, side) ? NOBODY_SENT : reason('hq', '5.6');
  },
  slots: [
    {
      slot: 'mode',
      candidates: () => MODES,
      // For a complete order, the fault of its hexes says more.
      fault: ({ theatre, state, side }, _, mode, order) =>
        order || modesOpen(theatre, state, side).some((open) => open === mode) ? null : NOBODY_SENT,
    },
    {
      slot: 'from',
      candidates: ({ theatre, state, side }, draft) =>
        nearestEnemyFirst(theatre, state, side, startsBy(theatre, state, side, one(draft.mode) as Mode)),
      fault: (moment, draft, from, order) => {
        const { theatre, state, side } = moment;
        if (order) return leavingFault(moment, from, many(order.blocks));
        return canSend(theatre, state, side, one(draft.mode) as Mode, from) ? null : NOBODY_SENT;
      },
    },
    {
      slot: 'to',
      candidates: (moment, draft) =>
        nearestEnemyFirst(moment.theatre, moment.state, moment.side, [...targets(moment, draft).keys()]),
      fault: (moment, draft, to, order) => {
        const room = targets(moment, draft).get(to) ?? 0;
        if (room > 0 && many(order?.blocks).length <= room) return null;
        return sendingFault(moment, one(draft.mode) as Mode, one(draft.from), to);
      },
    },
    {
      slot: 'blocks',
      candidates: ({ theatre, state, side }, draft) =>
        unmoved(theatre, state, side, one(draft.from)).map(({ id }) => id),
      fault: (moment, draft, id) => leavingFault(moment, one(draft.from), [id]),
      several: (moment, draft, choices) => {
        return { least: 1, most: Math.max(1, Math.min(choices, targets(moment, draft).get(one(draft.to)) ?? 0)) };
      },
    },
  ],
  otherwise: () => NOT_LISTED,
  carry: ({ theatre, state, side }, { mode, from, to, blocks }) => {
    const by = mode === 'crossing' && isHeldBy(theatre, state, to, otherSide(side)) ? from : null;
    const hq = hqOf(theatre, side) as Block;
    const paid = placing(state, [[hq.id, { steps: stepsOf(state, hq.id) - theatre.rules.hqActivation }]]);
    const sent: Done = {
      state: movingInto(paid, blocks, to, by),
      events: [{ type: 'moved', side, from, mode, going: [{ to, by, blocks }] }],
    };
    return acted(withTaken(theatre, state, sent));
  },
};

function targets({ theatre, state, side }: Moment, draft: Draft): ReadonlyMap<HexId, number> {
  return targetsOf(theatre, state, side, one(draft.mode) as Mode, one(draft.from));
}
