import { again, type Ended, type Trouble } from './episode.ts';
import type { Fixture } from './fixtures.ts';
import type { Input } from './inputs/index.ts';

/** Nobody waits longer for it, milliseconds. */
const PATIENCE_MS = 20_000;

/** The fewest inputs that make the same sort of trouble, as far as leaving some out finds them. */
export async function shrunk({ seed, sent }: Ended, trouble: Trouble): Promise<Fixture> {
  let inputs: readonly Input[] = sent;
  const until = Date.now() + PATIENCE_MS;
  // What is slow is slow after all that went before it.
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
