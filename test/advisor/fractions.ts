import type { Sketch, Way } from './models.ts';

/** The solution of a small sketch a second time, in fractions: the best of every policy there is. Shares nothing with the solver. */

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const ZERO: Fraction = { over: 0n, under: 1n };

function fraction(over: bigint, under: bigint): Fraction {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? ZERO : { over: over / a, under: under / a };
}

function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.under + b.over * a.under, a.under * b.under);
}

function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.over, a.under * b.under);
}

function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { over: -b.over, under: b.under });
}

function divided(a: Fraction, b: Fraction): Fraction {
  return b.over < 0n ? fraction(-a.over * b.under, a.under * -b.over) : fraction(a.over * b.under, a.under * b.over);
}

type Policy = ReadonlyMap<string, readonly Way[]>;

/** The chance of winning from each position, under the policy that is best for it. */
export function bestOfAllPolicies(sketch: Sketch): ReadonlyMap<string, number> {
  const best = new Map<string, Fraction>(Object.keys(sketch).map((name) => [name, ZERO]));
  for (const policy of policies(Object.entries(sketch))) {
    for (const [name, chance] of chancesUnder(policy)) {
      if (minus(chance, best.get(name) ?? ZERO).over > 0n) best.set(name, chance);
    }
  }
  return new Map([...best].map(([name, { over, under }]) => [name, Number(over) / Number(under)]));
}

function* policies(positions: readonly (readonly [string, readonly (readonly Way[])[]])[]): Generator<Policy> {
  const [first, ...rest] = positions;
  if (!first) {
    yield new Map();
    return;
  }
  const [name, orders] = first;
  for (const others of policies(rest)) {
    if (orders.length === 0) yield others;
    for (const order of orders) yield new Map([[name, order], ...others]);
  }
}

/** By Gauss and Jordan over the positions from which the policy may win at all; from the others it never does. */
function chancesUnder(policy: Policy): ReadonlyMap<string, Fraction> {
  const winning = new Set(['won']);
  for (let before = -1; before < winning.size; ) {
    before = winning.size;
    for (const [name, ways] of policy) if (ways.some(([to]) => winning.has(to))) winning.add(name);
  }
  const names = [...policy.keys()].filter((name) => winning.has(name));
  const rows = names.map((name) => {
    const ways = policy.get(name) ?? [];
    const all = BigInt(ways.reduce((total, [, weight = 1]) => total + weight, 0));
    const chanceOf = (to: string) =>
      fraction(BigInt(ways.reduce((total, [one, weight = 1]) => (one === to ? total + weight : total), 0)), all);
    const one = (other: string) => (other === name ? fraction(1n, 1n) : ZERO);
    return [...names.map((other) => minus(one(other), chanceOf(other))), chanceOf('won')];
  });
  for (const column of names.keys()) {
    const at = rows.findIndex((row, index) => index >= column && row[column]?.over !== 0n);
    const pivot = rows[at] as Fraction[];
    rows[at] = rows[column] as Fraction[];
    rows[column] = pivot.map((value) => divided(value, pivot[column] as Fraction));
    for (const [index, row] of rows.entries()) {
      const factor = row[column] as Fraction;
      if (index === column || factor.over === 0n) continue;
      rows[index] = row.map((value, place) => minus(value, times(factor, rows[column]?.[place] as Fraction)));
    }
  }
  return new Map(names.map((name, index) => [name, rows[index]?.at(-1) as Fraction]));
}
