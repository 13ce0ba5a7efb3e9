import { describe, expect, test } from 'vitest';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { digestsOf, type ExportedGame, type Undigested } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { typesetLines } from '../../src/host/afterwards/replay-file/terminal.ts';
import { CANNOT_JOIN, LETTING, SEATS } from '../../src/host/base/seat-words.ts';
import { cardIn } from './camp.ts';
import { by, headquarters, labels, said, textIn } from './fixture.ts';
import { DONE, MINUTE, orders, SIDES, twoSides, users } from './two-sides.ts';

const PERSON = {
  Ada: { discordId: '100', name: 'Ada' },
  Bo: { discordId: '200', name: 'Bo' },
  Cy: { discordId: '300', name: 'Cy' },
  Dee: { discordId: '400', name: 'Dee' },
} as const;

describe('sides', () => {
  test('in an open game may both be one member’s, in a game that hides anything they may not', () => {
    const open = twoSides();
    expect(open.bo.seats.join('confederate').to).toBe('channel');
    const hidden = twoSides('picket-line', { file: 'hidden.sqlite' });
    expect(hidden.bo.seats.join('confederate').text).toBe(CANNOT_JOIN.youSaw('Union', 'Confederacy'));
    expect(hidden.ada.seats.put(PERSON.Bo, 'confederate').text).toBe(LETTING.ask('Bo', 'Union', 'Confederacy'));
  });

  test('can be joined from “More …” by who has none', () => {
    const camp = twoSides();
    const joins = (who: string) =>
      labels(camp.host.maps.more(camp.as(who as 'Dee'))).filter((one) => /^Join/.test(one));
    expect(joins('Dee')).toEqual(['Join the Union', 'Join the Confederacy']);
    expect(joins('Cy')).toEqual([]);
  });

  test('are listed with who plays them, how, and whose turn it is', () => {
    const camp = twoSides();
    camp.ada.seats.join('union');
    camp.decree({ mode: 'commander', commander: '200' });
    camp.ada.seats.setRole('confederate', '77');
    camp.ada.clocks.showOrSet({ phase: '24h' });
    const list = camp.dee.seats.list();
    expect(list.to).toBe('member');
    expect(list.text.split('\n')).toEqual([
      '**Union**, to act now: Ada, Bo; Bo commands',
      expect.stringMatching(/^- time runs out <t:\d+:f> \(<t:\d+:R>\)$/),
      '**Confederacy**: Cy',
      '- pings <@&77>',
      expect.stringContaining('`/join`'),
    ]);
  });
});

