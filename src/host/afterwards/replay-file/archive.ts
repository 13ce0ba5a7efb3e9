import { type BallotRules, type Council, type Decision, MINUTE } from '../../../council/index.ts';
import type { Order, SeatId, Throw } from '../../../game/index.ts';
import type { BallotRecord, EntryBody, EntryRecord, MemberRecord, VoteRecord } from '../../../store/index.ts';
import { writeChoice } from '../../base/ballot-choice.ts';
import type { GameArchive } from './export-redaction.ts';
import type {
  ExportedBallot,
  ExportedChoice,
  ExportedCouncil,
  ExportedDecision,
  ExportedEntry,
  ExportedEntryBody,
  ExportedRules,
  ExportedThrow,
  ReadGame,
} from './replay-schema.ts';

/** Whether a file leaves out secret orders, secret ballots or the cards of shuffles, because the game goes on. */
export function fileHidesSomething({ log, ballots }: ReadGame): boolean {
  const hidden = (throws: readonly ExportedThrow[] | null) =>
    throws?.some((thrown) => thrown.kind === 'shuffle' && thrown.deal === null) ?? true;
  const inLog = log.some((entry) => {
    if (entry.kind === 'start') return hidden(entry.throws) || entry.inherited?.some(({ order }) => order === null);
    return entry.kind === 'order' && (entry.order === null || hidden(entry.throws));
  });
  return inLog || ballots.some(({ closed, tally }) => closed !== null && tally === null);
}

const NO_ROLES = { voters: 0, reminder: 0 };

