import { columns } from '../harness/long-run.ts';
import { again, type Ended, emptyTally, episode, type Tally, type Trouble } from './episode.ts';
import type { Input } from './inputs/index.ts';
import { startProduct } from './product.ts';
import { type Fixture, keep } from './regressions.ts';

export interface Fuzzing {
  readonly seed: number;
  /** Inputs, about. */
  readonly count: number;
  /** Whether what fails is kept as a fixture. */
  readonly keep: boolean;
  /** Whether memory that grows is trouble: not where others need it in the same process. */
  readonly memory: boolean;
  /** How a bot is started. */
  readonly start?: typeof startProduct;
  tell(line: string): void;
}

/** Inputs that one bot gets. Logs grow with them, and with the logs the time they take. */
const AN_EPISODE = 1000;
/** Episodes from one word to the next. */
const TOLD_EVERY = 25;
/** An input that is slow by itself is slow every time; a busy machine, or a garbage collection, is not. */
const TIMES = 3;
/** Sorts of trouble that are shrunk and kept in one run. */
const MOST_SORTS = 10;
/** Bytes that a run may need more at its end than when it has run warm. */
const MOST_GROWTH = 250 * 1024 * 1024;

/** Fuzzes the bot. @returns whether anything was wrong */
export async function fuzz({
  seed,
  count,
  keep: keeping,
  memory,
  start = startProduct,
  tell,
}: Fuzzing): Promise<boolean> {
  const tally = emptyTally();
  const found = new Map<string, { readonly trouble: Trouble; times: number }>();
  const episodes = Math.ceil(count / AN_EPISODE);
  const begun = performance.now();
  let warm = 0;
  for (let index = 0; index < episodes; index++) {
    const ended = await episode(`${seed} ${index}`, Math.min(AN_EPISODE, count), tally, start);
    const trouble = await confirmed(ended, start);
    if (trouble) {
      const before = found.get(trouble.sort);
      if (before) before.times += 1;
      else {
        found.set(trouble.sort, { trouble, times: 1 });
        tell(`In episode ${index}: ${trouble.sort}: ${trouble.words.slice(0, 1500)}`);
        if (keeping && found.size <= MOST_SORTS) tell(`Kept as ${keep(await shrunk(ended, trouble))}`);
      }
    }
    if (index === Math.floor(episodes / 10)) warm = resident();
    if ((index + 1) % TOLD_EVERY === 0 && index + 1 < episodes)
      tell(`${((index + 1) * AN_EPISODE).toLocaleString('en')} inputs, ${found.size} sorts of trouble`);
  }
  const growth = resident() - warm;
  const leaks = memory && growth > MOST_GROWTH;
  tell(report(tally, (performance.now() - begun) / 1000));
  tell(`memory grew by ${(growth / 2 ** 20).toFixed(0)} MB after the first tenth${leaks ? ': too much' : ''}`);
  for (const [sort, { times }] of found) tell(`trouble, in ${times} episodes: ${sort}`);
  tell(found.size === 0 && !leaks ? 'Nothing was wrong.' : 'Something is wrong.');
  return found.size > 0 || leaks;
}

/** The trouble of an episode. Slowness counts only if it comes each time. */
async function confirmed({ seed, sent, trouble, slow }: Ended, start: typeof startProduct): Promise<Trouble | null> {
  if (trouble) return trouble;
  for (const at of slow)
    if (await isSlow(seed, sent.slice(0, at + 1), start)) return { sort: 'slow', words: JSON.stringify(sent[at]) };
  return null;
}

/** Whether the last of these inputs is slow once more, as often as it is tried. */
async function isSlow(seed: string, sent: readonly Input[], start: typeof startProduct): Promise<boolean> {
  for (let time = 1; time < TIMES; time++)
    if (!(await again(seed, sent, start)).slow.includes(sent.length - 1)) return false;
  return true;
}

function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

function report(tally: Tally, seconds: number): string {
  const sum = Object.values(tally.inputs).reduce((all, one) => all + one, 0);
  const { user, system } = process.cpuUsage();
  return columns([
    ['inputs', sum],
    ...Object.entries(tally.inputs)
      .sort(([, a], [, b]) => b - a)
      .map(([kind, number]) => [`  ${kind}`, number]),
    ['left by discord.js', tally.stumbled],
    ['handed on to the dispatcher', tally.handedOn],
    ['answered', tally.answered],
    ...Object.entries(tally.written)
      .sort()
      .map(([what, number]) => [`written: ${what}`, number]),
    ['slowest, milliseconds', Math.round(tally.slowest)],
    ['  with all that came of it', Math.round(tally.longest)],
    ['seconds', Math.round(seconds)],
    ['seconds of the processor', Math.round((user + system) / 1e6)],
    ['inputs a second', Math.round(sum / seconds)],
  ]);
}

/** Nobody waits longer for it, milliseconds. */
const SHRINKING_MS = 20_000;

/** The fewest inputs that make the same sort of trouble, as far as leaving some out finds them. */
async function shrunk({ seed, sent }: Ended, trouble: Trouble): Promise<Fixture> {
  let inputs: readonly Input[] = sent;
  const until = Date.now() + SHRINKING_MS;
  // An input may be slow only after those before it.
  if (trouble.sort === 'slow') return { what: trouble.sort, seed, inputs };
  const fails = async (fewer: readonly Input[]) => (await again(seed, fewer)).trouble?.sort === trouble.sort;
  for (let size = Math.ceil(inputs.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = inputs.length - size; at >= 0 && Date.now() < until; at -= size) {
      const fewer = [...inputs.slice(0, at), ...inputs.slice(at + size)];
      if (fewer.length > 0 && (await fails(fewer))) inputs = fewer;
    }
  }
  return { what: trouble.sort, seed, inputs };
}
