import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/council/index.ts';
import { CARD_WORDS, PANEL } from '../../src/host/base/voting-words.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { ballotOf, Voting, votingIn } from './voting.ts';

let here: Voting;
beforeEach(async () => {
  here = await votingIn('council-of-war', { extraMembers: 37 });
});
afterEach(() => here.product.close());

const IDLE = { answers: 0, messages: 0, edits: 0, readings: 0 };
/** What stands where a ballot was that another message has by now: no title, one sentence. */
const MOVED = '\nThe ballot has moved to a newer message below.';

const sandbox = () => here.product.sandbox;
const warnings = () => here.product.logged.filter(({ level }) => level >= 40).map(({ msg }) => msg);
/** A moderator deletes a message. */
const remove = (message: string) => sandbox().happen({ kind: 'deleteMessage', channel: here.channel, message });
const votesOf = (ballot: number) => here.product.store.votes(ballot);

/** Presses of forty members, each as often as it takes: who voted for what last is known. */
async function manyPresses(presses: number): Promise<Map<string, string>> {
  const message = here.ballot();
  const orders = message.buttons.filter(({ customId }) => customId?.startsWith('order:'));
  const last = new Map<string, string>();
  const pressed = Array.from({ length: presses }, (_, at) => {
    const member = sandbox().world.members[at % 40]?.name ?? '';
    const { customId, label } = orders[(at * 7 + Math.floor(at / 40)) % orders.length] as (typeof orders)[number];
    last.set(member, label);
    return here.at(member).press(message, customId ?? '');
  });
  for (const outcome of await Promise.all(pressed)) expect(answer(outcome).content).toMatch(/^Your vote/);
  return last;
}

describe('a tally', () => {
  test('of a hundred presses in a second costs a few edits, and counts every one', async () => {
    const first = await here.begin({ quorum: 2 });
    await here.upToDate();
    const before = here.edits();
    const last = await manyPresses(100);
    await here.upToDate();
    expect(here.edits() - before).toBeLessThanOrEqual(4);
    expect(votesOf(ballotOf(first) ?? 0)).toHaveLength(100);
    for (const { label } of first.buttons.filter(({ customId }) => customId?.startsWith('order:'))) {
      const votes = [...last.values()].filter((one) => one === label).length;
      const words = label.split(' · ')[0] ?? '';
      expect(here.card()).toMatch(new RegExp(`\\*\\*${votes}\\*\\* · ${words}`));
      expect(here.ballot().buttons.some((one) => one.label === `${label} · ${votes} votes`)).toBe(true);
    }
    expect((await here.close()).content).toMatch(/by \d+ of 40 votes/);
    expect(warnings()).toEqual([]);
  });

  test('is edited at most once in two seconds, however it comes in', async () => {
    await here.begin({ quorum: 2 });
    await here.upToDate();
    const before = here.edits();
    for (let second = 0; second < 10; second++) {
      for (const member of sandbox().world.members.slice(second * 4, second * 4 + 4))
        await here.vote(member.name, 'Sigel attacks');
      await here.pass(1000);
    }
    expect(here.edits() - before).toBeLessThanOrEqual(6);
    await here.upToDate();
    expect(here.card()).toContain('**40** · Sigel');
  });
});

