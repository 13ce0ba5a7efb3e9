import { expect, test } from 'vitest';
import { MINUTE } from '../../src/council/index.ts';
import type { Caller, Reply } from '../../src/host/index.ts';
import { type Camp, camp, GRANT, PEOPLE, SIGEL } from './camp.ts';
import type { Member } from './fixture.ts';

/** Discord may deliver an interaction twice: it has one effect. */

const GRANT_KEY = JSON.stringify({ leader: 'grant', verb: 'attack' });

interface Case {
  readonly council?: Readonly<Record<string, string>>;
  readonly before?: (c: Camp) => unknown;
  readonly who: Member;
  readonly act: (c: Camp, caller: Caller) => Reply | null;
}

const vote = { mode: 'vote' };
const rota = { mode: 'commander', commander: '200 300', rotate: 'order' };
const voted = (c: Camp) => c.vote('Bo', GRANT, 'Lee is alone.');

const ACTS: Readonly<Record<string, Case>> = {
  'a start': {
    before: ({ ada }) => ada.games.abandon(null),
    who: 'Ada',
    act: ({ host }, caller) => host.games.start(caller, null, null),
  },
  'an order': { who: 'Bo', act: ({ host }, caller) => host.orders.give(caller, GRANT) },
  'a vote': { council: vote, who: 'Bo', act: ({ host }, caller) => host.orders.give(caller, GRANT) },
  'a vote with its reason': {
    council: vote,
    who: 'Bo',
    act: ({ host }, caller) => host.orders.give(caller, GRANT, null, 'Lee is alone.'),
  },
  'a vote that closes the ballot': {
    council: { mode: 'vote', early: '2' },
    before: voted,
    who: 'Cy',
    act: ({ host }, caller) => host.orders.give(caller, GRANT),
  },
  'a reason': {
    council: vote,
    before: voted,
    who: 'Bo',
    act: ({ host, open }, caller) => host.ballots.giveReason(caller, open().id, 'Now or never.'),
  },
  'a reason shared': {
    council: vote,
    before(c) {
      voted(c);
      c.vote('Cy', GRANT);
    },
    who: 'Cy',
    act: ({ host, open, store }, caller) =>
      host.ballots.agree(caller, open().id, store.votes(open().id)[0]?.member ?? 0),
  },
  'a vote withdrawn': {
    council: vote,
    before: voted,
    who: 'Bo',
    act: ({ host }, caller) => host.ballots.withdraw(caller, null),
  },
  'a close': {
    council: vote,
    before: voted,
    who: 'Ada',
    act: ({ host, ballots }, caller) => host.ballots.count(caller, ballots()[0]?.id ?? 0, true),
  },
  'a close of whatever is open': {
    council: vote,
    before(c) {
      voted(c);
      c.vote('Cy', SIGEL);
    },
    who: 'Ada',
    act: ({ host }, caller) => host.ballots.count(caller, null, true),
  },
  'overrule a ballot': {
    council: vote,
    before: voted,
    who: 'Ada',
    act: ({ host }, caller) => host.orders.overrule(caller, GRANT_KEY),
  },
  'an undo': {
    council: { mode: 'vote', early: '1', quorum: '1' },
    before: voted,
    who: 'Ada',
    act: ({ host }, caller) => host.undo.takeBack(caller, null, true, 'A slip'),
  },
  'a change of mode': { who: 'Ada', act: ({ host }, caller) => host.council.set(caller, vote, PEOPLE) },
  'a place in the rota': { council: rota, who: 'Dee', act: ({ host }, caller) => host.council.rota(caller, true) },
  'a place in the rota given up': {
    council: rota,
    who: 'Cy',
    act: ({ host }, caller) => host.council.rota(caller, false),
  },
  'an order that passes command on': {
    council: rota,
    who: 'Bo',
    act: ({ host }, caller) => host.orders.give(caller, GRANT),
  },
  'a motion': {
    council: vote,
    who: 'Bo',
    act: ({ host }, caller) => host.council.set(caller, { mode: 'open' }, PEOPLE),
  },
  'a motion that is settled at once': {
    council: { mode: 'commander', commander: '200' },
    who: 'Bo',
    act: ({ host }, caller) => host.council.set(caller, { mode: 'open' }, PEOPLE),
  },
  'a vote on a motion': {
    council: vote,
    before: ({ bo }) => bo.council.set({ mode: 'open' }, PEOPLE),
    who: 'Cy',
    act: ({ host, open }, caller) => host.ballots.voteOnMotion(caller, open('council').id, false),
  },
  'a proposal of the panel that was sure': {
    council: vote,
    who: 'Bo',
    act: ({ host }, caller) => host.council.set(caller, { mode: 'open' }, PEOPLE, true),
  },
  'a press that finds the ballot’s time over': {
    council: vote,
    before(c) {
      voted(c);
      c.vote('Cy', SIGEL);
      c.pass(15 * MINUTE);
    },
    who: 'Dee',
    act: ({ host }, caller) => host.orders.give(caller, GRANT),
  },
  'the end': {
    council: vote,
    before: voted,
    who: 'Ada',
    act: ({ host }, caller) => host.games.abandon(caller, null),
  },
};

/** All that the file says, but for the places of messages. */
function written({ database }: Camp): string {
  const all = ['entry', 'ballot', 'vote', 'alarm', 'member', 'game', 'outbox'];
  return JSON.stringify(all.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()));
}

test.each(Object.entries(ACTS))('%s', (_what, { council, before, who, act }) => {
  const c = camp(council);
  before?.(c);
  const blank = written(c);
  const caller = c.as(who);
  expect(act(c, caller)).not.toBeNull();
  const once = written(c);
  expect(once).not.toBe(blank);
  expect(act(c, caller)).toBeNull();
  expect(act(c.restarted(), { ...caller, at: caller.at + 1000 })).toBeNull();
  expect(written(c)).toBe(once);
});

test('a press that Discord delivers late keeps the place it was made at', () => {
  const c = camp({ mode: 'vote' });
  const early = c.as('Bo');
  c.vote('Cy', SIGEL);
  c.host.orders.give(early, GRANT);
  const [{ answer } = { answer: null }] = c.wait(15 * MINUTE);
  expect(answer?.text).toContain('orders Grant to attack, by 1 of 2 votes, tied with “Sigel attacks Breckinridge”;');
});
