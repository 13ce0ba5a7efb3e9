import { LONGEST_LABEL } from '../../../game/index.ts';
import { capital, count, shortened } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import type { Order, UnitId } from '../vocabulary.ts';
import { hexName, unitName, unitsWords } from './names.ts';
import { labelWords } from './order-label.ts';

/** What plans and their buttons say. */

export const EXAMPLE = 'V, VI 2427; Grant 2224; entrench III; done';

const LONGEST_TITLE = 60;

/** "V Corps, VI Corps and 2 others" */
export function planTitle(theatre: Theatre, moved: readonly UnitId[], last: Order | null): string {
  if (moved.length > 0) return shortened(capital(unitsWords(theatre, moved, 3)), LONGEST_TITLE);
  return last ? shortened(labelWords(theatre, last), LONGEST_TITLE) : '';
}

/** "**V Corps and Grant** to 2427 Chancellorsville (2 of 6)" */
export function marchLine(
  theatre: Theatre,
  units: readonly UnitId[],
  to: string,
  price: string | undefined,
  goal: string | null,
): string {
  const further = goal === null ? '' : `, on the way to ${hexName(theatre, goal)}`;
  return `**${capital(unitsWords(theatre, units, 4))}** to ${hexName(theatre, to)}${price === undefined ? '' : ` (${price})`}${further}`;
}

/** A march that stands, as a plan reads it. */
export function goesOn(units: readonly UnitId[], goal: string): string {
  return `on: ${units.join(', ')} to ${goal}`;
}

export function notMarching(theatre: Theatre, units: readonly UnitId[]): string {
  return `You have no such counters on the map: ${unitsWords(theatre, units, 4)}.`;
}

/** Units as a plan names them. */
export function planNames(theatre: Theatre, units: readonly UnitId[]): string {
  return units.map((id) => unitName(theatre, id)).join(', ');
}

/** "Suggested loss: Heth 2, Mahone 1" */
export function suggestedLoss(
  theatre: Theatre,
  losses: readonly { readonly unit: UnitId; readonly points: number }[],
): string {
  const what = losses.map(({ unit, points }) => `${unitName(theatre, unit)} ${points}`).join(', ');
  return shortened(`Suggested loss: ${what}`, LONGEST_LABEL);
}

export function claimAll(claims: number): string {
  return claims === 1 ? 'Claim the only hex you can' : `Claim all ${claims} hexes`;
}

export function entrenchAll(units: number): string {
  return `Entrench ${count(units, 'unit')} next to the enemy`;
}

export function useAllPoints(points: number): string {
  return `Give ${count(points, 'reinforcement point')} to the units that need them most`;
}

export function furtherOff(hexes: number): string {
  return `${count(hexes, 'hex')} away`;
}

export const END_STEP = 'end the phase';
