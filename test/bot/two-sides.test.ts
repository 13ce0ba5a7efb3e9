import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { skirmish } from '../games/skirmish/index.ts';
import { productWith } from '../library.ts';
import { type Voting, votingIn } from './voting.ts';

/** Two open sides at one table: Bo is the Union, Cy the Confederacy. All of it over real sockets, by a clock that a hand moves. */

let here: Voting;
beforeEach(async () => {
  here = await votingIn('the-wilderness', { library: productWith(skirmish) });
  answer(await here.at('Ada').command('new', { game: 'skirmish-line' }));
  const opening = await drawn('started by');
  expect(answer(await here.at('Bo').press(opening, 'Join the Union')).content).toBe('**Bo** joins the Union.');
  answer(await here.at('Cy').press(opening, 'Join the Confederacy'));
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

/** A message that says this, its map with it: that follows the words. */
function drawn(what: string) {
  const has = ({ ephemeral, text, buttons }: SeenMessage) => !ephemeral && text.includes(what) && buttons.length > 0;
  return here.product.sandbox.waitForMessage(here.channel, has);
}

const sitter = (side: string) => here.product.store.sittersAt('campaign01', side);

test('quiet hours by a place are set with the name that Discord completes', async () => {
  const hours = { from: '22:00', to: '7:00' };
  const listed = await here.at('Bo').autocomplete('quiet hours', { ...hours, zone: 'new yo' }, 'zone');
  if (listed.kind !== 'choices') throw new Error(JSON.stringify(listed));
  expect(listed.choices).toEqual([
    { name: expect.stringMatching(/^America\/New York · now \d\d:\d\d there$/), value: 'America/New_York' },
  ]);
  const set = answer(await here.at('Bo').command('quiet hours', { ...hours, zone: 'America/New_York' }));
  expect(set.content).toMatch(/from \*\*22:00\*\* to \*\*07:00\*\* \(America\/New York, where it is \d\d:\d\d now\)/);
  const { id } = answer(await here.at('Bo').command('mydata export'));
  const hasFile = (one: SeenMessage) => one.id === id && one.files.length > 0;
  const [file] = (await here.product.sandbox.waitForMessage(here.channel, hasFile)).files;
  const { quietHours } = JSON.parse(here.product.sandbox.attachmentBytes(file?.url ?? '').toString('utf8'));
  expect(quietHours).toEqual({ from: '22:00', to: '07:00', zone: 'America/New_York' });
});

test('a role that is pinged for a side, and that is deleted, gives way to the members of the side', async () => {
  const { sandbox, store } = here.product;
  const guild = sandbox.world.guildOf(sandbox.world.channel(here.channel))?.id ?? '';
  const role = sandbox.world.role(sandbox.world.guild(guild), 'Staff').id;
  answer(await here.at('Ada').command('seat role', { side: 'confederate', role }));
  sandbox.deleteRole('Staff', guild);
  const told = await here.hears('The role that the bot pings for the Confederacy was deleted.');
  expect([told.buttons, store.roleOf('campaign01', 'confederate')]).toEqual([[], null]);
  answer(await here.at('Bo').command('done', {}));
  answer(await here.at('Bo').command('done', {}));
  const turn = await here.hears('**Confederacy:** Your movement.');
  expect([turn.mentions, turn.mentionedRoles]).toEqual([sitter('confederate'), []]);
});

test('who has left the server is put on no side and commands none, but can be taken off one', async () => {
  const { id } = here.product.sandbox.world.member('Bo');
  here.product.sandbox.leave('Bo');
  const put = answer(await here.at('Ada').command('seat put', { member: id, side: 'confederate' }));
  expect([put.ephemeral, put.content]).toEqual([true, 'That member has left this server. Choose somebody who’s here.']);
  const named = answer(await here.at('Ada').command('council', { side: 'union', mode: 'commander', commander: id }));
  expect(named.content).toContain('Choose members of this server.');
  const bench = answer(await here.at('Ada').command('seat bench', { member: id }));
  expect(bench.content).toContain('**Ada** removes **Bo** from the Union.');
  expect([sitter('union'), sitter('confederate')].flat()).not.toContain(id);
});

test('a side votes in a channel of its own, which the table names: the game’s channel has a link; all of it outlives a restart', async () => {
  const { sandbox } = here.product;
  const room = sandbox.world.channel('parade-ground').id;
  const inRoom = () => here.product.sandbox.messages(room).filter(({ ephemeral }) => !ephemeral);
  const name = () => here.at('Ada').command('seat channel', { side: 'union', channel: room });
  await expect
    .poll(async () => answer(await name()).content, { interval: 20 })
    .toBe(`Everyone in the server can see <#${room}>. Choose a private channel or a private thread.`);
  sandbox.openTo(['Ada', 'Bo', 'Cy'], room);
  await expect
    .poll(async () => answer(await name()).content, { interval: 20 })
    .toBe(`Members of the Confederacy can see <#${room}>. Choose another channel.`);
  answer(await here.at('Ada').command('join', { side: 'union' }));
  sandbox.openTo(['Ada', 'Bo'], room);
  const set = () => here.open().some(({ text }) => text.includes(`the bot posts them in <#${room}>`));
  await expect
    .poll(
      async () => {
        await name();
        return set();
      },
      { interval: 20 },
    )
    .toBe(true);
  answer(await here.at('Ada').command('council', { side: 'union', mode: 'vote', quorum: 1, window: '1h' }));
  await here.hears('**Members of the Union: vote on your next order.**');
  await here.shown();
  const theirs = await sandbox.waitForMessage(room, ({ text }) => text.includes('Members of the Union: vote'));
  expect([theirs.files, theirs.mentions]).toEqual([[], []]);
  expect(theirs.buttons.map(({ label }) => label)).toEqual(expect.arrayContaining(['Sykes to Farm', 'My vote']));
  const map = here.ballot();
  expect(here.card(map)).toContain(`or in <#${room}>.`);
  await here.restart();
  const at = (member: string) => here.product.sandbox.as(member).in(room);
  const voted = answer(await at('Bo').press(theirs, 'Sykes to Farm'));
  expect([voted.ephemeral, voted.content]).toEqual([true, expect.stringContaining('Your vote: **Sykes to Farm**.')]);
  const now = () => here.product.sandbox.message(room, theirs.id);
  await here.comesTo(() => JSON.stringify(now()?.embeds).includes('**1** · Sykes to Farm'));
  await here.comesTo(() => here.card(map).includes('1 vote so far'));
  // What is done there is told in the game's channel, and its member where that is.
  const mine = answer(await at('Ada').press(theirs, 'My vote'));
  const closing = answer(await at('Ada').press(mine, 'Close the ballot now'));
  const closed = answer(await at('Ada').press(closing, 'Close the ballot'));
  const { id } = sandbox.world.channel(here.channel);
  expect([closed.ephemeral, closed.content]).toEqual([true, `It’s posted in <#${id}>.`]);
  await here.hears('with the only vote');
  expect(inRoom().some(({ text }) => text.includes('with the only vote'))).toBe(false);
  await here.upToDate();
  await here.comesTo(() => JSON.stringify(now()?.embeds).includes('· Sykes to Farm: Bo'));
  expect(now()?.buttons).toEqual([]);
  await here.comesTo(() => inRoom().length === 2);
  answer(await here.at('Ada').command('council', { side: 'union', mode: 'open' }));
  await here.comesTo(() => JSON.stringify(inRoom().at(-1)?.embeds).includes('was cancelled'));
  expect(inRoom().map(({ files }) => files)).toEqual([[], []]);
  for (const words of ['Sykes to Farm:', 'Bo']) expect(here.card(map)).not.toContain(words);
  expect(answer(await here.at('Cy').press(map, 'How the Union voted')).content).toContain('Only members of the Union');
  expect(answer(await here.at('Bo').press(map, 'How the Union voted')).content).toBe('How the Union voted:');
});
