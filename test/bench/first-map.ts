import type { Scene } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import { answer, inChild } from './child.ts';
import { longestHold } from './event-loop.ts';
import { once, type Section } from './measure.ts';

/** What the first map of a process took, in milliseconds. */
export interface FirstMap {
  readonly taken: number;
  /** The longest that the event loop was held in one piece. */
  readonly held: number;
}

const TIMES = 8;

/** What the first map of a process takes, with its ground, colours and typefaces: each time in a process of its own. */
export function firstMap(system: string, child: URL, most: number): Section {
  const all = once(() => inChildren(child));
  return {
    title: `${system}, the first map of a process`,
    measures: [
      { name: 'items to PNG', unit: 'ms', run: async () => (await all()).map(({ taken }) => taken) },
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
  while (maps.length < TIMES) maps.push(await inChild<FirstMap>(child));
  return maps;
}

/** To be called in that process: draws a map and answers. */
export async function answerFirstMap(scene: Scene): Promise<void> {
  const start = performance.now();
  const held = await longestHold(() => renderScene(scene));
  answer<FirstMap>({ taken: performance.now() - start, held });
}
