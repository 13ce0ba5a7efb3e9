import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { view } from '../../../src/systems/overland/view.ts';
import { alt } from '../../../src/systems/overland/words/alt.ts';
import { drawnCases } from '../../trials/long.ts';
import { anyShown } from './any-scenario.ts';
import { numbers } from './data.ts';
import { position } from './play.ts';
import { reachable } from './reachable.ts';
import { gallery, sheetAfter, sheetOf } from './sheets.ts';

describe('the alt text', () => {
  test('of the opening, whole', () => {
    expect(gallery().opening?.alt).toBe(
      'Take Richmond or cross the James by 3 June 1864. Grant (3) and Lee (3) contest the Wilderness. ' +
        '10 of 10 Action Points left, 4 May 1864. You can: attack with Grant, Butler or Sigel. ' +
        'Butler (1) and Beauregard (2) contest Drury’s Bluff. Sigel (1) and Breckinridge (1) contest the Valley. ' +
        'Arrows into Richmond: Ashland −1, Mechanicsville −2, Savage Station −1, Drury’s Bluff −1. ' +
        'Area Defense: Ashland −1, Mechanicsville −1. ' +
        'Combat results by modified die: 1 or less, the attack fails; 2 – 4, the attack fails, but Grant may earn a turning movement; 5 or more, the defender retreats. ' +
        'Ratings are in brackets. ' +
        'Lines: The Wilderness to Spotsylvania; Spotsylvania to North Anna; North Anna to Ashland and Cold Harbor; ' +
        'Ashland to Cold Harbor and Mechanicsville; Cold Harbor to Mechanicsville and Savage Station; ' +
        'Mechanicsville to Savage Station.',
    );
  });

  test('begins with what just happened', () => {
    expect(sheetAfter({}, 'attack grant', 5).alt).toMatch(
      /^Grant attacks Lee: 5\. Lee falls back\. Lee goes from the Wilderness to Spotsylvania\. Grant \(3\) is in the Wilderness, uncontested\./,
    );
    expect(sheetAfter({ lee: 'ashland', grant: 'north-anna' }, 'move cold-harbor').alt).toMatch(
      /^Grant marches to Cold Harbor\. Lee follows at once: Cold Harbor contested\./,
    );
  });

  test('begins with the ending when there is one, and offers nothing more', () => {
    const won = sheetAfter({ points: 3, grant: 'savage-station', lee: 'richmond' }, 'cross', 2).alt;
    expect(won).toMatch(
      /^Victory: Grant is across the James\. Grant tries to cross the James, needs 1–3: 2\. Grant is across\./,
    );
    expect(won).not.toContain('Now:');
    expect(sheetAfter({ points: 1 }, 'attack grant', 2).alt).toMatch(
      /^Defeat: no Action Points are left, and Richmond stands\./,
    );
  });

  test('says where Grant and Lee are before anything else of the position', () => {
    const text = sheetOf(position({ grant: 'cold-harbor', lee: 'richmond', beauregard: 'richmond', points: 4 })).alt;
    expect(text).toMatch(
      /^Grant \(3\) is at Cold Harbor, uncontested\. Lee \(3\) is in Richmond with Beauregard \(2\)\. 4 of 10 Action Points left, 22 May 1864\./,
    );
    expect(text).toContain(
      'You can: attack with Sigel; attack Richmond with Butler; march to North Anna, Ashland, Mechanicsville or Savage Station.',
    );
  });

  test('says that a turning movement stands, and where it may lead', () => {
    const text = sheetOf(position({ grant: 'north-anna', lee: 'north-anna', turning: true })).alt;
    expect(text).toContain('Grant has earned a turning movement.');
    expect(text).toContain('turn to Spotsylvania, Ashland or Cold Harbor.');
  });

  test('says who has left the game, and that the James may be crossed', () => {
    const text = sheetOf(position({ grant: 'savage-station', lee: 'richmond', breckinridge: 'gone' })).alt;
    expect(text).toContain('Out of the game: Breckinridge.');
    expect(text).toContain('cross the James.');
  });
});

test('the alt texts of orders that can be given fit, whole, with no name cut', () => {
  const steps = [...reachable('standard').steps.values()].flat();
  // One in a prime number, so that every kind of order comes up.
  for (const { order, after: state, events } of steps.filter((_, index) => index % 37 === 0)) {
    const text = alt(view(numbers(), state), { order, events });
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text).not.toContain('…');
  }
});

test('no data and no position make an alt text longer than Discord takes', () => {
  fc.assert(
    fc.property(anyShown, ({ shown, moment }) => {
      const text = alt(shown, moment);
      expect(text.length).toBeLessThanOrEqual(1024);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      expect(text).toContain(`${shown.points} of ${shown.mostPoints} Action Points left`);
    }),
    { numRuns: drawnCases(120) },
  );
});
