import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { type Solution, solve } from '../../src/advisor/index.ts';
import {
  type Caller,
  type Edition,
  type Library,
  Solutions,
  type Solver,
  solverThread,
  TookTooLong,
} from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import type { Store } from '../../src/store/index.ts';
import { builtWorker } from '../harness/program.ts';
import { camp, GRANT } from './camp.ts';
import { by, headquarters, LIBRARY, said, temporary } from './fixture.ts';
import { gambles } from './gambles.ts';

/** Where solutions come from: made ahead in a thread, and on the spot where that is too late or has failed. */

const WAYS = { start: { go: { faces: 3, to: 'won' }, stay: { faces: 6, to: 'start' } } };
const PLAYED = { dataset: JSON.stringify(WAYS), variant: 'standard' };
const HALF: Solution = new Map([['start', { chance: 0.5, orders: 1 }]]);
const OVERLAND = LIBRARY.editions[0] as Edition;

/** As where another process holds the database. */
function locked(): never {
  throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
}

/** A store that has the rules data of a library, as after a game has begun. */
function storing({ editions }: Library): Store {
  const { store } = headquarters();
  for (const { dataset } of editions) store.keepDataset(dataset);
  return store;
}

/** A solver that gives what it is told to, when it is told to. */
function byHand() {
  const asked: string[] = [];
  const settle: { give(solution: Solution): void; fail(error: Error): void }[] = [];
  const solver: Solver = (dataset, variant) =>
    new Promise((give, fail) => {
      asked.push(`${dataset.system} ${variant}`);
      settle.push({ give, fail });
    });
  return { solver, asked, settle };
}

describe('solutions', () => {
  const of = (solver: Solver | null, failed: (error: unknown) => void = () => {}) =>
    new Solutions(storing(gambles(WAYS)), gambles(WAYS), { solver, failed });

  test('are made when they are asked for, once', () => {
    const solutions = of(null);
    expect(solutions.preload(PLAYED)).toBeNull();
    expect(solutions.known(PLAYED)).toBeNull();
    const solution = solutions.now(PLAYED);
    expect(solution?.get('start')?.chance).toBe(0.5);
    expect(solutions.now(PLAYED)).toBe(solution);
    expect(solutions.known(PLAYED)).toBe(solution);
  });

  test('are made ahead by a solver, each once, and then there is nothing to wait for', async () => {
    const { solver, asked, settle } = byHand();
    const solutions = of(solver);
    const work = solutions.preload(PLAYED);
    expect(solutions.preload(PLAYED)).toBe(work);
    expect(asked).toEqual(['gambles standard']);
    settle[0]?.give(HALF);
    await work;
    expect(solutions.preload(PLAYED)).toBeNull();
    expect(solutions.now(PLAYED)).toBe(HALF);
  });

  test('that are asked for too early are made on the spot, and stay what they are', async () => {
    const { solver, settle } = byHand();
    const solutions = of(solver);
    const work = solutions.preload(PLAYED);
    const made = solutions.now(PLAYED);
    expect(made?.get('start')?.chance).toBe(0.5);
    settle[0]?.give(HALF);
    await work;
    expect(solutions.now(PLAYED)).toBe(made);
  });

  test('whose solver fails are made on the spot, and what went wrong is told', async () => {
    const { solver, settle } = byHand();
    const told: unknown[] = [];
    const solutions = of(solver, (error) => told.push(error));
    const work = solutions.preload(PLAYED);
    const broken = new Error('out of memory');
    settle[0]?.fail(broken);
    await work;
    expect(told).toEqual([broken]);
    expect(solutions.now(PLAYED)?.get('start')?.chance).toBe(0.5);
    expect(solutions.preload(PLAYED)).toBeNull();
  });

  test('that cannot be made stop no campaign', () => {
    const solvable = {
      seat: 'us',
      key: () => 'start',
      model: () => {
        throw new Error('no model');
      },
    };
    const told: unknown[] = [];
    const library = gambles(WAYS, { play: { solvable } });
    const solutions = new Solutions(storing(library), library, { failed: (error) => told.push(error) });
    expect([solutions.now(PLAYED), solutions.now(PLAYED)]).toEqual([null, null]);
    expect(told).toEqual([new Error('no model')]);
    const { bo } = camp(
      { odds: 'always' },
      { library: gambles(WAYS, { play: { solvable } }), made: noneMade() },
      'gambles',
    );
    expect(bo.orders.give({ verb: 'try', what: 'stay' }).text).toBe('**Bo** tries stay.\nAt start.');
  });

  test('that do not have a position, since the rules have changed, say so', () => {
    const solvable = { seat: 'us', key: () => 'nowhere', model: () => ({ positions: [] }) };
    const library = gambles(WAYS, { play: { solvable } });
    const { bo } = camp({ odds: 'always' }, { library, made: noneMade() }, 'gambles');
    expect(bo.maps.odds().text).toMatch(/^This position can’t be rated/);
    expect(bo.orders.give({ verb: 'try', what: 'stay' }).text).not.toContain('chances');
  });
});

