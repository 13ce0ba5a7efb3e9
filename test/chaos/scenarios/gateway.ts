import assert from 'node:assert/strict';
import type { AnswerOutcome, EventFault } from '../../../src/sandbox/sandbox.ts';
import { answer } from '../../answered-message.ts';
import type { Scene } from '../../harness/scene.ts';
import { mapOf } from '../../harness/scene.ts';
import type { Scenario } from './scenario.ts';

const HERE = 'the-wilderness';

const registrations = (scene: Scene) =>
  scene.sandbox.requests().filter(({ method, path }) => method === 'PUT' && path.endsWith('/commands')).length;
const greetings = (scene: Scene) =>
  scene.sandbox.world.guilds
    .flatMap((guild) => scene.sandbox.world.channelsOf(guild))
    .flatMap(({ id }) => scene.open(id))
    .filter(({ text }) => text.includes('/new')).length;

/** An order whose event is struck once, and what its member hears when so much time has passed. */
async function struck(scene: Scene, does: EventFault['does'], ms: number): Promise<AnswerOutcome> {
  scene.goesWrong({ events: [{ event: 'INTERACTION_CREATE', times: 1, does }] });
  const pressed = scene.order(HERE);
  await scene.until('it is struck', () => scene.struck === 1);
  scene.clock.advance(ms);
  return pressed;
}

