import { type Draft, type Refusal, refuse, type SlotValue } from '../../../src/game/index.ts';
import type { Data } from './data.ts';
import { type Order, SIDES, VERBS } from './vocabulary.ts';

const SLOTS = { commit: ['regiment', 'reserves'], stand: ['regiment'], yield: [] } as const;

/** Regiments by id or name, in any case; reserves as a list or with commas between. */
export function parse(data: Data, draft: Draft): Order | Refusal {
  const { verb: given, regiment, reserves } = draft;
  const verb = VERBS.find((one) => typeof given === 'string' && one === given.trim().toLowerCase());
  if (verb === undefined) return refuse('unknown', null, { slot: 'verb', given: brief(given ?? '') });
  const foreign = Object.keys(draft).find(
    (slot) => slot !== 'verb' && !(SLOTS[verb] as readonly string[]).includes(slot),
  );
  if (foreign !== undefined) return refuse('foreign', null, { verb, slot: brief(foreign) });
  if (verb === 'yield') return { verb };
  if (regiment === undefined) return refuse('missing', null, { slot: 'regiment' });
  if (typeof regiment !== 'string') return refuse('foreign', null, { verb, slot: 'regiments' });
  const sent = regimentCalled(data, regiment);
  if (sent === undefined) return refuse('unknown', null, { slot: 'regiment', given: brief(regiment) });
  if (verb === 'stand' || reserves === undefined) return { verb, regiment: sent };
  const behind: string[] = [];
  for (const one of typeof reserves === 'string' ? reserves.split(',').filter((part) => part.trim()) : reserves) {
    const card = regimentCalled(data, one);
    if (card === undefined) return refuse('unknown', null, { slot: 'regiment', given: brief(one) });
    behind.push(card);
  }
  return { verb, regiment: sent, reserves: behind };
}

function regimentCalled(data: Data, given: string): string | undefined {
  const wanted = given.trim().toLowerCase();
  return SIDES.flatMap((side) => Object.entries(data.regiments[side])).find(
    ([id, { name }]) => id === wanted || name.toLowerCase() === wanted,
  )?.[0];
}

function brief(given: SlotValue): string {
  return String(given).replaceAll('!', '').slice(0, 40);
}
