import { describe, expect, test } from 'vitest';
import {
  isRefusal,
  type OpenSlot,
  type Picture,
  type Planning,
  type Question,
  type Refusal,
  refuse,
  type State,
  type System,
} from '../../src/game/index.ts';
import { changed, type SystemChanges } from '../changed-system.ts';
import { sealedAt } from '../dice/sealed.ts';
import { PICKET_LINE, PICKET_LINE_SECRETS } from '../games/picket-line.ts';
import { checksFor } from './index.ts';
import { type Secrets, tableOf } from './table.ts';

const good = PICKET_LINE as System;

/** Ways to fall short of the contract, each with the beginning of the name of the check that must notice. */
const SABOTAGES: readonly (readonly [what: string, check: string, broken: SystemChanges])[] = [
  [
    'a verb named as a command of the table',
    'its verbs',
    { about: { verbs: [{ verb: 'undo', summary: 'Undo', slots: [] }] } },
  ],
  ['a topic without words', 'its rulebook', { about: { rulebook: [{ id: 'play', title: 'Play', text: ' ' }] } }],

  [
    'somebody asked at the end',
    'somebody is asked',
    {
      rules: {
        asked: (state) => (good.rules.outcome(state) ? [{ seat: 'union' }] : good.rules.asked(state)),
      },
    },
  ],
  ['a default that is not legal', 'who is asked', asking({ defaultOrder: { verb: 'retire' } })],
  [
    'a seat asked twice',
    'who is asked',
    { rules: { asked: (state) => [...good.rules.asked(state), ...good.rules.asked(state)] } },
  ],
  ['a value offered twice', 'a question', listing(({ choices }) => ({ choices: [...choices, ...choices] }))],
  ['a prompt that is empty', 'a question', questioning(() => ({ prompt: '' }))],
  [
    'an answer that leads nowhere',
    'a question',
    listing(({ slot, choices }) => (slot === 'verb' ? { choices: [...choices, { value: 'x' }] } : {})),
  ],
  [
    'more values wanted than there are',
    'a question',
    listing(({ several }) => (several ? { several: { least: 0, most: 9 } } : {})),
  ],
  ['a verb it does not list', 'every verb', { about: { verbs: good.about.verbs.slice(1) } }],

  [
    'an order offered and refused',
    'every order offered',
    applied((state, seat, order, dice) =>
      order.verb === 'stand' ? refuse('no', null) : good.rules.apply(state, seat, order, dice),
    ),
  ],
  [
    'an order given once more',
    'an order of another moment',
    applied((state, seat, order, dice) => {
      const applied = good.rules.apply(state, seat, order, dice);
      const isAsked = good.rules.asked(state).some((one) => one.seat === seat);
      return isRefusal(applied) && isAsked ? { state, events: [] } : applied;
    }),
  ],
  [
    'a name that is not understood',
    'values may be typed',
    parsing((draft) => (/[A-Z]/.test(JSON.stringify(draft)) ? refuse('unknown', null) : good.orderWords.parse(draft))),
  ],
  [
    'a list understood in one order only',
    'several values',
    parsing(({ reserves = [], ...draft }) =>
      Array.isArray(reserves) && reserves.length > 1
        ? refuse('unknown', null)
        : good.orderWords.parse({ ...draft, reserves }),
    ),
  ],
  [
    'a slot of its own making let through',
    'an order bent',
    parsing(({ 'no-such-slot': _let, ...draft }) => good.orderWords.parse(draft)),
  ],
  [
    'an error at an unknown value',
    'an order bent',
    parsing((draft) => {
      if (draft.regiment === 'constructor') throw new TypeError('unknown');
      return good.orderWords.parse(draft);
    }),
  ],
  ['a refusal that goes on and on', 'an order bent', { orderWords: { refusal: () => 'No. '.repeat(100) } }],
  ['a refusal without a way out', 'an order bent', refusing(() => ({ instead: [] }))],
  [
    'a way out that is not legal',
    'an order bent',
    refusing(() => ({ instead: [{ verb: 'yield' }, { verb: 'stand' }] })),
  ],
  [
    'dice thrown for a refusal',
    'an order bent',
    applied((state, seat, order, dice) => {
      dice.roll(6, 'nothing');
      return good.rules.apply(state, seat, order, dice);
    }),
  ],
  [
    'orders taken from whoever gives them',
    'an order is refused to a seat',
    applied((state, seat, order, dice) => {
      const seats = good.rules.asked(state).map((asked) => asked.seat);
      return good.rules.apply(state, seats.includes(seat) ? seat : (seats[0] ?? seat), order, dice);
    }),
  ],
  [
    'a state changed under the hand',
    'applying an order',
    applied((state, seat, order, dice) => {
      (state as { version: number }).version = 1;
      return good.rules.apply(state, seat, order, dice);
    }),
  ],

  ['chance of its own', 'the same dice', applying(() => ({ mark: Math.random() }))],
  ['a state that is no JSON', 'state, events', applying(() => ({ mark: new Map() }))],
  ['a number that is none', 'state, events', applying(() => ({ mark: Number.NaN }))],
  ['a version that counts up', 'every state has', applying(({ version }) => ({ version: version + 1 }))],

  [
    'a button too long',
    'every order fits',
    { orderWords: { label: () => ({ text: 'On '.repeat(40), tone: 'plain' }) } },
  ],
  ['a raised voice', 'every event is told', { eventWords: { tell: () => 'Charge!' } }],
  ['a trace of a bug', 'the position is told', { positionWords: { summary: () => 'Road undefined of 3.' } }],
  ['a picture without an alt text', 'the picture', picturing(() => ({ alt: '' }))],
  [
    'a relative path',
    'the picture',
    picturing(({ scene }) => ({
      scene: { ...scene, items: [{ kind: 'path', d: 'M0 0l5 5', fill: '#000000' }] },
    })),
  ],
  [
    'a palette of its own for every picture',
    'all pictures share',
    picturing(({ scene, alt }) => ({
      scene: { ...scene, palette: { ...scene.palette, inks: [...scene.palette.inks, `#0000${hex(alt.length)}`] } },
    })),
  ],
  [
    'a blend of what is no ink',
    'all pictures share',
    picturing(({ scene }) => ({
      scene: { ...scene, palette: { ...scene.palette, blends: [['#123456', '#123457']] } },
    })),
  ],
  [
    'a surface that is no ink',
    'all pictures share',
    picturing(({ scene }) => ({
      scene: { ...scene, items: [...scene.items, { kind: 'circle', x: 50, y: 50, radius: 20, fill: '#123456' }] },
    })),
  ],
  [
    'a ground that changes under its key',
    'grounds',
    picturing(({ scene, alt }) => ({
      scene: { ...scene, ground: { key: 'a', items: alt.includes('Brock') ? [] : scene.ground.items } },
    })),
  ],

  [
    'the referee’s view for everybody',
    'what is hidden',
    { knowledge: { view: (state) => good.knowledge.view(state, 'referee') } },
  ],
  [
    'a prompt that betrays a hand',
    'what is hidden',
    { orderWords: { asking: (state) => ({ prompt: JSON.stringify(state) }) } },
  ],
  [
    'a hint that betrays a hand',
    'nor in what a seat',
    questioning(({ choices }, state) => ({
      choices: choices.map((choice) => ({ ...choice, hint: top(state) })),
    })),
  ],
  [
    'a button that betrays a hand',
    'nor in what a seat',
    { orderWords: { label: (state) => ({ text: top(state), tone: 'plain' }) } },
  ],
  ['a refusal that betrays a hand', 'nor in how', refusing((state) => ({ rule: top(state) }))],
  ['a score that betrays a hand', 'nor in the phase', { afterwards: { score: (state) => scored(top(state).length) } }],
  ['a plan that betrays a hand', 'nor in the phase', { play: { planning: planningOf((state) => top(state)) } }],
  [
    'cards drawn that nobody reveals',
    'an order that shows',
    { knowledge: { reveals: (events) => events.filter(({ type }) => type === 'revealed' || type === 'stood').length } },
  ],
  [
    'cards told to everybody',
    'nor in what he is told',
    { eventWords: { tell: (event) => good.eventWords.tell(event, 'referee') } },
  ],
  [
    'orders described to everybody',
    'one sealed order',
    { orderWords: { describe: (order, _viewer, by) => good.orderWords.describe(order, 'referee', by) } },
  ],
  [
    'sealed orders told to everybody',
    'one sealed order',
    { eventWords: { tell: (event) => good.eventWords.tell(event, 'referee') } },
  ],
  [
    'a picture of sealed orders',
    'one sealed order',
    {
      pictures: {
        picture: (view, moment, framing) => ({
          ...good.pictures.picture(view, moment, framing),
          alt: JSON.stringify(moment),
        }),
      },
    },
  ],
];