/** Troubles of the gateway and its events. */
export const gateway: readonly Scenario[] = [
  {
    fault: 'session invalidated',
    so: 'the bot comes in anew: no command is registered anew, nobody is greeted, and play goes on',
    told: 'log: disconnected from Discord; connecting again / connected to Discord',
    async play(scene) {
      await scene.begin(HERE);
      const before = [registrations(scene), greetings(scene)];
      const waited = await scene.reconnects({ kind: 'invalidate' });
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.deepEqual([registrations(scene), greetings(scene)], before);
      assert.equal(scene.logged('disconnected from Discord').length, 1);
      return waited;
    },
  },
  {
    fault: 'session invalidated',
    so: 'and the connection torn at the same moment: the bot comes in anew all the same',
    told: 'log: disconnected from Discord; connecting again',
    async play(scene) {
      await scene.begin(HERE);
      const waited = await scene.reconnects({ kind: 'invalidate' }, { kind: 'close', code: 4000 }, { kind: 'cut' });
      await mapOf(scene, HERE, await scene.order(HERE));
      return waited;
    },
  },
  {
    fault: 'gateway unreachable',
    so: 'for a while: it is tried for ever, ever more seldom, and the log says so once',
    told: 'log: disconnected from Discord; connecting again',
    async play(scene) {
      await scene.begin(HERE);
      const waited = await scene.reconnects({ kind: 'unreachable', ms: 2500 });
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.logged('disconnected from Discord').length, 1);
      assert(scene.logged('had an error').length <= 1);
      return waited - 2500;
    },
  },
  {
    fault: 'connection torn',
    so: 'or asked to begin anew: an order given while it is down arrives when it resumes',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      for (const [index, kind] of (['cut', 'reconnect'] as const).entries()) {
        scene.happens({ kind });
        await mapOf(scene, HERE, await scene.order(HERE));
        assert.equal(scene.orders(HERE), index + 1);
      }
    },
  },
  {
    fault: 'connection torn',
    so: 'while no map can be sent: the channel has it as soon as the connection is back, and not a minute later',
    told: 'channel: the map',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      const does = { kind: 'error', status: 503 } as const;
      scene.goesWrong({ rest: ['/webhooks/*', '/channels/*'].map((route) => ({ route, does })) });
      answer(await scene.order(HERE));
      await scene.until('the map is given up', () => scene.logged('could not be posted').length > 0);
      scene.goesWell();
      assert.equal(scene.owing, 1);
      scene.happens({ kind: 'cut' });
      await scene.newMap(HERE, before);
    },
  },
  {
    fault: 'connection closed',
    so: 'by Discord with 4000 and 4009 in turn: each time the bot is back, and play goes on',
    told: 'log: disconnected from Discord; connecting again / connected to Discord again',
    async play(scene) {
      await scene.begin(HERE);
      for (const [index, code] of [4000, 4009].entries()) {
        await scene.reconnects({ kind: 'close', code });
        await mapOf(scene, HERE, await scene.order(HERE));
        assert.equal(scene.orders(HERE), index + 1);
      }
    },
  },
  {
    fault: 'session doubted',
    so: 'op 9 that may be resumed: the bot resumes, and what was sent meanwhile comes',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      scene.happens({ kind: 'invalidate', resumable: true });
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: 'event twice',
    so: 'every interaction of a vote comes twice: each vote counts once and is answered once',
    told: 'log: an interaction came twice and was handled once',
    async play(scene) {
      scene.goesWrong({ events: [{ event: 'INTERACTION_CREATE', does: { kind: 'twice' } }] });
      await scene.beginVote(HERE, { early: 3 });
      const asides = scene.aside(HERE).length;
      for (const who of ['Bo', 'Cy']) answer(await scene.order(HERE, who));
      await scene.settled();
      assert.equal(scene.aside(HERE).length, asides + 2);
      assert.match(JSON.stringify(scene.ballot(HERE)?.embeds), /\*\*2\*\*/);
      assert.equal(scene.struck, 4);
      assert.equal(scene.logged('an interaction came twice').length, 4);
      // And once more, long after it was answered.
      scene.goesWell();
      scene.sandbox.happen({ kind: 'redeliver' });
      await scene.until('it is known', () => scene.logged('an interaction came twice').length === 5);
      assert.equal(scene.aside(HERE).length, asides + 2);
    },
  },
  {
    fault: 'event late',
    so: 'an order comes after its three seconds: it counts, and the channel has it with its map from the delivery',
    told: 'channel: the order as everybody reads it, with its map',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      assert.equal((await struck(scene, { kind: 'late', ms: 5000 }, 5000)).kind, 'failed');
      const map = await scene.newMap(HERE, before);
      assert.match(map.text, /\*\*Bo\*\*/);
      assert.equal(scene.orders(HERE), 1);
      assert.equal(scene.open(HERE).length, before.length + 1);
    },
  },
  {
    fault: 'event late',
    so: 'a vote comes after its ballot has closed: it does not count, and nothing else does',
    told: null,
    async play(scene) {
      await scene.beginVote(HERE, { window: '20m', quorum: 1 });
      answer(await scene.order(HERE, 'Bo'));
      await scene.settled();
      scene.goesWrong({ events: [{ event: 'INTERACTION_CREATE', times: 1, does: { kind: 'late', ms: 21 * 60_000 } }] });
      const pressed = scene.order(HERE, 'Cy');
      await scene.until('it is on its way', () => scene.struck === 1);
      const before = scene.open(HERE);
      scene.clock.advance(21 * 60_000);
      await pressed;
      await scene.newMap(HERE, before);
      await scene.settled();
      assert.equal(scene.orders(HERE), 1);
      const { store } = scene.product;
      const game = store.latestIn(scene.sandbox.world.channel(HERE).id)?.id ?? '';
      assert(game);
      assert.doesNotMatch(JSON.stringify(scene.ballot(HERE)?.embeds), /\*\*1\*\*/);
    },
  },
  {
    fault: 'event lost',
    so: 'an order never comes: nothing is done, the member is told by Discord, and the next press is taken',
    told: 'member: the application did not respond (Discord’s own words)',
    async play(scene) {
      await scene.begin(HERE);
      assert.equal((await struck(scene, { kind: 'lost' }, 3001)).kind, 'failed');
      assert.equal(scene.orders(HERE), 0);
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: 'server out of order',
    so: 'and back: nobody is greeted, what the clock brought about meanwhile is told, play goes on',
    told: 'log: a server is unavailable',
    async play(scene) {
      await scene.voted(HERE);
      const greeted = greetings(scene);
      const before = scene.open(HERE);
      const guild = scene.sandbox.world.guildOf(scene.sandbox.world.channel(HERE))?.id ?? '';
      scene.happens({ kind: 'outage', guild });
      await scene.until('it is known', () => scene.logged('a server is unavailable').length === 1);
      scene.clock.advance(21 * 60_000);
      scene.happens({ kind: 'outageOver', guild });
      const waited = await scene.until('the result has come', () => scene.open(HERE).length > before.length);
      await scene.settled();
      assert.equal(greetings(scene), greeted);
      assert.equal(scene.orders(HERE), 1);
      return waited;
    },
  },
];
