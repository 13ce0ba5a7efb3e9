import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Has a program compiled as the bot is. */
export const COMPILED = ['--import', new URL('./compiled.mjs', import.meta.url).href];

/** What a program answers that is run in a process of its own. Rejects where it ends without an answer. */
export async function inChild<Answer>(program: URL): Promise<Answer> {
  const running = fork(fileURLToPath(program), { execArgv: COMPILED });
  const ended = once(running, 'exit');
  const [answer] = (await Promise.race([once(running, 'message'), ended.then(() => [])])) as [Answer?];
  await ended;
  if (answer === undefined) throw new Error('The process that was to measure ended without an answer');
  return answer;
}

/** To be called in that process, at its end. */
export function answer<Answer>(measured: Answer): void {
  process.send?.(measured, undefined, {}, () => process.disconnect());
}
