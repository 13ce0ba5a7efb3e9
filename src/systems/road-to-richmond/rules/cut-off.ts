import type { Event, PieceId } from '../vocabulary.ts';

export type Fought = Event & { readonly type: 'fought' };

/** Who has been lost for want of a way back [8.1], the Train caught on its road among them [15.5]; of anything else that happened, nobody. */
export function cutOffBy(event: Event): readonly PieceId[] {
  return event.type === 'lost' && (event.why === 'no-way' || event.why === 'train') ? event.pieces : [];
}

/** Those that had to go back from a battle and found no way, by what was told between it and the next. */
export function cutOffAfter(events: readonly Event[], fought: Fought): readonly PieceId[] {
  const rest = events.slice(events.indexOf(fought) + 1);
  const next = rest.findIndex(({ type }) => type === 'fought');
  return (next < 0 ? rest : rest.slice(0, next)).flatMap(cutOffBy);
}

/** Whether all that had to go back found no way, some, or none. */
export function howManyCutOff(
  { result, defenders, battle }: Fought,
  cutOff: readonly PieceId[],
): 'all' | 'some' | 'none' {
  const back = result === 'Dr' ? defenders : result === 'Ar' ? battle.attackers : [];
  const lost = back.filter((id) => cutOff.includes(id));
  return lost.length === 0 ? 'none' : lost.length === back.length ? 'all' : 'some';
}
