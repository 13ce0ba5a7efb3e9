import { animationOf, storyboardOf } from '../../../src/host/afterwards/recap/pictures/storyboard.ts';
import { chancesChart } from '../../../src/host/afterwards/recap/recap-pictures.ts';
import type { PlayedGame } from '../../../src/host/table/played-game.ts';
import type { Exhibit, Gallery, Room } from '../../gallery/gallery.ts';
import { toldCampaign } from '../../host/told-campaign.ts';
import { rooms } from './sheets.ts';

/** Overland's pictures as `npm run gallery` hangs them. */
export const overland: Gallery = {
  system: 'overland',
  title: 'Overland',
  rooms: () => [
    ...Object.entries(rooms()).map(([title, sheets]) => ({
      title,
      exhibits: Object.entries(sheets).map(([name, { scene, alt }]) => ({ name, scene, alt })),
    })),
    ...recaps(),
  ],
};

/** The recaps of campaigns: won and lost, long and short, and those with little to tell. */
function recaps(): Room[] {
  const campaigns: { readonly [name: string]: PlayedGame } = {
    won: toldCampaign('campaign 9', { skill: 9 }),
    lost: toldCampaign('c'),
    'lost by decisions': toldCampaign('b', { skill: 2 }),
    'long, won': toldCampaign('long 11', { least: 72 }),
    'long, lost': toldCampaign('long 0', { least: 72 }),
    'what if': toldCampaign('d', { whatIf: true, skill: 3 }),
    'four orders': toldCampaign('a', { most: 4 }),
    'one order': toldCampaign('a', { most: 1 }),
    'chances not told': toldCampaign('e', { untold: true }),
  };
  const each = (exhibit: (campaign: PlayedGame, name: string) => readonly Exhibit[]) =>
    Object.entries(campaigns).flatMap(([name, campaign]) => exhibit(campaign, name));
  return [
    {
      title: 'The recap’s chart',
      exhibits: each((campaign, name) => {
        const chart = chancesChart(campaign);
        return chart ? [{ name, ...chart }] : [];
      }),
    },
    { title: 'The recap’s storyboard', exhibits: each((campaign, name) => [{ name, ...storyboardOf(campaign) }]) },
    {
      title: 'The recap’s animation',
      exhibits: each((campaign, name) => {
        const { frames, alt } = animationOf(campaign);
        const [, die = frames[0]] = frames;
        return die ? [{ name, scene: die.scene, alt, frames }] : [];
      }),
    },
  ];
}
