import { describe, expect, test } from 'vitest';
import { deciding, defaultOrder } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { BattleStep, Order } from '../../../src/systems/sam-grant/vocabulary.ts';
import { parse } from '../../../src/systems/sam-grant/words/orders.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { WINTER, west, westBefore } from './data.ts';
import {
  at,
  battle,
  falling,
  fight,
  given,
  offered,
  plan,
  position,
  question,
  standing,
  steps,
  told,
  whyRefused,
} from './position.ts';

/** What happened in a fight, step by step. */
const stepsOf = (events: ReturnType<typeof fight>['events']): readonly BattleStep[] =>
  told(events, 'fought').flatMap((event) => event.steps);
const firing = (events: ReturnType<typeof fight>['events']) =>
  stepsOf(events).flatMap((step) => (step.kind === 'volley' ? [step.volley.block] : []));
/** So many dice that hit nothing, or everything. */
const misses = (count: number) => Array.from({ length: count }, () => 6);
const hits = (count: number) => Array.from({ length: count }, () => 1);

const GREEN = { 'c-hardee': '2007', 'c-buckner': '2007', 'c-bowen': '2007' } as const;
const TWO_SIDES = standing('2007 u-mccook u-wood u-thomas u-nelson u-mitchel');
const FROM = standing('2107 u-mccook u-wood u-thomas, 2006 u-nelson u-mitchel');

describe('who fights', () => {
  test('6.1: wherever both sides have blocks; who moved in attacks, and Player 1 in a hex that Player 2 reinforced', () => {
    const state = battle({ ...GREEN, ...standing('2007 u-mccook c-clark') }, '2007', '2107 u-mccook, 1907 c-clark');
    expect(state.battle).toMatchObject({ attacker: 'usa', entries: ['2107'] });
    const other = battle('2206 u-mccook c-hardee', '2206', '2107 c-hardee');
    expect(other.battle?.attacker).toBe('csa');
  });

  test('4, 14.7: of several battles Player 1 says which is next; silent, that with most blocks', () => {
    const where = { ...GREEN, 'u-mccook': '2007', 'u-cfsmith': '1407', 'c-cheatham': '1407' } as const;
    const state = position(where, { phase: 'battles', entered: { 'u-mccook': '2107', 'u-cfsmith': '1507' } });
    expect(deciding(state)).toEqual(['usa']);
    expect(offered(state, 'usa', 'battle')).toEqual(['2007', '1407']);
    expect(defaultOrder(west, state, 'usa')).toEqual({ verb: 'battle', hex: '2007' });
    expect(given(state, 'usa', 'battle 1407').state.battle?.hex).toBe('1407');
  });

  test('6.2, case 12: blocks of another hexside than the main attack are reserves, hidden, until round 2', () => {
    const state = battle({ ...GREEN, ...TWO_SIDES }, '2007', FROM);
    expect(offered(state, 'usa', { verb: 'battle-plan' })).toEqual(['2107', '2006']);
    const asking = fight(state, { usa: { main: '2107' }, csa: { stance: 'ask' } });
    const { battle: open } = asking.state;
    expect([open?.round, open?.reserves]).toEqual([1, ['u-mitchel', 'u-nelson']]);
    const seen = view(west, asking.state, 'csa').stacks.find(({ hex, side }) => hex === '2007' && side === 'usa');
    expect(seen?.known.map(({ id }) => id)).toEqual(['u-mccook', 'u-wood', 'u-thomas']);
    expect(seen?.reserves).toBe(2);
    const fought = fight(state, { usa: { main: '2107' } }, falling(...misses(400)));
    const rounds = stepsOf(fought.events).filter((step) => step.kind === 'round');
    expect(rounds[1]).toMatchObject({ round: 2, shown: ['u-mitchel', 'u-nelson'] });
    const first = firing(fought.events).slice(0, 6);
    expect(first).not.toContain('u-nelson');
    expect(firing(fought.events).filter((id) => id === 'u-nelson')).toHaveLength(2);
  });

  test('6.3: defenders that moved in are reserves in the same way', () => {
    const state = battle('2007 c-hardee u-mccook c-clark', '2007', '2107 u-mccook, 1907 c-clark');
    const { events } = fight(state, {}, falling(...misses(100)));
    expect(firing(events).slice(0, 2)).toEqual(['c-hardee', 'u-mccook']);
    expect(firing(events)).toContain('c-clark');
  });

  test('6.4, A7, case 13: a fight that ends in round 1 sends reserves home, the winner’s too; the others may regroup', () => {
    const state = battle({ 'c-bowen': '2007', ...TWO_SIDES }, '2007', FROM);
    const { state: after, events } = fight(state, { usa: { main: '2107', regroup: 'ask' }, csa: { stance: 'leave' } });
    expect([at(after, 'u-nelson'), at(after, 'u-mitchel')]).toEqual(['2006', '2006']);
    expect(told(events, 'won')[0]).toMatchObject({ hex: '2007', winner: 'usa' });
    expect(after.battle?.waiting).toEqual({ side: 'usa', for: 'regroup' });
    const moved = given(after, 'usa', { verb: 'regroup', to: ['2107'], blocks: ['u-mccook'], to2: [] });
    expect([at(moved.state, 'u-mccook'), at(moved.state, 'u-wood')]).toEqual(['2107', '2007']);
    expect(moved.state.battle).toBeNull();
  });
});

