import { describe, expect, test } from 'vitest';
import { type Draft, nextQuestion, type System } from '../../../src/game/index.ts';
import { samGrant } from '../../../src/systems/sam-grant/index.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { SIDES } from '../../../src/systems/sam-grant/vocabulary.ts';
import { expectedHits, hitsOf, hitsOfUnseen } from '../../../src/systems/sam-grant/words/expected-hits.ts';
import { picker } from '../../dice/sealed.ts';
import { readFiles } from '../../games/files.ts';
import { SEED } from '../../trials/long.ts';
import { west } from './data.ts';
import { battle, falling, fight, move, position, standing, told } from './position.ts';
import { secretsOf } from './secrets.ts';

const assets = new URL('../../../assets', import.meta.url).pathname;
const game = samGrant.load(readFiles(assets, samGrant)) as System<State>;
const FACES = [1, 2, 3, 4, 5, 6];

/** All that so many dice can show. */
function throwsOf(dice: number): readonly (readonly number[])[] {
  return dice === 0 ? [[]] : throwsOf(dice - 1).flatMap((before) => FACES.map((face) => [...before, face]));
}

/** Dice of attackers that fire before a defending block, none of which hits. */
function misses(state: State, id: string): readonly number[] {
  const letter = west.block.get(id)?.letter ?? 'A';
  const earlier = west.blocks.filter(
    (one) => one.side === 'usa' && state.blocks[one.id]?.at === '2007' && one.letter < letter,
  );
  return earlier.flatMap((one) => Array.from({ length: state.blocks[one.id]?.steps ?? 0 }, () => 6));
}

describe('what a battle promises', () => {
  test('7.2: the hits of a block are on average what all throws of its dice give', () => {
    // One block of each rating: the others of a rating fire as it does.
    const ratings = new Map(
      west.blocks.filter(({ side }) => side === 'csa').map((one) => [`${one.letter}${one.hits}`, one] as const),
    );
    for (const { id, full: most } of ratings.values())
      for (let steps = 1; steps <= Math.min(2, most); steps++) {
        const state = battle(
          { [id]: ['2007', steps], 'u-mccook': '2007', 'u-wood': '2007' },
          '2007',
          '2107 u-mccook u-wood',
        );
        const all = throwsOf(steps).map((dice) => {
          const volleys = told(
            fight(state, { csa: { stance: 'stand' } }, falling(...misses(state, id), ...dice)).events,
            'fought',
          )
            .flatMap((event) => event.steps)
            .flatMap((step) => (step.kind === 'volley' && step.volley.block === id ? [step.volley.hits] : []));
          return volleys[0] ?? 0;
        });
        const average = all.reduce((sum, one) => sum + one, 0) / all.length;
        expect(hitsOf(west, [{ id, steps }]), `${id} at ${steps}`).toBeCloseTo(average, 10);
      }
  });

  test('6.2: a plan made ahead names the main attack: blocks from elsewhere join in round 2', () => {
    const entered = { 'u-mccook': '2107', 'u-wood': '2107', 'u-nelson': '2006' };
    const state = position('2007 c-hardee u-mccook u-wood u-nelson', { entered });
    const planned = (main: object) =>
      expectedHits(west, view(west, state, 'usa'), 'usa', { verb: 'plan-ahead', hex: '2007', ...main }).join();
    expect(planned({ main: '2107' })).toContain('your 2 blocks');
    expect(planned({ main: '2107' })).toContain('1 block more');
    expect(planned({})).toContain('your 3 blocks');
  });

  test('says before the blocks are chosen what each of them brings', () => {
    const state = position('2107 u-mccook u-wood:3, 2007 c-hardee');
    const asked = nextQuestion(game, state, 'usa', { verb: 'move', from: '2107', to: '2007 by 2107' });
    expect(asked.complete ? '' : asked.question.note).toMatch(/Hits a round on average: A\. McCook [\d.]+, Wood 1\.$/);
  });

  test('14: a side is promised the same in positions that it cannot tell apart, and what is hidden lies in the range', () => {
    const pick = picker(SEED);
    const at = standing('2107 u-mccook u-wood, 2007 c-hardee c-buckner, 1407 c-bowen');
    const marching = position(at);
    const planning = battle({ ...at, 'u-mccook': '2007', 'u-wood': '2007' }, '2007', '2107 u-mccook u-wood');
    const fighting = fight(planning, { csa: { stance: 'ask' }, usa: { stance: 'ask' } }).state;
    const to = '2007 by 2107';
    const drafts: readonly (readonly [State, Draft])[] = [
      [marching, { verb: 'move', from: '2107', to }],
      [marching, { verb: 'move', from: '2107', to, blocks: ['u-mccook'] }],
      [planning, { verb: 'battle-plan' }],
      [fighting, { verb: 'fire' }],
    ];
    let noted = 0;
    for (const [state, draft] of drafts)
      for (const side of SIDES)
        for (let twin = 0; twin < 6; twin++) {
          const other = secretsOf(west).shuffle(state, side, pick);
          expect(nextQuestion(game, other, side, draft), `seed ${SEED}`).toEqual(
            nextQuestion(game, state, side, draft),
          );
          const next = nextQuestion(game, state, side, draft);
          if (!next.complete && next.question.note !== undefined) noted++;
          const enemy = side === 'usa' ? 'csa' : 'usa';
          const stack = view(west, other, side).stacks.find((one) => one.hex === '2007' && one.side === enemy);
          if (!stack || stack.known.length > 0) continue;
          const there = west.blocks.filter((one) => one.side === enemy && other.blocks[one.id]?.at === '2007');
          const hits = hitsOf(
            west,
            there.map(({ id }) => ({ id, steps: other.blocks[id]?.steps ?? 0 })),
          );
          const { least, most } = hitsOfUnseen(west, view(west, other, side), enemy, there.length);
          expect(hits).toBeGreaterThanOrEqual(least - 1e-9);
          expect(hits).toBeLessThanOrEqual(most + 1e-9);
        }
    expect(noted).toBeGreaterThanOrEqual(24);
    const plan = game.play?.planning?.read(marching, 'usa', '2107: McCook 2007, Wood 2007', '');
    expect(plan?.odds).toEqual([
      expect.stringMatching(
        /^2007.*your 2 blocks brings [\d.]+ hits? on average\. Against you: 2 blocks you can’t see, anything from/,
      ),
    ]);
    const twoWays = game.play?.planning?.read(marching, 'usa', '2107: McCook 2007 via 2107, Wood 2007 via 2006', '');
    expect(twoWays?.odds).toEqual([expect.stringContaining('your 2 blocks')]);
    expect(plan?.lines.join()).not.toContain('on average');
    expect(move(marching, 'usa', '2107', to, 'u-mccook', 'u-wood')).toMatchObject({ verb: 'move' });
  });
});
