import { type Applied, type Dice, isRefusal, type Refusal } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { controllerOf, isHex, placing, type State, stepsOf } from '../state.ts';
import { isWinter } from '../theatre.ts';
import { frontOf, type TwoTheatres } from '../two-theatres.ts';
import { type BlockId, type Event, FRONTS, type Front, type Order, SIDES, type Side } from '../vocabulary.ts';
import { apply } from './legality.ts';
import { beginNext, campaignMark, setUp } from './phases.ts';
import { fallenCapitals, resultBy, usaMargin } from './victory.ts';

/** Both theatres, which play each game-turn one after the other [20.2]. */
export interface War {
  readonly version: 1;
  readonly now: Front;
  readonly west: State;
  readonly east: State;
  /** Blocks on their way to the other theatre [20.3]. */
  readonly underWay: readonly Train[];
  readonly result: State['result'];
}

/** Blocks on their way to a hex of the other theatre, each with its steps. They arrive in game-turn `turn` or later. */
export interface Train {
  readonly side: Side;
  readonly to: HexId;
  readonly turn: number;
  readonly blocks: readonly (readonly [BlockId, number])[];
}

type WarDone = Applied<War, Event>;

export function startWar(theatres: TwoTheatres): WarDone {
  const west = setUp(theatres.west).state;
  const east = setUp(theatres.east).state;
  return {
    state: { version: 1, now: 'west', west, east, underWay: [], result: null },
    events: [{ type: 'opened', ...campaignMark(theatres.both) }],
  };
}

/** How far the USA is ahead in both theatres together [20.5]. */
export function warMargin(theatres: TwoTheatres, war: Pick<War, Front>): number {
  return FRONTS.reduce((sum, front) => sum + usaMargin(theatres[front], war[front]), 0);
}

/** Carries out an order in the theatre whose game-turn is played. */
export function applyWar(
  theatres: TwoTheatres,
  war: War,
  seat: string,
  order: Order,
  dice: Dice,
  read: (order: Order) => Order | Refusal,
): WarDone | Refusal {
  const { now } = war;
  const done = apply(theatres[now], war[now], seat, order, dice, read);
  if (isRefusal(done)) return done;
  const events = done.events.map((event): Event => ({ ...event, front: now }));
  const sent = sendTrains(theatres, { ...war, [now]: done.state });
  const { state, events: all } = nextPart(theatres, bringTrains(theatres, { state: sent, events }));
  // Events of game-turns and years have the margin of one theatre; members are told that of both.
  const margin = warMargin(theatres, state);
  const isMargin = ({ type }: Event) => type === 'turn' || type === 'year';
  return { state, events: all.map((event) => (isMargin(event) ? ({ ...event, margin } as Event) : event)) };
}

/** Takes blocks that were sent over a gateway off their theatre’s map [20.3]. */
function sendTrains(theatres: TwoTheatres, war: War): War {
  const { now } = war;
  const state = war[now];
  const trains = SIDES.flatMap((side): Train[] => {
    const isGone = (id: BlockId) => {
      const at = state.blocks[id]?.at ?? 'away';
      return isHex(at) && frontOf(at) !== now;
    };
    const blocks = theatres[now].blocks.flatMap(({ id, side: whose }) => (whose === side && isGone(id) ? [id] : []));
    const [first] = blocks;
    if (first === undefined) return [];
    const to = state.blocks[first]?.at as HexId;
    return [{ side, to, turn: state.turn + 1, blocks: blocks.map((id) => [id, stepsOf(state, id)] as const) }];
  });
  if (trains.length === 0) return war;
  const gone = trains.flatMap(({ blocks }) => blocks.map(([id]) => [id, { at: 'away', steps: 0 }] as const));
  return { ...war, [now]: placing(state, gone), underWay: [...war.underWay, ...trains] };
}

/** Brings in blocks at the start of a game-turn if their side controls the hex [20.3]. The others wait. */
function bringTrains(theatres: TwoTheatres, { state: war, events }: WarDone): WarDone {
  const { now } = war;
  if (!events.some(({ type, front }) => type === 'turn' && front === now)) return { state: war, events };
  const here = war[now];
  const comes = ({ side, to, turn }: Train) =>
    frontOf(to) === now && turn <= here.turn && controllerOf(theatres[now], here, to) === side;
  const come = war.underWay.filter(comes);
  if (come.length === 0) return { state: war, events };
  const placed = come.flatMap(({ to, blocks }) => blocks.map(([id, steps]) => [id, { at: to, steps }] as const));
  return {
    state: { ...war, [now]: placing(here, placed), underWay: war.underWay.filter((train) => !comes(train)) },
    events: [
      ...events,
      ...come.map(({ side, to, blocks }): Event => {
        return { type: 'reinforced', side, hex: to, blocks: blocks.map(([id]) => id), front: now };
      }),
    ],
  };
}

/**
 * Once a theatre has played its game-turn, the other plays it [20.2].
 * Once both have, the war ends, or the next game-turn begins [20.5].
 */
function nextPart(theatres: TwoTheatres, { state: war, events }: WarDone): WarDone {
  if (war[war.now].phase !== 'over') return { state: war, events };
  const result = war.now === 'east' ? resultOfWar(theatres, war) : null;
  if (result)
    return {
      state: { ...war, result },
      events: [
        ...events,
        { type: 'ended', margin: warMargin(theatres, war), ...result, ...campaignMark(theatres.both) },
      ],
    };
  const now: Front = war.now === 'west' ? 'east' : 'west';
  const state = war[now];
  const next = { ...war, now };
  // In the first game-turn the East has not ended anything yet: it still has its deck to cut.
  if (state.phase !== 'over') return { state: next, events };
  // A new year begins in both theatres at once.
  const fronts: readonly Front[] = now === 'west' && isWinter(theatres.west, state) ? FRONTS : [now];
  let begun: WarDone = { state: next, events };
  for (const front of fronts) {
    const done = beginNext(theatres[front], war[front], []);
    const more = done.events.map((event): Event => ({ ...event, front }));
    begun = { state: { ...begun.state, [front]: done.state }, events: [...begun.events, ...more] };
  }
  return bringTrains(theatres, begun);
}

function resultOfWar(theatres: TwoTheatres, war: War): War['result'] {
  const capitals = FRONTS.flatMap((front) => fallenCapitals(theatres[front], war[front]));
  return resultBy(theatres.both, war.east, warMargin(theatres, war), capitals);
}
