import { describe, expect, test } from 'vitest';
import { replayFile } from '../../src/host/afterwards/replay-file/export-game.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import type { Caller, Edition } from '../../src/host/index.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { type NoticeRecord, openDatabase } from '../../src/store/index.ts';
import { MEMBER_DATA, MEMBER_TRACES } from '../../src/store/tables/member-data.ts';
import { type Camp, camp, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { by, headquarters, LIBRARY, outdatedIn, said, temporary, unpostedIn } from './fixture.ts';
import { tracesOf } from './traces.ts';

const OVERLAND = (LIBRARY.editions[0] as Edition).system;

test('all that holds a member’s number or id is in the list that copying and deleting go over', () => {
  const file = temporary('numbers.sqlite');
  const before = openDatabase(file);
  // Members that come later have numbers that are not found by chance.
  before.exec("INSERT INTO member (id, discord_id, name) VALUES (7654000, '1', 'Nobody')");
  before.close();
  const c = camp({ mode: 'vote' }, { file: 'numbers.sqlite' });
  const bo = '2000000000000000007';
  const as = (changes: Partial<Caller> = {}) => by('Bo', { member: { discordId: bo, name: 'Bo' }, ...changes });
  const { id } = c.store.member(bo, 'Bo');
  c.host.orders.give(as({ guild: 'army', channel: 'front' }), GRANT, null, 'Lee is tired');
  const commanding = { mode: 'commander', tie: 'commander', commander: bo };
  c.ada.council.set(commanding, { ...PEOPLE, [bo]: 'Bo' });
  said(c.host.games.start(as({ channel: 'dm', guild: null, isModerator: true })));
  c.store.setQuiet(id, { starts: 1320, ends: 425, zone: 'UTC' }, 1);
  c.host.dmPings.set(as(), true);
  const database = openDatabase(file);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const columnsOf = (pragma: string, name: string, is: (row: Readonly<Record<string, unknown>>) => boolean) =>
    tables.flatMap((table) =>
      (database.pragma(`${pragma}(${table})`) as Readonly<Record<string, unknown>>[])
        .filter(is)
        .map((row) => `${table}.${row[name]}`),
    );
  const all = columnsOf('table_info', 'name', () => true);
  const found = all.filter((column) => {
    const [table = '', name = ''] = column.split('.');
    const holds = `instr("${name}", '${id}') OR instr("${name}", '${bo}')`;
    return database.prepare(`SELECT 1 FROM ${table} WHERE ${holds}`).get() !== undefined;
  });
  database.close();
  const listed = [...Object.values(MEMBER_DATA), ...MEMBER_TRACES].flatMap(({ columns }) => columns);
  expect(found).toEqual(
    expect.arrayContaining(['member.id', 'game.starter', 'entry.member', 'entry.body', 'quiet.member']),
  );
  for (const column of found) expect(listed).toContain(column);
  for (const column of listed) expect(all).toContain(column);
});

describe('after it', () => {
  test('comes again, it does nothing again, whoever has the id by then', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    const press = c.as('Bo');
    said(c.host.myData.delete(press, true));
    c.vote('Bo', SIGEL);
    expect(c.host.myData.delete(press, true)).toBeNull();
    expect(c.standing()).toEqual({ Bo: SIGEL });
  });
});

describe('words that channels are still to hear', () => {
  /** In the camp and on another server: everybody there has something still to be told of by the bot. */
  function untold(member: Caller['member'], options: Readonly<Record<string, string>>) {
    const c = camp({ mode: 'vote' });
    const elsewhere = { channel: 'rear', guild: 'navy', isModerator: true };
    said(c.host.games.start(by('Ada', elsewhere)));
    said(c.host.council.set(by('Dee', { ...elsewhere, member: { ...member, discordId: '777' } }), { quorum: '4' }, {}));
    c.member('Bo', { member, isModerator: true }).council.set(options, PEOPLE);
    c.member('Bo', { member }).myData.delete(true);
    const told = (channel: string) =>
      worded(
        c,
        c.store.notices().filter((notice) => notice.channel === channel),
      ).at(-1) ?? '';
    // What they say of the ballot that is open is the same each time.
    return { here: told('front').split(' The open ballot')[0], there: told('rear') };
  }

  test.each([
    ['hour', { window: '1h' }, '**Officer 1** changes how this table decides: a ballot stays open for 1 hour.'],
    ['Grant', { quorum: '3' }, '**Officer 1** changes how this table decides: a ballot needs 3 voters.'],
    [
      '300',
      { tie: 'commander', commander: '300' },
      '**Officer 1** changes how this table decides: **Cy** has the casting vote.',
    ],
  ])('are without the name %j, and only where its member did something', (name, options, now) => {
    const { here, there } = untold({ discordId: '200', name }, options);
    expect([here, there]).toEqual([now, `**${name}** changes how this table decides: a ballot needs 4 voters.`]);
  });

  test('keep their mentions, whatever the member was called', () => {
    const c = camp({ mode: 'commander', commander: '300 400', rotate: '6h' });
    const member = { discordId: '200', name: '400' };
    c.member('Bo', { member, isModerator: true }).council.set({ quorum: '3' }, PEOPLE);
    c.cy.myData.delete(true);
    expect(c.wait(0)).toHaveLength(1);
    c.member('Bo', { member }).myData.delete(true);
    const texts = worded(c, c.store.notices());
    expect(texts).toContain('A commander has left. Command passes to <@400>.');
    expect(texts.join()).toContain('**Officer 2** changes');
  });
});

