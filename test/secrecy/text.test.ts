import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escaped } from '../../src/host/afterwards/recap/recap-text.ts';
import { nameAlone, plainName } from '../../src/host/base/common-words.ts';
import type { BallotMessage, Caller, Completion, LogPoint, Reply } from '../../src/host/index.ts';
import { type Inline, parseMarkdown } from '../../src/sandbox/page/markdown.ts';
import { by, chanceOf, facesOf, headquarters, type Member, postingsOf, pressOf } from '../host/fixture.ts';

/** Texts that reach people, by how they are read. */
interface Shown {
  /** Discord’s Markdown: messages and cards. */
  readonly markdown: readonly string[];
  /** Plain lines: labels, hints, alt texts, forms, the names of files and threads. */
  readonly plain: readonly string[];
  /** Files of text, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Everything that an answer or a message shows. */
function shownIn(answer: Reply | BallotMessage): Shown {
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

function labelsOf(completions: readonly Completion[]): string[] {
  return completions.map(({ label }) => label);
}

/** What a text is made of, its words left out: two that differ in words alone have the same. */
function skeleton(markdown: string): unknown {
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

/** What somebody might be called, or write, who wants more of it than to be read: each a way of its own. */
const HOSTILE: readonly string[] = [
  '@everyone',
  '@here',
  '<@&1100000000000000003>',
  '<@1300000000000000002>',
  '<@!1300000000000000002>',
  '<#1100000000000000001>',
  '</new:1100000000000000009>',
  '<id:customize>',
  '<t:1:R>',
  '<:grant:1100000000000000004>',
  '<a:grant:1100000000000000004>',
  ':tada:',
  '[free](https://evil.example)',
  '[free](<https://evil.example> "title")',
  'https://evil.example/x.png',
  '<https://evil.example>',
  'www.evil.example',
  'discord.gg/evil',
  'discordapp.com/invite/evil',
  '# Heading',
  '-# small',
  '> quoted',
  '>>> quoted to the end',
  '- item',
  '1. item',
  '```js\nalert(1)\n```',
  '`code`',
  '**bold**',
  '__under__',
  '~~gone~~',
  '||spoiler||',
  '*_~`|\\',
  '\\',
  '\\\\*x*',
  '**',
  '_',
  'a\nb',
  'a\r\n# b',
  'a\u2028b\u2029c\u0085d',
  '\u202eeman\u202c',
  '\u2067\u2066',
  '\u200f\u061c',
  '\u200b\u2060\ufeff',
  '\u3164',
  '\u001b[2J\u001b]0;x\u0007',
  '\u009b31m',
  'a\u0000b',
  '../../etc/passwd',
  "'; DROP TABLE game; --",
  '"}],"x":[{"',
  '{{7*7}}%s%n',
  '<script>alert(1)</script>',
  '\ud800',
  '👨‍👩‍👧',
  'שרה',
];

/** Texts of a member, short enough that nothing around them has to give way. */
const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HOSTILE) }, fc.string({ unit: 'grapheme', maxLength: 8 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(' ').slice(0, 60));

/** No text of a member does anything but be read: wherever it is shown, the message is made of the same as with a harmless one. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;
const HOUR = 3_600_000;
let databases = 0;

/** Members, what they say and what they type, all in the words of one who means no good; what everybody is shown of it. */
function everywhere(name: string, reason: string): Shown[] {
  databases += 1;
  const { host, store } = headquarters({ file: `${databases}.sqlite`, chance: chanceOf('text') });
  let at = 1_700_000_000_000;
  const as = (who: Member, changes: Partial<Caller> = {}): Caller => {
    at += 1000;
    const caller = by(who, { at, joinedAt: 0, ...changes });
    return { ...caller, member: { discordId: caller.member.discordId, name: `${who} ${name}` } };
  };
  const answers: (Reply | BallotMessage)[] = [];
  const completions: (readonly Completion[])[] = [];
  const names: string[] = [];
  const say = (answer: Reply | null): Reply => {
    if (answer === null) throw new Error('There is no answer');
    answers.push(answer, ...facesOf(host));
    for (const { answer: posted } of postingsOf(host)) answers.push(posted);
    return answer;
  };
  const wait = (ms: number) => {
    at += ms;
    for (const { answer } of host.timers.tick(at).announcements) say(answer);
  };
  const people = { '200': `Bo ${name}`, '300': `Cy ${name}` };
  const council = (options: Record<string, string>, who: Member = 'Ada') =>
    say(host.council.set(as(who), options, people));
  const ballot = (kind: 'order' | 'council' = 'order') => {
    const game = store.latestIn('front')?.id ?? '';
    return store.openBallots(game).find(({ subject }) => subject.kind === kind)?.id ?? 0;
  };

  const opening = say(host.games.start(as('Ada'), { systemId: 'overland' }));
  say(host.orders.give(as('Bo'), GRANT, null, reason));
  say(host.undo.takeBack(as('Ada'), null, true, 'A slip'));
  say(host.orders.give(as('Bo'), SIGEL, null, reason));
  say(host.orders.give(as('Bo'), { verb: 'move', to: reason }));
  say(host.orders.give(as('Bo'), { verb: 'attack', leader: name, [name || 'x']: reason }));
  // One in command, then a rota, then the vote.
  council({ mode: 'commander', commander: '200 300', rotate: 'order' });
  say(host.orders.give(as('Dee'), GRANT));
  say(host.orders.give(as('Bo'), GRANT, null, reason));
  say(host.council.show(as('Cy')));
  say(host.council.setting(as('Ada'), 'commander'));
  say(host.council.setting(as('Ada'), reason));
  say(host.council.rota(as('Dee'), true));
  say(host.council.rota(as('Dee'), false));
  council({ mode: 'vote', tie: 'commander', reminder: 'true', quorum: '3' });
  for (const who of ['Bo', 'Cy'] as const) say(host.orders.give(as(who), GRANT, null, who === 'Bo' ? reason : null));
  say(host.ballots.mine(as('Cy'), ballot()));
  say(host.ballots.agree(as('Cy'), ballot(), store.knownMember('200')?.id ?? 0));
  say(host.ballots.giveReason(as('Bo'), ballot(), `${reason} again`));
  say(host.ballots.askReason(as('Bo'), ballot()));
  say(host.maps.inWords(as('Bo')));
  say(host.ballots.count(as('Ada'), null, true));
  council({ quorum: '2' }, 'Bo');
  say(host.ballots.voteOnMotion(as('Cy'), ballot('council'), true));
  wait(2 * HOUR);
  say(host.orders.give(as('Bo'), GRANT, null, reason));
  say(host.orders.overrule(as('Ada'), 'Sigel attacks Breckinridge'));
  say(host.orders.overrule(as('Ada'), reason));
  say(host.undo.takeBack(as('Ada'), null, true, 'A slip'));
  // Words before it: a letter alone may name a topic.
  for (const topic of [reason, `None ${name}`]) say(host.help.rules(as('Bo'), topic));
  say(host.orders.unknownVerb(as('Bo'), 'march') ?? host.maps.forChannel(as('Bo')));
  say(host.seats.join(as('Bo'), name));
  say(host.games.start(as('Ada', { channel: 'rear' }), { systemId: reason, variantId: name }));
  for (const id of [name, reason]) {
    say(host.verify.verify(as('Bo'), id));
    say(host.recaps.recap(as('Bo'), id, null));
    say(host.whatIfs.ask(as('Bo'), id));
    say(host.log.page(as('Bo'), id, 0));
  }
  say(host.recaps.recap(as('Bo'), null, null));
  say(host.recaps.recap(as('Ada'), null, { channel: 'tavern', open: true }));
  say(host.games.confirmAbandon(as('Ada')));
  const point: LogPoint = pressOf(say(host.games.confirmAbandon(as('Ada'))), 'End', 'abandon').point;
  say(host.games.abandon(as('Ada'), point));
  say(host.games.abandon(as('Ada'), null));
  say(wholeLog((page) => host.log.page(as('Bo'), null, page)));
  say(host.recaps.recap(as('Bo'), null, null));
  say(host.verify.verify(as('Bo'), null));
  say(host.log.file(as('Bo')));
  say(host.record.show(as('Bo'), false));
  say(host.myData.export(as('Bo')));
  say(host.help.help(as('Bo')));
  // What might have been, in a thread that carries a name.
  completions.push(
    host.branchPoints.completions(as('Cy')),
    host.recaps.completions(as('Cy'), name),
    host.recaps.completions(as('Cy'), ''),
  );
  completions.push(
    host.verify.completions(as('Cy')),
    host.help.topics(as('Cy')),
    host.completions.overrule(as('Cy'), reason),
  );
  completions.push(host.completions.order(as('Cy'), { verb: 'attack' }, 'leader', name));
  const [from] = host.branchPoints.completions(as('Cy')).filter(({ value }) => value !== '-');
  say(host.whatIfs.ask(as('Ada'), from?.value ?? ''));
  for (const { interaction: id } of store.openings()) {
    const waiting = host.whatIfs.opening(id);
    names.push(waiting?.name ?? '');
    say(waiting?.announcement ?? null);
    say(host.whatIfs.opened(id, 'thread')?.answer ?? null);
  }
  say(host.maps.forChannel(as('Bo', { channel: 'thread' })));
  say(host.log.page(as('Bo', { channel: 'thread' }), null, 0));
  say(host.myData.askDeletion(as('Bo')));
  say(host.myData.delete(as('Bo'), true));
  say(opening);
  return [
    ...answers.map(shownIn),
    { markdown: [], plain: [...completions.flatMap(labelsOf), ...names], files: new Map() },
  ];
}

/** A log that fills several pages as one: where they end depends on how long names are. */
function wholeLog(read: (page: number) => Reply): Reply {
  const last = read(0);
  const count = Number(/ · page \d+ of (\d+)\n/.exec(last.text)?.[1] ?? 1);
  const pages = Array.from({ length: count }, (_, index) =>
    read(count - 1 - index)
      .text.split('\n')
      .slice(1)
      .join('\n'),
  );
  return { ...last, text: pages.join('\n'), rows: [] };
}

/** What a plain line must not have in it: what ends it, steers a terminal or turns the direction of the rest. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** What Discord makes a ping, a link or a card of, whoever wrote it. Links to messages are the bot's own. */
const LIVE =
  /@(everyone|here)|(?<!\\)<(@[&!]?|#|\/|a?:|t:|id:)[^>\s]*evil|https?:\/\/(?!discord\.com\/channels\/)|(?<!\\)discord(app)?\.(gg|com\/invite)/;

function check(shown: readonly Shown[], harmless: readonly Shown[]): void {
  expect(shown.length).toBe(harmless.length);
  shown.forEach(({ markdown, plain, files }, index) => {
    const before = harmless[index] as Shown;
    expect(markdown.map(skeleton)).toEqual(before.markdown.map(skeleton));
    expect(markdown.map((text) => text.split('\n').length)).toEqual(
      before.markdown.map((text) => text.split('\n').length),
    );
    expect([...markdown, ...plain].filter((text) => STEERING.test(text.replaceAll('\n', '')))).toEqual([]);
    expect(markdown.filter((text) => LIVE.test(text))).toEqual([]);
    expect([...files.keys()]).toEqual([...before.files.keys()]);
    for (const [name, text] of files) {
      expect(name).toMatch(/^[a-z0-9][a-z0-9-]*\.(json|md|txt)$/);
      if (name.endsWith('.json')) expect(typeof JSON.parse(text)).toBe('object');
      if (name.endsWith('.md')) expect(storyLines(text)).toEqual(storyLines(before.files.get(name) ?? ''));
    }
  });
}

/** How each line of a story in CommonMark begins: its headings, lists and paragraphs. */
function storyLines(text: string): string[] {
  return text.split('\n').map((line) => /^ *(#+|[-*+>]|\d+[.)]|```|~~~|\|)? ?/.exec(line)?.[0] ?? '');
}

/** Each of them once as a name or as a reason. */
const PAIRS = HOSTILE.flatMap((name, index) => (index % 2 === 0 ? [[name, HOSTILE[index + 1] ?? name] as const] : []));
const HARMLESS = everywhere('Harmless', 'Lee is tired');

describe('a text of a member', () => {
  test.each(PAIRS)('as a name %j, as a reason %j: both are read and do nothing', (name, reason) => {
    // Words before it, so that a reason of nothing to see does not become none.
    check(everywhere(name, `Now ${reason}`), HARMLESS);
  });

  test('whatever it is made of', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, reason) => check(everywhere(name, `Now ${reason}`), HARMLESS)),
      { numRuns: 3 },
    );
  });
});

describe('as plain text', () => {
  test('it has no markup of its own, on Discord and in CommonMark, and nothing in it is lost', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = plainName(text);
        expect(skeleton(`x ${plain} y`)).toEqual(skeleton('x y'));
        expect(plain.replace(/\\(.)/gu, '$1').replaceAll('\u200b', '')).toBe(nameAlone(text).replaceAll('\u200b', ''));
        const story = escaped(text);
        expect(skeleton(`x ${story} y`)).toEqual(skeleton('x y'));
        expect(story).not.toMatch(/@(?!\u200b)|(?<!\\)[<[`*_|]|https?:\/\/|www\./);
      }),
      { numRuns: 200 },
    );
  });

  test.each(['', ' ', '\u200b', '\u3164', '\u2800\u115f', '\u202e', '\ufe0f'])(
    '%j, which shows nothing, has a name',
    (name) => {
      expect(nameAlone(name)).toBe('Somebody');
    },
  );
});
