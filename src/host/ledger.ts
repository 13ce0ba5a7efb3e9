import type { EntryBody, EntryRecord, GameRecord, MemberRecord, Store } from '../store/index.ts';
import { type Answer, type Point, say } from './answer.ts';
import type { Caller } from './caller.ts';
import { type Renderer, report } from './report.ts';
import { seatOf } from './seats.ts';
import { stands } from './stands.ts';
import type { Table, Tables } from './table.ts';
import { WORDS } from './wording.ts';

/** Who does something, when: a member by an interaction, or a clock. */
export interface Actor {
  readonly member: { readonly discordId: string; readonly name: string } | null;
  /** Discord's id of what caused it: it is done once, however often it arrives. Null: what follows from something else. */
  readonly interaction: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a clock does. */
export function clockwork(at: number): Actor {
  return { member: null, interaction: null, at };
}

/** The same actor, for a second entry by one interaction. */
export function further(actor: Actor): Actor {
  return { ...actor, interaction: null };
}

/** A game taken further, and what is said of it. */
export interface Change {
  readonly after: Table;
  readonly answer: Answer;
}

export type Written<Body extends EntryBody> = Pick<EntryRecord, 'game' | 'seq' | 'member' | 'at'> & Body;

/** Where games are changed: one transaction each time, all of it on the disk or none. */
export class Ledger {
  readonly store: Store;
  readonly tables: Tables;
  readonly render: Renderer;

  constructor(store: Store, tables: Tables, render: Renderer) {
    this.store = store;
    this.tables = tables;
    this.render = render;
  }

  /**
   * Runs `work` as one transaction, unless the interaction has had its effect already: then the answer is null. Where it took its
   * game is kept once committed.
   */
  once(interaction: string | null, work: () => Answer | Change | null): Answer | null {
    const done = this.store.transaction(() => (interaction !== null && this.store.isDone(interaction) ? null : work()));
    if (done === null || !('after' in done)) return done;
    this.tables.keep(done.after.game.id, done.after.position);
    return done.answer;
  }

  /** `once`, at the table of the channel. With `point`, only if the table still stands there: `moved` may word that it does not. */
  atTable(
    caller: Caller,
    point: Point | null,
    work: (table: Table) => Answer | Change,
    moved: (table: Table) => Answer | null = () => null,
  ): Answer | null {
    return this.once(caller.interaction, () => {
      const game = this.store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.noGame(caller, point);
      const table = this.tables.table(game);
      if (!point || this.stands(table, caller, point)) return work(table);
      return moved(table) ?? this.shown(table, WORDS.movedOn);
    });
  }

  stands(table: Table, caller: Caller, point: Point): boolean {
    return stands(table, () => this.store.entries(table.game.id), seatOf(this.store, table, caller), point);
  }

  /** Appends an entry to a game's log. `owes`: its channel is to see a map of it. */
  append<Body extends EntryBody>(actor: Actor, game: GameRecord, seq: number, body: Body, owes = true): Written<Body> {
    const member = this.member(actor);
    const { interaction, at } = actor;
    this.store.append({ game: game.id, seq, member: member?.id ?? null, interaction, at, body });
    if (owes) this.store.owe({ game: game.id, seq, channel: game.channel, since: at });
    return { game: game.id, seq, member, at, ...body };
  }

  member({ member }: Actor): MemberRecord | null {
    return member && this.store.member(member.discordId, member.name);
  }

  /** The present map for the caller alone, who has not seen it. */
  shown(table: Table, why: string): Answer {
    return { ...report(table, this.render, [why]), to: 'member' };
  }

  noGame(caller: Caller, point: Point | null): Answer {
    if (!point) return say('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    const latest = this.store.latestIn(caller.channel);
    const ours = this.store.game(point.game)?.channel === caller.channel;
    if (!latest || !ours) return say('member', WORDS.elsewhere);
    return this.shown(this.tables.table(latest), latest.ended ? WORDS.ended : WORDS.another);
  }
}
