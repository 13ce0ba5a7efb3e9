import { setImmediate as afterwards } from 'node:timers/promises';
import { Client, REST } from 'discord.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRestRequests, type RestRequests } from '../../src/discord/connection/rest-requests.ts';
import { createTokenReset } from '../../src/discord/connection/token-reset.ts';
import { manualClock } from '../../src/time-source.ts';

const TOKEN = 'a.b.c';

/** discord.js's own requests; each is answered when and as the test says. */
function asking() {
  const clock = manualClock();
  const log = pino({ enabled: false });
  const open: { readonly route: string; answer(status: number): Promise<void> }[] = [];
  const make = ((url: string) =>
    new Promise((resolve) => {
      const answer = async (status: number) => {
        const headers = { 'content-type': 'application/json' };
        resolve(
          new Response(JSON.stringify(status === 200 ? { id: '1' } : { code: 0, message: '' }), { status, headers }),
        );
        for (let turn = 0; turn < 3; turn++) await afterwards();
      };
      open.push({ route: new URL(url).pathname.replace('/api/v10', ''), answer });
    })) as unknown as Parameters<typeof createRestRequests>[3];
  const requests: RestRequests = createRestRequests(clock, log, () => doubt.suspect(), make);
  const rest = new REST(requests.options()).setToken(TOKEN);
  const client = Object.assign(new Client({ intents: [] }), { rest, isReady: () => true });
  const doubt = createTokenReset(client as unknown as Client, TOKEN, clock, log);
  const outcomes: string[] = [];
  const get = async (route: `/${string}`) => {
    void rest.get(route).then(
      () => outcomes.push(`${route} well`),
      (error: Error) => outcomes.push(`${route} ${'status' in error ? error.status : error.message}`),
    );
    for (let turn = 0; turn < 3; turn++) await afterwards();
  };
  /** The request of a route that waits for its answer. */
  const answer = async (route: string, status: number) => {
    const at = open.findIndex((one) => one.route === route);
    const [found] = open.splice(at, at < 0 ? 0 : 1);
    if (!found) throw new Error(`${route} was not asked for: ${outcomes.join(', ')}`);
    await found.answer(status);
  };
  const turns = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 3; turn++) await afterwards();
  };
  return { doubt, get, answer, outcomes, turns };
}

test('a refusal during the check of the token does not leave the bot without it', async () => {
  const { get, answer, outcomes, turns } = asking();
  await get('/channels/1');
  await get('/channels/2');
  await answer('/channels/1', 401);
  await turns(1000);
  await answer('/channels/2', 401);
  // It may post meanwhile, too.
  await get('/channels/3');
  await answer('/channels/3', 200);
  await answer('/users/@me', 200);
  await get('/channels/4');
  await answer('/channels/4', 200);
  expect(outcomes).toEqual(['/channels/1 401', '/channels/2 401', '/channels/3 well', '/channels/4 well']);
});

test('a refusal after the token was found valid starts another check, and a second refusal is believed', async () => {
  const { doubt, get, answer, turns } = asking();
  for (const [status, isReset] of [
    [200, false],
    [503, false],
    [401, true],
  ] as const) {
    await get('/channels/1');
    await answer('/channels/1', 401);
    await turns(1000);
    if (status === 503) {
      // discord.js tries again by itself, three times in all; what fails then is asked once more after twice the wait.
      for (let time = 0; time < 4; time++) await answer('/users/@me', 503);
      await turns(2000);
      await answer('/users/@me', 200);
    } else await answer('/users/@me', status);
    expect(await Promise.race([doubt.reset.then(() => true), afterwards(false)])).toBe(isReset);
  }
});
