import { statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standingVotes } from '../../src/council/index.ts';
import { createHost } from '../../src/host/index.ts';
import { drawnCases } from '../trials/long.ts';
import { type Camp, camp } from './camp.ts';
import { chanceOf, LIBRARY, orderPresses, said, temporary } from './fixture.ts';
import { tracesOf } from './traces.ts';

/** Members come, vote, argue, command and leave for good at any point: no campaign is the worse for it, and nothing is left of them. */

const PLACES = [0, 1, 2, 3] as const;
const SETTINGS: readonly ((ids: readonly string[]) => Readonly<Record<string, string>>)[] = [
  () => ({ mode: 'vote', quorum: '1' }),
  () => ({ mode: 'vote', early: '2', quorum: '2' }),
  ([one = '']) => ({ mode: 'vote', tie: 'commander', commander: one }),
  ([one = '', two = '']) => ({ mode: 'commander', commander: `${one} ${two}`, rotate: 'order' }),
  ([, one = '', two = '']) => ({ mode: 'commander', commander: `${one} ${two}`, rotate: '1h' }),
  ([, , , one = '']) => ({ mode: 'commander', commander: one }),
  () => ({ mode: 'open' }),
];

const ACTS = [
  ...['order', 'order', 'order', 'order', 'order', 'order', 'reason', 'agree', 'agree', 'count', 'undo'],
  ...['council', 'motion', 'motion vote', 'rota', 'tick', 'leave', 'leave', 'restart', 'end'],
  ...['dm', 'dm', 'dm'],
] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.constantFrom(...PLACES),
  pick: fc.nat({ max: 1000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Company {
  c: Camp;
  /** How many have sat in each place: a member who leaves makes room for another. */
  readonly #sat = [1, 1, 1, 1];
  readonly #words: { readonly place: number; readonly sat: number; readonly text: string }[] = [];
  readonly gone: string[] = [];
  #reasons = 0;

  constructor(c: Camp) {
    this.c = c;
  }

  #member(place: number) {
    const sat = this.#sat[place] ?? 0;
    return { discordId: `77000000000000${place}${String(sat).padStart(3, '0')}`, name: `Zouave-${place}-${sat}-` };
  }

  #as(place: number, isModerator = false) {
    return this.c.as('Bo', { member: this.#member(place), isModerator });
  }

  #reason(place: number): string {
    const text = `Because of ${++this.#reasons}, and no other`;
    this.#words.push({ place, sat: this.#sat[place] ?? 0, text });
    return text;
  }

  do({ act, who, pick }: Step): void {
    const { host, store } = this.c;
    const people = Object.fromEntries(PLACES.map((place) => [this.#member(place).discordId, this.#member(place).name]));
    const ids = Object.keys(people);
    const settings = (SETTINGS[pick % SETTINGS.length] as (ids: readonly string[]) => Record<string, string>)(ids);
    const open = this.c.ballots().filter(({ closed }) => !closed);
    const ballot = open[pick % Math.max(1, open.length)]?.id ?? 1;
    switch (act) {
      case 'order': {
        const presses = orderPresses(host.maps.forChannel(this.#as(who)));
        const press = presses[pick % Math.max(1, presses.length)];
        if (press) host.orders.give(this.#as(who), press.order, null, pick % 2 === 0 ? this.#reason(who) : null);
        return;
      }
      case 'reason':
        host.ballots.giveReason(this.#as(who), ballot, this.#reason(who));
        return;
      case 'agree':
        for (const { by } of store.votes(ballot)) host.ballots.agree(this.#as(who), ballot, by.id);
        return;
      case 'count':
        host.ballots.count(this.#as(who, true), ballot, true);
        return;
      case 'undo':
        host.undo.takeBack(this.#as(who, true), null, true, this.#reason(who));
        return;
      case 'council':
        host.council.set(this.#as(who, true), settings, people);
        return;
      case 'motion':
        host.council.set(this.#as(who), settings, people);
        return;
      case 'motion vote':
        host.ballots.voteOnMotion(this.#as(who), ballot, pick % 4 > 0);
        return;
      case 'rota':
        host.council.rota(this.#as(who), pick % 2 === 0);
        return;
      case 'tick':
        this.c.wait([0, 60_000, 900_000, 4_000_000][pick % 4] ?? 0);
        return;
      case 'leave':
        this.#leave(who);
        return;
      case 'dm':
        this.#playAlone(who, pick);
        return;
      case 'restart':
        this.c = this.c.restarted();
        return;
      case 'end':
        if (pick % 4 > 0) return;
        host.games.abandon(this.#as(who, true), null);
        host.games.start(this.#as(who, true), { systemId: 'overland' });
        return;
      default:
        act satisfies never;
    }
  }

  #dmOf(place: number): string {
    return `88${this.#member(place).discordId.slice(2)}`;
  }

  /** A campaign in a member's own DM, by vote or not. */
  #playAlone(place: number, pick: number): void {
    const { host } = this.c;
    const channel = this.#dmOf(place);
    const as = () => ({ ...this.#as(place, true), channel, guild: null, everyone: null });
    host.games.start(as(), { systemId: 'overland' });
    if (pick % 3 === 0) host.council.set(as(), { mode: 'vote' }, {});
    host.orders.give(as(), { verb: 'attack', leader: 'sigel' }, null, this.#reason(place));
    host.ballotMessages.carried(host.maps.forChannel(as()).cards, channel, `90${pick}`);
    if (pick % 4 === 0) host.games.abandon(as(), null);
  }

  #leave(who: number): void {
    const { discordId, name } = this.#member(who);
    const dm = this.#dmOf(who);
    const known = this.c.store.knownMember(discordId);
    said(this.c.host.myData.delete(this.#as(who), true));
    this.#sat[who] = (this.#sat[who] ?? 0) + 1;
    if (!known) return;
    const own = this.#words.filter(({ place, sat }) => place === who && sat === (this.#sat[who] ?? 0) - 1);
    this.gone.push(discordId, name, dm, ...own.map(({ text }) => text));
    this.#nobodyIsIt(known.id);
  }

  /** No table waits for the member, and no vote of theirs counts. */
  #nobodyIsIt(member: number): void {
    const { store } = this.c;
    for (const game of store.runningOf('army')) {
      const councils = store.entries(game.id).filter((entry) => entry.kind === 'council');
      expect(councils.at(-1)?.council.commanders ?? []).not.toContain(member);
      for (const { id } of store.openBallots(game.id))
        expect(standingVotes(store.votes(id)).map((vote) => vote.member)).not.toContain(member);
    }
  }

  /** Another process finds every table as this one has it, and every die honest. */
  check(): void {
    const { store, host } = this.c;
    const other = createHost(store, LIBRARY, () => Promise.resolve(Buffer.of()));
    const looked = (one: typeof host) => [one.maps.forChannel(this.#as(0)), one.council.show(this.#as(0))];
    expect(JSON.stringify(looked(other))).toBe(JSON.stringify(looked(host)));
    said(host.games.abandon(this.#as(0, true), null));
    const ended = host.verify.completions(this.#as(0));
    expect(ended.length).toBeGreaterThan(0);
    for (const { value } of ended) {
      expect(host.verify.verify(this.#as(0), value).text).toContain('The dice are honest');
      expect(host.log.page(this.#as(0), value, 0).text).not.toBe('');
    }
    expect(host.log.file(this.#as(0)).files).toHaveLength(1);
  }
}

let runs = 0;
test('whoever leaves, whenever: every log folds, every seal verifies, and not a byte of theirs is left', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(), (steps, luck) => {
      const file = `${++runs}.sqlite`;
      const company = new Company(camp({ mode: 'vote' }, { file, chance: chanceOf(String(luck)) }));
      for (const one of steps) company.do(one);
      company.check();
      // The file may have been written anew already, and is at most once an hour.
      company.c.wait(3_610_000);
      expect(company.c.store.vacuumDue()).toBeNull();
      expect(tracesOf(company.gone, temporary(file))).toEqual([]);
      expect(statSync(temporary(file)).size).toBeGreaterThan(0);
    }),
    { numRuns: drawnCases(8) },
  );
});
