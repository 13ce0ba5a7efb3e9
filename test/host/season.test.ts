import { describe, expect, test } from 'vitest';
import { seasonTable } from '../../src/host/afterwards/season/season-table.ts';
import { readSeasonEnd } from '../../src/host/afterwards/season/season-words.ts';
import type { Store } from '../../src/store/index.ts';
import { battle, WITH_SKIRMISH } from './battles.ts';
import { type Camp, camped, DAWN } from './camp.ts';
import { by, headquarters, playedOut } from './fixture.ts';

const library = WITH_SKIRMISH;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const made = () => camped(headquarters({ library }), { library }, 'front', DAWN);

/** What channels are to hear of a season, as the outbox makes it. */
function posts({ host, now }: Camp, isReadHere?: (channel: string) => boolean) {
  return host.undelivered
    .due()
    .flatMap((due) =>
      due.what === 'notice' ? (host.undelivered.notice(Number(due.id), now(), isReadHere) ?? []) : [],
    );
}

/** A whole game of Overland in a channel, by Bo's first buttons. */
function campaign(c: Camp, channel: string): void {
  playedOut(c.member('Bo', { channel }), c.member('Ada', { channel }).games.start({ systemId: 'overland' }));
}

/** Lets the clock strike until nothing is due. */
function strikes(c: Camp, ms: number): void {
  c.wait(ms);
  while ((c.host.timers.next() ?? Number.POSITIVE_INFINITY) <= c.now()) c.wait(0);
}

