import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/council/index.ts';
import type { FaultCall, Faults, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { signal } from '../discord/trouble.ts';
import { type Voting, votingIn } from './voting.ts';

/** What is committed and not told yet when Discord is out of order and the process ends: told at the next start, once. */

const CHANNEL = 'council-of-war';
const LATE = '\n-# Posted late: the bot was interrupted. Nothing was lost.';
const OUT_OF_ORDER = { status: 503, body: { code: 0, message: 'Service Unavailable' } };

let here: Voting;
beforeEach(async () => {
  here = await votingIn(CHANNEL);
});
afterEach(() => here.product.close());

const sandbox = () => here.product.sandbox;
const isPost = ({ method, path }: FaultCall) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);
const saying = (words: string): SeenMessage[] => here.open().filter(({ content }) => content.includes(words));
const owed = () => here.product.store.notices().length;

/** Discord takes no post of the bot's own, or takes it and does not say so. */
function outOfOrder(taken = false): { tried: number } {
  const count = { tried: 0 };
  sandbox().faults = (call, proceed) => {
    if (!isPost(call)) return proceed();
    count.tried += 1;
    if (taken && count.tried === 1) proceed();
    return OUT_OF_ORDER;
  };
  return count;
}

async function restarted(after: number): Promise<void> {
  await here.pass(after);
  const { sandbox: same } = here.product;
  const restarting = here.restart();
  await restarting;
  same.faults = null;
  await here.pass(10 * MINUTE);
}

/** A ballot of a whole day, with a role to remind. */
async function voting(): Promise<string> {
  const { world } = sandbox();
  const role = world.role(world.guild('Army of the Potomac'), 'Staff');
  await here.begin({ window: '1d', quorum: 3, 'reminder-role': role.id });
  await here.upToDate();
  return role.id;
}

describe('a reminder', () => {
  test('that Discord would not take comes at the next start, late, as the answer it was and calling whom it was to call', async () => {
    const role = await voting();
    const ballot = here.ballot();
    const count = outOfOrder();
    await here.pass(18 * HOUR);
    await expect.poll(() => count.tried).toBeGreaterThan(0);
    await restarted(HOUR);
    await here.hears('3 more votes needed');
    await expect.poll(owed).toBe(0);
    expect(saying('more vote')).toMatchObject([
      { content: expect.stringContaining(LATE), replyTo: ballot.id, mentionedRoles: [role] },
    ]);
  });

  test('that Discord took, and of which the process never heard so, is not said again', async () => {
    const role = await voting();
    const count = outOfOrder(true);
    await here.pass(18 * HOUR);
    await expect.poll(() => count.tried).toBeGreaterThan(0);
    expect(owed()).toBe(1);
    await restarted(HOUR);
    await expect.poll(owed).toBe(0);
    expect(saying('more vote')).toMatchObject([{ mentionedRoles: [role] }]);
    expect(saying('Posted late')).toEqual([]);
  });

  test('of a ballot that has another window since is not told any more', async () => {
    await voting();
    const count = outOfOrder();
    await here.pass(18 * HOUR);
    await expect.poll(() => count.tried).toBeGreaterThan(0);
    await restarted(7 * HOUR);
    await here.hears('Too few have voted');
    await expect.poll(owed).toBe(0);
    expect(saying('more vote')).toEqual([]);
  });
});

test('a change of how the table decides is answered to its member and told to the channel, if need be late', async () => {
  await here.begin({ quorum: 2 });
  await here.upToDate();
  const count = outOfOrder();
  const told = answer(await here.at('Ada').command('council', { quorum: 4 }));
  expect(told.ephemeral).toBe(true);
  await expect.poll(() => count.tried).toBeGreaterThan(0);
  await restarted(2 * MINUTE);
  const late = await here.hears('-# Posted late');
  expect(late.content).toContain('changes how this table decides: ');
  expect(late.content).toContain(LATE);
  expect(late.buttons).toHaveLength(1);
  await expect.poll(owed).toBe(0);
  expect(saying('-# Posted late')).toHaveLength(1);
});

