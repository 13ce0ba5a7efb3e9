import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { type Order, type State, walkToOrder } from '../../src/game/index.ts';
import type { Library, MachineChooser, Reply } from '../../src/host/index.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { chooseOrders, type MachineTask, machineTask } from '../../src/host/table/rules-threads.ts';
import type { Store } from '../../src/store/index.ts';
import { changedGames, PRODUCT } from '../library.ts';
import { GRANT, SIGEL } from './camp.ts';
import { by, everythingIn, type Headquarters, headquarters, LIBRARY, playedBy, said } from './fixture.ts';

/** Players that are no members: their orders in the log, and what becomes of a game when they fail; `golden/bot.md` has their seats. */

type Played = Parameters<typeof playedBy>[2];

/** The games of the tests, all of them with a machine that plays like this. */
function library(orders: Played): Library {
  return changedGames(LIBRARY, (system) => playedBy(system, 'It plays as the test says.', orders));
}

const systemIn = (games: Library, id: string) => {
  const edition = games.editions.find(({ system }) => system.id === id);
  if (!edition) throw new Error(`There is no ${id}`);
  return edition.system;
};

/** Chooses anything that is legal, by its dice. */
function anything(id: string): Library {
  const games: Library = library((state, seat, dice) => {
    const pick = (count: number) => dice.roll(count, 'a choice') - 1;
    return [walkToOrder(systemIn(games, id).rules, state, seat, pick) as Order];
  });
  return games;
}

interface Game extends Headquarters {
  readonly games: Library;
  readonly id: string;
  readonly opening: Reply;
}

function begun(games: Library, system: string, opponent: string, thinker?: MachineChooser): Game {
  const hq = headquarters({ library: games, ...(thinker ? { thinker } : {}) });
  const opening = said(hq.host.games.start(by('Ada'), { systemId: system, opponent }));
  return { ...hq, games, id: hq.store.runningIn('front')?.id ?? '', opening };
}

let time = 1_700_000_000_000;
const now = () => ++time;

const orders = ({ store, id }: Pick<Game, 'store' | 'id'>) =>
  store.entries(id).flatMap((entry) => (entry.kind === 'order' ? [entry] : []));

/** The table as it is in the file. */
function tableOf({ store, id, games }: Pick<Game, 'store' | 'id' | 'games'>) {
  const game = store.game(id);
  if (!game) throw new Error('The game is gone');
  return new GameTables(store, games).table(game);
}

/** A member gives the first order that is legal for a seat. */
function order(game: Game, seat: string, member: 'Ada' | 'Bo' = 'Ada'): void {
  const { system, position } = tableOf(game);
  const given = walkToOrder(system.rules, position.state, seat, () => 0);
  if (given) said(game.host.orders.give(by(member, { at: now() }), given));
}

