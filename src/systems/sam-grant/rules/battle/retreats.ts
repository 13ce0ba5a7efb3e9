import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { battleHexes, isHeldBy } from '../../board.ts';
import type { Battle, State } from '../../state.ts';
import type { Block, Theatre } from '../../theatre.ts';
import { isWinter, otherSide, type Side } from '../../vocabulary.ts';
import { isLand, isSupplied } from '../supply/supply-lines.ts';
import { hexsideLimit, isUnbridged, neighboursOf } from '../terrain-effects.ts';

/** Hexes a side may retreat to, each with the room left in this round; major rivers only by a bridge [7.6]. */
export function waysBack(theatre: Theatre, state: State, battle: Battle, side: Side): ReadonlyMap<HexId, number> {
  const fought = battleHexes(theatre, state);
  const attacks = side === battle.attacker;
  const found = new Map<HexId, number>();
  for (const hex of neighboursOf(theatre, battle.hex)) {
    if (battle.entries.includes(hex) !== attacks || !isLand(theatre, hex)) continue;
    if (isHeldBy(theatre, state, hex, otherSide(side)) || fought.includes(hex)) continue;
    const room = hexsideLimit(theatre, battle.hex, hex, isWinter(state)) - (battle.gone[hex] ?? 0);
    if (room > 0) found.set(hex, room);
  }
  return found;
}

/** One block's retreat hexes; it may recross an unbridged river only where it came over it. */
function waysOf(theatre: Theatre, state: State, battle: Battle, block: Block): ReadonlyMap<HexId, number> {
  const all = [...waysBack(theatre, state, battle, block.side)];
  return new Map(all.filter(([hex]) => !isUnbridged(theatre, battle.hex, hex) || state.entered[block.id] === hex));
}

export function canRetreat(theatre: Theatre, state: State, battle: Battle, block: Block): boolean {
  return waysOf(theatre, state, battle, block).size > 0;
}

/** A block's retreat hex: the one it came from if `home`, else the one its plan prefers, else one in supply, then most room, lowest id [14.7]. */
export function retreatOf(theatre: Theatre, state: State, battle: Battle, block: Block, home: boolean): HexId | null {
  const ways = waysOf(theatre, state, battle, block);
  const own = state.entered[block.id];
  if (home && own !== undefined && ways.has(own)) return own;
  const wanted = battle.plans[block.side]?.retreat ?? 'any';
  if (ways.has(wanted)) return wanted;
  const order = [...ways].sort(
    ([a, roomA], [b, roomB]) =>
      Number(isSupplied(theatre, state, block.side, b)) - Number(isSupplied(theatre, state, block.side, a)) ||
      roomB - roomA ||
      (a < b ? -1 : 1),
  );
  return order[0]?.[0] ?? null;
}
