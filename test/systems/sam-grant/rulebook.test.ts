import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type DataFiles, isFaulty, type Json, type RuleTopic } from '../../../src/game/index.ts';
import { bobbyLee, samGrant } from '../../../src/systems/sam-grant/index.ts';
import { MAP, SCENARIO } from '../../../src/systems/sam-grant/theatre.ts';
import { everyParagraphIsATest } from '../rule-cases.ts';
import { dataFiles } from './data.ts';

const asset = (name: string) => readFileSync(new URL(`../../../assets/${name}`, import.meta.url), 'utf8');
const PARAGRAPHS = new Set(
  [...asset('sam-grant/rulings.md').matchAll(/^(?:## )?(\d+(?:\.\d+)?)[. ]/gm)].map(([, id]) => id),
);

const GAMES = { 'sam-grant': samGrant, 'bobby-lee': bobbyLee } as const;

/** The rulebook as members read it; `files`: data that are bent. */
function rulebook(id: keyof typeof GAMES, files: DataFiles = {}): readonly RuleTopic[] {
  const loaded = GAMES[id].load({ ...dataFiles(id), 'rules.md': asset(`${id}/rules.md`), ...files });
  if (isFaulty(loaded)) throw new Error(JSON.stringify(loaded));
  return loaded.about.rulebook;
}

describe.each(['sam-grant', 'bobby-lee'] as const)('the rulebook of %s', (id) => {
  const topics = rulebook(id);

  test.each([
    ['3.3', 'Battles: who chooses the order', 'Player 1 chooses which battle is next'],
    [
      '7.5',
      'Fortresses and carried hits',
      'A single hit carries over to the next enemy block that fires in the same round',
    ],
    ['7.5', 'Fortresses and carried hits', 'At the end of the round a hit without its second one is lost'],
    [
      '4.43',
      'Winter: moves, builds and supply',
      'Each block that is built or gains steps must be in a hex with a supply line',
    ],
    ['2.2', 'Headquarters', 'There are no field headquarters'],
    [
      '3.2',
      'The pool: hunger losses, builds and prisoners',
      'loses its last step to hunger goes to its own side’s pool',
    ],
    ['3.21', 'Adding steps: only by Supply cards', 'A Supply card is the only way to add steps'],
    ['5.3', 'Moving, and passing through friends', 'pass freely through hexes with your own blocks'],
    ['5.6', 'Pinned blocks: the defender chooses', 'Player 2 chooses which ones'],
    ['6.2', 'Battle reserves', 'Until round 2 reserves stay hidden'],
    ['6.4', 'Regrouping after a victory', 'each as far as its speed, through and into hexes you control'],
  ])('paragraph %s of the sheet is found under “%s”', (_paragraph, title, words) => {
    expect(topics.find((topic) => topic.title === title)?.text).toContain(words);
  });

  test('fits a list and a phone, cites paragraphs that exist, and leaves no gap', () => {
    expect(topics.length).toBeLessThan(25);
    for (const { title, text } of topics) {
      expect(text, title).not.toMatch(/[{}]|undefined| {2}|!/);
      expect(text.length, title).toBeLessThanOrEqual(1800);
      const cited = [...text.matchAll(/\[([\d., –]+)\]/g)].flatMap(([, inside = '']) => inside.split(/, |–/));
      expect(cited.length, title).toBeGreaterThan(0);
      expect(
        cited.filter((one) => !PARAGRAPHS.has(one)),
        title,
      ).toEqual([]);
    }
  });
});

test('2.9, 8.1, 10.1, 10.2: places and figures in the rulebook are those of the data, also where a host has changed them', () => {
  const text = (topics: readonly RuleTopic[], id: string) => topics.find((topic) => topic.id === id)?.text ?? '';
  const book = rulebook('sam-grant');
  expect(text(book, 'fortresses')).toContain(
    'Fortresses: St. Louis, Cairo, Cumberland Gap, Columbus KY, New Madrid, Fort Henry, Fort Donelson, Fort Pillow and Vicksburg.',
  );
  expect(text(book, 'supply')).toContain('Confederate sources: Nashville, Memphis, Vicksburg, Montgomery,');
  expect(text(book, 'cities')).toContain('4: Nashville (3), Memphis (3), Vicksburg (2)');
  expect(text(book, 'victory')).toContain(
    '- 0 to 4: a Union victory\n- −4 to −1: a drawn game\n- −9 to −5: a Confederate victory',
  );

  const files = dataFiles('sam-grant');
  const map = structuredClone(files[MAP]) as {
    cities: { hex: string; vp: number; fortress?: boolean; source?: string }[];
  };
  const scenario = structuredClone(files[SCENARIO]) as { victory: { suddenDeath: { csaMargin: number } } };
  const nashville = map.cities.find(({ hex }) => hex === '1909');
  Object.assign(nashville ?? {}, { vp: 9, fortress: true });
  scenario.victory.suddenDeath.csaMargin = 15;
  const bent = rulebook('sam-grant', { [MAP]: map as unknown as Json, [SCENARIO]: scenario as unknown as Json });
  expect(text(bent, 'cities')).toContain('9: Nashville (3)');
  expect(text(bent, 'fortresses')).toContain('Fort Donelson, Nashville, Fort Pillow');
  expect(text(bent, 'victory')).toContain('one of −15 or less for the Confederates');
});

everyParagraphIsATest('sam-grant', 60);
