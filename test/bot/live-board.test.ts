import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/council/index.ts';
import { legalOrders, type Order } from '../../src/game/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import type { FaultCall, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { type Voting, votingIn } from './voting.ts';

/** A table with a live board, through discord.js: one message for each phase, edited after each order. Bo is the Confederacy, Cy the Union. */

let here: Voting;
beforeEach(async () => {
  here = await votingIn('parade-ground');
  answer(await here.at('Ada').command('new', { game: 'road-to-richmond' }));
  answer(await here.at('Bo').command('join', { side: 'confederate' }));
  answer(await here.at('Cy').command('join', { side: 'union' }));
  await here.comesTo(() => !labels(board()).some((label) => label.startsWith('Join')));
  await upToDate();
  // An edit may follow at once.
  await here.pass(MINUTE);
});
afterEach(async () => {
  sandbox().faults = null;
  await here.product.close();
});

const sandbox = () => here.product.sandbox;
const id = (member: string) => sandbox().world.member(member).id;

/** Messages with a map, for all to see. */
const boards = () => here.open().filter(({ files }) => files.length > 0);
const board = () => boards().at(-1) as SeenMessage;
const labels = ({ buttons }: SeenMessage) => buttons.map(({ label }) => label);
/** Lines of a board on what its side decided or its members did: marches have none, its picture shows them. */
const told = (by: string) =>
  board()
    .content.split('\n')
    .filter((line) => line.startsWith(`**${by}**`));
/** The entry of the log that a board shows, as its picture is named. */
const shownUpTo = () => Number(/-(\d+)\.png$/.exec(board().files[0]?.filename ?? '')?.[1]);

const table = () => tableIn(sandbox().world.channel(here.channel).id);

function tableIn(channel: string): GameTable {
  const { store, host } = here.product;
  const game = store.latestIn(channel);
  if (!game) throw new Error('No game has begun');
  return host.tables.table(game);
}

/** Lets time pass until the channel has seen all there is to see. */
async function upToDate(): Promise<void> {
  const { store } = here.product;
  await here.comesTo(() => store.dueMessages().length + store.notices().length === 0);
}

/** A march that the side to move may make now. */
function march(): Order {
  const { system, position } = table();
  const side = system.rules.asked(position.state)[0]?.seat ?? '';
  for (const order of legalOrders(system.rules, position.state, side, { verb: 'move' })) return order;
  throw new Error('Nobody may march');
}

function typed({ verb, ...slots }: Order): [string, Record<string, string>] {
  const options = Object.entries(slots).map(([slot, value]) => [slot, [value].flat().join(', ')] as const);
  return [verb, Object.fromEntries(options)];
}

/** Gives an order by its command. Resolves with what its member alone is told. */
async function orders(member: string, order: Order): Promise<SeenMessage> {
  const told = answer(await here.at(member).command(...typed(order)));
  expect([told.ephemeral, told.content]).toEqual([true, expect.stringMatching(/^\*\*/)]);
  return told;
}

/** Discord edits no message of the bot's own. Gives how often it was asked to. */
function outOfOrder(): () => number {
  const isEdit = ({ method, path }: FaultCall) => method === 'PATCH' && /^\/channels\/\d+\/messages\/\d+$/.test(path);
  let tried = 0;
  sandbox().faults = (call, proceed) => {
    if (!isEdit(call)) return proceed();
    tried += 1;
    return { status: 503, body: { code: 0, message: 'Service Unavailable' } };
  };
  return () => tried;
}

const ends: Order = { verb: 'done', sure: 'yes' };

test('the first board has orders in place of sides once members have joined, in the same message', async () => {
  expect(boards()).toHaveLength(1);
  expect(labels(board())).toEqual(expect.arrayContaining(['Plan …', 'The bot suggests …', 'End movement']));
  expect(labels(board()).join()).not.toContain('Join');
  answer(await here.at('Bo').command('seat bench', { member: id('Bo') }));
  await here.comesTo(() => labels(board()).includes('Join the Confederates'));
  expect(boards()).toHaveLength(1);
});

