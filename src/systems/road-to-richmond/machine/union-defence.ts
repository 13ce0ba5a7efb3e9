import { FAR } from '../../../kit/hex/search.ts';
import type { Piece } from '../field.ts';
import { isOnMap } from '../state.ts';
import type { MachineMap, TrialPosition } from './position.ts';

/** Where the Union army stands to keep the Confederates off its road, and who stands where. */
export interface DefenceLine {
  worth(piece: Piece, hex: number): number;
}

/** The near ends of the crossings, those of the redoubts, and the road behind them. */
const LINE: readonly string[] = [
  '0608',
  '0810',
  '1012',
  '1114',
  '1418',
  '1623',
  '1726',
  '0409',
  '0510',
  '0411',
  '1528',
];

/** Behind the line, near to everything. */
const RESERVE = '0819';

interface Post {
  readonly hex: number;
  /** Points that the nearest Confederate needs to it. */
  readonly far: number;
}

export function defenceLineOf(position: TrialPosition): DefenceLine {
  const { ground } = position;
  const place = (hex: string) => ground.placeOf(hex);
  const enemies = position.hexesOf('confederate');
  const coming = ground.pointsFrom(enemies);
  const toSouth = ground.pointsTo([place('1528')]);
  const passed = Math.min(FAR, ...enemies.map((hex) => toSouth[hex] as number));
  const posts = [...LINE.map(place), ...screen(ground, enemies, toSouth)]
    .map((hex): Post => ({ hex, far: coming[hex] as number }))
    // Who is past it already is not stopped there.
    .filter(({ hex }) => (toSouth[hex] as number) <= passed + 14 && position.holder(hex) !== 'confederate')
    .sort((a, b) => a.far - b.far || a.hex - b.hex);
  const posted = assigned(position, posts);
  const reserve = ground.pointsTo([place(RESERVE)]);
  const ways = new Map<number, Int16Array>();
  const to = (goal: number) => {
    const known = ways.get(goal) ?? ground.pointsTo([goal]);
    ways.set(goal, known);
    return known;
  };
  return {
    worth(piece, hex) {
      const post = posted.get(piece.id);
      if (post === undefined) return -0.06 * Math.min(40, reserve[hex] as number);
      const off = to(post)[hex] as number;
      return (off === 0 ? 2.5 : 0) - 0.3 * Math.min(40, off);
    },
  };
}

/** Hexes on the way of those Confederates who are nearest to the exit, a march before them. */
function screen(ground: MachineMap, enemies: readonly number[], toSouth: Int16Array): readonly number[] {
  const [nearest] = [...enemies].sort((a, b) => (toSouth[a] as number) - (toSouth[b] as number));
  if (nearest === undefined || (toSouth[nearest] as number) > 30) return [];
  const way: number[] = [];
  for (let hex = nearest; (toSouth[hex] as number) > 0 && way.length < 40; ) {
    const next = ground.links(hex).find(({ to, cost }) => (toSouth[to] as number) + cost === (toSouth[hex] as number));
    if (!next) break;
    way.push(next.to);
    hex = next.to;
  }
  return [way[3], way[6]].filter((hex) => hex !== undefined);
}

/** The strongest that are near, two to each post where the Confederates are at hand and one elsewhere. */
function assigned(position: TrialPosition, posts: readonly Post[]): ReadonlyMap<string, number> {
  const posted = new Map<string, number>();
  const free = position.pieces.filter(
    ({ id, side, kind }) => side === 'union' && kind !== 'train' && isOnMap(position.state.where[id]),
  );
  for (const { hex, far } of posts) {
    if (far > 40) continue;
    const way = position.ground.pointsTo([hex]);
    const cost = (piece: Piece) => (way[position.hexOf(piece) as number] as number) - 1.2 * piece.strength;
    const near = free
      .filter(({ id, strength }) => !posted.has(id) && strength >= 3)
      .sort((a, b) => cost(a) - cost(b) || a.index - b.index);
    for (const piece of near.slice(0, far <= 18 ? 2 : 1)) posted.set(piece.id, hex);
  }
  return posted;
}
