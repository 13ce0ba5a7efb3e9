import { expect, test } from 'vitest';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import type { Caller, NamedChannel, Request } from '../../src/host/index.ts';
import { type Camp, cardIn } from './camp.ts';
import { chanceOf, facesOf, labels, said, textIn, unpostedIn } from './fixture.ts';
import { HOUR, SIDES, twoSides } from './two-sides.ts';

/** A channel for the ballots of a side: what is posted there, who may name it, and what a press there does. */
const SYKES = { verb: 'move', unit: 'u1', to: '3' } as const;
const MORELL = { verb: 'move', unit: 'u2', to: '1' } as const;
const ROOM = 'war-room';

function channel(changes: Partial<NamedChannel> = {}): NamedChannel {
  return { channel: ROOM, open: true, lacks: [], canSee: () => false, ...changes };
}

/** Bo and Dee are the Union, which votes; Cy is the enemy. Ada began the game, and looks on. */
function camped(): Camp {
  const camp = twoSides('skirmish-line', { chance: chanceOf('side channel') });
  camp.dee.seats.join('union');
  camp.pass(10_000);
  return camp;
}

function votes(camp: Camp): void {
  const rules = { mode: 'vote', quorum: '2', window: '1h' };
  camp.decree(rules, 'union');
  camp.store.carry(camp.open().id, { channel: 'front', id: '7' }, camp.open().revision);
}

/** The Union's ballot is open, and its message in its channel. */
function voting(): Camp {
  const camp = camped();
  camp.ada.seats.setChannel('union', channel());
  votes(camp);
  const { id } = camp.open();
  const posting = camp.host.ballotMessages.posting(id, true);
  camp.host.ballotMessages.carried(posting?.answer.cards ?? [], ROOM, '8');
  return camp;
}

/** The caller as the feature gets them for a request about a game or a ballot. */
async function actingAs(camp: Camp, caller: Caller, about: Request['about']): Promise<Caller> {
  let acting = caller;
  const run = (one: Caller) => {
    acting = one;
    return null;
  };
  await camp.host.requests.handle(caller, { about, pressed: () => null, run });
  return acting;
}

/** Somebody who presses in the channel of the side. */
const there = (camp: Camp, who: 'Ada' | 'Bo' | 'Cy' | 'Dee', isModerator = false) =>
  actingAs(camp, camp.as(who, { channel: ROOM, isModerator }), { ballot: camp.ballots().at(-1)?.id ?? 0 });

const shownIn = (camp: Camp, where: string) => facesOf(camp.host).filter((face) => face.channel === where);

test('is named by a moderator for the next ballot on: the side has its ballot there, and the game’s channel a link to it', () => {
  const camp = camped();
  votes(camp);
  const set = camp.ada.seats.setChannel('union', channel());
  expect([set.to, set.text]).toEqual([
    'channel',
    '**Ada** sets a channel for the ballots of the Union. From the next ballot on, the bot posts them in <#war-room>. Everyone who can see that channel sees them.',
  ]);
  // The ballot that is open stays where it is.
  expect(unpostedIn(camp.host)).toEqual([]);
  camp.vote('Bo', SYKES);
  camp.vote('Dee', SYKES);
  camp.wait(HOUR);
  const { id } = camp.open();
  const due = { what: 'side ballot', ballot: id, game: 'campaign01', channel: ROOM };
  expect(unpostedIn(camp.host)).toContainEqual(due);
  const posting = camp.host.ballotMessages.posting(id, true);
  expect([posting?.channel, posting?.answer.text]).toEqual([
    ROOM,
    '**Members of the Union: vote on your next order** for the game in <#front>.',
  ]);
  expect(labels(posting?.answer ?? said(null))).toEqual(expect.arrayContaining(['Slocum to Farm', 'My vote']));
  expect(posting?.answer.drawing).toBeNull();
  const map = camp.cy.maps.forChannel();
  expect(cardIn(map)).toContain('Members of the Union vote with the “Vote” button, or in <#war-room>.');
  expect(labels(map)).not.toContain('Slocum to Farm');
  camp.host.ballotMessages.carried(posting?.answer.cards ?? [], ROOM, '8');
  expect(unpostedIn(camp.host)).not.toContainEqual(due);
  expect(camp.host.ballotMessages.posting(id, true)).toBeNull();
  expect(camp.cy.seats.list().text).toContain('- votes in <#war-room>');
  // A restart finds it again.
  expect(camp.restarted().store.ballot(id)?.forSide).toEqual({ channel: ROOM, message: '8', shown: 1 });
});

