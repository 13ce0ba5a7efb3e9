import { expect } from 'vitest';
import { labelText, labelWithChance } from '../../src/game/index.ts';
import { offered } from './sampling.ts';
import type { Check } from './table.ts';
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
];