describe('rounds', () => {
  test('7.1, case 14: defending artillery and infantry, attacking heavy artillery and cavalry: A before B before C, defenders first', () => {
    const where = { 'c-ck-a': '2007', 'c-hardee': '2007', 'u-siege': '2007', 'u-buell-c': '2007' } as const;
    const state = battle(where, '2007', '2107 u-siege u-buell-c');
    const { events } = fight(state, {}, falling(...misses(200)));
    expect(firing(events).slice(0, 4)).toEqual(['c-ck-a', 'u-siege', 'c-hardee', 'u-buell-c']);
  });

  test('7.2, 7.3, case 15: a die a step; hits come at once off the strongest, by choice among equals', () => {
    const where = { ...GREEN, 'u-pope2': '2007' } as const;
    const state = battle(where, '2007', '2107 u-pope2');
    // Hardee and Buckner fire 4 dice each, Bowen 2: all miss. Then 1, 2 and 5.
    const dice = falling(...misses(10), 1, 2, 5);
    const { events } = fight(state, { csa: { spare: ['c-hardee'] } }, dice);
    const volley = stepsOf(events).find((step) => step.kind === 'volley' && step.volley.block === 'u-pope2');
    expect(volley).toMatchObject({ volley: { dice: [1, 2, 5], hits: 2, lost: ['c-buckner', 'c-hardee'] } });
  });

  test('7.3: a block that has lost its last step is out before it fires', () => {
    const state = battle('2007 c-ck-a u-dumont', '2007', '2107 u-dumont');
    const { state: after, events } = fight(state, {}, falling(...hits(3)));
    expect(firing(events)).toEqual(['c-ck-a']);
    expect(at(after, 'u-dumont')).toBe('prisoner');
    expect(told(events, 'won')[0]?.winner).toBe('csa');
  });

  test('1.3: types fight with their ratings', () => {
    const ratings = west.blocks.map(({ kind, letter, hits: on }) => `${kind} ${letter}${on}`);
    expect([...new Set(ratings)].sort().join(', ')).toBe(
      'artillery A2, brigade B2, cavalry C2, garrison C1, heavyArtillery A3, hq C1, infantry B2',
    );
  });

  const DONELSON = { 'c-donea': '1708', 'c-doneg': '1708', 'u-cfsmith': '1708', 'u-sherman': '1708' } as const;
  const CAME = { 'u-cfsmith': '1709', 'u-sherman': '1709' } as const;

  test('7.4, case 16: Player 2 in a fortress loses a step for two hits; one left over is forgotten at the round’s end', () => {
    const state = battle(DONELSON, '1708', CAME);
    // Batteries 2 dice miss; Smith hits once, Sherman twice; the garrison misses. Round 2: nobody hits but Smith, once.
    const dice = falling(...misses(2), 1, ...misses(3), 1, 1, ...misses(2), 6, ...misses(2 - 1), 1, ...misses(60));
    const { state: after } = fight(state, {}, dice);
    expect([steps(after, 'c-donea'), steps(after, 'c-doneg')]).toEqual([1, 1]);
  });

  test('7.4, A8, case 17: Player 1 in a fortress is not sheltered: each hit costs a step', () => {
    const state = battle(DONELSON, '1708', CAME, { first: 'csa' });
    const dice = falling(...misses(2), 1, ...misses(3), ...misses(4), 6, ...misses(60));
    expect(steps(fight(state, {}, dice).state, 'c-donea')).toBe(1);
  });

  test('7.5, case 19: after three rounds the attackers go back to where they came from, or are prisoners', () => {
    const where = { 'c-cheatham': '1407', 'u-cfsmith': '1407', 'u-lwall': '1407' } as const;
    const came = { 'u-cfsmith': '1507', 'u-lwall': '1507' };
    const { state: after, events } = fight(battle(where, '1407', came), {}, falling(...misses(100)));
    expect([at(after, 'u-cfsmith'), at(after, 'u-lwall')]).toEqual(['1507', '1507']);
    expect(stepsOf(events).filter((step) => step.kind === 'round')).toHaveLength(3);
    expect(told(events, 'won')[0]?.winner).toBe('csa');
    const closed = battle({ ...where, 'c-clark': '1507' }, '1407', came);
    const lost = fight(closed, {}, falling(...misses(100))).state;
    expect([at(lost, 'u-cfsmith'), at(lost, 'u-lwall')]).toEqual(['prisoner', 'prisoner']);
  });

  test('7.4, 6.4: the milder readings are flags of the rules: a fortress for any defender [A8], reserves that stay with the winner [A7]', () => {
    const shelter = { ...west, rules: { ...west.rules, fortressFor: 'defender' as const } };
    const first = battle(DONELSON, '1708', CAME, { first: 'csa' }, shelter);
    expect(steps(fight(first, {}, falling(...misses(2), 1, ...misses(60)), shelter).state, 'c-donea')).toBe(2);
    const milder = { ...west, rules: { ...west.rules, reservesLeaveOnWin: false } };
    const state = battle({ 'c-bowen': '2007', ...TWO_SIDES }, '2007', FROM, {}, milder);
    const { state: after } = fight(state, { usa: { main: '2107' }, csa: { stance: 'leave' } }, falling(), milder);
    expect(at(after, 'u-nelson')).toBe('2007');
  });

  test('A11: the way home closed, another entry hex serves', () => {
    const where = { 'c-cheatham': '1407', 'u-cfsmith': '1407', 'u-lwall': '1407', 'c-clark': '1507' } as const;
    const { state } = fight(
      battle(where, '1407', '1507 u-cfsmith, 1508 u-lwall'),
      { usa: { main: '1507' } },
      falling(...misses(100)),
    );
    expect([at(state, 'u-cfsmith'), at(state, 'u-lwall')]).toEqual(['1508', '1508']);
  });
});