describe('a machine at the table', () => {
  test('gives its orders in the log, nobody’s, and the dice of the whole game check', async () => {
    const games = anything('picket-line');
    const game = begun(games, 'picket-line', 'confederate');
    const { host, store, id } = game;
    expect(host.machines.due('rear')).toEqual([]);
    for (let step = 0; step < 100 && store.runningIn('front'); step++) {
      for (const due of host.machines.due('front')) {
        const { announcement, fault } = await host.machines.play(due, now);
        expect(fault).toBeNull();
        expect(announcement?.answer.text).toContain('**The bot** (Confederacy)');
      }
      if (store.runningIn('front')) order(game, 'union');
    }
    expect(store.game(id)?.ended?.how).toBe('finished');
    const given = orders(game);
    for (const { seat, cause, member } of given) {
      expect(cause).toBe(seat === 'confederate' ? 'machine' : undefined);
      expect(member === null).toBe(seat === 'confederate');
    }
    expect(given.some(({ cause }) => cause === 'machine')).toBe(true);
    expect(host.verify.verify(by('Ada'), id).text).toContain('honest');
    expect(host.log.page(by('Ada'), null, 0).text).toContain('**The bot**');
  });

  test('is found aside where a long log would have to be played for it, which is not done again until the game goes on', async () => {
    const games = anything('picket-line');
    const { store, id } = begun(games, 'picket-line', 'confederate');
    for (let seq = store.lastSeq(id) + 1; seq < 100; seq++) {
      const body = { kind: 'council', seat: 'union', council: DEFAULT_COUNCIL, cause: 'member', ballot: null } as const;
      store.append({ game: id, seq, member: null, interaction: null, at: 0, body });
    }
    const folded: string[] = [];
    const through = (kept: Store): Store => ({
      ...kept,
      entriesAfter(game, seq) {
        if (seq < 0) folded.push(game);
        return kept.entriesAfter(game, seq);
      },
    });
    const again = () => headquarters({ library: games, through, aside: true }).host;
    const sought = async (host: ReturnType<typeof again>) => {
      const channels: string[] = [];
      for await (const channel of host.machines.sought()) channels.push(channel);
      return channels;
    };
    const host = again();
    expect([host.machines.due(), folded]).toEqual([[], []]);
    expect([await sought(host), folded]).toEqual([['front'], [id]]);
    expect([host.machines.due(), await sought(host), folded]).toEqual([[id], [], [id]]);
    while (host.machines.isDue(id)) await host.machines.play(id, now);
    expect([host.machines.due(), folded]).toEqual([[], [id]]);

    folded.length = 0;
    store.dropStates(id, 'others', -1);
    const later = again();
    expect([await sought(later), folded]).toEqual([['front'], [id]]);
    for (let round = 0; round < 3; round++) expect([later.machines.due(), await sought(later)]).toEqual([[], []]);
    store.delivered(id, store.lastSeq(id));
    said(later.seats.giveToMachine(by('Ada'), 'union'));
    expect([later.machines.due(), folded]).toEqual([[id], [id]]);
  });

  test('betrays nothing of a sealed order that it gives', async () => {
    const games = anything('picket-line');
    const { host, id, store } = begun(games, 'picket-line', 'confederate');
    const { announcement } = await host.machines.play(id, now);
    const sealed = orders({ store, id })[0]?.order.regiment as string;
    const regiments = JSON.parse(games.editions.at(-1)?.dataset.files ?? '{}')['picket-line.json'].regiments;
    const { name } = regiments.confederate[sealed];
    expect(await everythingIn(announcement?.answer as Reply)).not.toContain(name);
  });

  test('chooses by dice that are sealed over the point in the log: whoever checks them chooses the same', async () => {
    const games = anything('picket-line');
    const game = begun(games, 'picket-line', 'confederate');
    const { host, id, store } = game;
    const table = tableOf(game);
    const { state } = table.position;
    await host.machines.play(id, now);
    const dataset = store.dataset(table.game.dataset);
    if (!dataset) throw new Error('The data is gone');
    const task = machineTask(table, dataset, { state, turn: 0, seat: 'confederate', style: null });
    expect(chooseOrders(systemIn(games, 'picket-line'), task)).toEqual(
      orders({ store, id }).map((entry) => entry.order),
    );
  });
});

/** A machine that orders nothing, and what it was told. */
function listener() {
  const told: MachineTask[] = [];
  const listening: MachineChooser = async (task) => {
    told.push(task);
    return [];
  };
  return { told, listening };
}

test('a machine plays in the style that was chosen for it, and in the usual one where none was', async () => {
  const { told, listening } = listener();
  const { host, store } = headquarters({ library: PRODUCT, thinker: listening });
  const start = (opponent: string | undefined, style?: string) =>
    said(host.games.start(by('Ada'), { systemId: 'road-to-richmond', opponent, styleId: style })).text;
  for (const [opponent, style] of [
    ['confederate', 'reckless'],
    [undefined, 'bold'],
  ] as const)
    expect(start(opponent, style)).toContain('Steady, Bold, Careful or Green');
  expect(store.runningIn('front')).toBeNull();
  expect(start('confederate', 'bold')).toContain('The bot plays the Confederates (Bold).');
  const id = store.runningIn('front')?.id ?? '';
  await host.machines.play(id, now);
  said(host.games.abandon(by('Ada'), null));
  expect(start('confederate')).toContain('The bot plays the Confederates.');
  await host.machines.play(store.runningIn('front')?.id ?? '', now);
  expect(told.map(({ style }) => style)).toEqual(['bold', null]);
});

test('the thread of a machine is told what its seat may see, and nothing that the dice could be worked out from', async () => {
  const { told, listening } = listener();
  const { host, store, id } = begun(anything('picket-line'), 'picket-line', 'confederate', listening);
  await host.machines.play(id, now);
  const [task] = told;
  const seen = task?.view as unknown as { sides: Record<string, { hand: unknown }> };
  expect(seen.sides.confederate?.hand).not.toBeNull();
  expect(seen.sides.union?.hand).toBeNull();
  const { secret } = store.game(id) ?? {};
  expect(secret).toHaveLength(64);
  expect(JSON.stringify(task)).not.toContain(secret);
});

