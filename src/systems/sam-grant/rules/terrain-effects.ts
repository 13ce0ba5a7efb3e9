import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sideBetween, sidesOf } from '../../../kit/hex/hex-map.ts';
import type { Theatre, TheatreHexside } from '../theatre.ts';

/** Movement points to enter a hex; `null` if groups can't march that way [2.6, 5.4, 13.1]. */
export function costOfStep(theatre: Theatre, side: TheatreHexside): number | null {
  return side.barred ? null : overlandCost(theatre, side);
}

/** Movement points to enter a hex, ignoring rivers, which supply lines cross freely [8.2]. */
export function overlandCost({ hex, rules }: Theatre, { to, link }: TheatreHexside): number | null {
  const terrain = hex.get(to)?.terrain ?? 'sea';
  if (terrain === 'sea') return null;
  return rules.moveCost[terrain === 'mountain' && link !== null ? 'mountainByRailOrPass' : terrain];
}

/** How many blocks may cross a hexside, into battle in a game-turn or back in a round [2.5]. */
export function hexsideLimit(theatre: Theatre, from: HexId, to: HexId, winter: boolean): number {
  const side = sideBetween(theatre, from, to);
  const terrain = theatre.hex.get(to)?.terrain ?? 'sea';
  if (side === null || terrain === 'sea') return 0;
  const { hexsideLimit } = theatre.rules;
  const ofHex = hexsideLimit[terrain === 'mountain' && side.link !== null ? 'mountainByRailOrPass' : terrain];
  const fair = side.water === null ? ofHex : Math.min(ofHex, hexsideLimit.river);
  return winter ? Math.max(1, Math.floor(fair / 2)) : fair;
}

/** Whether the hexside is a major river without a bridge [2.6]. */
export function isUnbridged(theatre: Theatre, from: HexId, to: HexId): boolean {
  return sideBetween(theatre, from, to)?.barred ?? true;
}

export function neighboursOf(theatre: Theatre, hex: HexId): readonly HexId[] {
  return sidesOf(theatre, hex).map(({ to }) => to);
}
