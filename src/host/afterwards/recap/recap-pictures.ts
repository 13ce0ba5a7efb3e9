import type { Picture } from '../../../game/index.ts';
import { BoundedCache } from '../../../render/bounded-cache.ts';
import { renderGif } from '../../../render/index.ts';
import { roundRobin } from '../../../render/round-robin.ts';
import type { Enclosure, Renderer } from '../../base/reply.ts';
import { recapFileName } from '../../messages/map-drawing.ts';
import { renderShareOf } from '../../messages/position-message.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { chartOfCourse } from './charts/chances-chart.ts';
import { pointsChart } from './charts/points-chart.ts';
import { reelOf } from './pictures/animation-frames.ts';
import { storyboardOf } from './pictures/storyboard.ts';

/** What the pictures of a recap are made of. */
interface Depicted {
  /** For the chart. */
  readonly playedGame: PlayedGame;
  /** For the maps. */
  readonly mapped: PlayedGame;
  /** Told apart by it: the same is made once. */
  readonly edition: string;
}

/** The animation, the chart where chances of winning or points are told, and the storyboard. */
export function picturesOf(
  { playedGame, mapped, edition }: Depicted,
  cache: PictureCache,
  render: Renderer,
): Enclosure[] {
  const { game } = playedGame;
  const { course } = playedGame;
  const chart = course ? () => chartOfCourse(playedGame, course) : pointsChart(playedGame);
  const waiting = renderShareOf(game);
  const drawn = async ({ scene, alt }: Picture) => ({ bytes: await render(scene, waiting), alt });
  const picture = (file: string, make: () => Promise<MadePicture>) => cache.picture(edition, file, waiting, make);
  return [
    picture(recapFileName(game, 'animation'), async () => {
      const { frames, alt } = reelOf(mapped);
      return { bytes: await renderGif(frames), alt };
    }),
    ...(chart ? [picture(recapFileName(game, 'chart'), () => drawn(chart()))] : []),
    picture(recapFileName(game, 'storyboard'), () => drawn(storyboardOf(mapped))),
  ];
}

/** A picture that has been made, and what it shows in words. */
interface MadePicture {
  readonly bytes: Buffer;
  readonly alt: string;
}

/** Bytes kept: some recaps of the largest. */
const MOST_BYTES = 24 * 1024 * 1024;

/**
 * The pictures of recaps. One is made at a time, however many are asked for; who asks for one that is in the making waits for that one.
 * The last ones are kept, so that the same recap asked for again is there at once.
 */
export class PictureCache {
  readonly #inTurn = roundRobin();
  readonly #making = new Map<string, Promise<MadePicture>>();
  readonly #kept: BoundedCache<MadePicture>;

  /** @param most bytes that are kept */
  constructor(most = MOST_BYTES) {
    this.#kept = new BoundedCache(most);
  }

  /**
   * A picture as a file of a message.
   * @param of what it is a picture of: the same says the same
   * @param whose who asked for it: a member who asks for many delays nobody else's
   */
  picture(of: string, file: string, whose: string, make: () => Promise<MadePicture>): Enclosure {
    let alt = '';
    return {
      file,
      get alt() {
        return alt;
      },
      bytes: async () => {
        const made = await this.#get(`${of} ${file}`, whose, make);
        alt = made.alt;
        return made.bytes;
      },
    };
  }

  #get(key: string, whose: string, make: () => Promise<MadePicture>): Promise<MadePicture> {
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept);
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const making = this.#inTurn(make, whose)
      .then((made) => this.#kept.keep(key, made, made.bytes.length))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
