import { ApplicationCommandOptionType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANAGERS } from '../../commands/slash-command.ts';
import { MANAGER } from '../../src/council/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { COMMANDS } from './acts.ts';
import { readRights, sentences } from './rights.ts';
import { gaps } from './walk.ts';

/** The part of the table of rights that Discord's own words have a say in: whose they are, and where they were pressed. */

const HERE = 'the-wilderness';
/** Another channel of the server, a channel of another, and a DM, each with a campaign of its own. */
const ELSEWHERE = ['council-of-war', 'library', 'dm'] as const;

let product: Product;
const maps = new Map<string, SeenMessage>();
const at = (member: string, channel: string) => product.sandbox.as(member).in(channel);

beforeAll(async () => {
  product = await startProduct({ chance: knownChance(3), extraMembers: 1, render: blankPicture });
  for (const channel of [HERE, ...ELSEWHERE]) maps.set(channel, await begun(channel));
});
afterAll(() => product.close());

async function begun(channel: string): Promise<SeenMessage> {
  const { id } = answer(await at('Ada', channel).command('new', { game: 'overland' }));
  const where = channel === 'dm' ? 'Ada' : channel;
  return product.sandbox.waitForMessage(where, (one) => one.id === id && one.files.length > 0);
}

const mapIn = (channel: string) => maps.get(channel) as SeenMessage;

/** Logs, votes and settings of every campaign, byte for byte. */
function everything(): string {
  const { store, sandbox } = product;
  return JSON.stringify(
    sandbox.world.channels.flatMap(({ id }) => {
      const game = store.runningIn(id);
      return game ? [store.entries(game.id), store.ballotsOf(game.id), store.votesOf(game.id)] : [];
    }),
  );
}

describe('a button of one campaign, pressed elsewhere by a moderator there', () => {
  test.each(ELSEWHERE)('does nothing in %s', async (channel) => {
    const panel = answer(await at('Ada', HERE).command('council'));
    const [game = ''] = /[a-z0-9]{10}/.exec(mapIn(HERE).buttons[0]?.customId ?? '') ?? [];
    const ids = [...mapIn(HERE).buttons, ...panel.buttons].flatMap(({ customId }) => customId ?? []);
    const bound = ids.filter((id) => id.includes(game));
    expect(bound.length).toBeGreaterThan(4);
    const before = everything();
    for (const id of [
      ...bound,
      `abandon:${game}:0`,
      `rota:${game}:join`,
      `set:${game}:mode:vote:sure`,
      'count:1:sure',
    ]) {
      const told = answer(await at('Ada', channel).forge(mapIn(channel), id));
      expect([id, told.ephemeral]).toEqual([id, true]);
      expect(told.content).toMatch(
        /^(That button belongs to a game|No such game has been played|That ballot is closed)/,
      );
      expect(everything()).toBe(before);
    }
    const chosen = answer(await at('Ada', channel).forge(mapIn(channel), `value:${game}:quorum`, ['5']));
    expect(chosen.content).toMatch(/^That button belongs to a game/);
    expect(everything()).toBe(before);
  });
});

describe('what only those may who manage the channel, or have started the campaign', () => {
  test.each(['undo', 'abandon', 'vote open', 'vote close', 'vote overrule', 'recap', 'record'])(
    'is refused to others: /%s',
    async (command) => {
      const options = { 'vote overrule': { order: 'Grant attacks Lee' }, record: { post: true } }[command] ?? {};
      const before = everything();
      const elsewhere = product.sandbox.world.channel('council-of-war').id;
      const given = command === 'recap' ? { channel: elsewhere } : options;
      const told = answer(await at('Bo', HERE).command(command, given));
      expect(told.ephemeral).toBe(true);
      expect(told.content).toMatch(
        /^(Only |Only moderators can post the recap in another channel|No ballot is open here)/,
      );
      expect(everything()).toBe(before);
    },
  );

  test('is theirs wherever they are the ones, and no further', async () => {
    // In a DM with the bot a member may do everything, and it is of that DM.
    const own = await begunBy('Bo', 'dm');
    expect(own.content).toContain('started by **Bo**');
    const before = everything();
    expect(answer(await at('Bo', HERE).press(mapIn(HERE), 'How we decide')).content).toContain(
      'The first order given counts',
    );
    expect(everything()).toBe(before);
    expect(answer(await at('Bo', 'library').command('new')).content).toMatch(/^A game is already being played here/);
    expect(answer(await at('Bo', 'parade-ground').command('new')).content).toMatch(/^You can’t start a game here/);
  });

  test('is theirs in a thread that they opened, and not in one that somebody else opened', async () => {
    const own = at('Bo', 'parade-ground').openThread('Bo’s evening');
    expect(answer(await at('Cy', own).command('new')).content).toMatch(/^Only the member who opened this thread/);
    expect(answer(await at('Bo', own).command('help')).buttons.map(({ label }) => label)).toContain('Start Overland');
    expect(answer(await at('Bo', own).command('map')).content).toContain('Start one with `/new`.');
    expect(answer(await at('Cy', own).command('map')).content).toContain('Ask a moderator');
    const board = await begunBy('Bo', own);
    expect(board.content).toContain('started by **Bo**');
    expect(answer(await at('Bo', own).command('abandon')).content).toContain('End this game?');
    expect(answer(await at('Cy', own).command('abandon')).content).toMatch(/^Only /);
  });

  async function begunBy(member: string, channel: string): Promise<SeenMessage> {
    return answer(await at(member, channel).command('new', { game: 'overland' }));
  }
});

describe('what is said to be for moderators and the member who started the game', () => {
  const rights = readRights();
  const refusals = [...sentences()]
    .filter(([, words]) => words.startsWith(`Only ${MANAGER} can `))
    .map(([cell]) => cell);
  const refused = rights.rows.filter(({ cells }) => [...cells.values()].some((cell) => refusals.includes(cell)));

  test('is refused to the others by the table, and never to these two', () => {
    expect(refusals).toContain('no: may not manage game');
    for (const cell of refusals) expect(refused.flatMap(({ cells }) => [...cells.values()])).toContain(cell);
    for (const { act, cells } of refused)
      for (const who of ['host', 'moderator'] as const)
        expect([act, who, refusals.includes(cells.get(who) ?? '')]).toEqual([act, who, false]);
  });

  test('is named so where Discord lists the commands', () => {
    const described = COMMANDS.flatMap(({ data: { name, options = [], ...data } }) => {
      const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
      if (subcommands.length === 0) return [[`/${name}`, JSON.stringify([data, options])] as const];
      return subcommands.map((one) => [`/${name} ${one.name}`, JSON.stringify(one)] as const);
    });
    for (const [command, description] of described) {
      // What can be taken back also depends on the order: its description says that.
      if (command === '/undo') continue;
      const theirs = refused.some(({ act }) => act === command || act.startsWith(`${command} `));
      expect([command, description.includes(MANAGERS)]).toEqual([command, theirs]);
    }
  });
});

// What the table says is held against the real host by `npm run matrix`.
describe('the table of rights', () => {
  test('names every command, option, button, menu, form and completion, and nothing else', () => {
    expect(gaps()).toEqual([]);
  });

  test('that says something else fails', () => {
    expect(() => readRights('## all\n| what | member |\n| --- | --- |\n| /help | sees | sees |')).toThrow('2 cells');
    expect(() => readRights('| what | nobody |')).toThrow('a column for nobody');
    expect(() => readRights('## vote: x\n| what | dm |\n| /a | b |\n| /a | c |')).toThrow('twice');
    expect(() => readRights('').expected('vote', '/help', 'member')).toThrow('does not say');
  });
});
