import type { Applied, Dice } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { oncePer } from '../../../kit/memo.ts';
import { type Counter, NEW_PHASE, newCounter, type State, withCounters } from '../state.ts';
import { mayStack, type Scenario, scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { type Event, eachSide, otherSide, SIDES, type Side, type UnitId } from '../vocabulary.ts';
import { closedUnless, type Moment, ROLLED_FOR, type Rule, reason } from './moment.ts';
import { upToDate } from './reveal.ts';

/**
 * Starts a game. Which unit each counter is gets dealt and sealed with the dice, so that nobody can swap counters
 * later. Starting hexes are dealt too; each side can change its own in secret [2.4].
 */
export function start(theatre: Theatre, variant: string, dice: Dice): Applied<State, Event> {
  const scenario = scenarioOf(theatre, variant);
  const counters = SIDES.flatMap((side) => dealt(theatre, scenario, side, dice));
  const control: Record<HexId, Side> = {};
  for (const side of SIDES) for (const hex of theatre.control[side]) control[hex] = side;
  for (const hex of scenario.ports) control[hex] = 'union';
  const state: State = {
    version: 1,
    scenario: scenario.id,
    turn: scenario.turns[0],
    side: 'union',
    step: 'setup',
    over: false,
    counters,
    ready: eachSide(() => false),
    forts: Object.fromEntries(theatre.forts.map(({ id, strength }) => [id, strength])),
    entrenched: [],
    control,
    pool: eachSide(() => 0),
    points: scenario.points,
    lost: eachSide(() => 0),
    sightings: [],
    garrisonFree: false,
    pending: [],
    ...NEW_PHASE,
  };
  return { state, events: [{ type: 'dealt', scenario: scenario.id }] };
}

/** A side's counters in dealing order, in hexes that the scenario allows. */
function dealt(theatre: Theatre, scenario: Scenario, side: Side, dice: Dice): readonly Counter[] {
  const strengths = new Map<UnitId, number>();
  const placed = new Map<UnitId, HexId>();
  const groups = scenario.groups.filter((group) => group.side === side);
  const withHexes = groups.filter(({ hexes }) => hexes.length > 0);
  const hasRoom = (hex: HexId, unit: UnitId) =>
    mayStack([...[...placed].flatMap(([id, at]) => (at === hex ? [unitOf(theatre, id)] : [])), unitOf(theatre, unit)]);
  /** Places a unit in the first hex that has room, from the one at `from` on and around. */
  const place = (unit: UnitId, hexes: readonly HexId[], from: number) => {
    const turned = [...hexes.slice(from % hexes.length), ...hexes.slice(0, from % hexes.length)];
    placed.set(unit, turned.find((hex) => hasRoom(hex, unit)) ?? (turned[0] as HexId));
  };
  for (const [at, { hexes, units }] of withHexes.entries()) {
    const order = dice.shuffle(hexes, ROLLED_FOR.group(side, at + 1));
    for (const [index, { unit, strength }] of units.entries()) {
      strengths.set(unit, strength);
      place(unit, order, index);
    }
  }
  // A group without hexes has dummies, which are spread over the other groups.
  const dummies = groups.filter(({ hexes }) => hexes.length === 0).flatMap(({ units }) => units);
  const shuffled = dummies.length > 0 ? dice.shuffle(withHexes, ROLLED_FOR.dummies(side)) : [];
  for (const [index, { unit }] of dummies.entries()) {
    const hexes = shuffled[index % shuffled.length]?.hexes ?? [];
    const order = dice.shuffle(hexes, ROLLED_FOR.dummy(side, index + 1));
    place(unit, [...order, ...shuffled.flatMap((group) => group.hexes)], 0);
  }
  const [first, last] = scenario.turns;
  const coming = theatre.reinforcements.units.filter(
    ({ unit, turn }) => unitOf(theatre, unit).side === side && !placed.has(unit) && turn >= first && turn <= last,
  );
  const counters = [
    ...[...placed].map(([unit, hex]) => newCounter(unit, hex, { strength: strengths.get(unit) ?? 0 })),
    ...coming.map(({ unit, strength, turn }) => newCounter(unit, 'coming', { strength, due: turn })),
  ];
  return dice.shuffle(counters, ROLLED_FOR.counters(side));
}

/** Set-up hexes of each unit's group; a dummy may use all of its side's [2.4]. */
const setUpPlaces = oncePer(({ groups }: Scenario): ReadonlyMap<UnitId, readonly HexId[]> => {
  const all = eachSide((side) => groups.flatMap((group) => (group.side === side ? group.hexes : [])));
  return new Map(
    groups.flatMap(({ side, hexes, units }) => {
      const places = hexes.length > 0 ? hexes : [...new Set(all[side])].sort();
      return units.map(({ unit }) => [unit, places] as const);
    }),
  );
});

/** Hexes for a unit, in set-up or on arrival [2.4, 5.10]. */
function placesFor({ theatre, state, board, side }: Moment, id: UnitId): readonly HexId[] {
  if (state.step === 'setup') return setUpPlaces(scenarioOf(theatre, state.scenario)).get(id) ?? [];
  const entry = theatre.reinforcements.units.find(({ unit }) => unit === id)?.hexes;
  const foot = board.of(side).flatMap(({ kind, hex }) => (kind === 'infantry' ? [hex] : []));
  return unitOf(theatre, id).kind === 'leader' ? [...new Set(foot)].sort() : (entry ?? []);
}

/** Why one of a unit's hexes has no room for it; `null` if it has. */
function noRoom({ theatre, state, board, side }: Moment, id: UnitId, hex: HexId) {
  if (board.piece(id)?.hex === hex) return reason('same-hex', '2.4', { hex });
  if (board.isHeld(otherSide(side), hex) && state.step !== 'setup') return reason('enemy-there', '3.4', { hex });
  return mayStack([...board.own(side, hex), unitOf(theatre, id)]) ? null : reason('stacking', '1.7', { hex });
}

/** Moves a counter secretly in set-up, or brings on an arriving unit [2.4, 5.10, 10.1]. */
export const place: Rule<'place'> = {
  verb: 'place',
  closed: closedUnless('setup', 'reinforce'),
  slots: [
    {
      slot: 'unit',
      candidates: ({ theatre, side }) => theatre.units.flatMap((unit) => (unit.side === side ? [unit.id] : [])),
      fault: (moment, _draft, id) => {
        const { theatre, state, side } = moment;
        if (theatre.unit.get(id)?.side !== side) return reason('not-yours', '2.1', { unit: id, side });
        const counter = state.counters.find(({ unit }) => unit === id);
        if (!counter) return reason('off-map', '2.4', { unit: id });
        const isThere = state.step === 'setup' ? counter.hex !== 'coming' : counter.hex === 'coming';
        if (!isThere || counter.due > state.turn) return reason('not-due', '10.1', { unit: id });
        const open = placesFor(moment, id).some((hex) => noRoom(moment, id, hex) === null);
        return open ? null : reason('no-place-left', '2.4', { unit: id });
      },
    },
    {
      slot: 'hex',
      candidates: (moment, { unit }) => placesFor(moment, unit as UnitId),
      fault: (moment, { unit: id }, hex) => {
        const unit = id as UnitId;
        return placesFor(moment, unit).includes(hex)
          ? noRoom(moment, unit, hex)
          : reason('no-set-up', '2.4', { unit, hex });
      },
    },
  ],
  carry: ({ theatre, state, side }, { unit, hex }) => {
    const placed = withCounters(state, [unit], (counter) => ({ ...counter, hex, due: 0 }));
    return {
      state: state.step === 'setup' ? placed : upToDate(theatre, placed),
      events: [{ type: 'placed', side, unit, hex, arrives: state.step !== 'setup' }],
    };
  },
};