describe('the message of a ballot', () => {
  test('has been deleted: it is posted anew, with the votes that there are', async () => {
    const first = await here.begin();
    await here.vote('Bo', 'Sigel attacks');
    await here.upToDate();
    const channel = await here.product.bot.client.channels.fetch(first.channelId);
    if (!channel?.isTextBased()) throw new Error('There is no channel');
    await channel.messages.delete(first.id);
    const mine = answer(await here.at('Cy').command('attack', { leader: 'sigel' }));
    expect(mine.content).toContain('Your vote: **Sigel');
    await here.pass(3000);
    const again = await here.hears(CARD_WORDS.stillOpen);
    expect(again.id).not.toBe(first.id);
    await here.upToDate();
    expect(ballotOf(here.ballot())).toBe(ballotOf(first));
    expect(here.card()).toContain('**2** · Sigel');
    expect((await here.close()).content).toContain('with both votes');
    expect(here.open().filter(({ text }) => text.includes(CARD_WORDS.stillOpen))).toHaveLength(1);
    expect(warnings()).toEqual([]);
  });

  /** The ballots that messages show, on orders and on the council: their numbers, one for each message. */
  const shownBallots = () =>
    here
      .open()
      .flatMap((one) => ballotOf(one) ?? [])
      .toSorted((one, other) => one - other);

  test('has been deleted by a moderator: another comes within a minute, and nobody has to press', async () => {
    const first = await here.begin({ window: '1d' });
    await here.vote('Bo', 'Sigel attacks');
    const order = ballotOf(first) ?? 0;
    answer(await here.at('Bo').command('council', { mode: 'open' }));
    const motion = ballotOf(await here.hears('proposes to change')) ?? 0;
    await here.upToDate();
    const library = new Voting(here.product, here.clock, 'library');
    const other = await library.begin({ window: '1d' });
    await library.upToDate();
    expect(shownBallots()).toEqual([order, motion]);
    const edits = here.edits() + library.edits();
    for (const { id } of here.open()) if (ballotOf(sandbox().message(here.channel, id) as SeenMessage)) remove(id);
    expect(shownBallots()).toEqual([]);
    await here.pass(45_000);
    await expect.poll(shownBallots, { timeout: 20_000 }).toHaveLength(1);
    // In one channel there are two seconds between edits, by which the bot finds out.
    await here.pass(2001);
    await expect.poll(shownBallots, { timeout: 20_000 }).toEqual([order, motion]);
    expect(here.card()).toContain('**1** · Sigel');
    await here.upToDate();
    // Once, and no message that is there was edited for it.
    await here.pass(10 * MINUTE);
    await here.upToDate();
    expect(shownBallots()).toEqual([order, motion]);
    expect(here.edits() + library.edits() - edits).toBe(2);
    expect(library.ballot().id).toBe(other.id);
    await here.vote('Cy', 'Sigel attacks');
    expect((await here.close()).content).toContain('with both votes');
    expect(warnings()).toEqual([]);
  });

  test('has been deleted while the bot was away: another comes at the start', async () => {
    const first = await here.begin({ window: '1d' });
    await here.vote('Bo', 'Sigel attacks');
    await here.upToDate();
    await here.product.bot.stop();
    remove(first.id);
    await here.restart();
    await expect.poll(shownBallots, { timeout: 20_000 }).toEqual([ballotOf(first)]);
    await here.upToDate();
    expect(here.card()).toContain('**1** · Sigel');
  });

  test('has been deleted where the bot may not read the history: an edit tells, and another comes within a minute', async () => {
    const first = await here.begin({ window: '1d' });
    await here.vote('Bo', 'Sigel attacks');
    await here.upToDate();
    sandbox().happen({ kind: 'denyBot', channel: here.channel, permissions: ['ReadMessageHistory'] });
    await here.pass(45_000);
    await here.upToDate();
    expect(shownBallots()).toEqual([ballotOf(first)]);
    remove(first.id);
    await here.pass(45_000);
    await expect.poll(shownBallots, { timeout: 20_000 }).toEqual([ballotOf(first)]);
    await here.upToDate();
    expect(here.card()).toContain('**1** · Sigel');
    expect(warnings()).toEqual([]);
  });

  test('cannot be edited or posted for a while: that is put off and logged once, and made good', async () => {
    const first = await here.begin({ window: '1d' });
    await here.upToDate();
    sandbox().happen({ kind: 'denyBot', channel: here.channel, permissions: ['ViewChannel', 'SendMessages'] });
    await here.vote('Bo', 'Sigel attacks');
    const told = ['the message of a ballot could not be edited; trying later'];
    await expect.poll(() => warnings().toSorted()).toEqual(told);
    for (let minute = 0; minute < 30; minute++) {
      if (minute % 10 === 5) await here.vote('Cy', minute % 20 === 5 ? 'Sigel attacks' : 'Grant attacks');
      await here.pass(MINUTE);
      await expect.poll(() => here.product.bot.inHand(), { interval: 5 }).toEqual(IDLE);
    }
    expect(warnings().toSorted()).toEqual(told);
    const tried = sandbox()
      .requests()
      .filter(({ method, path, status }) => method === 'PATCH' && path.includes('/messages/') && status >= 400);
    expect(tried.length).toBeLessThanOrEqual(6);
    sandbox().happen({ kind: 'denyBot', channel: here.channel, permissions: [] });
    // As soon as it may post again, not when the put-off is over.
    await here.upToDate();
    expect(here.card(first)).toContain('**2** · Sigel');
    expect(warnings().toSorted()).toEqual(told);
  });

  test('follows /map: the new one has its buttons and its card, the old one is a picture that says so', async () => {
    const first = await here.begin();
    await here.vote('Bo', 'Sigel attacks');
    await here.upToDate();
    const asked = answer(await here.at('Cy').command('map'));
    const moved = await sandbox().waitForMessage(here.channel, (one) => one.id === asked.id && ballotOf(one) !== null);
    const carriers = () => here.open().flatMap((one) => (ballotOf(one) === null ? [] : one.id));
    await here.comesTo(() => carriers().join() === moved.id);
    expect(ballotOf(moved)).toBe(ballotOf(first));
    expect(here.card(moved)).toContain('**1** · Sigel');
    const old = sandbox().message(here.channel, first.id);
    expect([old?.buttons, old?.files.length, here.card(first)]).toEqual([[], 1, MOVED]);
    // Who asks for the ballot that is open sees it alone; it stays where it is.
    expect(answer(await here.at('Cy').command('vote open')).ephemeral).toBe(true);
    const again = answer(await here.at('Cy').command('map'));
    await here.comesTo(() => carriers().join() === again.id);
    await here.vote('Cy', 'Sigel attacks');
    await here.upToDate();
    expect(here.card()).toContain('**2** · Sigel');
    expect(warnings()).toEqual([]);
  });
});