describe('a member', () => {
  const GONE =
    'You were on another side, and orders have been given since. Only a moderator or the member who started this game can move you to the Confederacy';

  test('does not go over to the enemy once orders have been given, but by a moderator', () => {
    const camp = twoSides();
    camp.dee.seats.join('union');
    orders(camp, 'Bo', DONE);
    expect(camp.dee.seats.join('confederate').text).toContain(GONE);
    camp.dee.seats.bench(PERSON.Dee, null);
    expect(camp.store.seatsOf('campaign01', '400')).toEqual([]);
    expect(camp.dee.seats.join('confederate').text).toContain(GONE);
    // Back to their own side they come by themselves.
    expect(camp.dee.seats.join('union').text).toBe('**Dee** joins the Union.');
    camp.dee.seats.bench(PERSON.Dee, null);
    expect(camp.ada.seats.put(PERSON.Dee, 'confederate').text).toContain('moves <@400> to');
    expect(camp.store.seatsOf('campaign01', '400')).toEqual(['confederate']);
  });

  test('takes a side that nobody else plays at any time', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    camp.cy.seats.bench(PERSON.Cy, null);
    expect(camp.bo.seats.join('confederate').to).toBe('channel');
  });

  /** The Union votes; its ballot has been open for a second. */
  function voting(options: Readonly<Record<string, string>> = {}) {
    const camp = twoSides();
    camp.decree({ mode: 'vote', ...options }, 'union');
    camp.pass(1000);
    return camp;
  }

  test('who joins a side while its ballot is open votes from the next one, and the ballot says so', () => {
    const camp = voting({ quorum: '1' });
    camp.dee.seats.join('union');
    expect(cardIn(camp.bo.maps.forChannel())).toContain('Members who join while a ballot is open can vote from ');
    const [ballot] = camp.ballots();
    expect(camp.vote('Dee', DONE).text).toBe(
      'You joined this side after the ballot opened. You can vote in the next one.',
    );
    expect(camp.vote('Bo', DONE).text).toContain('Your vote');
    expect(camp.store.votes(ballot?.id ?? 0).map(({ by }) => by.name)).toEqual(['Bo']);
    camp.ada.ballots.count(ballot?.id ?? 0, true);
    expect(camp.vote('Dee', DONE).text).toContain('Your vote');
  });

  test('before anybody has played, a change of a side is decided as soon as all its members have voted for it', () => {
    const camp = twoSides();
    for (const member of ['Dee', 'Ada'] as const) camp.member(member).seats.join('union');
    camp.pass(1000);
    const moved = camp.bo.council.set({ mode: 'vote' }, {}, true, null, 'union');
    expect(moved.channelReply && cardIn(moved.channelReply)).toContain('Before anyone has played for the Union, it ');
    const { id } = camp.open('council');
    const votes = (member: 'Ada' | 'Dee') => camp.member(member).ballots.voteOnMotion(id, true);
    expect(votes('Dee').channelReply).toBeNull();
    expect(votes('Ada').channelReply?.text).toContain('Passed, with 3 of 3 votes: the side votes on each order.');
  });

  test('who leaves and comes back has joined anew; a vote that was cast before stands', () => {
    const camp = voting();
    camp.dee.seats.join('union');
    camp.vote('Bo', DONE);
    camp.bo.seats.bench(PERSON.Bo, null);
    camp.ada.seats.join('union');
    // Nobody is left who was there when it opened: those who are there now decide it.
    expect(camp.vote('Dee', DONE).text).toContain('Your vote');
    expect(Object.keys(camp.standing())).toEqual(['Bo', 'Dee']);
  });

  test('who joins late votes all the same where a ballot waits for votes', () => {
    const camp = voting({ 'no-quorum': 'wait', quorum: '2' });
    camp.vote('Bo', DONE);
    camp.dee.seats.join('union');
    expect(camp.vote('Dee', DONE).text).toContain('You can vote in the next one.');
    camp.wait(15 * MINUTE);
    camp.wait(15 * MINUTE);
    expect(camp.open().clockwork.closes).toBeNull();
    expect(camp.vote('Dee', DONE).text).toContain('Your vote');
  });
});

