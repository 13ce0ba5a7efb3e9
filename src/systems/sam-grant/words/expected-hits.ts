import type { Choice, Draft } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { one } from '../../../kit/order-rules.ts';
import { compact, count, grouped, plural } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { isSheltered } from '../rules/battle/fight.ts';
import { legsOf, readDestination } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import { type View, view } from '../view.ts';
import { type BlockId, FACES, isSide, otherSide, type Side, type Verb } from '../vocabulary.ts';
import { blockName } from './names.ts';

/** Expected hits of a battle before it is fought, from what the side sees alone. */

type KnownBlocks = readonly { readonly id: BlockId; readonly steps: number }[];

/** Each step rolls a die, which hits on the block’s rating or less [7.2]. */
export function hitsOf(theatre: Theatre, blocks: KnownBlocks): number {
  return sum(blocks.map(({ id, steps }) => (steps * blockOf(theatre, id).hits) / FACES));
}

/** The hits of a round of fire on average, from the weakest to the strongest blocks that could be there. */
export function hitsOfUnseen(theatre: Theatre, seen: View, side: Side, blocks: number) {
  const accountedFor = new Set<BlockId>([
    // Reinforcements still to come in are public, so nobody takes them for blocks on the map.
    ...seen.due,
    ...seen.prisoners.usa,
    ...seen.prisoners.csa,
    ...seen.stacks.flatMap(({ known }) => known.map(({ id }) => id)),
  ]);
  const could = theatre.blocks.filter((block) => block.side === side && !accountedFor.has(block.id));
  const sorted = (of: (block: Block) => number) => could.map((block) => of(block) / FACES).sort((a, b) => a - b);
  const weakest = sorted(({ hits }) => hits).slice(0, blocks);
  const strongest = sorted(({ hits, full }) => hits * full).slice(-blocks);
  return { least: sum(weakest), most: blocks === 0 ? 0 : sum(strongest) };
}

interface Battlefield {
  readonly hex: HexId;
  readonly attacker: Side;
  readonly round: number;
  /** The hexside of the main attack; null: not named yet. */
  readonly main: HexId | null;
}

/**
 * A side's blocks in a battle: those that fire now, the reserves for round 2 [6.2, 6.3], and those that can't be seen.
 * @param coming blocks that a move would add
 */
function forcesOf(
  theatre: Theatre,
  seen: View,
  { hex, attacker, round, main }: Battlefield,
  side: Side,
  coming: KnownBlocks,
) {
  const stack = seen.stacks.find((one) => one.hex === hex && one.side === side);
  const known = stack?.known ?? [];
  // Reserves: defenders who came from elsewhere, and attackers who are not in the main attack.
  const isReserve = ({ from }: (typeof known)[number]) => {
    const isOutsideMainAttack = main !== null && from !== main;
    return round < 2 && from !== null && (side !== attacker || isOutsideMainAttack);
  };
  const later = known.filter(isReserve);
  const now = [...known.filter((block) => !isReserve(block)), ...coming];
  const unseen = (stack?.count ?? 0) - known.length;
  return {
    now: { blocks: now.length, hits: hitsOf(theatre, now) },
    later: { blocks: later.length, hits: hitsOf(theatre, later) },
    unseen: { blocks: unseen, ...hitsOfUnseen(theatre, seen, side, unseen) },
  };
}

/** "2.3", "2" */
function rounded(hits: number): string {
  return String(Math.round(hits * 10) / 10);
}

/** "1 hit", "2.3 hits" */
function hitsWord(hits: number): string {
  return count(Number(rounded(hits)), 'hit');
}

/**
 * "2007 Bowling Green. A round of fire by your 3 blocks brings 2.3 hits on average.
 * Against you: 2 blocks you can’t see, anything from 0.3 to 2.7 hits."
 */
