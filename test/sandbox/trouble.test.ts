import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultPlan, happening } from '../../src/sandbox/faults/fault-plan.ts';
import { ACTS, actsOn, CONNECTION, REQUESTS, RIGHTS } from '../../src/sandbox/page/trouble-plans.ts';
import type { FromPage, PageGuild, PagePlan } from '../../src/sandbox/protocol.ts';
import { type FaultPlan, type Happening, Permission } from '../../src/sandbox/sandbox.ts';
import { eventually, freshSandbox, rest, sandboxWithBot } from './fixture.ts';
import { Page } from './page-socket.ts';

const ERRORS: FaultPlan = { rest: [{ method: 'POST', does: { kind: 'error', status: 500 } }] };

/** A page of a fresh sandbox, that has heard the hello. */
async function opened() {
  const sandbox = await freshSandbox();
  const page = new Page(sandbox);
  await page.next('hello');
  let asked = 0;
  /** What the page is told in answer. */
  const ask = async (wish: Partial<FromPage> & object) => {
    const nonce = `n${asked++}`;
    page.send({ ...wish, nonce } as FromPage);
    const answer = () => page.said.find((each) => 'nonce' in each && each.nonce === nonce);
    await eventually(() => answer()?.t).toMatch(/done|failed/);
    return answer();
  };
  const post = (channel: string) =>
    rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages`, { content: 'x' });
  const guild = (name: string) => (page.said.findLast((each) => each.t === 'places')?.guilds ?? []).find(named(name));
  return { sandbox, page, ask, post, guild };
}

const named =
  (name: string) =>
  (each: PageGuild): boolean =>
    each.name === name;

describe('a page', () => {
  it('starts a plan, sees how often it has struck, and ends it', async () => {
    const { sandbox, page, ask, post } = await opened();
    const plans = () => page.said.findLast((each) => each.t === 'plans')?.plans;
    expect(await ask({ t: 'plan', name: 'errors', plan: ERRORS })).toMatchObject({ t: 'done' });
    await eventually(plans).toEqual([{ name: 'errors', struck: 0 }]);
    for (let count = 0; count < 3; count++) expect((await post('library')).status).toBe(500);
    await eventually(plans).toEqual([{ name: 'errors', struck: 3 }]);
    const later = await new Page(sandbox).next('hello');
    expect(later.plans).toEqual([{ name: 'errors', struck: 3 }] satisfies PagePlan[]);
    await ask({ t: 'plan', name: 'errors', plan: null });
    await eventually(plans).toEqual([]);
    expect((await post('library')).status).toBe(200);
  });

  it('puts a plan in the place of that with its name', async () => {
    const { ask, post } = await opened();
    await ask({ t: 'plan', name: 'one', plan: ERRORS });
    await ask({ t: 'plan', name: 'one', plan: { rest: [{ does: { kind: 'refuse', code: 50013 } }] } });
    expect((await post('library')).body.code).toBe(50013);
  });

  it('takes rights, throws the bot out, brings an outage, and calms it all at once', async () => {
    const { sandbox, page, ask, post, guild } = await opened();
    const home = "Soldiers' Home";
    const happen = (what: Happening) => ask({ t: 'happen', happening: what });
    await happen({ kind: 'denyBot', channel: 'library', permissions: ['sendMessages'] });
    await eventually(() => guild(home)?.channels[0]?.denied).toEqual(['sendMessages']);
    await happen({ kind: 'throwOut', guild: home });
    await happen({ kind: 'outage', guild: 'Army of the Potomac' });
    await eventually(() => [guild(home)?.bot, guild('Army of the Potomac')?.available]).toEqual([false, false]);
    await ask({ t: 'plan', name: 'errors', plan: ERRORS });
    expect((await post('library')).status).toBe(500);
    await ask({ t: 'calm' });
    await eventually(() => page.said.findLast((each) => each.t === 'plans')?.plans).toEqual([]);
    await eventually(() => guild(home)?.channels[0]?.denied).toBeUndefined();
    expect([guild(home)?.bot, guild('Army of the Potomac')?.available]).toEqual([true, true]);
    expect([(await post('library')).status, (await post('parade-ground')).status]).toEqual([200, 200]);
    expect(sandbox.messages('library')).toHaveLength(1);
  });

  it('is told why something cannot happen', async () => {
    const { ask } = await opened();
    expect(await ask({ t: 'happen', happening: { kind: 'deleteChannel', channel: 'nowhere' } })).toMatchObject({
      t: 'failed',
      reason: expect.stringContaining('no channel "nowhere"'),
    });
    for (let count = 0; count < 40; count++) await ask({ t: 'plan', name: `p${count}`, plan: {} });
    expect(await ask({ t: 'plan', name: 'p40', plan: {} })).toMatchObject({ t: 'failed' });
    expect(await ask({ t: 'plan', name: 'p39', plan: {} })).toMatchObject({ t: 'done' });
  });

  it('brings a Discord back that is away', async () => {
    const { sandbox } = await sandboxWithBot();
    const page = new Page(sandbox);
    await page.next('hello');
    page.send({ t: 'happen', nonce: 'a', happening: { kind: 'unreachable', ms: 600_000 } });
    await page.next('bot', ({ online }) => !online);
    page.send({ t: 'calm', nonce: 'b' });
    await sandbox.bot.whenOnline();
  });
});

describe('what comes from a page', () => {
  const guild: PageGuild = { id: '1', name: 'Home', roles: [], channels: [], bot: true, available: true };
  const places = [
    { id: '2', name: 'library', guildId: '1', type: 0 },
    { id: '3', name: 'Recap', guildId: '1', type: 11, parent: '2' },
    { id: '4', name: 'Recap', guildId: '1', type: 11, parent: '2', archived: true, locked: true },
  ];

  it.each([...REQUESTS, ...ACTS])('is understood: the switch $label', ({ plan }) => {
    expect(faultPlan.parse(plan)).toEqual(plan);
  });

  it.each([...CONNECTION, ...places.flatMap((place) => actsOn(place, guild, place.name))])(
    'is understood: $label',
    ({ does }) => {
      expect(happening.parse(does)).toEqual(does);
    },
  );

  it.each(RIGHTS)('names rights that there are: $label', ({ permissions }) => {
    for (const each of permissions) expect(Permission[each]).toBeTypeOf('bigint');
  });

  it.each<[string, unknown]>([
    ['a status that is none', { rest: [{ does: { kind: 'error', status: 418 } }] }],
    ['a chance above one', { rest: [{ chance: 2, does: { kind: 'silence' } }] }],
    ['a wait without end', { rest: [{ does: { kind: 'slow', ms: 1e9 } }] }],
    ['a close code of WebSocket itself', { happenings: [{ after: 0, does: { kind: 'close', code: 1006 } }] }],
    ['what happens too often', { happenings: [{ after: 0, every: 1, does: { kind: 'cut' } }] }],
    ['a right that there is not', { happenings: [{ after: 0, does: { kind: 'denyBot', permissions: ['toString'] } }] }],
    ['too many faults', { events: Array(21).fill({ does: { kind: 'lost' } }) }],
    ['a list in its place', []],
  ])('is refused: %s', (_, plan) => {
    expect(faultPlan.safeParse(plan).success).toBe(false);
  });

  it('whatever it is, it is answered, and calm ends it', async () => {
    const bugs: unknown[] = [];
    const log = { debug: () => {}, warn: () => {}, error: (details: object) => bugs.push(details) };
    const sandbox = await freshSandbox({ log });
    const page = new Page(sandbox);
    await page.next('hello');
    const place = fc.constantFrom('library', "Soldiers' Home", 'Recap', '1', '');
    const does = fc.record(
      {
        kind: fc.constantFrom(
          'cut',
          'invalidate',
          'denyBot',
          'deleteChannel',
          'openChannel',
          'deleteMessage',
          'outage',
        ),
        channel: place,
        guild: place,
        name: place,
        permissions: fc.constantFrom([], ['viewChannel']),
        ms: fc.integer({ max: 1000 }),
      },
      { requiredKeys: ['kind'] },
    );
    const wish = fc.oneof(
      fc.record({ t: fc.constant('happen'), happening: fc.oneof(does, fc.jsonValue()) }),
      fc.record({ t: fc.constant('plan'), name: fc.string(), plan: fc.oneof(fc.jsonValue(), fc.constant(ERRORS)) }),
      fc.record({ t: fc.constant('calm') }),
    );
    const sent = fc.sample(wish, 200).map((each, at) => ({ ...each, nonce: `${at}` }));
    for (const each of sent) page.socket.send(JSON.stringify(each));
    const answered = () => page.said.filter((each) => each.t === 'done' || each.t === 'failed').length;
    await eventually(answered).toBe(sent.length);
    page.send({ t: 'calm', nonce: 'end' });
    await eventually(answered).toBe(sent.length + 1);
    expect(bugs).toEqual([]);
    expect((await rest(sandbox, 'GET', '/users/@me/guilds')).body).toHaveLength(2);
  });
});