describe('a phase', () => {
  test('is one message that is edited after each order, with the picture, the summary and the buttons of now', async () => {
    const first = board();
    const posts = here.open().length;
    const { content } = await orders('Bo', march());
    await upToDate();
    expect(content).toMatch(/^\*\*Bo\*\*: /);
    const moved = board();
    expect([moved.id, moved.files, shownUpTo()]).toEqual([first.id, [expect.anything()], 1]);
    expect(moved.files[0]?.description).toContain(content.slice('**Bo**: '.length));
    expect(moved.content).toContain('16 units can enter, 2 have moved.');
    expect(labels(moved)).toEqual(expect.arrayContaining([expect.stringContaining(': 16 units'), 'End movement']));
    await orders('Bo', march());
    await upToDate();
    expect([shownUpTo(), told('Bo')]).toEqual([2, []]);
    expect(here.open()).toHaveLength(posts);
  });

  test('that begins the game keeps the seal of the dice, and what isn’t the rule sheet’s; the next one has neither', async () => {
    const { seal } = table().game;
    await orders('Bo', march());
    await upToDate();
    expect(board().content).toContain(`-# Not from the rule sheet: `);
    expect(board().content).toContain(`\n-# Dice sealed with \`${seal}\``);
    await orders('Bo', ends);
    await upToDate();
    expect(board().content).not.toMatch(/rule sheet|sealed/);
    expect(boards()[0]?.content).toContain(seal);
  });

  test('that the first order ends keeps its seal, and the next one has none', async () => {
    await orders('Bo', ends);
    await upToDate();
    expect(boards().map(({ content }) => /sealed with `[0-9a-f]{64}`/.test(content))).toEqual([true, false]);
  });

  test('whose board is behind answers a press for what it was drawn for with the present map, to its member alone', async () => {
    await orders('Bo', march());
    await upToDate();
    outOfOrder();
    await orders('Bo', march());
    const stale = answer(await here.at('Bo').press(board(), 'End movement'));
    expect([stale.ephemeral, stale.content]).toEqual([true, expect.stringContaining('moved on')]);
  });

  test('strikes out what was taken back, with who did it', async () => {
    await orders('Bo', march());
    await upToDate();
    const more = answer(await here.at('Bo').press(board(), 'More …'));
    const taken = answer(await here.at('Bo').press(more, 'Take back'));
    expect([taken.ephemeral, taken.content]).toEqual([true, expect.stringContaining('takes back')]);
    await upToDate();
    expect(board().content).toMatch(/~~\*\*Bo\*\* [^~]+~~ \*\*Bo\*\* takes it back\./);
    expect(boards()).toHaveLength(1);
  });

  test('that ends leaves its board without buttons; the next has a board of its own, and only a new turn pings', async () => {
    const first = board();
    // With nobody in contact there is no combat phase.
    await orders('Bo', ends);
    await upToDate();
    const theirs = board();
    expect([theirs.id === first.id, theirs.mentions]).toEqual([false, [id('Cy')]]);
    expect([labels(boards()[0] as SeenMessage), labels(theirs).length > 0]).toEqual([[], true]);
    await orders('Cy', march());
    await upToDate();
    expect([board().id, boards().length]).toEqual([theirs.id, 2]);
  });

  test('shows orders that come at once in one edit, the last of them as they stand', async () => {
    await orders('Bo', march());
    await upToDate();
    const before = here.edits();
    for (let given = 0; given < 5; given++) await orders('Bo', march());
    await upToDate();
    expect(here.edits() - before).toBeLessThan(5);
    expect([shownUpTo(), table().position.seq]).toEqual([6, 6]);
  });
});

