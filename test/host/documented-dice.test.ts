import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sealedDice } from '../../src/game/index.ts';
import { checkRolls } from '../../src/host/afterwards/replay-file/check-rolls.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import type { EntryRecord } from '../../src/store/index.ts';
import { camp } from './camp.ts';
import { chanceOf, orderPresses, textIn } from './fixture.ts';
import { twoSides } from './two-sides.ts';

/** What docs/promises.md says of how a die is drawn. The program below it is written from these words alone. */
const WORDS = `
Anyone can check a finished game from its replay file. Go through its \`log\`. Each die comes from an HMAC-SHA-256. Its key is the 32 bytes of
\`secret\`. Its message is the UTF-8 text \`game|turn|order|number|again\`, five parts with \`|\` between them:

- \`game\` is the \`game\` of the file.
- \`turn\` counts the orders that stand before the entry: 0 at first, one more after each \`order\`, one less after each \`undo\`.
- \`order\` is the entry's order as canonical JSON: no spaces, and the keys of every object sorted. For a \`start\` it is the word \`start\`; for
  a \`ballot\` it is \`tie:\` and the orders and plans of \`decision.tie.among\` as canonical JSON, with \`|\` between them.
- \`number\` counts the dice of the entry, from 1. \`again\` is 0.

The 32 bytes of the HMAC are eight big-endian numbers of 32 bits. A number counts if it is below the largest multiple of the die's \`sides\`
that isn't above 2³². The first that counts gives the face: its remainder modulo \`sides\`, plus 1. If none of the eight counts, \`again\` goes
up by 1.

A shuffle starts with the cards 0, 1, 2 and so on in a row. It rolls a die with as many sides as there are cards, then dice with one side
fewer each time, down to two sides. After each roll the card at the place that the die shows, counted from 1, changes places with the card
in the last place that isn't settled yet. That place is then settled.

A what-if begins with orders of another game. Check their dice, and those of its \`start\`, with that game's file.
`.trim();

interface Thrown {
  readonly kind: string;
  readonly sides: number;
  readonly face: number;
  readonly deal: readonly number[];
}

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly order?: unknown;
  readonly inherited?: unknown;
  readonly throws?: readonly Thrown[];
  readonly decision?: {
    readonly tie: { readonly among: readonly { readonly order?: unknown; readonly plan?: unknown }[] } | null;
  };
  readonly takenBackBy?: number | null;
}

interface Replay {
  readonly game: string;
  readonly secret: string;
  readonly log: readonly Entry[];
}