describe('how a game ended, told after the next one began in its channel', () => {
  const UNKNOWN = { status: 404, body: { code: 10062, message: 'Unknown interaction' } };
  const ENDED = 'The game was abandoned';
  const isOver = () => (here.product.store.latestIn(sandbox().world.channel(CHANNEL).id)?.ended ?? null) !== null;

  /** Ada ends a game and starts the next one, and its map is there. @param becomes what becomes of the answer that tells the end */
  async function endsBeforeNext(becomes: Faults): Promise<void> {
    answer(await here.at('Ada').command('new', { game: 'overland' }));
    const question = answer(await here.at('Ada').command('abandon'));
    let answers = 0;
    sandbox().faults = (call, proceed) => {
      if (isPost(call)) return OUT_OF_ORDER;
      return call.path.endsWith('/callback') && answers++ === 0 ? becomes(call, proceed) : proceed();
    };
    // She may never be answered.
    here
      .at('Ada')
      .press(question, 'End the game')
      .catch(() => null);
    await expect.poll(isOver).toBe(true);
    const { id } = answer(await here.at('Ada').command('new', { game: 'overland' }));
    await sandbox().waitForMessage(CHANNEL, (one) => one.id === id && one.files.length > 0);
  }

  /** What tells of the end stands below the map of the next game, in words alone. */
  async function isInWords(): Promise<void> {
    await here.hears(ENDED);
    await here.shown();
    await expect.poll(() => here.product.bot.inHand()).toEqual({ answers: 0, messages: 0, edits: 0, readings: 0 });
    expect(saying(ENDED)).toHaveLength(1);
    const [next, ended] = here.open().slice(-2);
    expect(next).toMatchObject({ content: expect.stringContaining('started by'), files: [{}] });
    expect(ended).toMatchObject({ content: expect.stringContaining(ENDED), files: [], buttons: [] });
  }

  test('as a message of its own, where Discord refused the answer, comes in words', async () => {
    const { given, give } = signal();
    await endsBeforeNext(async () => {
      await given;
      return UNKNOWN;
    });
    sandbox().faults = null;
    give();
    await isInWords();
  });

  test('by an answer that Discord took late loses its map again', async () => {
    const { given, give } = signal();
    await endsBeforeNext(async (_call, proceed) => {
      await given;
      return proceed();
    });
    give();
    await isInWords();
  });

  test('after a restart comes in words', async () => {
    await endsBeforeNext(() => UNKNOWN);
    await restarted(2 * MINUTE);
    await isInWords();
    expect(saying('Posted late')).toHaveLength(1);
  });
});

/** A game of one order that was given up. Resolves with what asks for a “what if” of it. */
async function branching(): Promise<() => Promise<SeenMessage>> {
  const ada = here.at('Ada');
  answer(await ada.command('new', { game: 'overland' }));
  answer(await here.at('Bo').command('attack', { leader: 'grant' }));
  await ada.press(answer(await ada.command('abandon')), 'End the game');
  await here.shown();
  const listed = await ada.autocomplete('new', { 'what-if': '' }, 'what-if');
  const point = listed.kind === 'choices' ? listed.choices[0]?.value : undefined;
  return async () => answer(await here.at('Ada').command('new', { 'what-if': String(point ?? '') }));
}

test('the word of a “what if” that Discord took, and of which the process never heard so, is the one its thread hangs from', async () => {
  const ask = await branching();
  const count = outOfOrder(true);
  await ask();
  await expect.poll(() => count.tried).toBeGreaterThan(0);
  // By then Discord knows its number no more.
  await restarted(3 * HOUR);
  const word = await here.hears('The thread: <#');
  expect(word.thread).toBe(word.id);
  expect(saying('**What if?**')).toHaveLength(1);
  await sandbox().waitForMessage(word.id, ({ attachments }) => attachments.length > 0);
});

test('a “what if” that is asked for twice has two threads, also where the word of the second was not said before the process ended', async () => {
  const ask = await branching();
  await ask();
  const first = await here.hears('The thread: <#');
  const count = outOfOrder();
  await ask();
  await expect.poll(() => count.tried).toBeGreaterThan(0);
  await restarted(MINUTE);
  const second = await sandbox().waitForMessage(
    CHANNEL,
    ({ id, content }) => id !== first.id && content.includes('The thread: <#'),
  );
  expect([first.thread, second.thread]).toEqual([first.id, second.id]);
  await sandbox().waitForMessage(second.id, ({ attachments }) => attachments.length > 0);
});

test('the same words of another time are not taken for those that are owed', async () => {
  await here.begin({ quorum: 2 });
  await here.upToDate();
  const set = async (quorum: number) => answer(await here.at('Ada').command('council', { quorum }));
  await set(3);
  await expect.poll(owed).toBe(0);
  await here.pass(5000);
  await set(2);
  await expect.poll(owed).toBe(0);
  await here.pass(5000);
  const count = outOfOrder();
  await set(3);
  await expect.poll(() => count.tried).toBeGreaterThan(0);
  const before = saying('changes how this table decides').length;
  await restarted(2 * MINUTE);
  const late = await here.hears('-# Posted late');
  expect(late.content).toContain('changes how this table decides');
  expect(saying('changes how this table decides')).toHaveLength(before + 1);
});
