import { describe, expect, test } from 'vitest';
import { ask, isRefusal, type Next } from '../../../src/game/index.ts';
import { next } from '../../../src/systems/overland/rules/orders.ts';
import { US_LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { parse, question, refusal } from '../../../src/systems/overland/words/orders.ts';
import { numbers } from './data.ts';
import { misread, order, position, refusalOf, refused } from './play.ts';

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

  test('what is not understood is answered with what there is', () => {
    expect(misread({ verb: 'charge' })).toBe(
      'In this game you can attack, march, try a turning movement or cross the James. [IV.A]',
    );
    expect(misread({})).toMatch(/^In this game you can attack/);
    expect(misread({ verb: 'attack', leader: 'Meade' })).toBe(
      'No leader is called “Meade”. Yours are Grant, Butler and Sigel.',
    );
    expect(misread({ verb: 'attack' })).toBe('Choose who attacks: Grant, Butler and Sigel.');
    expect(misread({ verb: 'move', to: 'Atlanta' })).toBe(
      'No area is called “Atlanta”. The map has the Wilderness, Spotsylvania, North Anna, Ashland, Cold Harbor, ' +
        'Mechanicsville, Savage Station, Drury’s Bluff, the Valley and Richmond.',
    );
    expect(misread({ verb: 'tma' })).toMatch(/^Choose where to go: /);
    expect(misread({ verb: 'cross', to: 'richmond' })).toBe('That order has no option “to”.');
    expect(misread({ verb: 'attack', leader: 'Grant', when: 'now' })).toBe('That order has no option “when”.');
    expect(misread({ verb: 'attack', leader: 'Lee' })).toBe(
      'Lee is a Confederate. The game moves the Confederates. [I.o]',
    );
  });

  test('a slot with a name that every object has is still one too many', () => {
    const drafts = ['__proto__', 'constructor', 'toString'].map((slot) => JSON.parse(`{"verb":"cross","${slot}":"x"}`));
    for (const draft of drafts) expect(misread(draft)).toMatch(/^That order has no option “/);
  });

  test('what a member typed comes back short and on one line', () => {
    expect(misread({ verb: 'attack', leader: 'x'.repeat(6000) })).toBe(
      `No leader is called “${'x'.repeat(40)}…”. Yours are Grant, Butler and Sigel.`,
    );
    expect(misread({ verb: 'attack', leader: 'Meade\n\u202e\u0000 George' })).toMatch(
      /^No leader is called “Meade George”/,
    );
    expect(misread({ verb: 'move', to: ['ashland', 'richmond'] })).toMatch(/called “ashland, richmond”/);
  });
});

describe('a refused order', () => {
  test('names its paragraph in the refusal and in the message', () => {
    const at = position({ grant: 'ashland', lee: 'ashland' });
    const answer = refusalOf(at, order('move north-anna'));
    expect(answer).toMatchObject({ refused: true, code: 'contested', rule: 'X' });
    expect(refusal(numbers(), answer)).toContain('[X]');
  });

  test('Grant with nobody to attack is offered his marches too', () => {
    expect(refused(position({ grant: 'spotsylvania', lee: 'north-anna' }), 'attack grant')).toBe(
      'Grant has nobody to attack from Spotsylvania. [I.j] ' +
        'You can attack with Butler or Sigel, or march to the Wilderness or North Anna.',
    );
  });

  test('the Wilderness and the Valley are written small inside a sentence', () => {
    expect(refused(position({ lee: 'spotsylvania' }), 'move ashland')).toBe(
      'No movement line leads from the Wilderness to Ashland. [X.B] You can march to Spotsylvania.',
    );
    expect(refused(position({ breckinridge: 'gone' }), 'attack sigel')).toContain('from the Valley.');
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

  test('asks for the verb, then for who or where, with what each would mean', () => {
    const at = position({ grant: 'ashland', lee: 'ashland', turning: true });
    expect(asked(at, {})).toEqual({
      complete: false,
      question: {
        slot: 'verb',
        prompt: 'What is your order?',
        choices: [
          { value: 'attack', label: 'Attack' },
          { value: 'tma', label: 'Turning movement' },
        ],
      },
    });
    expect(asked(at, { verb: 'attack' })).toMatchObject({
      question: {
        choices: [
          { label: 'Grant', hint: '−1 Area Defense, needs 6, 1 in 6' },
          { label: 'Butler', hint: '−1 ratings, needs 6, 1 in 6' },
          { label: 'Sigel', hint: 'needs 5+, 2 in 6' },
        ],
      },
    });
    expect(asked(at, { verb: 'tma' })).toMatchObject({
      question: { choices: [{ label: 'North Anna', hint: 'needs 3 or less, 3 in 6' }, {}, {}] },
    });
    expect(asked(position({ lee: 'richmond' }), { verb: 'move' })).toMatchObject({
      question: { choices: [{ value: 'spotsylvania', label: 'Spotsylvania', hint: 'costs nothing' }] },
    });
  });

  test('an attack that no face can win says so', () => {
    expect(asked(position({ beauregard: 'richmond' }), { verb: 'attack' })).toMatchObject({
      question: {
        choices: [{}, { label: 'Butler', hint: '−1 ratings, −1 Richmond Defense, can’t win, 0 in 6' }, {}],
      },
    });
  });

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
