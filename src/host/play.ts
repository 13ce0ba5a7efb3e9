import {
  type Applied,
  arranged,
  type Draft,
  type Event,
  isRefusal,
  type Order,
  orderKey,
  type State,
  type System,
  sealedDice,
} from '../game/index.ts';
import type { EntryBody, EntryRecord, GameRecord, Store } from '../store/index.ts';
import { type Answer, type Point, say } from './answer.ts';
import { type Caller, mayDirect } from './caller.ts';
import { type OrderEntry, type Position, replay } from './fold.ts';
import type { Edition, Library } from './library.ts';
import { named } from './named.ts';
import { menuFor } from './offers.ts';
import { abandoned, type Renderer, report, told } from './report.ts';
import { type Chance, hmacOf, sealOf } from './seal.ts';
import { seatOf, takeSeat } from './seats.ts';
import { stands } from './stands.ts';
import type { Table, Tables } from './table.ts';
import { plainName, WORDS } from './wording.ts';

/** A game taken further, and what is said of it. */
interface Change {
  readonly after: Table;
  readonly answer: Answer;
}

/** What changes a game. Each is one transaction: all of it is on the disk, or none. */
export class Play {
  readonly #store: Store;
  readonly #library: Library;
  readonly #tables: Tables;
  readonly #render: Renderer;
  readonly #chance: Chance;

  constructor(store: Store, library: Library, tables: Tables, render: Renderer, chance: Chance) {
    this.#store = store;
    this.#library = library;
    this.#tables = tables;
    this.#render = render;
    this.#chance = chance;
  }

  start(caller: Caller, systemId: string | null, variantId: string | null): Answer | null {
    return this.#once(caller, () => {
      const running = this.#store.runningIn(caller.channel);
      if (running) return this.#shown(this.#tables.table(running), WORDS.alreadyPlaying);
      if (!mayDirect(caller, this.#store.latestIn(caller.channel))) return say('member', WORDS.mayNotStart);
      const edition = this.#edition(systemId);
      if (!edition) return say('member', WORDS.unknownGame);
      const { system } = edition;
      const variant = variantId === null ? system.variants[0] : named(system.variants, variantId);
      if (!variant) return say('member', WORDS.unknownVariant);
      return this.#open(caller, edition, variant);
    });
  }

