import type { Item, Scene } from '../../game/index.ts';

/** Pixels of an animation's frame: a larger map is made smaller, or sixty of them are more than a phone plays and a message takes. */
const MOST_PIXELS = 1_300_000;

/** A scene made small enough for an animation; scenes of one size come to one size. */
export function small(scene: Scene): Scene {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (scene.width * scene.height)));
  return scale < 1 ? scaled(scene, scale) : scene;
}

function scaled(scene: Scene, scale: number): Scene {
  const { width, height, ground, items } = scene;
  const group = (some: readonly Item[]): Item => ({ kind: 'group', x: 0, y: 0, scale, items: some });
  return {
    ...scene,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ground: { key: `${ground.key} for an animation`, items: [group(ground.items)] },
    items: [group(items)],
  };
}