test('gives nobody a right of the game that they have not there, and the other side nothing', async () => {
  const camp = voting();
  const { id } = camp.open();
  const [dee, cy] = [await there(camp, 'Dee', true), await there(camp, 'Cy')];
  expect(dee).toMatchObject({ channel: 'front', isModerator: false });
  expect(said(camp.host.ballots.count(dee, id, true)).text).toContain('Only a moderator');
  expect(said(camp.host.ballots.mine(cy, id)).text).toContain('This ballot is for members of the Union');
  const point = { game: 'campaign01', seq: camp.store.lastSeq('campaign01') };
  expect(said(camp.host.orders.give(cy, SYKES, point)).text).toContain('It’s the **Union**’s turn');
  // Of any other channel a press is what it was.
  const elsewhere = camp.as('Bo', { channel: 'tavern', isModerator: true });
  expect(await actingAs(camp, elsewhere, { ballot: id })).toBe(elsewhere);
  expect(await actingAs(camp, elsewhere, { game: 'nothing' })).toBe(elsewhere);
});

test('cannot be one that the other side is known to see, or that the bot or the member cannot write in', () => {
  const camp = camped();
  const tried = (named: NamedChannel, who: 'Ada' | 'Bo' = 'Ada', side = 'union') =>
    camp.member(who).seats.setChannel(side, named).text;
  expect(tried(channel(), 'Bo')).toContain('Only a moderator');
  expect(tried(channel({ channel: 'front' }))).toBe('Both sides can see this channel. Choose another one.');
  expect(tried(channel({ open: false }))).toContain('You can’t see that channel');
  expect(tried(channel({ lacks: ['View Channel', 'Send Messages'] }))).toBe(
    'The bot can’t post in <#war-room>: it lacks View Channel and Send Messages. To add it to a private thread, mention it there.',
  );
  const { everyone } = camp.as('Ada');
  expect(tried(channel({ canSee: (id) => id === everyone }))).toContain('Everyone in the server can see <#war-room>');
  expect(tried(channel({ canSee: (id) => id === '300' }))).toBe(
    'Members of the Confederacy can see <#war-room>. Choose another channel.',
  );
  camp.ada.seats.setRole('confederate', '77');
  expect(tried(channel({ canSee: (id) => id === '77' }))).toContain('Members of the Confederacy can see');
  camp.member('Ada', { channel: 'rear' }).games.start({ systemId: 'overland' });
  expect(tried(channel({ channel: 'rear' }))).toContain('A game is being played in <#rear>');
  expect(camp.store.channelOf('campaign01', 'union')).toBeNull();
  expect(tried(channel())).toContain('posts them in <#war-room>');
  expect(tried(channel(), 'Ada', 'confederate')).toContain('is the other side’s ballot channel');
  expect(camp.ada.seats.setChannel('union', null).text).toContain('in private');
  expect(camp.store.channelOf('campaign01', 'union')).toBeNull();
});

test('that is deleted is given up, and the members told to vote in private; a message that is deleted comes again', () => {
  const camp = voting();
  const { id } = camp.open();
  camp.host.ballotMessages.gone({ channel: ROOM, message: '8' });
  expect(unpostedIn(camp.host)).toEqual([{ what: 'side ballot', ballot: id, game: 'campaign01', channel: ROOM }]);
  camp.host.games.channelGone(ROOM, camp.now());
  expect(camp.store.channelOf('campaign01', 'union')).toBeNull();
  expect(camp.store.notices().map(({ channel: where, says }) => [where, ...says])).toContainEqual([
    'front',
    'A side’s ballot channel has been deleted. Members of that side can vote with the “Vote” button under the map.',
  ]);
  expect(camp.bo.ballots.mine(id).cards).toHaveLength(1);
});

test('is nobody else’s to know: it is in no file of the campaign and in no member’s data', async () => {
  const camp = voting();
  camp.vote('Bo', SYKES);
  camp.vote('Dee', SYKES);
  camp.wait(HOUR);
  camp.ada.games.abandon(null);
  const file = textIn(camp.cy.log.file());
  expect(file).not.toContain(ROOM);
  expect(inspect(Buffer.from(file), SIDES).findings).toEqual([]);
  const [own] = camp.bo.myData.export().files;
  expect(String(await own?.bytes())).not.toContain(ROOM);
});

test('a closed ballot shows its side how it voted, the others only once the campaign is over', () => {
  const camp = camped();
  votes(camp);
  camp.vote('Bo', SYKES);
  camp.vote('Dee', MORELL);
  const { id } = camp.open();
  camp.wait(HOUR);
  const [closed] = shownIn(camp, 'front');
  expect(labels(closed as never)).toEqual(['How the Union voted']);
  expect(closed && cardIn(closed)).not.toContain('Bo');
  const own = camp.bo.ballots.mine(id);
  expect([own.to, own.text, labels(own)]).toEqual(['member', 'How the Union voted:', []]);
  expect(cardIn(own)).toContain('· Sykes to Farm: Bo');
  expect(cardIn(own)).toContain('· Morell to Ford: Dee');
  const theirs = camp.member('Cy', { isModerator: true }).ballots.mine(id);
  expect([theirs.text, theirs.cards]).toEqual([
    'Only members of the Union see how the vote went until the game is over.',
    [],
  ]);
  camp.ada.games.abandon(null);
  expect(cardIn(camp.cy.ballots.mine(id))).toContain('· Sykes to Farm: Bo');
});
