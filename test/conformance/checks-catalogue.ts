import { expect } from 'vitest';
import type { Check } from './table.ts';
import { expectWords } from './words.ts';

/** What Discord takes as the name of a command or an option, in the letters we use. */
const NAME = /^[a-z0-9_-]{1,32}$/;

/** The commands of the table, which no verb may be named after. */
const TABLE_COMMANDS = [
  'new',
  'map',
  'log',
  'rules',
  'undo',
  'abandon',
  'council',
  'vote',
  'odds',
  'join',
  'recap',
  'record',
  'verify',
  'mydata',
  'status',
  'help',
  'units',
  'seat',
  'quiet',
  'clock',
  'learn',
];

export const CATALOGUE_CHECKS: readonly Check[] = [
  {
    name: 'the system, its seats and its variants have names and ids',
    run: ({ system }) => {
      expect(system.id).toMatch(NAME);
      expectWords(system.about.title, 80, 'the title');
      expectWords(system.about.tagline, 100, 'the tagline');
      expectWords(system.about.basis, 80, 'the basis');
      expectDistinct(
        system.about.seats.map(({ id }) => id),
        'seats',
      );
      for (const { id, name } of system.about.seats) {
        expect(['public', 'referee'], `the seat ${id}`).not.toContain(id);
        expect(id).toMatch(NAME);
        expectWords(name, 80, `the name of the seat ${id}`);
      }
      expectDistinct(
        system.about.variants.map(({ id }) => id),
        'variants',
      );
      for (const { id, name, summary } of system.about.variants) {
        expect(id).toMatch(NAME);
        expectWords(name, 80, `the name of the variant ${id}`);
        expectWords(summary, 100, `the summary of the variant ${id}`);
      }
    },
  },
  {
    name: 'its verbs and slots can be commands and options',
    run: ({ system }) => {
      expectDistinct(
        system.about.verbs.map(({ verb }) => verb),
        'verbs',
      );
      for (const { verb, summary, slots } of system.about.verbs) {
        expect(verb).toMatch(NAME);
        expect(TABLE_COMMANDS, `the verb ${verb}`).not.toContain(verb);
        expectWords(summary, 100, `the summary of ${verb}`);
        expect(slots.length, `options of ${verb}`).toBeLessThanOrEqual(25);
        const names = slots.map(({ slot }) => slot);
        expect(new Set(names).size, `slots of ${verb}, each once`).toBe(names.length);
        expect(names, `slots of ${verb}`).not.toContain('verb');
        for (const one of slots) {
          expect(one.slot).toMatch(NAME);
          expectWords(one.summary, 100, `the summary of ${verb} ${one.slot}`);
        }
      }
    },
  },
  {
    name: 'its rulebook has topics that fit a message',
    run: ({ system }) => {
      expectDistinct(
        system.about.rulebook.map(({ id }) => id),
        'topics',
      );
      for (const { id, title, text } of system.about.rulebook) {
        expect(id).toMatch(NAME);
        expectWords(title, 80, `the title of ${id}`);
        expectWords(text, 4000, `the text of ${id}`);
      }
    },
  },
];

function expectDistinct(ids: readonly string[], what: string): void {
  expect(ids.length, what).toBeGreaterThan(0);
  expect(new Set(ids).size, `${what}, each once`).toBe(ids.length);
}