describe('what a member has seen of a side', () => {
  const hidden = () => twoSides('picket-line');
  const SEEN = CANNOT_JOIN.youSaw('Union', 'Confederacy');

  test('stays seen when they leave it, also where nobody plays the other and before the first order', () => {
    const camp = hidden();
    for (const member of ['Bo', 'Cy'] as const) camp.member(member).seats.bench(PERSON[member], null);
    expect(camp.bo.seats.join('confederate')).toMatchObject({ to: 'member', text: SEEN });
    expect(camp.cy.seats.join('union').text).toBe(CANNOT_JOIN.youSaw('Confederacy', 'Union'));
    for (const text of [camp.bo.maps.forMember().text, camp.bo.orders.give(DONE).text])
      expect(text).toContain('`/join`');
    expect(camp.bo.maps.inWords().text).toBe(camp.dee.maps.inWords().text);
    // Back to their own side they come by themselves.
    expect(camp.bo.seats.join('union').text).toMatch(/^\*\*Bo\*\* joins the Union\./);
  });

  test('stays seen after they were replaced, and when they come back after a deletion of their data, until the game ends', () => {
    const camp = hidden();
    camp.ada.seats.replace(PERSON.Bo, PERSON.Dee);
    expect(camp.bo.myData.askDeletion().text).toContain('you can’t join the other side');
    for (const member of ['Bo', 'Dee'] as const) camp.member(member).myData.delete(true);
    expect(camp.store.membersAt('campaign01', 'union')).toEqual([]);
    for (const c of [camp, camp.restarted()])
      for (const member of ['Bo', 'Dee'] as const) expect(c.member(member).seats.join('confederate').text).toBe(SEEN);
    expect(camp.bo.seats.join('union').to).toBe('channel');
    const marks = () => camp.database.prepare('SELECT seat, mark FROM seen').all() as { seat: string; mark: string }[];
    expect(marks().map(({ seat }) => seat)).toEqual(['union', 'union']);
    for (const { mark } of marks()) expect(mark).toMatch(/^[0-9a-f]{64}$/);
    camp.ada.games.abandon(null);
    expect(marks()).toEqual([]);
  });

  test('is another side’s, too, where a game hides nothing: whoever comes back doesn’t go over once orders have been given', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    camp.bo.myData.delete(true);
    expect(camp.bo.seats.join('confederate').text).toContain('You were on another side');
  });

  test('is set aside by a moderator who plays no side and says why: the channel, the log, the recap and the replay tell it', () => {
    const camp = hidden();
    const put = (who: 'Ada' | 'Bo', why: string | null = null, as = {}) =>
      said(camp.host.seats.put(camp.as(who, as), PERSON.Bo, 'confederate', why));
    for (const why of [null, ' \u200b'])
      expect(put('Ada', why)).toMatchObject({ to: 'member', text: LETTING.ask('Bo', 'Union', 'Confederacy') });
    // A moderator who plays is a player.
    expect(put('Bo', 'I want to', { isModerator: true }).text).toBe(LETTING.notYourself('Union'));
    expect(camp.entries()).toHaveLength(1);
    const told = '**Ada** lets **Bo**, who has seen another side’s secrets, play the Confederacy: “Cy is ill”.';
    const given = put('Ada', 'Cy is  ill');
    expect([given.to, given.text]).toEqual(['channel', `**Ada** moves <@200> to the Confederacy.\n${told}`]);
    expect(camp.store.seatsOf('campaign01', '200')).toEqual(['confederate', 'union']);
    expect(camp.entries().at(-1)).toMatchObject({ kind: 'council', lets: 2, reason: 'Cy is ill' });
    // Buttons of the map before it still stand, and whoever joins later reads it too.
    expect(camp.dee.seats.join('union').text.split('\n').at(-1)).toBe(`-# ${told}`);
    expect(camp.cy.log.page(null, 0).text).toContain(`1. ${told}`);
    const [card] = camp.cy.completions.order({ verb: 'commit' }, 'regiment', '');
    orders(camp, 'Cy', { verb: 'commit', regiment: card?.value ?? '' });
    for (const ended of [false, true]) {
      if (ended) camp.ada.games.abandon(null);
      const recap = camp.dee.recaps.recap(null, null);
      expect(recap.text).toContain(`-# ${told}`);
      expect(JSON.stringify(recap.files)).toContain(`*${told}*`);
    }
    const file = textIn(camp.bo.log.file());
    expect(JSON.parse(file).log[1]).toMatchObject({ kind: 'council', by: 'Ada', lets: 'Bo', reason: 'Cy is ill' });
    const { digests: _, ...whole } = JSON.parse(file) as ExportedGame;
    const log = whole.log.map((entry) =>
      entry.kind === 'council' ? { ...entry, council: { ...entry.council, mode: 'vote' } } : entry,
    );
    const forged = { ...whole, log, councils: {} } as unknown as Undigested;
    const checked = readReplay(Buffer.from(JSON.stringify({ ...forged, digests: digestsOf(forged) })), SIDES);
    expect(typesetLines(checked.paragraphs, false)).toContain('It lets a member play a side, so it can’t change how');
    const replay = readReplay(Buffer.from(file), SIDES);
    const printed = typesetLines(replay.paragraphs, false);
    expect(replay.well, printed).toBe(true);
    expect(printed).toContain('Ada lets Bo, who has seen another side’s secrets, play the Confederacy.');
    expect(camp.cy.verify.verify(null).text).toContain(told);
  });

  test('is set aside for a replacement, too, and for whoever would see both sides at once', () => {
    const camp = hidden();
    const replace = (person: 'Bo' | 'Cy', by: 'Bo' | 'Dee', why: string | null = null) =>
      camp.ada.seats.replace(PERSON[person], PERSON[by], why).text;
    expect(replace('Cy', 'Bo')).toBe(LETTING.ask('Bo', 'Union', 'Confederacy'));
    expect(replace('Cy', 'Bo', 'Cy is ill')).toContain('**Bo**, who has seen another side’s secrets, play the ');
    expect(replace('Bo', 'Dee')).toBe(LETTING.ask('Dee', 'Confederacy', 'Union'));
    const both = replace('Bo', 'Dee', 'Bo is ill too');
    for (const side of ['Union', 'Confederacy'])
      expect(both).toContain(`**Ada** lets **Dee**, who has seen another side’s secrets, play the ${side}`);
    expect(camp.store.seatsOf('campaign01', '400')).toEqual(['confederate', 'union']);
  });

  test('is nobody’s loss where nobody else has played: who directs the game sets it aside for themselves', () => {
    const hq = headquarters({ library: SIDES, file: ':memory:' });
    const starter = { isModerator: true } as const;
    said(hq.host.games.start(by('Bo', starter), 'picket-line', null));
    said(hq.host.seats.join(by('Bo'), 'union'));
    const put = () => said(hq.host.seats.put(by('Bo'), PERSON.Bo, 'confederate', 'Alone'));
    expect(put().text).toContain('**Bo** lets **Bo**, who has seen another side’s secrets, play the Confederacy');
    said(hq.host.seats.bench(by('Bo'), PERSON.Bo, 'confederate'));
    said(hq.host.seats.join(by('Cy'), 'confederate'));
    expect(put().text).toBe(LETTING.notModerator('Bo', 'Union'));
    expect(said(hq.host.seats.put(by('Cy', starter), PERSON.Bo, 'confederate', 'Help me')).text).toBe(
      LETTING.ownSide('Bo', 'Union', 'Confederacy'),
    );
  });
});

