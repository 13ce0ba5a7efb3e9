export interface OddsColumns<C extends string, R extends string> {
  /** Columns named by odds, "1-3" to "6-1", the worst for the attacker first. */
  readonly columns: readonly C[];
  /** Results in the order in which they are told. */
  readonly results: readonly R[];
  /** A result for each face of the die, from 1 on. */
  readonly rows: { readonly [column in C]: readonly R[] };
}

export class CombatResultsTable<C extends string, R extends string> {
  /** Faces of the die that is thrown. */
  readonly faces: number;
  readonly #data: OddsColumns<C, R>;

  constructor(data: OddsColumns<C, R>) {
    this.#data = data;
    this.faces = data.rows[data.columns[0] as C].length;
  }

  /** @param die from 1 on */
  resultOf(column: C, die: number): R {
    const result = this.#data.rows[column][die - 1];
    if (result === undefined) throw new RangeError(`A die can’t show ${die}`);
    return result;
  }

  /** How many faces give each result; results that none gives are left out. */
  resultsOf(column: C): ReadonlyMap<R, number> {
    const counts = this.#data.results.map(
      (result) => [result, this.#data.rows[column].filter((one) => one === result).length] as const,
    );
    return new Map(counts.filter(([, faces]) => faces > 0));
  }

  /**
   * The attacker's total against the defender's, rounded in the defender's favour, no better and no worse than the
   * table has.
   */
  oddsOf(attack: number, defence: number): C {
    const { columns } = this.#data;
    const [worst, best] = [columns[0] as C, columns.at(-1) as C];
    if (attack <= 0) return worst;
    const odds =
      attack >= defence ? `${Math.floor(attack / Math.max(defence, 1))}-1` : `1-${Math.ceil(defence / attack)}`;
    return columns.find((column) => column === odds) ?? (attack >= defence ? best : worst);
  }

  /** A column and all that are worse for the attacker, the best first. */
  columnsFrom(column: C): readonly C[] {
    const { columns } = this.#data;
    return columns.slice(0, columns.indexOf(column) + 1).toReversed();
  }

  /** The one of two columns that is worse for the attacker. */
  lowerOf(one: C, other: C): C {
    const { columns } = this.#data;
    return columns.indexOf(one) < columns.indexOf(other) ? one : other;
  }
}
