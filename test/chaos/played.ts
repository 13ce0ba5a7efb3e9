import { describe, test } from 'vitest';
import type { Scenario } from './scenario.ts';
import { Scene } from './scene.ts';

/** Scenarios as tests; those that take long are played by `npm run chaos` alone. */
export function played(what: string, scenarios: readonly Scenario[]): void {
  describe(`Discord misbehaves: ${what}`, () => {
    test.each(scenarios.filter(({ long }) => !long))('$fault: $so', async ({ options, play, warnings }) => {
      const scene = await Scene.start(options);
      try {
        await play(scene);
        await scene.sound(warnings);
      } finally {
        await scene.close();
      }
    });
  });
}
