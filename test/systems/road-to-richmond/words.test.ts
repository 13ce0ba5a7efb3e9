import { describe, expect, test } from 'vitest';
import { isLegal, isRefusal, labelText, labelWithChance, type SlotValue } from '../../../src/game/index.ts';
import { legality, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { clockOf, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Battle, Event, Reckoning } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { agenda, wholeAgenda } from '../../../src/systems/road-to-richmond/words/agenda.ts';
import { summary, when } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { areaOf, unitLabel } from '../../../src/systems/road-to-richmond/words/names.ts';
import { ANSWERS, describe as described, label, parse } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { roster, text, textAt } from '../../../src/systems/road-to-richmond/words/position-text.ts';
import { digest, tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { expectWords } from '../../conformance/words.ts';
import { field } from './data.ts';
import { position, start } from './position.ts';
import { played } from './random-play.ts';

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

describe('what members read', () => {
  test('the opening line of a game', () => {
    expect(summary(field, view(start))).toBe(
      '**Turn 1, 12:00 on 27 June, Confederate movement.** Points: Confederates 0, Union 0.',
    );
  });

  test('the agenda of a movement phase counts who can go; in words it names who can come on, who is held, and who comes next', () => {
    const held = position(
      { 'c-gregg': '1106', 'u-1-2-v': '1107', 'c-branch': '0303', 'c-mahone': 'waiting' },
      { side: 'confederate' },
    );
    const late = view({ ...held, turn: 19 });
    expect(agenda(field, late)).toEqual(['1 unit can enter, 1 unit can still move.']);
    expect(wholeAgenda(field, late, true)).toEqual([
      'Can enter at 0728, 0328 or 0126: Mahone.',
      '1 unit can still move: Branch.',
      'Pinned by enemy zones of control: Gregg.',
    ]);
  });

  test('the agenda of a combat phase names each duty that is open, once [7.1]', () => {
    const met = position(
      { 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-2-2-v': '1107' },
      { side: 'confederate', step: 'plan' },
    );
    expect(agenda(field, view(met))).toEqual(['Must be attacked: 1107 Watt (Buchanan and Lovell).']);
    expect(wholeAgenda(field, view(met), true)).toEqual([
      '**Before you can finish:**',
      '- Attack 1107 Watt (Buchanan and Lovell), next to your units in 1106.',
    ]);
    const battle = { hexes: ['1107'], attackers: ['c-gregg'], bombardment: false, column: '1-3' } as const;
    const planned = view({ ...met, battles: [battle] });
    expect(agenda(field, planned)).toEqual(['Planned: 1107 Watt at 1-3. You can finish.']);
    expect(wholeAgenda(field, planned, true)).toEqual([
      'You can finish planning: every battle that must be fought is planned.',
      '**Planned:**',
      '- 1107 Watt: Gregg, 8 against 24, doubled behind water: 1-3',
    ]);
  });

  test('whose choice it is stands first', () => {
    const beaten = position({ 'u-1-2-v': '1107', 'c-gregg': '1106' }, { side: 'confederate', step: 'fight' });
    const retreat = { kind: 'retreat', side: 'union', pieces: ['u-1-2-v'], why: 'combat', chain: [] } as const;
    const advance = { kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into: ['1107'] } as const;
    expect(agenda(field, view({ ...beaten, pending: [retreat] }))[0]).toBe(
      'Union: Buchanan must retreat. Choose where.',
    );
    expect(agenda(field, view({ ...beaten, pending: [advance] }))[0]).toBe(
      'Confederates: Advance a unit into 1107 Watt?',
    );
  });

  test('who may attack one of several hexes is named beside those that have to be attacked', () => {
    const met = position(
      { 'c-gregg': '1106', 'u-1-2-v': '1107', 'u-1-3-v': '1206' },
      { side: 'confederate', step: 'plan' },
    );
    expect(agenda(field, view(met))).toEqual([
      'Must be attacked: 1107 Watt (Buchanan); 1206 (Reynolds). Gregg in 1106 must attack.',
    ]);
    expect(wholeAgenda(field, view(met), true).at(-1)).toBe('- Attack 1107 or 1206 with Gregg in 1106.');
  });

  test('the roster begins with corps on the map by their number; who arrives later comes after, who is gone last', () => {
    const state = position(
      '1404 u-1-cr, 1107 u-1-3-v, off-1528 u-1-2-v, 1726 u-1-2-iv, waiting u-1-2-ii, 0410 u-3r-art',
      { side: 'union', turn: 2 },
    );
    const own = roster(field, view(state), 'union').filter(({ title }) => title.endsWith('(Union)'));
    expect(own.map(({ title }) => title.replace(' (Union)', '')).slice(0, 5)).toEqual([
      'IV Corps',
      'V Corps',
      'Artillery',
      'Cavalry',
      'II Corps',
    ]);
    expect(own[1]?.lines.slice(0, 2)).toEqual([
      'Reynolds 1/3/V (8): 1107 Watt',
      'Buchanan 1/2/V (5): off the map at 1528',
    ]);
  });

  test('early arrival names only groups that come the sooner for it [13.3]', () => {
    const alarm = (turn: number) => tell(field, { type: 'alarm', turn, piece: 'c-gregg', hex: '0117' });
    expect(alarm(2)).toMatch(
      /: turn-13 groups can arrive from turn 3 on, turn-14 .* turn 4, turn-15 .* turn 5, turn-18 .* turn 8\.$/,
    );
    expect(alarm(11)).toMatch(
      /: turn-13 groups can arrive from turn 12 on, turn-14 .* turn 13, turn-15 .* turn 14, turn-18 .* turn 17\.$/,
    );
    expect(alarm(12)).toMatch(/triggers early arrival, too late for any group\.$/);
  });

  test('a place that is near both ends of a way is named once', () => {
    const back = {
      type: 'retreated',
      side: 'union',
      piece: 'u-1-2-v',
      from: '1106',
      to: '1206',
      why: 'combat',
      displacing: null,
    };
    expect(tell(field, back as Event)).toBe('Buchanan retreats from 1106 to 1206 near Watt.');
  });

  test('names guns that could share a retreat and stay [9.1]', () => {
    expect(tell(field, { type: 'held', side: 'union', guns: ['u-v-art'] })).toBe('V Corps artillery stays.');
    expect(tell(field, { type: 'held', side: 'union' })).toContain('advances');
  });

  test('a march, an arrival and a battle', () => {
    expect(
      tell(field, {
        type: 'moved',
        side: 'union',
        pieces: ['u-1-2-v', 'u-2-2-v'],
        from: '1107',
        way: ['1108'],
        cost: 1,
      }),
    ).toBe('Buchanan and Lovell move from 1107 Watt to 1108 near Watt (cost 1).');
    expect(
      tell(field, {
        type: 'moved',
        side: 'confederate',
        pieces: ['c-winder'],
        from: null,
        way: ['1301', '1302'],
        cost: 3,
      }),
    ).toBe('Winder enters at 1301 Bethesda Church road, and goes to 1302 (cost 3).');
    expect(
      tell(field, {
        type: 'fought',
        side: 'confederate',
        battle: { hexes: ['1107'], attackers: ['c-gregg', 'c-branch', 'c-archer'], bombardment: false, column: '1-1' },
        defenders: ['u-1-2-v', 'u-2-2-v'],
        reckoning: { attack: 24, defence: 24, doubled: [{ hex: '1107', why: 'water' }], odds: '1-1', column: '1-1' },
        die: 3,
        result: 'Dr',
      }),
    ).toBe(
      'Attack on 1107 Watt by Gregg, Branch and Archer, 24 against 24, doubled behind water: 1-1. Die 3: the defenders retreat.',
    );
  });

  test('many marches in a row are counted, with where most of them went; arrivals and exits are named', () => {
    const march = (piece: string, from: string | null, way: readonly string[]): Event => ({
      type: 'moved',
      side: 'union',
      pieces: [piece],
      from,
      way,
      cost: 4,
    });
    const marches = ['u-1-2-v', 'u-2-2-v', 'u-3-2-v', 'u-2-1-v', 'u-1-3-v', 'u-3-3-v', 'u-2-3-v'].map((piece, index) =>
      march(piece, '1009', [index < 5 ? '0813' : '0409']),
    );
    const arrival = march('u-2-2-iv', null, ['1528', '1427']);
    const exit = { type: 'left', side: 'union', pieces: ['u-train'], from: '1528', way: [], by: '1528' } as const;
    expect(digest(field, [...marches, arrival, exit])).toEqual([
      'Wessells enters at 1528.',
      '7 Union units move; most of them are now around Trent’s.',
      'The Train leaves the map at 1528 White Oak Bridge road.',
    ]);
  });

  test('a battle of a run is a line with what came of it, and is not named before as laid out', () => {
    const battle: Battle = { hexes: ['1107'], attackers: ['c-gregg'], bombardment: false, column: '2-1' };
    const reckoning: Reckoning = { attack: 18, defence: 8, doubled: [], odds: '2-1', column: '2-1' };
    const side = 'union';
    const run: Event[] = [
      { type: 'laid', battle, reckoning },
      { type: 'plan', battles: 1 },
      { type: 'fought', side: 'confederate', battle, defenders: ['u-2-2-v'], reckoning, die: 3, result: 'Dr' },
      { type: 'retreated', side, piece: 'u-2-2-v', from: '1107', to: '1007', why: 'combat', displacing: null },
      { type: 'retreated', side, piece: 'u-1-2-v', from: '1107', to: '1007', why: 'combat', displacing: null },
      { type: 'held', side: 'confederate' },
    ];
    expect(digest(field, run)).toEqual([
      '1107 Watt: 18 against 8 at 2-1, die 3, the defenders retreat. Lovell and Buchanan retreat to 1007.',
    ]);
    expect(digest(field, run.slice(0, 2))).toEqual(['1 battle planned: 1107 at 2-1.']);
  });
});
