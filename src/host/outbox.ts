import type { NoticeRecord, OwedRecord } from '../store/index.ts';
import { type Announcement, type Answer, type Point, say } from './answer.ts';
import type { Councils } from './council/councils.ts';
import type { Faces } from './council/faces.ts';
import type { Ledger } from './ledger.ts';
import { News } from './news.ts';
import { DECIDE } from './offers.ts';
import { fitting } from './reader.ts';
import { report } from './report.ts';
import { WORDS } from './wording.ts';

/** Something that a channel has still to hear or to see. */
export type Due = Place &
  (
    | { readonly what: 'map'; readonly game: string }
    /** `forSide`: in the channel for its side's ballots. */
    | { readonly what: 'ballot'; readonly game: string; readonly ballot: number; readonly forSide?: true }
    /** `since`: milliseconds since 1970. */
    | { readonly what: 'notice'; readonly notice: number; readonly since: number }
  );

interface Place {
  readonly channel: string;
  /** Null: a DM with the bot. */
  readonly guild: string | null;
}

/** Words that a channel may have already, where the word of their arrival was lost. */
export interface Written {
  readonly notice: number;
  readonly text: string;
  /** Whether they may be part of a longer message. */
  readonly part: boolean;
  /** From when on they may be there, milliseconds since 1970. */
  readonly since: number;
}

/** From here on words that come late say so. Milliseconds. */
const LATE_MS = 60_000;

/** What channels are owed: maps, the messages of ballots, and words that neither brings. */
export class Outbox {
  readonly #ledger: Ledger;
  readonly #councils: Councils;
  readonly #faces: Faces;
  readonly #news: News;

  constructor(ledger: Ledger, councils: Councils, faces: Faces) {
    this.#ledger = ledger;
    this.#councils = councils;
    this.#faces = faces;
    this.#news = new News(ledger, councils);
  }

  /** All of it, what has waited longest first; of a game, what its map brings only with it. Nothing is built for it. */
  due(): Due[] {
    const { store } = this.#ledger;
    const maps = store.owed();
    const shown = new Set(maps.map(({ game }) => game));
    const dues: { readonly due: Due; readonly since: number }[] = [];
    for (const { id, channel, guild, since, kind, about } of store.notices())
      if (!isCall(kind) || about === null || !shown.has(about.game))
        dues.push({ due: { what: 'notice', notice: id, channel, guild, since }, since });
    for (const { game, channel, since } of maps)
      dues.push({ due: { what: 'map', game, channel, guild: store.guildOf(game) }, since });
    const ballots = this.#faces
      .unposted()
      .map((one): Due => ({ what: 'ballot', ...one, guild: store.guildOf(one.game) }));
    return [...dues.sort((one, other) => one.since - other.since).map(({ due }) => due), ...ballots];
  }

  /** The map a game owes its channel, as the last of its entries that does; null: none. */
  owedBy(game: string): OwedRecord | null {
    return this.#ledger.store.owedBy(game);
  }

  /**
   * The map a channel was owed, with what it has not heard, a line that says why it comes late, and the calls to command that stand.
   * Null where there is nothing to be shown.
   * @param heard entries of the game, by their number, that the channel has heard of already
   */
  late(owed: OwedRecord, heard: ReadonlySet<number>): Answer | null {
    const { store, tables, render } = this.#ledger;
    const game = store.game(owed.game);
    if (!game) return null;
    const tells = store.owedUpTo(game.id, owed.seq);
    const untold = tells.filter((seq) => !heard.has(seq));
    const answer = fitting(() => {
      const table = tables.table(game);
      const calls = this.#callsTo(game.id);
      const map = report(table, render, [...calls.map(({ text }) => text), WORDS.late]);
      const users = calls.flatMap((call) => call.users);
      const pings = { roles: calls.flatMap((call) => call.roles), users };
      return this.#news.before({ ...map, pings, notices: calls.map(({ id }) => id) }, table, untold);
    });
    return { ...answer, to: 'channel', tells };
  }

  /** Entries of a game up to a point that its channel has still to see, by their number. */
  owedUpTo({ game, seq }: Point): readonly number[] {
    return this.#ledger.store.owedUpTo(game, seq);
  }

  /** A map with what its channel has not heard before it: these entries, by their number. */
  withNews(answer: Answer, { game: id }: Point, entries: readonly number[]): Answer {
    const game = this.#ledger.store.game(id);
    if (!game) return answer;
    return this.#news.before(answer, this.#ledger.tables.table(game), entries, [`-# ${WORDS.late}`]);
  }

  /** Calls to command or to order, of a game, that stand; the others are struck out. */
  #callsTo(game: string): NoticeRecord[] {
    const { store } = this.#ledger;
    const calls = store.noticesOf(game).filter(({ kind }) => isCall(kind));
    return calls.filter((call) => this.#stands(call, Number.NEGATIVE_INFINITY));
  }

