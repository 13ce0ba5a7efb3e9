import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { renderScene } from '../../src/render/index.ts';
import { longestHold } from './event-loop.ts';
import type { Section } from './measure.ts';
import type { Sample } from './pictures.ts';

/** What the first map of a process took, in milliseconds. */
export interface FirstMap {
  readonly taken: number;
  /** The longest that the event loop was held in one piece. */
  readonly held: number;
}

const TIMES = 8;

/** What the first map of a process takes, with its ground, colours and typefaces: each time in a process of its own. */
export function firstMap(system: string, child: URL, most: number): Section {
  let taken: Promise<readonly FirstMap[]> | undefined;
  const all = () => {
    taken ??= inChildren(child);
    return taken;
  };
  return {
    title: `${system}, the first map of a process`,
    measures: [
      { name: 'draw, index and encode', unit: 'ms', run: async () => (await all()).map(({ taken }) => taken) },
      {
        name: 'event loop held in one piece by that',
        unit: 'ms',
        target: { most },
        run: async () => (await all()).map(({ held }) => held),
      },
    ],
  };
}

async function inChildren(child: URL): Promise<readonly FirstMap[]> {
  const maps: FirstMap[] = [];
  while (maps.length < TIMES) maps.push(await inChild(child));
  return maps;
}

/** Rejects where the process ends without an answer. */
export async function inChild(child: URL): Promise<FirstMap> {
  const running = fork(fileURLToPath(child), { execArgv: ['--import', 'tsx'] });
  const ended = once(running, 'exit');
  const [answer] = (await Promise.race([once(running, 'message'), ended.then(() => [])])) as [FirstMap?];
  await ended;
  if (answer === undefined) throw new Error('The process that was to draw a map ended without it');
  return answer;
}

/** To be called in that process: draws a map and answers. */
export async function answerFirstMap({ make }: Sample): Promise<void> {
  const scene = make();
  const start = performance.now();
  const held = await longestHold(() => renderScene(scene));
  const map: FirstMap = { taken: performance.now() - start, held };
  process.send?.(map, undefined, {}, () => process.disconnect());
}
