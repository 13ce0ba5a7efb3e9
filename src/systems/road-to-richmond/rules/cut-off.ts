import type { Event, PieceId } from '../vocabulary.ts';

export type Fought = Event & { readonly type: 'fought' };

/** Pieces lost because they could not retreat [8.1], including a Train caught on its road [15.5]; empty for any other event. */
export function cutOffBy(event: Event): readonly PieceId[] {
  return event.type === 'lost' && (event.why === 'no-way' || event.why === 'train') ? event.pieces : [];
}

/** Pieces that could not retreat from a battle, by the events between it and the next. */
export function cutOffAfter(events: readonly Event[], fought: Fought): readonly PieceId[] {
  const rest = events.slice(events.indexOf(fought) + 1);
  const next = rest.findIndex(({ type }) => type === 'fought');
  return (next < 0 ? rest : rest.slice(0, next)).flatMap(cutOffBy);
}

/** Whether all pieces that had to retreat were cut off, or some, or none. */
export function howManyCutOff(
  { result, defenders, battle }: Fought,
  cutOff: readonly PieceId[],
): 'all' | 'some' | 'none' {
  const back = result === 'Dr' ? defenders : result === 'Ar' ? battle.attackers : [];
  const lost = back.filter((id) => cutOff.includes(id));
  return lost.length === 0 ? 'none' : lost.length === back.length ? 'all' : 'some';
}
