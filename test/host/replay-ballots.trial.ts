import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportedBallot, ExportedGame } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { once } from '../../src/kit/memo.ts';
import { picker } from '../dice/sealed.ts';
import { discordIdOf, exporting, type Name } from './exporting.ts';
import { chanceOf, said, textIn } from './fixture.ts';
import { type Forgeable, forged, foundIn } from './replaying.ts';

/** What a file says of its ballots' rules and times, held against what the bot really does with ballots and clocks. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const VOTERS: readonly Name[] = ['Bo', 'Cy', 'Dee', 'Eli'];
const PEOPLE = Object.fromEntries(VOTERS.map((name) => [discordIdOf(name), name]));
const LEADERS = ['grant', 'butler', 'sigel'];

/** How the clock of the machine goes: forward only, a little back now and then, or once far back. */
type Clock = 'right' | 'corrected' | 'set back';

let tables = 0;

/** Files of a campaign with every kind of ballot: while it goes on, and at its end. */
function filesOf(seed: number, clock: Clock): readonly string[] {
  const pick = picker(seed);
  const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
  const { host, store, game, as } = exporting('overland', {
    file: `ballots-${++tables}.sqlite`,
    chance: chanceOf('1864'),
  });
  const farBack = clock === 'set back' ? 20 + pick(60) : -1;
  let time = Date.UTC(2026, 10, 21, 8);
  const at = (who: Name) => as(who, { at: time });
  const files: string[] = [];
  const keep = () => files.push(textIn(said(host.log.file(at('Ada')))));
  const motion = () => store.openBallots(game().id).find(({ subject }) => subject.kind === 'council')?.id ?? 0;
  const settings = (): Record<string, string> => ({
    mode: one(['vote', 'vote', 'vote', 'vote', 'commander', 'open']),
    commander: discordIdOf(one(VOTERS)),
    tie: one(['first', 'commander', 'die']),
    window: one(['1m', '15m', '1h', '2 days']),
    quorum: String(1 + pick(4)),
    early: one(['0', '4']),
    'no-quorum': one(['decide', 'wait']),
    reminder: one(['true', 'false']),
    ...(pick(4) === 0 ? { rotate: one(['order', '3h']) } : {}),
  });
  const vote = () => host.orders.give(at(one(VOTERS)), { verb: 'attack', leader: one(LEADERS) });
  const acts: readonly (() => unknown)[] = [
    ...Array.from({ length: 9 }, () => vote),
    () => host.ballots.withdraw(at(one(VOTERS)), null),
    () => host.council.set(at('Ada'), settings(), PEOPLE),
    () => host.council.set(at(one(VOTERS)), settings(), PEOPLE),
    () => host.ballots.voteOnMotion(at(one(VOTERS)), motion(), pick(4) > 0),
    () => host.ballots.voteOnMotion(at(one(VOTERS)), motion(), pick(4) > 0),
    () => {
      for (const who of VOTERS) if (motion()) host.ballots.voteOnMotion(at(who), motion(), true);
    },
    () => host.ballots.count(at('Ada'), store.openBallots(game().id)[0]?.id ?? 0, true),
    () => host.ballots.open(at('Ada')),
    () => host.undo.takeBack(at('Ada')),
    () => host.orders.overrule(at('Ada'), one(host.completions.overrule(at('Ada'), '')).value),
    () => pick(9) === 0 && host.myData.delete(at(one(VOTERS)), true),
  ];
  said(host.council.set(at('Ada'), { ...settings(), mode: 'vote' }, PEOPLE));
  for (let step = 0; step < 90 && !game().ended; step++) {
    time += one([40 * SECOND, 40 * SECOND, 3 * MINUTE, 10 * MINUTE, 20 * MINUTE, 90 * MINUTE, 3 * DAY]);
    if (clock === 'corrected' && pick(3) === 0) time -= 50 * SECOND;
    if (step === farBack) time -= 400 * DAY;
    if (pick(2) === 0) host.timers.tick(time);
    one(acts)();
    if (step % 30 === 7) keep();
  }
  if (!game().ended) said(host.games.abandon(at('Ada'), null));
  keep();
  return files;
}

describe('of a file that nobody has changed, nothing is called wrong', () => {
  test.each(['right', 'corrected'] as const)('the clock was %s', (clock) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const file of filesOf(seed, clock)) expect(foundIn(file)).toBe('');
      }),
      { numRuns: 5 },
    );
  });

  test('but where the clock was set far back: that looks as if a time had been changed, and is said so', () => {
    for (const seed of [1, 2, 15]) {
      const [first = '', ...others] = filesOf(seed, 'set back');
      expect(foundIn(first)).toBe('');
      expect(foundIn(others.at(-1) ?? '')).toMatch(/^Entry \d+, its time .* or the clock of the bot’s machine was/m);
    }
  });

  test('whatever may become of a ballot becomes of one of them', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const last = filesOf(seed, 'right').at(-1) ?? '';
      for (const { subject, closed, extended, closes, casting } of (JSON.parse(last) as ExportedGame).ballots) {
        seen.add(`${subject} ${closed?.how} ${closed?.why}`);
        if (extended) seen.add(`extended, ${closes === null ? 'waiting' : 'with a clock'}, ${closed?.how}`);
        if (casting) seen.add('with a casting vote');
      }
    }
    for (const what of EVERYTHING) expect([...seen]).toContain(what);
  });
});