describe('the conformance suite', () => {
  const checks = Object.values(checksFor(true)).flat();
  const setting = { secrets: PICKET_LINE_SECRETS as Secrets<never>, limit: 12, games: 8, runs: 80 };

  test.each(SABOTAGES)('notices %s', (_what, name, broken) => {
    const named = checks.filter((check) => check.name.startsWith(name));
    expect(named).toHaveLength(1);
    expect(() => named[0]?.run(tableOf(changed(good, broken), setting))).toThrow();
  });

  test('notices secrets where none are named', () => {
    const [check] = checksFor(false).secrets ?? [];
    expect(() => check?.run(tableOf(good))).toThrow();
  });

  test('notices a game without an end', () => {
    const check = checks.find(({ name }) => name === 'a game played at random ends');
    const { version: _version, ...anew } = good.rules.start('standard', sealedAt('anew', 0, 'start')).state;
    const endless = changed(
      good,
      applying(() => anew),
    );
    expect(() => check?.run(tableOf(endless, { limit: 30, games: 2 }))).toThrow('after 30 orders');
  });
});

function asking(change: object): SystemChanges {
  return { rules: { asked: (state) => good.rules.asked(state).map((asked) => ({ ...asked, ...change })) } };
}

function questioning(change: (question: Question, state: State) => Partial<Question>): SystemChanges {
  const question: System['orderWords']['question'] = (state, seat, draft, open) => {
    const asked = good.orderWords.question(state, seat, draft, open);
    return asked.choices.length === 0 ? asked : { ...asked, ...change(asked, state) };
  };
  return { orderWords: { question } };
}

