import { describe, expect, test } from 'vitest';
import type { Roll, State } from '../../../src/game/index.ts';
import { INSET, PANELS, PLATE, ribbonOf, SHEET, TILES } from '../../../src/systems/overland/map/sheet-layout.ts';
import { AREAS } from '../../../src/systems/overland/vocabulary.ts';
import { overland, toldCampaign } from '../../host/told-campaign.ts';

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
