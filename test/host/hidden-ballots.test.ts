import { expect, test } from 'vitest';
import { MINUTE } from '../../src/council/index.ts';
import { isRefusal, legalOrders, type Order, orderKey, type SeatId, someLegalOrders } from '../../src/game/index.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import { sealedAt } from '../dice/sealed.ts';
import { LONG } from '../trials/long.ts';
import { advised, type Camp, cardIn, seated } from './camp.ts';
import { chanceOf, everythingIn, LIBRARY, type Member, pressOf, said, textIn } from './fixture.ts';
import { seenBy } from './seen-by.ts';
import { twoSides } from './two-sides.ts';

/**
 * Games that hide orders, in which both sides vote: whatever is proposed and voted for beside what is decided, the enemy, a bystander
 * and a moderator are told the same, word for word, before and after.
 */
const SIDES = { wilderness: ['union', 'confederate'], 'sam-grant': ['usa', 'csa'] } as const;
const BALLOTS = LONG ? { wilderness: 4, 'sam-grant': 6 } : { wilderness: 3, 'sam-grant': 4 };

/** @param changes rules of the first side */
function begun(system: keyof typeof SIDES, file: string, changes: Readonly<Record<string, string>> = {}): Camp {
  const [one, other] = SIDES[system];
  const camp = seated(system, { Bo: one, Dee: one, Cy: other }, { file, chance: chanceOf('hidden') });
  camp.pass(10_000);
  for (const [seat, early, more] of [
    [one, '2', changes],
    [other, '1', {}],
  ] as const) {
    const { text } = camp.decree({ mode: 'vote', quorum: '1', early, ...more }, seat);
    expect(text).toContain('How orders are decided for');
  }
  return camp;
}

/** Votes for orders: one by itself, several as a plan that is typed. */
function votes(camp: Camp, member: Member, seat: SeatId, orders: readonly Order[]) {
  const { system, position } = camp.table();
  const [only] = orders;
  if (orders.length === 1 && only) return camp.vote(member, only);
  const text = system.play?.planning?.write(position.state, seat, orders) ?? '';
  const shown = camp.member(member).plans.read(text);
  const { point, code } = pressOf(shown, 'Propose', 'give-plan');
  return camp.member(member).plans.give(point, code);
}

/** Legal orders that aren't all that some orders are: the first one, and another. */
function othersThan(orders: readonly Order[], { system, position }: GameTable, seat: SeatId) {
  const all = someLegalOrders(system.rules, position.state, seat, 5).orders.map((order) => orderKey(order));
  const those = all.filter((key) => orders.length > 1 || key !== orderKey(orders[0] as Order));
  return [those[0], those.at(-1)].map((key) => key && (JSON.parse(key) as Order));
}

/**
 * Plays on by what the machine would do, each time decided by vote.
 * @param world which other proposals there are
 * @param decided orders of the machine, ballot by ballot: made in the first world, the same in every other
 */
async function told(system: keyof typeof SIDES, world: 0 | 1, decided: (readonly Order[])[]) {
  const camp = begun(system, `${system}-${world}.sqlite`);
  const seen: string[] = [];
  const look = async (looksBack: boolean) => {
    // The enemy looks each time; a bystander, who sees no more than the enemy does, at the end.
    for (const who of looksBack ? (['Cy', 'Ada'] as const) : (['Cy'] as const))
      seen.push(await seenBy(camp, who, SIDES[system][0], looksBack));
  };
  for (let at = 0; at < BALLOTS[system]; at += 1) {
    const table = camp.table();
    const { state } = table.position;
    const seat = table.system.rules.asked(state).at(at % 2 === 0 ? 0 : -1)?.seat ?? 'over';
    if (seat === 'over') break;
    const orders = decided[at] ?? advised(table, at, seat);
    decided[at] = orders;
    const [first, second = null] = seat === SIDES[system][0] ? (['Bo', 'Dee'] as const) : (['Cy'] as const);
    const [other, another] = othersThan(orders, table, seat);
    if (second && other && another) {
      // What else is proposed differs between the worlds in what it is, how much it is, and why.
      const losing = world === 0 ? [other] : orders.length > 1 ? orders.slice(0, -1) : [another];
      votes(camp, first, seat, losing);
      camp
        .member(first)
        .ballots.giveReason(
          camp.store.openBallot(table.game.id, seat, 'order')?.id ?? 0,
          `The reason of world ${world}`,
        );
      votes(camp, second, seat, orders);
      await look(at >= BALLOTS[system] - 1);
    }
    const last = votes(camp, first, seat, orders);
    seen.push(last.channelReply ? await everythingIn(last.channelReply) : '');
    if (second && !last.channelReply) votes(camp, second, seat, orders);
    if (second) await look(at >= BALLOTS[system] - 1);
  }
  return { seen, camp };
}

