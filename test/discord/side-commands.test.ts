import { expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import type { Options } from '../../src/discord/inbound/command.ts';
import type { System } from '../../src/game/index.ts';
import { type Caller, type Host, reply } from '../../src/host/index.ts';
import { overlandSystem } from '../bot/fixture.ts';
import { PICKET_LINE } from '../games/picket-line.ts';

/** The commands of games of several sides: each says what was filled in to the host, and nothing else. */

const COMMANDS = allCommands([overlandSystem(), PICKET_LINE as unknown as System]);
const CALLER = { member: { discordId: '100', name: 'Ada' } } as Caller;

function given(name: string, options: Options, subcommand: string | null = null, people = {}): unknown[][] {
  const asked: unknown[][] = [];
  const note =
    (method: string) =>
    (_caller: Caller, ...rest: unknown[]) => {
      asked.push([method, ...rest]);
      return reply('member', 'Noted.');
    };
  const feature = (name: string) => new Proxy({}, { get: (_feature, method) => note(`${name}.${String(method)}`) });
  const host = new Proxy({} as Host, { get: (_host, name) => feature(String(name)) });
  const command = COMMANDS.find(({ data }) => data.name === name);
  if (!command) throw new Error(`There is no /${name}`);
  command.run(host, CALLER, options, { subcommand, people, left: {}, channels: {} });
  return asked;
}

test('they are there only where there is a game of several sides', () => {
  const names = (systems: readonly System[]) => allCommands(systems).map(({ data }) => data.name);
  const own = ['join', 'seat', 'clock', 'quiet'];
  expect(names([overlandSystem()]).filter((name) => own.includes(name))).toEqual([]);
  expect(COMMANDS.map(({ data }) => data.name)).toEqual(expect.arrayContaining(own));
});

test('/seat, /clock and /quiet hand on what was filled in; of a bot no name is known', () => {
  const people = { '200': 'Bo', '300': 'Cy' };
  const [bo, cy] = [
    { discordId: '200', name: 'Bo' },
    { discordId: '300', name: 'Cy' },
  ];
  const seat = (subcommand: string, options: Record<string, string>) => given('seat', options, subcommand, people);
  expect(seat('list', {})).toEqual([['seats.list']]);
  expect(seat('put', { member: '200', side: 'union' })).toEqual([['seats.put', bo, 'union', null]]);
  expect(seat('put', { member: '900', side: 'union' })).toEqual([['seats.put', null, 'union', null]]);
  expect(seat('replace', { member: '200', by: '300' })).toEqual([['seats.replace', bo, cy, null]]);
  expect(seat('bench', {})).toEqual([['seats.bench', CALLER.member, null]]);
  expect(seat('bench', { member: '300', side: 'union' })).toEqual([['seats.bench', cy, 'union']]);
  expect(seat('role', { side: 'union', role: '77' })).toEqual([['seats.setRole', 'union', '77']]);
  expect(seat('role', { side: 'union' })).toEqual([['seats.setRole', 'union', null]]);
  expect(seat('channel', { side: 'union' })).toEqual([['seats.setChannel', 'union', null]]);
  const unknown = { channel: '88', open: false, lacks: [], canSee: expect.any(Function) };
  expect(seat('channel', { side: 'union', channel: '88' })).toEqual([['seats.setChannel', 'union', unknown]]);
  expect(given('clock', { phase: '24h' })).toEqual([['clocks.showOrSet', { phase: '24h' }]]);
  expect(given('quiet', {}, 'show')).toEqual([['quietHours.show']]);
  expect(given('quiet', { from: '22', to: '7', zone: '+1' }, 'hours')).toEqual([['quietHours.set', '22', '7', '+1']]);
  expect(given('quiet', {}, 'off')).toEqual([['quietHours.off']]);
});
