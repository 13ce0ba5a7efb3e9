import { expect, test } from 'vitest';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { type Camp, cardIn } from './camp.ts';
import { chanceOf, everythingIn, facesOf, labels, pressOf, said, textIn } from './fixture.ts';
import { seenBy } from './seen-by.ts';
import { HOUR, orders, SIDES, twoSides } from './two-sides.ts';

/** What a side votes on is its own affair: the other side sees that a ballot is open, and in the end what it decided. */
const PEOPLE = { '100': 'Ada', '200': 'Bo', '400': 'Dee' };
const SYKES = { verb: 'move', unit: 'u1', to: '3' } as const;
const MORELL = { verb: 'move', unit: 'u2', to: '1' } as const;
const WHY = 'the bridge is weak';

/** The Union votes: Bo and Dee. Ada, who began it, looks on; Cy is the enemy. */
function voting(options: Readonly<Record<string, string>> = {}, file = 'games.sqlite'): Camp {
  const camp = twoSides('skirmish-line', { file, chance: chanceOf('secret') });
  camp.dee.seats.join('union');
  camp.pass(10_000);
  const rules = { mode: 'vote', quorum: '2', window: '1h', ...options };
  const { text } = camp.decree(rules, 'union');
  expect(text).toContain('**How orders are decided for the Union**');
  return camp;
}

test('the channel sees until when a ballot is open and how many have voted; members vote in private', () => {
  const camp = voting();
  const map = camp.cy.maps.forChannel();
  expect(map.text).toContain('**Members of the Union: vote on your next order.**');
  expect(labels(map)).toEqual(['Vote', 'Zoom in', 'Whole map', 'In words', 'More …']);
  expect([map.menu, cardIn(map)]).toEqual([null, expect.stringContaining('No votes yet, 2 needed.')]);
  expect(cardIn(map)).toContain('Only members of the Union see the votes and the reasons. When it closes, everyone ');
  const { ballot } = pressOf(map, 'Vote', 'mine');
  const own = camp.bo.ballots.mine(ballot);
  expect([own.to, labels(own)]).toEqual(['member', expect.arrayContaining(['Sykes to Farm', 'The phase ends'])]);
  const press = pressOf(own, 'Sykes to Farm', 'order');
  const voted = camp.bo.orders.give(press.order, press.point);
  expect(voted.text).toContain('Your vote: **Sykes to Farm**.');
  expect(labels(voted)).toEqual(expect.arrayContaining(['Sykes to Farm · 1 vote', 'Give a reason', 'Withdraw']));
  camp.bo.ballots.giveReason(ballot, WHY);
  const seen = camp.dee.ballots.mine(ballot);
  expect(cardIn(seen)).toContain(`**1** · Sykes to Farm\n> “${WHY}” · Bo`);
  expect(cardIn(camp.cy.maps.forChannel())).toContain('1 vote so far, 1 more needed.');
  const withdrawn = camp.bo.ballots.withdraw(ballot);
  expect([withdrawn.text, labels(withdrawn)]).toEqual([
    expect.stringContaining('withdrawn'),
    expect.arrayContaining(['Sykes to Farm']),
  ]);
});

test('whatever is voted for and why, others see the same, word for word', async () => {
  const seen: string[] = [];
  for (const [file, first, second] of [
    ['one.sqlite', SYKES, MORELL],
    ['other.sqlite', MORELL, { verb: 'done' }],
  ] as const) {
    const camp = voting({}, file);
    camp.vote('Bo', first, `${WHY}, ${file}`);
    camp.vote('Dee', second);
    camp.vote('Dee', first);
    const game = camp.entries()[0]?.game ?? '';
    camp.store.carry(camp.open().id, { channel: 'front', id: '7' }, 0);
    const all = `${await seenBy(camp, 'Cy', 'union')}\n${await seenBy(camp, 'Ada', 'union')}`;
    expect(all).not.toContain(WHY);
    // Numbers of presses and times go on with each test; nothing else may differ.
    seen.push(all.replaceAll(game, 'GAME').replace(/i\d+|"at":\d+/g, 'N'));
  }
  expect(seen[0]).toBe(seen[1]);
  expect(seen[0]).not.toContain('Sykes to Farm ·');
});

