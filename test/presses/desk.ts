import { routeButton, routeSelect, writeChoosing, writePress } from '../../src/discord/outbound/button-routes.ts';
import { canonical, type Draft, type Order, orderKey, type SeatId, type SlotValue } from '../../src/game/index.ts';
import type { Reply, ReplyButton } from '../../src/host/index.ts';
import type { GameTable } from '../../src/host/table/game-tables.ts';
import { readPathCode } from '../../src/host/table/order-wizard.ts';
import { buttons, by, type Headquarters, headquarters, type Member, said } from '../host/fixture.ts';

let desks = 0;

/** Games that are counted, each with the variant that is played. */
const VARIANTS = { 'road-to-richmond': 'standard', wilderness: 'may', 'sam-grant': '1862' } as const;
export type DeskGame = keyof typeof VARIANTS;
export const deskGames = Object.keys(VARIANTS) as DeskGame[];

/** A table with a member on each side, whose presses, choices and commands are counted. */
export class Desk {
  readonly hq: Headquarters;
  /** The newest map of the channel. */
  map: Reply;
  /** Presses, choices from lists and commands so far. */
  interactions = 0;
  /** Characters typed into commands and forms. */
  typed = 0;

  constructor(game: DeskGame) {
    desks += 1;
    this.hq = headquarters({ file: `desk-${desks}.sqlite` });
    const { host } = this.hq;
    this.map = said(host.games.start(by('Ada'), { systemId: game, variantId: VARIANTS[game] }));
    const { board, drawing } = this.map;
    if (board && drawing) host.liveBoards.shown(board, drawing.point.seq, { channel: 'front', message: '1' });
    for (const { id } of this.table.system.about.seats) host.seats.join(by(memberOf(id)), id);
    this.map = this.#edited();
  }

