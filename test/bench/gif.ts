import type { Scene } from '../../src/game/index.ts';
import { changedPart, cutChanges } from '../../src/render/changes.ts';
import { drawFrame, type Frame, renderGif, type Shown } from '../../src/render/index.ts';
import { lzw } from '../../src/render/lzw.ts';
import { longestHold } from './event-loop.ts';
import { type Section, timed } from './measure.ts';

const TIMES = 5;
/** What an animation is to keep to. */
const MOST = { frameMs: 10, kilobytes: 8 * 1024 * 1.024, heldMs: 15 };

/** What it takes to make an animation: of its frames each, and of all. */
export function animations(system: string, make: () => readonly Shown[]): Section {
  const frames = make();
  const scenes = frames.map(({ scene }) => scene);
  const shown = scenes.map((scene, index) => ({ scene, ms: frames[index]?.ms ?? 0 }));
  return {
    title: `${system}, a recap's GIF of ${frames.length} frames`,
    measures: [
      {
        name: 'a GIF frame: draw, index, find what changed, compress',
        unit: 'ms',
        target: { most: MOST.frameMs },
        run: () => each(scenes, true),
      },
      { name: 'of that, all but drawing', unit: 'ms', run: () => each(scenes, false) },
      {
        name: 'the whole GIF, scenes included',
        unit: 'ms',
        run: () =>
          timed(
            TIMES,
            () => undefined,
            () => renderGif(make()),
          ),
      },
      {
        name: 'event loop held in one piece by that',
        unit: 'ms',
        target: { most: MOST.heldMs },
        run: async () => {
          const held: number[] = [];
          for (let run = 0; run < TIMES; run++) held.push(await longestHold(() => renderGif(make())));
          return held;
        },
      },
      {
        name: 'size',
        unit: 'KB',
        target: { most: MOST.kilobytes },
        run: async () => [(await renderGif(shown)).length / 1000],
      },
    ],
  };
}

/** Milliseconds that each frame after the first takes, one by one. `drawing`: with drawing it. */
async function each(scenes: readonly Scene[], drawing: boolean): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < TIMES; round++) {
    let before: Frame | null = null;
    for (const scene of scenes) {
      const start = performance.now();
      const frame: Frame = await drawFrame(scene);
      const drawn = performance.now();
      if (before) {
        compress(before, frame);
        if (round > 0) taken.push(performance.now() - (drawing ? start : drawn));
      }
      before = frame;
    }
  }
  return taken;
}

function compress(before: Frame, { pixels, width, palette }: Frame): void {
  const part = changedPart(before.pixels, pixels, width);
  if (!part) return;
  const unchanged = palette.length / 3;
  const into = lzw(8, unchanged);
  into.write(cutChanges(before.pixels, pixels, width, part, unchanged));
  into.end();
}
