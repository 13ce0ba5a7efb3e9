import type { Picture } from '../../../game/index.ts';
import { renderGif } from '../../../render/index.ts';
import type { Enclosure } from '../../base/reply.ts';
import { recapFileName } from '../../messages/picture-file-names.ts';
import { type Renderer, renderShareOf } from '../../messages/position-message.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { chartOfCourse } from './charts/chances-chart.ts';
import { pointsChart } from './charts/points-chart.ts';
import { reelOf } from './pictures/animation-frames.ts';
import type { MadePicture, PictureCache } from './pictures/picture-cache.ts';
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
