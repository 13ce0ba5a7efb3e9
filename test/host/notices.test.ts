import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/council/index.ts';
import type { Reply } from '../../src/host/index.ts';
import { type Camp, camp, GRANT, heard, PEOPLE, SIGEL, told } from './camp.ts';
import { said } from './fixture.ts';

/** What is owed to channels beside maps and ballots, as it would be told now. */
function untold(c: Camp, at = c.now()): Reply[] {
  return c.host.undelivered
    .due()
    .flatMap((due) => (due.what === 'notice' ? (c.host.undelivered.notice(Number(due.id), at)?.answer ?? []) : []));
}
const texts = (answers: readonly Reply[]) => answers.map(({ text }) => text);
const LATE = '\n-# Posted late: the bot was interrupted. Nothing was lost.';
const ROTA = { mode: 'commander', commander: '200 300', rotate: 'order' };

describe('words to a channel that no map brings', () => {
  test.each<[string, (c: Camp) => Reply, RegExp]>([
    ['a reminder', (c) => heard(c.wait(12 * MINUTE)), /^2 more votes needed\. .*<t:/],
    ['a second window', (c) => heard(c.wait(HOUR)), /^Too few have voted\./],
    [
      'going on without a clock',
      (c) => {
        c.host.undelivered.heard(heard(c.wait(HOUR)).notices);
        return heard(c.wait(HOUR));
      },
      /^Nobody has voted\. It stays open until/,
    ],
    [
      'a change of the council',
      (c) => said(c.ada.council.set({ quorum: '5' }, PEOPLE).channelReply),
      /^\*\*Ada\*\* changes how this table decides: /,
    ],
  ])('%s is kept until Discord has it, over a restart too', (_what, happens, words) => {
    const c = camp({ mode: 'vote', quorum: '2', reminder: 'true' });
    for (const { id } of c.store.notices()) c.store.removeNotice(id);
    const answer = happens(c);
    expect(answer.text).toMatch(words);
    expect(answer.notices).toHaveLength(1);
    const again = c.restarted();
    const [kept, ...more] = untold(again);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ to: 'channel', text: answer.text, notices: answer.notices, rows: answer.rows });
    expect([kept?.pings, kept?.replyTo]).toEqual([answer.pings, answer.replyTo]);
    again.host.undelivered.heard(answer.notices);
    expect([untold(again), again.host.undelivered.due().filter(({ what }) => what === 'notice')]).toEqual([[], []]);
  });
});

describe('words that come late', () => {
  const reminded = () => {
    const c = camp({ mode: 'vote', quorum: '2' });
    for (const { id } of c.store.notices()) c.store.removeNotice(id);
    heard(c.wait(12 * MINUTE));
    return c;
  };

  test('say so from a minute on, in small print', () => {
    const c = reminded();
    const [text] = texts(untold(c));
    expect(texts(untold(c, c.now() + MINUTE))).toEqual([text]);
    expect(texts(untold(c, c.now() + MINUTE + 1))).toEqual([text + LATE]);
  });

  test.each<[string, (c: Camp) => void]>([
    ['its ballot has closed', (c) => c.ada.games.abandon(null)],
    [
      'its ballot has been overtaken',
      (c) => void c.ada.orders.overrule(c.ada.completions.overrule('')[0]?.value ?? ''),
    ],
    ['its ballot has a second window', (c) => void heard(c.wait(HOUR))],
    ['its ballot is about to close by the clock', (c) => c.pass(3 * MINUTE)],
  ])('about a ballot are not told once %s, and nothing of them is left', (_how, happens) => {
    const c = reminded();
    happens(c);
    expect(untold(c).filter(({ text }) => text.includes('more vote'))).toEqual([]);
    expect(c.store.notices().filter(({ says }) => JSON.stringify(says).includes('votesMissing'))).toEqual([]);
  });

  test('on how the table decides are told for as long as the campaign runs', () => {
    const c = camp({ mode: 'vote' });
    c.decree({ quorum: '4' });
    c.pass(30 * 24 * HOUR);
    expect(texts(untold(c)).at(-1)).toContain('**Ada** changes how this table decides');
    c.ada.games.abandon(null);
    expect(untold(c)).toEqual([]);
  });

  test('that command rests are not told once somebody has ordered', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: '1h' });
    for (let hour = 0; hour < 3; hour++) c.wait(HOUR);
    for (const owed of c.host.undelivered.undeliveredMaps()) c.host.undelivered.delivered(owed);
    expect(texts(untold(c)).some((text) => text.includes('The next order from'))).toBe(true);
    c.cy.orders.give(GRANT);
    expect(texts(untold(c)).some((text) => text.includes('The next order from'))).toBe(false);
  });
});