describe('moderators', () => {
  test('put members on sides, and call them by it', () => {
    const camp = twoSides();
    const put = camp.ada.seats.put(PERSON.Dee, 'Confederacy');
    expect([put.text, users(put)]).toEqual(['**Ada** moves <@400> to the Confederacy.', ['400']]);
    expect(camp.store.seatsOf('campaign01', '400')).toEqual(['confederate']);
    expect(camp.ada.seats.put(null, 'union').text).toContain('Bots can’t');
    expect(camp.ada.seats.put(PERSON.Dee, 'France').text).toBe('There’s no such side. Choose Union or Confederacy.');
    const gone = { ...PERSON.Dee, hasLeft: true };
    expect(camp.ada.seats.put(gone, 'union').text).toContain('has left this server');
    expect(camp.ada.seats.replace(PERSON.Bo, gone).text).toContain('has left this server');
  });

  test('put a member in another’s place, in command as well', () => {
    const camp = twoSides();
    camp.ada.seats.join('union');
    camp.decree({ mode: 'commander', commander: '200' });
    const replaced = camp.ada.seats.replace(PERSON.Bo, PERSON.Dee);
    expect(replaced.text).toContain(SEATS.replaces('**Ada**', '<@400>', '**Bo**', 'the Union'));
    expect([camp.store.seatsOf('campaign01', '200'), camp.store.seatsOf('campaign01', '400')]).toEqual([[], ['union']]);
    expect(camp.bo.orders.give(DONE).text).toContain('`/join`');
    orders(camp, 'Dee', DONE);
  });

  test('take members off; those left command, or whoever orders first', () => {
    const camp = twoSides();
    camp.ada.seats.join('union');
    camp.decree({ mode: 'commander', commander: '200' });
    expect(camp.ada.seats.bench(PERSON.Bo, 'union').text).toBe('**Ada** removes **Bo** from the Union.');
    expect(camp.entries().at(-1)).toMatchObject({ kind: 'council', council: { mode: 'open', commanders: [] } });
    orders(camp, 'Ada', DONE);
    expect(camp.ada.seats.bench(PERSON.Bo, null).text).toContain('isn’t on that side');
  });

  test('do not have the whole server called', () => {
    const camp = twoSides();
    expect(camp.ada.seats.setRole('union', 'army').text).toContain('ping the whole server');
    expect(camp.ada.seats.giveToMachine('union').text).toContain('`/seat put`');
  });
});

describe('whoever is not asked', () => {
  test('is told so, and not sent the map again, where the button is of a map that does not stand any more', () => {
    const camp = twoSides();
    const point = camp.dee.maps.forChannel().drawing?.point ?? null;
    for (const order of [DONE, DONE]) orders(camp, 'Bo', order);
    const late = camp.bo.orders.give({ verb: 'move', unit: 'u1', to: '3' }, point);
    expect(late).toMatchObject({ to: 'member', drawing: null });
    expect(late.text).toMatch(/^It’s the \*\*Confederacy\*\*’s turn: “Your movement\.”/);
  });
});