  /** The first board as it is edited once members have joined: it has orders in place of sides. */
  #edited(): Reply {
    const { undelivered } = this.hq.host;
    const { id } = this.table.game;
    undelivered.addBoard(id, 0);
    const update = undelivered.board(id, 0);
    if (!update) throw new Error('The board is not edited');
    return update.answer;
  }

  get table(): GameTable {
    const { store, host } = this.hq;
    const game = store.latestIn('front');
    if (!game) throw new Error('No game is played');
    return host.tables.table(game);
  }

  /** What a press, a choice or a command is answered with. */
  act(seat: SeatId, does: (member: Member) => Reply | null, typed = ''): Reply {
    this.interactions += 1;
    this.typed += typed.length;
    const answer = said(does(memberOf(seat)));
    const posted = answer.to === 'channel' ? answer : answer.channelReply;
    if (posted) this.map = posted;
    return answer;
  }

  press(seat: SeatId, { press }: ReplyButton): Reply {
    return this.act(seat, (member) => routeButton(this.hq.host, writePress(press))?.run(by(member)) ?? null);
  }

  choose(seat: SeatId, { menu }: Reply, values: readonly string[]): Reply {
    if (!menu) throw new Error('There is no list');
    return this.act(
      seat,
      (member) => routeSelect(this.hq.host, writeChoosing(menu.choosing), values)?.run(by(member)) ?? null,
    );
  }

  /** Gives one order by what the map and the questions offer, as few presses as that takes. */
  giveOne(seat: SeatId, order: Order): void {
    const before = this.table.position.turn;
    let shown = this.map;
    for (let step = 0; this.table.position.turn === before; step++) {
      if (step > 40) throw new Error(`No way to ${orderKey(order)}: ${shown.text}`);
      shown = this.#further(seat, order, shown);
    }
    const [given] = this.ordersSince(before);
    if (!given || orderKey(given) !== orderKey(order))
      throw new Error(`${orderKey(order)} became ${orderKey(given as Order)}`);
  }

  /** The orders that have been given after so many, but for those of steps that pass by themselves. */
  ordersSince(turn: number): readonly Order[] {
    return this.#entriesSince(turn).flatMap(({ cause, order }) => (cause === 'pass' ? [] : [order]));
  }

  /** Whether the step that an order ends has passed by itself since then. */
  hasPassed(turn: number, order: Order): boolean {
    return this.#entriesSince(turn).some(({ cause, order: passed }) => cause === 'pass' && passed.verb === order.verb);
  }

  #entriesSince(turn: number) {
    return this.hq.store
      .entries(this.table.game.id)
      .filter((entry) => entry.kind === 'order')
      .slice(turn);
  }

  /** Types a plan and gives it. */
  givePlan(seat: SeatId, text: string): void {
    const shown = this.act(seat, (member) => this.hq.host.plans.read(by(member), text), text);
    const give = buttons(shown).find(({ press }) => press.do === 'give-plan');
    if (!give) throw new Error(`No order in “${text}”: ${shown.text}`);
    this.press(seat, give);
  }

  /** @returns false: the map has no such button */
  pressShortcut(seat: SeatId, shortcut: string): boolean {
    const button = buttons(this.map).find(({ press }) => press.do === 'shortcut' && press.shortcut === shortcut);
    if (button) this.press(seat, button);
    return button !== undefined;
  }

  #further(seat: SeatId, order: Order, shown: Reply): Reply {
    const { menu } = shown;
    const all = buttons(shown);
    const { system, position } = this.table;
    const suggested = `: ${system.orderWords.label(position.state, order).text}`;
    const whole = all.find(({ label, press }) =>
      press.do === 'order'
        ? orderKey(press.order) === orderKey(order)
        : press.do === 'shortcut' && label.endsWith(suggested),
    );
    if (whole) return this.press(seat, whole);
    const at = menu && this.#asked(seat, menu.choosing);
    if (menu && at && leadsTo(at.draft, order) && Object.hasOwn(order, at.slot)) {
      const wanted = [order[at.slot] as SlotValue].flat();
      const here = menu.choices.map(({ value }) => value);
      const marked = menu.choices.flatMap((choice) => (choice.marked ? [choice.value] : []));
      const mine = wanted.filter((value) => here.includes(value));
      const isPaged = all.some(({ label, press }) => press.do === 'go' && (label === 'More …' || label === 'Earlier'));
      if (!isPaged && mine.length === wanted.length && wanted.length > 0) return this.choose(seat, shown, wanted);
      if (isPaged && typeof order[at.slot] === 'string' && mine.length > 0) return this.choose(seat, shown, mine);
      if (isPaged && canonical(mine) !== canonical(marked)) return this.choose(seat, shown, mine);
      if (here.includes('…')) return this.choose(seat, shown, ['…']);
    }
    const none = all.find(
      ({ press }) =>
        press.do === 'go' &&
        leadsTo(this.#draftOf(seat, press.path), order) &&
        isFurther(this.#draftOf(seat, press.path), at?.draft),
    );
    if (none) return this.press(seat, none);
    const more = all.find(({ label, press }) => label === 'More …' && press.do === 'go');
    if (more && at) return this.press(seat, more);
    const asks = all
      .flatMap((button) =>
        button.press.do === 'ask' && leadsTo(button.press.draft, order) ? [{ button, draft: button.press.draft }] : [],
      )
      .sort((one, other) => Object.keys(other.draft).length - Object.keys(one.draft).length);
    const [ask] = asks;
    if (!ask) {
      const offered = all.map(({ label }) => label).join(', ');
      throw new Error(`Nothing leads to ${orderKey(order)}: ${shown.text}\n${menu?.prompt ?? ''} [${offered}]`);
    }
    return this.press(seat, ask.button);
  }

  #asked(seat: SeatId, choosing: NonNullable<Reply['menu']>['choosing']): { draft: Draft; slot: string } | null {
    if (choosing.what === 'slot') return choosing;
    if (choosing.what !== 'way') return null;
    const draft = this.#draftOf(seat, choosing.path);
    const next = this.table.system.rules.next(this.table.position.state, seat, draft);
    return next.complete ? null : { draft, slot: next.question.slot };
  }

  #draftOf(seat: SeatId, path: string): Draft {
    return readPathCode(this.table, seat, path)?.draft ?? {};
  }
}

function leadsTo(draft: Draft, order: Order): boolean {
  return Object.entries(draft).every(([slot, value]) => canonical(order[slot] ?? null) === canonical(value));
}

function isFurther(draft: Draft, than: Draft | undefined): boolean {
  return Object.keys(draft).length > Object.keys(than ?? {}).length;
}

/** Who plays a side: one member the Confederates, the other the Union. */
function memberOf(seat: SeatId): Member {
  return seat === 'union' || seat === 'usa' ? 'Cy' : 'Bo';
}
