import type { Crowd } from './crowd.ts';
import type { Life } from './life.ts';
import * as moments from './moments.ts';
import { places } from './tables.ts';

/** So long after a member's data was deleted the file is written anew. */
export const SWEEP_AFTER_MS = 2000;
/** A recap takes about as long, with its pictures. */
const RECAP_MS = 2500;
/** From being asked to leave to having left, mostly. */
const LEAVING_MS = 400;

/** What a moment is looked for in while members play. */
export interface PlayedScene extends moments.Scene {
  readonly crowd: Crowd;
  /** Milliseconds: for how long members play at most, and what a start takes. */
  readonly times: { readonly played: number; readonly start: number };
}

/** Sets what is to end a life that members play in. */
export function trapWhilePlayed(moment: moments.Moment, life: Life, scene: PlayedScene): moments.Trap {
  const kill = () => life.kill();
  const { played } = scene.times;
  switch (moment) {
    case 'after a write to the disk':
      return moments.atWrite(scene, 40, kill);
    case 'before an answer is taken':
      return moments.atRequest(scene, moments.isAnswer, { taken: false, most: 12 }, kill);
    case 'when an answer is taken':
      return moments.atRequest(scene, moments.isAnswer, { taken: true, most: 12 }, kill);
    case 'before a map is taken':
      return moments.atRequest(scene, moments.isMap, { taken: false, most: 8 }, kill);
    case 'when a map is taken':
      return moments.atRequest(scene, moments.isMap, { taken: true, most: 8 }, kill);
    case 'between the answer and its map':
      return moments.afterAnswer(scene, kill);
    case 'while a map arrives':
      return moments.duringUpload(scene, kill);
    case 'during a recap':
      return duringRecap(scene, kill);
    case 'during a sweep':
      return duringSweep(scene, kill);
    case 'left as it was asked to':
      return moments.within(played, scene, () => life.leave());
    case 'while it leaves':
      return moments.within(played, scene, () => {
        life.leave();
        moments.within(LEAVING_MS, scene, kill);
      });
    default:
      return moments.within(played, scene, kill);
  }
}

/** Sets what is to end a life before members play in it. */
export function trapAtStart(moment: moments.Moment, life: Life, scene: PlayedScene): moments.Trap {
  const kill = () => life.kill();
  switch (moment) {
    case 'in its first 300 ms':
      return moments.within(300, scene, kill);
    case 'while it starts and sweeps':
      return moments.atWrite(scene, 12, kill);
    case 'while what is owed is brought':
      return moments.atRequest(scene, moments.isPost, { taken: false, most: 3 }, kill);
    case 'after what is owed was brought':
      return moments.atRequest(scene, moments.isPost, { taken: true, most: 3 }, kill);
    default:
      return moments.within(scene.times.start * 1.2, scene, kill);
  }
}

function duringRecap(scene: PlayedScene, kill: () => void): moments.Trap {
  const place = scene.luck.among(places(scene.sandbox).filter(({ only }) => only === null));
  void scene.crowd.look({ place, who: 'Ada' }, 'recap');
  return moments.within(RECAP_MS, scene, kill);
}

/** A member's data is deleted, and soon after the file is written anew. */
function duringSweep({ crowd, luck }: PlayedScene, kill: () => void): moments.Trap {
  let trap: moments.Trap | null = null;
  void crowd.forget(luck).then((done) => {
    const wait = SWEEP_AFTER_MS - 30 + luck.next() * 120;
    trap = moments.after(done ? wait : 0, kill);
  });
  return { disarm: () => trap?.disarm() };
}
