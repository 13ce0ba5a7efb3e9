import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Order, type SeatId, sealedDice } from '../../src/game/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import type { Seat, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { manualClock } from '../../src/time-source.ts';
import { blankPicture, knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { machinePlayer, type Player, randomPlayer } from '../matches/match.ts';

/**
 * `npm run posts -- [--game road-to-richmond|wilderness|sam-grant] [--turns 4] [--games 2] [--seed 1] [--only WORD]`: turns of a hex game
 * through the whole bot in the practice Discord, by orders that the bot chooses and by random ones, each given by a command. Counts what the
 * channel gets in a turn of the game, which is a turn of each side: messages, those with a picture, edits, and pings of a member in a turn
 * of theirs; and how many private answers a member has before them at its end.
 */
const { values } = parseArgs({
  options: {
    game: { type: 'string', default: 'road-to-richmond' },
    turns: { type: 'string', default: '4' },
    games: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

const CHANNEL = 'parade-ground';
/** Between two orders of a member. */
const THINKING_MS = 20_000;
/** From one look at what is still to come to the next. */
const STEP_MS = 1000;
const OPPONENT = 'Union';

/** What a channel gets in one turn of the game. */
interface Turn {
  readonly posts: number;
  readonly pictures: number;
  readonly edits: number;
  /** Of the member pinged most: in the two turns of sides that it is made of. */
  readonly pings: number;
  /** Of the member who has most. */
  readonly private: number;
  readonly orders: number;
}

/** A table where two members play, or one against the bot. */
interface Table {
  readonly name: string;
  readonly posts: 'board' | 'orders';
  readonly player: 'machine' | 'random';
  readonly opponent: boolean;
}

const TABLES: readonly Table[] = (['board', 'orders'] as const).flatMap((posts) =>
  (['machine', 'random'] as const).flatMap((player) =>
    [false, true].map((opponent) => ({
      name: `${posts === 'board' ? 'live board' : 'every order'}, ${player === 'machine' ? 'orders chosen by the bot' : 'random orders'}, ${opponent ? 'against the bot' : 'two members'}`,
      posts,
      player,
      opponent,
    })),
  ),
);

async function played(table: Table, number: number): Promise<Turn[]> {
  const clock = manualClock();
  const product = await startProduct({ chance: knownChance(number), clock, render: blankPicture });
  const { sandbox, host, store } = product;
  const at = (member: string): Seat => sandbox.as(member).in(CHANNEL);
  const channel = sandbox.world.channel(CHANNEL).id;
  const now = (): GameTable => {
    const game = store.latestIn(channel);
    if (!game) throw new Error('No game has begun');
    return host.tables.table(game);
  };
  /** Lets time pass until the channel has seen all there is to see, and the bot has given its orders. */
  const settled = async () => {
    for (let quiet = 0; quiet < 2; ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const waits = store.dueMessages().length;
      const { answers, messages, edits } = product.bot.inHand();
      const isDue = now().machines.includes(now().system.rules.asked(now().position.state)[0]?.seat ?? '');
      quiet = waits + answers + messages + edits === 0 && !isDue ? quiet + 1 : 0;
      if (waits > 0 && answers === 0) clock.advance(STEP_MS);
    }
  };
  const opponent: Readonly<Record<string, string>> = table.opponent ? { opponent: OPPONENT.toLowerCase() } : {};
  await at('Ada').command('new', { game: values.game, ...opponent });
  const { seats } = now().system.about;
  const memberOf = (seat: SeatId) => (seats.find(({ id }) => id === seat)?.name === OPPONENT ? 'Cy' : 'Ada');
  if (!table.opponent) for (const { id } of seats) await at(memberOf(id)).command('join', { side: id });
  if (table.posts === 'orders') await at('Ada').command('table', { posts: 'orders' });
  await settled();
  const { system } = now();
  const player: Player = table.player === 'machine' ? machinePlayer(system) : randomPlayer(system);
  const turns: Turn[] = [];
  const turnOf = () => system.rules.phase?.(now().position.state).turn.split('-')[1] ?? '';
  for (let turn = turnOf(); turns.length < Number(values.turns); turn = turnOf()) {
    const seen = new Set(open(product).map(({ id }) => id));
    const edited = edits(product, channel);
    const before = now().position.turn;
    while (turnOf() === turn && !now().game.ended) {
      const { position } = now();
      const [asked] = system.rules.asked(position.state);
      if (!asked) break;
      const hmac = (text: string) => createHash('sha256').update(`${number}|${text}`).digest();
      const dice = sealedDice(hmac, { game: 'posts', turn: position.turn, order: 'chosen' });
      const goesOn = () =>
        system.rules
          .asked(now().position.state)
          .some(({ seat, phaseKey }) => seat === asked.seat && phaseKey === asked.phaseKey);
      for (const order of player(position.state, asked.seat, dice)) {
        // A step that was passed by itself needs no order to end it.
        if (!goesOn()) break;
        await give(at(memberOf(asked.seat)), order);
      }
      if (now().position.seq === position.seq) throw new Error('Nothing was ordered');
    }
    const posts = open(product).filter(({ id }) => !seen.has(id));
    const readers = sandbox.messages(CHANNEL).flatMap(({ onlyFor }) => onlyFor ?? []);
    const mentioned = posts.flatMap(({ mentions }) => mentions);
    turns.push({
      posts: posts.length,
      pictures: posts.filter(({ files }) => files.length > 0).length,
      edits: edits(product, channel) - edited,
      pings: Math.max(0, ...mentioned.map((member) => mentioned.filter((one) => one === member).length)),
      private: Math.max(0, ...readers.map((member) => readers.filter((one) => one === member).length)),
      orders: now().position.turn - before,
    });
  }
  await product.close();
  return turns;

  async function give(seat: Seat, { verb, ...slots }: Order): Promise<void> {
    clock.advance(THINKING_MS);
    const options = Object.entries(slots).flatMap(([slot, value]) => {
      const text = [value ?? []].flat().join(', ');
      return text === '' ? [] : [[slot, text] as const];
    });
    const { seq } = now().position;
    const outcome = await seat.command(verb, Object.fromEntries(options));
    if (now().position.seq === seq) throw new Error(`${verb} ${JSON.stringify(slots)}: ${JSON.stringify(outcome)}`);
    await settled();
  }
}

/** What everybody sees of the bot. */
function open({ sandbox }: Product): SeenMessage[] {
  return sandbox.messages(CHANNEL).filter(({ ephemeral, author }) => !ephemeral && author.bot);
}

/** Edits of messages that no interaction asked for: boards, and boards that lose their buttons. */
function edits({ sandbox }: Product, channel: string): number {
  const path = `/channels/${channel}/messages/`;
  return sandbox.requests().filter((one) => one.method === 'PATCH' && one.path.startsWith(path)).length;
}

function figures(of: readonly number[]): string {
  const sorted = of.toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted.at(-1)})`;
}

console.log(
  '| a turn of the game: median (most) | orders | posts | with a picture | edits | pings of a member | private answers |',
);
console.log('|---|---|---|---|---|---|---|');
for (const table of TABLES.filter(({ name }) => name.includes(values.only))) {
  const turns: Turn[] = [];
  for (let game = 0; game < Number(values.games); game++)
    turns.push(...(await played(table, Number(values.seed) + game)));
  const column = (what: keyof Turn) => figures(turns.map((turn) => turn[what]));
  const cells = (['orders', 'posts', 'pictures', 'edits', 'pings', 'private'] as const).map(column);
  console.log(`| ${[table.name, ...cells].join(' | ')} |`);
}
