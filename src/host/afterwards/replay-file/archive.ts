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

/** A game as the store would have it. If the file has a fact twice, the log counts here. They are compared later. */
export function archiveOf(game: ReadGame): GameArchive {
  return new ArchiveReader(game).archive();
}

class ArchiveReader {
  readonly #game: ReadGame;
  readonly #members = new Map<string, MemberRecord>();
  /** How many roles could vote or were pinged so far. Counts stand for roles, since a file has no ids. */
  readonly #roles = new Map<SeatId, { voters: number; reminder: number }>();

  constructor(game: ReadGame) {
    this.#game = game;
  }

  archive(): GameArchive {
    const { game, system, variant, dataset, seal, secret, startedBy, startedAt, whatIf, ended } = this.#game;
    const entries = this.#game.log.map((entry) => this.#entry(entry));
    const ballots = this.#game.ballots.map((ballot, index) => this.#ballot(ballot, index + 1));
    const votes = this.#game.ballots.flatMap((ballot, index) => this.#votes(ballot, index + 1));
    const [first, last] = [entries[0], entries.at(-1)];
    // If the starter's data was deleted before their thread opened, the first entry names no member.
    const starter = first?.member ?? this.#member(startedBy);
    const byId = new Map([...this.#members.values()].map((member) => [member.id, member]));
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

  #member(name: string): MemberRecord {
    const known = this.#members.get(name);
    if (known) return known;
    const member = { id: this.#members.size + 1, discordId: null, name };
    this.#members.set(name, member);
    return member;
  }

  #memberOrNobody(name: string | null | undefined): MemberRecord | null {
    return name === null || name === undefined ? null : this.#member(name);
  }

  #entry({ seq, at, by, told, ...body }: ExportedEntry): EntryRecord {
    const member = this.#memberOrNobody(by);
    return { game: this.#game.game, seq, member, at: Date.parse(at), ...this.#body(body, told) };
  }

  #body(body: ExportedEntryBody, told: readonly string[]): EntryBody {
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
        this.#noteRoles(body.seat, told.join(' '));
        const letting = lets === undefined ? {} : { lets: this.#member(lets).id };
        return { ...changed, council: this.#council(council, body.seat), ...letting };
      }
      case 'ballot':
        return { ...body, decision: decisionOf(body.decision), throws: allThrows(body.throws) };
      default:
        return body satisfies never;
    }
  }

  /** Notes that a change names a new role. The patterns also fit the words of earlier files. */
  #noteRoles(seat: SeatId, told: string): void {
    const { voters, reminder } = this.#roles.get(seat) ?? { voters: 0, reminder: 0 };
    this.#roles.set(seat, {
      voters: voters + Number(/with the role @role (?:can|may) vote/.test(told)),
      reminder: reminder + Number(/(?:too few have voted|votes are missing), for @role/.test(told)),
    });
  }

  #council({ mode, commanders, rotate, ballot, odds = null }: ExportedCouncil, seat: SeatId): Council {
    const members = commanders.map((name) => this.#member(name).id);
    return { mode, commanders: members, rotate, ballot: this.#rules(ballot, seat), odds };
  }

  #rules(rules: ExportedRules, seat: SeatId): BallotRules {
    const { windowMinutes, quorum, early, tie, withoutQuorum, voters, sealed, secret = true, reminder } = rules;
    const roles = this.#roles.get(seat) ?? { voters: 0, reminder: 0 };
    return {
      window: Math.round(windowMinutes * MINUTE),
      quorum,
      early,
      tie,
      short: withoutQuorum,
      voters: { ...voters, role: voters.role ? String(roles.voters) : null },
      sealed,
      secret,
      reminder: reminder && { role: reminder === 'role' ? String(roles.reminder) : null },
    };
  }

  #ballot(ballot: ExportedBallot, number: number): BallotRecord {
    const { seat, after, proposed, openedBy, openedAt, rules, casting, closes, extended, closed } = ballot;
    const opened = Date.parse(openedAt);
    return {
      id: number,
      game: this.#game.game,
      seat,
      seq: after,
      subject: proposed ? { kind: 'council', proposed: this.#council(proposed, seat) } : { kind: 'order' },
      rules: this.#rules(rules, seat),
      opener: this.#memberOrNobody(openedBy),
      casting: this.#memberOrNobody(casting),
      openedAt: opened,
      clockwork: { began: opened, closes: closes === null ? null : Date.parse(closes), extended, reminded: false },
      closed: closed && {
        at: Date.parse(closed.at),
        how: closed.how,
        why: closed.why,
        by: this.#memberOrNobody(closed.by),
        decision: closed.decision && decisionOf(closed.decision),
      },
      message: null,
      revision: 0,
      shown: 0,
      forSide: null,
    };
  }

  #votes({ votes }: ExportedBallot, number: number): (VoteRecord & { readonly ballot: number })[] {
    return (votes ?? []).map(({ by, at, choice, reason }, index) => {
      const member = this.#member(by);
      const chosen = choice === null ? null : choiceKey(choice);
      // Votes are sorted by the ids of their presses, so ids must be of one length.
      const cast = String(index).padStart(8, '0');
      return { ballot: number, member: member.id, by: member, at: Date.parse(at), choice: chosen, reason, cast };
    });
  }
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