test.each(['wilderness', 'sam-grant'] as const)(
  'in %s nobody else learns what else was proposed',
  async (system) => {
    const decided: (readonly Order[])[] = [];
    const [one, other] = [await told(system, 0, decided), await told(system, 1, decided)];
    expect(one.seen.length).toBeGreaterThan(BALLOTS[system]);
    // Numbers of presses and times go on with each world; nothing else may differ.
    const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/i\d+|"at":\d+/g, 'N'));
    expect(plain(one.seen)).toEqual(plain(other.seen));
    expect(one.seen.join()).not.toContain('The reason of world');
    const { camp } = one;
    camp.ada.games.abandon(null);
    const whole = textIn(camp.cy.log.file());
    expect(whole).toContain('The reason of world 0');
    expect(inspect(Buffer.from(whole), LIBRARY).findings).toEqual([]);
  },
  300_000,
);

test.each([
  ['wilderness', ['place', 'place']],
  ['sam-grant', ['cut']],
] as const)('in %s nobody else learns which secret orders were decided', async (system, verbs) => {
  const seen: string[][] = [];
  for (const world of [0, 1]) {
    const camp = begun(system, `${system}-${world}.sqlite`);
    const [seat] = SIDES[system];
    const { position, system: rules } = camp.table();
    const orders: Order[] = [];
    let { state } = position;
    for (const verb of verbs) {
      const order = [...legalOrders(rules.rules, state, seat, { verb })].at(world === 0 ? 3 : -3) as Order;
      const applied = rules.rules.apply(state, seat, order, sealedAt('nowhere', 0, 'order'));
      if (isRefusal(applied)) throw new Error(`Refused: ${orderKey(order)}`);
      orders.push(order);
      ({ state } = applied);
    }
    const told = [await seenBy(camp, 'Cy', seat, false)];
    votes(camp, 'Bo', seat, orders);
    const { channelReply } = votes(camp, 'Dee', seat, orders);
    told.push(
      await everythingIn(channelReply ?? said(null)),
      await seenBy(camp, 'Cy', seat),
      await seenBy(camp, 'Ada', seat, false),
    );
    seen.push(told.map((text) => text.replace(/i\d+|"at":\d+|\b[0-9a-f]{32,64}\b/g, 'N')));
  }
  expect(seen[0]).toEqual(seen[1]);
});

