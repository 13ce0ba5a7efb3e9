import { describe, expect, test } from 'vitest';
import { type Order as AnyOrder, isRefusal, nextQuestion, walkToOrder } from '../../../src/game/index.ts';
import { strengthLeft } from '../../../src/systems/wilderness/rules/combat/aftermath.ts';
import {
  type AttackOrder,
  attackForecast,
  type Fight,
} from '../../../src/systems/wilderness/rules/combat/attack-forecast.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { HEX_GRID, isLand } from '../../../src/systems/wilderness/theatre.ts';
import type { Event, Side } from '../../../src/systems/wilderness/vocabulary.ts';
import { scripted } from '../../dice/scripted.ts';
import { picker } from '../../dice/sealed.ts';
import { drawnCases, SEED } from '../../trials/long.ts';
import { game, theatre } from './data.ts';
import { type Placed, position } from './position.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

type Pick = (count: number) => number;

/** Hexes near which armies are put together: a fortified city, passes, rivers, open land. */
const NEAR = ['3447', '2224', '2226', '3020', '0718', ...theatre.forts.map(({ hex }) => hex)].filter(
  (hex) => theatre.hex.has(hex) && isLand(theatre, hex),
);
const PASSES = [...theatre.hex.values()].filter(({ terrain }) => terrain === 'pass').map(({ id }) => id);

/** Two armies beside each other, some of their counters face up, on trains, dug in. */
function meeting(pick: Pick): State {
  const one = <T>(from: readonly T[]) => from[pick(from.length)] as T;
  const target = pick(3) === 0 ? one(PASSES) : one(NEAR);
  const around = HEX_GRID.neighbours(target).filter((hex) => isLand(theatre, hex));
  const side: Side = theatre.fortIn.get(target)?.side === 'union' || pick(2) === 0 ? 'confederate' : 'union';
  const at: Record<string, Placed> = {};
  const put = (whose: Side, hex: string, most: number) => {
    const kinds = ['infantry', 'infantry', 'cavalry', 'dummy', 'leader'] as const;
    for (let left = 1 + pick(most); left > 0; left--) {
      const kind = one(kinds);
      const free = theatre.units.filter((unit) => unit.side === whose && unit.kind === kind && !(unit.id in at));
      const there = Object.entries(at).filter(([, placed]) => typeof placed === 'object' && placed.hex === hex);
      const alike = there.filter(([id]) => (theatre.unit.get(id)?.kind === 'cavalry') === (kind === 'cavalry'));
      if (free.length === 0 || (kind !== 'leader' && alike.length >= 3)) continue;
      const unit = one(free);
      const up = kind !== 'dummy' && pick(2) === 0;
      const strength = kind === 'infantry' ? 1 + pick(theatre.caps[whose]) : 0;
      const marched = whose === side && pick(2) === 0 ? { deeds: ['marched' as const] } : {};
      const entrained = kind !== 'cavalry' && whose !== side && pick(6) === 0;
      at[unit.id] = { hex, up, strength, original: strength, entrained, ...marched };
    }
  };
  put(side === 'union' ? 'confederate' : 'union', target, 5);
  for (const hex of around) {
    if (pick(3) > 0) put(side, hex, 3);
    else if (pick(4) === 0) put(side === 'union' ? 'confederate' : 'union', hex, 1);
  }
  const entrenched = [target].filter((hex) => {
    const stays = Object.entries(at).some(([id, placed]) => {
      const kind = theatre.unit.get(id)?.kind;
      return typeof placed === 'object' && placed.hex === hex && (kind === 'infantry' || kind === 'dummy');
    });
    return stays && pick(3) === 0;
  });
  return position(at, { side, step: pick(2) === 0 ? 'move' : 'combat', entrenched, turn: 2 + pick(9) });
}

type Came = Omit<Fight, 'doubled' | 'toEmpty'>;

/** What an attack did, in the words of a forecast: the fight with each die, or why there was none. */
function outcome(state: State, order: AttackOrder): Came | string {
  const results = [1, 2, 3, 4, 5, 6].map((die) => {
    const dice = scripted(die);
    const result = game.rules.apply(state, state.side, order, { ...dice, shuffle: (faces) => [...faces] });
    if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
    return result;
  });
  const [first] = results;
  const off = first?.events.find((event) => event.type === 'called-off');
  if (off) return off.why;
  const lostBy = (side: Side, { events, state: after }: { events: readonly Event[]; state: State }) => {
    // Cavalry that finds no hex to fall back to is lost after the fight.
    const driven = events.flatMap((event) => (event.type === 'driven' ? [event.unit] : []));
    const taken = events.flatMap((event) =>
      event.type === 'lost' && event.side === side && !driven.includes(event.unit) ? [event.points] : [],
    );
    // More than there is, is ignored.
    const due = after.pending.flatMap((one) => {
      if (one.kind !== 'lose' || one.side !== side) return [];
      return [
        Math.min(
          one.points,
          one.among.reduce((sum, id) => sum + strengthLeft(theatre, after, id), 0),
        ),
      ];
    });
    return [...taken, ...due].reduce((sum, one) => sum + one, 0);
  };
  const enemy: Side = state.side === 'union' ? 'confederate' : 'union';
  const losses = results.map((result) => [lostBy(state.side, result), lostBy(enemy, result)] as const);
  const event = first?.events.find((one) => one.type === 'fought' || one.type === 'charged');
  if (!event) throw new Error(`Nothing came of ${JSON.stringify(order)}`);
  if (event.type === 'charged')
    return { attack: 0, defence: 0, column: event.column, modifier: event.modifier, table: null, losses };
  const { attack, defence, column, modifier, table } = event.reckoning;
  return {
    ...{ attack, defence, column, modifier, table },
    losses: column === null ? losses.slice(0, 1) : losses,
  };
}

