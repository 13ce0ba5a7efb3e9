import { Scene } from '../../harness/scene.ts';
import { doings } from './doings.ts';
import { gateway } from './gateway.ts';
import { places } from './places.ts';
import { requests } from './requests.ts';
import type { Scenario } from './scenario.ts';

/** Every way in which Discord misbehaves. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  requests,
  gateway,
  places,
  'larger doings': doings,
};

/** @returns how often faults struck, and the milliseconds of the machine that it took until all was well */
export async function playScenario({
  options,
  play,
  warnings,
}: Scenario): Promise<{ readonly struck: number; readonly waited: number }> {
  const scene = await Scene.start(options);
  try {
    const waited = (await play(scene)) ?? 0;
    await scene.sound(warnings);
    return { struck: scene.struck, waited };
  } finally {
    await scene.close();
  }
}