function listing(change: (open: OpenSlot) => Partial<OpenSlot>): SystemChanges {
  const next: System['rules']['next'] = (state, seat, draft) => {
    const listed = good.rules.next(state, seat, draft);
    return listed.complete || listed.question.choices.length === 0
      ? listed
      : { complete: false, question: { ...listed.question, ...change(listed.question) } };
  };
  return { rules: { next } };
}

type Apply = System['rules']['apply'];

function applied(apply: Apply): SystemChanges {
  return { rules: { apply } };
}

function parsing(parse: System['orderWords']['parse']): SystemChanges {
  return { orderWords: { parse } };
}

/** The result of an order, or its refusal; `isRefusal` tells which. */
function ending(change: (result: ReturnType<Apply>, state: State) => ReturnType<Apply>): SystemChanges {
  return applied((state, seat, order, dice) => change(good.rules.apply(state, seat, order, dice), state));
}

function applying(change: (state: State) => object): SystemChanges {
  return ending((result) =>
    isRefusal(result) ? result : { events: result.events, state: { ...result.state, ...change(result.state) } },
  );
}

function refusing(change: (state: State) => Partial<Refusal>): SystemChanges {
  return ending((result, state) => (isRefusal(result) ? { ...result, ...change(state) } : result));
}

function picturing(change: (picture: Picture) => Partial<Picture>): SystemChanges {
  const picture: System['pictures']['picture'] = (view, moment, framing) => {
    const drawn = good.pictures.picture(view, moment, framing);
    return { ...drawn, ...change(drawn) };
  };
  return { pictures: { picture } };
}

/** The next card of the Union, which nobody may know. */
function top(state: State): string {
  return (state as typeof state & { decks: { union: readonly string[] } }).decks.union[0] ?? 'none';
}

function scored(points: number) {
  return [{ seat: 'union', points }];
}

/** Plans that say of a position what they should not. */
function planningOf(title: (state: State) => string): Planning {
  return {
    example: '',
    ending: 'done',
    read: (state) => ({ orders: [], title: title(state), lines: [], refused: [], rest: '' }),
    write: () => 'a line',
    complete: () => [],
    picture: () => null,
    isWorthPlanning: () => true,
    shortcuts: { offered: () => [], next: () => null },
  };
}

/** The last two digits of a number, of base 16. */
function hex(number: number): string {
  return (number % 256).toString(16).padStart(2, '0');
}
