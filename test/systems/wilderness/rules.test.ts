import { describe, expect, test } from 'vitest';
import { arranged, isRefusal } from '../../../src/game/index.ts';
import { sum } from '../../../src/kit/subsets.ts';
import { boardOf, pieceOf } from '../../../src/systems/wilderness/board.ts';
import { pointsForLoss } from '../../../src/systems/wilderness/rules/combat/aftermath.ts';
import { reckon } from '../../../src/systems/wilderness/rules/combat/odds.ts';
import { fixStatus } from '../../../src/systems/wilderness/rules/command.ts';
import { turnItems } from '../../../src/systems/wilderness/rules/scoring.ts';
import { SUPPLY_RANGE, supplyIn } from '../../../src/systems/wilderness/rules/supply.ts';
import type { Counter, State } from '../../../src/systems/wilderness/state.ts';
import { positionFromView } from '../../../src/systems/wilderness/view.ts';
import type { Event, Order, Side, Step } from '../../../src/systems/wilderness/vocabulary.ts';
import { scripted } from '../../dice/scripted.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { type Played, partsIn, ruleCases } from '../rule-cases.ts';
import { begunBefore, game, theatre } from './data.ts';
import {
  counterOf,
  deciding,
  eventOf,
  given,
  givenIn,
  having,
  hexOf,
  next,
  offered,
  offeredChoices,
  type Placed,
  position,
  priceOf,
  read,
  why,
} from './position.ts';

/** `union combat control={} | 2224 u-v:6/12.up, 2225 c-heth` and the like, as the head of `cases.md` says. */
function placed(said: string): State {
  const [head = '', at = said] = said.includes(' | ') ? said.split(' | ') : [''];
  const words = head.split(' ');
  const parts = partsIn(words.filter((word) => word.includes('=')).join(' ')) as Partial<State>;
  const [side = 'union', step = 'move'] = words.filter((word) => word !== '' && !word.includes('='));
  const places = (at === 'start' ? '' : at).split(', ').filter(Boolean);
  const units = places.flatMap((place) => {
    const [hex = '', ...all] = place.split(' ');
    return all.map((unit) => counter(hex as Counter['hex'], unit));
  });
  return position(Object.fromEntries(units), { side: side as Side, step: step as State['step'], ...parts });
}

function counter(hex: Counter['hex'], said: string): [string, Placed] {
  const [, unit = '', strength, original = strength, marks = ''] =
    /^([\w-]+)(?::(\d+)(?:\/(\d+))?)?(.*)$/.exec(said) ?? [];
  const all = marks.split('.').filter(Boolean);
  const deeds = all.filter((mark) => ['marched', 'hasty', 'stopped', 'raised'].includes(mark)) as Counter['deeds'];
  const flags = all.flatMap((mark): [string, unknown][] => {
    const [, name = '', number] = /^([a-z]+)(\d+)?$/.exec(mark) ?? [];
    return deeds.includes(mark as Counter['deeds'][number]) ? [] : [[name, number ? Number(number) : true]];
  });
  const counted = strength === undefined ? {} : { strength: Number(strength), original: Number(original) };
  return [unit, { hex, ...counted, ...(deeds.length > 0 ? { deeds } : {}), ...Object.fromEntries(flags) }];
}

function told({ hex, strength, original, up, entrained, halved, deeds, spent, due }: Counter): string {
  const marks = { up, entrained, halved };
  return [
    hex,
    ...(original > 0 ? [strength === original ? `${strength}` : `${strength}/${original}`] : []),
    ...Object.entries(marks).flatMap(([mark, is]) => (is ? [mark] : [])),
    ...deeds,
    ...(spent > 0 ? [`spent ${spent}`] : []),
    ...(due > 0 ? [`due ${due}`] : []),
  ].join(' ');
}

const stackIn = (state: State, viewer: string, hex: string) =>
  game.knowledge.view(state, viewer).stacks.find((stack) => stack.hex === hex);

function odds(state: State, target: string, attackers: readonly string[], hasty: boolean): string {
  const board = boardOf(theatre, state);
  const units = attackers.map((id) => pieceOf(board, id));
  const { table, attack, defence, column } = reckon({ theatre, state, board }, units, target, hasty);
  return `${attack} to ${defence}: ${column ?? 'no column'} in ${table}`;
}

