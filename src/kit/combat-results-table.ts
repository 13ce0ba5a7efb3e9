interface OddsColumns<C extends string, R extends string> {
  /** The columns, named by odds from "1-3" to "6-1", the worst for the attacker first. */
  readonly columns: readonly C[];
  /** The results, in the order in which texts list them. */
  readonly results: readonly R[];
  /** The results of each column for the faces of the die, from 1 on. */
  readonly rows: { readonly [column in C]: readonly R[] };
}

export class CombatResultsTable<C extends string, R extends string> {
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

  /** The number of faces that give each result, without results that no face gives. */
  resultsOf(column: C): ReadonlyMap<R, number> {
    const counts = this.#data.results.map(
      (result) => [result, this.#data.rows[column].filter((one) => one === result).length] as const,
    );
    return new Map(counts.filter(([, faces]) => faces > 0));
  }

  /** The mean of a value over the faces of the die. */
  meanOf(column: C, worth: (result: R) => number): number {
    let total = 0;
    for (const [result, faces] of this.resultsOf(column)) total += faces * worth(result);
    return total / this.faces;
  }

  /**
   * The column for the attacker's total against the defender's, rounded in the defender's favour. Odds beyond the table
   * take its first or last column.
   */
  oddsOf(attack: number, defence: number): C {
    const { columns } = this.#data;
    const [worst, best] = [columns[0] as C, columns.at(-1) as C];
    if (attack <= 0) return worst;
    const odds =
      attack >= defence ? `${Math.floor(attack / Math.max(defence, 1))}-1` : `1-${Math.ceil(defence / attack)}`;
    return columns.find((column) => column === odds) ?? (attack >= defence ? best : worst);
  }

  /** A column and all that are worse for the attacker, the best of them first. */
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
