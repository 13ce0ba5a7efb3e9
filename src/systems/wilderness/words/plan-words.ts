import { LONGEST_LABEL } from '../../../game/index.ts';
import { atMost, capital, count, shortened } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import type { Order, Step, UnitId, Verb } from '../vocabulary.ts';
import { hexName, unitName, unitsWords } from './names.ts';
import { labelWords } from './order-label.ts';

/** What plans and their buttons say. */

/** A plan as a member types it, in the movement phase. */
export const EXAMPLE = 'V, VI 2427; Gregg probes 2328; entrench III; done';

/** The label of the form in each step. */
export const FORMS: { readonly [step in Step]: string } = {
  setup: 'Units and their hexes: V, Grant 2224; done',
  reinforce: 'place Valley 0130; Heth 2; done',
  move: 'V, VI 2427; Gregg probes 2328; done',
  probe: 'Hampton probes 2427; done',
  combat: 'attack 2428 with V, VI; done',
  claim: 'claim 2030; show V; done',
};
export const LOSSES_FORM = 'Losses: Heth 2; Mahone 1';

/** How an order is written, where a part of a plan doesn't say enough. */
export const WRITTEN: { readonly [verb in Verb]: string } = {
  place: 'place V 2224',
  reinforce: 'reinforce Heth 2',
  transfer: 'transfer 2 from V to VI',
  move: 'V, VI 2427',
  rail: 'V by rail 3020',
  detrain: 'detrain V',
  sea: 'V by sea 4346',
  entrench: 'entrench V, VI',
  probe: 'Gregg probes 2328',
  hasty: 'hasty 2428 with V',
  attack: 'attack 2428 with V, VI',
  charge: 'charge 2428 with Gregg',
  lose: 'lose 2 Heth',
  advance: 'advance V',
  claim: 'claim 2030',
  show: 'show V',
  done: 'done',
};

/** Behind the end of a set-up that changes nothing. */
export const SET_UP_STAYS = ': your counters stay where they lie';

export function writeItLike(verb: Verb): string {
  return `write it like “${WRITTEN[verb]}”.`;
}

/** "“Lee” could be Fitz Lee or Rooney Lee." */
export function couldBe(text: string, names: readonly string[]): string {
  return `“${text}” could be ${atMost(names, 4).replace(/ and (?=[^,]*$)/, ' or ')}.`;
}

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