describe('the connection', () => {
  test('breaks while members vote: what they sent meanwhile counts once it is back', async () => {
    const first = await here.begin();
    await here.upToDate();
    sandbox().happen({ kind: 'cut' });
    const votes = ['Ada', 'Bo', 'Cy'].map((member) => here.vote(member, 'Sigel attacks'));
    for (const { content } of await Promise.all(votes)) expect(content).toContain('Your vote: **Sigel');
    await here.upToDate();
    expect(here.card(first)).toContain('**3** · Sigel');
  });

  test('loses the word that a map has come: the map comes again, and the ballot is on one of them', async () => {
    const first = await here.begin();
    await here.vote('Bo', 'Sigel attacks');
    await here.vote('Cy', 'Sigel attacks');
    loseMaps();
    const result = await here.close();
    const late = await here.hears('Posted late');
    sandbox().faults = null;
    await here.upToDate();
    expect(ballotOf(late)).toBe((ballotOf(first) ?? 0) + 1);
    const lost = sandbox().message(here.channel, result.id) as SeenMessage;
    expect(ballotOf(lost)).toBe(ballotOf(late));
    // Whoever presses under the map that nobody knows of is heard, and brings it to notice.
    expect(answer(await here.at('Bo').press(lost, 'My vote')).content).toContain('You haven’t voted');
    const order = lost.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId ?? '';
    expect(answer(await here.at('Bo').press(lost, order)).content).toContain('Your vote: ');
    await here.comesTo(() => sandbox().message(here.channel, lost.id)?.buttons.length === 0);
    expect(here.card(lost)).toBe(MOVED);
    await here.upToDate();
    expect(here.card(late)).toContain('**1** · ');
  });

  test('loses the word that /map was answered: the first press under that map takes the ballot there', async () => {
    const first = await here.begin();
    await here.upToDate();
    loseMaps();
    const asked = answer(await here.at('Cy').command('map'));
    await expect.poll(warnings).toContain('an answer did not reach its interaction');
    sandbox().faults = null;
    const map = sandbox().message(here.channel, asked.id) as SeenMessage;
    const button = map.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId ?? '';
    expect(answer(await here.at('Bo').press(map, button)).content).toContain('Your vote: ');
    await here.comesTo(() => sandbox().message(here.channel, first.id)?.buttons.length === 0);
    await here.upToDate();
    expect(here.card(map)).toContain('**1** · ');
    expect(here.card(first)).toBe(MOVED);
  });
});