test('when it closes everyone sees the decision and its count; what else was voted for stays with the side', async () => {
  const camp = voting({ tie: 'die' });
  camp.vote('Bo', SYKES, WHY);
  camp.vote('Dee', MORELL, 'Morell is rested');
  camp.store.carry(camp.open().id, { channel: 'front', id: '7' }, 0);
  const [heard] = camp.wait(HOUR);
  expect(heard?.answer.text).toMatch(/^\*\*The council\*\* (Sykes|Morell) to \w+, by 1 of 2 votes, after a tie\.\n/);
  const won = /Sykes to Farm/.test(heard?.answer.text ?? '');
  const lost = won ? 'Morell to Ford' : 'Sykes to Farm';
  const [face] = facesOf(camp.host).filter(({ message }) => message === '7');
  expect(cardIn({ cards: face?.cards ?? [] })).toMatch(/^The next .*\n2 votes counted\.\n\*\*1\*\* · \w+ to \w+\n$/);
  const public_ = [
    await everythingIn(heard?.answer ?? said(null)),
    JSON.stringify(face),
    await everythingIn(camp.cy.log.page(null, 0)),
    textIn(camp.cy.log.file()),
  ].join('\n');
  expect(public_).not.toContain(lost);
  for (const reason of [WHY, 'Morell is rested']) expect(public_).not.toContain(reason);
  const file = Buffer.from(textIn(camp.cy.log.file()));
  expect(inspect(file, SIDES).findings).toEqual([]);
  // Once the campaign is over all of it is told, and the votes can be counted again.
  camp.ada.games.abandon(null);
  const whole = textIn(camp.cy.log.file());
  expect(whole).toContain(lost);
  expect(whole).toContain(WHY);
  expect(inspect(Buffer.from(whole), SIDES).findings).toEqual([]);
  expect(camp.cy.log.page(null, 0).text).toContain(lost);
});

test('a side may have everybody see its ballots; that is a rule like any other, and one-sided games have none', () => {
  const camp = voting();
  const change = camp.decree({ secret: 'false' }, 'union');
  expect(change.channelReply?.text).toContain('everyone sees the ballots of the side');
  // The open ballot keeps the rules it started with.
  expect(labels(camp.cy.maps.forChannel())).toContain('Vote');
  camp.vote('Bo', SYKES, WHY);
  camp.vote('Dee', SYKES);
  camp.wait(HOUR);
  const map = camp.cy.maps.forChannel();
  expect(labels(map)).toEqual(expect.arrayContaining(['Vote for an order', 'My vote']));
  expect(cardIn(map)).toContain('You see who voted for what when it closes.');
  const alone = twoSides('overland', { file: 'alone.sqlite', library: SIDES });
  expect(alone.ada.council.set({ secret: 'true' }, PEOPLE).text).toContain('has only one side');
  expect(cardIn(alone.ada.council.set({ mode: 'vote' }, PEOPLE).channelReply ?? said(null))).toContain(
    'You see who voted for what when it closes.',
  );
});

test('a sealed ballot of a side hides the count from its members too', () => {
  const camp = voting({ sealed: 'true' });
  const voted = camp.vote('Bo', SYKES, WHY);
  expect(cardIn(voted)).not.toContain('**1**');
  expect(labels(voted).join()).not.toContain('vote,');
  const map = camp.cy.maps.forChannel();
  expect(cardIn(map)).toContain('are hidden until it closes. When it closes, everyone sees the decision');
});

test('a side that orders freely beside one that votes still gives its orders by the map', () => {
  const camp = voting();
  camp.vote('Bo', { verb: 'done' });
  camp.vote('Dee', { verb: 'done' });
  camp.wait(HOUR);
  while (camp.bo.maps.forChannel().cards.length > 0) {
    camp.vote('Bo', { verb: 'done' });
    camp.vote('Dee', { verb: 'done' });
    camp.wait(HOUR);
  }
  expect(labels(camp.cy.maps.forChannel())).toEqual(expect.arrayContaining(['Other orders …']));
  orders(camp, 'Cy', { verb: 'done' });
});

test('who joins the side while its ballot is open is shown the next one', () => {
  const camp = twoSides();
  camp.pass(10_000);
  camp.decree({ mode: 'vote', quorum: '1', window: '1h' }, 'union');
  camp.vote('Bo', SYKES, WHY);
  const { id } = camp.open();
  camp.pass(10_000);
  camp.dee.seats.join('union');
  for (const answer of [camp.dee.ballots.mine(id), camp.dee.ballots.agree(id, 2)]) {
    expect(said(answer).text).toContain('You can vote in the next one');
    expect(said(answer).cards).toEqual([]);
  }
  expect(JSON.stringify(camp.dee.ballots.open())).not.toContain(WHY);
  camp.wait(HOUR);
  expect(labels(camp.dee.ballots.mine(camp.open().id))).toContain('Slocum to Farm');
});
