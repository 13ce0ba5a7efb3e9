import type { ProductOptions } from '../../bot/fixture.ts';
import type { Scene } from '../../harness/scene.ts';

/** One way in which Discord misbehaves while something is going on, and what must be so all the same. */
export interface Scenario {
  /** The trouble. */
  readonly fault: string;
  /** The play under way, and the outcome that it must have. */
  readonly so: string;
  /** The words for the channel, the member or the log; `null` if nobody notices. */
  readonly told: string | null;
  readonly options?: Omit<ProductOptions, 'clock'>;
  /** How often one kind of warning may be logged; 5 by default. */
  readonly warnings?: number;
  /** It takes long by the machine's clock: only `npm run chaos` plays it. */
  readonly long?: true;
  /**
   * Plays it. Throws where something is not so.
   * @returns real milliseconds from the end of the fault until all was well, where that is more than an answer's time
   */
  play(scene: Scene): Promise<number | undefined>;
}
