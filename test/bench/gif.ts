import { renderGif, type Shown } from '../../src/render/index.ts';
import { longestHold } from './event-loop.ts';
import { type Measure, type Section, timed } from './measure.ts';
import { MOST_HELD } from './pictures.ts';

const TIMES = 6;
/** Of a file that a channel takes from anybody. */
const MOST_KB = 8 * 1024 * 1.024;

/** What it takes to make the animation of a recap: of its frames each, and of all. */
export function animations(system: string, make: () => readonly Shown[], times = TIMES): Section {
  const frames = make();
  const shown = frames.map(({ scene, ms }) => ({ scene, ms }));
  const nothing = () => undefined;
  const held: Measure = {
    name: 'event loop held in one piece by that',
    unit: 'ms',
    target: { most: MOST_HELD },
    run: async () => {
      const values: number[] = [];
      for (let run = 0; run < times; run++) values.push(await longestHold(() => renderGif(make())));
      return values;
    },
  };
  return {
    title: `${system}, a recap's GIF of ${frames.length} frames`,
    measures: [
      {
        name: 'a frame, items to GIF',
        unit: 'ms',
        target: 'gif',
        run: async () => (await timed(times, nothing, () => renderGif(shown))).map((ms) => ms / frames.length),
      },
      { name: 'the whole GIF, scenes included', unit: 'ms', run: () => timed(times, nothing, () => renderGif(make())) },
      held,
      {
        name: 'size',
        unit: 'KB',
        target: { most: MOST_KB },
        run: async () => [(await renderGif(shown)).length / 1000],
      },
    ],
  };
}
