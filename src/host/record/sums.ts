import type { EndedRecord } from '../../store/index.ts';
import type { Choices, Reckoning } from './reckoning.ts';

/** An ended campaign; its reckoning null: it has not been made yet. */
export interface Counted {
  readonly ended: EndedRecord;
  readonly reckoning: Reckoning | null;
}

/** How many campaigns came to what. */
export interface Tally {
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  readonly abandoned: number;
  /** Played out, and not reckoned yet or never to be. */
  readonly unknown: number;
}

export interface Sums {
  readonly all: Tally;
  readonly byVariant: readonly { readonly system: string; readonly variant: string; readonly tally: Tally }[];
  /** Won most clearly. */
  readonly clearest: Counted | null;
  /** Lost, and stood best at some time. */
  readonly nearest: Counted | null;
  readonly longest: Counted | null;
  /** The last first. */
  readonly last: readonly Counted[];
  /** Over the campaigns played out of which it is known what orders were worth; null: of none. Tenths of a percentage point. */
  readonly worth: {
    readonly campaigns: number;
    readonly dice: number;
    readonly decisions: number;
    /** What the numbers rest on, each once. */
    readonly bases: readonly string[];
  } | null;
  /** Members by the share of their choices that were the best, of equals who chose more often first. */
  readonly standings: readonly Standing[];
  /** Campaigns still to be reckoned. */
  readonly pending: number;
}

export type Standing = Choices;

const LAST = 5;

/** @param campaigns the last first */
export function summed(campaigns: readonly Counted[]): Sums {
  const variants = new Map<string, Counted[]>();
  for (const one of campaigns) {
    const kind = JSON.stringify([one.ended.system, one.ended.variant]);
    variants.set(kind, [...(variants.get(kind) ?? []), one]);
  }
  const won = campaigns.filter(({ reckoning }) => reckoning?.result?.won === true);
  const lost = campaigns.filter(({ reckoning }) => reckoning?.result?.won === false);
  return {
    all: tallyOf(campaigns),
    byVariant: [...variants.values()]
      .map((of) => {
        const { system, variant } = (of[0] as Counted).ended;
        return { system, variant, tally: tallyOf(of) };
      })
      .sort((a, b) => b.tally.played - a.tally.played),
    clearest: most(won, ({ reckoning }) => reckoning?.result?.margin?.size ?? null),
    nearest: most(lost, ({ reckoning }) => reckoning?.worth?.best.chance ?? null),
    longest: most(campaigns, ({ reckoning }) => reckoning?.orders || null),
    last: campaigns.slice(0, LAST),
    worth: worthOf([...won, ...lost]),
    standings: standingsOf(campaigns),
    pending: campaigns.filter(({ reckoning }) => reckoning === null).length,
  };
}

function tallyOf(campaigns: readonly Counted[]): Tally {
  const count = (is: (one: Counted) => boolean) => campaigns.filter(is).length;
  return {
    played: campaigns.length,
    won: count(({ reckoning }) => reckoning?.result?.won === true),
    lost: count(({ reckoning }) => reckoning?.result?.won === false),
    abandoned: count(({ ended }) => ended.how === 'abandoned'),
    unknown: count(({ ended, reckoning }) => ended.how === 'finished' && !reckoning?.result),
  };
}

/** The one with the greatest value, of equals the last to end. */
function most(campaigns: readonly Counted[], value: (one: Counted) => number | null): Counted | null {
  let found: { readonly one: Counted; readonly value: number } | null = null;
  for (const one of campaigns) {
    const its = value(one);
    if (its !== null && (found === null || its > found.value)) found = { one, value: its };
  }
  return found?.one ?? null;
}

function worthOf(finished: readonly Counted[]): Sums['worth'] {
  const worths = finished.flatMap(({ reckoning }) => reckoning?.worth ?? []);
  if (worths.length === 0) return null;
  return {
    campaigns: worths.length,
    dice: worths.reduce((sum, { dice }) => sum + dice, 0),
    decisions: worths.reduce((sum, { decisions }) => sum + decisions, 0),
    bases: [...new Set(worths.map(({ basis }) => basis))].sort(),
  };
}

function standingsOf(campaigns: readonly Counted[]): Standing[] {
  const standings = new Map<number, Standing>();
  for (const { member, mattered, best } of campaigns.flatMap(({ reckoning }) => reckoning?.choices ?? [])) {
    const so = standings.get(member) ?? { member, mattered: 0, best: 0 };
    standings.set(member, { member, mattered: so.mattered + mattered, best: so.best + best });
  }
  return [...standings.values()].sort(
    (a, b) => b.best * a.mattered - a.best * b.mattered || b.mattered - a.mattered || a.member - b.member,
  );
}
