import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import {
  type FaultCall,
  manualClock,
  type Sandbox,
  type SeenMessage,
  startSandbox,
} from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { towardsTheJames } from '../bot/strategy.ts';
import { folder } from './child.ts';
import { expectAgreement, isClosed } from './council/books.ts';
import { Luck } from './council/chance.ts';
import { type Ballot, ballotAfter, ballotNow, ballotOf, type Choice } from './council/channel.ts';
import { Crowd } from './council/crowd.ts';
import { Ledger } from './council/ledger.ts';
import { Program } from './council/program.ts';
import { CHANNEL, later, maps, seat } from './table.ts';

/** `COUNCIL_SEED=…` plays the same members again. The dice are the program's own. */
const SEED = Number(process.env.COUNCIL_SEED ?? Date.now() % 1_000_000);
const QUORUM = 5;
const EARLY = 28;
/** A campaign ends by itself long before. */
const MOST_BALLOTS = 60;

const luck = new Luck(`${SEED}`);
const ledger = new Ledger();
const clock = manualClock();
let sandbox: Sandbox;
let program: Program;
let crowd: Crowd;
let path: string;

const isAnswerTo = (id: string) => (call: FaultCall) =>
  call.method === 'POST' && call.path.startsWith(`/interactions/${id}/`);

/** Holds for ever what the bot asks for, as if the line were dead; resolves when it has asked. */
function held(which: (call: FaultCall) => boolean): Promise<void> {
  const reached = later();
  sandbox.faults = (call, proceed) => {
    if (!which(call)) return proceed();
    reached.resolve();
    return new Promise<never>(() => {});
  };
  return reached.promise;
}

/** Resolves when the channel has one more map, and holds Discord's word that it has. */
function heldOnceMapped(): Promise<void> {
  const mapped = later();
  const before = maps(sandbox).length;
  sandbox.faults = (_call, proceed) => {
    const answered = proceed();
    if (maps(sandbox).length === before) return answered;
    mapped.resolve();
    return new Promise<never>(() => {});
  };
  return mapped.promise;
}

/** Lets so many answers through to members and holds the others; resolves when twice as many have been on their way. */
function heldBeyond(answers: number): Promise<void> {
  const reached = later();
  let seen = 0;
  sandbox.faults = ({ method, path }, proceed) => {
    if (method !== 'POST' || !path.startsWith('/interactions/') || ++seen <= answers) return proceed();
    if (seen >= 2 * answers) reached.resolve();
    return new Promise<never>(() => {});
  };
  return reached.promise;
}

/** What most members want: first the flanks, where nothing is won, so that the campaign lasts a while; then over the James. */
function plan({ id, choices }: Ballot): Choice {
  const flank = choices.filter(({ words }) => words.startsWith('Sigel') || words.startsWith('Butler'));
  const wanted = towardsTheJames(choices.map(({ words }) => words));
  return (id < 8 && flank[0]) || (choices.find(({ words }) => words === wanted) as Choice);
}

function wish(member: string, ballot: Ballot): Choice {
  const own = crowd.luckOf(member);
  return own.happens(0.5) ? plan(ballot) : own.among(ballot.choices);
}

/** What one member does in a ballot: votes, and perhaps thinks better of it. */
async function argue(member: string, ballot: Ballot): Promise<void> {
  const own = crowd.luckOf(member);
  let mine = await crowd.vote(member, ballot, wish(member, ballot));
  // As a gateway may: somebody's press arrives once more.
  if (own.happens(0.1)) sandbox.redeliver(sandbox.latestInteraction());
  if (mine && own.happens(0.25)) mine = await crowd.vote(member, ballot, wish(member, ballot));
  if (mine && own.happens(0.12)) {
    await crowd.withdraw(member, mine);
    mine = own.happens(0.5) ? await crowd.vote(member, ballot, wish(member, ballot)) : null;
  }
  if (!mine) return;
  const agrees = own.happens(0.4) && (await crowd.agree(member, mine));
  if (!agrees && own.happens(0.25)) await crowd.giveReason(member, mine);
}

/** Some members, all at the same time. */
function arguing(ballot: Ballot, some: number): Promise<unknown> {
  const there = luck.shuffled(crowd.members).slice(0, some);
  return Promise.all(there.map((member) => argue(member, ballot)));
}

/** Everybody who is not for the plan comes round to it at once; one of them closes the ballot. */
function settle(ballot: Ballot): Promise<unknown> {
  const wanted = plan(ballot);
  const votes = ledger.votes(ballot.id);
  const others = crowd.members.filter(
    (one) => !votes.some((vote) => vote.member === one && vote.words === wanted.words),
  );
  return Promise.all(luck.shuffled(others).map((member) => crowd.vote(member, ballot, wanted)));
}

/** The moderator asks to close a ballot before its time. Resolves with what closes it; null where there is nothing to close. */
async function closingOf(ballot: Ballot): Promise<(() => Promise<unknown>) | null> {
  const here = seat(sandbox, 'Ada').atOnce;
  const asked = answer(await here.command('vote close'));
  const button = asked.buttons.find(({ customId }) => customId === `count:${ballot.id}:sure`)?.customId;
  return button ? () => here.press(asked, button) : null;
}

