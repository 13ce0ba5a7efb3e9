import { describe, expect, test } from 'vitest';
import { parse } from '../../../src/systems/overland/words/orders.ts';
import { numbers } from './data.ts';
import { misread, order, position, refusalOf } from './play.ts';

describe('reading an order', () => {
  test.each([
    [{ verb: 'attack', leader: 'grant' }, 'attack grant'],
    [{ verb: 'attack', leader: 'GRANT' }, 'attack grant'],
    [{ verb: 'move', to: 'Cold Harbor' }, 'move cold-harbor'],
    [{ verb: 'move', to: ' cold harbor ' }, 'move cold-harbor'],
    [{ verb: 'tma', to: 'the wilderness' }, 'tma wilderness'],
    [{ verb: 'tma', to: 'Wilderness' }, 'tma wilderness'],
    [{ verb: 'move', to: 'Drury’s Bluff' }, 'move drurys-bluff'],
    [{ verb: 'move', to: "drury's bluff" }, 'move drurys-bluff'],
    [{ verb: 'cross' }, 'cross'],
    [{ verb: ['move'], to: ['ashland'] }, 'move ashland'],
  ])('%j is understood', (draft, understood) => {
    expect(parse(numbers(), draft as unknown as Record<string, string>)).toEqual(order(understood));
  });

  test('a slot with a name that every object has is still one too many', () => {
    const drafts = ['__proto__', 'constructor', 'toString'].map((slot) => JSON.parse(`{"verb":"cross","${slot}":"x"}`));
    for (const draft of drafts) expect(misread(draft)).toMatch(/^That order has no option “/);
  });
});

describe('a refused order', () => {
  test('an order that was never an order is refused, not carried out', () => {
    const code = (nonsense: object) => refusalOf(position(), nonsense as ReturnType<typeof order>).code;
    expect(code({ verb: 'charge', at: 'dawn' })).toBe('unknown-verb');
    expect(code({})).toBe('unknown-verb');
    expect(code({ verb: 'attack' })).toBe('unknown-leader');
    expect(code({ verb: 'move', to: 'atlanta' })).toBe('unknown-area');
    expect(code({ verb: 'tma', to: '__proto__' })).toBe('unknown-area');
    expect(code({ verb: 'attack', leader: 'grant', to: 'richmond' })).toBe('unknown-slot');
  });
});