  /** Words that a channel may have already: a notice, or the calls that a game's map brings. */
  written(due: Due): Written[] {
    const { store } = this.#ledger;
    const notices = due.what === 'notice' ? [store.notice(due.notice)] : [];
    const calls = due.what === 'map' ? store.noticesOf(due.game).filter(({ kind }) => isCall(kind)) : [];
    return [...notices, ...calls].flatMap((notice) =>
      notice ? [{ notice: notice.id, text: notice.text, part: isCall(notice.kind), since: notice.since }] : [],
    );
  }

  /**
   * Words that come by themselves; more than a minute late they say so. Null: the channel has them, or they are not worth telling any
   * more, and are struck out.
   */
  telling(id: number, now: number): Announcement | null {
    const notice = this.#ledger.store.notice(id);
    if (!notice || !this.#stands(notice, now)) return null;
    const { channel, text, kind, roles, replyTo, since } = notice;
    const late = now - since > LATE_MS ? `\n-# ${WORDS.late}` : '';
    const users = kind === 'council' ? notice.users.filter((user) => this.#commands(notice, user)) : notice.users;
    const answer = say('channel', `${text}${late}`, {
      pings: { roles, users },
      notices: [id],
      replyTo,
      rows: kind === 'council' ? [[DECIDE]] : [],
    });
    return { channel, answer };
  }

  /** Its channel has them, or there is no such channel any more. */
  heard(notices: readonly number[]): void {
    const { store } = this.#ledger;
    if (notices.length === 0) return;
    store.relaxedTransaction(() => {
      for (const id of notices) store.strikeOut(id);
    });
  }

  /** Whether words are worth telling still; if not, they are struck out. */
  #stands(notice: NoticeRecord, now: number): boolean {
    if (this.#isWorthTelling(notice, now)) return true;
    this.heard([notice.id]);
    return false;
  }

  #isWorthTelling(notice: NoticeRecord, now: number): boolean {
    const { store } = this.#ledger;
    const { kind, about, ballot } = notice;
    if (kind === 'news' || about === null) return true;
    const game = store.game(about.game);
    if (!game || game.ended) return false;
    switch (kind) {
      case 'council':
        return true;
      case 'ballot': {
        const open = ballot === null ? null : store.ballot(ballot);
        // What is closed by the clock in a moment is not reminded of.
        return open !== null && open.closed === null && (open.clockwork.closes ?? Number.POSITIVE_INFINITY) > now;
      }
      case 'call':
        return notice.users.some((user) => this.#commands(notice, user) && !this.#hasOrdered(notice, user));
      case 'turn':
        return notice.asked !== undefined && this.#isAwaited(about.game, notice.asked);
      case 'rest':
        return store.lastSeq(about.game) === about.seq;
      default:
        return kind satisfies never;
    }
  }

  #isAwaited(game: string, { seat, phaseKey }: NonNullable<NoticeRecord['asked']>): boolean {
    return (this.#ledger.store.turnCall(game, seat, phaseKey)?.since ?? null) !== null;
  }

  /** Whether a member holds command of some seat of the game. */
  #commands({ about }: NoticeRecord, user: string): boolean {
    if (about === null) return false;
    return Object.values(this.#ledger.tables.councilsOf(about.game)).some(
      ({ mode, commanders: [holder] }) =>
        mode === 'commander' && holder !== undefined && this.#councils.isAmong([holder], user),
    );
  }

  #hasOrdered({ about }: NoticeRecord, user: string): boolean {
    if (about === null) return false;
    const { store } = this.#ledger;
    const member = store.knownMember(user);
    return member !== null && store.hasOrdered(about.game, member.id, about.seq);
  }

  /** Running games of a guild (null: those in DMs) whose present map is to be shown when the bot comes back to it. */
  returning(guild: string | null): { readonly game: string; readonly channel: string }[] {
    return this.#ledger.store.runningOf(guild).map(({ id, channel }) => ({ game: id, channel }));
  }

  /** How a game stands, for when the bot is back; null: it does not run any more, or owes a map that says more. */
  returned(id: string): Announcement | null {
    const { store, tables, render } = this.#ledger;
    const game = store.game(id);
    if (!game || game.ended || store.owedBy(id)) return null;
    const answer = fitting(() => report(tables.table(game), render, [GOES_ON]));
    return { channel: game.channel, answer: { ...answer, to: 'channel' } };
  }
}

/** Words that a map brings with it. */
function isCall(kind: NoticeRecord['kind']): boolean {
  return kind === 'call' || kind === 'turn';
}

const GOES_ON = 'The campaign goes on. This is how it stands.';
