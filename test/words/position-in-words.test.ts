import { expect, test } from 'vitest';
import type { System, SystemModule } from '../../src/game/index.ts';
import { helpReply } from '../../src/host/features/rules-and-help.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { roadToRichmond } from '../../src/systems/road-to-richmond/index.ts';
import { sealedAt } from '../dice/sealed.ts';
import { readFiles } from '../games/files.ts';

const assets = new URL('../../assets', import.meta.url).pathname;

function begun(module: SystemModule) {
  const game = module.load(readFiles(assets, module)) as System;
  const { state } = game.rules.start(game.about.variants[0]?.id ?? '', sealedAt('in words', 0, 'start'));
  return { game, view: game.knowledge.view(state, game.about.seats[0]?.id ?? 'public') };
}

test.each([overland, roadToRichmond])(
  '$id in words: what can be done, how one wins, what was lost, who stands where',
  (module) => {
    const { game, view } = begun(module);
    const text = game.positionWords.text(view, true);
    const places = [
      /orders you can give|can enter at/i,
      /\*\*How you win:\*\*/,
      /\*\*Losses so far:\*\*/,
      /stand:\*\*|On the map:\*\*/,
    ].map((part) => text.search(part));
    expect(
      places.every((at) => at >= 0),
      text,
    ).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  },
);

test('Overland in words: what ends the campaign, and the way that is left', () => {
  const { game, view } = begun(overland);
  const text = game.positionWords.text(view, true);
  expect(text).toContain('You lose if you’ve done neither when the last Action Point is spent, on 3 June.');
  expect(text).toContain('Grant’s shortest way is by Spotsylvania, North Anna and Ashland, then Richmond.');
});

test('Road to Richmond in words: turns to go, the line of communications, what lies about a hex, bridges of an area', () => {
  const { game, view } = begun(roadToRichmond);
  const text = game.positionWords.text(view, true);
  expect(text).toContain('when turn 20 ends; 19 turns to go after this one, turn 5 at night. It’s level now.');
  expect(text).toMatch(
    /The line of communications, .* is open to (both sides|the \w+ alone)\. Its shortest way now: (\d{4}, )+\d{4}\. No unit/,
  );
  const hex = game.positionWords.textAt?.(view, '1308') ?? '';
  expect(hex).toContain('north-west 1207 near Watt, swamp forest, defenders doubled');
  expect(hex).toContain('1405 Old Cold Harbor 3 hexes north');
  const areas = (game.pictures.places?.(view) ?? []).map(({ value }) => game.positionWords.textAt?.(view, value) ?? '');
  expect(areas.some((area) => /Bridges, fords and redoubts: .*Bridge over the Chickahominy River/.test(area))).toBe(
    true,
  );
});

test('/help names /plan where there are plans', () => {
  expect(helpReply([], begun(roadToRichmond).game, true).text).toContain('- `/plan` gives many orders in one line');
  expect(helpReply([], begun(overland).game, true).text).not.toContain('/plan');
});
