import { expect, test } from 'vitest';
import { tell } from '../../../src/systems/overland/words/sentences.ts';
import { numbers } from './data.ts';
import { type Played, play, position } from './play.ts';

test('[IV.B] the printed example of play', () => {
  let at = position();
  const give = (text: string, ...dice: number[]): Played => {
    const played = play(at, text, ...dice);
    at = played.state;
    return played;
  };

  const opening = give('attack grant', 5);
  expect(opening.events).toEqual([
    {
      type: 'battle',
      attacker: 'grant',
      defender: 'lee',
      area: 'wilderness',
      from: 'wilderness',
      die: 5,
      modifiers: [],
      total: 5,
      result: 'retreat',
      points: 9,
    },
    { type: 'retreated', leader: 'lee', from: 'wilderness', to: 'spotsylvania' },
  ]);
  expect(opening.told).toEqual([
    'Grant attacks Lee: die 5, no modifiers, needs 5 or more. The attack succeeds.',
    'Lee falls back to Spotsylvania.',
  ]);
  expect(at.points).toBe(9);

  expect(give('move spotsylvania').told).toEqual(['Grant marches from the Wilderness to Spotsylvania.']);
  expect(at.points).toBe(9);

  expect(give('attack grant', 1).told).toEqual([
    'Grant attacks Lee: die 1, no modifiers, needs 5 or more. The attack fails.',
  ]);
  expect(at).toMatchObject({ points: 8, turning: false });

  expect(give('attack grant', 3).told).toEqual([
    'Grant attacks Lee: die 3, no modifiers, needs 5 or more. The attack fails.',
    'Grant has earned a turning movement.',
  ]);
  expect(at).toMatchObject({ points: 7, turning: true });

  const turned = give('tma north-anna', 2);
  expect(turned.events).toEqual([
    { type: 'check', leader: 'grant', for: 'tma', to: 'north-anna', die: 2, rating: 3, passed: true, points: 6 },
    { type: 'moved', leader: 'grant', from: 'spotsylvania', to: 'north-anna' },
    { type: 'followed', from: 'spotsylvania', to: 'north-anna', why: 'tma' },
  ]);
  expect(turned.told).toEqual([
    'Grant tries a turning movement: die 2, needs 3 or less. It succeeds.',
    'Grant marches from Spotsylvania to North Anna.',
    'Lee follows to North Anna, which is now contested.',
  ]);
  expect(at).toMatchObject({ points: 6, us: { grant: 'north-anna' }, csa: { lee: 'north-anna' }, turning: false });
});

test('[IV.B] the example’s advice: a Valley victory before the first point is spent would bring a point, not two', () => {
  const after = play(position(), 'attack sigel', 5);
  expect(after.state.points).toBe(10);
  expect(after.told.at(-1)).toBe('The victory in the Valley wins back 1 Action Point.');
});

test('[II] the opening is told', () => {
  expect(tell(numbers(), { type: 'opened', variant: 'standard', points: 10 })).toBe(
    'Grant faces Lee in the Wilderness. Take Richmond or cross the James by 3 June 1864. You have 10 Action Points: each of your rolls costs one, marches are free. Sigel wins back up to 2 points if he beats Breckinridge. Each button shows the roll you need.',
  );
});
