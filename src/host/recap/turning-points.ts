import { turningPoints } from '../../advisor/index.ts';
import type { Campaign } from './campaign.ts';
import { tideOf } from './passages.ts';

/** The orders that a recap marks as turning points, as places in `Campaign.givenOrders`: by the chance of winning, or else by points. */
export function turningPointsOf(campaign: Campaign): ReadonlySet<number> {
  const { course } = campaign;
  return new Set(course ? turningPoints(course) : (tideOf(campaign)?.turning ?? []).map(({ peak }) => peak));
}