describe('several orders in a row', () => {
  /** Overland has one seat: what a machine wants to do there is one order after the other. */
  const three = () => library(() => [SIGEL, { verb: 'attack', leader: 'butler' }, GRANT]);

  test('are one transaction and one map, which tells of all of them', async () => {
    const game = begun(three(), 'overland', 'all');
    const { host, store, id } = game;
    store.delivered(id, 0);
    host.requests.due([]);
    const { announcement } = await host.machines.play(id, now);
    const given = orders(game);
    expect(given).toHaveLength(3);
    expect(host.requests.due([]).commits).toHaveLength(1);
    expect(store.undeliveredUpTo(id, 99)).toEqual([given.at(-1)?.seq]);
    expect(announcement?.answer.text).toMatch(/^\*\*The bot\*\*: /m);
    expect(new Set(given.map(({ at }) => at)).size).toBe(1);
    // Whoever asks after a restart is told the same.
    const { moment } = tableOf(game).position;
    expect(moment?.events.length).toBeGreaterThan(2);
    const map = said(host.maps.forChannel(by('Ada')));
    expect(map.drawing?.alt).toBe(announcement?.answer.drawing?.alt);
  });

  test('of a phase are one map, choices of the other side in it included', async () => {
    const game = begun(PRODUCT, 'road-to-richmond', 'all');
    const { host, store, id } = game;
    for (let phase = 0; phase < 12; phase++) {
      store.delivered(id, store.lastSeq(id));
      const { announcement, fault } = await host.machines.play(id, now);
      expect(fault).toBeNull();
      expect(announcement).not.toBeNull();
      expect(store.undeliveredUpTo(id, 9999)).toEqual([store.lastSeq(id)]);
    }
    const { system } = tableOf(game);
    const { steps } = replayLog(system, store.game(id)?.variant ?? '', store.entries(id));
    const runs = new Map<number, { readonly spells: Set<string>; readonly seats: Set<string> }>();
    for (const [index, { entry }] of steps.entries()) {
      if (entry.kind !== 'order') continue;
      const [asked] = system.rules.asked(steps[index - 1]?.state as State);
      const { spells, seats } = runs.get(entry.at) ?? { spells: new Set(), seats: new Set() };
      if (asked?.phaseKey && !asked.outOfTurn) spells.add(asked.phaseKey);
      runs.set(entry.at, { spells, seats: seats.add(entry.seat) });
    }
    const spells = [...runs.values()].map((run) => [...run.spells]);
    expect(spells.map(({ length }) => length)).toEqual(Array(12).fill(1));
    expect(new Set(spells.flat()).size).toBe(12);
    expect([...runs.values()].some(({ seats }) => seats.size === 2)).toBe(true);
  });

  test('end where a member is asked', async () => {
    const game = begun(anything('road-to-richmond'), 'road-to-richmond', 'confederate');
    const { host, id } = game;
    const { announcement } = await host.machines.play(id, now);
    expect(announcement?.answer.text).toContain('**The bot** (Confederates)');
    expect(new Set(orders(game).map(({ seat }) => seat))).toEqual(new Set(['confederate']));
    while (host.machines.isDue(id)) await host.machines.play(id, now);
    const { system, position } = tableOf(game);
    expect(system.rules.asked(position.state).map(({ seat }) => seat)).toEqual(['union']);
  });

  test('that are not all legal end before the first that is not, and whoever runs the bot hears of it', async () => {
    const games: Library = library((state, seat) => {
      const first = walkToOrder(systemIn(games, 'overland').rules, state, seat, () => 0) as Order;
      return [first, { verb: 'attack', leader: 'napoleon' }];
    });
    const game = begun(games, 'overland', 'all');
    game.store.delivered(game.id, 0);
    const { announcement, fault } = await game.host.machines.play(game.id, now);
    expect(orders(game)).toHaveLength(1);
    expect(announcement).not.toBeNull();
    expect(String(fault)).toContain('refused');
  });
});

