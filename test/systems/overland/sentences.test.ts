import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Draft,
  type Ending,
  labelText,
  labelWithChance,
  legalOrders,
  type Next,
  type Roll,
  type State,
} from '../../../src/game/index.ts';
import { next } from '../../../src/systems/overland/rules/legality.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import type { Order } from '../../../src/systems/overland/vocabulary.ts';
import { ending, text } from '../../../src/systems/overland/words/game-status.ts';
import { describe as described, label, question } from '../../../src/systems/overland/words/orders.ts';
import { actionPoints, tell } from '../../../src/systems/overland/words/sentences.ts';
import { overland, toldCampaign } from '../../host/told-campaign.ts';
import { numbers } from './data.ts';
import { legality, misread, order, play, position, refused, type Setting } from './play.ts';
import { type Reachable, reachable } from './reachable.ts';

/** No sentence may have an exclamation mark, slips of the pen, a hyphen for a minus sign, or “The” within it. */
const AWKWARD = /!| {2}|undefined|null|NaN|\[object|(^|[ (])-\d|[a-z,] The [WV]|\b1 Action Points| ,| \./;

type NextQuestion = Extract<Next, { complete: false }>;
const BANK = { grant: 'savage-station', lee: 'richmond' } as const;

/** Positions whose buttons are read: the die an order takes, and what Lee does about a march [XII.C]. */
const BUTTONS: readonly Setting[] = [
  { turning: true },
  { ...BANK, beauregard: 'richmond' },
  { grant: 'spotsylvania', lee: 'richmond' },
  { grant: 'north-anna', lee: 'ashland' },
  { grant: 'north-anna', lee: 'spotsylvania' },
  { grant: 'cold-harbor', lee: 'richmond' },
  { grant: 'cold-harbor', lee: 'mechanicsville' },
];
const ENDS: readonly (readonly [Setting, order: string, ...dice: number[]])[] = [
  [{ points: 1, grant: 'cold-harbor', lee: 'cold-harbor' }, 'attack grant', 1],
  [{ points: 1, grant: 'north-anna', lee: 'ashland' }, 'attack butler', 1],
  [{ grant: 'savage-station', points: 4 }, 'cross', 1],
  [{ ...BANK, points: 2 }, 'attack grant', 6],
  [{ ...BANK, points: 1 }, 'attack grant', 6],
  // An attempt earned by the last point of all is not shown as one that can be used.
  [{ points: 1 }, 'attack grant', 3],
];
const TEXTS: readonly Setting[] = [
  { points: 7, turning: true, breckinridge: 'gone' },
  { grant: 'mechanicsville', lee: 'richmond', points: 10 },
  { grant: 'ashland', lee: 'ashland' },
];
const NOT_UNDERSTOOD: readonly Draft[] = [
  { verb: 'charge' },
  {},
  { verb: 'attack', leader: 'Meade' },
  { verb: 'attack' },
  { verb: 'move', to: 'Atlanta' },
  { verb: 'tma' },
  { verb: 'cross', to: 'richmond' },
  { verb: 'attack', leader: 'Grant', when: 'now' },
  { verb: 'attack', leader: 'Lee' },
  { verb: 'attack', leader: 'x'.repeat(6000) },
  { verb: 'attack', leader: 'Meade\n\u202e\u0000 George' },
  { verb: 'move', to: ['ashland', 'richmond'] },
];
const REFUSED: readonly (readonly [Setting, order: string])[] = [
  [{ grant: 'spotsylvania', lee: 'north-anna' }, 'attack grant'],
  [{ lee: 'spotsylvania' }, 'move ashland'],
  [{ breckinridge: 'gone' }, 'attack sigel'],
];
const ASKED: readonly (readonly [Setting, Draft])[] = [
  [{ grant: 'ashland', lee: 'ashland', turning: true }, {}],
  [{ grant: 'ashland', lee: 'ashland', turning: true }, { verb: 'attack' }],
  [{ grant: 'north-anna', lee: 'north-anna', turning: true }, { verb: 'tma' }],
  [{ lee: 'richmond' }, { verb: 'move' }],
  [{ beauregard: 'richmond' }, { verb: 'attack' }],
];

test('what members read, as a file', async () => {
  const data = numbers();
  const apart = { ...data, leaders: { ...data.leaders, lee: { name: 'Lee', rating: 3, start: 'richmond' } } } as const;
  const openings = (['standard', 'short-rations'] as const).map((variant) => position({ variant }));
  const won = play(position(BANK), 'cross', 1).state;
  const tables: readonly View['combatResults'][] = [
    [
      { upTo: -2, result: 'nothing' },
      { upTo: -1, result: 'turning' },
      { upTo: null, result: 'retreat' },
    ],
    [{ upTo: null, result: 'retreat' }],
  ];
  const lastLine = (words: string) => words.split('\n').at(-1);
  const said = [
    `points: ${[0, 1, 2, 10].map(actionPoints)}`,
    ...openings.map(({ variant, points }) => tell(numbers(variant), { type: 'opened', variant, points })),
    tell(apart, { type: 'opened', variant: 'standard', points: 1 }),
    ...['attack butler', 'move wilderness', 'tma cold-harbor', 'cross'].map((one) => described(data, order(one))),
    ...BUTTONS.flatMap((setting) => {
      const at = position(setting);
      const labels = [...legalOrders(legality, at, 'us')].map((one) => label(data, at, one as Order));
      return [JSON.stringify(setting), ...labels.map((one) => `  ${labelText(one, true)} / ${labelWithChance(one)}`)];
    }),
    ...ENDS.map(([setting, written, ...dice]) => {
      const { state } = play(position(setting), written, ...dice);
      const { headline, reason } = ending(data, state) as Ending;
      return `${JSON.stringify(setting)} ${written}: **${headline}** ${reason}`;
    }),
    ...TEXTS.map((setting) => text(view(data, position(setting)), true)),
    text(view(data, position(TEXTS[2])), false),
    text(view(data, won), true),
    ...tables.map((combatResults) => lastLine(text({ ...view(data, position()), combatResults }, true))),
    ...NOT_UNDERSTOOD.map((draft) => `${JSON.stringify(draft).slice(0, 60)}: ${misread(draft)}`),
    ...REFUSED.map(([setting, written]) => refused(position(setting), written)),
    ...ASKED.map(([setting, draft]) => {
      const open = next(data, position(setting), 'us', draft);
      const { prompt, choices } = question(data, position(setting), draft, (open as NextQuestion).question);
      return `${prompt} ${choices.map(({ label: name, hint }) => `${name}${hint ? ` (${hint})` : ''}`).join('; ')}`;
    }),
  ];
  expect(ending(data, position())).toBeNull();
  await expect(said.map((line) => `- ${line}\n`).join('')).toMatchFileSnapshot('words.md');
});

test('an owner’s price of a roll is told with the numbers', () => {
  const data = numbers();
  const dear = { ...data, actionPoints: { ...data.actionPoints, roll: 2 } };
  expect(tell(dear, { type: 'opened', variant: 'standard', points: 10 })).toContain('each of your rolls costs two,');
  expect(text(view(dear, position()), true)).toContain('crossings cost 2 Action Points each;');
});

describe('everything that is ever said', () => {
  let game: Reachable;
  beforeAll(() => {
    game = reachable('standard');
  });

  test('is well put', () => {
    const said = new Set<string>();
    for (const state of game.states) {
      const data = numbers(state.variant);
      said.add(text(view(data, state), true)).add(text(view(data, state), false));
      const ended = ending(data, state);
      if (ended) said.add(ended.headline).add(ended.reason);
      for (const one of legalOrders(legality, state, 'us')) {
        said.add(labelText(label(data, state, one as Order), true)).add(described(data, one as Order));
      }
      for (const { events } of game.steps.get(state) ?? []) for (const event of events) said.add(tell(data, event));
    }
    expect([...said].filter((words) => AWKWARD.test(words))).toEqual([]);
    expect([...said].filter((words) => words.length > 1900)).toEqual([]);
  });

  test('begins with a capital and ends with a stop, where it is a sentence of the log', () => {
    const told = new Set<string>();
    for (const steps of game.steps.values()) {
      for (const { events } of steps) for (const event of events) told.add(tell(numbers(), event));
    }
    expect([...told].filter((sentence) => !/^[A-Z].*[.]$/.test(sentence))).toEqual([]);
    expect([...told].filter((sentence) => sentence.length > 160)).toEqual([]);
  });

  test('buttons are labelled within Discord’s eighty characters, no two alike', () => {
    for (const state of game.states) {
      const orders = [...legalOrders(legality, state, 'us')].map((one) => label(numbers(), state, one as Order));
      const labels = orders.map((one) => labelText(one, true));
      if (labels.some((one) => one.length > 80) || new Set(orders.map(({ text }) => text)).size !== labels.length) {
        throw new Error(labels.join(' | '));
      }
    }
  });
});

/** The rolls of many campaigns, with the words that tell them. */
function thrown(): readonly { readonly faces: readonly number[]; readonly rolls: readonly Roll[] }[] {
  return Array.from({ length: 40 }, (_, index) =>
    toldCampaign(`rolls ${index}`, { skill: index % 6, untold: true }),
  ).flatMap(({ states, givenOrders }) =>
    givenOrders.map(({ entry, events }, place) => ({
      faces: entry.throws.flatMap((one) => (one.kind === 'die' ? [one.face] : [])),
      rolls: overland.eventWords.rolls?.(states[place + 1] as State, events) ?? [],
    })),
  );
}

describe('what is told of dice beside them', () => {
  const all = thrown();

  test('is told of each die, in the order they fell', () => {
    for (const { faces, rolls } of all) expect(rolls).toHaveLength(faces.length);
    expect(Math.max(...all.map(({ faces }) => faces.length))).toBe(3);
  });

  test('is what it had to show [VI] [VIII], and whether it did', () => {
    for (const { faces, rolls } of all) {
      for (const [index, { needs, carried }] of rolls.entries())
        expect([needs, carried]).toEqual([needs, passes(needs, faces[index] ?? 0)]);
    }
  });

  test('names whoever answers an order; the order itself goes without', () => {
    const several = all.flatMap(({ rolls }) => (rolls.length > 1 ? [rolls] : []));
    for (const [first, ...others] of several) {
      expect(first?.whose).toBeNull();
      for (const { whose } of others) expect(['Lee', 'Beauregard']).toContain(whose);
    }
  });

  test('is short enough to be read on a card', () => {
    for (const { rolls } of all) {
      for (const { whose, needs, outcome } of rolls) {
        expect(whose?.length ?? 0).toBeLessThanOrEqual(12);
        expect(needs.length).toBeLessThanOrEqual(12);
        expect(outcome.length).toBeLessThanOrEqual(12);
      }
    }
  });
});

function passes(needs: string, face: number): boolean {
  const [, low] = needs.match(/^needs (\d)\+$/) ?? [];
  if (low) return face >= Number(low);
  const [, high] = needs.match(/^needs 1–(\d)$/) ?? [];
  if (high) return face <= Number(high);
  const [, only] = needs.match(/^needs (\d)$/) ?? [];
  if (only) return face === Number(only);
  expect(needs).toBe('can’t win');
  return false;
}