/** Ways in which a secret order comes about beside a clear vote: how the side decides, and what the channel hears when it does. */
const WAYS: readonly (readonly [
  name: string,
  rules: Readonly<Record<string, string>>,
  decided: (camp: Camp, one: Order, other: Order) => readonly (string | undefined)[],
])[] = [
  [
    'a die that breaks a tie',
    { early: '0', tie: 'die' },
    (camp, one, other) => {
      votes(camp, 'Bo', 'usa', [one]);
      votes(camp, 'Dee', 'usa', [other]);
      const told = hears(camp);
      const tie = camp.entries().find((entry) => entry.kind === 'ballot');
      expect(tie).toMatchObject({ decision: { tie: { rule: 'die' } }, throws: [{ purpose: 'The tie', sides: 2 }] });
      return told;
    },
  ],
  [
    'a quorum that is missed twice',
    { early: '0', quorum: '2' },
    (camp, one) => {
      votes(camp, 'Bo', 'usa', [one]);
      const extended = hears(camp);
      expect(extended.join()).toContain('1 vote so far');
      return [...extended, ...hears(camp)];
    },
  ],
  [
    'a commander in turn',
    { mode: 'commander', commander: '200 400', rotate: 'order' },
    (camp, one) => {
      expect(camp.vote('Dee', one).text).toContain('Bo');
      const told = camp.vote('Bo', one).channelReply?.text;
      expect(camp.cy.seats.list().text).toContain('Dee');
      return [told];
    },
  ],
];

function hears(camp: Camp): readonly string[] {
  return camp.wait(15 * MINUTE).map(({ answer }) => answer.text);
}