function attackIn(state: State, pick: Pick): AttackOrder | null {
  for (let tries = 0; tries < 6; tries++) {
    const verbs = state.step === 'move' ? ['hasty'] : ['attack', 'charge'];
    const verb = verbs[pick(verbs.length)] as string;
    const offered = game.rules.next(state, state.side, { verb });
    if (offered.complete || offered.question.choices.length === 0) continue;
    const order = walkFrom(state, verb, pick);
    if (order) return order as AttackOrder;
  }
  return null;
}

function walkFrom(state: State, verb: string, pick: Pick): AnyOrder | null {
  const only = {
    next: (now: State, seat: string, draft: { readonly [slot: string]: string | readonly string[] }) =>
      game.rules.next(now, seat, { verb, ...draft }),
  };
  const rest = walkToOrder(only, state, state.side, pick);
  return rest && { ...rest, verb };
}

const key = (fight: Came | string) => {
  if (typeof fight === 'string') return fight;
  const { column, modifier, table, losses } = fight;
  return JSON.stringify([column, modifier, table, losses]);
};

describe('what an attack promises', () => {
  test('5, 4, 6.1: in many positions it is what every die then gives; of counters face down one of what it says they can be', () => {
    const pick = picker(SEED);
    let [exact, ranged] = [0, 0];
    for (let at = 0; at < drawnCases(120); at++) {
      const state = meeting(pick);
      const order = attackIn(state, pick);
      if (!order) continue;
      const forecast = attackForecast(theatre, game.knowledge.view(state, state.side), order);
      if (!forecast) throw new Error('no forecast');
      const came = outcome(state, order);
      const said = [...forecast.fights, ...forecast.calledOff].map(key);
      expect(said, `seed ${SEED}, ${at}: ${JSON.stringify(order)}`).toContain(key(came));
      if (forecast.down === 0) {
        expect(said, `seed ${SEED}, ${at}`).toHaveLength(1);
        const [fight] = forecast.fights;
        if (fight?.table && typeof came !== 'string')
          expect([fight.attack, fight.defence]).toEqual([came.attack, came.defence]);
        exact++;
      } else ranged++;
    }
    expect(exact).toBeGreaterThan(0);
    expect(ranged).toBeGreaterThan(drawnCases(36));
  });

  test('5.4: a counter face up on a train puts none of those face down beside it on one', () => {
    const train = { hex: '3447', up: true, strength: 5, entrained: true };
    const down = { hex: '3447', strength: 6 };
    const corps = { hex: '3446', strength: 9 };
    const at = { 'c-whiting': train, 'c-mahone': down, 'u-iii': corps, 'u-ix': corps };
    const state = position(at, { step: 'combat' });
    const order: AttackOrder = { verb: 'attack', target: '3447', with: ['u-iii', 'u-ix'] };
    const forecast = attackForecast(theatre, game.knowledge.view(state, 'union'), order);
    expect(outcome(state, order)).toBe('odds');
    expect(forecast?.calledOff).toContain('odds');
  });

  test('14: two positions that a seat cannot tell apart promise it the same', () => {
    const pick = picker(SEED + 1);
    let compared = 0;
    for (let at = 0; at < drawnCases(30); at++) {
      const state = meeting(pick);
      const order = attackIn(state, pick);
      if (!order) continue;
      const twin = WILDERNESS_SECRETS.shuffle(state, state.side, pick);
      const drafts = [{ verb: order.verb }, partOf(order)];
      const told = (now: State) => [
        attackForecast(theatre, game.knowledge.view(now, state.side), order),
        game.orderWords.label(now, order),
        drafts.map((draft) => nextQuestion(game, now, state.side, draft)),
        game.play?.planning?.read(now, state.side, game.play.planning.write(now, state.side, [order]), '').odds,
      ];
      expect(told(twin), `seed ${SEED}, ${at}`).toEqual(told(state));
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

/** The order without its last slot. */
function partOf(order: AttackOrder) {
  return order.verb === 'hasty'
    ? { verb: order.verb, from: order.from, units: order.units }
    : { verb: order.verb, target: order.target };
}
