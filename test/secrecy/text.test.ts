import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BallotMessage, Caller, Completion, LogPoint, Reply } from '../../src/host/index.ts';
import { escaped } from '../../src/host/recap/imprint.ts';
import { nameAlone, plainName } from '../../src/host/wording.ts';
import { by, chanceOf, facesOf, headquarters, type Member, postingsOf, pressOf } from '../host/fixture.ts';
import { HOSTILE, hostileText } from './hostile.ts';
import { labelsOf, type Shown, shownIn, skeleton } from './shown.ts';

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
    for (const { answer } of host.tick(at).announcements) say(answer);
  };
  const people = { '200': `Bo ${name}`, '300': `Cy ${name}` };
  const council = (options: Record<string, string>, who: Member = 'Ada') =>
    say(host.setCouncil(as(who), options, people));
  const ballot = (kind: 'order' | 'council' = 'order') => {
    const game = store.latestIn('front')?.id ?? '';
    return store.openBallots(game).find(({ subject }) => subject.kind === kind)?.id ?? 0;
  };

  const opening = say(host.start(as('Ada'), 'overland', null));
  say(host.order(as('Bo'), GRANT, null, reason));
  say(host.undo(as('Ada'), null, true, 'A slip'));
  say(host.order(as('Bo'), SIGEL, null, reason));
  say(host.order(as('Bo'), { verb: 'move', to: reason }));
  say(host.order(as('Bo'), { verb: 'attack', leader: name, [name || 'x']: reason }));
  // One in command, then a rota, then the vote.
  council({ mode: 'commander', commander: '200 300', rotate: 'order' });
  say(host.order(as('Dee'), GRANT));
  say(host.order(as('Bo'), GRANT, null, reason));
  say(host.council(as('Cy')));
  say(host.setting(as('Ada'), 'commander'));
  say(host.setting(as('Ada'), reason));
  say(host.rota(as('Dee'), true));
  say(host.rota(as('Dee'), false));
  council({ mode: 'vote', tie: 'commander', reminder: 'true', quorum: '3' });
  for (const who of ['Bo', 'Cy'] as const) say(host.order(as(who), GRANT, null, who === 'Bo' ? reason : null));
  say(host.mine(as('Cy'), ballot()));
  say(host.second(as('Cy'), ballot(), store.knownMember('200')?.id ?? 0));
  say(host.giveReason(as('Bo'), ballot(), `${reason} again`));
  say(host.askReason(as('Bo'), ballot()));
  say(host.words(as('Bo')));
  say(host.count(as('Ada'), null, true));
  council({ quorum: '2' }, 'Bo');
  say(host.motion(as('Cy'), ballot('council'), true));
  wait(2 * HOUR);
  say(host.order(as('Bo'), GRANT, null, reason));
  say(host.overrule(as('Ada'), 'Sigel attacks Breckinridge'));
  say(host.overrule(as('Ada'), reason));
  say(host.undo(as('Ada'), null, true, 'A slip'));
  for (const topic of [reason, name || 'x']) say(host.rules(as('Bo'), topic));
  say(host.unknownVerb(as('Bo'), 'march') ?? host.map(as('Bo')));
  say(host.join(as('Bo'), name));
  say(host.start(as('Ada', { channel: 'rear' }), reason, name));
  for (const id of [name, reason]) {
    say(host.verify(as('Bo'), id));
    say(host.recap(as('Bo'), id, null));
    say(host.whatIf(as('Bo'), id));
    say(host.log(as('Bo'), id, 0));
  }
  say(host.recap(as('Bo'), null, null));
  say(host.recap(as('Ada'), null, { channel: 'tavern', open: true }));
  say(host.confirmAbandon(as('Ada')));
  const point: LogPoint = pressOf(say(host.confirmAbandon(as('Ada'))), 'End', 'abandon').point;
  say(host.abandon(as('Ada'), point));
  say(host.abandon(as('Ada'), null));
  say(wholeLog((page) => host.log(as('Bo'), null, page)));
  say(host.recap(as('Bo'), null, null));
  say(host.verify(as('Bo'), null));
  say(host.exported(as('Bo')));
  say(host.record(as('Bo'), false));
  say(host.exportData(as('Bo')));
  say(host.help(as('Bo')));
  // What might have been, in a thread that carries a name.
  completions.push(host.whatIfPoints(as('Cy')), host.recappable(as('Cy'), name), host.recappable(as('Cy'), ''));
  completions.push(host.verifiable(as('Cy')), host.topics(as('Cy')), host.overrulable(as('Cy'), reason));
  completions.push(host.complete(as('Cy'), { verb: 'attack' }, 'leader', name));
  const [from] = host.whatIfPoints(as('Cy')).filter(({ value }) => value !== '-');
  say(host.whatIf(as('Ada'), from?.value ?? ''));
  for (const { id } of host.openings()) {
    const waiting = host.opening(id);
    names.push(waiting?.name ?? '');
    say(waiting?.announcement ?? null);
    say(host.opened(id, 'thread')?.answer ?? null);
  }
  say(host.map(as('Bo', { channel: 'thread' })));
  say(host.log(as('Bo', { channel: 'thread' }), null, 0));
  say(host.askDeleteData(as('Bo')));
  say(host.deleteData(as('Bo'), true));
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
    for (const text of markdown) {
      expect(text.replaceAll('\n', '')).not.toMatch(STEERING);
      expect(text).not.toMatch(LIVE);
    }
    for (const text of plain) expect(text.replaceAll('\n', '')).not.toMatch(STEERING);
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