/** Discord takes every map that comes with an answer, and says that it has not. */
function loseMaps(): void {
  sandbox().faults = ({ method, path }, proceed) => {
    const answered = proceed();
    const lost = method === 'PATCH' && path.startsWith('/webhooks/');
    return lost ? { status: 500, body: { code: 0, message: '500: Internal Server Error' } } : answered;
  };
}

describe('after a restart', () => {
  test('every clock runs on: votes, reminders and the rota keep their time', async () => {
    const { clock } = here;
    const library = new Voting(here.product, clock, 'library');
    const wilderness = new Voting(here.product, clock, 'the-wilderness');
    const first = await here.begin({ window: '20m' });
    await library.begin({ window: '40m', quorum: 3 });
    const bo = sandbox().world.member('Bo').id;
    answer(await wilderness.at('Ada').command('new', {}));
    answer(await wilderness.at('Ada').command('council', { mode: 'commander', commander: bo, rotate: '1h' }));
    answer(await wilderness.at('Cy').press(answer(await wilderness.at('Cy').command('council')), PANEL.joinRota));
    await here.vote('Bo', 'Sigel attacks');
    await here.vote('Cy', 'Sigel attacks');
    await library.vote('Cy', 'Grant attacks');
    await here.upToDate();

    await here.restart();
    await here.pass(20 * MINUTE - 1 - (clock.now() - opened(first)));
    expect(here.product.store.ballot(ballotOf(first) ?? 0)?.closed).toBeNull();
    await here.pass(1);
    await here.hears(/orders Sigel to attack, with both votes/);
    await here.pass(10 * MINUTE);
    await library.hears(/2 more votes needed/);
    await here.ballotAfter(ballotOf(first) ?? 0);

    await here.restart();
    await here.pass(10 * MINUTE);
    await library.hears('Too few have voted.');
    await here.pass(HOUR);
    await wilderness.hears(/No order for 1 hour\. Command passes to/);
    await library.hears(/orders Grant to attack, with the only vote/);
    for (const channel of [here, library, wilderness]) {
      const told = channel.open().filter(({ text }) => /Too few|No order for|with (?:both|its)/.test(text));
      expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    }
  });

  test('the tally is brought up to date, and a vote cast twice by the gateway counts once', async () => {
    const first = await here.begin();
    await here.vote('Bo', 'Sigel attacks');
    const id = sandbox().latestInteraction();
    sandbox().happen({ kind: 'redeliver', interaction: id });
    await here.vote('Cy', 'Sigel attacks');
    await here.restart();
    sandbox().happen({ kind: 'redeliver', interaction: id });
    await here.upToDate();
    expect(here.card(first)).toContain('**2** · Sigel');
    expect(votesOf(ballotOf(first) ?? 0)).toHaveLength(2);
  });
});

