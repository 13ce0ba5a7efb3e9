import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { type Voting, votingIn } from './voting.ts';

/** An opponent in one press wherever a side has no player. Ada manages the channel that is greeted, Bo and Cy don’t. */

const UNION_BY_BOT = 'Let the bot play the Union';
const CONFEDERATES_BY_BOT = 'Let the bot play the Confederates';

let here: Voting;
beforeEach(async () => {
  // What it orders is tested elsewhere.
  here = await votingIn('council-of-war', { thinker: async () => [] });
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

const labels = ({ buttons }: Pick<SeenMessage, 'buttons'>) => buttons.map(({ label }) => label);
const machines = () => here.product.store.machinesAt('campaign01');
const seats = (member: string) =>
  here.product.store.seatsOf('campaign01', here.product.sandbox.world.member(member).id);

/** Presses and waits for the answer with its buttons. */
async function press(member: string, message: SeenMessage, label: string, channel = here.channel) {
  const { id } = answer(await here.product.sandbox.as(member).in(channel).press(message, label));
  await expect.poll(() => here.product.bot.inHand().answers, { interval: 5 }).toBe(0);
  const seen = here.product.sandbox.message(channel === 'dm' ? member : channel, id);
  if (!seen) throw new Error(`The answer to “${label}” is gone`);
  return seen;
}

/** A message for all with this under it, come or to come. */
function offering(label: string, text = ''): Promise<SeenMessage> {
  return here.product.sandbox.waitForMessage(
    here.channel,
    (one) => !one.ephemeral && one.content.includes(text) && labels(one).includes(label),
  );
}

/** The newest message for all, a minute later. */
async function newest(): Promise<string | undefined> {
  await here.clock.advance(MINUTE);
  return here.open().at(-1)?.content;
}

async function begun(options = { game: 'road-to-richmond' }): Promise<SeenMessage> {
  answer(await here.at('Ada').command('new', options));
  return offering('Join the Union');
}

describe('a member alone', () => {
  test.each([
    ['Road to Richmond', 'union', 'confederate', null],
    ['The Wilderness Campaign', 'union', 'confederate', 'Finish set-up'],
    ['Sam Grant', 'usa', 'csa', 'Cut the deck'],
    ['Bobby Lee', 'usa', 'csa', 'Cut the deck'],
  ])('has an opponent in %s by three presses from the greeting', async (title, union, confederate, order) => {
    const greeting = await here.hears('**Council of War** hosts');
    const opening = await press('Ada', greeting, `Start ${title}`);
    const first = ['Join the Confederates', 'Join the Union', CONFEDERATES_BY_BOT, UNION_BY_BOT];
    expect(labels(opening).slice(0, 4).sort()).toEqual(first);
    expect(labels(opening).at(-1)).toBe('More …');
    const joined = await press('Ada', opening, 'Join the Union');
    expect(joined.content).toContain('Nobody plays the Confederates yet.');
    expect(labels(joined)).toEqual(['Join the Confederates', CONFEDERATES_BY_BOT]);
    const told = await press('Ada', joined, CONFEDERATES_BY_BOT);
    expect(told.content).toContain('**Ada** lets the bot play the Confederates.');
    // Where the Confederates are first to move, the map comes with what the bot orders.
    expect(labels(told)).toEqual(order === null ? [] : expect.arrayContaining([order]));
    expect(labels(told)).not.toContain(CONFEDERATES_BY_BOT);
    expect([seats('Ada'), machines()]).toEqual([[union], [confederate]]);
  });

  test.each(['Road to Richmond: First day', 'The Wilderness Campaign: First week'])(
    'who starts a short game, %s, is asked for their side, and plays at the second press',
    async (title) => {
      const greeting = await here.hears('**Council of War** hosts');
      const question = await press('Ada', greeting, `Start ${title}`);
      expect([question.ephemeral, labels(question).toSorted()]).toEqual([
        true,
        ['Play the Confederates', 'Play the Union', 'Wait for another player'],
      ]);
      const settled = await press('Ada', question, 'Play the Confederates');
      expect([settled.ephemeral, settled.content, labels(settled)]).toEqual([
        true,
        expect.stringContaining('started by **Ada**'),
        [],
      ]);
      expect((await here.hears('The bot plays the Union. **Ada** plays the Confederates.')).files).toHaveLength(1);
      expect([seats('Ada'), machines()]).toEqual([['confederate'], ['union']]);
    },
  );

  test('reads what game it is, and who plays which side, where the bot orders at once', async () => {
    await here.product.close();
    here = await votingIn(here.channel);
    const greeting = await here.hears('**Council of War** hosts');
    const question = await press('Ada', greeting, 'Start The Wilderness Campaign: First week');
    await press('Ada', question, 'Play the Union');
    // A set-up is told nobody: what the bot ordered is in the log.
    await expect.poll(newest).toContain('Sealed log `campaign01/1/');
    for (const opening of [
      '· started by **Ada**',
      'The bot plays the Confederates. **Ada** plays the Union.',
      'the slash commands of The Wilderness Campaign appear in this server in a moment',
    ])
      expect((await newest())?.split(opening)).toHaveLength(2);
  });

  test('who waits for another has the game as before, and members who play again aren’t asked', async () => {
    const greeting = await here.hears('**Council of War** hosts');
    const question = await press('Ada', greeting, 'Start Road to Richmond: First day');
    await press('Ada', question, 'Wait for another player');
    await offering('Join the Union');
    expect([seats('Ada'), machines()]).toEqual([[], []]);
    const ended = await press('Ada', answer(await here.at('Ada').command('abandon')), 'End the game');
    const again = await press('Ada', ended, 'New game');
    expect([again.ephemeral, labels(again)]).toEqual([false, expect.arrayContaining(['Join the Union', UNION_BY_BOT])]);
  });

  test('is asked for their side in a direct message', async () => {
    const dm = here.product.sandbox.as('Bo').in('dm');
    const hidden = answer(await dm.command('new', { game: 'sam-grant' }));
    expect(labels(hidden)).toEqual(['Play the Union', 'Play the Confederates']);
    const open = answer(await dm.command('new', { game: 'road-to-richmond' }));
    await press('Bo', open, 'Play both sides yourself', 'dm');
    expect([seats('Bo'), machines()]).toEqual([['confederate', 'union'], []]);
  });
});

describe('the button', () => {
  test('is for those who may use /seat bot, and for a member who plays alone', async () => {
    const opening = await begun();
    const joined = await press('Bo', opening, 'Join the Union');
    const refused = await press('Cy', joined, CONFEDERATES_BY_BOT);
    expect([refused.ephemeral, refused.content]).toEqual([
      true,
      'Only a moderator or the member who started this game can let the bot play a side, or a member who plays here alone.',
    ]);
    const typed = answer(await here.at('Cy').command('seat bot', { side: 'confederate' }));
    expect(typed.content).toBe(refused.content);
    expect(machines()).toEqual([]);
    await press('Bo', joined, CONFEDERATES_BY_BOT);
    expect(machines()).toEqual(['confederate']);
    // The message that offered the side offers nothing any more; the first map has the Union's button too, and orders.
    await expect.poll(() => labels(here.product.sandbox.message(here.channel, joined.id) ?? joined)).toEqual([]);
    const again = await press('Bo', opening, CONFEDERATES_BY_BOT);
    expect([again.ephemeral, again.content]).toEqual([true, 'The bot already plays that side.']);
  });

  test('takes no side from a member who has joined meanwhile', async () => {
    const opening = await begun();
    const joined = await press('Ada', opening, 'Join the Union');
    await press('Bo', joined, 'Join the Confederates');
    const late = await press('Ada', joined, CONFEDERATES_BY_BOT);
    expect([late.ephemeral, late.content]).toEqual([true, 'Somebody plays that side now: Bo.']);
    expect(machines()).toEqual([]);
  });

  test('stands where it’s the turn of a side that has nobody: under the map, in a refusal and in /help', async () => {
    const opening = await begun();
    await press('Ada', opening, 'Join the Confederates');
    answer(await here.at('Ada').command('done', { sure: 'yes' }));
    answer(await here.at('Ada').command('done', {}));
    await here.comesTo(() => here.open().some(({ content }) => content.includes('Union movement')));
    const map = await offering(UNION_BY_BOT, 'Union movement');
    expect(labels(map).slice(0, 2)).toEqual(['Join the Union', UNION_BY_BOT]);
    expect(labels(map)).not.toContain(CONFEDERATES_BY_BOT);
    const refused = answer(await here.at('Ada').command('move', {}));
    expect(refused.content).toContain('Nobody plays the Union yet.');
    expect(labels(refused)).toEqual([UNION_BY_BOT]);
    expect(labels(answer(await here.at('Ada').command('help')))).toEqual([UNION_BY_BOT]);
    const list = answer(await here.at('Ada').command('seat list'));
    expect(labels(list)).toEqual(['Join the Union', UNION_BY_BOT]);
    const settled = await press('Ada', list, UNION_BY_BOT);
    expect([settled.ephemeral, settled.content]).toEqual([true, '**Ada** lets the bot play the Union.']);
    await expect.poll(() => here.open().at(-1)?.content).toBe('**Ada** lets the bot play the Union.');
  });
});

describe('a side that has had nobody for a day', () => {
  const notice = 'Nobody has played the Confederates for a day.';
  const notices = () => here.open().filter(({ content }) => content.includes('for a day.'));

  test('is told of once, with buttons, over restarts', async () => {
    const opening = await begun();
    await press('Ada', opening, 'Join the Union');
    await here.shown();
    await here.pass(DAY - MINUTE);
    await here.restart();
    expect(notices()).toEqual([]);
    await here.pass(MINUTE);
    const told = await here.hears(notice);
    expect(labels(told)).toEqual(['Join the Confederates', CONFEDERATES_BY_BOT]);
    await here.restart();
    await press('Bo', told, 'Join the Confederates');
    answer(await here.at('Bo').command('seat bench'));
    await here.pass(2 * DAY);
    await here.upToDate();
    expect(notices()).toHaveLength(1);
  });

  test('is not told of once it has a player, or the game is over', async () => {
    const opening = await begun();
    await press('Ada', opening, 'Join the Union');
    await press('Ada', opening, CONFEDERATES_BY_BOT);
    await here.pass(2 * DAY);
    expect(here.product.store.alarm('campaign01', 'vacant')).toBeNull();
    const asked = answer(await here.at('Ada').command('abandon'));
    await press('Ada', asked, 'End the game');
    await begun();
    const end = answer(await here.at('Ada').command('abandon'));
    await press('Ada', end, 'End the game');
    await here.pass(2 * DAY);
    expect(notices()).toEqual([]);
  });
});
