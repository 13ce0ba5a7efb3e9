import assert from 'node:assert/strict';
import type { RestFault } from '../../../src/sandbox/sandbox.ts';
import { answer } from '../../answered-message.ts';
import type { Scenario } from '../scenario.ts';
import { mapOf } from '../scene.ts';

const HERE = 'the-wilderness';
const THERE = 'library';
const ANSWER = { method: 'POST', route: '/interactions/:interaction/:token/callback' } as const;
const MAP = { method: 'PATCH', route: '/webhooks/:application/:token/messages/:message' } as const;
const POST = { method: 'POST', route: '/channels/:channel/messages' } as const;
const EDIT = { method: 'PATCH', route: '/channels/:channel/messages/:message' } as const;
const MEMBERS = 50;

const once = (fault: Omit<RestFault, 'times'>): RestFault => ({ ...fault, times: 1 });

/** What goes wrong with requests. */
export const requests: readonly Scenario[] = [
  {
    fault: '429, global',
    so: 'fifty members press at once: each is answered while the limit lasts, and the maps follow it',
    told: null,
    options: { extraMembers: MEMBERS },
    long: true,
    async play(scene) {
      await scene.begin(HERE);
      const seconds = 4;
      scene.goesWrong({ rest: [once({ ...MAP, does: { kind: 'rateLimit', scope: 'global', retryAfter: seconds } })] });
      const before = scene.open(HERE);
      const first = scene.order(HERE, 'Ada');
      await scene.until('the limit is met', () => scene.struck > 0);
      const met = performance.now();
      const people = scene.sandbox.world.members.filter(({ name }) => name !== 'Ada').slice(0, MEMBERS);
      const told = await Promise.all(people.map(({ id }) => scene.at(id, HERE).command('log')));
      assert(performance.now() - met < seconds * 1000, 'the members waited for the limit to end');
      for (const outcome of told) assert(answer(outcome).text.length > 0);
      const { id } = answer(await first);
      assert.equal((await scene.newMap(HERE, before)).id, id);
      assert.equal(scene.orders(HERE), 1);
      return performance.now() - met - seconds * 1000;
    },
  },
  {
    fault: '429, global',
    so: 'for a minute: members are answered as ever, an order’s map is put off, and comes when the minute is over',
    told: 'channel: Posted late.',
    options: { extraMembers: MEMBERS },
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [once({ ...POST, does: { kind: 'rateLimit', scope: 'global', retryAfter: 60 } })] });
      const { rest } = scene.product.bot.client;
      const any = rest.post(`/channels/${scene.sandbox.world.channel(THERE).id}/messages`, { body: { content: 'A' } });
      await assert.rejects(any, /RateLimit/);
      answer(await scene.order(HERE, 'Ada'));
      const people = scene.sandbox.world.members.slice(0, MEMBERS);
      const told = await Promise.all(people.map(({ id }) => scene.at(id, HERE).command('log')));
      for (const outcome of told) assert(answer(outcome).text.length > 0);
      assert.equal(mapsIn(scene.open(HERE)), mapsIn(before));
      // The minute is over, without waiting for it.
      rest.globalReset = 0;
      scene.goesWell();
      const waited = await scene.until('the map has come', () => mapsIn(scene.open(HERE)) > mapsIn(before), true);
      assert.match(scene.open(HERE).at(-1)?.text ?? '', /Posted late/);
      return waited;
    },
  },
  {
    fault: '429 for a minute',
    so: 'an order’s answer: the channel has the order and its map at once, by a message of its own',
    told: 'channel: the order as everybody reads it, with its map',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [{ ...ANSWER, does: { kind: 'rateLimit', scope: 'user', retryAfter: 60 } }] });
      void scene.order(HERE);
      const map = await scene.newMap(HERE, before);
      assert.match(map.text, /\*\*Bo\*\*/);
      assert.equal(scene.open(HERE).length, before.length + 1);
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: '429 for long',
    so: 'a ballot’s result in one channel: another channel’s is not kept waiting, and it comes when the limit is over',
    told: 'log: a message could not be posted',
    long: true,
    async play(scene) {
      const here = await scene.voted(HERE);
      const there = await scene.voted(THERE);
      scene.goesWrong({
        rest: [{ ...POST, channel: HERE, times: 3, does: { kind: 'rateLimit', scope: 'user', retryAfter: 12 } }],
      });
      scene.clock.advance(21 * 60_000);
      await scene.newMap(THERE, there);
      assert.equal(scene.open(HERE).filter(({ files }) => files.length > 0).length, mapsIn(here));
      scene.goesWell();
      const waited = await scene.until('the result has come', () => mapsIn(scene.open(HERE)) > mapsIn(here), true);
      assert.equal(scene.orders(HERE), 1);
      assert.equal(scene.orders(THERE), 1);
      return Math.max(0, waited - 12_000);
    },
  },
  {
    fault: '5xx',
    so: 'all that is asked for during an order: the order stands, and its map comes when Discord is well',
    told: 'channel: Posted late.',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [MAP, POST].map((one) => ({ ...one, does: { kind: 'error', status: 502 } })) });
      const told = answer(await scene.order(HERE));
      await scene.until('it was tried', () => scene.struck >= 8);
      scene.goesWell();
      const waited = await scene.settled();
      const maps = scene.open(HERE).filter(({ id, files }) => files.length > 0 && !before.some((one) => one.id === id));
      assert.equal(maps.length, 1);
      assert.match(maps[0]?.text ?? '', /Posted late/);
      assert.notEqual(maps[0]?.id, told.id);
      assert.equal(scene.orders(HERE), 1);
      return waited;
    },
  },
  {
    fault: 'upload reset',
    so: 'an order’s map: it is sent again, into the same message',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      scene.goesWrong({ rest: [{ ...MAP, times: 2, does: { kind: 'resetUpload', afterBytes: 4096 } }] });
      const before = scene.open(HERE);
      const map = await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.struck, 2);
      assert.equal(scene.open(HERE).length, before.length + 1);
      assert.equal(map.files.length, 1);
      assert.deepEqual([...scene.warnings().keys()], []);
    },
  },
  {
    fault: 'upload reset',
    so: 'a map that the delivery brings: it comes once',
    told: 'channel: the result with its map',
    async play(scene) {
      const before = await scene.voted(HERE);
      scene.goesWrong({ rest: [{ ...POST, times: 2, does: { kind: 'resetUpload', afterBytes: 4096 } }] });
      scene.clock.advance(20 * 60_000);
      await scene.newMap(HERE, before);
      await scene.settled();
      assert.equal(mapsIn(scene.open(HERE)), mapsIn(before) + 1);
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: 'answer reset',
    so: 'an order was acknowledged and the word of it lost: it counts once, and its map comes into the same message',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [once({ ...ANSWER, does: { kind: 'resetAnswer' } })] });
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.open(HERE).length, before.length + 1);
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: 'answer reset',
    so: 'a result was posted and the word of it lost: the channel has it once',
    told: null,
    async play(scene) {
      const before = await scene.voted(HERE);
      scene.goesWrong({ rest: [once({ ...POST, does: { kind: 'resetAnswer' } })] });
      scene.clock.advance(20 * 60_000);
      await scene.newMap(HERE, before);
      await scene.settled();
      assert.equal(mapsIn(scene.open(HERE)), mapsIn(before) + 1);
    },
  },
  {
    fault: 'answer reset',
    so: 'a ballot’s edit: the tally is right in the end',
    told: null,
    async play(scene) {
      await scene.beginVote(HERE);
      await scene.settled();
      scene.goesWrong({ rest: [{ ...EDIT, times: 3, does: { kind: 'resetAnswer' } }] });
      for (const who of ['Bo', 'Cy']) answer(await scene.order(HERE, who));
      await scene.settled();
      assert.match(JSON.stringify(scene.ballot(HERE)?.embeds), /\*\*2\*\*/);
    },
  },
  {
    fault: 'silence',
    so: 'an order was acknowledged and the answer to that never came: its map comes into the same message',
    told: null,
    long: true,
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [once({ ...ANSWER, does: { kind: 'silence', carriedOut: true } })] });
      await mapOf(scene, HERE, await scene.order(HERE));
      assert.equal(scene.open(HERE).length, before.length + 1);
    },
  },
  {
    fault: '404 10008',
    so: 'somebody deletes the message of an order before its map has come: the map comes by itself, with a note',
    told: 'channel: Posted late.',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      const happening = { kind: 'deleteMessage', channel: HERE } as const;
      scene.goesWrong({ rest: [once({ ...MAP, does: { kind: 'happening', happening } })] });
      answer(await scene.order(HERE));
      const map = await scene.newMap(HERE, before);
      assert.match(map.text, /Posted late/);
      await scene.settled();
      assert.equal(mapsIn(scene.open(HERE)), mapsIn(before) + 1);
    },
  },
  {
    fault: '404 10008',
    so: 'somebody deletes the message of an open ballot: another comes by itself within a minute, with the votes that there are',
    told: 'channel: The ballot is still open.',
    async play(scene) {
      await scene.voted(HERE);
      scene.happens({ kind: 'deleteMessage', channel: HERE, message: scene.ballot(HERE)?.id });
      assert.equal(scene.ballot(HERE), undefined);
      scene.clock.advance(50_000);
      await scene.until('another is there', () => scene.ballot(HERE) !== undefined);
      assert.match(JSON.stringify(scene.ballot(HERE)?.embeds), /\*\*2\*\*/);
    },
  },
  {
    fault: '401',
    so: 'once, by mistake: the token is asked about again, and all goes on',
    told: 'log: Discord did not accept the token; checking it again',
    async play(scene) {
      const before = await scene.voted(HERE);
      scene.goesWrong({
        rest: [once({ ...POST, does: { kind: 'refuse', code: 0, status: 401, message: '401: Unauthorized' } })],
      });
      scene.clock.advance(20 * 60_000);
      const waited = await scene.until('the map has come', () => mapsIn(scene.open(HERE)) > mapsIn(before), true);
      assert.equal(scene.logged('Discord accepts the token again').length, 1);
      return waited;
    },
  },
  {
    fault: '401',
    so: 'for good: whoever runs the bot is told that the token is to be copied again, and nothing is lost',
    told: 'console: Discord doesn’t accept the token in DISCORD_TOKEN.',
    async play(scene) {
      const before = await scene.voted(HERE);
      const does = { kind: 'refuse', code: 0, status: 401, message: '401: Unauthorized' } as const;
      scene.goesWrong({ rest: [POST, EDIT, { route: '/users/*' }].map((one) => ({ ...one, does })) });
      scene.clock.advance(20 * 60_000);
      await scene.until('it is in doubt', () => scene.logged('did not accept the token').length === 1);
      scene.clock.advance(1000);
      const lost = await scene.product.bot.lost;
      assert.match(lost.message, /^Discord doesn’t accept the token in DISCORD_TOKEN/);
      assert(lost.bySetting);
      scene.goesWell();
      scene.product = await scene.product.restart();
      await scene.newMap(HERE, before);
      assert.equal(scene.orders(HERE), 1);
    },
  },
];

function mapsIn(messages: readonly { readonly files: readonly unknown[] }[]): number {
  return messages.filter(({ files }) => files.length > 0).length;
}
