import { expect, test } from 'vitest';
import type { RuleTopic } from '../../src/game/index.ts';

interface Book {
  readonly topics: readonly RuleTopic[];
  /** Paragraphs and rulings that there are. */
  readonly paragraphs: ReadonlySet<string | undefined>;
  /** What a text cites, a paragraph or ruling each. */
  readonly citedIn: (text: string) => readonly string[];
  /** Characters of a paragraph, and of a row of a table, at most. */
  readonly longest: { readonly paragraph: number; readonly row: number };
  /** Topics that cite nothing. */
  readonly bare?: readonly string[];
}

/** Registers what holds of each topic of a rulebook: it is plain to read on a phone, and cites and names what exists. */
export function plainRulebook({ topics, paragraphs, citedIn, longest, bare = [] }: Book): void {
  test.each(topics.map((topic) => [topic.id, topic] as const))(
    '%s is plain to read on a phone',
    (id, { title, text }) => {
      const prose = text.replaceAll(/```[\s\S]*?```/g, '');
      expect(`${title} ${prose}`).not.toMatch(/!| {2}|undefined|NaN|[{}]|\.\.|\t|;\)/);
      for (const [, rows = ''] of text.matchAll(/```\n([\s\S]*?)\n```/g))
        for (const row of rows.split('\n')) expect(row.length, row).toBeLessThanOrEqual(longest.row);
      for (const paragraph of prose.split('\n'))
        expect(paragraph.length, paragraph).toBeLessThanOrEqual(longest.paragraph);
      const cited = citedIn(prose);
      expect(cited.filter((one) => !paragraphs.has(one))).toEqual([]);
      if (!bare.includes(id)) expect(cited).not.toEqual([]);
      const named = [...prose.matchAll(/see \*([^*]+)\*|under \*([^*]+)\* and/g)].map(
        ([, one, other]) => one ?? other ?? '',
      );
      expect(named.filter((one) => !topics.some((topic) => topic.title.startsWith(one)))).toEqual([]);
    },
  );
}
