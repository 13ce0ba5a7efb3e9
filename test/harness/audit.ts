import { type Order, orderKey } from '../../src/game/index.ts';
import type { Asked, Claim, Claims, Trace } from './claims.ts';
import type { BallotRow, EntryRow, Holdings, VoteRow } from './database.ts';

/** Kinds of entries that an act of a member may cause: it may also be the first to find a ballot's time over, or close it. */
const BESIDES: { readonly [what in Asked['what']]: readonly string[] } = {
  order: ['order', 'ballot', 'council'],
  reason: ['ballot', 'council'],
  withdraw: ['ballot', 'council'],
  count: ['ballot', 'council'],
  motion: ['council'],
  undo: ['undo'],
  abandon: ['abandon'],
  start: ['start'],
  'what-if': ['start'],
  forget: [],
  overrule: ['order'],
  council: ['council'],
};
/** Kinds of entries that a refused act may cause: those of a clock that the member came too late for. */
const STRUCK: readonly string[] = ['ballot', 'council'];

interface Found {
  readonly entries: readonly EntryRow[];
  readonly votes: readonly VoteRow[];
}

/** Counts of an audit. */
export interface Audited {
  readonly acknowledged: number;
  /** Of what nobody answered. */
  readonly doneUnheard: number;
  readonly orders: number;
  readonly votes: number;
}

/**
 * Holds what members were told against what a database has, time and again: whatever was once there must stay as it was. It throws at
 * the first thing that does not agree.
 */
export class Audit {
  readonly #claims: Claims;
  /** Whose number is whose, also after they have gone. */
  readonly #members = new Map<number, string>();
  readonly #log = new Map<string, string>();

  constructor(claims: Claims) {
    this.#claims = claims;
  }

  /** @throws an AssertionError that says what does not agree */
  check(holdings: Holdings): Audited {
    for (const [id, discord] of holdings.members) if (discord !== null) this.#members.set(id, discord);
    this.#checkLog(holdings);
    this.#checkBallots(holdings);
    return this.#checkClaims(holdings);
  }

  /** Every log is whole, and begins as it did the last time. */
  #checkLog({ entries, games }: Holdings): void {
    const next = new Map(games.map(({ id }) => [id, 0]));
    const now = new Set<string>();
    for (const entry of entries) {
      const at = `Entry ${entry.seq} of ${entry.game}`;
      same(entry.seq, next.get(entry.game), `${at} follows on`);
      next.set(entry.game, entry.seq + 1);
      const key = `${entry.game} ${entry.seq}`;
      const text = JSON.stringify(entry);
      same(text, this.#log.get(key) ?? text, `${at} is as it was`);
      this.#log.set(key, text);
      now.add(key);
    }
    for (const key of this.#log.keys()) if (!now.has(key)) throw new Disagreement(`Entry ${key} has gone`);
    const running = games.filter(({ ended }) => ended === null).map(({ channel }) => channel);
    same(new Set(running).size, running.length, 'A channel has one running game');
  }

  /** A ballot is decided once, by what one of its standing votes is for, as many as it says; no other order came of no member. */
  #checkBallots({ ballots, entries, votes }: Holdings): void {
    const deciding = new Map<number, EntryRow[]>();
    for (const entry of entries)
      if (entry.ballot !== null) deciding.set(entry.ballot, [...(deciding.get(entry.ballot) ?? []), entry]);
    const byBallot = grouped(votes);
    const known = new Map(ballots.map((ballot) => [ballot.id, ballot]));
    for (const ballot of ballots) {
      const own = (deciding.get(ballot.id) ?? []).filter(({ member, kind }) => kind !== 'order' || member === null);
      const kinds = own.map(({ kind }) => kind).join();
      if (ballot.how !== 'decided') same(kinds, '', `Ballot ${ballot.id} (${ballot.how}) decides nothing`);
      else if (ballot.subject === 'council') same(kinds, 'council', `Ballot ${ballot.id} changes the council once`);
      else checkDecision(ballot, own, byBallot.get(ballot.id) ?? []);
    }
    for (const [index, { kind, interaction, ballot, cause, game, seq, at }] of entries.entries()) {
      if (kind !== 'order' || interaction !== null || cause !== null) continue;
      // A game passes by itself where its rules leave nothing else, at the moment of the order before.
      const before = entries[index - 1];
      const passes = before?.game === game && before.kind === 'order' && before.at === at;
      if (!passes && known.get(ballot ?? 0)?.how !== 'decided')
        throw new Disagreement(`Order ${seq} of ${game} is nobody’s`);
    }
  }