describe('a board', () => {
  test('shows an order that came before the first map was there as soon as that is, and not a minute later', async () => {
    let arrives = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    let held = 0;
    sandbox().faults = async ({ method, path }, proceed) => {
      if (method !== 'PATCH' || !/^\/webhooks\/.+\/messages\//.test(path)) return proceed();
      held += 1;
      await arrived;
      return proceed();
    };
    const elsewhere = (member: string) => sandbox().as(member).in('the-wilderness');
    const first = elsewhere('Ada').command('new', { game: 'road-to-richmond' });
    await expect.poll(() => held, { interval: 20 }).toBe(1);
    sandbox().faults = null;
    await elsewhere('Bo').command('join', { side: 'confederate' });
    const began = here.clock.now();
    answer(await elsewhere('Bo').command('done', { sure: 'yes' }));
    arrives();
    answer(await first);
    await upToDate();
    expect(here.clock.now() - began).toBeLessThan(MINUTE / 2);
  });

  test('that somebody deleted is posted again at the next order', async () => {
    const first = board();
    sandbox().happen({ kind: 'deleteMessage', channel: here.channel, message: first.id });
    await orders('Bo', march());
    await upToDate();
    expect([board().id === first.id, shownUpTo()]).toEqual([false, 1]);
    expect(boards()).toHaveLength(1);
  });

  test('is posted again where ten messages stand below it, and the old one loses its buttons', async () => {
    const first = board();
    await here.pass(2 * MINUTE);
    for (let said = 0; said < 7; said++) here.at('Cy').say('Where are they going?');
    await orders('Bo', march());
    await upToDate();
    expect(board().id).toBe(first.id);
    await here.pass(2 * MINUTE);
    here.at('Cy').say('There they are.');
    await orders('Bo', march());
    await upToDate();
    expect([board().id === first.id, shownUpTo()]).toEqual([false, 2]);
    expect(labels(boards()[0] as SeenMessage)).toEqual([]);
  });

  test('that Discord would not edit is edited when it does, over a restart', async () => {
    const first = board();
    const tried = outOfOrder();
    await orders('Bo', march());
    await expect.poll(tried, { interval: 20 }).toBeGreaterThan(0);
    expect(here.product.store.undeliveredMaps()).toHaveLength(1);
    await here.pass(2 * MINUTE);
    await here.restart();
    sandbox().faults = null;
    await here.pass(10 * MINUTE);
    await upToDate();
    expect([board().id, board().files[0]?.filename]).toEqual([first.id, expect.stringContaining('-1.png')]);
    expect(board().content).toContain('Posted late');
  });

  test('that Discord took, and of which the process never heard so, is edited and not posted twice', async () => {
    const isPost = ({ method, path }: FaultCall) => method === 'POST' && /\/messages$/.test(path);
    let taken = 0;
    sandbox().faults = (call, proceed) => {
      if (!isPost(call)) return proceed();
      taken += 1;
      if (taken === 1) proceed();
      return { status: 503, body: { code: 0, message: 'Service Unavailable' } };
    };
    await orders('Bo', ends);
    await expect.poll(() => taken, { interval: 20 }).toBeGreaterThan(0);
    await here.restart();
    sandbox().faults = null;
    await here.pass(HOUR);
    await upToDate();
    expect(boards()).toHaveLength(2);
    await orders('Cy', march());
    await upToDate();
    expect(boards().map((one) => labels(one).length > 0)).toEqual([false, true]);
  });
});

describe('after Discord was out of order for so long that a try is far off, a board comes', () => {
  const DOWN = { status: 503, body: { code: 0, message: 'Service Unavailable' } };

  /** An order whose board Discord did not take, and then for so many minutes it takes nothing. Resolves once Discord is well. */
  async function outage(minutes: number): Promise<void> {
    const tried = outOfOrder();
    await orders('Bo', march());
    await expect.poll(tried, { interval: 20 }).toBeGreaterThan(0);
    sandbox().faults = () => DOWN;
    for (let minute = 0; minute < minutes; minute++) {
      await isIdle();
      here.clock.advance(MINUTE);
    }
    await isIdle();
    sandbox().faults = null;
    expect(here.product.store.undeliveredMaps()).toHaveLength(1);
  }

  const isIdle = () =>
    expect
      .poll(() => here.product.bot.inHand(), { interval: 5 })
      .toEqual({ answers: 0, messages: 0, edits: 0, readings: 0 });
  /** An edit waits a second after the one before it, also after one that failed. */
  async function comes(holds: () => boolean): Promise<void> {
    let passed = 0;
    const look = () => {
      if (!holds() && passed < 5000) here.clock.advance(500);
      passed += 500;
      return holds();
    };
    await expect.poll(look, { interval: 20 }).toBe(true);
  }
  const isShown = () => comes(() => shownUpTo() === 1);

  test('as soon as the connection is back', async () => {
    await outage(17);
    sandbox().happen({ kind: 'cut' });
    await isShown();
  });

  test('with the first request that goes well, whoever made it', async () => {
    await outage(4);
    answer(await sandbox().as('Ada').in('library').command('help'));
    await isShown();
  });

  test('with what was ordered last, whose answer Discord did not take', async () => {
    answer(await here.at('Ada').command('table', { posts: 'orders' }));
    await upToDate();
    const [before, { store }] = [boards().length, here.product];
    sandbox().faults = () => DOWN;
    void here
      .at('Bo')
      .command(...typed(march()))
      .catch(() => {});
    await expect.poll(() => store.undeliveredMaps().length, { interval: 20 }).toBe(1);
    await isIdle();
    expect(boards()).toHaveLength(before);
    sandbox().faults = null;
    sandbox().happen({ kind: 'cut' });
    await expect.poll(() => boards().length, { interval: 20, timeout: 5000 }).toBe(before + 1);
  });

  test('but not what Discord refused, which would be refused again', async () => {
    const library = sandbox().as('Ada').in('library');
    answer(await library.command('new', { game: 'overland' }));
    await isIdle();
    const posted = () => sandbox().messages('library').length;
    const before = posted();
    let refused = 0;
    const refusing: NonNullable<ReturnType<typeof sandbox>['faults']> = ({ method, path }, proceed) => {
      if (method !== 'PATCH' || !/^\/channels\/\d+\/messages\/\d+$/.test(path)) return proceed();
      refused += 1;
      return { status: 403, body: { code: 50013, message: 'Missing Permissions' } };
    };
    sandbox().faults = refusing;
    await orders('Bo', march());
    await expect.poll(() => refused, { interval: 20 }).toBe(1);
    await isIdle();
    sandbox().faults = () => DOWN;
    void library.command('attack', { leader: 'sigel' }).catch(() => {});
    await expect.poll(() => here.product.store.undeliveredMaps().length, { interval: 20 }).toBe(2);
    await isIdle();
    sandbox().faults = refusing;
    sandbox().happen({ kind: 'cut' });
    await expect.poll(posted, { interval: 20, timeout: 5000 }).toBe(before + 1);
    let tried = false;
    void here.product.bot.delivery.runner.run().then(() => {
      tried = true;
    });
    await comes(() => tried);
    expect(refused).toBe(1);
  });

  test('within a minute, though nobody does anything', async () => {
    await outage(4);
    here.clock.advance(MINUTE);
    await isShown();
  });
});

test('a side that votes has its ballots on the board, each in place of the one before', async () => {
  answer(await here.at('Ada').command('council', { side: 'confederate', mode: 'vote', early: 1, quorum: 1 }));
  await here.comesTo(() => here.open().some(({ embeds }) => embeds.length > 0));
  await here.upToDate();
  const first = board();
  const posts = here.open().length;
  let last = march();
  for (let given = 0; given < 3; given++) {
    last = march();
    await here.at('Bo').command(...typed(last));
    await upToDate();
    await here.upToDate();
  }
  expect([board().id, here.open().length]).toEqual([first.id, posts]);
  expect(board().embeds).toHaveLength(1);
  // The last decision alone: those before it stand in the log.
  expect(told('The council')).toEqual([expect.stringContaining(`to ${last.to} `)]);
});

describe('/table', () => {
  const pings = (where: string) => here.at('Cy').command('table', { pings: where });
  const dms = () => sandbox().messages(sandbox().world.dms.find(({ dmOf }) => dmOf === id('Cy'))?.id ?? '');

  test('has a member pinged by direct message, and not in the channel', async () => {
    expect(answer(await pings('dm')).content).toContain('by direct message');
    await orders('Bo', ends);
    await upToDate();
    expect([boards().length, board().mentions]).toEqual([2, []]);
    expect(dms().map(({ content, mentions }) => [content.split('\n')[0], mentions])).toEqual([
      [expect.stringMatching(/^\*\*Union:\*\* Move/), []],
    ]);
    expect(answer(await here.at('Cy').command('table')).content).toContain('**Live board:**');
  });

  test.each([50007, 50278])(
    'has them pinged in the channel at once where Discord takes no direct message (%i)',
    async (code) => {
      await pings('dm');
      const dm = sandbox().world.dms.find(({ dmOf }) => dmOf === id('Cy'))?.id;
      sandbox().faults = ({ method, path }, proceed) =>
        method === 'POST' && path === `/channels/${dm}/messages`
          ? { status: 403, body: { code, message: 'Cannot send messages to this user' } }
          : proceed();
      await orders('Bo', ends);
      const told = () => here.open().filter(({ mentions }) => mentions.length > 0);
      // No time passes.
      await expect.poll(told, { interval: 20 }).toHaveLength(1);
      await upToDate();
      const pinged = told();
      expect(pinged.map(({ mentions }) => mentions)).toEqual([[id('Cy')]]);
      expect(pinged[0]?.content).toMatch(/\*\*Union:\*\* Move/);
    },
  );

  test('has them pinged at once also where the direct message is refused while the board is on its way', async () => {
    await pings('dm');
    const dm = sandbox().world.dms.find(({ dmOf }) => dmOf === id('Cy'))?.id;
    const { id: channel } = sandbox().world.channel(here.channel);
    const moved = vi.spyOn(here.product.host.dmPings, 'moveToChannel');
    sandbox().faults = async ({ method, path }, proceed) => {
      if (method === 'POST' && path === `/channels/${dm}/messages`)
        return { status: 403, body: { code: 50278, message: 'Cannot send messages to this user' } };
      if (method === 'POST' && path === `/channels/${channel}/messages`)
        await expect.poll(() => moved.mock.calls.length, { interval: 20 }).toBe(1);
      return proceed();
    };
    await orders('Bo', ends);
    // No time passes.
    await expect.poll(() => here.open().flatMap(({ mentions }) => mentions), { interval: 20 }).toEqual([id('Cy')]);
    await upToDate();
    expect(boards()).toHaveLength(2);
  });

  test('changes nothing if it is to change how the bot posts and where it pings at once', async () => {
    const both = answer(await here.at('Ada').command('table', { posts: 'orders', pings: 'dm' }));
    expect([both.ephemeral, both.content]).toEqual([true, expect.stringContaining('one at a time')]);
    const shown = answer(await here.at('Ada').command('table')).content;
    expect(shown).toMatch(/\*\*Live board:\*\*.*in the game’s channel/s);
  });

  test('has every order posted, or a live board again, where a moderator says so', async () => {
    const refused = answer(await here.at('Bo').command('table', { posts: 'orders' }));
    expect([refused.ephemeral, refused.content]).toEqual([true, expect.stringContaining('Only a moderator')]);
    const set = answer(await here.at('Ada').command('table', { posts: 'orders' }));
    expect([set.ephemeral, set.content]).toEqual([false, expect.stringContaining('**Every order:**')]);
    await upToDate();
    const order = answer(await here.at('Bo').command(...typed(march())));
    expect(order.ephemeral).toBe(false);
    await upToDate();
    expect([boards().length, labels(boards()[0] as SeenMessage)]).toEqual([3, []]);
    const back = answer(await here.at('Ada').command('table', { posts: 'board' }));
    await upToDate();
    await orders('Bo', march());
    await upToDate();
    expect([board().id, boards().length]).toEqual([back.id, 4]);
  });

  test('has a game go on in a thread of its own, every order there, and the channel told when a phase ends', async () => {
    const asked = answer(await here.at('Ada').command('table', { posts: 'thread' }));
    expect([asked.ephemeral, asked.content]).toEqual([
      true,
      expect.stringContaining('A thread for this game is opening'),
    ]);
    const { id: thread } = await here.hears('The thread: <#');
    const there = () =>
      sandbox()
        .messages(thread)
        .filter(({ ephemeral, files }) => !ephemeral && files.length > 0);
    await here.comesTo(() => there().length === 1);
    expect(there()[0]?.content).toContain('The game goes on here');
    const at = (member: string) => sandbox().as(member).in(thread);
    const { system, position } = tableIn(thread);
    const [order] = legalOrders(system.rules, position.state, 'confederate', { verb: 'move' });
    expect(answer(await at('Bo').command(...typed(order as Order))).ephemeral).toBe(false);
    await here.comesTo(() => there().length === 2);
    await here.restart();
    answer(await at('Bo').command(...typed(ends)));
    await here.comesTo(() => here.open().some(({ content }) => content.startsWith(`In <#${thread}>: **Turn 1`)));
    await here.comesTo(() => there().length === 3);
    expect(there()[2]?.mentions).toEqual([id('Cy')]);
    expect(boards().map(labels)).toEqual([[]]);
    expect(answer(await at('Bo').command('table')).content).toContain('When a phase ends');
    // The channel is free for another game.
    expect(answer(await here.at('Ada').command('new', { game: 'overland' })).content).toContain('**Overland**');
  });
});
