import { type Order as AnyOrder, LONGEST_LABEL } from '../../../game/index.ts';
import { capital, count, shortened } from '../../../kit/plain-english.ts';
import { type PlanForms, writtenAs } from '../../../kit/plans/plan-text.ts';
import { apart, type Theatre } from '../theatre.ts';
import type { Order, Step, UnitId, Verb } from '../vocabulary.ts';
import { hexName, NOBODY, unitName, unitsWords } from './names.ts';
import { labelWords } from './orders.ts';

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

/** The grammar of each order in a plan. */
export const PLAN_FORMS: PlanForms<Verb> = {
  done: { said: /^(?:done|hold|end|finish|end (?:the )?(?:phase|turn|step))\.?$/i, form: 'done' },
  hasty: { said: /\bhasty(?: attacks?)?\b/i, form: 'hasty {target@2428} with {units*V}' },
  charge: { said: /\b(?:charges?|cavalry attacks?)\b/i, form: 'charge {target@2428} with {with*Gregg}' },
  attack: { said: /\battacks?\b/i, form: 'attack {target@2428} with {with*V, VI}' },
  transfer: { said: /\b(?:transfers?|pass(?:es)?|gives?)\b/i, form: 'transfer {points#2} from {from:V} to {to:VI}' },
  reinforce: { said: /\breinforces?\b/i, form: 'reinforce {unit:Heth} {points#2}' },
  detrain: { said: /\bdetrains?\b/i, form: 'detrain {unit:V}' },
  rail: { said: /\b(?:by )?(?:rail|train)\b/i, form: '{unit:V} by rail {to@3020}' },
  sea: { said: /\b(?:by )?(?:sea|ship)\b/i, form: '{unit:V} by sea {to@4346}' },
  entrench: { said: /\b(?:entrench(?:es)?|digs?(?: in)?)\b/i, form: 'entrench {unit:V, VI}' },
  probe: { said: /\b(?:probes?|scouts?)\b/i, form: '{unit:Gregg} probes {target@2328}' },
  lose: { said: /\b(?:loses?|loss(?:es)?)\b/i, form: 'lose {points#2} {unit:Heth}' },
  advance: { said: /\badvances?\b/i, form: 'advance {with*V}' },
  claim: { said: /\bclaims?\b/i, form: 'claim {hex@2030}' },
  show: { said: /\b(?:shows?|reveals?)\b/i, form: 'show {unit:V}' },
  place: { said: /\b(?:places?|puts?|sets? up)\b/i, form: 'place {unit:V} {hex@2224}' },
  move: { said: /\b(?:moves?|march(?:es)?|goes|go|rides?)\b/i, form: '{units*V, VI} {to@2427}' },
};

/** An order as a member would type it. */
export function written(theatre: Theatre, order: Order): string {
  return writtenAs(PLAN_FORMS[order.verb], order as AnyOrder, (values, sign) =>
    sign === ':' || sign === '*' ? planNames(theatre, values.flatMap(apart)) || NOBODY : values.join(', '),
  );
}

/** Follows the end of a set-up that changes nothing. */
export const SET_UP_STAYS = ': your counters stay where they lie';

const LONGEST_TITLE = 60;

/** "V Corps, VI Corps and 2 others"; without marches the last orders of one kind: "Heth loses 2; Mahone loses 1" */
export function planTitle(theatre: Theatre, moved: readonly UnitId[], orders: readonly Order[]): string {
  if (moved.length > 0) return shortened(capital(unitsWords(theatre, moved, 3)), LONGEST_TITLE);
  const last = orders.filter(({ verb }) => verb === orders.at(-1)?.verb);
  return shortened(last.map((order) => labelWords(theatre, order)).join('; '), LONGEST_TITLE);
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

export function hexesAway(hexes: number): string {
  return `${count(hexes, 'hex')} away`;
}

export const END_PHASE = 'end the phase';