  #checkClaims(holdings: Holdings): Audited {
    const entries = new Map(
      holdings.entries.flatMap((entry) => (entry.interaction ? [[entry.interaction, entry]] : [])),
    );
    // A member whose data is deleted withdraws all their votes with one press: each row names the press and its ballot.
    const votes = new Map(holdings.votes.map((vote) => [vote.interaction, vote]));
    for (const id of [...entries.keys(), ...votes.keys(), ...holdings.openings, ...holdings.forgotten]) {
      if (!this.#claims.get(id.split('/')[0] as string)) throw new Disagreement(`Nobody ever did ${id}`);
    }
    let [acknowledged, doneUnheard] = [0, 0];
    for (const claim of this.#claims.all()) {
      const id = claim.interaction;
      const entry = entries.get(id);
      const vote = votes.get(id);
      const found = { entries: entry ? [entry] : [], votes: vote ? [vote] : [] };
      this.#checkClaim(claim, found, holdings);
      if (claim.told !== null && claim.told.length > 0) acknowledged += 1;
      if (claim.told === null && (entry || vote)) doneUnheard += 1;
    }
    const orders = holdings.entries.filter(({ kind }) => kind === 'order').length;
    return { acknowledged, doneUnheard, orders, votes: holdings.votes.length };
  }

  #checkClaim(claim: Claim, found: Found, holdings: Holdings): void {
    const what = `${JSON.stringify(claim)}, of which there is ${JSON.stringify(found)}`;
    const { told, asked } = claim;
    if (told && told.length > 0 && !told.some((trace) => this.#has(trace, claim, found, holdings)))
      throw new Disagreement(`Acknowledged, and not there: ${what}`);
    const promised = (told ?? []).flatMap((trace) => (trace.in === 'entry' ? [trace.kind] : []));
    const allowed =
      told === null
        ? BESIDES[asked.what]
        : [...promised, ...STRUCK.filter((kind) => BESIDES[asked.what].includes(kind))];
    for (const entry of found.entries) {
      if (!allowed.includes(entry.kind)) throw new Disagreement(`There, and nobody was told so: ${what}`);
      if (entry.kind === 'order' && 'key' in asked) same(keyOf(entry), asked.key, `The order of ${what}`);
      this.#checkMember(entry.member, claim, what);
    }
    for (const vote of found.votes) {
      if (told !== null && !told.some((trace) => trace.in === 'vote'))
        throw new Disagreement(`A vote of nobody: ${what}`);
      this.#checkMember(vote.member, claim, what);
    }
  }

  #checkMember(member: number | null, claim: Claim, what: string): void {
    // An entry of a clock has no member. A member whose data was deleted before the first audit has no known id.
    if (member !== null) same(this.#members.get(member) ?? claim.member, claim.member, `The member of ${what}`);
  }

  #has(trace: Trace, claim: Claim, found: Found, { openings, forgotten, members }: Holdings): boolean {
    switch (trace.in) {
      case 'entry':
        return found.entries.some(
          (entry) =>
            entry.kind === trace.kind &&
            (trace.key === undefined || keyOf(entry) === trace.key) &&
            agrees(entry, claim),
        );
      case 'vote':
        return found.votes.some(
          ({ choice, reason, member }) =>
            (trace.choice === undefined || choice === trace.choice) &&
            // Deleting a member's data deletes their reasons.
            (trace.reason === undefined || reason === trace.reason || members.get(member) === null),
        );
      case 'opening':
        return openings.has(claim.interaction);
      case 'forgotten':
        return forgotten.has(claim.interaction);
    }
  }
}

/** The database does not agree with what members were told. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

export function same(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Disagreement(`${what}: found ${String(found)}, not ${String(wanted)}`);
}

function keyOf({ body }: EntryRow): string {
  return orderKey(JSON.parse(body ?? 'null') as Order);
}

/** The setting that a member was told they had made is in the entry they made. */
function agrees({ kind, body }: EntryRow, { asked }: Claim): boolean {
  if (kind !== 'council' || asked.what !== 'council') return true;
  const { council } = JSON.parse(body ?? 'null') as { council: Council };
  const { setting, value } = asked;
  switch (setting) {
    case 'mode':
      return council.mode === value;
    case 'quorum':
    case 'early':
    case 'tie':
      return council.ballot[setting] === value;
    case 'window':
      return council.ballot.window === WINDOWS[value];
    case 'rotate':
      return council.rotate.after === (value === '6h' ? 'silence' : value);
    default:
      return true;
  }
}

