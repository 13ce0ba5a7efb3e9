import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standingVotes } from '../../src/council/index.ts';
import { type Order, orderKey } from '../../src/game/index.ts';
import { createHost, type Reply } from '../../src/host/index.ts';
import { type Camp, camp, PEOPLE } from './camp.ts';
import { chanceOf, facesOf, LIBRARY, type Member, orderPresses, outdatedIn, postingsOf } from './fixture.ts';

/** Tables at which anybody does anything, at any time, with the process ending in between. */

const MEMBERS: readonly Member[] = ['Ada', 'Bo', 'Cy', 'Dee'];
const SETTINGS: readonly Readonly<Record<string, string>>[] = [
  { mode: 'vote' },
  { mode: 'vote', early: '2', quorum: '2' },
  { mode: 'vote', tie: 'die', 'no-quorum': 'wait', quorum: '3' },
  { mode: 'vote', tie: 'commander', commander: '200', sealed: 'true' },
  { mode: 'open' },
  { mode: 'commander', commander: '200 300', rotate: 'order' },
  { mode: 'commander', commander: '400', rotate: '1h' },
  { window: '1m', quorum: '1', early: '0', 'no-quorum': 'decide' },
  { window: '30m', reminder: 'false', sealed: 'false' },
];

const ACTS = [
  ...['vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'reason', 'agree', 'withdraw'],
  ...['tick', 'tick', 'tick', 'count', 'count', 'council', 'motion', 'motion vote', 'motion vote', 'undo', 'overrule'],
  ...['rota', 'open', 'restart', 'again', 'post', 'late', 'end', 'start', 'sleep', 'sleep', 'sleep'],
] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.constantFrom(...MEMBERS),
  pick: fc.nat({ max: 1000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** How a vote is acknowledged, and how a proposal: with its mover's vote for it, which may close it at once. */
const VOTED = /^Your vote(:| is now) /;
const PROPOSED = /^Your (proposal is in the channel|vote: )/;

/** What the members were told of their votes, kept beside the host's own books: ballot, member, choice. */
type Ledger = Map<number, Map<Member, string>>;

class Play {
  c: Camp;
  readonly transactions: Ledger = new Map();
  #messages = 100;
  #acknowledged: (() => Reply | null) | null = null;

  constructor(c: Camp) {
    this.c = c;
  }

  do({ act, who, pick }: Step): void {
    const { host, as, ada } = this.c;
    const order = this.#ballot('order');
    const motion = this.#ballot('council');
    const either = (pick % 2 === 0 ? order : motion) ?? 1;
    const settings = SETTINGS[pick % SETTINGS.length] ?? {};
    switch (act) {
      case 'vote':
        this.#vote(who, pick);
        return;
      case 'reason':
        this.#hear(host.ballots.giveReason(as(who), either, `Reason ${pick % 3}`));
        return;
      case 'agree':
        this.#hear(host.ballots.agree(as(who), either, pick % 5));
        return;
      case 'withdraw': {
        const answer = host.ballots.withdraw(as(who), either);
        if (answer?.text.startsWith('Your vote is withdrawn')) this.#books(either).delete(who);
        this.#hear(answer);
        return;
      }
      case 'count':
        this.#hear(host.ballots.count(as(who), either, pick % 3 > 0));
        return;
      case 'tick': {
        this.#sleep(pick);
        const { announcements, missed } = host.timers.tick(this.c.now());
        expect(missed).toEqual([]);
        for (const { answer } of announcements) this.#hear(answer);
        return;
      }
      case 'council':
        this.#hear(ada.council.set(settings, PEOPLE));
        return;
      case 'motion': {
        const before = new Set(this.c.ballots().map(({ id }) => id));
        const answer = host.council.set(as(who, { isModerator: false, member: MOVERS[who] }), settings, PEOPLE);
        const opened = this.c.ballots().find(({ id, subject }) => subject.kind === 'council' && !before.has(id));
        if (opened && answer && PROPOSED.test(answer.text)) this.#books(opened.id).set(`${who}'` as Member, 'for');
        this.#hear(answer);
        return;
      }
      case 'motion vote': {
        const inFavour = pick % 3 > 0;
        const answer = host.ballots.voteOnMotion(as(who), motion ?? 1, inFavour);
        if (answer && VOTED.test(answer.text)) this.#books(motion ?? 1).set(who, inFavour ? 'for' : 'against');
        this.#hear(answer);
        return;
      }
      case 'undo':
        this.#hear(host.undo.takeBack(as(who), null, true, 'A slip'));
        return;
      case 'sleep':
        this.#sleep(pick);
        return;
      case 'end':
        if (pick % 3 === 0) this.#hear(ada.games.abandon(null));
        return;
      case 'start':
        this.#hear(ada.games.start({ systemId: 'overland' }));
        return;
      case 'overrule': {
        const orders = host.completions.overrule(as(who), '');
        this.#hear(host.orders.overrule(as(who), orders[pick % orders.length]?.value ?? ''));
        return;
      }
      case 'rota':
        this.#hear(host.council.rota(as(who), pick % 2 === 0));
        return;
      case 'open':
        this.#hear(host.ballots.open(as(who)));
        return;
      case 'restart':
        this.c = this.c.restarted();
        this.#acknowledged = null;
        return;
      case 'again': {
        const again = this.#acknowledged?.() ?? null;
        expect(again).toBeNull();
        return;
      }
      case 'post':
        for (const { answer } of postingsOf(host)) this.#hear(answer);
        return;
      case 'late':
        for (const owed of host.undelivered.undeliveredMaps()) {
          this.#hear(host.undelivered.lateMap(owed));
          host.undelivered.delivered(owed);
        }
        return;
      default:
        act satisfies never;
    }
  }

  #sleep(pick: number): void {
    this.c.pass([1000, 60_000, 700_000, 900_000, 4_000_000][pick % 5] ?? 0);
  }

  #vote(who: Member, pick: number): void {
    const { host, as } = this.c;
    const ballot = this.#ballot('order');
    const presses = orderPresses(host.maps.forChannel(as(who)));
    const press = presses[pick % Math.max(1, presses.length)];
    if (!press) return;
    const caller = as(who);
    const give = () => host.orders.give(caller, press.order, press.point, pick % 4 === 0 ? `Reason ${pick % 3}` : null);
    const answer = give();
    if (answer && VOTED.test(answer.text)) {
      if (ballot === null) throw new Error('A vote was counted where no ballot was open');
      this.#books(ballot).set(who, orderKey(press.order));
      this.#acknowledged = give;
    }
    this.#hear(answer);
  }

  #ballot(kind: 'order' | 'council'): number | null {
    return this.c.ballots().find(({ subject, closed }) => subject.kind === kind && !closed)?.id ?? null;
  }

  #books(ballot: number): Map<Member, string> {
    const known = this.transactions.get(ballot) ?? new Map<Member, string>();
    this.transactions.set(ballot, known);
    return known;
  }

  /** The channel gets a message, and its ballots with it; one in five is lost. */
  #hear(answer: Reply | null): void {
    if (!answer) return;
    if (answer.to === 'channel' && answer.cards.length > 0 && ++this.#messages % 5 > 0)
      this.c.host.ballotMessages.carried(answer.cards, this.c.channel, String(this.#messages));
    this.#hear(answer.channelReply);
  }

  /** Another process, which has nothing in memory, sees the same table. */
  checkAnew(): void {
    const { host, store, as } = this.c;
    const other = createHost(store, LIBRARY, () => Promise.resolve(Buffer.of()));
    const looked = (one: typeof host) => [one.maps.forChannel(as('Dee')), one.council.show(as('Dee'))];
    expect(JSON.stringify(looked(other))).toBe(JSON.stringify(looked(host)));
  }

  check(): void {
    const { host, store, ballots, entries, database } = this.c;
    const game = store.latestIn('front');
    if (!game) throw new Error('No game');
    for (const { id, closed, subject, casting } of ballots()) {
      const votes = store.votes(id);
      const name = (member: number) => votes.find(({ by }) => by.id === member)?.by.name;
      const standing = standingVotes(votes).map(({ member, choice }) => [name(member), choice]);
      expect(Object.fromEntries(standing)).toEqual(Object.fromEntries(this.transactions.get(id) ?? []));
      if (closed?.how !== 'decided' || subject.kind !== 'order') continue;
      const counts = new Map<string, number>();
      for (const choice of this.transactions.get(id)?.values() ?? []) counts.set(choice, (counts.get(choice) ?? 0) + 1);
      expect(closed.decision?.votes).toBe(Math.max(...counts.values()));
      expect(counts.get(closed.decision?.choice ?? '')).toBe(closed.decision?.votes);
      if (closed.decision?.tie?.rule === 'commander')
        expect(this.transactions.get(id)?.get(casting?.name as Member)).toBe(closed.decision.choice);
      const told = entries().filter((entry) => entry.kind === 'ballot' && entry.ballot === id);
      expect(told).toHaveLength(1);
      const given = entries()[(told[0]?.seq ?? 0) + 1];
      expect(given?.kind === 'order' && orderKey(given.order as Order)).toBe(closed.decision?.choice);
    }
    const open = ballots().filter(({ closed }) => !closed);
    const mode = entries().findLast((entry) => entry.kind === 'council')?.council.mode ?? 'open';
    const kinds = open.map(({ subject }) => subject.kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    if (game.ended) expect(open).toEqual([]);
    else if (mode === 'vote') expect(kinds).toContain('order');
    const alarms = database.prepare("SELECT what FROM alarm WHERE what LIKE 'ballot %'").pluck().all();
    const clocked = open.filter(({ clockwork }) => clockwork.closes !== null).map(({ id }) => `ballot ${id}`);
    expect(alarms.sort()).toEqual(clocked.sort());
    if (game.ended) expect(host.timers.next()).toBeNull();
    for (const face of facesOf(host)) host.ballotMessages.refreshed(face);
    expect(outdatedIn(host)).toEqual([]);
  }
}

/** Those who propose are no moderators, and vote in nothing else. */
const MOVERS = Object.fromEntries(
  MEMBERS.map((name, at) => [name, { discordId: String(9000 + at), name: `${name}'` }]),
) as Record<Member, { discordId: string; name: string }>;

let runs = 0;
test('whatever is done, the books agree: every vote that was acknowledged stands, once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SETTINGS), fc.array(step, { minLength: 25, maxLength: 50 }), (settings, steps) => {
      runs += 1;
      const play = new Play(camp(settings, { file: `${runs}.sqlite`, chance: chanceOf(String(runs)) }));
      for (const [at, one] of steps.entries()) {
        play.do(one);
        play.check();
        if (at % 4 === 0 || at === steps.length - 1) play.checkAnew();
      }
    }),
    { numRuns: 12 },
  );
});
