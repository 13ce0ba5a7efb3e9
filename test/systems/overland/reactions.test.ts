import { describe, expect, test } from 'vitest';
import type { Area } from '../../../src/systems/overland/vocabulary.ts';
import { orders, play, position, refused, whereIs } from './play.ts';

const beforeRichmond = ['ashland', 'mechanicsville', 'savage-station'] as const;

describe('CSA reactions', () => {
  test('[XII] Lee reacts to Grant, Beauregard goes between Richmond and Drury’s Bluff, Breckinridge only out of the game', () => {
    const beaten = play(position(), 'attack butler', 6).state;
    expect(whereIs(beaten, 'beauregard')).toBe('richmond');
    const back = play(beaten, 'attack butler', 1, ['Beauregard checks', 2], ['Beauregard attacks', 4]);
    expect(back.told.slice(2)).toEqual([
      'Beauregard comes out of Richmond to Drury’s Bluff.',
      'Beauregard attacks Butler: die 4, +1 leader ratings (2 against 1): 5, needs 5 or more. The counterattack succeeds: the area is contested.',
    ]);
    expect(whereIs(back.state, 'beauregard')).toBe('drurys-bluff');
    expect(whereIs(play(position(), 'attack sigel', 5).state, 'breckinridge')).toBeNull();
  });

  test('[XII.A] only a failed attack on Richmond is answered: a failed attack in an area is not', () => {
    const at = position({ grant: 'ashland', lee: 'ashland', beauregard: 'richmond' });
    expect(play(at, 'attack grant', 1).told).toHaveLength(1);
    expect(play(position(), 'attack butler', 1).told).toHaveLength(1);
  });

  test('[XII.A.1] only Lee comes out against Grant: Beauregard in Richmond does not', () => {
    const at = position({ grant: 'ashland', lee: 'north-anna', beauregard: 'richmond' });
    expect(play(at, 'attack grant', ['Grant attacks', 1]).told).toEqual([
      'Grant attacks Beauregard in Richmond: die 1, +1 leader ratings (3 against 2), −1 Richmond Defense: 1, needs 5 or more. The attack fails.',
    ]);
    const both = position({ grant: 'ashland', lee: 'richmond', beauregard: 'richmond' });
    expect(play(both, 'attack grant', 1, ['Lee checks', 6]).events).toHaveLength(2);
  });

  test('[XII.A.2] the counterattack takes a Leadership Check: Lee at 3, Beauregard at 2', () => {
    const lee = position({ grant: 'savage-station', lee: 'richmond' });
    expect(play(lee, 'attack grant', 1, ['Lee checks', 3], ['Lee attacks', 1]).events[1]).toMatchObject({
      passed: true,
    });
    const beauregard = position({ beauregard: 'richmond' });
    const checked = play(beauregard, 'attack butler', 1, ['Beauregard checks', 2], ['Beauregard attacks', 1]);
    expect(checked.events[1]).toMatchObject({ passed: true, rating: 2 });
  });

  test('[XII.A.3] the check failed, he stays in Richmond', () => {
    const after = play(position({ grant: 'savage-station', lee: 'richmond' }), 'attack grant', 1, ['Lee checks', 4]);
    expect(whereIs(after.state, 'lee')).toBe('richmond');
    expect(after.told.at(-1)).toBe('Lee may counterattack: die 4, needs 3 or less. He stays in Richmond.');
  });

  test.each(beforeRichmond)(
    '[XII.A.4] the check passed, he comes out into the area attacked from, %s, as the attacker',
    (from) => {
      const after = play(position({ grant: from, lee: 'richmond' }), 'attack grant', 1, 1, ['Lee attacks', 6]);
      expect(after.events.slice(2)).toMatchObject([
        { type: 'moved', leader: 'lee', from: 'richmond', to: from },
        { type: 'battle', attacker: 'lee', defender: 'grant', area: from, from: 'richmond' },
      ]);
      expect(whereIs(after.state, 'lee')).toBe(from);
    },
  );

  test('[XII.A.5] Area Defense counts against him, the Richmond Defense does not', () => {
    const at = (grant: Area) =>
      play(position({ grant, lee: 'richmond' }), 'attack grant', 1, 1, ['Lee attacks', 5]).told;
    expect(at('mechanicsville').at(-2)).toBe(
      'Lee attacks Grant: die 5, −1 Area Defense of Mechanicsville: 4, needs 5 or more. The counterattack fails.',
    );
    expect(at('savage-station').at(-1)).toBe(
      'Lee attacks Grant: die 5, no modifiers, needs 5 or more. The counterattack succeeds: the area is contested.',
    );
  });

  test('[XII.A.6] he wins: the area is contested, and Grant stays in it', () => {
    const { state } = play(position({ grant: 'savage-station', lee: 'richmond' }), 'attack grant', 1, 1, 5);
    expect([whereIs(state, 'grant'), whereIs(state, 'lee')]).toEqual(['savage-station', 'savage-station']);
    expect(orders(state)).toEqual(['attack grant', 'attack butler', 'attack sigel']);
  });

  test.each([1, 2, 4])('[XII.A.7] he is beaten, by a %i: back into Richmond, and Grant has earned nothing', (die) => {
    const after = play(position({ grant: 'savage-station', lee: 'richmond' }), 'attack grant', 1, 1, die);
    expect(after.told.at(-1)).toBe('Lee falls back to Richmond.');
    expect(after.state).toMatchObject({ turning: false, csa: { lee: 'richmond' } });
  });

  test('[XII.A.8] a CSA attack costs no point', () => {
    const at = position({ grant: 'savage-station', lee: 'richmond', points: 2 });
    for (const die of [1, 6]) expect(play(at, 'attack grant', 1, 1, die).state.points).toBe(1);
  });

  test('[XII.B] from next to Richmond a beaten leader goes into it; Breckinridge is destroyed', () => {
    for (const area of beforeRichmond) {
      expect(whereIs(play(position({ grant: area, lee: area }), 'attack grant', 6).state, 'lee')).toBe('richmond');
    }
    expect(whereIs(play(position(), 'attack butler', 6).state, 'beauregard')).toBe('richmond');
    expect(play(position(), 'attack sigel', 6).events[1]).toEqual({
      type: 'retreated',
      leader: 'breckinridge',
      from: 'valley',
      to: null,
    });
  });

  test('[XII.C.1] Lee at Ashland goes to Cold Harbor when Grant does: no check, no battle, contested', () => {
    const after = play(position({ grant: 'north-anna', lee: 'ashland' }), 'move cold-harbor');
    expect(after.told).toEqual([
      'Grant marches from North Anna to Cold Harbor.',
      'Lee follows to Cold Harbor, which is now contested.',
    ]);
    expect(orders(after.state)).not.toContain('move savage-station');
  });

  test('[XII.C.2] [XII.C.2.a] Lee in Richmond tries to bar every area next to it that Grant marches into', () => {
    const ways = [
      ['north-anna', 'ashland'],
      ['cold-harbor', 'mechanicsville'],
      ['cold-harbor', 'savage-station'],
    ] as const;
    for (const [from, to] of ways) {
      const at = position({ grant: from, lee: 'richmond' });
      const barred = play(at, `move ${to}`, ['Lee checks', 3]);
      expect(barred.told.slice(1)).toEqual([
        'Lee tries to block the way: die 3, needs 3 or less. He gets there in time.',
        expect.stringMatching(/^Lee moves from Richmond to [A-Z][a-z ]+[A-Za-z]*, which is now contested\.$/),
      ]);
      expect(whereIs(barred.state, 'lee')).toBe(to);
      const free = play(at, `move ${to}`, ['Lee checks', 4]);
      expect(free.told.at(-1)).toBe('Lee tries to block the way: die 4, needs 3 or less. He’s too late.');
      expect(whereIs(free.state, 'lee')).toBe('richmond');
    }
    expect(play(position({ grant: 'ashland', lee: 'richmond' }), 'move cold-harbor').told).toHaveLength(1);
  });

  test('[XII.C.2.b] a failed crossing is answered the same way; a passed one is not', () => {
    const at = position({ grant: 'savage-station', lee: 'richmond' });
    expect(whereIs(play(at, 'cross', 4, ['Lee checks', 3]).state, 'lee')).toBe('savage-station');
    expect(whereIs(play(at, 'cross', 4, ['Lee checks', 5]).state, 'lee')).toBe('richmond');
    expect(play(at, 'cross', 3).events).toHaveLength(2);
  });
});

describe('crossing the James', () => {
  test('[XIII] not from a contested Savage Station, and not from anywhere else', () => {
    expect(refused(position({ grant: 'savage-station', lee: 'savage-station', turning: true }), 'cross')).toBe(
      'Grant can’t cross while Lee contests Savage Station. [XIII] ' +
        'You can attack with Grant, Butler or Sigel, or turn to Cold Harbor or Mechanicsville.',
    );
    expect(refused(position(), 'cross')).toBe(
      'Grant can cross the James only from Savage Station. He’s in the Wilderness now. [XIII] ' +
        'You can attack with Grant, Butler or Sigel.',
    );
  });
});