interface Council {
  readonly mode: string;
  readonly ballot: {
    readonly quorum: number;
    readonly early: number | null;
    readonly tie: string;
    readonly window: number;
  };
  readonly rotate: { readonly after: string };
}

const HOUR = 3_600_000;
const WINDOWS: Readonly<Record<string, number>> = { '1m': HOUR / 60, '1h': HOUR, '6h': 6 * HOUR, '1 day': 24 * HOUR };

function checkDecision({ id, decision }: BallotRow, own: readonly EntryRow[], votes: readonly VoteRow[]): void {
  const kinds = own.map(({ kind }) => kind).join();
  same(/^ballot(,order)+$/.test(kinds), true, `Ballot ${id} is decided once, not by ${kinds},`);
  const { choice, votes: counted, of, tie } = JSON.parse(decision ?? 'null') as Decision;
  checkCarriedOut(`Ballot ${id}`, choice, own.slice(1).map(keyOf));
  const ordered = inTurn(votes);
  const lines = standing(ordered);
  const sizes = [...lines.values()].map(({ length }) => length);
  same(
    sizes.reduce((sum, size) => sum + size, 0),
    of,
    `Ballot ${id} counts every vote`,
  );
  same(lines.get(choice)?.length ?? 0, counted, `Ballot ${id} counts those for ${choice}`);
  same(counted, Math.max(...sizes), `Ballot ${id} is won by the most votes`);
  const tied = [...lines].filter(([, voters]) => voters.length === counted).map(([one]) => one);
  if (tie?.rule !== 'held-longest') return;
  const since = (one: string) =>
    ordered.findLastIndex((_, at) => (standing(ordered.slice(0, at)).get(one)?.length ?? 0) < counted);
  const longest = tied.reduce((best, one) => (since(one) < since(best) ? one : best));
  same(choice, longest, `Ballot ${id}, tied, is won by what had its votes longest`);
}

interface Decision {
  readonly choice: string;
  readonly votes: number;
  readonly of: number;
  readonly tie?: { readonly rule: string } | null;
}

/** Ids grow with time. */
function inTurn(votes: readonly VoteRow[]): VoteRow[] {
  const number = ({ interaction }: VoteRow) => BigInt(interaction.split('/')[0] as string);
  return votes.toSorted((a, b) => (number(a) < number(b) ? -1 : 1));
}

/** The members behind each choice once all of these votes are cast. */
export function standing(votes: readonly VoteRow[]): ReadonlyMap<string, readonly number[]> {
  const last = new Map<number, string | null>();
  for (const { member, choice } of inTurn(votes)) last.set(member, choice);
  const lines = new Map<string, number[]>();
  for (const [member, choice] of last) if (choice !== null) lines.set(choice, [...(lines.get(choice) ?? []), member]);
  return lines;
}

/** An order is carried out once; of a plan, its orders in turn, as far as they were legal, and what its shortcuts give. */
function checkCarriedOut(ballot: string, choice: string, done: readonly string[]): void {
  const chosen = JSON.parse(choice) as Order | readonly (Order | string)[];
  if (!isPlan(chosen)) {
    same(done.join(), choice, `${ballot} is decided once, and carries out what it decided`);
    return;
  }
  let left = chosen.flatMap((step) => (typeof step === 'object' ? [orderKey(step)] : []));
  const hasShortcut = chosen.some((step) => typeof step === 'string');
  for (const key of done) {
    const at = left.indexOf(key);
    if (at >= 0) left = left.slice(at + 1);
    else same(hasShortcut, true, `${key} is of the plan that ${ballot} decided, once and in its turn`);
  }
}

function isPlan(chosen: Order | readonly (Order | string)[]): chosen is readonly (Order | string)[] {
  return Array.isArray(chosen);
}

export function grouped(votes: readonly VoteRow[]): Map<number, VoteRow[]> {
  const groups = new Map<number, VoteRow[]>();
  for (const vote of votes) groups.set(vote.ballot, [...(groups.get(vote.ballot) ?? []), vote]);
  return groups;
}
