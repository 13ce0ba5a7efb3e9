import { balanceOf, type Course, type Move, mattered, SAME_WORTH } from '../../advisor/index.ts';
import type { MemberId } from '../../council/index.ts';
import { type Margin, orderKey } from '../../game/index.ts';
import type { Campaign, Deed } from '../campaign.ts';

/** Raised with whatever changes what a reckoning says: those made before are then made again. */
export const MADE_BY = '1';

/** What an ended campaign came to. It is kept as JSON. */
export interface Reckoning {
  /** Orders that stand. */
  readonly orders: number;
  /** Null: it was not played out, or the rules do not tell any more. */
  readonly result: {
    /** Whether the seat that was played won; in a game of several, whether any did. */
    readonly won: boolean;
    readonly margin: Margin | null;
  } | null;
  /** Null: what its orders were worth is not known. */
  readonly worth: Worth | null;
  /** Whose order or vote was the best one, where it mattered. */
  readonly choices: readonly Choices[];
}

/** Tenths of a percentage point, as `balanceOf` has them. */
export interface Worth {
  /** What the numbers rest on. */
  readonly basis: string;
  readonly decisions: number;
  readonly dice: number;
  /** The best chance there was before the last order fell, and after how many orders. */
  readonly best: { readonly chance: number; readonly after: number };
}

export interface Choices {
  readonly member: MemberId;
  /** Decisions in which the best and the worst order differed. */
  readonly mattered: number;
  readonly best: number;
}

export function reckoningOf({ system, states, deeds, course }: Campaign): Reckoning {
  const last = states.at(-1);
  const outcome = last ? system.outcome(last) : null;
  return {
    orders: deeds.length,
    result: outcome && last ? { won: outcome.winner !== null, margin: system.margin?.(last) ?? null } : null,
    worth: course && worthOf(system.basis, course),
    choices: course ? choicesIn(course, deeds) : [],
  };
}

function worthOf(basis: string, course: Course): Worth {
  const { start, decisions, dice, moves } = balanceOf(course);
  const chances = [start, ...moves.slice(0, -1).map(({ end }) => end)];
  const chance = Math.max(...chances);
  return { basis, decisions, dice, best: { chance, after: chances.lastIndexOf(chance) } };
}

function choicesIn({ moves }: Course, deeds: readonly Deed[]): Choices[] {
  const choices = new Map<MemberId, Choices>();
  for (const [index, deed] of deeds.entries()) {
    const move = moves[index];
    if (!move || !mattered(move)) continue;
    for (const { member, order } of chosenBy(deed)) {
      const { mattered, best } = choices.get(member) ?? { mattered: 0, best: 0 };
      choices.set(member, { member, mattered: mattered + 1, best: best + Number(isBest(move, order)) });
    }
  }
  return [...choices.values()];
}

function isBest({ before, prospects }: Move, order: string): boolean {
  const chosen = prospects.find((prospect) => orderKey(prospect.order) === order);
  return chosen !== undefined && before - chosen.worth < SAME_WORTH;
}

/** Who chose what: each voter their own order, whatever was decided; otherwise whoever gave the order. */
function chosenBy({ entry, by, vote }: Deed): { readonly member: MemberId; readonly order: string }[] {
  if (vote) return vote.votes.map(({ member, choice }) => ({ member, order: choice }));
  return by ? [{ member: by.id, order: orderKey(entry.order) }] : [];
}
