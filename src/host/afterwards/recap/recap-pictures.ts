import type { Picture } from '../../../game/index.ts';
import { BoundedCache } from '../../../render/bounded-cache.ts';
import { renderGif } from '../../../render/index.ts';
import { roundRobin } from '../../../render/round-robin.ts';
import type { Enclosure, Renderer } from '../../base/reply.ts';
import { recapFileName } from '../../messages/map-drawing.ts';
import { renderShareOf } from '../../messages/position-message.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { tideOf } from '../../table/turning-points.ts';
import { chancesChart } from './charts/chances-chart.ts';
import { pointsChart } from './charts/points-chart.ts';
import { reelOf } from './pictures/animation-frames.ts';
import { storyboardOf } from './pictures/storyboard.ts';

interface Depicted {
  readonly playedGame: PlayedGame;
  readonly mapped: PlayedGame;
  /** The key of the pictures: those of one edition are made once. */
  readonly edition: string;
}

/** The animation, the chart where chances of winning or points are told, and the storyboard. */
export function picturesOf(
  { playedGame, mapped, edition }: Depicted,
  cache: PictureCache,
  render: Renderer,
): Enclosure[] {
  const { game, course } = playedGame;
  const hasChart = course !== null || tideOf(playedGame) !== null;
  const chart = () => (chancesChart(playedGame) ?? pointsChart(playedGame)) as Picture;
  const waiting = renderShareOf(game);
  const drawn = async ({ scene, alt }: Picture) => ({ bytes: await render(scene, waiting), alt });
  const picture = (file: string, make: () => Promise<MadePicture>) => cache.picture(edition, file, waiting, make);
  return [
    picture(recapFileName(game, 'animation'), async () => {
      const { frames, alt } = reelOf(mapped);
      return { bytes: await renderGif(frames), alt };
    }),
    ...(hasChart ? [picture(recapFileName(game, 'chart'), () => drawn(chart()))] : []),
    picture(recapFileName(game, 'storyboard'), () => drawn(storyboardOf(mapped))),
  ];
}

interface MadePicture {
  readonly bytes: Buffer;
  readonly alt: string;
}

/** Some recaps of the largest size. */
const MOST_BYTES = 24 * 1024 * 1024;

/**
 * One picture is made at a time, and once if it is asked for meanwhile. The last ones are kept, so that the same recap is there at once
 * when a member asks again.
 */
export class PictureCache {
  readonly #inTurn = roundRobin();
  readonly #making = new Map<string, Promise<MadePicture>>();
  readonly #kept: BoundedCache<MadePicture>;

  constructor(most = MOST_BYTES) {
    this.#kept = new BoundedCache(most);
  }

  /** @param whose pictures of different games take turns, so that a game with many delays no other */
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