/** The moderator closes the ballot, and others vote in the same moment. */
async function counting(ballot: Ballot, others: number): Promise<void> {
  const close = await closingOf(ballot);
  const late = luck.shuffled(crowd.members.slice(1)).slice(0, others);
  const votes = (some: readonly string[]) => some.map((member) => crowd.vote(member, ballot, wish(member, ballot)));
  const before = votes(late.slice(0, others / 2));
  await Promise.all([...before, close?.(), ...votes(late.slice(others / 2))]);
}

/** The bot comes back, and whoever was told nothing asks what their vote is. */
async function restarted(ballot: Ballot, shift?: (database: BetterSqlite3.Database) => void): Promise<Ballot | null> {
  sandbox.faults = null;
  if (shift) {
    const database = new BetterSqlite3(path);
    shift(database);
    database.close();
  }
  await program.start();
  const now = ballotNow(sandbox);
  if (isClosed(path, ballot.id)) return null;
  if (now?.id !== ballot.id) throw new Error(`Ballot ${ballot.id} has lost its message`);
  await crowd.ask(now);
  return now;
}

/** Puts a ballot's end to another time, as if it had been open for longer. */
const closing = (ballot: Ballot, at: number) => (database: BetterSqlite3.Database) => {
  const changes =
    database.prepare('UPDATE ballot SET began = ?, closes = ? WHERE id = ?').run(at - 60_000, at, ballot.id).changes +
    database.prepare('UPDATE alarm SET at = ? WHERE what = ?').run(at, `ballot ${ballot.id}`).changes;
  expect(changes).toBe(2);
};

/** What befalls a ballot, from its opening to its end. */
const SCENES: readonly { readonly what: string; readonly play: (ballot: Ballot) => Promise<void> }[] = [
  {
    what: 'killed with votes on their way, then counted while others vote',
    async play(ballot) {
      await arguing(ballot, 14);
      const hurried = luck.shuffled(crowd.members).slice(0, 12);
      const unanswered = heldBeyond(3);
      const votes = hurried.map((member) => crowd.vote(member, ballot, wish(member, ballot)));
      await unanswered;
      await program.kill();
      await Promise.all(votes);
      const now = await restarted(ballot);
      if (now) await counting(now, 6);
    },
  },
  {
    what: 'killed right after a vote was acknowledged, then closed by the vote that settles it',
    async play(ballot) {
      await arguing(ballot, 10);
      const last = luck.among(crowd.members);
      await crowd.byButton(last, ballot, wish(last, ballot));
      await program.kill();
      const now = await restarted(ballot);
      if (now) await arguing(now, 8);
      if (now) await settle(now);
    },
  },
  {
    what: 'counted, and killed before anybody was told',
    async play(ballot) {
      await arguing(ballot, 12);
      const close = await closingOf(ballot);
      const counts = close?.();
      const untold = held(isAnswerTo(sandbox.latestInteraction()));
      const votes = luck
        .shuffled(crowd.members)
        .slice(0, 5)
        .map((member) => crowd.byButton(member, ballot, wish(member, ballot)));
      await untold;
      await program.kill();
      await Promise.all([counts, ...votes]);
      await restarted(ballot);
    },
  },
  {
    what: 'ran out while the bot was away',
    async play(ballot) {
      await arguing(ballot, 17);
      await program.kill();
      await restarted(ballot, closing(ballot, Date.now() - 30_000));
      // It was due before anything else was, and nobody had to ask.
      expect(isClosed(path, ballot.id)).toBe(true);
    },
  },
  {
    what: 'the bot left with votes on their way, and was started again; then settled by a vote',
    async play(ballot) {
      await arguing(ballot, 10);
      const hurried = luck.shuffled(crowd.members).slice(0, 12);
      const votes = hurried.map((member) => crowd.vote(member, ballot, wish(member, ballot)));
      await program.leave();
      await Promise.all(votes);
      const now = await restarted(ballot);
      if (now) await settle(now);
    },
  },
  {
    what: 'killed between two ballots',
    async play(ballot) {
      await arguing(ballot, 20);
      await counting(ballot, 4);
      await closed(ballot);
      await ballotAfter(sandbox, ballot.id);
      await program.kill();
      await restarted(ballot);
    },
  },
  {
    what: 'settled, and killed with the map on its way',
    async play(ballot) {
      await arguing(ballot, 12);
      // The vote that settles it brings the result as a message of its own.
      const unmapped = held(({ method, path }) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path));
      const settles = settle(ballot);
      await unmapped;
      await program.kill();
      await settles;
      await restarted(ballot);
    },
  },
  {
    what: 'ran out while members were voting',
    async play(ballot) {
      await arguing(ballot, 10);
      await program.kill();
      const now = await restarted(ballot, closing(ballot, Date.now() + 3000));
      while (now && !isClosed(path, now.id))
        await Promise.all(
          luck
            .shuffled(crowd.members)
            .slice(0, 4)
            .map((one) => crowd.vote(one, now, wish(one, now))),
        );
    },
  },
  {
    what: 'counted, and killed when the map had come: it comes twice, and members vote under both',
    async play(ballot) {
      await arguing(ballot, 15);
      const mapped = heldOnceMapped();
      const counts = counting(ballot, 4);
      await mapped;
      await program.kill();
      await counts;
      const unknown = maps(sandbox).at(-1) as SeenMessage;
      await restarted(ballot);
      const isRepeated = ({ id, files, ephemeral }: SeenMessage) =>
        !ephemeral && id > unknown.id && files[0]?.filename === unknown.files[0]?.filename;
      const repeated = await sandbox.waitForMessage(CHANNEL, isRepeated);
      expect(repeated.content).toContain('Posted late');
      const next = await ballotAfter(sandbox, ballot.id);
      if (!next) return;
      expect([ballotOf(unknown), next.message.id]).toEqual([next.id, repeated.id]);
      await crowd.byButton('Bo', { ...next, message: unknown }, wish('Bo', next));
      await crowd.byButton('Cy', next, wish('Cy', next));
    },
  },
];

