import type { Scene } from '../../src/game/index.ts';
import type { Shown } from '../../src/render/index.ts';

/** The pictures of a system, for whoever changes its art to look at all of them at once. */
export interface Gallery {
  /** The system's id. */
  readonly system: string;
  readonly title: string;
  rooms(): readonly Room[];
}

/** Pictures of one kind. */
export interface Room {
  readonly title: string;
  readonly exhibits: readonly Exhibit[];
}

export interface Exhibit {
  readonly name: string;
  /** Of an animation, the picture it is known by. */
  readonly scene: Scene;
  readonly alt: string;
  /** The frames of an animation. */
  readonly frames?: readonly Shown[];
}
