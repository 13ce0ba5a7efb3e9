import { changesInWords, countInWords, decisionInWords } from '../../../council/index.ts';
import type { BallotRecord, EntryRecord, InheritedOrder } from '../../../store/index.ts';
import { CouncilHistory } from '../../messages/council-history.ts';
import type { LogStep } from '../../table/replay-log.ts';
import { type RedactedParts, time, written } from './export-redaction.ts';
import { withoutIds } from './exported-names.ts';
import type { ExportedDeed, ExportedEntry, ExportedInherited } from './replay-schema.ts';

/** The entries of a log as a file has them. */
export class ExportedEntries {
  readonly #parts: RedactedParts;
  readonly #councils: CouncilHistory;
  readonly #ballots: ReadonlyMap<number, BallotRecord>;

  constructor(parts: RedactedParts) {
    this.#parts = parts;
    this.#councils = new CouncilHistory(parts.archive.entries);
    this.#ballots = new Map(parts.archive.ballots.map((ballot) => [ballot.id, ballot]));
  }

  entry({ entry, events, takenBackBy }: Omit<LogStep, 'state'>): ExportedEntry {
    const told = [...events.flatMap((event) => this.#parts.voice.tell(event, 'public') ?? []), ...this.#decided(entry)];
    const by = entry.member && this.#parts.names.of(entry.member);
    return { seq: entry.seq, at: time(entry.at), by, ...this.#deed(entry, takenBackBy), told };
  }

  /** What a ballot came to, or a council was changed in, as sentences. */
  #decided(entry: EntryRecord): string[] {
    if (entry.kind === 'ballot') {
      const said = (choice: string) => {
        const chosen = this.#parts.choice(choice, entry.seat);
        return `“${typeof chosen === 'string' ? chosen : chosen.said}”`;
      };
      const ballot = this.#ballots.get(entry.ballot);
      const casting = ballot?.casting;
      const words = this.#parts.isSecretBallot(ballot)
        ? countInWords(entry.decision)
        : decisionInWords(entry.decision, said, casting ? this.#parts.names.of(casting) : null);
      return [`Decided ${words}.`];
    }
    if (entry.kind !== 'council') return [];
    const old = this.#councils.after(entry.seat, entry.seq - 1);
    const changes = changesInWords(
      old,
      entry.council,
      (member) => this.#parts.names.ofId(member),
      null,
      this.#parts.voice.side(entry.seat),
    );
    return changes.length > 0 ? [`Changed: ${withoutIds(changes.join('; '))}.`] : [];
  }

  #deed(entry: EntryRecord, takenBackBy: EntryRecord | null): ExportedDeed {
    switch (entry.kind) {
      case 'start': {
        const { kind, throws, inherited } = entry;
        const taken = inherited && { inherited: inherited.map((one) => this.#inherited(one)) };
        return { kind, throws: this.#parts.throws(throws), ...taken };
      }
      case 'order': {
        const { kind, seat, order, reason, ballot, cause } = entry;
        const secret = this.#parts.isSecretOrder(order);
        return {
          kind,
          seat,
          ...this.#parts.order(order, seat),
          throws: secret ? null : this.#parts.throws(entry.throws),
          reason: secret ? null : written(reason),
          ballot: this.#parts.number(ballot),
          ...(cause ? { cause } : {}),
          takenBackBy: takenBackBy?.seq ?? null,
        };
      }
      case 'undo':
        return {
          kind: 'undo',
          takesBack: entry.takesBack,
          ...(entry.reason === undefined ? {} : { reason: withoutIds(entry.reason) }),
          ...(entry.agreed === undefined ? {} : { agreed: entry.agreed }),
        };
      case 'abandon':
        return { kind: 'abandon' };
      case 'council': {
        const { kind, seat, council, cause, ballot, lets, reason } = entry;
        return {
          kind,
          seat,
          council: this.#parts.council(council),
          cause,
          ballot: this.#parts.number(ballot),
          ...(lets === undefined ? {} : { lets: this.#parts.names.ofId(lets) }),
          ...(reason === undefined ? {} : { reason: withoutIds(reason) }),
        };
      }
      case 'ballot': {
        const { kind, seat, ballot, decision, throws } = entry;
        const number = this.#parts.number(ballot) as number;
        const hides = this.#parts.isSecretBallot(this.#ballots.get(ballot));
        return {
          kind,
          seat,
          ballot: number,
          decision: this.#parts.decision(decision, seat, hides),
          // The die of a tie has a side for each choice that was level.
          throws: this.#parts.hidesChoices ? [] : this.#parts.throws(throws),
        };
      }
      default:
        return entry satisfies never;
    }
  }

  #inherited({ seat, order, throws }: InheritedOrder): ExportedInherited {
    return {
      seat,
      ...this.#parts.order(order, seat),
      throws: this.#parts.isSecretOrder(order) ? null : this.#parts.throws(throws),
    };
  }
}
