import type { Refusal } from '../../../game/index.ts';
import { type HexId, sideKey } from '../../../kit/hex/hex-grid.ts';
import { sideBetween } from '../../../kit/hex/hex-map.ts';
import { isHeldBy, isHex, stepsOf } from '../board.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { type BlockId, isWinter, type Order, type OrderOf, otherSide, type Side } from '../vocabulary.ts';
import { because } from '../words/refusals.ts';
import { actionsOf } from './cards.ts';
import { verbsOpen } from './legality.ts';
import { unmoved } from './movement/group-move.ts';
import { legsOf } from './movement/legs.ts';
import { allowanceOf, entriesInto, freeToLeave, reachOf, readDestination, roomBy } from './movement/reach.ts';
import { canActivate } from './movement/strategic-move.ts';
import { hungerOf } from './supply/attrition.ts';
import { builtSteps } from './supply/builds.ts';
import { stepsOfCard } from './supply/supply-card.ts';
import { isSupplied } from './supply/supply-lines.ts';
import { hexsideLimit } from './terrain-effects.ts';

/** A position, and the side that gave an order in it. */
interface Asked {
  readonly theatre: Theatre;
  readonly state: State;
  readonly side: Side;
}

/** Why an order that can be read is not in the list, from what its side knows. */
export function whyNot(asked: Asked, order: Order): Refusal {
  const { theatre, state, side } = asked;
  if (!verbsOpen(theatre, state, side).includes(order.verb)) return notNow(asked, order);
  switch (order.verb) {
    case 'card':
      return because('not-in-hand', '3.2', { card: order.card });
    case 'supply':
      return whyNoSupply(asked, order.steps ?? [], order.west ?? []);
    case 'move':
      return whyNoMove(asked, order);
    case 'strategic':
      return whyNoStrategic(asked, order);
    case 'build':
      return whyNoBuild(asked, order.block, order.hex);
    case 'bragg':
      return because('bragg-site', '5.10', { hex: order.hex });
    case 'battle':
      return because('no-battle', '6.1', { hex: order.hex });
    case 'lose': {
      const hunger = hungerOf(theatre, state, side);
      return because('lose', '8.3', hunger ? { hex: hunger.hex, number: hunger.losses } : {});
    }
    case 'offer':
      return because('offer', '9.3');
    case 'battle-plan':
      return because('plan', null);
    case 'fire':
      return because('fire', '7.7');
    case 'regroup':
      return because('regroup', '7.8');
    default:
      return because('not-listed', null);
  }
}

/** Of a verb that is not open now. */
function notNow({ theatre, state, side }: Asked, { verb }: Order): Refusal {
  const acts = ['move', 'strategic', 'build', 'bragg'].includes(verb);
  if (state.phase !== 'actions' || !acts) return because('wrong-phase', '4', { verb, phase: phaseOf(state) });
  if (state.used >= actionsOf(state, side)) return because('no-actions', '5.1', { number: actionsOf(state, side) });
  if (verb === 'bragg') return because(side === 'csa' && state.bragg ? 'bragg-came' : 'bragg-none', '5.10');
  if (verb !== 'build' && state.built) return because('built-already', '5.1');
  if (verb === 'build') return because('no-build', '5.7');
  if (verb === 'move') return because('no-move', '5.2');
  return canActivate(theatre, state, side) ? because('no-strategic', '5.6') : because('hq', '5.6');
}

function phaseOf({ phase, battle, offer }: State): string {
  if (phase === 'battles') return battle ? (battle.waiting?.for ?? 'plan') : 'battle';
  return phase === 'exchange' && offer ? 'offer' : phase;
}

/** Of a block that a side names; `from`: where it ought to stand. */
function whyNotThatBlock({ theatre, state, side }: Asked, id: BlockId, from: HexId): Refusal | null {
  if (blockOf(theatre, id).side !== side) return because('not-yours', '5.2', { block: id });
  if (state.blocks[id]?.at !== from) return because('not-there', '5.2', { block: id, hex: from });
  return state.moved.includes(id) ? because('moved', '5.3', { block: id }) : null;
}

function whyNotFrom(asked: Asked, from: HexId, blocks: readonly BlockId[]): Refusal | null {
  const { theatre, state, side } = asked;
  for (const id of blocks) {
    const reason = whyNotThatBlock(asked, id, from);
    if (reason) return reason;
  }
  if (!isHeldBy(theatre, state, from, side)) return because('nobody-there', '5.2', { hex: from });
  const free = freeToLeave(theatre, state, side, from);
  if (blocks.length > free) {
    return because('pinned', '5.9', { hex: from, number: unmoved(theatre, state, side, from).length - free });
  }
  return new Set(blocks).size < blocks.length ? because('twice', '5.3') : null;
}