function hitsInWords(theatre: Theatre, seen: View, side: Side, field: Battlefield, coming: KnownBlocks = []): string {
  const enemy = otherSide(side);
  const own = forcesOf(theatre, seen, field, side, coming);
  const theirs = forcesOf(theatre, seen, field, enemy, []);
  const { blocks, least, most } = theirs.unseen;
  const against = compact(
    theirs.now.blocks > 0 && `${count(theirs.now.blocks, 'block')} you see, ${hitsWord(theirs.now.hits)}`,
    blocks > 0 && `${count(blocks, 'block')} you can’t see, anything from ${rounded(least)} to ${rounded(most)} hits`,
  );
  const [who, whose] = field.attacker === side ? ['They', 'your'] : ['You', 'their'];
  const { now, later } = own;
  return compact(
    `${hexLabel(theatre, field.hex)}.`,
    now.blocks > 0 && `A round of fire by your ${count(now.blocks, 'block')} brings ${hitsWord(now.hits)} on average.`,
    later.blocks > 0 &&
      `${count(later.blocks, 'block')} more, ${hitsWord(later.hits)}, ${plural(later.blocks, 'joins', 'join')} in round 2.`,
    against.length > 0 && `Against you: ${against.join('; ')}.`,
    isSheltered(theatre, seen, field) && `${who}’re in a fortress: only every second of ${whose} hits counts.`,
  ).join(' ');
}

/** The battle that is planned or fought. @param main the main attack that the side plans */
function battleNow({ battle, stacks }: View, main: HexId | null): Battlefield | null {
  if (!battle) return null;
  const { hex, attacker, round } = battle;
  const entries = stacks.find((one) => one.hex === hex && one.side === attacker)?.entries ?? [];
  return {
    hex,
    attacker,
    round,
    main: battle.main ?? main ?? (entries.length === 1 ? (entries[0]?.[0] ?? null) : null),
  };
}

/** The battle that a move would begin. The moving side attacks, or Player 1 if all enemy blocks moved in too [6.1]. */
function battleTo({ first, stacks }: View, side: Side, hex: HexId): Battlefield {
  const enemies = stacks.find((one) => one.hex === hex && one.side !== side);
  const movedIn = sum((enemies?.entries ?? []).map(([, blocks]) => blocks));
  const attacker = enemies && movedIn === enemies.count ? first : side;
  return { hex, attacker, round: 0, main: null };
}

/** Expected hits of each battle that an order begins or plans, a line each. */
export function expectedHits(theatre: Theatre, seen: View, side: Side, order: Draft): readonly string[] {
  if (order.verb === 'battle-plan' || order.verb === 'fire') {
    const field = battleNow(seen, one(order.main) || null);
    return field ? [hitsInWords(theatre, seen, side, field)] : [];
  }
  if (order.verb === 'plan-ahead' && order.hex) {
    const field = { ...battleTo(seen, side, one(order.hex)), main: one(order.main) || null };
    return [hitsInWords(theatre, seen, side, field)];
  }
  if (order.verb !== 'move') return [];
  const there = seen.stacks.find(({ hex, side: whose }) => hex === order.from && whose === side)?.known ?? [];
  const legs = legsOf(order)
    .map(({ to, blocks }) => ({ ...readDestination(to), blocks }))
    .filter(({ by }) => by !== null);
  // Blocks entering over several hexsides fight the same battle.
  return grouped(legs, ({ hex }) => hex).map(([hex, some]) => {
    const coming = there.filter(({ id }) => some.some(({ blocks }) => blocks.includes(id)));
    return hitsInWords(theatre, seen, side, battleTo(seen, side, hex), coming);
  });
}

/** "Hits a round on average: Wood 1.3, Thomas 1." */
function ownHits(theatre: Theatre, { stacks }: View, choices: readonly Choice[]): string | null {
  const offered = stacks.flatMap(({ known }) => known.filter(({ id }) => choices.some(({ value }) => value === id)));
  const each = offered.map((block) => `${blockName(theatre, block.id)} ${rounded(hitsOf(theatre, [block]))}`);
  return each.length === 0 ? null : `Hits a round on average: ${each.join(', ')}.`;
}

const LEADS_TO_BATTLE: readonly Verb[] = ['move', 'plan-ahead', 'battle-plan', 'fire'];

/** A note with the expected hits of battles that a draft leads to; `null` if it leads to none. */
export function expectedHitsNote(
  theatre: Theatre,
  state: State,
  seat: string,
  draft: Draft,
  choices: readonly Choice[],
): string | null {
  if (!isSide(seat) || choices.length === 0) return null;
  if (!LEADS_TO_BATTLE.includes(draft.verb as Verb)) return null;
  const seen = view(theatre, state, seat);
  const own = draft.verb === 'move' && ownHits(theatre, seen, choices);
  const lines = expectedHits(theatre, seen, seat, draft).join('\n');
  return lines === '' ? null : compact(lines, own).join(' ');
}
