import { expect, test } from 'vitest';
import { type Camp, seated } from './camp.ts';
import { type Member, pressOf } from './fixture.ts';

/** Two seats with hidden hands at one table: Bo leads the Union, Cy the Confederacy, Ada looks on. */
const started = () => seated('picket-line', { Bo: 'union', Cy: 'confederate' });

/** Seals a regiment of a member's hand. */
function commits(c: Camp, who: Member, which = 0) {
  const hand = c.member(who).completions.order({ verb: 'commit' }, 'regiment', '');
  return c.member(who).orders.give({ verb: 'commit', regiment: hand[which]?.value ?? '', reserves: [] });
}

test('a map drawn before a secret order is not good for taking back: the order that would go is not on it', () => {
  const c = started();
  for (const member of ['Bo', 'Cy'] as const) commits(c, member);
  const asked = c.ada.undo.takeBack();
  c.ada.undo.takeBack(pressOf(asked, 'Take it back', 'undo').point, true, 'A slip');
  const map = c.ada.maps.more();
  commits(c, 'Cy', 1);
  const late = c.ada.undo.takeBack(pressOf(map, 'Take back', 'undo').point);
  expect(late.text).toContain('The game has moved on');
  expect(c.entries().at(-1)?.kind).toBe('order');
});
