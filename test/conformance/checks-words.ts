import { expect } from 'vitest';
import { type Episode, labelText, labelWithChance } from '../../src/game/index.ts';
import { frozen } from './plain.ts';
import { offered } from './sampling.ts';
import { expectStory } from './stories.ts';
import type { Check, Position } from './table.ts';
import { expectWords } from './words.ts';

const TONES = ['attack', 'move', 'bold', 'plain'];

export const WORD_CHECKS: readonly Check[] = [
  {
    name: 'every order fits a button, differs there from others without its odds, and is told to everybody in words',
    run: (table) =>
      table.each((position, pick) => {
        const { system } = table;
        for (const { seat } of position.asked) {
          const texts = new Set<string>();
          for (const order of offered(table, position, seat, pick)) {
            const label = system.orderWords.label(position.state, order);
            expectWords(labelText(label, true), 80, 'a button');
            expectWords(label.text, 80, 'a button without odds');
            expectWords(labelWithChance(label), 100, 'a line of a ballot');
            if (label.odds !== undefined) expectWords(label.odds, 80, `the odds of "${label.text}"`);
            if (label.chance !== undefined) expectWords(`${label.text} · ${label.chance}`, 80, 'a button of a ballot');
            expect(texts, 'the orders told before, without odds').not.toContain(label.text);
            texts.add(label.text);
            expect(TONES, `the tone of "${label.text}"`).toContain(label.tone);
            for (const viewer of table.viewers) {
              expectWords(system.orderWords.describe(order, viewer, seat), 2000, `an order told to ${viewer}`);
            }
          }
        }
      }),
  },
  {
    name: 'every event is told in words, or not noticed; the referee is told something of every order',
    run: (table) =>
      table.each(({ events, last }) => {
        for (const viewer of table.viewers) {
          const told = events.map((event) => table.system.eventWords.tell(event, viewer));
          told.forEach((words, index) => {
            if (words !== null) expectWords(words, 2000, `${events[index]?.type} told to ${viewer}`);
          });
          const all = told.filter((words) => words !== null);
          expect(all.join('\n').length, `all that ${viewer} is told of one order`).toBeLessThanOrEqual(2000);
          if (viewer === 'referee')
            expect(all.length, `told to the referee after ${last?.order.verb ?? 'the start'}`).toBeGreaterThan(0);
        }
      }),
  },
  {
    name: 'the position is told in a line, and in full',
    run: (table) =>
      table.each(({ state }) => {
        for (const viewer of table.viewers) {
          const view = table.system.knowledge.view(state, viewer);
          const summary = table.system.positionWords.summary(view);
          expectWords(summary, 200, `the summary for ${viewer}`);
          expect(summary, 'one line').not.toContain('\n');
          for (const odds of [true, false])
            expectWords(table.system.positionWords.text(view, odds), 6000, `the text for ${viewer}`);
        }
      }),
  },
  {
    name: 'what stands to be done, who there is, each place and a run of orders are told in words',
    run: (table) => {
      const { positionWords, eventWords, pictures, knowledge } = table.system;
      table.each(({ state }, pick) => {
        for (const viewer of table.viewers) {
          const view = knowledge.view(state, viewer);
          for (const line of positionWords.agenda?.(view) ?? []) expectWords(line, 600, `the agenda of ${viewer}`);
          const seat = viewer === 'public' || viewer === 'referee' ? null : viewer;
          for (const { title, lines } of positionWords.roster?.(view, seat) ?? []) {
            expectWords(title, 80, 'a part of the roster');
            for (const line of lines) expectWords(line, 700, `a line of ${title}`);
          }
          const places = pictures.places?.(view, null) ?? [];
          const place = places[pick(places.length || 1)];
          if (place)
            expectWords(positionWords.textAt?.(view, place.value) ?? 'none', 2000, `the words of ${place.value}`);
        }
      });
      for (const game of table.games())
        for (let from = 0; from < game.length; from += 40) {
          const events = game.slice(from, from + 40).flatMap((position) => [...position.events]);
          for (const viewer of table.viewers) {
            for (const line of eventWords.digest?.(events, viewer) ?? [])
              expectWords(line, 900, `a run of orders, to ${viewer}`);
          }
        }
    },
  },
];

/** What members may have written: ready to be shown, and as awkward as that allows. */
const REASONS = [
  'Now, or never.',
  'a',
  'Because the river is low \\*here\\*, and we know it'.repeat(2),
  'x'.repeat(200),
];

export const STORY_CHECKS: readonly Check[] = [
  {
    name: 'a campaign is told within its limits, from its own events, and with no words that nobody wrote; running or over',
    run: (table) => {
      const { system } = table;
      if (!system.afterwards?.story) return;
      for (const positions of table.games()) {
        const episodes = frozen(positions.map((position, index) => episodeOf(positions, position, index)));
        const told = [1, Math.ceil(episodes.length / 2), episodes.length];
        for (const orders of told) {
          const part = episodes.slice(0, orders);
          for (const over of [true, false]) {
            const story = system.afterwards.story(part, over);
            expectStory(story, part);
            expect(system.afterwards.story(part, over), 'the same story, told again').toEqual(story);
          }
        }
      }
    },
  },
];

function episodeOf(positions: readonly Position[], { state, last, events }: Position, index: number): Episode {
  return {
    order: last?.order ?? null,
    before: positions[Math.max(0, index - 1)]?.state ?? state,
    after: state,
    events,
    by: index > 0 && index % 2 === 0 ? 'Ada \\*' : null,
    reasons: index % 3 === 1 ? [{ text: REASONS[index % REASONS.length] ?? '', by: 'Bo\\_' }] : [],
    turning: index % 4 === 1,
    worth: index % 5 === 0 ? null : { decision: -(index % 7), dice: (index % 9) - 4, best: index % 7 === 0 },
  };
}

/** What Discord takes as the name of a command or an option, in the letters we use. */
const NAME = /^[a-z0-9_-]{1,32}$/;

/** The commands of the table, which no verb may be named after. */
const TABLE_COMMANDS =
  'new map log rules undo abandon council vote odds join recap record verify mydata status help units seat quiet clock learn'.split(
    ' ',
  );

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
