import { resident } from '../bench/load/process.ts';

/** The resident memory of a process at a time. */
export interface Reading {
  /** Since the first look. */
  readonly seconds: number;
  readonly megabytes: number;
}

export interface ResidentWatch {
  readonly readings: readonly Reading[];
  stop(): void;
}

/** Reads now and then what a process and all that it has started have in memory. No readings: this system does not tell. */
export function watchResident(pid: number, everyMs = 5000): ResidentWatch {
  const begun = performance.now();
  const readings: Reading[] = [];
  const look = () => {
    const megabytes = resident(pid);
    if (megabytes !== null) readings.push({ seconds: (performance.now() - begun) / 1000, megabytes });
  };
  look();
  const timer = setInterval(look, everyMs);
  return { readings, stop: () => clearInterval(timer) };
}

/** How memory went on once a process had settled. Megabytes. */
export interface Course {
  /** Whether the median of the last third is no higher than that of the middle third, but for the tolerance. */
  readonly level: boolean;
  /** Medians of the three thirds, in their order. */
  readonly thirds: readonly [number, number, number];
  /** The highest reading of all, those before it had settled too. */
  readonly peak: number;
}

/** Readings that a third needs for its median to say something. */
const FEWEST = 3;

/** Seconds until caches have filled: readings before that do not count. */
const SETTLED = 600;
/** Megabytes by which the last third may be above the middle one. */
const TOLERANCE = 8;

/**
 * Compares thirds, by their medians: a picture under way, or a collection that is due, makes single readings jump.
 * @returns null: too few readings to tell
 */
export function courseOf(readings: readonly Reading[]): Course | null {
  const later = readings.filter(({ seconds }) => seconds >= SETTLED).map(({ megabytes }) => megabytes);
  const size = Math.floor(later.length / 3);
  if (size < FEWEST) return null;
  const [first, middle, last] = [later.slice(0, -2 * size), later.slice(-2 * size, -size), later.slice(-size)];
  const thirds = [median(first), median(middle), median(last)] as const;
  return {
    level: thirds[2] <= thirds[1] + TOLERANCE,
    thirds,
    peak: Math.max(...readings.map(({ megabytes }) => megabytes)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