describe('a season', () => {
  test('has a table in words and as a picture, and at its end a recap, whatever restarts', async () => {
    let c = made();
    for (const who of ['Ada', 'Bo', 'Cy', 'Dee'] as const) c.host.record.setRecorded(by(who), true);
    battle(c, 'before', 'Bo', 'Cy', 9);
    c.pass(1000);
    c.ada.seasons.open('2 weeks');
    for (const [seed, [channel, union, confederate]] of (
      [
        ['east', 'Bo', 'Cy'],
        ['west', 'Cy', 'Dee'],
        ['south', 'Dee', 'Bo'],
        ['north', 'Bo', 'Dee'],
      ] as const
    ).entries()) {
      c.pass(DAY);
      battle(c, channel, union, confederate, seed + 1);
    }
    campaign(c, 'front');
    c = c.restarted({ library });
    const table = c.bo.seasons.show(false);
    expect(table.text).toMatchInlineSnapshot(`
      "**The season until <t:1701209601:D>**
      1\\. **Dee**: 4 points (2 won, 0 drawn, 1 lost)
      2\\. **Cy**: 2 points (1 won, 0 drawn, 1 lost)
      2\\. **Bo**: 2 points (1 won, 0 drawn, 3 lost)
      **You:** place 2, 2 points (1 won, 0 drawn, 3 lost)
      -# 2 points for a win, 1 point for a draw, in games that count for ratings."
    `);
    expect(table.files.map(({ file, alt }) => [file, alt])).toMatchInlineSnapshot(`
      [
        [
          "season.png",
          "The Season’s Table, 14 November 2023 to 28 November 2023. 1. Dee: 4 points (2 won, 0 drawn, 1 lost). 2. Cy: 2 points (1 won, 0 drawn, 1 lost). 2. Bo: 2 points (1 won, 0 drawn, 3 lost).",
        ],
      ]
    `);
    const drawn = String(await table.files[0]?.bytes());
    for (const name of ['Bo', 'Cy', 'Dee']) expect(drawn).toContain(`"text":"${name}"`);
    expect(c.bo.seasons.show(true).text).toContain('Only moderators');
    expect(c.ada.seasons.show(true)).toMatchObject({ to: 'channel' });
    c.cy.myData.delete(true);
    c = c.restarted({ library });
    strikes(c, 14 * DAY);
    const [post, ...more] = posts(c, (channel) => channel !== 'west');
    expect(more).toEqual([]);
    expect(post?.channel).toBe('front');
    expect(post?.answer.text).toMatchInlineSnapshot(`
      "**The season from <t:1700000001:D> to <t:1701209601:D> is over**
      5 games ended, and 5 counted, with 3 members.
      **Champions**
      - Union: **Bo** and **Dee**, 2 points
      - Confederacy: **Dee** and **Officer 1**, 2 points
      **Best order:** Grant attacks Lee, by **Bo**: 5.8 percentage points better than the next best (Overland, Standard, 10 orders, <t:1700345601:d>, <#front>)
      **Worst dice:** Grant attacks Lee, die 4, cost 5.7 percentage points (Overland, Standard, 10 orders, <t:1700345601:d>, <#front>)
      **Worth reading**
      - Narrowest defeat: Overland, Standard, 10 orders, <t:1700345601:d>, <#front>
      - Clearest victory: Skirmish Line, standard, 42 orders, <t:1700259201:d>, <#south>
      - Longest game: Skirmish Line, standard, 44 orders, <t:1700345601:d>, <#north>
      -# \`/record show: Season\` shows the table. \`/recap\` in a game’s channel tells its story."
    `);
    expect(post?.answer.files).toHaveLength(1);
    expect(c.bo.seasons.show(false).text).toContain('**Officer 1**');
    expect(c.host.timers.next()).toBeNull();
    expect(c.ada.seasons.open('2026-12-24').text).toContain('Say how long');
    expect(c.ada.seasons.open('2023-12-24').to).toBe('channel');
    expect(c.bo.seasons.show(false).text).toContain('No rated game of this season has ended yet.');
  });

  test('ends when the moderator who opens it again says, and tells orders of its own channel alone', () => {
    const c = made();
    c.ada.seasons.open('2 weeks');
    c.pass(DAY);
    battle(c, 'east', 'Bo', 'Cy', 1);
    campaign(c, 'river');
    expect(c.bo.seasons.open('1 hour').text).toContain('Only moderators');
    expect(c.host.timers.next()).toBe(DAWN + 14 * DAY);
    const changed = c.ada.seasons.open('1 hour');
    expect([changed.to, changed.text]).toMatchInlineSnapshot(`
      [
        "channel",
        "**Ada** changes the end of the season: it now runs until <t:1700090000:f> (<t:1700090000:R>). Its recap will be posted here.",
      ]
    `);
    expect(c.host.timers.next()).toBe(DAWN + DAY + HOUR);
    expect(c.bo.seasons.show(false).text).toContain('**You:** place 2');
    c.pass(HOUR);
    expect(c.ada.seasons.open('2 weeks').text).toContain('still being counted');
    battle(c, 'west', 'Bo', 'Cy', 2);
    strikes(c, 0);
    const [post, ...more] = posts(c);
    expect(more).toEqual([]);
    expect(post?.answer.text).toContain('2 games ended, and 2 counted, with 2 members.');
    // Members of this channel may not be able to read the other one.
    expect(post?.answer.text).not.toMatch(/Best|Worst dice|Worth reading|<#/);
    const log = c.store.serverEntries('army', 'season');
    expect(log).toMatchObject([
      { at: DAWN + DAY, body: { from: DAWN, until: DAWN + DAY + HOUR }, due: null },
      { at: DAWN, body: { from: DAWN, until: DAWN + 14 * DAY }, due: null },
    ]);
    expect(new Set(log.map(({ member }) => member))).toEqual(new Set([c.store.knownMember('100')?.id]));
  });

  test('ends without games that can’t be counted, an hour late, and others end meanwhile', () => {
    const broken = { now: false };
    const through = (store: Store): Store => ({
      ...store,
      uncounted(...asked) {
        if (broken.now && asked[0] === 'army') throw new Error('it could not be read');
        return store.uncounted(...asked);
      },
    });
    const c = camped(headquarters({ library, through }), { library }, 'front', DAWN);
    const navy = { guild: 'navy', channel: 'river' };
    c.ada.seasons.open('1 day');
    c.member('Ada', navy).seasons.open('1 day');
    broken.now = true;
    c.pass(DAY);
    const open = (guild: string) => c.store.serverEntries(guild, 'season').filter(({ due }) => due !== null).length;
    const rings = () => c.host.timers.tick(c.now()).missed.map(({ what }) => what);
    expect(rings()).toEqual(['end']);
    c.pass(5 * 60_000);
    expect([rings(), open('army'), open('navy')]).toEqual([[], 1, 0]);
    for (let times = 0; times < 12; times++) {
      c.pass(5 * 60_000);
      rings();
    }
    expect(open('army')).toBe(0);
    expect(
      c.store
        .dueMessages()
        .map(({ channel }) => channel)
        .sort(),
    ).toEqual(['front', 'river']);
  });
});

test('members who are level share a place', () => {
  const game = (members: readonly [number, number], ranks: readonly [number, number]) => ({
    ended: {} as never,
    reckoning: {
      rated: members.map((player, side) => ({ seat: 'us', rank: ranks[side] ?? 1, players: [{ player, share: 1 }] })),
    } as never,
  });
  const rows = seasonTable([game([1, 2], [1, 2]), game([3, 4], [1, 2]), game([2, 4], [1, 1]), game([5, 2], [1, 1])]);
  expect(rows.map(({ member, place, points }) => [member, place, points])).toEqual([
    [1, 1, 2],
    [3, 1, 2],
    [2, 3, 2],
    [5, 4, 1],
    [4, 4, 1],
  ]);
});

test('the end of a season is a length or a day', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');
  expect(readSeasonEnd('4 weeks', now)).toBe(now + 28 * DAY);
  expect(readSeasonEnd(' 2026-11-28 ', now)).toBe(Date.parse('2026-11-29T00:00:00Z'));
  expect(readSeasonEnd('1 hour', now)).toBe(now + HOUR);
  for (const text of ['', 'soon', '2026-11-26', '59 minutes', '2 years', '60 weeks', '2026-13-01', '2028-01-01'])
    expect(readSeasonEnd(text, now)).toBeNull();
});