test('what cannot be solved while the database is locked is solved afterwards', async () => {
  const { solver, settle } = byHand();
  const store = storing(gambles(WAYS));
  let isLocked = true;
  const dataset: Store['dataset'] = (hash) => (isLocked ? locked() : store.dataset(hash));
  const made = noneMade();
  const solutions = new Solutions({ ...store, dataset }, gambles(WAYS), { solver, made });
  expect([solutions.isLacking(PLAYED), solutions.preload(PLAYED), solutions.now(PLAYED)]).toEqual([false, null, null]);
  isLocked = false;
  expect(solutions.isLacking(PLAYED)).toBe(true);
  const work = solutions.preload(PLAYED);
  settle[0]?.give(HALF);
  await work;
  expect(solutions.now(PLAYED)).toBe(HALF);
});

describe('a channel', () => {
  const waiting = () => {
    const hand = byHand();
    const { host } = headquarters({ solver: hand.solver, made: noneMade() });
    return { ...hand, host };
  };

  test('is prepared where its table is told what orders are worth', async () => {
    const { host, asked, settle } = waiting();
    expect(host.preloading.forChannel('front')).toBeNull();
    host.games.start(by('Ada'), { systemId: 'overland', variantId: 'unbottled' });
    host.council.set(by('Ada'), { odds: 'off' }, {});
    expect(host.preloading.forChannel('front')).toBeNull();
    host.council.set(by('Ada'), { odds: 'default' }, {});
    const work = host.preloading.forChannel('front');
    expect(asked).toEqual(['overland unbottled']);
    settle[0]?.give(new Map());
    await work;
    expect(host.preloading.forChannel('front')).toBeNull();
  });

  test('has nothing to wait for where its game is not solved, or has ended', () => {
    const { host } = waiting();
    host.games.start(by('Ada'), { systemId: 'picket-line' });
    expect(host.preloading.forChannel('front')).toBeNull();
    host.games.start(by('Ada', { channel: 'rear' }), { systemId: 'overland' });
    expect(host.preloading.forChannel('rear')).not.toBeNull();
    host.games.abandon(by('Ada', { channel: 'rear' }), null);
    expect(host.preloading.forChannel('rear')).toBeNull();
  });

  test('waits for the game that it begins while an abandoned one is still prepared', async () => {
    const { host, asked, settle } = waiting();
    host.games.start(by('Ada'), { systemId: 'overland', variantId: 'unbottled' });
    const before = host.preloading.forChannel('front');
    host.games.abandon(by('Ada'), null);
    host.games.start(by('Ada'), { systemId: 'overland', variantId: 'standard' });
    const now = host.preloading.forChannel('front');
    expect(now).not.toBe(before);
    expect(asked).toEqual(['overland unbottled', 'overland standard']);
    settle[1]?.give(new Map());
    await now;
    expect(host.preloading.forChannel('front')).toBeNull();
  });

  test('waits no longer for what has been made on the spot', () => {
    const { host } = waiting();
    host.games.start(by('Ada'), { systemId: 'overland' });
    expect(host.preloading.forChannel('front')).not.toBeNull();
    expect(said(host.orders.give(by('Bo'), GRANT)).text).toContain('Winning chances with this order');
    expect(host.preloading.forChannel('front')).toBeNull();
  });

  const heard = () => {
    const asked: string[] = [];
    const solver: Solver = async (_dataset, variant) => {
      asked.push(variant);
      return new Map();
    };
    return { asked, solver };
  };

  test('is prepared once its game has begun, before its first order', async () => {
    const { asked, solver } = heard();
    const { host } = headquarters({ solver, made: noneMade() });
    const run = (caller: Caller) => host.games.start(caller, { systemId: 'overland', variantId: 'unbottled' });
    await host.requests.handle(by('Ada'), { about: null, pressed: () => null, run });
    expect(asked).toEqual(['unbottled']);
  });

  test('is prepared at the start of the program if a game is running there', async () => {
    const { asked, solver } = heard();
    const { host } = headquarters({ solver, made: noneMade() });
    host.games.start(by('Ada'), { systemId: 'overland', variantId: 'short-rations' });
    await host.preloading.forAll();
    expect(asked).toEqual(['short-rations']);
  });

  test('is not prepared while the database is locked, and the program starts all the same', async () => {
    const { asked, solver } = heard();
    const through = (store: Store) => ({ ...store, played: locked });
    await headquarters({ solver, through, made: noneMade() }).host.preloading.forAll();
    expect(asked).toEqual([]);
  });
});

