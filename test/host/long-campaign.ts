import { createHash } from 'node:crypto';
import {
  isRefusal,
  type Order,
  orderKey,
  type SeatId,
  type State,
  type System,
  sealedDice,
  walkToOrder,
} from '../../src/game/index.ts';
import { hmacOf, sealOf } from '../../src/host/table/game-secret.ts';
import type { PlayedGame, PlayedOrder } from '../../src/host/table/played-game.ts';
import { NOTHING_SEEN } from '../../src/host/table/rolls-taken-back.ts';
import type { GameRecord, MemberRecord, Store } from '../../src/store/index.ts';
import { picker } from '../dice/sealed.ts';

/** Campaigns of two sides, as long as one likes: orders by a seed, dice by the seal, the same in every run. */

export const UNION: MemberRecord = { id: 1, discordId: '100', name: 'Ada' };
export const CONFEDERATE: MemberRecord = { id: 2, discordId: '200', name: 'Bo' };

export interface Manner {
  readonly variant?: string;
  /** Stops after so many orders. */
  readonly most?: number;
  /** An order for whoever is asked; a walk through the questions where nothing is said. */
  readonly order?: (state: State, seat: string, pick: (count: number) => number) => Order | null;
  readonly abandoned?: boolean;
}

/** @param system a game whose start throws no dice */
export function longCampaign(system: System, seed: number, manner: Manner = {}): PlayedGame {
  const { variant = system.about.variants[0]?.id ?? '', most = 3000, abandoned = false } = manner;
  const pick = picker(seed);
  const id = `campaign${String(seed).padStart(2, '0')}`.slice(-10);
  const secret = createHash('sha256').update(`long ${seed}`).digest('hex');
  const hmac = hmacOf(secret);
  const choose = manner.order ?? ((state: State, seat: SeatId) => walkToOrder(system.rules, state, seat, pick));
  return playedThrough(system, {
    game: { id, variant, secret, ...(abandoned ? { ended: { at: 1, how: 'abandoned' } } : {}) },
    most,
    choose: (state, seat) => choose(state, seat, pick),
    dice: (turn, order) => sealedDice(hmac, { game: id, turn, order }),
    reason: (turn) => (turn % 97 === 1 ? 'Because they are tired.' : null),
  });
}

/** How a campaign is played that no host has. */
export interface Play {
  /** How it ended: where nothing is said, when it was over. */
  readonly game: Pick<GameRecord, 'id' | 'variant' | 'secret'> & Partial<GameRecord>;
  readonly most: number;
  /** Null: no more is given. */
  choose(state: State, seat: SeatId, given: readonly PlayedOrder[]): Order | null;
  dice(turn: number, order: string): ReturnType<typeof sealedDice>;
  reason?(turn: number): string | null;
}

/** A campaign as it would be told if a table had played it, an order a minute. */
export function playedThrough(system: System, { game, most, choose, dice, reason = () => null }: Play): PlayedGame {
  const opened = system.rules.start(game.variant, dice(0, 'start'));
  const states: State[] = [opened.state];
  const deeds: PlayedOrder[] = [];
  while (deeds.length < most) {
    const state = states.at(-1) as State;
    const seat = system.rules.asked(state)[0]?.seat;
    const order = seat && choose(state, seat, deeds);
    if (!seat || !order) break;
    const turn = deeds.length;
    const thrown = dice(turn, orderKey(order));
    const applied = system.rules.apply(state, seat, order, thrown);
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    const member = seat === 'confederate' ? CONFEDERATE : UNION;
    const given = { kind: 'order', seat, order, throws: thrown.thrown, reason: reason(turn), ballot: null } as const;
    const entry = { game: game.id, seq: turn + 1, member, at: (turn + 1) * 60_000, ...given };
    const reasons = entry.reason === null ? [] : [{ text: entry.reason, by: member, votes: 1 }];
    states.push(applied.state);
    deeds.push({ entry, after: turn, events: applied.events, by: member, vote: null, reasons });
  }
  const state = states.at(-1) as State;
  const over = system.rules.outcome(state) !== null;
  const entries = deeds.map(({ entry }) => entry);
  return {
    game: {
      channel: 'front',
      guild: 'army',
      system: system.id,
      dataset: system.id,
      seal: sealOf(game.secret),
      starter: UNION,
      startedAt: 0,
      whatIf: null,
      ...game,
      ended: over ? { at: deeds.length * 60_000, how: 'finished' } : (game.ended ?? null),
    },
    system,
    position: {
      before: states.at(-2) ?? null,
      earlier: [],
      seq: deeds.length,
      turn: deeds.length,
      latest: entries.slice(-1),
      state,
      moment: { order: entries.at(-1)?.order ?? null, events: deeds.at(-1)?.events ?? opened.events },
      councils: {},
      takenBack: NOTHING_SEEN,
      lastSeen: 0,
      chain: '',
      open: null,
    },
    states,
    opening: opened.events,
    givenOrders: deeds,
    takenBack: [],
    course: null,
    lastDice: 'told',
  };
}

/** Puts a campaign into a store as if it had been played there, in a channel. */
export function stored(
  store: Store,
  { game, givenOrders }: PlayedGame,
  dataset: { readonly hash: string; readonly files: string },
): GameRecord {
  const ids = new Map(
    [UNION, CONFEDERATE].map(({ id, discordId, name }) => [id, store.member(discordId ?? '', name).id]),
  );
  const idOf = (member: MemberRecord | null) => (member === null ? null : (ids.get(member.id) ?? null));
  store.keepDataset({ hash: dataset.hash, system: game.system, files: dataset.files });
  store.addGame({ ...game, dataset: dataset.hash, starter: idOf(UNION) as number });
  const own = { game: game.id, interaction: null } as const;
  store.append({ ...own, seq: 0, member: idOf(UNION), at: 0, body: { kind: 'start', throws: [] } });
  for (const { entry } of givenOrders) {
    const { seq, member, at, kind, seat, order, throws, reason, ballot } = entry;
    store.append({ ...own, seq, member: idOf(member), at, body: { kind, seat, order, throws, reason, ballot } });
  }
  if (game.ended) store.endGame(game.id, game.ended.at, game.ended.how);
  return store.game(game.id) as GameRecord;
}
