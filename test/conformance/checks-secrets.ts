import { expect } from 'vitest';
import {
  ALL,
  type Asking,
  isLegal,
  isRefusal,
  type Order,
  orderKey,
  type SeatId,
  type State,
  type System,
  type Viewer,
} from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';
import { frozen } from './plain.ts';
import { give } from './refused.ts';
import { mutations, offered, questions, someOrder } from './sampling.ts';
import type { Check, Position, Secrets, Table } from './table.ts';

/** For a system that names no secrets. */
export const OPEN_CHECKS: readonly Check[] = [
  {
    name: 'it hides nothing: everybody sees and is told the same',
    run: (table) =>
      table.each(({ state, events, last }) => {
        const { system } = table;
        expect(system.knowledge.reveals, 'nothing is hidden, so nothing is revealed').toBeUndefined();
        for (const viewer of table.viewers) {
          expect(system.knowledge.view(state, viewer), `the view of ${viewer}`).toEqual(
            system.knowledge.view(state, 'referee'),
          );
          expect(events.map((event) => system.eventWords.tell(event, viewer))).toEqual(
            events.map((event) => system.eventWords.tell(event, 'referee')),
          );
          if (!last) continue;
          const described = (to: Viewer) => system.orderWords.describe(last.order, to, last.seat);
          expect(described(viewer), `an order told to ${viewer}`).toBe(described('referee'));
        }
      }),
  },
];

/** For a system with secrets: nothing a viewer reads depends on what is hidden from him. */
export const SECRET_CHECKS: readonly Check[] = [
  {
    name: 'what is hidden from a viewer changes nothing in his view, nor in who is asked or has won',
    run: (table) => {
      let hidden = 0;
      eachTwin(table, (viewer, position, twin) => {
        const { system } = table;
        if (JSON.stringify(position.state) !== JSON.stringify(twin.state)) hidden++;
        expect(system.knowledge.view(twin.state, viewer), `the view of ${viewer}`).toEqual(
          system.knowledge.view(position.state, viewer),
        );
        expect(twin.asked.map(({ seat }) => seat)).toEqual(position.asked.map(({ seat }) => seat));
        expect(
          twin.asked.filter(({ seat }) => seat === viewer),
          `what ${viewer} is asked`,
        ).toEqual(position.asked.filter(({ seat }) => seat === viewer));
        expect(askings(system, twin.state, viewer), `how ${viewer} is asked`).toEqual(
          askings(system, position.state, viewer),
        );
        expect(system.rules.pass?.(twin.state), 'what is passed by itself').toEqual(
          system.rules.pass?.(position.state),
        );
        expect(system.rules.outcome(twin.state)).toEqual(system.rules.outcome(position.state));
        expect(system.positionWords.ending(twin.state)).toEqual(system.positionWords.ending(position.state));
        expect(system.pictures.inUse?.(twin.state, viewer), `what maps show ${viewer}`).toEqual(
          system.pictures.inUse?.(position.state, viewer),
        );
      });
      expect(hidden, 'positions in which something was hidden and dealt anew').toBeGreaterThan(0);
    },
  },
  {
    name: 'nor in what a seat is offered, with its labels and hints',
    run: (table) =>
      eachTwin(table, (viewer, position, twin, pick) => {
        const seed = pick(2 ** 31);
        const asks = (of: Position) => [...questions(table, of, viewer, picker(seed))];
        expect(asks(twin), `what ${viewer} is offered`).toEqual(asks(position));
        const buttons = (of: Position) =>
          offered(table, of, viewer, picker(seed)).map((order) => table.system.orderWords.label(of.state, order));
        expect(buttons(twin), `the buttons of ${viewer}`).toEqual(buttons(position));
        const warned = (of: Position) =>
          offered(table, of, viewer, picker(seed)).map(
            (order) => table.system.orderWords.warning?.(of.state, order) ?? null,
          );
        expect(warned(twin), `what ${viewer} is asked before an order`).toEqual(warned(position));
      }),
  },
  {
    name: 'nor in how its orders are refused',
    run: (table) =>
      eachTwin(table, (viewer, position, twin, pick) => {
        const order = someOrder(table, position, pick)?.order ?? position.last?.order;
        if (!order || !table.system.about.seats.some(({ id }) => id === viewer)) return;
        const pool = position.asked.flatMap(({ seat }) => offered(table, position, seat, pick));
        for (const { draft, why } of mutations(table, order, pool, pick)) {
          const refusal = give(table, position, viewer, draft);
          expect(give(table, twin, viewer, draft), `${orderKey(order)} of ${viewer}, but ${why}`).toEqual(refusal);
        }
      }),
  },
  {
    name: 'nor in the phase, the score, and how a seat’s plans are read, completed and suggested',
    run: (table) =>
      eachTwin(table, (viewer, position, twin, pick) => {
        const { rules, afterwards, play, about } = table.system;
        const open = ({ state }: Position) => [rules.phase?.(state), afterwards?.score?.(state)];
        expect(open(twin), 'the phase and the score').toEqual(open(position));
        const planning = play?.planning;
        if (!planning || !about.seats.some(({ id }) => id === viewer)) return;
        // The enemy's lines too, and his places with one's own units: how they are read may tell nothing either.
        const written = position.asked.flatMap(({ seat }) =>
          offered(table, position, seat, pick).map((order) => planning.write(position.state, seat, [order])),
        );
        const crossed = written.map((line, at) => {
          const [, ...rest] = (written.at(-1 - at) ?? '').split(' ');
          return [line.split(' ')[0], ...rest].join(' ');
        });
        const planned = ({ state }: Position) => [
          planning.isWorthPlanning(state, viewer),
          planning.form?.(state, viewer),
          planning.marches?.groups(state, viewer),
          planning.shortcuts.offered(state, viewer),
          [...written, ...crossed].map((line) => [
            planning.read(state, viewer, line, ''),
            planning.complete(state, viewer, line.slice(0, 4)),
            planning.marches?.goals(state, viewer, line.split(' ')[0] ?? ''),
          ]),
        ];
        expect(planned(twin), `what plans of ${viewer} say`).toEqual(planned(position));
      }),
  },
  {
    name: 'nor in what he is told and shown of an order, unless his view now shows it',
    run: (table) =>
      eachTwin(table, (viewer, position, twin, pick) => {
        const found = someOrder(table, position, pick);
        if (!found || !isLegal(table.system.rules, twin.state, found.seat, found.order)) return;
        const [here, there] = [perceived(table, position, found, viewer), perceived(table, twin, found, viewer)];
        if (JSON.stringify(here.view) === JSON.stringify(there.view)) expect(there).toEqual(here);
      }),
  },
  {
    name: 'an order that shows anybody what was hidden from them says that it reveals something',
    run: (table) => {
      const { system, secrets } = table;
      const { faces } = secrets as Secrets;
      let revealing = 0;
      for (const game of table.games()) {
        const seen = new Map<Viewer, ReadonlySet<string>>();
        for (const { state, events, last } of game) {
          const reveals = system.knowledge.reveals?.(events) ?? 0;
          revealing += Number(reveals > 0);
          for (const viewer of table.viewers.filter((one) => one !== 'referee')) {
            const shown = faces(system.knowledge.view(state, viewer));
            const fresh = shown.filter((face) => !seen.get(viewer)?.has(face));
            seen.set(viewer, new Set(shown));
            if (last === null || fresh.length === 0) continue;
            expect(
              reveals,
              `${orderKey(last.order)} of ${last.seat} shows ${viewer} ${fresh.join(', ')}`,
            ).toBeGreaterThan(0);
          }
        }
      }
      expect(revealing, 'orders that reveal something').toBeGreaterThan(0);
    },
  },
  {
    name: 'one sealed order is to all others like another',
    run: (table) => {
      let sealed = 0;
      const compare = (position: Position, pick: (count: number) => number) => {
        const { sealed: isSealed } = table.secrets as Secrets;
        for (const { seat } of position.asked) {
          const orders = offered(table, position, seat, pick).filter((order) => isSealed(position.state, order, seat));
          const [first, ...others] = orders;
          if (!first) continue;
          for (const viewer of table.viewers.filter((one) => one !== seat && one !== 'referee')) {
            const told = perceived(table, position, { seat, order: first }, viewer);
            for (const order of others) {
              sealed++;
              const instead = perceived(table, position, { seat, order }, viewer);
              expect(instead, `${orderKey(order)} and ${orderKey(first)} of ${seat}, to ${viewer}`).toEqual(told);
            }
          }
        }
      };
      // A few positions may have nothing that is sealed.
      for (let round = 0; round < 40 && sealed === 0; round++) table.each(compare, undefined, round);
      expect(sealed, 'pairs of sealed orders that were compared').toBeGreaterThan(0);
    },
  },
];

