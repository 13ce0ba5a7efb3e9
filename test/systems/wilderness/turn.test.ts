import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALL, type Json } from '../../../src/game/index.ts';
import { capital } from '../../../src/kit/plain-english.ts';
import type { ScenariosFile } from '../../../src/systems/wilderness/data-file.ts';
import { wilderness } from '../../../src/systems/wilderness/index.ts';
import { gradeOf, isLineOpen, turnItems } from '../../../src/systems/wilderness/rules/scoring.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { mayStack, SCENARIOS, scenarioOf, unitOf } from '../../../src/systems/wilderness/theatre.ts';
import { datesOf } from '../../../src/systems/wilderness/words/game-status.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { FILES, game, theatre } from './data.ts';
import { eventOf, given, having, hexOf, next, offered, position } from './position.ts';

const done = { verb: 'done' } as const;
const fresh = (variant: string) => game.rules.start(variant, sealedAt('a game', 0, 'start')).state;

describe('the turn', () => {
  test('1.1: turn 1 is 3 and 4 May, turn 15 ends on 1 June, turn 30 on 1 July', () => {
    expect([1, 15, 30].map(datesOf)).toEqual(['3–4 May', '31 May–1 June', '30 June–1 July']);
  });

  test('R4: probes, combat and claims are asked for where nothing can be done, as /rules says: skipping would tell who is a dummy', () => {
    // 2028 is a station that the Confederates control, so dummies could be infantry that claims it.
    let state = position({ 'u-dummy-1': '2028', 'c-dummy-1': '2029' });
    const steps: string[] = [];
    for (state = next(state).state; state.side === 'union'; state = next(state).state) {
      steps.push(state.step);
      expect(offered(state, {})).toEqual(['done']);
    }
    expect(steps).toEqual(['probe', 'combat', 'claim']);
    expect(game.about.rulebook.find(({ id }) => id === 'turn')?.text).toMatch(
      /skipped\. Three are asked for even so: probes, combat and claims/,
    );
  });

  test('combat is over by itself where open cavalry alone stands before open infantry, which everybody sees it cannot charge', () => {
    const combat = (own: object, enemy: object) =>
      game.rules.pass?.(
        position({ 'u-cav-1': { hex: '2224', ...own }, 'c-heth': { hex: '2225', ...enemy } }, { step: 'combat' }),
      );
    expect(combat({ up: true }, { up: true })).toEqual({ seat: 'union', order: done });
    expect(combat({ up: false }, { up: true })).toBeNull();
    expect(combat({ up: true }, { up: false })).toBeNull();
    const held = { 'u-v': { hex: '2224', up: true, held: true }, 'c-heth': { hex: '2225', up: true } };
    expect(offered(position(held, { step: 'combat' }), {})).toEqual(['done']);
    expect(game.rules.pass?.(position(held, { step: 'combat' }))).toBeNull();
  });

  test('2.3: Game 1 is turns 1–15, Game 2 turns 16–30, Game 3 turns 1–30', () => {
    const turns = (id: string) => theatre.scenario.get(id)?.turns;
    expect([turns('may'), turns('june'), turns('campaign')]).toEqual([
      [1, 15],
      [16, 30],
      [1, 30],
    ]);
  });

  test('2.4, 1.7: the hexes that are dealt are those of each counter’s group, and hold no more than may stand there', () => {
    for (const { id } of game.about.variants)
      for (const number of [1, 2, 3]) {
        const { state } = game.rules.start(id, sealedAt(`a deal ${number}`, 0, 'start'));
        const { groups = [] } = theatre.scenario.get(id) ?? {};
        const own = (side: string) => groups.filter((group) => group.side === side).flatMap(({ hexes }) => hexes);
        for (const { unit, hex } of state.counters) {
          const group = groups.find(({ units }) => units.some((one) => one.unit === unit));
          if (hex !== 'coming') expect(group?.hexes.length ? group.hexes : own(group?.side ?? '')).toContain(hex);
        }
        for (const hex of new Set(state.counters.map((counter) => counter.hex)))
          if (hex !== 'coming')
            expect(
              mayStack(state.counters.flatMap((one) => (one.hex === hex ? [unitOf(theatre, one.unit)] : []))),
            ).toBe(true);
      }
  });

  test('2.4, 13: no hex is open to both set-ups, whatever the scenario', () => {
    for (const { groups } of theatre.scenarios) {
      const hexes = (side: string) => new Set(groups.filter((one) => one.side === side).flatMap((one) => one.hexes));
      expect([...hexes('union')].filter((hex) => hexes('confederate').has(hex))).toEqual([]);
    }
  });

  test('9.1: the fortifications of the sheet stand in every game, and are not reinforced', () => {
    const sheet = { union: [2, 2, 5, 3, 5], confederate: [5, 3, 2] };
    for (const side of ['union', 'confederate'] as const)
      expect(theatre.forts.filter((one) => one.side === side).map(({ strength }) => strength)).toEqual(sheet[side]);
    expect(Object.values(fresh('june').forts)).toEqual([2, 2, 5, 3, 5, 5, 3, 2]);
  });

  test('10.1: points arrive by the track; the Valley division comes on turn 7 by the Shenandoah source', () => {
    const { union, confederate } = theatre.reinforcements;
    expect([union.get(8), union.get(2), union.get(3), confederate.get(3), confederate.get(2)]).toEqual([
      5,
      1,
      undefined,
      1,
      undefined,
    ]);
    const before = { ...fresh('may'), ready: { union: true, confederate: true }, turn: 7, step: 'claim' as const };
    const { state, events } = next({ ...before, side: 'union' });
    expect(eventOf(events, 'arrived')).toMatchObject({ side: 'confederate', units: ['c-valley'] });
    expect(offered(state, 'place c-valley')).toEqual([...theatre.zones.valleySource]);
    expect(hexOf(having(state, 'place c-valley 0131'), 'c-valley')).toBe('0131');
  });

  test('12.1: cavalry face down cuts no line', () => {
    expect(isLineOpen(theatre, position({ 'u-cav-1': '3561' }), ['3556'], ['3268'])).toBe(true);
  });

  test('12.2: the variants change losses, reinforcements and the first points', () => {
    expect(theatre.scenario.get('may-riots')?.unionLoss).toEqual({ first: 7, each: 2, further: 5 });
    expect(theatre.scenario.get('may-levy')?.confederateReinforcements).toBe(2);
    expect(fresh('may-levy').points).toEqual({ union: 50, confederate: 0 });
  });

  test('marches of one way are told as one', () => {
    const march = { type: 'moved', side: 'union', by: 'march', cost: 1 };
    const marches = ['u-v', 'u-vi', 'u-grant'].map((id) => ({ ...march, units: [id], way: ['2224', '2223'] }));
    const other = { ...march, units: ['u-iii'], way: ['2325', '2324'] };
    const told = (viewer: string) => game.eventWords.digest?.([...marches, other] as never, viewer)[0];
    const home = { ...other, way: ['2325', '2224'] };
    expect(game.eventWords.digest?.([...marches, home] as never, 'public')[0]).toMatch(/2224 Culpeper C\.H\.$/);
    expect(told('public')).toMatch(/^Union moves: 3 counters from 2224 to .*; 1 counter from 2325 to /);
    expect(told('union')).toContain('V Corps, VI Corps and Grant from 2224 to ');
    const entrains = { ...other, by: 'rail', way: ['2324', '2324'] };
    const rides = { ...other, by: 'rail', way: ['2324', '2224'] };
    expect(game.eventWords.digest?.([other, entrains, rides] as never, 'union')[0]).toMatch(
      /^Union moves: III Corps from 2325 to 2324.*; III Corps entrains in 2324.*; III Corps by rail from 2324 to 2224/,
    );
  });

  test('12.3: the margin with the par is graded: 60, 10, −9, −59', () => {
    const { par } = scenarioOf(theatre, 'may');
    const grade = (margin: number) =>
      gradeOf(theatre, { scenario: 'may', points: { union: margin, confederate: par } });
    expect([60, 59, 10, 9, -9, -10, -59, -60].map(grade)).toEqual([
      ...['Union decisive', 'Union marginal', 'Union marginal', 'draw', 'draw'],
      ...['Confederate marginal', 'Confederate marginal', 'Confederate decisive'],
    ]);
    expect(theatre.scenario.get('may')?.decides).toBe('graded');
  });

  test('12.3: the par, and who is ahead by it, stand in the status line, the header and the alt text', () => {
    const shown = (scenario: string, union: number, confederate: number) => {
      const state = { ...position({}), scenario, points: { union, confederate } };
      const seen = game.knowledge.view(state, 'public');
      const { alt, scene } = game.pictures.picture(seen, null, { at: ALL });
      const ahead = game.positionWords.summary(seen).split(/[.:] /).at(-1) ?? '';
      expect(alt).toContain(`Union ${union}, Confederates ${confederate}: ${ahead}`);
      expect(JSON.stringify(scene.items)).toContain(capital(ahead.replace('the ', '').replace('.', '')));
      return ahead;
    };
    expect(shown('may', 10, 45)).toBe('the Union ahead by 40 of par 75.');
    expect(shown('may', 10, 97)).toBe('the Confederates ahead by 12 with par 75.');
    expect(shown('may-levy', 50, 0)).toBe('the Union ahead by 73 with par 23.');
    expect(shown('may', 10, 85)).toBe('neither side ahead with par 75.');
    // A game without a par is decided by its points alone.
    expect(shown('may-week', 10, 6)).toBe('the Union ahead by 4.');
  });

  test('12.3: May as it happened was a marginal Confederate victory; a game that began with the par of 124 still has it, as a draw', () => {
    const { scenarios, points, ...others } = FILES[SCENARIOS] as unknown as ScenariosFile;
    const [may, ...variants] = scenarios;
    const grades = points.grades.map((entry) => ({
      ...entry,
      least: { 10: 20, [-9]: -19 }[entry.least] ?? entry.least,
    }));
    const old = {
      ...others,
      points: { ...points, grades },
      scenarios: [{ ...may, par: 124, favours: 'union' }, ...variants],
    };
    const before = wilderness.load({ ...FILES, [SCENARIOS]: old as unknown as Json }) as typeof game;
    const over = position({}, { over: true, points: { union: 36, confederate: 160 } });
    expect({ ...game.rules.outcome(over), ...game.positionWords.ending(over) }).toMatchObject({
      winner: 'confederate',
      reason: 'Union 36 points and a par of 75, Confederates 160: a marginal Confederate victory by 49 points.',
    });
    expect({ ...before.rules.outcome(over), ...before.positionWords.ending(over) }).toMatchObject({
      winner: null,
      reason: expect.stringContaining('a par of 124'),
    });
  });

  test('R22: in the first week the armies of the Rapidan fight for five places, and the higher total wins after turn 4', () => {
    const week = theatre.scenario.get('may-week');
    const units = week?.groups.flatMap((group) => group.units.map(({ unit }) => unit)) ?? [];
    expect(units).toEqual(expect.arrayContaining(['u-grant', 'u-ix', 'c-lee', 'c-johnson', 'c-hoke']));
    for (const unit of ['u-xi', 'u-xviii', 'u-viii', 'c-kershaw', 'c-pickett']) expect(units).not.toContain(unit);
    const start = fresh('may-week');
    expect(start.points).toEqual({ union: 4, confederate: 0 });
    const items = (state: State) =>
      turnItems(theatre, state).map(({ side, why: what, points }) => `${side} ${what} ${points}`);
    const held = ['union Culpeper C.H. 3', 'confederate Orange C.H. 3', 'confederate Fredericksburg 3'];
    expect(items(start)).toEqual(held);
    const taken = { ...start, control: { ...start.control, 3131: 'union' as const } };
    expect(items(taken)).toContain('union Spotsylvania C.H. 3');
    expect(game.positionWords.text(game.knowledge.view(start, 'public'), false)).toMatch(
      /nobody, and worth points: Chancellorsville and Spotsylvania C\.H\.$/m,
    );

    const last = { scenario: 'may-week', turn: 4, side: 'confederate', step: 'combat' } as const;
    const over = position({ 'c-heth': '2125', 'u-v': '2224' }, { ...last, points: { union: 10, confederate: 6 } });
    const { state } = given(over, done);
    expect({ ...game.rules.outcome(state), ...game.positionWords.ending(state) }).toMatchObject({
      winner: 'union',
      reason: expect.stringContaining('a Union victory by 1 point'),
    });
    expect(game.positionWords.ending(state)?.reason).not.toContain('par');
    const level = { ...state, points: { union: 9, confederate: 9 } };
    const tied = { ...game.rules.outcome(level), ...game.positionWords.ending(level) };
    expect(tied).toMatchObject({ winner: null, reason: expect.not.stringContaining('wins') });
    expect(game.afterwards?.margin?.(state)).toMatchObject({ size: state.points.union - state.points.confederate });
  });

  test('12.3: in the games between bots that checked a par, each side won 35 to 65 % of those that were decided', () => {
    const figures = readFileSync(new URL('../../../docs/internals/figures.md', import.meta.url), 'utf8');
    const [, rows = ''] = figures.split('| variant | par | Union | Confederates | drawn |');
    const checked = [...rows.matchAll(/^\| ([^|]+) \| ([−\d]+|none) \| (\d+) \| (\d+) \| \d+ \|/gm)];
    expect(checked.map(([, name, par]) => [name, par])).toEqual(
      theatre.scenarios.map(({ name, par, decides }) => [name, decides === 'total' ? 'none' : String(par)]),
    );
    for (const [, name, , union, confederate] of checked) {
      const share = Number(union) / (Number(union) + Number(confederate));
      expect(Math.abs(share - 0.5), name).toBeLessThanOrEqual(0.15);
    }
  });

  test('13: nine scenarios, and Game 3 with each of 1.1 to 1.6', () => {
    expect(game.about.variants.map(({ name }) => name.split(' ')[0])).toEqual([
      ...['1.0', 'First', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.0', '3.0'],
      ...['3.0', '3.0', '3.0', '3.0', '3.0', '3.0'],
    ]);
    const units = (id: string) =>
      (theatre.scenario.get(id)?.groups ?? []).flatMap((group) => group.units.map(({ unit }) => unit));
    expect(units('may-west')).not.toContain('u-ix');
    expect(units('may-coast')).toEqual(expect.arrayContaining(['u-extra-1', 'c-extra-2']));
    expect(units('may-scouts').filter((unit) => unit.startsWith('c-dummy'))).toHaveLength(7);
    expect(units('campaign-valley')).toContain('c-new-market');
    expect(units('june')).toContain('c-lee');
  });
});