/** The entries of a file whose dice are not those of its secret. */
function dishonest({ game, secret, log }: Replay): number[] {
  let turn = 0;
  return log.flatMap((entry) => {
    if (entry.kind === 'undo') turn -= 1;
    const tie = () =>
      `tie:${(entry.decision?.tie?.among ?? []).map((one) => canonical(one.plan ?? one.order)).join('|')}`;
    const order = entry.kind === 'order' ? canonical(entry.order) : entry.kind === 'start' ? 'start' : tie();
    let number = 0;
    const die = (sides: number) => drawn(secret, `${game}|${turn}|${order}|${++number}`, sides);
    const honest = ({ kind, sides, face, deal }: Thrown) =>
      kind === 'die' ? die(sides) === face : String(shuffled(deal.length, die)) === String(deal);
    const wrong = entry.inherited ? [] : (entry.throws ?? []).filter((thrown) => !honest(thrown));
    if (entry.kind === 'order') turn += 1;
    return wrong.map(() => entry.seq);
  });
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

function drawn(secret: string, message: string, sides: number): number {
  for (let again = 0; ; again++) {
    const bytes = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${message}|${again}`).digest();
    const words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => bytes.readUInt32BE(at));
    const counts = words.find((word) => word < Math.floor(2 ** 32 / sides) * sides);
    if (counts !== undefined) return (counts % sides) + 1;
  }
}

function shuffled(size: number, die: (sides: number) => number): number[] {
  const cards = [...Array(size).keys()];
  for (let left = size; left > 1; left--) {
    const place = die(left) - 1;
    [cards[place], cards[left - 1]] = [cards[left - 1] as number, cards[place] as number];
  }
  return cards;
}

/** The same file with another face of one die. */
function tampered(replay: Replay, seq: number): Replay {
  const log = replay.log.map((entry) =>
    entry.seq === seq
      ? { ...entry, throws: entry.throws?.map((one) => ({ ...one, face: (one.face % one.sides) + 1 })) ?? [] }
      : entry,
  );
  return { ...replay, log };
}

/** A campaign of Overland by votes, played to its end: a tie that a die breaks, and an order that is taken back with its die. */
function overland(seed: number): Replay {
  const setting = { chance: chanceOf(`readme ${seed}`), file: `${seed}.sqlite` };
  const c = camp({ mode: 'vote', tie: 'die', quorum: '1', window: '5m' }, setting);
  const offered = () => orderPresses(c.bo.maps.forChannel());
  for (let round = 0; offered().length > 0; round++) {
    const choices = offered();
    // Butler throws several dice once he is before Richmond.
    const butler = choices.findIndex(({ order }) => order.leader === 'butler');
    const at = (index: number) => choices[index % choices.length] as (typeof choices)[number];
    const [mine, theirs] = [Math.max(0, butler), Math.max(0, butler) + (round % 3 === 0 ? 1 : 0)];
    c.bo.orders.give(at(mine).order, at(mine).point);
    c.cy.orders.give(at(theirs).order, at(theirs).point);
    c.wait(300_000);
    if (round === 2) c.ada.undo.takeBack(null, true, 'Not what we meant');
  }
  return JSON.parse(textIn(c.ada.log.file()));
}

describe('the words of docs/promises.md on the dice', () => {
  test('are those that this test is written from', () => {
    expect(readFileSync(new URL('../../docs/promises.md', import.meta.url), 'utf8')).toContain(WORDS);
  });

  test('are enough to check a finished game: orders with several dice, ties, and rolls taken back', () => {
    const isManifold = ({ kind, throws = [] }: Entry) => kind === 'order' && throws.length > 1;
    let replay = overland(0);
    for (let seed = 1; seed < 30 && !replay.log.some(isManifold); seed++) replay = overland(seed);
    const rolled = replay.log.filter(({ throws = [] }) => throws.length > 0);
    expect(rolled.some(isManifold)).toBe(true);
    expect(rolled.some(({ kind }) => kind === 'ballot')).toBe(true);
    expect(rolled.some(({ takenBackBy }) => typeof takenBackBy === 'number')).toBe(true);
    expect(dishonest(replay)).toEqual([]);
    for (const { seq } of rolled) expect(dishonest(tampered(replay, seq))).toContain(seq);
    expect(dishonest({ ...replay, secret: '00'.repeat(32) }).length).toBeGreaterThan(0);
  });

  test('are enough to check shuffles too', () => {
    const c = twoSides('picket-line');
    c.ada.games.abandon(null);
    const replay: Replay = JSON.parse(textIn(c.ada.log.file()));
    const deals = replay.log.flatMap(({ throws = [] }) => throws.filter(({ kind }) => kind === 'shuffle'));
    expect(deals.length).toBeGreaterThan(0);
    expect(dishonest(replay)).toEqual([]);
    expect(dishonest({ ...replay, game: 'campaign99' })).toContain(0);
  });
});

test('the message listed for a throw counts the dice before it: a shuffle takes one fewer than it has cards', () => {
  const game = { id: 'k3x9mnpqrs', secret: '5f0c1d7a' };
  const dice = sealedDice(hmacOf(game.secret), { game: game.id, turn: 0, order: 'start' });
  dice.roll(6, 'wind');
  for (const cards of [['a', 'b', 'c'], ['a'], []]) dice.shuffle(cards, 'deck');
  dice.roll(6, 'rain');
  const start = { kind: 'start', seq: 0, throws: dice.thrown } as unknown as EntryRecord;
  const message = (number: number) => [`k3x9mnpqrs|0|start|${number}|0`, true];
  expect(checkRolls(game, [start]).map(({ message, honest }) => [message, honest])).toEqual(
    [1, 2, 4, 4, 4].map(message),
  );
});
