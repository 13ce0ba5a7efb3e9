/** A step of a path: its command and its coordinates in pixels. */
export interface Step {
  readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly at: readonly number[];
}

const COORDINATES = { M: 2, L: 2, Q: 4, C: 6, Z: 0 } as const;
const TOKEN = /[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[^\s,]/g;

/**
 * Parses an SVG path of absolute commands M, L, Q, C and Z; a command's letter may be left out where it repeats.
 * Throws at anything else: a scene's paths are made by programs, so a bad one is a bug.
 */
export function parsePath(d: string): readonly Step[] {
  const tokens = d.match(TOKEN) ?? [];
  const steps: Step[] = [];
  let command: Step['command'] | null = null;
  let next = 0;
  while (next < tokens.length) {
    const token = tokens[next] as string;
    if (isCommand(token)) {
      command = token;
      next++;
    } else if (command === null || command === 'Z' || !Number.isFinite(Number(token))) {
      throw new Error(`Not a path: "${token}" in "${d}"`);
    }
    const count: number = COORDINATES[command];
    const at = tokens.slice(next, next + count).map(Number);
    if (at.length < count || !at.every(Number.isFinite))
      throw new Error(`Not a path: ${command} wants ${count} numbers in "${d}"`);
    if (steps.length === 0 && command !== 'M') throw new Error(`Not a path: it does not begin with M: "${d}"`);
    steps.push({ command, at });
    next += count;
  }
  return steps;
}

function isCommand(token: string): token is Step['command'] {
  return Object.hasOwn(COORDINATES, token);
}