/** A game as the store would have it. If the file has a fact twice, the log counts here. They are compared later. */
export function archiveOf(replay: ReadGame): GameArchive {
  const members = new Map<string, MemberRecord>();
  /** How many roles could vote or were pinged so far. Counts stand for roles, since a file has no ids. */
  const roles = new Map<SeatId, typeof NO_ROLES>();

  function memberOf(name: string): MemberRecord {
    const known = members.get(name);
    if (known) return known;
    const member = { id: members.size + 1, discordId: null, name };
    members.set(name, member);
    return member;
  }

  function memberOrNobody(name: string | null | undefined): MemberRecord | null {
    return name === null || name === undefined ? null : memberOf(name);
  }

  function entryOf({ seq, at, by, told, ...body }: ExportedEntry): EntryRecord {
    const member = memberOrNobody(by);
    return { game: replay.game, seq, member, at: Date.parse(at), ...bodyOf(body, told) };
  }

  function bodyOf(body: ExportedEntryBody, told: readonly string[]): EntryBody {
    switch (body.kind) {
      case 'start': {
        const inherited = body.inherited?.map(({ seat, order, throws }) => ({
          seat,
          order: order as Order,
          throws: allThrows(throws),
        }));
        return { kind: 'start', throws: allThrows(body.throws), ...(inherited ? { inherited } : {}) };
      }
      case 'order': {
        const { order, throws, said: _, takenBackBy: __, ...given } = body;
        return { ...given, order: order as Order, throws: allThrows(throws) };
      }
      case 'undo':
      case 'abandon':
        return body;
      case 'council': {
        const { council, lets, ...changed } = body;
        noteRoles(body.seat, told.join(' '));
        const letting = lets === undefined ? {} : { lets: memberOf(lets).id };
        return { ...changed, council: councilOf(council, body.seat), ...letting };
      }
      case 'ballot':
        return { ...body, decision: decisionOf(body.decision), throws: allThrows(body.throws) };
      default:
        return body satisfies never;
    }
  }

  /** Notes that a change names a new role. The patterns also fit the words of earlier files. */
  function noteRoles(seat: SeatId, told: string): void {
    const { voters, reminder } = roles.get(seat) ?? NO_ROLES;
    roles.set(seat, {
      voters: voters + Number(/with the role @role (?:can|may) vote/.test(told)),
      reminder: reminder + Number(/(?:too few have voted|votes are missing), for @role/.test(told)),
    });
  }

  function councilOf({ mode, commanders, rotate, ballot, odds = null }: ExportedCouncil, seat: SeatId): Council {
    const members = commanders.map((name) => memberOf(name).id);
    return { mode, commanders: members, rotate, ballot: rulesOf(ballot, seat), odds };
  }

  function rulesOf(rules: ExportedRules, seat: SeatId): BallotRules {
    const { windowMinutes, quorum, early, tie, withoutQuorum, voters, sealed, secret = true, reminder } = rules;
    const named = roles.get(seat) ?? NO_ROLES;
    return {
      window: Math.round(windowMinutes * MINUTE),
      quorum,
      early,
      tie,
      short: withoutQuorum,
      voters: { ...voters, role: voters.role ? String(named.voters) : null },
      sealed,
      secret,
      reminder: reminder && { role: reminder === 'role' ? String(named.reminder) : null },
    };
  }

  function ballotOf(ballot: ExportedBallot, number: number): BallotRecord {
    const { seat, after, proposed, openedBy, openedAt, rules, casting, closes, extended, closed } = ballot;
    const opened = Date.parse(openedAt);
    return {
      id: number,
      game: replay.game,
      seat,
      seq: after,
      subject: proposed ? { kind: 'council', proposed: councilOf(proposed, seat) } : { kind: 'order' },
      rules: rulesOf(rules, seat),
      opener: memberOrNobody(openedBy),
      casting: memberOrNobody(casting),
      openedAt: opened,
      clockwork: { began: opened, closes: closes === null ? null : Date.parse(closes), extended, reminded: false },
      closed: closed && {
        at: Date.parse(closed.at),
        how: closed.how,
        why: closed.why,
        by: memberOrNobody(closed.by),
        decision: closed.decision && decisionOf(closed.decision),
      },
      message: null,
      revision: 0,
      shown: 0,
      forSide: null,
    };
  }

  function votesOf({ votes }: ExportedBallot, number: number): (VoteRecord & { readonly ballot: number })[] {
    return (votes ?? []).map(({ by, at, choice, reason }, index) => {
      const member = memberOf(by);
      const chosen = choice === null ? null : choiceKey(choice);
      // Votes are sorted by the ids of their presses, so ids must be of one length.
      const cast = String(index).padStart(8, '0');
      return { ballot: number, member: member.id, by: member, at: Date.parse(at), choice: chosen, reason, cast };
    });
  }

  const { game, system, variant, dataset, seal, secret, startedBy, startedAt, whatIf, ended } = replay;
  const entries = replay.log.map(entryOf);
  const ballots = replay.ballots.map((ballot, index) => ballotOf(ballot, index + 1));
  const votes = replay.ballots.flatMap((ballot, index) => votesOf(ballot, index + 1));
  const [first, last] = [entries[0], entries.at(-1)];
  // If the starter's data was deleted before their thread opened, the first entry names no member.
  const starter = first?.member ?? memberOf(startedBy);
  const byId = new Map([...members.values()].map((member) => [member.id, member]));
  return {
    game: {
      id: game,
      channel: '',
      guild: null,
      system: system.id,
      variant: variant.id,
      dataset: dataset.hash,
      seal,
      secret: secret ?? '',
      starter,
      startedAt: first?.at ?? Date.parse(startedAt),
      ended: ended && { at: last?.at ?? 0, how: last?.kind === 'abandon' ? 'abandoned' : 'finished' },
      whatIf: whatIf ? { game: whatIf.game, seq: whatIf.after } : null,
    },
    dataset: { hash: dataset.hash, system: system.id, files: JSON.stringify(dataset.files) },
    entries,
    ballots,
    votes,
    memberById: (id) => byId.get(id) ?? null,
  };
}

/** A choice as votes store it: the JSON of an order or a plan, or "for" and "against". */
function choiceKey(choice: ExportedChoice): string {
  if (typeof choice === 'string') return choice;
  return writeChoice('plan' in choice ? choice.plan : [choice.order as Order]);
}

function decisionOf({ choice, votes, of, tie }: ExportedDecision): Decision {
  return { choice: choiceKey(choice), votes, of, tie: tie && { rule: tie.rule, among: tie.among.map(choiceKey) } };
}

/** Throws of a file that leaves none out. */
function allThrows(throws: readonly ExportedThrow[] | null): Throw[] {
  return (throws ?? []) as Throw[];
}