describe('a machine that fails', () => {
  const broken = () =>
    library(() => {
      throw new Error('no idea');
    });

  test('leaves what was asked to its default', async () => {
    const games = broken();
    const game = begun(games, 'picket-line', 'confederate');
    const { host, store, id } = game;
    // The side that lost a road may throw in more, or by default yields: members play until the machine is asked that.
    for (let step = 0; step < 20; step++) {
      const { position, system } = tableOf(game);
      const [asked] = system.rules.asked(position.state);
      if (!asked || (asked.seat === 'confederate' && asked.defaultOrder)) break;
      store.removeMachine(id, 'confederate');
      for (const member of ['Ada', 'Bo'] as const) {
        store.sit(
          id,
          member === 'Ada' ? 'union' : 'confederate',
          store.member(member === 'Ada' ? '100' : '200', member).id,
        );
      }
      for (const { seat } of system.rules.asked(position.state)) order(game, seat, seat === 'union' ? 'Ada' : 'Bo');
    }
    store.setMachine(id, 'confederate');
    const before = orders(game).length;
    const { fault } = await host.machines.play(id, now);
    expect(String(fault)).toContain('no idea');
    const given = orders(game).slice(before);
    expect(given.map((entry) => [entry.cause, entry.order.verb])).toEqual([['machine', 'yield']]);
  });

  test('has the game wait where there is none, is told of once, and is asked again when something has changed', async () => {
    const { host, store, id } = begun(broken(), 'picket-line', 'confederate');
    const { announcement, fault } = await host.machines.play(id, now);
    expect(announcement).toBeNull();
    expect(String(fault)).toContain('no idea');
    expect(host.machines.due('front')).toEqual([]);
    expect(await host.machines.play(id, now)).toEqual({ announcement: null, fault: null });
    said(host.council.set(by('Ada'), { mode: 'commander' }, { '100': 'Ada' }));
    expect(host.machines.due('front')).toEqual([id]);
    expect(store.game(id)?.ended).toBeNull();
  });

  test('is not listened to when the game has gone on while it was choosing', async () => {
    let choose: (orders: readonly Order[]) => void = () => {};
    const slow: MachineChooser = () => new Promise((resolve) => (choose = resolve));
    const games = anything('picket-line');
    const game = begun(games, 'picket-line', 'confederate', slow);
    const playing = game.host.machines.play(game.id, now);
    const { state } = tableOf(game).position;
    const chosen = walkToOrder(systemIn(games, 'picket-line').rules, state, 'confederate', () => 0) as Order;
    order(game, 'union');
    choose([chosen]);
    expect(await playing).toEqual({ announcement: null, fault: null });
    expect(orders(game).map(({ seat }) => seat)).toEqual(['union']);
    expect(game.host.machines.due()).toEqual([game.id]);
  });

  test('loses nothing when the process ends meanwhile: at the next start it is to order still, and orders the same', async () => {
    const games = anything('picket-line');
    const never: MachineChooser = () => new Promise(() => {});
    const { host, id } = begun(games, 'picket-line', 'confederate', never);
    void host.machines.play(id, now);
    const after = headquarters({ library: games });
    expect(after.host.machines.due()).toEqual([id]);
    await after.host.machines.play(id, now);
    const one = orders({ store: after.store, id });
    expect(one.map(({ cause }) => cause)).toEqual(['machine']);
  });
});

describe('around it', () => {
  test('a side that a machine plays has no ballot, whatever the last campaign decided', () => {
    const { host, store } = headquarters({ library: anything('overland') });
    said(host.games.start(by('Ada'), { systemId: 'overland' }));
    said(host.council.set(by('Ada'), { mode: 'vote' }, { '100': 'Ada' }));
    const point = { game: store.runningIn('front')?.id ?? '', seq: store.lastSeq(store.runningIn('front')?.id ?? '') };
    said(host.games.abandon(by('Ada'), point));
    said(host.games.start(by('Ada'), { systemId: 'overland', opponent: 'all' }));
    expect(store.openBallots(store.runningIn('front')?.id ?? '')).toEqual([]);
  });

  test('where machines play every side, no more is ordered than the channel has seen, and nothing is taken back', async () => {
    const { host, store, id } = begun(anything('overland'), 'overland', 'all');
    expect(host.machines.due()).toEqual([]);
    store.delivered(id, 0);
    expect(host.machines.due()).toEqual([id]);
    await host.machines.play(id, now);
    expect(host.machines.due()).toEqual([]);
    expect(said(host.undo.takeBack(by('Ada'))).text).toContain('Only the bot has given orders so far');
  });
});