describe('a call to command', () => {
  test('comes with the map that is owed, late or not, and calls by it', () => {
    const c = camp(ROTA);
    for (const owed of c.host.undelivered.undeliveredMaps()) c.host.undelivered.delivered(owed);
    const map = c.bo.orders.give(GRANT);
    expect([map.pings.users, map.notices.length]).toEqual([['300'], 1]);
    const again = c.restarted();
    expect(again.host.undelivered.due().map(({ what }) => what)).not.toContain('notice');
    const [owed] = again.host.undelivered.undeliveredMaps();
    const late = owed && again.host.undelivered.lateMap(owed);
    expect(late?.text).toContain('Command passes to <@300>.');
    expect(late).toMatchObject({ pings: { users: ['300'], roles: [] }, notices: map.notices });
  });

  test('is said alone where another map has come, and not twice', () => {
    const c = camp(ROTA);
    const map = c.bo.orders.give(GRANT);
    for (const owed of c.host.undelivered.undeliveredMaps()) c.host.undelivered.delivered(owed);
    expect(untold(c)).toMatchObject([{ text: 'Command passes to <@300>.', pings: { users: ['300'] } }]);
    c.host.undelivered.heard(map.notices);
    expect(untold(c)).toEqual([]);
    for (const owed of c.host.undelivered.undeliveredMaps())
      expect(c.host.undelivered.lateMap(owed)?.pings.users).toEqual([]);
  });

  test('the channel has heard, the late map is of nobody’s calling any more', () => {
    const c = camp(ROTA);
    const map = c.bo.orders.give(GRANT);
    c.host.undelivered.heard(map.notices);
    const [owed] = c.host.undelivered.undeliveredMaps();
    expect(owed && c.host.undelivered.lateMap(owed, new Set(c.host.undelivered.undeliveredUpTo(owed)))).toMatchObject({
      pings: { users: [], roles: [] },
      notices: [],
    });
  });

  test.each<[string, (c: Camp) => void]>([
    ['has ordered', (c) => void c.cy.orders.give(SIGEL)],
    ['commands no more', (c) => void c.decree({ mode: 'open' })],
    ['has had their data deleted', (c) => void c.cy.myData.delete(true)],
  ])('is over once whoever is called %s', (_how, happens) => {
    const c = camp(ROTA);
    c.bo.orders.give(GRANT);
    happens(c);
    for (const owed of c.host.undelivered.undeliveredMaps()) c.host.undelivered.delivered(owed);
    expect(untold(c).flatMap(({ pings }) => pings.users)).not.toContain('300');
    expect(texts(untold(c)).join()).not.toContain('<@300>');
  });
});

describe('an order that is typed', () => {
  const closed = () => {
    const c = camp({ mode: 'vote', quorum: '1' });
    c.vote('Bo', GRANT);
    c.ada.ballots.count(null, true);
    return c;
  };

  const LATE = 'That ballot closed just before your order arrived. Your vote counts in the next one.\nYour vote';

  test('before it closed and arriving after, however long on its way', () => {
    const c = closed();
    // Sent two seconds before, it arrives six after.
    c.pass(6000);
    const sent = BigInt(c.now() - 8000 - 1_420_070_400_000) << 22n;
    expect(c.member('Cy', { interaction: String(sent) }).orders.give(SIGEL).text).toContain(LATE);
    expect(c.standing()).toEqual({ Cy: SIGEL });
  });
});

test('what the clock asked for is not told where the press that found it has overtaken it', () => {
  const c = camp({ mode: 'vote', quorum: '1' });
  for (const { id } of c.store.notices()) c.store.removeNotice(id);
  c.wait(HOUR);
  c.pass(HOUR);
  const vote = c.vote('Bo', GRANT);
  expect(vote.channelReply?.notices).toHaveLength(1);
  expect(c.store.notices().filter(({ id }) => vote.channelReply?.notices.includes(id))).toHaveLength(1);
  expect(told(vote)).not.toBe('');
});
