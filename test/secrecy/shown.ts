import type { BallotMessage, Completion, Reply } from '../../src/host/index.ts';
import { type Inline, parseMarkdown } from '../../src/sandbox/page/markdown.ts';

/** Texts that reach people, by how they are read. */
export interface Shown {
  /** Discord’s Markdown: messages and cards. */
  readonly markdown: readonly string[];
  /** Plain lines: labels, hints, alt texts, forms, the names of files and threads. */
  readonly plain: readonly string[];
  /** Files of text, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Everything that an answer or a message shows. */
export function shownIn(answer: Reply | BallotMessage): Shown {
  const whole = 'text' in answer ? answer : null;
  const nested = [whole?.channelReply, whole?.elsewhere?.answer, ...(whole?.followUps ?? [])].flatMap((one) =>
    one ? [shownIn(one)] : [],
  );
  const files = new Map(
    (whole?.files ?? []).flatMap((file) => ('utf8' in file ? [[file.file, String(file.utf8)]] : [])),
  );
  return {
    markdown: [
      ...(whole ? [whole.text] : []),
      ...('note' in answer && answer.note ? [answer.note] : []),
      ...answer.cards.map(({ text }) => text),
      ...nested.flatMap(({ markdown }) => markdown),
    ],
    plain: [
      ...answer.rows.flat().map(({ label }) => label),
      // The title of a card knows no Markdown but emphasis; nothing of a member stands in it.
      ...answer.cards.flatMap(({ title, foot }) => [title, foot]),
      ...(answer.menu
        ? [answer.menu.prompt, ...answer.menu.choices.flatMap(({ label, hint }) => [label, hint ?? ''])]
        : []),
      ...(whole?.drawing ? [whole.drawing.file, whole.drawing.alt] : []),
      ...(whole?.files ?? []).flatMap(({ file, alt }) => [file, alt ?? '']),
      ...(whole?.form ? [whole.form.title, whole.form.label] : []),
      ...nested.flatMap(({ plain }) => plain),
    ],
    files: new Map([...files, ...nested.flatMap(({ files }) => [...files])] as [string, string][]),
  };
}

export function labelsOf(completions: readonly Completion[]): string[] {
  return completions.map(({ label }) => label);
}

/** What a text is made of, its words left out: two that differ in words alone have the same. */
export function skeleton(markdown: string): unknown {
  return stripped(parseMarkdown(markdown));
}

function stripped(node: unknown): unknown {
  if (Array.isArray(node)) {
    // Words beside words are words: an escape in between is nothing to see.
    const all = node.map(stripped);
    return all.filter((one, index) => !(isWords(one) && isWords(all[index - 1])));
  }
  if (typeof node !== 'object' || node === null) return typeof node === 'string' ? 'words' : node;
  const { t, ...rest } = node as { readonly t?: string } & Partial<Inline>;
  return { t, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, kept(key, value)])) };
}

/** Whose mention it is and which moment does not change what a text is made of; whether there is one does. */
function kept(key: string, value: unknown): unknown {
  return typeof value === 'object' ? stripped(value) : key === 'level' || key === 'ordered' ? value : 'words';
}

function isWords(node: unknown): boolean {
  return typeof node === 'object' && node !== null && (node as { readonly t?: unknown }).t === 'text';
}
