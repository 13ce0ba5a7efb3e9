import assert from 'node:assert/strict';
import type { SeenMessage } from '../../../src/sandbox/sandbox.ts';
import { answer } from '../../answered-message.ts';
import { mapOf, type Scene } from '../../harness/scene.ts';
import type { Scenario } from './scenario.ts';

const HERE = 'council-of-war';
const MAP = { method: 'PATCH', route: '/webhooks/:application/:token/messages/:message' } as const;

const THREAD = { method: 'POST', route: '/channels/:channel/messages/:message/threads' } as const;

/** A campaign of two orders, given up. */
async function abandoned(scene: Scene): Promise<void> {
  await scene.begin(HERE);
  for (let order = 0; order < 2; order++) await mapOf(scene, HERE, await scene.order(HERE));
  const sure = answer(await scene.at('Ada', HERE).command('abandon'));
  answer(await scene.at('Ada', HERE).press(sure, 'End the game'));
  await scene.settled();
}

/** Asks for a “what if” from the newest point, and waits for the first map of its thread. */
async function whatIf(scene: Scene): Promise<{ readonly announced: number; readonly map: SeenMessage }> {
  const choices = await scene.at('Ada', HERE).autocomplete('new', { 'what-if': '' }, 'what-if');
  assert(choices.kind === 'choices');
  answer(await scene.at('Ada', HERE).command('new', { 'what-if': String(choices.choices[0]?.value) }));
  await scene.until('its thread is open', () => scene.sandbox.world.threads.length === 1, true);
  const thread = scene.sandbox.world.threads[0]?.id ?? '';
  await scene.until('its map is there', () => scene.open(thread).some(({ files }) => files.length > 0), true);
  await scene.settled();
  const announced = scene.open(HERE).filter(({ text }) => /what if/i.test(text)).length;
  return { announced, map: scene.open(thread).find(({ files }) => files.length > 0) as SeenMessage };
}

/** Troubles of larger acts: recaps, threads, starts, completions. */
export const doings: readonly Scenario[] = [
  {
    fault: 'upload reset',
    so: 'a recap with all its files: they are sent again, into the same message',
    told: null,
    long: true,
    async play(scene) {
      await abandoned(scene);
      const before = scene.open(HERE).length;
      scene.goesWrong({ rest: [{ ...MAP, times: 2, does: { kind: 'resetUpload', afterBytes: 50_000 } }] });
      const { id } = answer(await scene.at('Bo', HERE).command('recap'));
      const recap = await scene.comes(HERE, (message) => message.id === id && message.files.length > 1);
      assert.equal(scene.struck, 2);
      assert.equal(recap.files.length, 3);
      await scene.comes(HERE, ({ files }) => files[0]?.filename.endsWith('-storyboard.png') ?? false);
      // The chart and the storyboard follow, each in a message.
      assert.equal(scene.open(HERE).length, before + 3);
    },
  },
  {
    fault: 'answer reset',
    so: 'a “what if” whose thread was opened and the word of it lost: it is played in that thread, announced once',
    told: null,
    async play(scene) {
      await abandoned(scene);
      scene.goesWrong({
        rest: [{ ...THREAD, times: 1, does: { kind: 'resetAnswer' } }],
      });
      const { announced } = await whatIf(scene);
      assert.equal(scene.struck, 1);
      assert.equal(announced, 1);
    },
  },
  {
    fault: '5xx',
    so: 'while a “what if” is opened: it is opened when Discord is well, announced once',
    told: 'log: a thread could not be opened; trying later',
    async play(scene) {
      await abandoned(scene);
      scene.goesWrong({
        rest: [{ ...THREAD, times: 5, does: { kind: 'error', status: 500 } }],
      });
      const { announced } = await whatIf(scene);
      assert.equal(announced, 1);
      assert.equal(scene.logged('a thread could not be opened; trying later').length, 1);
    },
  },
  {
    fault: '5xx',
    so: 'at the start, while commands are looked up: games are played all the same, and the commands are registered later',
    told: 'log: the commands could not be registered; trying later',
    async play(scene) {
      await scene.begin(HERE);
      scene.goesWrong({
        rest: [{ method: 'GET', route: '/applications/:application/commands', does: { kind: 'error', status: 500 } }],
      });
      scene.product = await scene.product.restart();
      assert.equal(scene.logged('could not be registered').length, 1);
      await mapOf(scene, HERE, await scene.order(HERE));
      scene.goesWell();
      const isRegistered = () => scene.logged('the commands are registered').length > 0;
      await scene.until('the commands are registered', isRegistered, true);
    },
  },
  {
    fault: '429 for a minute',
    so: 'at the start: the process waits that long, and then it is well',
    told: 'log: … is rate-limiting the bot for 60 seconds. The bot tries again then.',
    async play(scene) {
      await scene.begin(HERE);
      scene.goesWrong({
        rest: [{ route: '/gateway/bot', times: 1, does: { kind: 'rateLimit', scope: 'user', retryAfter: 60 } }],
      });
      let isBack = false;
      void scene.product.restart().then((product) => {
        scene.product = product;
        isBack = true;
      });
      await scene.until('it has waited', () => isBack, true);
      assert.equal(scene.logged('rate-limiting the bot for 6').length, 1);
      await mapOf(scene, HERE, await scene.order(HERE));
    },
  },
  {
    fault: 'event late',
    so: 'a completion that nobody waits for any more: nothing is done, and the next one is answered',
    told: 'log: autocomplete failed',
    async play(scene) {
      await scene.begin(HERE);
      scene.goesWrong({ events: [{ event: 'INTERACTION_CREATE', times: 1, does: { kind: 'late', ms: 5000 } }] });
      const asked = scene.at('Bo', HERE).autocomplete('attack', { leader: 'g' }, 'leader');
      await scene.until('it is on its way', () => scene.struck === 1);
      scene.clock.advance(5000);
      await asked.catch(() => null);
      const again = await scene.at('Bo', HERE).autocomplete('attack', { leader: 'g' }, 'leader');
      assert(again.kind === 'choices' && again.choices.length > 0);
      assert.equal(scene.orders(HERE), 0);
    },
  },
];