const FACTS: { readonly [name: string]: (state: State, ...words: readonly string[]) => unknown } = {
  odds: (state, target = '', ...attackers) => odds(state, target, attackers, false),
  hasty: (state, _odds, target = '', ...attackers) => odds(state, target, attackers, true),
  supply: (state, side, hex = '') => supplyIn(theatre, state, side as Side, hex),
  command: (state, side = '', unit) => {
    const own = game.knowledge.view(state, side).stacks.flatMap((stack) => stack.own ?? []);
    return own.find((one) => one.unit === unit)?.commanded ? 'in command' : 'out of command';
  },
  own: (state, side = '') =>
    game.knowledge
      .view(state, side)
      .stacks.flatMap((stack) => stack.own ?? [])
      .map(({ unit, supply }) => `${unit} ${supply}`),
  seen: (state, viewer = '', hex = '') => stackIn(state, viewer, hex),
  gone: (state, viewer = '') => game.knowledge.view(state, viewer).gone,
  sightings: (state, viewer = '') => game.knowledge.view(state, viewer).sightings,
  control: (state, hex = '') => state.control[hex] ?? 'nobody',
  items: (state) =>
    turnItems(theatre, state)
      .map(({ side, why, points }) => `${side} ${why} ${points}`)
      .join('; '),
  loss: (_state, scenario = '', before, points) =>
    pointsForLoss(theatre, scenario, 'union', Number(before), Number(points)),
  asked: (state) => game.rules.asked(state).map(({ seat }) => seat),
  default: (state) => game.rules.asked(state).map(({ defaultOrder }) => defaultOrder)[0],
  form: (state) => formOf(state),
  shortcuts: (state) => planning?.shortcuts.offered(state, deciding(state)).map(({ text }) => text),
  written: (state, ...order) => planning?.write(state, deciding(state), [read(order.join(' '))]),
};

const { planning } = game.play ?? {};
const formOf = (state: State) => planning?.form?.(state, deciding(state))?.text ?? '';

const GAME: Played<State> = {
  position: placed,
  give(state, said, dice) {
    const [, seat = deciding(state), text = said] = /^(\w+): (.*)$/.exec(said) ?? [];
    const order = arranged(game.rules, state, seat, read(text));
    const thrown = scripted(...dice);
    // The dice for command are dealt 1, 2, …
    const result = game.rules.apply(state, seat, order, { ...thrown, shuffle: (faces) => [...faces] });
    if (isRefusal(result)) return { state, told: [game.orderWords.refusal({ ...result, instead: [] })] };
    thrown.spent();
    const events = result.events.flatMap((event) => game.eventWords.tell(event, 'referee') ?? []);
    const [choice] = result.state.pending;
    return { state: result.state, told: [...events, ...(choice ? [`${choice.side}: ${choice.kind}`] : [])] };
  },
  choices: offeredChoices,
  fact(state, name) {
    const [first = '', ...words] = name.split(' ');
    const unit = theatre.unit.has(first) && state.counters.some((one) => one.unit === first);
    return FACTS[first]?.(state, ...words) ?? (unit ? told(counterOf(state, first)) : state[first as keyof State]);
  },
  /** `(form)`: the form as it is filled in. */
  plan(state, typed) {
    const plan = planning?.read(state, deciding(state), typed.replace('(form)', formOf(state)), '');
    if (!plan) throw new Error('There are no plans');
    return { plan, after: () => having(state, ...(plan.orders as Order[])) };
  },
};

ruleCases(new URL('cases.md', import.meta.url), GAME);
ruleCases(new URL('cases-plans.md', import.meta.url), GAME);

const march = (from: string, units: string, to: string) => ({ verb: 'move', from, units, to }) as const;
const south = { side: 'confederate' } as const;
const combat = { step: 'combat' } as const;
const foot = (hex: string, strength: number, more: object = {}) => ({ hex, strength, original: strength, ...more });
const attack = (target: string, ...units: string[]) => ({ verb: 'attack', target, with: units }) as const;

