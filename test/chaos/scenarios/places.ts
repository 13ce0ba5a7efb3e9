import assert from 'node:assert/strict';
import { answer } from '../../answered-message.ts';
import { mapOf, type Scene } from '../../harness/scene.ts';
import type { Scenario } from './scenario.ts';

const HERE = 'the-wilderness';
const THERE = 'library';
const MINUTE = 60_000;

const guildOf = (scene: Scene, channel: string) =>
  scene.sandbox.world.guildOf(scene.sandbox.world.channel(channel))?.id ?? '';

/** Troubles of channels, threads, rights and servers. */
export const places: readonly Scenario[] = [
  {
    fault: 'rights taken away',
    so: 'in the middle of a vote: a moderator who votes is told which permissions the bot lacks; given back, the result is there at once',
    told: 'moderator: The bot can’t post here: grant it … / log: a message could not be posted',
    async play(scene) {
      const before = await scene.voted(HERE);
      scene.happens({ kind: 'denyBot', channel: HERE, permissions: ['SendMessages', 'AttachFiles'] });
      answer(await scene.order(HERE, 'Ada'));
      answer(await scene.order(HERE, 'Ada'));
      await scene.until('she is told', () => barredIn(scene).length > 0);
      assert.match(barredIn(scene)[0]?.text ?? '', /the permissions \*\*Send Messages\*\* and \*\*Attach Files\*\*/);
      scene.clock.advance(20 * MINUTE);
      await scene.until('the ballot is closed', () => scene.orders(HERE) === 1);
      scene.clock.advance(10 * MINUTE);
      assert.equal(scene.maps(HERE), before);
      scene.happens({ kind: 'denyBot', channel: HERE, permissions: [] });
      const waited = await scene.moreMaps(HERE, before);
      assert.equal(barredIn(scene).length, 1);
      assert.equal(scene.logged('a message could not be posted', 40).length, 1);
      assert.equal(scene.logged('the bot can post in a channel again').length, 1);
      return waited;
    },
  },
  {
    fault: 'rights taken away',
    so: 'to see the channel at all: orders given there count, and nothing is asked of Discord in vain at every turn',
    told: 'member: The bot can’t post here right now. Your orders and votes still count.',
    async play(scene) {
      await scene.begin(HERE);
      scene.happens({ kind: 'denyBot', channel: HERE, permissions: ['ViewChannel'] });
      for (let order = 0; order < 3; order++) await mapOf(scene, HERE, await scene.order(HERE));
      await scene.until('he is told', () => barredIn(scene).length === 1);
      const refused = () => scene.sandbox.requests().filter(({ status }) => status === 403).length;
      scene.clock.advance(30 * MINUTE);
      assert(refused() <= 10, `${refused()} requests were refused`);
      scene.happens({ kind: 'denyBot', channel: HERE, permissions: [] });
      await scene.settled();
      assert.equal(scene.orders(HERE), 3);
    },
  },
  {
    fault: 'thread locked',
    so: 'under a ballot that closes: its result is kept, and comes as soon as the thread is open again',
    told: 'log: a message could not be posted',
    async play(scene) {
      const thread = await threadOf(scene);
      const before = await scene.voted(thread);
      scene.happens({ kind: 'setThread', thread, archived: true, locked: true });
      scene.clock.advance(20 * MINUTE);
      await scene.until('the ballot is closed', () => scene.orders(thread) === 1);
      scene.clock.advance(10 * MINUTE);
      assert.equal(scene.maps(thread), before);
      scene.happens({ kind: 'setThread', thread, archived: false, locked: false });
      return scene.moreMaps(thread, before);
    },
  },
  {
    fault: 'thread archived',
    so: 'under a ballot that closes: its result opens the thread again',
    told: null,
    async play(scene) {
      const thread = await threadOf(scene);
      const before = await scene.voted(thread);
      scene.happens({ kind: 'setThread', thread, archived: true });
      scene.clock.advance(20 * MINUTE);
      const waited = await scene.moreMaps(thread, before, true);
      assert.equal(scene.sandbox.world.channel(thread).thread_metadata?.archived, false);
      return waited;
    },
  },
  {
    fault: 'channel deleted',
    so: 'in the middle of a vote: its game is kept, nothing spins, and no other channel notices',
    told: 'log: a message could not be posted (gone)',
    async play(scene) {
      await scene.voted(HERE);
      await scene.begin(THERE);
      const channelId = scene.sandbox.world.channel(HERE).id;
      scene.happens({ kind: 'deleteChannel', channel: HERE });
      const asked = scene.sandbox.requests().length;
      for (let time = 0; time < 6; time++) {
        scene.clock.advance(240 * MINUTE);
        await mapOfNext(scene);
      }
      await scene.settled();
      const vain = scene.sandbox
        .requests()
        .slice(asked)
        .filter(({ status }) => status === 404).length;
      assert(vain <= 24, `${vain} requests in a day for a channel that is gone`);
      assert(scene.entries(channelId).length > 0);
    },
    warnings: 24,
  },
  {
    fault: 'channel deleted',
    so: 'while the map of an order is on its way: the order stands, the map is not owed any more',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      const channelId = scene.sandbox.world.channel(HERE).id;
      scene.goesWrong({
        rest: [
          {
            method: 'PATCH',
            route: '/webhooks/:application/:token/messages/:message',
            times: 1,
            does: { kind: 'happening', happening: { kind: 'deleteChannel', channel: HERE } },
          },
        ],
      });
      void scene.order(HERE);
      await scene.until('it is gone', () => scene.struck > 0);
      await scene.settled();
      assert.equal(scene.entries(channelId).filter(({ kind }) => kind === 'order').length, 1);
    },
  },
  {
    fault: 'thrown out',
    so: 'of a server in the middle of a vote and brought back: it greets, and shows the present map',
    told: 'channel: the greeting, and the present map / log: removed from a server; its games are kept',
    async play(scene) {
      const before = await scene.voted(HERE);
      const guild = guildOf(scene, HERE);
      scene.happens({ kind: 'throwOut', guild });
      await scene.until('it is known', () => scene.logged('removed from a server').length === 1);
      scene.clock.advance(20 * MINUTE);
      await scene.until('the ballot is closed', () => scene.orders(HERE) === 1);
      scene.clock.advance(10 * MINUTE);
      scene.happens({ kind: 'invite', guild });
      const waited = await scene.moreMaps(HERE, before);
      await scene.settled();
      assert.equal(scene.logged('invited').length, 2 + (scene.sandbox.world.guilds.length - 1));
      return waited;
    },
  },
  {
    fault: 'thrown out',
    so: 'before the card of a closed ballot shows it, and brought back: the card does at once, and not a minute later',
    told: 'channel: the greeting, the present map, and the card as it is',
    async play(scene) {
      await scene.beginVote(HERE, { early: 2 });
      answer(await scene.order(HERE, 'Bo'));
      await scene.settled();
      const guild = guildOf(scene, HERE);
      const does = { kind: 'happening', happening: { kind: 'throwOut', guild } } as const;
      scene.goesWrong({ rest: [{ method: 'PATCH', route: '/channels/*', does }] });
      answer(await scene.order(HERE, 'Cy'));
      await scene.until(
        'the edit is refused',
        () => scene.logged('the message of a ballot could not be edited').length === 1,
        true,
      );
      scene.goesWell();
      const invited = scene.logged('invited').length;
      scene.happens({ kind: 'invite', guild });
      await scene.until('it is known', () => scene.logged('invited').length > invited);
      // Between two edits of a channel there are two seconds. The minute after which it is tried again does not pass.
      const known = scene.clock.now();
      const waited = await scene.until('the card shows it', () => {
        if (scene.clock.now() - known < 45_000) scene.clock.advance(20);
        return scene.product.store.dueMessages().every(({ what }) => what !== 'edit');
      });
      await scene.settled();
      return waited;
    },
  },
  {
    fault: 'thrown out',
    so: 'while the bot has no session, and brought back later: it is an invitation all the same',
    told: 'channel: the greeting, and the present map',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.maps(HERE);
      const guild = guildOf(scene, HERE);
      await scene.reconnects({ kind: 'invalidate' }, { kind: 'throwOut', guild });
      await scene.until('it is known', () => scene.logged('removed from a server').length === 1);
      scene.happens({ kind: 'invite', guild });
      const waited = await scene.moreMaps(HERE, before);
      await mapOf(scene, HERE, await scene.order(HERE));
      return waited;
    },
  },
];

const barredIn = (scene: Scene) => scene.aside(HERE).filter(({ text }) => text.startsWith('The bot can’t post'));

async function mapOfNext(scene: Scene): Promise<void> {
  await mapOf(scene, THERE, await scene.order(THERE));
}

/** A thread of the channel, opened by a member. */
async function threadOf(scene: Scene): Promise<string> {
  const channel = scene.sandbox.world.channel(HERE);
  const { channels } = scene.product.bot.client;
  const parent = await channels.fetch(channel.id);
  assert(parent && 'threads' in parent && 'send' in parent);
  const message = await parent.send('A word');
  const thread = await message.startThread({ name: 'A council of our own' });
  return thread.id;
}