const EVERYTHING = [
  ...['order decided time', 'order decided early', 'order decided called', 'order void order', 'order void undo'],
  ...['order void council', 'council decided early', 'council lost time', 'with a casting vote'],
  ...['extended, waiting, void', 'extended, with a clock, decided', 'extended, waiting, decided'],
];

describe('somebody who makes the digests anew can’t change', () => {
  /** Two ballots: one that its time closed, and one with a casting vote that was closed early. */
  const file = once(played);
  function played(): string {
    const { host, as } = exporting('overland', { chance: chanceOf('1864') });
    const dawn = Date.UTC(2026, 10, 21, 8);
    const at = (who: Name, minutes: number) => as(who, { at: dawn + minutes * MINUTE });
    const vote = (who: Name, minutes: number, leader: string) =>
      said(host.orders.give(at(who, minutes), { verb: 'attack', leader }));
    said(host.council.set(at('Ada', 0), { mode: 'vote', window: '1h' }, PEOPLE));
    vote('Bo', 10, 'grant');
    vote('Cy', 20, 'grant');
    host.timers.tick(dawn + 61 * MINUTE);
    said(host.council.set(at('Ada', 62), { tie: 'commander', commander: discordIdOf('Dee') }, PEOPLE));
    vote('Bo', 130, 'grant');
    vote('Dee', 140, 'sigel');
    said(host.ballots.count(at('Ada', 150), 2, true));
    vote('Bo', 160, 'grant');
    vote('Dee', 165, 'sigel');
    said(host.ballots.count(at('Ada', 170), 3, true));
    said(host.games.abandon(at('Ada', 200), null));
    return textIn(said(host.log.file(at('Ada', 201))));
  }
  const minutes = (time: string, by: number) => new Date(Date.parse(time) + by * MINUTE).toISOString();
  type Changed = Forgeable['ballots'][number];
  /** @param number of the ballot: the first opened at 0 minutes, the last after its commander was named */
  const found = (number: number, change: (ballot: Changed) => void) =>
    foundIn(forged(file(), ({ ballots }) => change(ballots[number - 1] as Changed)));
  const voided = (closed: Changed['closed'], change: object) => Object.assign(closed ?? {}, change);
  const voteOf = ({ votes }: Pick<ExportedBallot, 'votes'>, at: string) => Object.assign(votes?.[0] ?? {}, { at });

  test('nothing, and the file is well', () => {
    expect(found(1, () => {})).toBe('');
    const { ballots } = JSON.parse(file()) as ExportedGame;
    expect(ballots.map(({ casting, closed }) => [casting, closed?.why])).toEqual(
      [
        [null, 'time'],
        [null, 'called'],
        ['Dee', 'called'],
        [null, 'ended'],
      ]
        .slice(0, 3)
        .concat([['Dee', 'ended']]),
    );
  });

  test.each<[what: string, number: number, change: (ballot: Changed) => void, said: string]>([
    ['when it opened', 1, (b) => Object.assign(b, { openedAt: minutes(b.openedAt, -30) }), 'Ballot 1, when it opened'],
    [
      'when its window closes',
      1,
      (b) => Object.assign(b, { closes: minutes(b.closes ?? '', 5) }),
      'Ballot 1, when it closes',
    ],
    ['whether it was extended', 1, (b) => Object.assign(b, { extended: true }), 'Ballot 1, when it closes'],
    ['that it had a clock', 1, (b) => Object.assign(b, { closes: null }), 'Ballot 1, when it closes'],
    [
      'when it closed',
      3,
      (b) => Object.assign(b.closed ?? {}, { at: minutes(b.openedAt, 61) }),
      'Ballot 3, how it closed',
    ],
    ['why it closed', 3, (b) => Object.assign(b.closed ?? {}, { why: 'time' }), 'Ballot 3, how it closed'],
    [
      'when it was cancelled',
      4,
      ({ closed }) => voided(closed, { at: '2020-11-21T11:20:00.000Z' }),
      'Ballot 4, how it',
    ],
    ['who cancelled it', 4, ({ closed }) => voided(closed, { by: 'Bo' }), 'Ballot 4, how it closed'],
    ['what cancelled it', 4, ({ closed }) => voided(closed, { why: 'the weather' }), 'Ballot 4, how it closed'],
    ['a vote to before it opened', 1, (b) => voteOf(b, minutes(b.openedAt, -2)), 'Ballot 1, vote 1'],
    ['a vote to after it closed', 3, (b) => voteOf(b, minutes(b.closed?.at ?? '', 2)), 'Ballot 3, vote 1'],
    ['a vote to after its window', 1, (b) => voteOf(b, b.closes ?? ''), 'Ballot 1, vote 1'],
    ['its quorum', 1, (b) => Object.assign(b.rules, { quorum: 1 }), 'Ballot 1, its rules'],
    ['its window', 1, (b) => Object.assign(b.rules, { windowMinutes: 61 }), 'Ballot 1, its rules'],
    ['what breaks its ties', 1, (b) => Object.assign(b.rules, { tie: 'die' }), 'Ballot 1, its rules'],
    ['whose vote breaks a tie', 3, (b) => Object.assign(b, { casting: 'Bo' }), 'Ballot 3, whose vote breaks a tie'],
    ['that somebody’s vote does', 3, (b) => Object.assign(b, { casting: null }), 'Ballot 3, whose vote breaks a tie'],
    ['that nobody’s vote does', 1, (b) => Object.assign(b, { casting: 'Bo' }), 'Ballot 1, whose vote breaks a tie'],
  ])('%s', (_what, number, change, place) => {
    expect(found(number, change)).toContain(place);
  });
});