  #edition(systemId: string | null): Edition | undefined {
    const { editions } = this.#library;
    if (systemId === null) return editions[0];
    const found = named(
      editions.map(({ system }) => ({ id: system.id, name: system.title })),
      systemId,
    );
    return editions.find(({ system }) => system.id === found?.id);
  }

  #open(caller: Caller, { system, dataset }: Edition, variant: System['variants'][number]): Change {
    const secret = this.#chance.secret();
    const member = this.#store.member(caller.member.discordId, caller.member.name);
    const game: GameRecord = {
      id: this.#chance.gameId(),
      channel: caller.channel,
      guild: caller.guild,
      system: system.id,
      variant: variant.id,
      dataset: dataset.hash,
      seal: sealOf(secret),
      secret,
      starter: member,
      startedAt: caller.at,
      ended: null,
    };
    const dice = sealedDice(hmacOf(secret), { game: game.id, turn: 0, order: 'start' });
    const { state, events } = system.start(variant.id, dice);
    this.#store.keepDataset(dataset);
    this.#store.addGame({ ...game, starter: member.id });
    this.#append(caller, game, 0, { kind: 'start', throws: dice.thrown });
    const position: Position = { seq: 0, standing: [], state, moment: { order: null, events } };
    const after: Table = { game, system, position };
    const title = `**${system.title}** · ${variant.name} · started by **${plainName(caller.member.name)}**`;
    const small = [`Dice sealed with \`${game.seal}\``];
    return { after, answer: report(after, this.#render, [title, ...told(after, events)], small) };
  }

  /** Gives an order. With `point`, only if the table still stands there. Null: this interaction has been dealt with before. */
  order(caller: Caller, draft: Draft, point: Point | null): Answer | null {
    return this.#atTable(caller, point, (table) => {
      const seat = seatOf(this.#store, table, caller);
      if (seat === null) return say('member', WORDS.noSeat);
      const { system, position } = table;
      const parsed = system.parse(draft);
      if (isRefusal(parsed)) return say('member', system.refusal(parsed));
      const order = arranged(system, position.state, seat, parsed);
      const dice = sealedDice(hmacOf(table.game.secret), {
        game: table.game.id,
        turn: position.standing.length,
        order: orderKey(order),
      });
      const applied = system.apply(position.state, seat, order, dice);
      if (isRefusal(applied)) return say('member', system.refusal(applied));
      const entry = this.#append(caller, table.game, position.seq + 1, {
        kind: 'order',
        seat,
        order,
        throws: dice.thrown,
      });
      return this.#carriedOut(caller, table, entry, order, applied);
    });
  }

  #carriedOut(
    caller: Caller,
    table: Table,
    entry: OrderEntry,
    order: Order,
    { state, events }: Applied<State, Event>,
  ): Change {
    const { system } = table;
    const over = system.outcome(state) !== null;
    if (over) this.#store.endGame(table.game.id, caller.at, 'finished');
    const after: Table = {
      system,
      game: over ? { ...table.game, ended: { at: caller.at, how: 'finished' } } : table.game,
      position: { seq: entry.seq, standing: [...table.position.standing, entry], state, moment: { order, events } },
    };
    const who = `**${plainName(caller.member.name)}** ${system.describe(order, 'public', entry.seat)}.`;
    const open = report(after, this.#render, [who, ...told(after, events)]);
    if (!system.verbs.some(({ verb, secret }) => verb === order.verb && secret)) return { after, answer: open };
    const own = `You: ${system.describe(order, entry.seat, entry.seat)}.`;
    const confirmed = [own, ...told(after, events, entry.seat)].join('\n');
    return { after, answer: say('member', confirmed, { aside: open }) };
  }

  /** Asks the caller alone for what a draft lacks; an order that lacks nothing is given. */
  ask(caller: Caller, draft: Draft, point: Point, replaces: boolean): Answer | null {
    const game = this.#store.runningIn(caller.channel);
    if (game && game.id === point.game) {
      const table = this.#tables.table(game);
      const seat = seatOf(this.#store, table, caller);
      if (seat === null) return say('member', WORDS.noSeat);
      if (this.#stands(table, caller, point)) {
        const menu = menuFor(table, seat, draft);
        if (menu) return say('member', menu.prompt, { menu, replaces });
        if (Object.keys(draft).length === 0) return say('member', WORDS.menuOver);
      }
    }
    return this.order(caller, draft, point);
  }

  /** Takes the last standing order back. Its dice stay what they are: the same order there throws them again. */
  undo(caller: Caller, point: Point | null): Answer | null {
    return this.#atTable(caller, point, (table) => {
      const { game, system, position } = table;
      if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && point.seq !== position.seq) return this.#shown(table, WORDS.movedOn);
      const last = position.standing.at(-1);
      if (!last) return say('member', WORDS.nothingToTakeBack);
      this.#append(caller, game, position.seq + 1, { kind: 'undo', takesBack: last.seq });
      const after: Table = {
        game,
        system,
        position: replay(system, game.variant, this.#store.entries(game.id)).position,
      };
      const said = `**${plainName(last.member.name)}** ${system.describe(last.order, 'public', last.seat)}`;
      const answer = report(
        after,
        this.#render,
        [`**${plainName(caller.member.name)}** takes back the last order (${said}).`],
        ['The dice are sealed: the same order given here again throws the same numbers.'],
      );
      return { after, answer };
    });
  }

  /** Ends the game where it stands. */
  abandon(caller: Caller, point: Point | null): Answer | null {
    return this.#once(caller, () => {
      const game = this.#store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.#noGame(caller, point);
      if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
      const seq = this.#store.lastSeq(game.id);
      if (point && point.seq !== seq) return this.#shown(this.#tables.table(game), WORDS.movedOn);
      const table = this.#tableIfAny(game);
      const entry = this.#append(caller, game, seq + 1, { kind: 'abandon' });
      this.#store.endGame(game.id, caller.at, 'abandoned');
      const ended: GameRecord = { ...game, ended: { at: caller.at, how: 'abandoned' } };
      const who = `**${plainName(caller.member.name)}** ends the campaign.`;
      if (table) {
        const after: Table = { ...table, game: ended, position: { ...table.position, seq: entry.seq } };
        return { after, answer: report(after, this.#render, [who]) };
      }
      // There is no map of it to be owed.
      this.#store.settle(game.id, entry.seq);
      return say('channel', [who, ...abandoned(ended)].join('\n'));
    });
  }

  /** Null where the rules do not fit the game any more, or break over it: whatever is wrong with a game, it can be ended. */
  #tableIfAny(game: GameRecord): Table | null {
    try {
      return this.#tables.table(game);
    } catch {
      return null;
    }
  }

  /** Takes a seat in a game of several. */
  join(caller: Caller, seatId: string): Answer | null {
    return this.#atTable(caller, null, (table) => takeSeat(this.#store, table, caller, seatId));
  }

  #atTable(caller: Caller, point: Point | null, work: (table: Table) => Answer | Change): Answer | null {
    return this.#once(caller, () => {
      const game = this.#store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.#noGame(caller, point);
      const table = this.#tables.table(game);
      return point && !this.#stands(table, caller, point) ? this.#shown(table, WORDS.movedOn) : work(table);
    });
  }

  #stands(table: Table, caller: Caller, point: Point): boolean {
    return stands(table, () => this.#store.entries(table.game.id), seatOf(this.#store, table, caller), point);
  }

  /** The present map for the caller alone, who has not seen it. */
  #shown(table: Table, why: string): Answer {
    return { ...report(table, this.#render, [why]), to: 'member' };
  }

  #noGame(caller: Caller, point: Point | null): Answer {
    if (!point) return say('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    const latest = this.#store.latestIn(caller.channel);
    const ours = this.#store.game(point.game)?.channel === caller.channel;
    if (!latest || !ours) return say('member', WORDS.elsewhere);
    return this.#shown(this.#tables.table(latest), latest.ended ? WORDS.ended : WORDS.another);
  }

  /** Runs `work` as one transaction, unless the interaction has had its effect already. Where it took its game is kept once committed. */
  #once(caller: Caller, work: () => Answer | Change): Answer | null {
    const done = this.#store.transaction(() => (this.#store.isDone(caller.interaction) ? null : work()));
    if (done === null || !('after' in done)) return done;
    this.#tables.keep(done.after.game.id, done.after.position);
    return done.answer;
  }

  #append<Body extends EntryBody>(caller: Caller, game: GameRecord, seq: number, body: Body): Written<Body> {
    const member = this.#store.member(caller.member.discordId, caller.member.name);
    this.#store.append({ game: game.id, seq, member: member.id, interaction: caller.interaction, at: caller.at, body });
    this.#store.owe({ game: game.id, seq, channel: game.channel, since: caller.at });
    return { game: game.id, seq, member, at: caller.at, ...body };
  }
}

type Written<Body extends EntryBody> = Pick<EntryRecord, 'game' | 'seq' | 'member' | 'at'> & Body;
