import assert from 'node:assert/strict';
import type { RestFault } from '../../../src/sandbox/sandbox.ts';
import { answer } from '../../answered-message.ts';
import { mapOf } from '../../harness/scene.ts';
import type { Scenario } from './scenario.ts';

const HERE = 'the-wilderness';
const THERE = 'library';
const ANSWER = { method: 'POST', route: '/interactions/:interaction/:token/callback' } as const;
const MAP = { method: 'PATCH', route: '/webhooks/:application/:token/messages/:message' } as const;
const POST = { method: 'POST', route: '/channels/:channel/messages' } as const;
const EDIT = { method: 'PATCH', route: '/channels/:channel/messages/:message' } as const;
const MEMBERS = 50;

const once = (fault: Omit<RestFault, 'times'>): RestFault => ({ ...fault, times: 1 });

/** Something that goes wrong while the map of an order, or of a ballot’s result, is on its way, and how the channel has it in the end. */
interface OneMap extends Pick<Scenario, 'fault' | 'so' | 'told' | 'long'> {
  readonly rest: readonly RestFault[];
  /**
   * Where the map is to be: in the order’s own answer; alone below it, with a note; with the order or the result in a message that the
   * delivery posts.
   */
  readonly map: 'in the answer' | 'below the answer' | 'delivered';
  /** Strikes after which Discord is well again. */
  readonly strikes?: number;
  /** How often the fault strikes. */
  readonly struck?: number;
}

const OF_AN_ORDER: readonly OneMap[] = [
  {
    fault: '429 for a minute',
    so: 'an order’s answer: the channel has the order and its map at once, by a message of its own',
    told: 'channel: the order as everybody reads it, with its map',
    rest: [{ ...ANSWER, does: { kind: 'rateLimit', scope: 'user', retryAfter: 60 } }],
    map: 'delivered',
  },
  {
    fault: '10062',
    so: 'an order’s answer comes too late: the channel has the order and its map from the delivery',
    told: 'channel: the order as everybody reads it, with its map',
    rest: [once({ ...ANSWER, does: { kind: 'refuse', code: 10062 } })],
    map: 'delivered',
  },
  {
    fault: '429',
    so: 'an order’s map is asked to wait: it waits, and comes once',
    told: null,
    rest: [once({ ...MAP, does: { kind: 'rateLimit', scope: 'user', retryAfter: 0.2 } })],
    map: 'in the answer',
    struck: 1,
  },
  {
    fault: '5xx',
    so: 'all that is asked for during an order: the order stands, and its map comes when Discord is well',
    told: 'channel: Posted late.',
    rest: [MAP, POST].map((one) => ({ ...one, does: { kind: 'error', status: 502 } })),
    map: 'below the answer',
    strikes: 8,
  },
  {
    fault: '5xx',
    so: 'an order’s answer was taken though Discord says it failed, and is acknowledged already: its map comes into it',
    told: null,
    rest: [once({ ...ANSWER, does: { kind: 'error', status: 500, carriedOut: true } })],
    map: 'in the answer',
  },
  {
    fault: '5xx',
    so: 'an order’s own map alone: another follows, with a note',
    told: 'channel: Posted late.',
    rest: [{ ...MAP, does: { kind: 'error', status: 500 } }],
    map: 'below the answer',
  },
  {
    fault: 'upload reset',
    so: 'an order’s map: it is sent again, into the same message',
    told: null,
    rest: [{ ...MAP, times: 2, does: { kind: 'resetUpload', afterBytes: 4096 } }],
    map: 'in the answer',
    struck: 2,
  },
  {
    fault: 'answer reset',
    so: 'an order was acknowledged and the word of it lost: it counts once, and its map comes into the same message',
    told: null,
    rest: [once({ ...ANSWER, does: { kind: 'resetAnswer' } })],
    map: 'in the answer',
  },
  {
    fault: 'silence',
    so: 'an order was acknowledged and the answer to that never came: its map comes into the same message',
    told: null,
    long: true,
    rest: [once({ ...ANSWER, does: { kind: 'silence', carriedOut: true } })],
    map: 'in the answer',
  },
  {
    fault: '404 10008',
    so: 'somebody deletes the message of an order before its map has come: the map comes by itself, with a note',
    told: 'channel: Posted late.',
    rest: [once({ ...MAP, does: { kind: 'happening', happening: { kind: 'deleteMessage', channel: HERE } } })],
    map: 'below the answer',
  },
];

const OF_A_RESULT: readonly OneMap[] = [
  {
    fault: 'upload reset',
    so: 'a map that the delivery brings: it comes once',
    told: 'channel: the result with its map',
    rest: [{ ...POST, times: 2, does: { kind: 'resetUpload', afterBytes: 4096 } }],
    map: 'delivered',
  },
  {
    fault: 'answer reset',
    so: 'a result was posted and the word of it lost: the channel has it once',
    told: null,
    rest: [once({ ...POST, does: { kind: 'resetAnswer' } })],
    map: 'delivered',
  },
  {
    fault: '401',
    so: 'once, by mistake: the token is asked about again, and all goes on',
    told: 'log: Discord did not accept the token; checking it again',
    rest: [once({ ...POST, does: { kind: 'refuse', code: 0, status: 401, message: '401: Unauthorized' } })],
    map: 'delivered',
  },
];