describe('campaigns in direct messages', () => {
  const dmOf = (channel: string) => ({
    channel,
    guild: null,
    everyone: null,
    isModerator: true,
    threads: { kind: 'none' as const },
  });
  const CHANNEL = '880000000000000880';
  const bo = (changes: Partial<Caller> = {}) => by('Bo', { ...dmOf(CHANNEL), ...changes });
  const cy = () => by('Cy', dmOf('990000000000000990'));

  /** An ended campaign of Bo's with a “what if” that goes on from it, by vote; and one of Cy's. */
  function played() {
    const hq = headquarters();
    const { host, store } = hq;
    for (const as of [cy, bo]) {
      said(host.games.start(as(), { systemId: 'overland' }));
      said(host.orders.give(as(), GRANT));
    }
    said(host.orders.give(bo(), SIGEL));
    said(host.games.abandon(bo(), null));
    const point = host.branchPoints.completions(bo()).at(-1);
    said(host.whatIfs.ask(bo(), point?.value ?? ''));
    host.council.set(bo(), { mode: 'vote' }, {});
    said(host.orders.give(bo(), GRANT, null, 'Once more'));
    const { cards } = host.maps.forChannel(bo());
    for (const message of ['901', '902']) host.ballotMessages.carried(cards, CHANNEL, message);
    const games = ['campaign02', 'campaign03'];
    const record = (id: string) => {
      const game = store.game(id);
      if (!game) throw new Error(`There is no game ${id}`);
      return game;
    };
    const states = () => games.map((id) => replayLog(OVERLAND, record(id).variant, store.entries(id)).position.state);
    return { ...hq, games, record, states, cards };
  }

  test('lead nowhere, the one being played is over, and those of others are as they were', () => {
    const { host, store, games, record, states, cards } = played();
    const before = states();
    expect(outdatedIn(host)).toHaveLength(1);
    expect(host.myData.askDeletion(bo()).text.split('\n').slice(3)).toEqual([
      '- **Games in direct messages with the bot:** nobody can open them any more, not even you. The one you are playing ends where it stands.',
      '- **Not deleted:** messages already posted on Discord, files that others saved, and backups made by the person who runs this bot.',
      'If you come back later, you’ll be a new member here. For a copy, use `/mydata export` first.',
    ]);
    expect(said(host.myData.delete(bo(), true)).text).toBe(
      'Your data is deleted. In logs and recaps you’re now “Officer 1”, and nothing stored here says who that was. Games in direct messages with the bot can’t be opened any more. The one you were playing has ended.',
    );
    // The map that was on its way has come.
    host.ballotMessages.carried(cards, CHANNEL, '903');
    host.ballotMessages.pressed(
      cards.map(({ ballot }) => ballot),
      CHANNEL,
      '902',
    );

    expect(games.map((id) => [record(id).channel, record(id).ended?.how])).toEqual([
      ['', 'abandoned'],
      ['', 'abandoned'],
    ]);
    expect(store.ballotsOf('campaign03').map(({ closed, message }) => [closed?.why, message])).toEqual([
      ['ended', null],
    ]);
    expect([outdatedIn(host), unpostedIn(host)]).toEqual([[], []]);
    expect([...store.undeliveredMaps().map(({ game }) => game), ...store.alarms(Number.MAX_SAFE_INTEGER)]).toEqual([
      'campaign01',
    ]);
    const struck = host.timers.tick(by('Ada').at + 10_000);
    expect([struck.announcements, struck.missed]).toEqual([[], []]);
    expect(tracesOf([CHANNEL, '"200"', 'Once more'], temporary('games.sqlite'))).toEqual([]);
    expect(states()).toEqual(before);
    expect(said(host.orders.give(cy(), SIGEL)).to).toBe('channel');
  });

  test('fold, check and go into files as before, whoever has the key to what is kept', () => {
    const { host, store, games, record } = played();
    said(host.myData.delete(bo(), true));
    for (const id of games) {
      const log = { system: OVERLAND, ...replayLog(OVERLAND, record(id).variant, store.entries(id)) };
      const { text } = replayFile(store, record(id), log);
      const { count, played, throws } = inspect(Buffer.from(text), LIBRARY);
      expect([count, played, throws]).toEqual([0, true, id === 'campaign02' ? 2 : 0]);
      expect(text).not.toMatch(/Bo|88000/);
    }
  });
});

function worded(c: Camp, notices: readonly NoticeRecord[]): string[] {
  return notices.flatMap(({ id, since }) => c.host.undelivered.notice(id, since)?.answer.text ?? []);
}