/** Runs `check` on many positions, each with another that the viewer cannot tell from it. */
function eachTwin(
  table: Table,
  check: (viewer: Viewer, position: Position, twin: Position, pick: (count: number) => number) => void,
): void {
  const { shuffle } = table.secrets as Secrets;
  table.each((position, pick) => {
    for (const viewer of table.viewers.filter((one) => one !== 'referee')) {
      const state = frozen(shuffle(position.state, viewer, pick));
      check(viewer, position, { ...position, state, asked: table.system.rules.asked(state) }, pick);
    }
  });
}

/** Everything that reaches a viewer when an order is carried out. */
function perceived(table: Table, position: Position, { seat, order }: { seat: SeatId; order: Order }, viewer: Viewer) {
  const { system } = table;
  const applied = system.rules.apply(position.state, seat, order, position.dice({ verb: order.verb }));
  if (isRefusal(applied)) throw new Error(`${orderKey(order)} is offered and refused (${applied.code})`);
  const { state, events } = applied;
  const view = system.knowledge.view(state, viewer);
  const moment = { order, events };
  const inUse = system.pictures.inUse?.(state, viewer);
  return {
    view,
    picture: system.pictures.picture(view, moment, {}),
    whole: system.pictures.picture(view, moment, { at: ALL, ...(inUse ? { inUse } : {}) }),
    places: system.pictures.places?.(view, moment),
    told: events.map((event) => system.eventWords.tell(event, viewer)).filter((words) => words !== null),
    described: system.orderWords.describe(order, viewer, seat),
    asked: system.rules.asked(state).map((asked) => (asked.seat === viewer ? asked : asked.seat)),
    asking: askings(system, state, viewer),
    outcome: system.rules.outcome(state),
    ending: system.positionWords.ending(state),
  };
}

function askings(system: System, state: State, viewer: Viewer): readonly Asking[] {
  const own = system.rules.asked(state).filter(({ seat }) => seat === viewer);
  return own.map((asked) => system.orderWords.asking(state, asked));
}