describe('retreats', () => {
  test('7.6, case 20: defenders go anywhere but over an attacker’s hexside, as many as it lets', () => {
    const state = battle({ ...GREEN, 'u-mccook': '2007' }, '2007', '2107 u-mccook');
    const hexes = offered(state, 'csa', { verb: 'battle-plan', stance: 'leave' });
    expect(hexes).toEqual(expect.arrayContaining(['2008', '1907']));
    expect(hexes).not.toContain('2107');
    const gone = fight(state, { csa: { stance: 'leave', retreat: '2008' } }).state;
    expect(Object.keys(GREEN).map((id) => at(gone, id))).toEqual(['2008', '2008', '2008']);
    const five = { ...GREEN, 'c-clark': '2007', 'c-floyd': '2007', 'c-heth': '2007' } as const;
    const many = fight(battle({ ...five, 'u-mccook': '2007' }, '2007', '2107 u-mccook'), {
      csa: { stance: 'leave', retreat: '2008' },
    });
    expect(Object.keys(five).filter((id) => at(many.state, id) === '2008')).toHaveLength(4);
  });

  test('7.6, A10: not to a hex with enemies, nor to one that is fought for', () => {
    const where = { ...GREEN, 'u-mccook': '2007', 'u-wood': '1907', 'c-clark': '1908', 'u-thomas': '1908' } as const;
    const hexes = offered(battle(where, '2007', '2107 u-mccook, 1907 u-thomas'), 'csa', {
      verb: 'battle-plan',
      stance: 'leave',
    });
    expect(hexes).not.toContain('1907');
    expect(hexes).not.toContain('1908');
  });

  test('7.6: no retreat crosses an unbridged major river, but back over the hexside by which the block came', () => {
    const where = { 'c-cheatham': '1407', 'u-mcclern': '1407', 'u-cfsmith': '1407' } as const;
    const state = battle(where, '1407', '1406 u-mcclern, 1507 u-cfsmith');
    const after = fight(state, { usa: { main: '1507', retreat: '1406' } }, falling(...misses(100))).state;
    expect([at(after, 'u-mcclern'), at(after, 'u-cfsmith')]).toEqual(['1406', '1507']);
  });

  test('7.6, R10: the list has only hexes that some block can retreat to; in games begun before, every neighbour', () => {
    const where = { 'c-hardee': '1407', 'u-mcclern': '1407' } as const;
    const listed = (theatre: Theatre, entered: State['entered'] = { 'u-mcclern': '1507' }) =>
      offered(battle(where, '1407', entered, {}, theatre), 'csa', { verb: 'battle-plan', stance: 'leave' }, theatre);
    // 1308 and 1406 lie over the Mississippi.
    expect(listed(west)).toEqual(['any', '1408', '1508']);
    expect(listed(westBefore('openRetreats'))).toEqual(expect.arrayContaining(['1308', '1406', ...listed(west)]));
    expect(listed(west, { 'u-mcclern': '1507', 'c-hardee': '1406' })).toContain('1406');
  });

  test('7.7: who has nowhere to go fires; who must go and cannot is a prisoner', () => {
    const ring = standing('2108 u-wood, 2006 u-thomas, 1908 u-nelson, 1907 u-mitchel, 2008 u-negley');
    const state = battle({ 'c-hardee': '2007', 'u-mccook': '2007', ...ring }, '2007', '2107 u-mccook');
    const { events } = fight(state, { csa: { stance: 'leave' } }, falling(...misses(100)));
    expect(firing(events)[0]).toBe('c-hardee');
  });

  test('7.8: the winner regroups through and into its own hexes, each block at its speed', () => {
    const state = battle('2007 c-bowen u-mccook u-buell-c u-siege', '2007', '2107 u-mccook u-buell-c u-siege');
    const { state: after } = fight(state, { usa: { regroup: 'ask' }, csa: { stance: 'leave' } });
    expect(offered(after, 'usa', 'regroup 2006')).toEqual(['u-mccook', 'u-buell-c', 'u-siege']);
    const far = offered(after, 'usa', 'regroup 2206');
    expect(far).toEqual(['u-mccook', 'u-buell-c']);
    expect(offered(after, 'usa', 'regroup')).not.toContain('2008');
    const planned = fight(state, { usa: { regroup: '2206' }, csa: { stance: 'leave' } }).state;
    expect([at(planned, 'u-mccook'), at(planned, 'u-siege')]).toEqual(['2206', '2007']);
  });

  test('7.9, 7.10: blocks in battle are shown, survivors hidden again; the lost are prisoners, face up', () => {
    const state = battle('2007 c-ck-a u-dumont u-mccook', '2007', '2107 u-dumont u-mccook');
    const before = view(west, state, 'csa').stacks.find(({ side, hex }) => side === 'usa' && hex === '2007');
    expect(before?.known).toEqual([]);
    const asked = fight(state, { usa: { stance: 'ask' } }, falling(...misses(3))).state;
    expect(view(west, asked, 'public').stacks.find(({ side }) => side === 'usa')?.known).toHaveLength(2);
    const fought = fight(state, { usa: { spare: ['u-mccook'] } }, falling(...misses(200))).state;
    expect(view(west, fought, 'csa').stacks.flatMap(({ side, known }) => (side === 'usa' ? known : []))).toEqual([]);
    const { state: lost, events } = fight(
      battle('2007 c-ck-a u-dumont', '2007', '2107 u-dumont'),
      {},
      falling(...hits(3)),
    );
    expect(view(west, lost, 'public').prisoners.usa).toEqual(['u-dumont']);
    const told = events.map((event) => tell(west, event, 'public')).join(' ');
    expect(told).toContain('Dumont captured');
  });
});

