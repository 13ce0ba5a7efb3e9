import { ALL, type Scene, type System } from '../../src/game/index.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { longCampaign } from '../host/long-campaign.ts';
import { toldCampaign } from '../host/told-campaign.ts';
import { SEAL } from '../systems/overland/sheets.ts';
import { ROAD, restless, systemOf } from './played.ts';

/** A picture as a channel or a member gets it. */
export interface Print {
  readonly kind: string;
  readonly make: () => Scene;
}

const CAMPAIGNS = 10;

/** The maps of some campaigns of Overland, in the order in which they are posted. */
export function overlandAlbum(campaigns = CAMPAIGNS): readonly Print[] {
  return Array.from({ length: campaigns }, (_, seed) => toldCampaign(`album ${seed}`, { skill: 5 })).flatMap(
    (campaign) =>
      printsOf(campaign, (deed) => {
        if (deed === null) return 'the opening';
        if (deed === campaign.givenOrders.length - 1 && campaign.game.ended) return 'the end';
        return campaign.givenOrders[deed]?.entry.throws.length === 0 ? 'a quiet position' : 'after a battle or a roll';
      }),
  );
}

/** Orders of Road to Richmond: the campaign's first days, with all its kinds of phases. */
const ORDERS = 240;

export function roadCampaign(): PlayedGame {
  const system = systemOf(ROAD);
  const order: NonNullable<Parameters<typeof longCampaign>[2]>['order'] = (state, seat, pick) =>
    restless(system, state, seat, pick);
  return longCampaign(system, 3, { most: ORDERS, order });
}

/** The maps of a campaign of Road to Richmond, and, where a unit is to march, what its member is shown before. */
export function roadAlbum(): readonly Print[] {
  const campaign = roadCampaign();
  const { system } = campaign;
  const maps = printsOf(campaign, () => 'map');
  const overviews = printsOf(campaign, () => 'map', ALL);
  return maps.flatMap(({ make }, at) => {
    const before = [
      { kind: 'a close-up', make },
      { kind: 'the overview', make: overviews[at]?.make ?? make },
    ];
    const deed = campaign.givenOrders[at];
    const unit = deed?.entry.order.verb === 'move' ? deed.entry.order.unit : undefined;
    if (!deed || unit === undefined) return before;
    const state = campaign.states[at] as PlayedGame['states'][number];
    const draft = { verb: 'move', unit };
    const sketch = () =>
      system.pictures.sketch?.(system.knowledge.view(state, deed.entry.seat), deed.entry.seat, draft)?.scene as Scene;
    return [...before, { kind: 'where a unit can go', make: sketch }];
  });
}

/** @param kindOf what the map after a deed is, by its number; null: the first */
function printsOf(campaign: PlayedGame, kindOf: (deed: number | null) => string, at?: string): Print[] {
  const { system, states, opening, givenOrders } = campaign;
  const framing = { seal: SEAL, ...(at === undefined ? {} : { at }) };
  return states.map((state, at) => {
    const deed = givenOrders[at - 1];
    const moment = deed ? { order: deed.entry.order, events: deed.events } : { order: null, events: opening };
    const make = () =>
      (system as System).pictures.picture(system.knowledge.view(state, 'public'), moment, framing).scene;
    return { kind: kindOf(deed ? at - 1 : null), make };
  });
}