function whyNoMove(asked: Asked, order: OrderOf<'move'>): Refusal {
  const { theatre, state, side } = asked;
  const { from } = order;
  const legs = legsOf(order);
  const leaving = legs.flatMap(({ blocks }) => blocks);
  const reason = whyNotFrom(asked, from, leaving);
  if (reason) return reason;
  for (const { to, blocks } of legs) {
    const { hex, by } = readDestination(to);
    const fought = isHeldBy(theatre, state, hex, otherSide(side));
    if (hex === from) return because('already-there', '5.2', { hex });
    if (by === null && fought) return because('by-missing', '6.2', { hex });
    if (by !== null && !fought) return because('by-needless', '6.2', { hex });
    for (const id of blocks) {
      const block = blockOf(theatre, id);
      if (!reachOf(theatre, state, block, from).has(to)) return whyNotThere(asked, from, to, id);
    }
    if (by !== null && blocks.length > roomBy(theatre, state, side, hex, by))
      return because('hexside', '2.5', { hex, from: by, number: hexsideLimit(theatre, by, hex, isWinter(state)) });
  }
  return because('not-listed', null);
}

function whyNotThere({ theatre, state, side }: Asked, from: HexId, to: string, id: BlockId): Refusal {
  const { hex, by } = readDestination(to);
  const allowance = allowanceOf(theatre, state, blockOf(theatre, id));
  if (allowance === 0) return because('winter', '9.1', { block: id });
  const before = by ?? from;
  const crossed = sideBetween(theatre, before, hex);
  if (crossed?.barred) return because('unbridged', '2.6', { hex, from: before });
  const enemy = otherSide(side);
  if (entriesInto(theatre, state, hex, enemy).has(before) || entriesInto(theatre, state, before, enemy).has(hex))
    return because('used-hexside', '5.9', { hex, from: before });
  return because('too-far', '5.4', { block: id, hex, number: allowance });
}

function whyNoStrategic(asked: Asked, order: OrderOf<'strategic'>): Refusal {
  const { theatre, state, side } = asked;
  const { mode, from, to, blocks } = order;
  const reason = whyNotFrom(asked, from, blocks);
  if (reason) return reason;
  if (from === to) return because('already-there', '5.2', { hex: to });
  if (mode === 'river' && side === 'csa') return because('csa-river', '2.8');
  const fought = isHeldBy(theatre, state, to, otherSide(side));
  if (mode !== 'crossing' && fought) return because('enemy-there', '5.6', { hex: to });
  if (mode !== 'crossing') return because(mode === 'rail' ? 'no-rail' : 'no-river', '5.6', { hex: to, from });
  const between = sideBetween(theatre, from, to);
  if (between?.water !== 'major' || !between.barred) return because('no-crossing', '5.6', { hex: to, from });
  if (fought && theatre.bluffs.get(sideKey(from, to)) === to) return because('bluff', '2.7', { hex: to });
  if (fought)
    return because('hexside', '2.5', { hex: to, from, number: hexsideLimit(theatre, from, to, isWinter(state)) });
  return because('used-hexside', '5.9', { hex: to, from });
}

function whyNoBuild({ theatre, state, side }: Asked, id: BlockId, hex: HexId): Refusal {
  const block = blockOf(theatre, id);
  if (block.side !== side) return because('not-yours', '5.7', { block: id });
  if (state.blocks[id]?.at !== 'pool') return because('not-in-pool', '5.7', { block: id });
  if (isHeldBy(theatre, state, hex, otherSide(side))) return because('enemy-there', '5.7', { hex });
  if ((theatre.city.get(hex)?.value ?? 0) < 1) return because('no-city', '5.7', { hex });
  if (!isSupplied(theatre, state, side, hex)) return because('no-supply', '5.7', { hex });
  if (builtSteps(theatre, state, block, hex) < 1) return because('river-build', '11.2', { block: id, hex });
  return because('not-friendly', '5.7', { hex });
}

function whyNoSupply({ theatre, state, side }: Asked, steps: readonly string[], more: readonly string[]): Refusal {
  const given = [...steps, ...more];
  const counts = new Map<BlockId, number>();
  for (const step of given) counts.set(step.replace(/\+\d$/, ''), (counts.get(step.replace(/\+\d$/, '')) ?? 0) + 1);
  for (const [id, wanted] of counts) {
    const block = blockOf(theatre, id);
    const at = state.blocks[id]?.at ?? 'pool';
    if (block.side !== side) return because('not-yours', '5.8', { block: id });
    if (!isHex(at)) return because('not-on-map', '5.8', { block: id });
    if (!isSupplied(theatre, state, side, at)) return because('no-supply', '5.8', { hex: at });
    const missing = block.full - stepsOf(state, id);
    if (wanted > missing || missing === 0) return because('full', '5.8', { block: id, number: missing });
    if (wanted > theatre.rules.supplyStepsPerBlock) return because('two-steps', '5.8', { block: id });
  }
  const { free, west } = stepsOfCard(state, side);
  if (west === 0 && more.length > 0) return because('west-needless', '11.4');
  if (steps.length === 0) return because('no-steps', '5.8');
  if (given.length > free + west) return because('card-steps', '5.8', { number: free + west });
  return west > 0 ? because('west', '11.4') : because('not-listed', null);
}
