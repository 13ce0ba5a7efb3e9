import type { Picture } from '../../game/index.ts';
import { renderGif } from '../../render/index.ts';
import type { Enclosure } from '../answer.ts';
import type { Campaign } from '../campaign.ts';
import type { Renderer } from '../report.ts';
import { chartOf } from './chart.ts';
import type { PictureCache } from './picture-cache.ts';
import { reelOf } from './reel.ts';
import { storyboardOf } from './storyboard.ts';

/** What the pictures of a recap are made of. */
interface Depicted {
  /** For the chart. */
  readonly campaign: Campaign;
  /** For the maps. */
  readonly mapped: Campaign;
  /** Told apart by it: the same is made once. */
  readonly edition: string;
}

/** The animation, the chart where chances of winning are told, and the storyboard. */
export function picturesOf(
  { campaign, mapped, edition }: Depicted,
  cache: PictureCache,
  render: Renderer,
): Enclosure[] {
  const { system, id } = campaign.game;
  const drawn = async ({ scene, alt }: Picture) => ({ bytes: await render(scene), alt });
  const chart = chartOf(campaign);
  return [
    cache.picture(edition, `${system}-${id}.gif`, async () => {
      const { frames, alt } = reelOf(mapped);
      return { bytes: await renderGif(frames), alt };
    }),
    ...(chart ? [cache.picture(edition, `${system}-${id}-chart.png`, () => drawn(chart))] : []),
    cache.picture(edition, `${system}-${id}-storyboard.png`, () => drawn(storyboardOf(mapped))),
  ];
}
