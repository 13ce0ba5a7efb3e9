import { test } from 'vitest';
import { cheapest, machineChooser, median, oneByOne, phasesOf, randomChooser } from './measure.ts';

test.each([
  ['machine one', machineChooser('m1'), oneByOne],
  ['machine cheapest', machineChooser('m1'), cheapest],
  ['random one', randomChooser(7), oneByOne],
  ['random cheapest', randomChooser(7), cheapest],
] as const)('%s', { timeout: 500000 }, (name, chooser, way) => {
  const t = Date.now();
  const phases = phasesOf(chooser, way, Number(process.env.PHASES ?? 20));
  for (const kind of ['movement', 'combat'] as const) {
    const some = phases.filter((one) => one.kind === kind);
    console.log(
      name,
      kind,
      some.length,
      'interactions',
      median(some.map((p) => p.interactions)),
      Math.max(...some.map((p) => p.interactions)),
      'others',
      median(some.map((p) => p.others)),
      'posts',
      median(some.map((p) => p.posts)),
      'orders',
      median(some.map((p) => p.orders)),
      'typed',
      median(some.map((p) => p.typed)),
    );
  }
  console.log(Date.now() - t, 'ms');
});