/** A ballot without misfortune. */
async function quiet(ballot: Ballot): Promise<void> {
  await arguing(ballot, 30);
  if (luck.happens(0.5)) await settle(ballot);
  else await counting(ballot, 6);
}

/** The moderator closes it until it is closed. */
async function closed(ballot: Ballot): Promise<void> {
  for (let tries = 0; !isClosed(path, ballot.id); tries++) {
    if (tries > 5) {
      const { content } = answer(await seat(sandbox, 'Ada').atOnce.command('vote close'));
      throw new Error(`Ballot ${ballot.id} cannot be closed: ${content}`);
    }
    if (ledger.votes(ballot.id).length < QUORUM) await arguing(ballot, 12);
    const close = await closingOf(ballot);
    await close?.();
  }
}

async function opened(): Promise<Ballot> {
  const opening = answer(await seat(sandbox, 'Ada').command('new'));
  await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
  answer(await seat(sandbox, 'Ada').command('council', { mode: 'vote', quorum: QUORUM, early: EARLY }));
  return (await ballotAfter(sandbox, 0)) as Ballot;
}

/** The log names the vote behind every order, and the dice can be checked. */
async function expectHonestLog(decided: number): Promise<void> {
  const ada = seat(sandbox, 'Ada');
  let page = answer(await ada.command('log'));
  let log = page.content;
  while (page.buttons.some(({ label }) => label === 'Earlier')) {
    page = answer(await ada.press(page, 'Earlier'));
    log = `${page.content}\n${log}`;
  }
  const lines = (what: RegExp) => log.split('\n').filter((line) => what.test(line));
  expect(lines(/^\d+\. .+, decided (?:by \d+ of \d+|with) /)).toHaveLength(decided);
  expect(lines(/^\d+\. \*\*The council\*\* /)).toHaveLength(decided);
  const last = maps(sandbox).at(-1) as SeenMessage;
  expect(answer(await ada.press(last, 'Check the dice')).content).toContain('The dice are honest');
}

test('forty members play a campaign by vote, the program is killed time and again, and every acknowledged vote counts once', async () => {
  sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock, extraMembers: 37, limits: true });
  onTestFinished(() => sandbox.close());
  path = join(folder(), 'games.sqlite');
  program = new Program(
    { DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: sandbox.apiUrl, DATABASE_PATH: path, LOG_LEVEL: 'info' },
    clock,
  );
  crowd = new Crowd(sandbox, ledger, SEED);
  expect(crowd.members).toHaveLength(40);
  await program.start();
  const began = performance.now();
  const ballots: Ballot[] = [];
  let untold = 0;
  // Printed of a trial that hangs, too: its last ballot is where.
  onTestFinished(() => {
    const told = Object.entries(crowd.count).map(([what, often]) => `${often} ${what}`);
    console.log(
      `Seed ${SEED}: ${ballots.length} ballots (the last: ${SCENES[ballots.length - 1]?.what ?? 'quiet'}), ` +
        `killed ${program.kills} times and ended ${program.leaves}, ${told.join(', ')}, ${untold} counted unheard, ` +
        `${Math.round((performance.now() - began) / 100) / 10} s`,
    );
  });
  for (let ballot: Ballot | null = await opened(); ballot; ballot = await ballotAfter(sandbox, ballot.id)) {
    expect(ballots.length).toBeLessThan(MOST_BALLOTS);
    const scene = SCENES[ballots.length];
    ballots.push(ballot);
    await (scene?.play ?? quiet)(ballot);
    await closed(ballot);
  }
  untold = await expectAgreement(sandbox, path, ledger, ballots);
  expect(program.logged(50)).toEqual([]);
  await expectHonestLog(ballots.length);
  expect(program.kills).toBeGreaterThanOrEqual(6);
  expect(program.leaves).toBeGreaterThanOrEqual(1);
});
