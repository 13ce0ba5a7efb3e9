/** A step of a path: its command and its coordinates in pixels. */
interface Step {
  readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly at: readonly number[];
}

const COORDINATES = { M: 2, L: 2, Q: 4, C: 6, Z: 0 } as const;
/** A command, a number, or a character that is neither. Blanks and commas stand between. */
const TOKEN = /[MLQCZ]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[^\s,]/g;

/**
 * Parses an SVG path of absolute commands M, L, Q, C and Z; a command's letter may be left out if it repeats.
 * Throws at anything else: scenes are made by programs, so a bad path is a bug.
 */
export function parsePath(d: string): readonly Step[] {
  return [...pathSteps(d)];
}

/** Parses a path step by step, since some have a hundred thousand steps. */
export function* pathSteps(d: string): Generator<Step, void> {
  let command: Step['command'] | null = null;
  let at: number[] = [];
  let missing = 0;
  for (const [token] of d.matchAll(TOKEN)) {
    if (isCommand(token)) {
      if (missing > 0 || (command === null && token !== 'M')) throw new Error(`Not a path: "${token}" in "${d}"`);
      command = token;
      missing = COORDINATES[token];
    } else {
      if (command !== null && missing === 0) missing = COORDINATES[command];
      const value = Number(token);
      if (missing === 0 || !Number.isFinite(value)) throw new Error(`Not a path: "${token}" in "${d}"`);
      at.push(value);
      missing--;
    }
    if (command === null || missing > 0) continue;
    yield { command, at };
    at = [];
  }
  if (missing > 0) throw new Error(`Not a path: ${command} wants ${missing} more numbers in "${d}"`);
}

function isCommand(token: string): token is Step['command'] {
  return Object.hasOwn(COORDINATES, token);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A path as straight pieces: its corners and their distances from the start along the path, in pixels. */
interface Polyline {
  readonly points: readonly Point[];
  readonly distances: readonly number[];
  readonly length: number;
}

/** Pixels between the corners of a flattened curve: less than the width of a letter. */
const PIECE = 2;
/** The most pieces of one curve: enough to cross the largest sheet. A longer curve has longer pieces. */
const MOST_PIECES = 4096;

/** Flattens a path into pieces some two pixels long. A second M counts as a line. Throws if the path is empty. */
export function flatten(steps: readonly Step[]): Polyline {
  const points: Point[] = [];
  for (const { command, at } of steps) {
    const from = points.at(-1);
    if (command === 'Z') points.push(points[0] as Point);
    else if (from === undefined || at.length === 2) points.push(...pointsOf(at));
    else points.push(...alongCurve([from, ...pointsOf(at)]));
  }
  if (points.length === 0) throw new Error('Not a path: it is empty');
  let length = 0;
  const distances = points.map((point, index) => {
    length += between(points[index - 1] ?? point, point);
    return length;
  });
  return { points, distances, length };
}

function pointsOf(at: readonly number[]): Point[] {
  return at.flatMap((x, index) => (index % 2 === 0 ? { x, y: at[index + 1] as number } : []));
}

function between(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** The points of a Bézier curve after the first (de Casteljau). */
function alongCurve(controls: readonly Point[]): Point[] {
  const longest = controls.reduce((sum, point, index) => sum + between(controls[index - 1] ?? point, point), 0);
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(longest / PIECE)));
  return Array.from({ length: pieces }, (_, index) => onCurve(controls, (index + 1) / pieces));
}

function onCurve(controls: readonly Point[], t: number): Point {
  if (controls.length === 1) return controls[0] as Point;
  const inner = controls.slice(1).map((point, index) => mix(controls[index] as Point, point, t));
  return onCurve(inner, t);
}

function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** The point `distance` pixels along. The path continues straight before its start and past its end. */
export function along({ points, distances, length }: Polyline, distance: number): Point {
  const last = distances.findLastIndex((reached) => reached <= Math.max(0, distance) && reached < length);
  const to = points[last + 1] as Point;
  // A path of zero length continues to the right.
  if (last < 0) return { x: to.x + distance, y: to.y };
  const [start, end] = [distances[last] as number, distances[last + 1] as number];
  return mix(points[last] as Point, to, (distance - start) / (end - start));
}
