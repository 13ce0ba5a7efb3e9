import { describe, expect, test } from 'vitest';
import { ask, isRefusal, type Next } from '../../../src/game/index.ts';
import { next } from '../../../src/systems/overland/rules/orders.ts';
import { US_LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { parse, question, refusal } from '../../../src/systems/overland/words/orders.ts';
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
  test('names its paragraph in the refusal and in the message', () => {
    const at = position({ grant: 'ashland', lee: 'ashland' });
    const answer = refusalOf(at, order('move north-anna'));
    expect(answer).toMatchObject({ refused: true, code: 'contested', rule: 'X' });
    expect(refusal(numbers(), answer)).toContain('[X]');
  });

  test('once the campaign is over, or from another seat, nothing is offered instead', () => {
    const lost = { ...position({ points: 0 }), over: { won: false } as const };
    for (const text of ['attack grant', 'move spotsylvania', 'tma spotsylvania', 'cross']) {
      expect(refusalOf(lost, order(text))).toMatchObject({ code: 'over', rule: 'III', instead: [] });
      expect(refusalOf(position(), order(text), 'public')).toMatchObject({ code: 'not-your-seat', instead: [] });
    }
  });

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

describe('the list of what is legal', () => {
  const asked = (state: ReturnType<typeof position>, draft: Record<string, string | string[]>, seat = 'us') =>
    worded(state, draft, next(numbers(), state, seat, draft));
  const worded = (state: ReturnType<typeof position>, draft: Record<string, string | string[]>, open: Next) =>
    open.complete ? open : ask(question(numbers(), state, draft, open.question));

  test('a draft is complete only when it is legal', () => {
    const at = position({ turning: true });
    const lost = { ...position({ points: 0 }), over: { won: false } as const };
    expect(asked(at, { verb: 'tma', to: 'spotsylvania' })).toEqual({ complete: true });
    for (const leader of US_LEADERS) expect(asked(at, { verb: 'attack', leader })).toEqual({ complete: true });
    const illegal = [
      { verb: 'attack', leader: 'lee' },
      { verb: 'attack', leader: ['grant'] },
      { verb: 'move', to: 'spotsylvania' },
      { verb: 'tma', to: 'north-anna' },
      { verb: 'cross' },
      { verb: 'charge' },
    ];
    for (const draft of illegal)
      expect(asked(at, draft), JSON.stringify(draft)).toMatchObject({ question: { choices: [] } });
    expect(asked(lost, { verb: 'attack', leader: 'grant' })).toMatchObject({ question: { choices: [] } });
    expect(asked(at, { verb: 'attack', leader: 'grant' }, 'csa')).toMatchObject({ question: { choices: [] } });
    expect(isRefusal(parse(numbers(), { verb: 'attack', leader: ['grant'] }))).toBe(false);
  });
});
