import { describe, expect, test } from 'vitest';
import { isLegal, isRefusal, labelText, labelWithChance, type SlotValue } from '../../../src/game/index.ts';
import { hexesLabel, hexLabel } from '../../../src/kit/hex/hex-names.ts';
import { legality, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { clockOf, type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Battle, Event, Order, Reckoning } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { agenda, wholeAgenda } from '../../../src/systems/road-to-richmond/words/agenda.ts';
import { summary, when } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { areaOf, destinationLabel, unitLabel } from '../../../src/systems/road-to-richmond/words/names.ts';
import {
  ANSWERS,
  describe as described,
  label,
  parse,
  summaryCoversOrder,
} from '../../../src/systems/road-to-richmond/words/orders.ts';
import { roster, text, textAt } from '../../../src/systems/road-to-richmond/words/position-text.ts';
import { digest, tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { expectWords } from '../../conformance/words.ts';
import { field } from './data.ts';
import { type At, given, position, start } from './position.ts';
import { played } from './random-play.ts';
import { battles, laid, planning } from './scenes.ts';

/** What no sentence may hold: slips of the pen, numbers that do not agree, words of the program. */
const AWKWARD =
  / {2}|null| ,| \.|\.\.|\b1 (points|units|battles|others|turns|lines)\b|\b(?<!\d)1 strength points\b|c-[a-z]|u-[a-z0-9]/;

function expectPlain(words: string, most: number, what: string): void {
  expectWords(words, most, what);
  expect(AWKWARD.exec(words)?.[0], `${what}: “${words}”`).toBeUndefined();
}

describe('the clock', () => {
  test('runs two hours a turn by day, and has two nights [2.3]', () => {
    const hours = Array.from({ length: 20 }, (_, index) => clockOf(field, index + 1));
    expect([hours[0], hours[3], hours[4], hours[5], hours[11], hours[12], hours[13], hours[19]]).toEqual([
      '12:00 on 27 June',
      '18:00 on 27 June',
      'the night after 27 June',
      '06:00 on 28 June',
      '18:00 on 28 June',
      'the night after 28 June',
      '06:00 on 29 June',
      '18:00 on 29 June',
    ]);
  });

  test('a phase is told in the same words from its first order to its last', () => {
    const { episodes } = games[0] as (typeof games)[number];
    for (const { before, after, events } of episodes) {
      expect(when(field, view(after)).length).toBeLessThanOrEqual(60);
      if (!events.some(({ type }) => type === 'phase' || type === 'quiet' || type === 'ended'))
        expect(when(field, view(after))).toBe(when(field, view(before)));
    }
  });
});

/** Games of members who do anything that is legal, as far as there is time for. */
const games = [
  { ...played(11, 240), seed: 11 },
  { ...played(12, 160, 'effectiveness'), seed: 12 },
];

describe.each(games)('in a game of anything that is legal (seed $seed)', ({ episodes, asked }) => {
  test('every choice is read by what it is called, in any case, without a position', () => {
    const known = new Set<string>();
    for (const { draft, question } of asked) {
      const labels = question.choices.map((choice) => choice.label.toLowerCase());
      expect(new Set(labels).size, `${question.slot} of ${draft.verb}: labels`).toBe(labels.length);
      if (question.slot === 'verb') continue;
      for (const { value, label: shown } of question.choices) {
        const key = `${draft.verb} ${question.slot} ${value} ${shown}`;
        if (known.has(key)) continue;
        known.add(key);
        expectPlain(shown, 80, 'a label');
        for (const typed of [shown, shown.toUpperCase(), shown.toLowerCase(), value.toUpperCase()])
          expect(read(draft, question, typed), typed).toEqual(question.several ? [value] : value);
      }
      if (question.note !== undefined) expectPlain(question.note.replaceAll('\n', ' '), 900, 'a note');
    }
  });

  test.each(Object.values(ANSWERS))('the answer “$label” may be typed as it is read', ({ value, label }) => {
    for (const typed of [value, label, label.toUpperCase(), label.toLowerCase()])
      expect(parse(field, { verb: 'done', sure: typed })).toEqual({ verb: 'done', sure: value });
  });

  test('every order given is read as itself, and is told and offered in words that tell it apart', () => {
    for (const { order, before } of episodes) {
      if (order === null) continue;
      expect(parse(field, order)).toEqual(order);
      const shown = label(field, before, order);
      expectPlain(labelText(shown, true), 80, 'a button');
      expectPlain(labelWithChance(shown), 100, 'a line of a ballot');
      expectPlain(described(field, order), 300, 'an order in the log');
    }
  });

  test('every event is told, and all that one order did in at most 2,000 characters', () => {
    for (const { events } of episodes) {
      for (const event of events) expectPlain(tell(field, event), 500, event.type);
      expect(events.map((event) => tell(field, event)).join('\n').length).toBeLessThanOrEqual(2000);
    }
  });

  test('a run of orders is summed up in twelve lines', () => {
    for (let from = 0; from < episodes.length; from += 40) {
      const lines = digest(
        field,
        episodes.slice(from, from + 40).flatMap(({ events }) => [...events]),
      );
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThanOrEqual(12);
      expectPlain(lines.join(' '), 900, 'a digest');
    }
  });

  test('the position is told in a line, by area, by hex, and as a list of what stands to be done', () => {
    for (const { after } of episodes.filter((_, index) => index % 3 === 0)) {
      expectPlain(summary(field, view(after)), 200, 'the summary');
      for (const odds of [true, false]) {
        const whole = text(field, view(after), odds);
        expectPlain(whole.replaceAll('\n', ' '), 6000, 'the whole position');
        expect(whole, 'ends with a whole sentence').toMatch(/\.$/);
      }
      const lines = agenda(field, view(after));
      for (const line of lines) expectPlain(line, 400, 'a line of the agenda');
      expect(lines.join('\n').length).toBeLessThanOrEqual(900);
    }
  });

  test('every unit on the map stands in the words of the whole position, and in those of its hex and area', () => {
    for (const { after } of episodes.filter((_, index) => index % 40 === 0)) {
      const whole = text(field, view(after), false);
      for (const piece of field.pieces) {
        const where = after.where[piece.id] ?? '';
        const hex = field.hex.has(where) ? where : null;
        if (hex === null) continue;
        expect(whole, `${piece.id} in ${hex}`).toMatch(new RegExp(`\\b${hex}\\b`));
        for (const place of [hex, piece.id, areaOf(field, hex).id]) {
          const told = textAt(field, view(after), place);
          expectPlain(told.replaceAll('\n', ' '), 2000, place);
          expect(told, place).toContain(unitLabel(piece));
        }
      }
    }
  });

  test('a hex says who of the side to move can get there now, the cheapest first, and who leads has a capital', () => {
    const here = position({ 'c-garland': '1311', 'c-pickett': '1311', 'c-branch': '1312', 'u-3-1-v': '1012' });
    const told = textAt(field, view(here), '1310');
    expect(told).toContain('Confederates who can get there now: Garland and Pickett (cost 1); Branch (cost 2).');
    expect(textAt(field, view(here), '0101')).toContain('Confederates who can get there now: none.');
    // Only a bridge leads over the Chickahominy.
    const river = position({ 'c-garland': '1010', 'c-branch': '1213', 'u-3-1-v': '1012' });
    expect(textAt(field, view(river), '1012')).toMatch(
      /Confederates who can get next to it now: Garland \(cost \d\)\./,
    );
    expect(textAt(field, view({ ...here, step: 'plan' }), '1310')).not.toContain('can get there');
    expect(text(field, view(here), true)).toMatch(/\. (The Confederates are|The Union is) \d+ points ahead\./);
  });

  test('the roster has every unit once, those of the asking side first', () => {
    const { after } = episodes.at(-1) as (typeof episodes)[number];
    for (const seat of ['union', 'confederate', null]) {
      const parts = roster(field, view(after), seat);
      const lines = parts.flatMap((part) => part.lines);
      expect(new Set(lines).size).toBe(field.pieces.length);
      for (const line of lines) expectPlain(line, 120, 'a line of the roster');
      expect(parts[0]?.title).toContain(seat === 'union' ? 'Union' : 'Confederate');
    }
  });

  test('orders offered at one moment differ on their buttons', () => {
    const moments = asked.filter(({ question }) => question.slot === 'column' || question.slot === 'to');
    for (const { episode, draft, question } of moments.filter((_, index) => index % 5 === 0)) {
      const { before } = episodes[episode] as (typeof episodes)[number];
      const orders = question.choices.map(({ value }) => ({ ...draft, [question.slot]: value }) as never);
      const seat = toDecide(before) ?? '';
      const texts = orders
        .filter((order) => isLegal(legality(field), before, seat, order))
        .map((order) => label(field, before, order).text);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});

test('the sentence of what an order did stands for that of the order: of a march, not of the end of a phase', () => {
  const march: Order = { verb: 'move', unit: 'c-rodes', to: '1004' };
  const done: Order = { verb: 'done', sure: 'yes' };
  expect(summaryCoversOrder(march, given(start, march).events)).toBe(true);
  expect(summaryCoversOrder(done, given(start, done).events)).toBe(false);
  expect(summaryCoversOrder(march, [])).toBe(false);
});

/** What parse makes of one slot, the rest of the order made up around it. */
function read(
  draft: object,
  { slot, several }: { slot: string; several?: object },
  typed: string,
): SlotValue | undefined {
  const rest = { unit: 'u-1-2-v', to: '1107', target: '1107', with: ['u-1-2-v'], column: '1-1', units: ['u-1-2-v'] };
  const verb = (draft as { verb: string }).verb;
  const slots = {
    move: ['unit', 'to'],
    attack: ['target', 'with', 'column'],
    bombard: ['target', 'with', 'column'],
  } as const;
  const more = {
    cancel: ['target'],
    fight: ['target'],
    retreat: ['unit', 'to'],
    lose: ['units'],
    advance: ['unit'],
    done: [],
  };
  const named = ({ ...slots, ...more } as { [verb: string]: readonly string[] })[verb] ?? [];
  const whole = Object.fromEntries(named.map((name) => [name, rest[name as keyof typeof rest]]));
  const order = parse(field, { ...whole, verb, [slot]: several ? [typed] : typed });
  return isRefusal(order) ? undefined : (order as { [slot: string]: SlotValue })[slot];
}

/** Pieces of both sides next to each other: the Confederates about to plan, or to choose. */
const met = (at: At, more: Partial<State> = {}) => position(at, { side: 'confederate', step: 'plan', ...more });
const LINE = { 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-2-2-v': '1107' } as const;
const moved = (pieces: readonly string[], from: string | null, way: readonly string[], cost = 4): Event => {
  return { type: 'moved', side: 'union', pieces, from, way, cost };
};
const retreated = (piece: string, from: string, to: string): Event => {
  return { type: 'retreated', side: 'union', piece, from, to, why: 'combat', displacing: null };
};
const BATTLE: Battle = {
  hexes: ['1107'],
  attackers: ['c-gregg', 'c-branch', 'c-archer'],
  bombardment: false,
  column: '1-1',
};
const RECKONING: Reckoning = {
  attack: 24,
  defence: 24,
  doubled: [{ hex: '1107', why: 'water' }],
  odds: '1-1',
  column: '1-1',
};
const FOUGHT: Event = {
  ...{ type: 'fought', side: 'confederate', battle: BATTLE, reckoning: RECKONING, die: 3, result: 'Dr' },
  defenders: ['u-1-2-v', 'u-2-2-v'],
};
const LAID: readonly Event[] = [
  { type: 'laid', battle: BATTLE, reckoning: RECKONING },
  { type: 'plan', battles: 1 },
];

/** Tasks, in short and in full. */
const AGENDAS: { readonly [what: string]: State } = {
  'a movement phase: who can come on, who is held, who can go': position(
    { 'c-gregg': '1106', 'u-1-2-v': '1107', 'c-branch': '0303', 'c-mahone': 'waiting' },
    { side: 'confederate', turn: 19 },
  ),
  'each duty that is open, once [7.1]': met(LINE),
  'all that must be fought is planned': met(LINE, {
    battles: [{ hexes: ['1107'], attackers: ['c-gregg'], bombardment: false, column: '1-3' }],
  }),
  'who can attack one of several hexes': met({ 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-1-3-v': '1206' }),
  'whose choice of a retreat it is': met(LINE, {
    step: 'fight',
    pending: [{ kind: 'retreat', side: 'union', pieces: ['u-1-2-v'], why: 'combat', chain: [] }],
  }),
  'whose choice of an advance it is': met(LINE, {
    step: 'fight',
    pending: [{ kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into: ['1107'] }],
  }),
};
const EVENTS: readonly Event[] = [
  ...[2, 11, 12].map((turn): Event => ({ type: 'alarm', turn, piece: 'c-gregg', hex: '0117' })),
  retreated('u-1-2-v', '1106', '1206'),
  { type: 'held', side: 'union', guns: ['u-v-art'] },
  { type: 'held', side: 'union' },
  moved(['u-1-2-v', 'u-2-2-v'], '1107', ['1108'], 1),
  { ...moved(['c-winder'], null, ['1301', '1302'], 3), side: 'confederate' } as Event,
  FOUGHT,
];
const MARCHES = ['u-1-2-v', 'u-2-2-v', 'u-3-2-v', 'u-2-1-v', 'u-1-3-v', 'u-3-3-v', 'u-2-3-v'];
const RUNS: { readonly [what: string]: readonly Event[] } = {
  'many marches are counted; arrivals and exits are named': [
    ...MARCHES.map((piece, index) => moved([piece], '1009', [index < 5 ? '0813' : '0409'])),
    moved(['u-2-2-iv'], null, ['1528', '1427']),
    { type: 'left', side: 'union', pieces: ['u-train'], from: '1528', way: [], by: '1528' },
  ],
  'a battle is a line with what came of it, not named before as laid out': [
    ...LAID,
    FOUGHT,
    retreated('u-2-2-v', '1107', '1007'),
    retreated('u-1-2-v', '1107', '1007'),
    { type: 'held', side: 'confederate' },
  ],
  'a battle laid out': LAID,
};

test('what members read, as a file: to play, one needs no picture', async () => {
  const retreating = Object.values(battles()).flatMap(({ state }) =>
    state.pending[0]?.kind === 'retreat' ? [state] : [],
  );
  // Corps on the map by their number; who arrives later comes after, who is gone last.
  const corps = {
    ...{ 'u-1-cr': '1404', 'u-1-3-v': '1107', 'u-1-2-v': 'off-1528', 'u-1-2-iv': '1726', 'u-1-2-ii': 'waiting' },
    'u-3r-art': '0410',
  };
  const told = [
    `the opening line: ${summary(field, view(start))}`,
    ...Object.entries(AGENDAS).map(([what, state]) => {
      return [`${what}: ${agenda(field, view(state)).join(' ')}`, ...wholeAgenda(field, view(state), true)].join(
        '\n  ',
      );
    }),
    ...[planning, laid, ...retreating].map((state) => text(field, view(state), true)),
    ...roster(field, view(position(corps, { side: 'union', turn: 2 })), 'union').map(
      ({ title, lines }) => `${title}: ${lines.slice(0, 2).join('; ')}`,
    ),
    ...EVENTS.map((event) => `${event.type}: ${tell(field, event)}`),
    ...Object.entries(RUNS).map(([what, events]) => [`${what}:`, ...digest(field, events)].join('\n  ')),
    ...field.pieces.map((piece) => `${piece.id}: ${unitLabel(piece)}`),
    ...NAMED.map((hex) => hexLabel(field, hex)),
    destinationLabel(field, 'off-1528'),
    hexesLabel(field, ['1107', '1206']),
  ];
  await expect(told.map((line) => `- ${line}\n`).join('')).toMatchFileSnapshot('words.md');
});
const NAMED = ['1004', '0607', '1106', '1301', '1528', '0101'];
