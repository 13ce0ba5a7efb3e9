import { bestAssignment } from '../../../kit/machine-search.ts';
import type { Piece } from '../field.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { battleValueOf, type Clash, type Valued } from './battle-value.ts';
import type { MachineLink } from './machine-map.ts';
import type { TrialPosition } from './trial-position.ts';

/** A battle as the machine would fight it. */
export type Intended = Clash & Valued;

/** All battles of a phase, with what they promise together. */
export interface Outlook {
  readonly battles: readonly Intended[];
  readonly value: number;
}

/** A plan without all mandatory attacks is not legal [7.1]. */
const UNLAWFUL = -60;
/** The best way found to fight everybody who has to be fought, guns at a distance left out [7.1–7.4]. */
export function outlookOf(position: TrialPosition, side: Side): Outlook {
  const fronts = frontsOf(position, side);
  const battles: Intended[] = [];
  let value = 0;
  for (const front of fronts) {
    const best = bestShare(position, side, front);
    battles.push(...best.battles);
    value += best.value;
  }
  return { battles, value };
}

/** Hexes of both sides that hang together by contact. */
interface Front {
  readonly own: readonly {
    readonly hex: number;
    readonly pieces: readonly Piece[];
    readonly enemies: readonly number[];
  }[];
  readonly enemies: readonly number[];
}

function frontsOf(position: TrialPosition, side: Side): readonly Front[] {
  const enemy = otherSide(side);
  const seen = new Set<number>();
  const fronts: Front[] = [];
  for (const piece of position.ground.field.pieces) {
    const start = piece.side === side ? position.hexOf(piece) : null;
    if (start === null || seen.has(start) || !position.controls(enemy, start)) continue;
    const own: Front['own'][number][] = [];
    const enemies: number[] = [];
    const open = [start];
    seen.add(start);
    for (const hex of open) {
      const mine = position.holder(hex) === side;
      const beside = besideOf(position, hex, mine ? enemy : side);
      const pieces = position.at(hex).filter((one) => position.fights(one));
      if (mine && pieces.length > 0) own.push({ hex, pieces, enemies: beside });
      else if (!mine) enemies.push(hex);
      // The Train draws nobody into a battle.
      if (pieces.length === 0 && mine) continue;
      for (const next of beside)
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
    }
    if (own.length > 0) fronts.push({ own, enemies });
  }
  return fronts;
}

function besideOf(position: TrialPosition, hex: number, side: Side): number[] {
  const beside: number[] = [];
  for (const { to } of position.ground.links[hex] as readonly MachineLink[])
    if (position.holder(to) === side) beside.push(to);
  return beside;
}

function bestShare(position: TrialPosition, side: Side, { own, enemies }: Front): Outlook {
  const required = enemies.filter((hex) => position.at(hex).some(({ kind }) => kind !== 'train'));
  const known = new Map<string, Intended>();
  const battle = (from: readonly number[], targets: readonly number[]): Intended => {
    const key = `${from.join()}>${targets.join()}`;
    let found = known.get(key);
    if (!found) {
      const beside = own.filter(({ hex }) => from.includes(hex)).flatMap(({ pieces }) => pieces);
      const clash = { from, targets, beside, guns: [] };
      found = { ...clash, ...battleValueOf(position, side, clash) };
      known.set(key, found);
    }
    return found;
  };
  const judge = (share: readonly number[]): Outlook => {
    const groups = new Map<number, { from: number[]; targets: number[] }>();
    share.forEach((target, at) => {
      const group = groups.get(target) ?? { from: [], targets: [target] };
      group.from.push((own[at] as Front['own'][number]).hex);
      groups.set(target, group);
    });
    let value = 0;
    for (const enemy of required) {
      if (groups.has(enemy)) continue;
      const joined = [...groups.values()].find((group) =>
        group.from.every((hex) => own.some((one) => one.hex === hex && one.enemies.includes(enemy))),
      );
      if (joined) joined.targets = [...joined.targets, enemy].sort((a, b) => a - b);
      else value += UNLAWFUL;
    }
    const battles = [...groups.values()].map(({ from, targets }) => battle(from, targets));
    for (const one of battles) value += one.value;
    return { battles, value };
  };
  return bestAssignment(
    own.map(({ enemies: beside }) => beside),
    judge,
  );
}