describe('plans', () => {
  test('14.4, 14.5: a plan that lies face down is changed until the other is in; the fight goes by the last', () => {
    const state = battle({ ...GREEN, 'u-mccook': '2007' }, '2007', '2107 u-mccook');
    const stands = given(state, 'csa', plan(state, 'csa', { stance: 'stand' }));
    const leaves = given(stands.state, 'csa', plan(state, 'csa', { stance: 'leave' }));
    expect(deciding(leaves.state)).toEqual(['usa']);
    expect(view(west, leaves.state, 'usa')).toEqual(view(west, stands.state, 'usa'));
    expect(leaves.events.map((event) => tell(west, event, 'usa'))).toEqual([null]);
    const fought = given(leaves.state, 'usa', plan(leaves.state, 'usa', {}), falling(...misses(100)));
    expect(fought.state.blocks['c-hardee']?.at).not.toBe('2007');
  });

  test('14.5, R10: a plan names hexes to retreat to in order; when the first is full, the next takes the rest', () => {
    const blocks = { ...GREEN, 'c-clark': '2007', 'c-floyd': '2007', 'u-mccook': '2007' } as const;
    const state = battle(blocks, '2007', '2107 u-mccook');
    const retreat = offered(state, 'csa', { verb: 'battle-plan', stance: 'leave' });
    // The list has single hexes only; more are typed.
    expect(retreat[0]).toBe('any');
    expect(retreat.slice(1).every((value) => /^\d{4}$/.test(value))).toBe(true);
    const [first = '', next = ''] = ['2008', '1907'].filter((hex) => retreat.includes(hex));
    const asked = question(state, 'csa', { verb: 'battle-plan', stance: 'leave' });
    const name = (hex: string) => asked?.choices.find(({ value }) => value === hex)?.label;
    const label = `${name(first)}, then ${name(next)}`;
    for (const typed of [label, label.toUpperCase(), `${first} ${next}`, `${first}, ${next}`, `${first} then ${next}`])
      expect(parse(west, { verb: 'battle-plan', stance: 'leave', retreat: typed })).toMatchObject({
        retreat: `${first} ${next}`,
      });
    const gone = fight(state, { csa: { stance: 'leave', retreat: `${first} ${next}` } }, falling(...misses(100))).state;
    const went = Object.keys(blocks)
      .filter((id) => id.startsWith('c-'))
      .map((id) => at(gone, id));
    expect(new Set(went)).toEqual(new Set([first, next]));
    const but = (text: string) =>
      whyRefused(state, 'csa', { ...plan(state, 'csa', { stance: 'leave' }), retreat: text } as Order);
    for (const text of [`${first} ${first}`, `any ${first}`, `${first} 2107`, `${retreat.slice(1, 5).join(' ')}`])
      expect(but(text)).toContain('plan');
  });

  test('14.5: one order answers all: main attack, stance, retreat, whom to spare, regroup', () => {
    const state = battle({ ...GREEN, ...TWO_SIDES }, '2007', FROM);
    const draft = {
      verb: 'battle-plan',
      main: '2006',
      stance: 'leave-2',
      retreat: '2107',
      spare: ['u-mccook'],
    } as const;
    expect(question(state, 'usa', draft)?.slot).toBe('regroup');
    const first = given(state, 'usa', { ...draft, regroup: 'stay' });
    expect(told(first.events, 'planned')).toHaveLength(1);
    expect(deciding(first.state)).toEqual(['csa']);
  });

  test('14.5: stances: after a round, below so many steps, at once', () => {
    const state = battle('2007 c-hardee u-mccook', '2007', '2107 u-mccook');
    const roundsWith = (stance: 'leave' | 'leave-1' | 'leave-2' | 'stand') =>
      stepsOf(fight(state, { csa: { stance } }, falling(...misses(100))).events).filter(({ kind }) => kind === 'round')
        .length;
    expect([roundsWith('leave'), roundsWith('leave-1'), roundsWith('leave-2'), roundsWith('stand')]).toEqual([
      1, 2, 3, 3,
    ]);
    const below = fight(state, { csa: { stance: 'below-4' } }, falling(...misses(4), 1, ...misses(3), ...misses(100)));
    expect(stepsOf(below.events).filter(({ kind }) => kind === 'round')).toHaveLength(2);
  });

  test('14.6: a side that wants to be asked is, before each of its letters: all fire, all go, or some', () => {
    const state = battle({ ...GREEN, 'u-mccook': '2007' }, '2007', '2107 u-mccook');
    const asked = fight(state, { csa: { stance: 'ask' } }).state;
    expect(deciding(asked)).toEqual(['csa']);
    expect(asked.battle?.waiting).toEqual({ side: 'csa', for: 'fire', letter: 'B' });
    expect(question(asked, 'csa', 'fire')?.several).toEqual({ least: 0, most: 3 });
    const some = given(asked, 'csa', 'fire c-bowen', falling(...misses(100)));
    expect(at(some.state, 'c-bowen')).not.toBe('2007');
    expect(firing(some.events)).toEqual(['c-hardee', 'c-buckner', 'u-mccook']);
    const all = given(asked, 'csa', 'fire c-hardee,c-buckner,c-bowen');
    expect(told(all.events, 'won')[0]?.winner).toBe('usa');
    expect(whyRefused(asked, 'csa', 'fire u-mccook')).toBe('7.7 fire');
  });

  test('14.7, case 25: silent in a battle it fires with all, loses C before B before A with the HQ last, and never retreats', () => {
    const where = {
      'c-cheatham': '1407',
      'c-stewart': ['1407', 2],
      'c-polk-c': ['1407', 2],
      'c-hq': ['1407', 2],
      'u-cfsmith': '1407',
    } as const;
    const state = battle(where, '1407', '1507 u-cfsmith', { first: 'csa' });
    const silent = defaultOrder(west, state, 'csa');
    expect(silent).toMatchObject({ verb: 'battle-plan', stance: 'stand', spare: [], regroup: 'stay' });
    const first = given(state, 'usa', plan(state, 'usa', {})).state;
    // Six hits: Cheatham goes to 2, then of equals the cavalry, Cheatham, the guns; then the HQ is strongest.
    const { events } = given(first, 'csa', silent, falling(...misses(6), ...hits(4), ...misses(100)));
    const lost = stepsOf(events).flatMap((step) => (step.kind === 'volley' ? step.volley.lost : []));
    expect(lost.slice(0, 4)).toEqual(['c-cheatham', 'c-cheatham', 'c-polk-c', 'c-cheatham']);
    expect(stepsOf(events).some((step) => step.kind === 'retreat' && step.block.startsWith('c-'))).toBe(false);
  });

  test('14.7: silent, the main attack is the hexside with most blocks, then most steps', () => {
    const state = battle({ ...GREEN, ...TWO_SIDES }, '2007', FROM);
    expect(defaultOrder(west, state, 'usa')).toMatchObject({ main: '2107' });
    const equal = battle({ ...GREEN, ...standing('2007 u-dumont u-wood') }, '2007', '2107 u-dumont, 2006 u-wood');
    expect(defaultOrder(west, equal, 'usa')).toMatchObject({ main: '2006' });
  });

  test('9.1: in Winter limits of retreats are halved', () => {
    const state = battle({ ...GREEN, 'u-mccook': '2007' }, '2007', '2107 u-mccook', { turn: WINTER });
    const { state: after } = fight(state, { csa: { stance: 'leave', retreat: '2008' } });
    expect(Object.keys(GREEN).filter((id) => at(after, id) === '2008')).toHaveLength(2);
  });

  test('12.2: after its battles a game-turn has no hex with both sides in it', () => {
    const state = position({ ...GREEN, 'u-mccook': '2107' });
    const attacked = given(state, 'usa', 'move 2107 2007/2107 u-mccook').state;
    const done = given(given(attacked, 'usa', 'done').state, 'csa', 'done').state;
    expect(done.battle?.hex).toBe('2007');
    expect(fight(done, {}, falling(...misses(100))).state.phase).toBe('cards');
  });
});