function ofAnOrder({ rest, map, strikes, struck, ...scenario }: OneMap): Scenario {
  return {
    ...scenario,
    async play(scene) {
      await scene.begin(HERE);
      const [before, posts] = [scene.maps(HERE), scene.open(HERE).length];
      scene.goesWrong({ rest });
      const pressed = scene.order(HERE);
      if (strikes !== undefined) {
        await scene.until('it was tried', () => scene.struck >= strikes);
        scene.goesWell();
      }
      const waited = await scene.moreMaps(HERE, before, strikes !== undefined);
      const found = scene.open(HERE).findLast(({ files }) => files.length > 0);
      if (map === 'in the answer') assert.equal(found?.id, answer(await pressed).id);
      if (map === 'below the answer') {
        assert.notEqual(found?.id, answer(await pressed).id);
        assert.match(found?.text ?? '', /Posted late/);
        assert.doesNotMatch(found?.text ?? '', /\*\*Bo\*\*/);
      }
      if (map === 'delivered') {
        assert.match(found?.text ?? '', /^\*\*Bo\*\* /);
        assert.doesNotMatch(found?.text ?? '', /Posted late/);
        assert.equal(scene.open(HERE).length, posts + 1);
      }
      if (struck !== undefined) {
        assert.equal(scene.struck, struck);
        assert.deepEqual([...scene.warnings().keys()], []);
      }
      scene.goesWell();
      await scene.settled();
      assert.equal(scene.maps(HERE), before + 1);
      assert.equal(scene.orders(HERE), 1);
      return waited;
    },
  };
}

function ofAResult({ rest, ...scenario }: OneMap): Scenario {
  return {
    ...scenario,
    async play(scene) {
      const before = await scene.voted(HERE);
      scene.goesWrong({ rest });
      scene.clock.advance(20 * 60_000);
      const waited = await scene.moreMaps(HERE, before, true);
      await scene.settled();
      assert.equal(scene.maps(HERE), before + 1);
      assert.equal(scene.orders(HERE), 1);
      assert.equal(scene.logged('Discord accepts the token again').length, scenario.fault === '401' ? 1 : 0);
      return waited;
    },
  };
}

/** Troubles of requests. */
export const requests: readonly Scenario[] = [
  ...OF_AN_ORDER.map(ofAnOrder),
  ...OF_A_RESULT.map(ofAResult),
  {
    fault: 'slow',
    so: 'an order’s map while the delivery goes round with what is owed: the map is left to the answer that brings it',
    told: null,
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.goesWrong({ rest: [once({ ...MAP, does: { kind: 'slow', ms: 1000, before: true } })] });
      const pressed = scene.order(HERE);
      await scene.until('it is on its way', () => scene.struck > 0);
      assert.equal(scene.product.store.undeliveredMaps().length, 1);
      await scene.product.bot.delivery.runner.run();
      await mapOf(scene, HERE, await pressed);
      assert.equal(scene.open(HERE).length, before.length + 1);
    },
  },
  {
    fault: '5xx',
    so: 'an order’s map where the bot may not post either: it stays owed, is not tried at every turn, and the next start brings it',
    told: 'channel: the map',
    async play(scene) {
      await scene.begin(HERE);
      const before = scene.open(HERE);
      scene.happens({ kind: 'denyBot', channel: HERE, permissions: ['SendMessages'] });
      scene.goesWrong({ rest: [{ ...MAP, does: { kind: 'error', status: 500 } }] });
      answer(await scene.order(HERE));
      await scene.until('it is given up', () => scene.logged('a message could not be posted').length > 0);
      scene.goesWell();
      scene.sandbox.happen({ kind: 'denyBot', channel: HERE, permissions: [] });
      await scene.product.bot.delivery.runner.run();
      scene.product = await scene.product.restart();
      await scene.newMap(HERE, before);
      assert.equal(scene.orders(HERE), 1);
    },
  },
  {
    fault: '429, global',
    so: 'fifty members press at once: each is answered, and the map follows the limit',
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
      const before = scene.maps(HERE);
      scene.goesWrong({ rest: [once({ ...POST, does: { kind: 'rateLimit', scope: 'global', retryAfter: 60 } })] });
      const { rest } = scene.product.bot.client;
      const any = rest.post(`/channels/${scene.sandbox.world.channel(THERE).id}/messages`, { body: { content: 'A' } });
      await assert.rejects(any, /RateLimit/);
      answer(await scene.order(HERE, 'Ada'));
      const people = scene.sandbox.world.members.slice(0, MEMBERS);
      const told = await Promise.all(people.map(({ id }) => scene.at(id, HERE).command('log')));
      for (const outcome of told) assert(answer(outcome).text.length > 0);
      assert.equal(scene.maps(HERE), before);
      // The minute is over, without waiting for it.
      rest.globalReset = 0;
      scene.goesWell();
      const waited = await scene.moreMaps(HERE, before, true);
      assert.match(scene.open(HERE).at(-1)?.text ?? '', /Posted late/);
      return waited;
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
      await scene.moreMaps(THERE, there);
      assert.equal(scene.maps(HERE), here);
      scene.goesWell();
      const waited = await scene.moreMaps(HERE, here, true);
      assert.equal(scene.orders(HERE), 1);
      assert.equal(scene.orders(THERE), 1);
      return Math.max(0, waited - 12_000);
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
      await scene.moreMaps(HERE, before);
      assert.equal(scene.orders(HERE), 1);
    },
  },
];