describe('a role that voters need, and that is deleted', () => {
  const guild = () => sandbox().world.guildOf(sandbox().world.channel(here.channel)) as { id: string };
  const staff = () => sandbox().world.role(sandbox().world.guild(guild().id), 'Staff').id;
  const told = () => here.open().filter(({ text }) => text.includes('was deleted, so nobody can vote'));
  const deletes = async () => {
    sandbox().deleteRole('Staff', guild().id);
    return here.hears('The role that members need to vote was deleted, so nobody can vote.');
  };

  test('the table is told once, and a moderator lets everyone vote in one press', async () => {
    const role = staff();
    const first = await here.begin({ voters: role, window: '2d' });
    await here.upToDate();
    const word = await deletes();
    expect(word.content).toMatch(/Otherwise everyone can vote from <t:\d+:f>/);
    const refused = await here.vote('Cy', 'Sigel attacks');
    expect(refused.content).toContain('The role that this ballot is for was deleted, so nobody can vote in it.');
    expect(answer(await here.at('Cy').press(word, 'Let everyone vote')).content).toBe(refused.content);
    answer(await here.at('Ada').press(word, 'Let everyone vote'));
    await here.hears('**Ada** changes how this table decides: nobody needs a role to vote.');
    await here.ballotAfter(ballotOf(first) ?? 0);
    expect((await here.vote('Cy', 'Sigel attacks')).content).toMatch(/^Your vote/);
    await here.pass(25 * HOUR);
    await here.upToDate();
    expect(told()).toHaveLength(1);
    expect(here.product.store.openBallots('campaign01')).toHaveLength(1);
    expect(here.product.store.councilsIn('campaign01').map(({ cause }) => cause)).toEqual(['member', 'member']);
    expect(warnings()).toEqual([]);
  });

  test('after a day everyone can vote, and the log says why; no restart forgets it or tells it again', async () => {
    const first = await here.begin({ voters: staff(), 'reminder-role': staff(), window: '3d' });
    await here.upToDate();
    await deletes();
    await here.restart();
    await here.pass(24 * HOUR - MINUTE);
    expect((await here.vote('Cy', 'Sigel attacks')).content).toContain('was deleted');
    await here.pass(MINUTE);
    await here.hears('The role was deleted: nobody needs a role to vote; ');
    await here.ballotAfter(ballotOf(first) ?? 0);
    expect((await here.vote('Cy', 'Sigel attacks')).content).toMatch(/^Your vote/);
    expect(answer(await here.at('Cy').command('log')).content).toContain(
      '**After the role was deleted**: nobody needs',
    );
    expect(here.product.store.councilsIn('campaign01').at(-1)?.council.ballot).toMatchObject({
      voters: { role: null },
      reminder: { role: null },
    });
    expect(told()).toHaveLength(1);
    expect(warnings()).toEqual([]);
  });

  test('is missed at a start, where the bot was away', async () => {
    await here.begin({ voters: staff() });
    await here.upToDate();
    await here.product.bot.stop();
    sandbox().deleteRole('Staff', guild().id);
    await here.restart();
    await here.hears('The role that members need to vote was deleted, so nobody can vote.');
    expect(told()).toHaveLength(1);
  });

  test('is missed by a vote, where a game has kept it from the last one', async () => {
    await here.begin({ voters: staff() });
    await here.upToDate();
    const sure = answer(await here.at('Ada').command('abandon'));
    answer(await here.at('Ada').press(sure, 'End the game'));
    sandbox().deleteRole('Staff', guild().id);
    answer(await here.at('Ada').command('new', {}));
    await here.shown();
    expect(told()).toEqual([]);
    expect((await here.vote('Cy', 'Sigel attacks')).content).toContain('was deleted, so nobody can vote in it');
    await here.hears('The role that members need to vote was deleted, so nobody can vote.');
    expect((await here.vote('Bo', 'Sigel attacks')).content).toContain('was deleted, so nobody can vote in it');
    await here.shown();
    expect(told()).toHaveLength(1);
  });

  test('leaves no ballot locked that opened before the table asked for another role', async () => {
    const first = await here.begin({ voters: staff(), window: '2d' });
    await here.upToDate();
    answer(await here.at('Ada').command('council', { voters: 'everyone' }));
    expect(ballotOf(here.ballot())).toBe(ballotOf(first));
    sandbox().deleteRole('Staff', guild().id);
    await here.comesTo(() => here.open().some(({ text }) => text.includes('was deleted, so a new ballot opens.')));
    await here.ballotAfter(ballotOf(first) ?? 0);
    expect((await here.vote('Cy', 'Sigel attacks')).content).toMatch(/^Your vote/);
    expect(told()).toEqual([]);
  });
});

/** When the ballot of a message opened. */
function opened(message: SeenMessage): number {
  return here.product.store.ballot(ballotOf(message) ?? 0)?.openedAt ?? 0;
}
