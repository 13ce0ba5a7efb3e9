import { setImmediate as afterwards } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How many of some things are still held by anything, once all that can be let go is. */
export async function stillHeld(things: readonly WeakRef<object>[]): Promise<number> {
  // V8 holds an object for the turn of the event loop in which it was looked at.
  await afterwards();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return things.filter((thing) => thing.deref() !== undefined).length;
}