describe('rules that take more than a case', () => {
  test('3.3: an allowance is halved once, when Status is fixed without supply', () => {
    const idle = position({ 'c-heth': '4032', 'c-lee': '4032', 'u-v': '1602' }, { ...south, step: 'reinforce' });
    const cut = { ...idle, control: {} };
    const { state } = next(cut);
    expect(counterOf(state, 'c-heth').halved).toBe(true);
    expect(priceOf(state, '4032', 'c-heth', '4031')).toMatch(/ of 3$/);
  });

  test('7.4: the leave lasts once Union infantry was found inside, though it goes; it did not in games begun before [R23]', () => {
    const at = { 'u-xi': '3752', 'u-v': '2224', 'c-cav-1': '3753', 'c-hoke': '3443', 'c-heth': '2028' };
    const until = (state: State, side: Side, step: Step): State =>
      state.side === side && state.step === step && state.pending.length === 0
        ? state
        : until(next(state).state, side, step);
    const probing = until(position(at), 'union', 'probe');
    const found = given(probing, 'probe c-cav-1 3752', 1).state;
    expect(counterOf(found, 'u-xi').up).toBe(true);
    const sailed = having(until(found, 'union', 'claim'), 'done');
    const away = having(until(sailed, 'union', 'move'), 'sea u-xi 5961');
    const now = until(away, 'confederate', 'move');
    expect([now.turn, now.sightings.some(({ hex }) => theatre.zones.command.has(hex) && hex === '3752')]).toEqual([
      3,
      false,
    ]);
    const order = march('3443', 'c-hoke', '3342');
    expect(hexOf(having(now, order), 'c-hoke')).toBe('3342');
    expect(begunBefore.rules.apply(now, 'confederate', order, sealedAt('a march', 0, 'x'))).toMatchObject({
      code: 'garrison',
      rule: '7.4',
    });
    // What its side knows is enough to say so.
    const guess = positionFromView(theatre, game.knowledge.view(now, 'confederate'), 'confederate');
    expect(hexOf(having(guess, order), 'c-hoke')).toBe('3342');
  });

  test('7.4: the garrison’s march ends inside; on its way it may pass outside', () => {
    const state = position({ 'c-hoke': '3049' }, south);
    const way = eventOf(given(state, march('3049', 'c-hoke', '3254')).events, 'moved').way;
    expect(way.filter((hex) => !theatre.zones.command.has(hex)).length).toBeGreaterThan(0);
    expect(offered(state, 'move 3049 c-hoke').every((hex) => theatre.zones.command.has(hex))).toBe(true);
  });

  test('5.3: the first printed table is for 9 or more, the third for 1 to 4', () => {
    expect(theatre.combatTables.map(({ name, atMost }) => [name, atMost])).toEqual([
      ['1-4', 4],
      ['5-8', 8],
      ['9+', 999],
    ]);
    const sheet = (name: string, column: '1-2' | '5-1', die: number) =>
      theatre.combatTables.find((one) => one.name === name)?.table.resultOf(column, die);
    expect([sheet('9+', '1-2', 1), sheet('9+', '5-1', 7), sheet('5-8', '5-1', 4), sheet('1-4', '5-1', 1)]).toEqual([
      '1/2',
      '2/1',
      '2/3',
      '0/4',
    ]);
  });

  test('5.10: without a hex to go to cavalry is lost, and a leader comes back two turns later beside infantry', () => {
    // Union zones all about.
    const ghosts = theatre.grid.within('2225', 4).map((hex) => ({ side: 'union' as const, hex }));
    const at = { 'u-v': '2224', 'c-cav-1': '2225', 'c-lee': '2225', 'c-heth': '3447' };
    const { state } = given(position(at, { ...combat, ghosts }), attack('2225', 'u-v'));
    expect(hexOf(state, 'c-cav-1')).toBe('lost');
    expect(state.points.union).toBe(2);
    expect(counterOf(state, 'c-lee')).toMatchObject({ hex: 'coming', due: 4 });
    const back = position(
      { 'c-lee': { hex: 'coming', due: 2 }, 'c-heth': '3447' },
      { side: 'confederate', step: 'reinforce' },
    );
    expect(offered(back, 'place c-lee')).toEqual(['3447']);
  });

  /** Both after an attack in which the infantry there, if any, dies: cavalry, and a leader. */
  const BESIEGED = [
    ['4252', ['4251', '4352', '4152'], '4154'],
    ['4738', ['4739', '4638', '4637'], '4836'],
    ['5761', ['5760', '5860'], '5562'],
    ['5961', ['5960', '5860'], '6062'],
  ] as const;

  test.each(BESIEGED)(
    '3.9, 5.10: driven from %s, with the enemy in %j, nobody crosses the estuary to %s',
    (hex, from, across) => {
      const attackers = ['c-heth', 'c-rodes', 'c-field'].slice(0, from.length);
      const about = Object.fromEntries(attackers.map((id, at) => [id, foot(from[at] as string, 20)]));
      const at = { ...about, 'u-xi': foot(hex, 1), 'u-cav-1': hex, 'u-grant': hex };
      const state = position(at, { ...combat, side: 'confederate', forts: {} });
      const now = given(state, attack(hex, ...attackers), 1).state;
      expect([hexOf(now, 'u-cav-1'), counterOf(now, 'u-grant')]).toEqual([
        'lost',
        expect.objectContaining({ hex: 'coming', due: 4 }),
      ]);
      const before = givenIn(begunBefore, state, attack(hex, ...attackers), 1).state;
      expect([hexOf(before, 'u-cav-1'), hexOf(before, 'u-grant')]).toEqual([across, across]);
    },
  );

  test('3.9, 5.10: they go by land, round the enemy and mountains; an enemy zone on the way does not stop them', () => {
    const from = (hex: string, ...by: string[]) => {
      const union = Object.fromEntries(by.map((one, at) => [['u-v', 'u-vi'][at] as string, foot(one, 20)]));
      const state = position({ ...union, 'c-lee': hex }, combat);
      return [given, givenIn.bind(null, begunBefore)].map((play) =>
        hexOf(play(state, attack(hex, 'u-v')).state, 'c-lee'),
      );
    };
    // 4251 is all that is open beside 4252: an enemy zone lies on it. Games begun before went over the James.
    expect(from('4252', '4152', '4352')).toEqual(['4250', '4154']);
    // West of the Blue Ridge, and not over it.
    expect(from('0822', '0922', '0923')).toEqual(['0724', '0621']);
  });

  test('7.3: a hex out of command throws a die that its side alone learns: on 5 or 6 it stands idle, but may entrench', () => {
    const state = position({ 'u-v': '2224', 'u-vi': '3020', 'c-heth': '2331' }, { step: 'reinforce' });
    const foot = theatre.units.filter(({ side, kind }) => side === 'union' && kind === 'infantry').length;
    const faces = (...first: number[]) =>
      Array.from({ length: foot }, (_, at) => {
        const face = (first[at] ?? 1) - 1;
        return [face, ...[0, 1, 2, 3, 4, 5].filter((one) => one !== face)];
      });
    const { state: fixed, event } = fixStatus(theatre, state, scripted(...faces(5, 4)));
    expect(event).toMatchObject({ type: 'commanded', held: ['u-v'], free: ['u-vi'] });
    expect(game.eventWords.tell(event, 'union')).toContain('V Corps');
    expect([game.eventWords.tell(event, 'confederate'), game.eventWords.tell(event, 'public')]).toEqual([null, null]);
    const moving: State = { ...fixed, step: 'move' };
    expect(why(moving, 'move 2224 u-v 2223')).toBe('out-of-command [7.3]');
    expect(having(moving, 'entrench u-v').entrenched).toEqual(['2224']);
    const port = position({ 'u-v': { hex: '3727', held: true } });
    expect(counterOf(having(port, 'sea u-v 4346'), 'u-v').hex).toBe('4346');
    const fighting = position({ 'u-v': { hex: '2224', held: true }, 'c-heth': '2225' }, { step: 'combat' });
    expect(why(fighting, 'attack 2225 u-v')).toBe('out-of-command [7.3]');
  });

  test('case 24: 1.1 has 52 Union and 38 Confederate strength points; June 56 and 43, and 36 and 160 points [13, 12.1]', () => {
    const total = (id: string, side: string) =>
      sum(
        (theatre.scenario.get(id)?.groups ?? [])
          .filter((one) => one.side === side)
          .flatMap(({ units }) => units.map(({ strength }) => strength)),
      );
    expect([total('may-west', 'union'), total('may-west', 'confederate')]).toEqual([52, 38]);
    expect([total('june', 'union'), total('june', 'confederate')]).toEqual([56, 43]);
    expect(theatre.scenario.get('june')?.points).toEqual({ union: 36, confederate: 160 });
  });

  test('8.2, 8.3: supply reaches eight hexes; ports are controlled as the sheet says', () => {
    expect(SUPPLY_RANGE).toBe(8);
    const may = theatre.control.union;
    for (const port of ['4314', '4316', '5612', '3727', '5555', '5761', '5961']) expect(may).toContain(port);
    expect(theatre.scenario.get('june')?.ports).toEqual(['4346', '3752']);
  });

  test('7.4: games begun before let the garrison advance out of its area', () => {
    const state = position({ 'c-hoke': foot('3443', 20), 'u-v': foot('3442', 1) }, { ...combat, ...south });
    const order = attack('3442', 'c-hoke');
    expect(givenIn(begunBefore, state, order, 1).state.pending).toMatchObject([{ kind: 'advance' }]);
    expect(given(state, order, 1).state.pending).toEqual([]);
  });

  test('the board has a line for the attacks of a phase: how many, what each cost, and what came of them', () => {
    const at = {
      'u-v': foot('2224', 40),
      'u-ix': foot('3020', 12),
      'c-heth': foot('2225', 1),
      'c-rodes': foot('3021', 9),
    };
    const first = given(position(at, combat), attack('2225', 'u-v'), 1);
    const enters = given(first.state, 'advance u-v');
    const one = [...first.events, ...enters.events];
    const brief = (events: readonly Event[]) => game.eventWords.digest?.(events, 'public', true);
    expect(brief(one)).toEqual([
      ['fought', 'lost', 'advanced']
        .map((type) => game.eventWords.tell(eventOf(one, type as Event['type']), 'public'))
        .join(' '),
    ]);
    const second = given(enters.state, attack('3021', 'u-ix'), 6);
    expect(brief([...one, ...second.events])).toEqual([
      expect.stringMatching(
        /^2 Union attacks: 2225 [^(]+ at 5-1 \(loses 0, inflicts 4\) and 3021 [^(]+ at 1-1 \(loses 3, inflicts 1\)\. Heth is /,
      ),
    ]);
  });
});
