/** A step of a path: its command and its coordinates in pixels. */
export interface Step {
  readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly at: readonly number[];
}

const COORDINATES = { M: 2, L: 2, Q: 4, C: 6, Z: 0 } as const;
const BETWEEN = /[\s,]*/y;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/y;

/**
 * Parses an SVG path of absolute commands M, L, Q, C and Z; a command's letter may be left out if it repeats.
 * Throws at anything else: scenes are made by programs, so a bad path is a bug.
 */
export function parsePath(d: string): readonly Step[] {
  return [...stepsOf(d)];
}

/** Parses a path step by step, since some have a hundred thousand steps. */
export function* stepsOf(d: string): Generator<Step, void> {
  let command: Step['command'] | null = null;
  let from = endOf(BETWEEN, d, 0);
  let isFirst = true;
  while (from < d.length) {
    const token = d[from] as string;
    if (isCommand(token)) {
      command = token;
      from = endOf(BETWEEN, d, from + 1);
    } else if (command === null || command === 'Z' || endOf(NUMBER, d, from) === from) {
      throw new Error(`Not a path: "${token}" in "${d}"`);
    }
    const at: number[] = [];
    while (at.length < COORDINATES[command]) {
      const to = endOf(NUMBER, d, from);
      const value = Number(d.slice(from, to));
      if (to === from || !Number.isFinite(value)) {
        throw new Error(`Not a path: ${command} wants ${COORDINATES[command]} numbers in "${d}"`);
      }
      at.push(value);
      from = endOf(BETWEEN, d, to);
    }
    if (isFirst && command !== 'M') throw new Error(`Not a path: it does not begin with M: "${d}"`);
    isFirst = false;
    yield { command, at };
  }
}

/** The end of a token that starts at `from`; `from` itself if there is no such token. */
function endOf(sought: RegExp, d: string, from: number): number {
  sought.lastIndex = from;
  return sought.test(d) ? sought.lastIndex : from;
}

function isCommand(token: string): token is Step['command'] {
  return Object.hasOwn(COORDINATES, token);
}
