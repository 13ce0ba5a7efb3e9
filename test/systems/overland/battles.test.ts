import { describe, expect, test } from 'vitest';
import type { Roll, State } from '../../../src/game/index.ts';
import { INSET, PANELS, PLATE, ribbonOf, SHEET, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import { combatResult } from '../../../src/systems/overland/scenario.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
import { overland, toldCampaign } from '../../host/told-campaign.ts';
import { numbers } from './data.ts';
import { orders, play, position, refused } from './play.ts';

describe('stacking and checks', () => {
  test.each([
    [1, true],
    [3, true],
    [4, false],
    [6, false],
  ])('[VI] a check is passed at or below the rating: Grant with a %i passes: %s', (die, passed) => {
    const after = play(position({ turning: true }), 'tma spotsylvania', die);
    expect(after.events[0]).toMatchObject({ type: 'check', rating: 3, passed });
  });

  test('[VI.A] US checks are those for turning and for crossing', () => {
    expect(play(position({ turning: true }), 'tma spotsylvania', ['Grant checks', 4]).told).toEqual([
      'Grant tries a turning movement: die 4, needs 3 or less. It fails, and is used up.',
    ]);
    expect(play(position({ grant: 'savage-station' }), 'cross', ['Grant checks', 4]).told).toEqual([
      'Grant tries to cross the James: die 4, needs 3 or less. He fails.',
    ]);
  });

  test('[VI.B] a US check costs a point, passed or not', () => {
    for (const die of [1, 6]) {
      expect(play(position({ turning: true, points: 5 }), 'tma spotsylvania', die).state.points).toBe(4);
      expect(play(position({ grant: 'savage-station', points: 5 }), 'cross', die).state.points).toBe(4);
    }
  });

  test('[VI.C] a CSA check costs nothing: Lee’s, when Grant marches', () => {
    const at = position({ grant: 'cold-harbor', lee: 'richmond', points: 5 });
    for (const die of [1, 6]) expect(play(at, 'move mechanicsville', ['Lee checks', die]).state.points).toBe(5);
  });
});

describe('battles', () => {
  test('[VII] a battle is fought with the enemy in the area, or with Richmond from an uncontested area next to it', () => {
    expect(play(position(), 'attack sigel', 1).events[0]).toMatchObject({ defender: 'breckinridge', area: 'valley' });
    const at = position({ beauregard: 'richmond' });
    expect(play(at, 'attack butler', 1, 6).events[0]).toMatchObject({ defender: 'beauregard', area: 'richmond' });
    expect(refused(position({ breckinridge: 'gone' }), 'attack sigel')).toBe(
      'Sigel has nobody to attack from the Valley. [I.j] You can attack with Grant or Butler.',
    );
  });

  test('[VII.A] a US battle costs one point, whatever comes of it; a CSA attack none', () => {
    for (const die of [1, 3, 6]) expect(play(position({ points: 5 }), 'attack grant', die).state.points).toBe(4);
    const at = position({ beauregard: 'richmond', points: 5 });
    expect(play(at, 'attack butler', 1, ['Beauregard checks', 1], ['Beauregard attacks', 5]).state.points).toBe(4);
  });

  test('[VII.B] US leaders never retreat, whatever the result', () => {
    for (const die of [1, 2, 4, 6]) {
      expect(play(position(), 'attack grant', die).state.us.grant).toBe('wilderness');
      const at = position({ grant: 'ashland', lee: 'richmond' });
      expect(play(at, 'attack grant', 1, 1, ['Lee attacks', die]).state.us.grant).toBe('ashland');
    }
  });

  test('[VII.C] the attacker is who began it: the US for an order, Lee when he counterattacks', () => {
    const after = play(position({ grant: 'ashland', lee: 'richmond' }), 'attack grant', 1, 1, 6);
    expect(after.events.filter(({ type }) => type === 'battle')).toMatchObject([
      { attacker: 'grant', defender: 'lee', area: 'richmond', from: 'ashland' },
      { attacker: 'lee', defender: 'grant', area: 'ashland', from: 'richmond' },
    ]);
  });

  test('[VII.D] [VII.D.1] [VII.D.2] a leader is chosen, a point is paid before the die, then the result is applied', () => {
    const after = play(position({ points: 7 }), 'attack butler', ['Butler attacks', 6]);
    expect(after.events).toEqual([
      {
        type: 'battle',
        attacker: 'butler',
        defender: 'beauregard',
        area: 'drurys-bluff',
        from: 'drurys-bluff',
        die: 6,
        modifiers: [{ why: 'ratings', value: -1, attacker: 1, defender: 2 }],
        total: 5,
        result: 'retreat',
        points: 6,
      },
      { type: 'retreated', leader: 'beauregard', from: 'drurys-bluff', to: 'richmond' },
    ]);
  });

  test('[VII.D.3.a] the difference of ratings: added for the better attacker, taken off for the worse, nothing when equal', () => {
    const modifiers = (text: string, setting = {}) => {
      const [battle] = play(
        position(setting),
        text,
        1,
        ...(text === 'attack butler' && 'beauregard' in setting ? [6] : []),
      ).events;
      return battle?.type === 'battle' ? battle.modifiers : null;
    };
    expect(modifiers('attack grant')).toEqual([]);
    expect(modifiers('attack sigel')).toEqual([]);
    expect(modifiers('attack butler')).toEqual([{ why: 'ratings', value: -1, attacker: 1, defender: 2 }]);
    expect(modifiers('attack butler', { variant: 'unbottled' })).toEqual([]);
    const answered = play(position({ beauregard: 'richmond' }), 'attack butler', 1, 1, 6);
    expect(answered.told.at(-1)).toBe(
      'Beauregard attacks Butler: die 6, +1 leader ratings (2 against 1): 7, needs 5 or more. The counterattack succeeds: the area is contested.',
    );
  });

  test('[VII.D.3.b] Area Defense is taken off in the rough areas, and in no other', () => {
    const totals = Object.fromEntries(
      (
        [
          'wilderness',
          'spotsylvania',
          'north-anna',
          'ashland',
          'cold-harbor',
          'mechanicsville',
          'savage-station',
        ] as const
      ).map((area) => {
        const [battle] = play(position({ grant: area, lee: area }), 'attack grant', 4).events;
        return [area, battle?.type === 'battle' ? battle.total : null];
      }),
    );
    expect(totals).toEqual({
      wilderness: 4,
      spotsylvania: 4,
      'north-anna': 4,
      ashland: 3,
      'cold-harbor': 4,
      mechanicsville: 3,
      'savage-station': 4,
    });
  });

  test('[VII.D.3.c] the Richmond Defense is taken off by the arrow that is used, Butler’s too', () => {
    expect(play(position({ beauregard: 'richmond' }), 'attack butler', 6, 6).told[0]).toBe(
      'Butler attacks Beauregard in Richmond: die 6, −1 leader ratings (1 against 2), −1 Richmond Defense: 4, needs 5 or more. The attack fails.',
    );
  });

  test('[VII.D.4] the result is applied at once: a beaten leader is gone from the area, which Grant may then leave', () => {
    const at = position({ grant: 'north-anna', lee: 'north-anna' });
    expect(orders(at).filter((order) => order.startsWith('move'))).toEqual([]);
    expect(orders(play(at, 'attack grant', 5).state).filter((order) => order.startsWith('move'))).toEqual([
      'move spotsylvania',
      'move ashland',
      'move cold-harbor',
    ]);
  });

  test('[VIII] the Combat Results Table: 1 or less nothing, 2 to 4 a turning movement may be earned, 5 or more a retreat', () => {
    const results = [-4, 0, 1, 2, 3, 4, 5, 6, 9].map((total) => combatResult(numbers(), total));
    expect(results).toEqual([
      'nothing',
      'nothing',
      'nothing',
      'turning',
      'turning',
      'turning',
      'retreat',
      'retreat',
      'retreat',
    ]);
  });
});

/** What orders of many campaigns threw, beside what is told of it. */
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

test('the part of the sheet that is free has no area, no track and no table in it', () => {
  const { state } = overland.rules.start('standard', {
    roll: () => {
      throw new Error('A start throws no dice');
    },
    shuffle: (cards) => [...cards],
  });
  const { free, scene } = overland.pictures.picture(overland.knowledge.view(state, 'public'), null, {});
  expect(free).toEqual(PLATE);
  expect(scene).toMatchObject(SHEET);
  const taken = [INSET, PANELS.track, PANELS.results, ...AREAS.flatMap((area) => [TILES[area], ribbonOf(area)])];
  for (const { x, y, width, height } of taken) {
    expect(
      x + width <= PLATE.x || y + height <= PLATE.y || x >= PLATE.x + PLATE.width || y >= PLATE.y + PLATE.height,
    ).toBe(true);
  }
});
