import { leastTotal } from '../../../kit/subsets.ts';
import { type Piece, strengthOf } from '../field.ts';
import { CRT } from '../rules/combat/results-table.ts';
import type { Column, Side } from '../vocabulary.ts';
import type { MachineLink } from './machine-map.ts';
import type { TrialPosition } from './trial-position.ts';

/** What a strength point is worth that has to go back, beside one that is lost: ground given up, a line torn. */
const PUSHED = 0.12;
/** An attacker that has to go back loses less by it. */
const REPULSED = 0.08;

/** Who fights whom: hexes by their place. */
export interface Clash {
  readonly targets: readonly number[];
  /** Hexes that it is attacked from. */
  readonly from: readonly number[];
  readonly beside: readonly Piece[];
  readonly guns: readonly Piece[];
}

export interface Valued {
  readonly column: Column;
  /** Strength points that the defender is likely to lose more than the attacker. */
  readonly value: number;
}

/** What the defenders of a hex count against an attack from some hexes [4]. */
export function defenceOf(position: TrialPosition, target: number, from: readonly number[]): number {
  const strength = strengthOf(position.at(target));
  return isDoubled(position, target, from) ? 2 * strength : strength;
}

function isDoubled({ ground }: TrialPosition, target: number, from: readonly number[]): boolean {
  if (ground.rugged[target]) return true;
  if (from.length === 0) return false;
  const links = ground.links[target] as readonly MachineLink[];
  const all = (is: (link: MachineLink) => boolean) =>
    from.every((hex) => links.some((link) => link.to === hex && is(link)));
  return all(({ water }) => water) || all(({ redoubt }) => redoubt === 'out');
}

/** What an attack promises at the best column that its odds allow. */
export function battleValueOf(position: TrialPosition, side: Side, { targets, from, beside, guns }: Clash): Valued {
  let defence = 0;
  let printed = 0;
  let cornered = 0;
  for (const target of targets) {
    const defenders = position.at(target);
    defence += defenceOf(position, target, from);
    printed += strengthOf(defenders);
    cornered += corneredIn(position, target, defenders);
  }
  const own = strengthOf(beside);
  const exchanged = leastTotal(
    beside.map(({ strength }) => strength),
    printed,
  );
  const odds = CRT.oddsOf(own + strengthOf(guns), defence);
  const fate: Fate = {
    printed,
    own,
    exchanged,
    // After a failed attack every attacker must find a way to retreat; bombarding guns stay.
    trapped: corneredAmong(position, side, from, beside),
    cornered,
    train: targets.some((target) => position.at(target).some(({ kind }) => kind === 'train')),
  };
  let best: Valued | null = null;
  for (const column of CRT.columnsFrom(odds)) {
    const value = meanOf(column, fate);
    if (!best || value > best.value + 1e-9) best = { column, value };
    // Far below the odds nothing better comes.
    else if (best.value - value > 2) break;
  }
  return best as Valued;
}

interface Fate {
  readonly printed: number;
  readonly own: number;
  /** What an exchange costs the attacker. */
  readonly exchanged: number;
  /** Strength that has no way to go back: of the attacker, of the defender. */
  readonly trapped: number;
  readonly cornered: number;
  readonly train: boolean;
}

function meanOf(column: Column, { printed, own, exchanged, trapped, cornered, train }: Fate): number {
  const prize = train ? 10 : 0;
  let total = 0;
  for (const [result, faces] of CRT.resultsOf(column)) {
    switch (result) {
      case 'De':
        total += faces * (printed + prize);
        break;
      case 'Dr':
        total += faces * (cornered + PUSHED * (printed - cornered));
        break;
      case 'Ex':
        total += faces * (printed + prize - exchanged);
        break;
      case 'Ar':
        total -= faces * (trapped + REPULSED * (own - trapped));
        break;
      case 'Ae':
        total -= faces * own;
        break;
      default:
        result satisfies never;
    }
  }
  return total / CRT.faces;
}

/** How likely attackers are still where they attacked from. */
export function holdingOn(column: Column): number {
  const results = CRT.resultsOf(column);
  return 1 - ((results.get('Ar') ?? 0) + (results.get('Ae') ?? 0)) / CRT.faces;
}

/** The strength of those that would find no way out: the owner saves the strongest. */
function corneredIn(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
  const [first] = pieces;
  if (!first) return 0;
  const ways = position.waysOut(first.side, hex);
  if (ways >= pieces.length) return 0;
  const weakest = [...pieces].sort((a, b) => a.strength - b.strength);
  return strengthOf(weakest.slice(0, pieces.length - ways));
}

function corneredAmong(position: TrialPosition, side: Side, from: readonly number[], beside: readonly Piece[]): number {
  let total = 0;
  for (const hex of from) {
    const there = beside.filter((piece) => position.hexOf(piece) === hex && piece.side === side);
    total += corneredIn(position, hex, there);
  }
  return total;
}