test.each(WAYS)('nobody else learns what %s led to', async (way, rules, decided) => {
  const seen: string[][] = [];
  for (const [one, other] of [
    ['1', '2'],
    ['4', '5'],
  ]) {
    const camp = begun('sam-grant', `${way}-${one}.sqlite`, { reminder: 'false', ...rules });
    const [first, second] = [one, other].map((cards): Order => ({ verb: 'cut', cards: cards ?? '' }));
    const told = decided(camp, first as Order, second as Order);
    expect(camp.entries().some((entry) => entry.kind === 'order' && entry.seat === 'usa')).toBe(true);
    const texts = [told.join('\n'), await seenBy(camp, 'Cy', 'usa'), await seenBy(camp, 'Ada', 'usa', false)];
    seen.push(texts.map((text) => text.replace(/i\d+|"at":\d+|\b[0-9a-f]{32,64}\b/g, 'N')));
    camp.ada.games.abandon(null);
    expect(inspect(Buffer.from(textIn(camp.cy.log.file())), LIBRARY).findings).toEqual([]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('both sides vote on a card at the same time: what one decides leaves the ballot of the other open', () => {
  const camp = begun('sam-grant', 'cards.sqlite');
  const game = camp.game();
  const cut = { verb: 'cut', cards: '3' };
  votes(camp, 'Bo', 'usa', [cut]);
  expect(camp.store.openBallots(game).map(({ seat }) => seat)).toEqual(['usa', 'csa']);
  votes(camp, 'Cy', 'csa', [cut]);
  const [open, ...others] = camp.store.openBallots(game);
  expect([open?.seat, others]).toEqual(['usa', []]);
  expect(camp.store.votes(open?.id ?? 0)).toHaveLength(1);
  votes(camp, 'Dee', 'usa', [cut]);
  expect(camp.entries().flatMap((entry) => (entry.kind === 'order' ? [entry.seat] : []))).toEqual(['csa', 'usa']);
});

test('a side is called to vote in a few lines, plans have names, and what was carried out is told after the enemy has played', () => {
  const camp = begun('wilderness', 'carried.sqlite');
  const { system, position } = camp.table();
  const done = { verb: 'done' };
  votes(camp, 'Cy', 'confederate', [done]);
  const { text, title } = camp.cy.maps.forChannel().cards[0] ?? {};
  expect([title, ...(text?.split('\n') ?? [])]).toEqual([
    'Vote on the next order of the Union',
    expect.stringMatching(/^Closes .* No votes yet, 1 needed\.$/),
    '-# It closes as soon as one order has 2 votes. For its other rules, press **More …**, then **How we decide**.',
  ]);
  const [place] = [...legalOrders(system.rules, position.state, 'union', { verb: 'place' })] as [Order];
  votes(camp, 'Bo', 'union', [place, done]);
  const game = camp.game();
  const own = () => camp.dee.ballots.mine(camp.store.openBallot(game, 'union', 'order')?.id ?? 0);
  expect(cardIn(own())).toMatch(/\*\*1\*\* · (?!Done).+ \(2 orders\) · from Bo/);
  votes(camp, 'Dee', 'union', [place, done]);
  const march = legalOrders(system.rules, camp.table().position.state, 'union', { verb: 'move' }).next().value as Order;
  votes(camp, 'Bo', 'union', [march, done]);
  expect(votes(camp, 'Dee', 'union', [march, done]).text).not.toContain('Carried out: ');
  votes(camp, 'Cy', 'confederate', [done]);
  expect(own().text).toMatch(/Carried out: marches .*; ends the phase\./);
});

test('a ballot with a plan goes on after a restart, and the plan is taken back as a whole', () => {
  const camp = begun('wilderness', 'again.sqlite');
  const { position, system } = camp.table();
  const [one, other] = [...legalOrders(system.rules, position.state, 'union', { verb: 'place' })].filter(
    ({ unit }, at, all) => unit !== all[at - 1]?.unit,
  ) as [Order, Order];
  votes(camp, 'Bo', 'union', [one, other]);
  const again = camp.restarted();
  const seen = again.dee.ballots.mine(again.open().id);
  expect(seen.menu).toMatchObject({
    choosing: { what: 'proposal' },
    choices: [{ value: '1', hint: '1 vote, from Bo' }],
  });
  const looked = again.dee.ballots.look(again.open().id, '1');
  expect(looked.text).toContain('2 orders');
  const { number, ballot } = pressOf(looked, 'Vote for it', 'vote-for');
  const voted = again.dee.ballots.voteFor(ballot, number);
  expect(voted.channelReply?.text).toMatch(/^\*\*The council\*\*/);
  expect(again.entries().filter(({ kind }) => kind === 'order')).toHaveLength(2);
  const game = again.game();
  const next = again.dee.ballots.mine(again.store.openBallot(game, 'union', 'order')?.id ?? 0);
  expect(next.text).toContain('Carried out: ');
  const back = again.member('Ada', { isModerator: true }).undo.takeBack();
  const { point } = pressOf(back, 'Take', 'undo');
  again.member('Ada', { isModerator: true }).undo.takeBack(point, true);
  expect(again.entries().filter(({ kind }) => kind === 'undo')).toHaveLength(2);
});

test('in a game that hides nothing, too, others see the same of a secret ballot, word for word', async () => {
  const seen: string[] = [];
  const [sykes, morell] = [
    { verb: 'move', unit: 'u1', to: '3' },
    { verb: 'move', unit: 'u2', to: '1' },
  ];
  const why = 'the bridge is weak';
  for (const [file, first, second] of [
    ['one.sqlite', sykes, morell],
    ['other.sqlite', morell, { verb: 'done' }],
  ] as [string, Order, Order][]) {
    const camp = twoSides('skirmish-line', { file, chance: chanceOf('secret') });
    camp.dee.seats.join('union');
    camp.pass(10_000);
    camp.decree({ mode: 'vote', quorum: '2', window: '1h' }, 'union');
    camp.vote('Bo', first, `${why}, ${file}`);
    camp.vote('Dee', second);
    camp.vote('Dee', first);
    const game = camp.entries()[0]?.game ?? '';
    camp.store.carry(camp.open().id, { channel: 'front', id: '7' }, 0);
    const all = `${await seenBy(camp, 'Cy', 'union')}\n${await seenBy(camp, 'Ada', 'union')}`;
    expect(all).not.toContain(why);
    // Numbers of presses and times go on with each test; nothing else may differ.
    seen.push(all.replaceAll(game, 'GAME').replace(/i\d+|"at":\d+/g, 'N'));
  }
  expect(seen[0]).toBe(seen[1]);
  expect(seen[0]).not.toContain('Sykes to Farm ·');
});