describe('the thread', () => {
  const script = (name: string, text: string) => {
    const file = temporary(`${name}.mjs`);
    mkdirSync(temporary('.'), { recursive: true });
    writeFileSync(file, text);
    return pathToFileURL(file);
  };
  const { dataset, system } = OVERLAND;
  /** On a machine that is busy with other tests, a thread may take its time. */
  const SLOWLY = { patience: 120_000 };

  /** Begun once for what is asked of it as it is. */
  const solver = solverThread(builtWorker('rules-worker'), SLOWLY);

  test('solves as it would be solved here, and holds nothing up', async () => {
    let turns = 0;
    const watch = setInterval(() => (turns += 1), 1);
    const [standard, unbottled] = await Promise.all([solver(dataset, 'standard'), solver(dataset, 'unbottled')]);
    clearInterval(watch);
    // Solved here, not one would have come in between.
    expect(turns).toBeGreaterThan(5);
    expect(standard).toEqual(system.play?.solvable && solve(system.play.solvable.model('standard')));
    expect(unbottled).not.toEqual(standard);
  });

  test('says what it cannot do, and goes on', async () => {
    const others = { ...dataset, hash: 'another' };
    await expect(solver({ ...others, system: 'chess' }, 'standard')).rejects.toThrow('chess cannot be played here');
    await expect(solver({ ...others, files: '{' }, 'standard')).rejects.toThrow('JSON');
    expect((await solver(dataset, 'standard')).size).toBeGreaterThan(100);
  });

  test('that dies fails what it was asked for; the next task has another', async () => {
    const deaths = [
      ['throw new Error("no memory")', 'no memory'],
      ['process.exit(3)', 'ended with code 3'],
    ] as const;
    for (const [n, [death, said]] of deaths.entries()) {
      const solver = solverThread(
        script(
          `dying${n}`,
          `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${death} });`,
        ),
      );
      await expect(solver(dataset, 'standard')).rejects.toThrow(said);
      await expect(solver(dataset, 'standard')).rejects.toThrow(said);
    }
  });

  test('that hangs is ended, and fails all it was asked for; the next task has another', async () => {
    const answered = (task: string) =>
      `parentPort.postMessage({ id: ${task}.id, result: new Map([['thread', { chance: threadId, orders: 1 }]]) });`;
    const hanging = script(
      'hanging',
      `import { parentPort, threadId } from 'node:worker_threads';
       parentPort.on('message', (task) => { if (task.task.variant === "endless") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); ${answered('task')} });`,
    );
    const solver = solverThread(hanging, { patience: 2000 });
    const thread = async (variant: string) => (await solver(dataset, variant)).get('thread')?.chance;
    // On a busy machine a thread may take longer than that to start.
    const first = await vi.waitFor(() => thread('short'), { timeout: 120_000 });
    const asked = [thread('short'), thread('endless'), thread('short')];
    const became = await Promise.allSettled(asked);
    expect(became.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(became[1]).toMatchObject({
      reason: { message: expect.stringContaining('did not answer for 2 s') },
    });
    expect(became[1]?.status === 'rejected' && became[1].reason).toBeInstanceOf(TookTooLong);
    expect(await vi.waitFor(() => thread('short'), { timeout: 120_000 })).not.toBe(first);
  });

  test('that hangs is waited for once: then the solution is made on the spot', async () => {
    const told: unknown[] = [];
    const hanging = script(
      'mute',
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});`,
    );
    const solutions = new Solutions(storing(gambles(WAYS)), gambles(WAYS), {
      solver: solverThread(hanging, { patience: 50 }),
      failed: (error) => told.push(error),
    });
    await solutions.preload(PLAYED);
    expect(told).toHaveLength(1);
    expect(solutions.now(PLAYED)?.get('start')?.chance).toBe(0.5);
    expect(solutions.preload(PLAYED)).toBeNull();
  });

  test('that cannot be begun at all fails too', async () => {
    await expect(solverThread(script('broken', 'import "nothing-of-the-kind";'))(dataset, 'standard')).rejects.toThrow(
      'nothing-of-the-kind',
    );
  });

  /** A solver whose solutions have the number of its thread, which is ended when it has been idle for 30 ms. */
  function numbered() {
    const file = script(
      'counting',
      `import { parentPort, threadId } from 'node:worker_threads';
       parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: new Map([['thread', { chance: threadId, orders: 1 }]]) }));`,
    );
    const solver = solverThread(file, { idle: 30 });
    return { solver, thread: async () => (await solver(dataset, 'standard')).get('thread')?.chance };
  }

  test('is ended when it has had nothing to do for a while, and begun again when there is', async () => {
    const { thread } = numbered();
    const first = await thread();
    expect(await thread()).toBe(first);
    await pause(200);
    expect(await thread()).not.toBe(first);
  });

  test('is as idle as before after a task that cannot be copied to it', async () => {
    const { solver, thread } = numbered();
    const first = await thread();
    const uncopiable = { ...dataset, files: (() => '') as unknown as string };
    await expect(solver(uncopiable, 'standard')).rejects.toThrow('could not be cloned');
    await pause(200);
    expect(await thread()).not.toBe(first);
  });
});
