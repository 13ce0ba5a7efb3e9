import { asView, type Viewer } from '../../game/index.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { picking } from '../../kit/shared-vocabulary.ts';
import { actionsOf } from './rules/cards.ts';
import { deciding } from './rules/legality.ts';
import { entriesInto } from './rules/movement/reach.ts';
import { prisonersOf } from './rules/phases.ts';
import { isSupplied } from './rules/supply/supply-lines.ts';
import { type Train, type War, warMargin } from './rules/two-theatre-war.ts';
import { timePoints, usaMargin } from './rules/victory.ts';
import { type Battle, type BlockState, blocksIn, isHex, newBattle, type State, stacks } from './state.ts';
import type { Block, Theatre } from './theatre.ts';
import type { TwoTheatres } from './two-theatres.ts';
import { type BlockId, type Event, eachSide, SIDES, type Side } from './vocabulary.ts';

export type BlockView = StackView['known'][number];

/**
 * Blocks of a side in a hex. Everybody sees how many there are; `known` has those whose faces the viewer may see [14.1,
 * 14.2].
 */
export type StackView = ReturnType<typeof stacksSeen>[number];

/** The public part of a position, including this game-turn's fights and the hexes that gained steps [7.9, 14.3]. */
const publicPart = picking<State>()(
  ...(['turn', 'phase', 'first', 'active', 'played', 'river', 'bragg', 'fights', 'supplied', 'fed', 'fallen'] as const),
  ...(['offer', 'result', 'campaign'] as const),
);

/** The part of a position that a viewer may know. Pictures and texts are made from this, never from the state. */
export type View = ReturnType<typeof view>;
type BattleView = NonNullable<View['battle']>;

/** How many events show something that was hidden: hands, cards, or blocks in battle or captured on a forced march. */
export function reveals(events: readonly Event[]): number {
  return events.filter(isReveal).length;
}

function isReveal(event: Event): boolean {
  if (event.type === 'fought') return event.steps.some((step) => step.kind === 'round' && step.shown.length > 0);
  return event.type === 'dealt' || event.type === 'revealed' || (event.type === 'marched' && event.captured);
}

/** The controller of a hex, which is public [2.3]; `null` if it is fought for. */
export function holderOf({ home }: Theatre, { stacks }: Pick<View, 'stacks'>, hex: HexId): Side | null {
  const [one, other] = stacks.filter((stack) => stack.hex === hex);
  return other ? null : (one?.side ?? home.get(hex) ?? null);
}

export function maySee(viewer: Viewer, side: Side): boolean {
  return viewer === side || viewer === 'referee';
}

export function view(theatre: Theatre, state: State, viewer: Viewer) {
  const { battle, phase, active } = state;
  const left = phase === 'actions' ? actionsOf(state, active) - state.used : 0;
  return asView({
    ...publicPart(state),
    viewer,
    deciding: deciding(state),
    stacks: stacksSeen(theatre, state, viewer),
    cardsHeld: eachSide((side) => state.hands[side].length),
    /** The cuts of the deck. Until it is dealt, each side sees only its own. */
    cuts: eachSide((side) => (phase !== 'cut' || maySee(viewer, side) ? state.cuts[side] : null)),
    /** A hand or pool is `null` if it is hidden from this viewer. */
    hands: eachSide((side) => (maySee(viewer, side) ? state.hands[side] : null)),
    chosen: eachSide((side) => {
      const card = state.chosen[side];
      return card === null || maySee(viewer, side) ? card : ('face down' as const);
    }),
    pools: eachSide((side) =>
      maySee(viewer, side) ? blocksIn(theatre, state, 'pool', side).map(({ id }) => id) : null,
    ),
    /** Reinforcements that have not come in yet. They are public, since everybody knows the scenario [5.11]. */
    due: SIDES.flatMap((side) => blocksIn(theatre, state, 'due', side).map(({ id }) => id)),
    /** Blocks of each side that the other holds: face up [7.10]. */
    prisoners: eachSide((side) => prisonersOf(theatre, state, side).map(({ id }) => id)),
    margin: usaMargin(theatre, state),
    /** The Confederates' points for time. */
    time: timePoints(theatre, state),
    actions: { left, built: state.built },
    /** The viewer's own plans for battles to come. */
    ahead: Object.fromEntries(
      Object.entries(state.ahead ?? {}).filter(([key]) => maySee(viewer, key.split(' ')[0] as Side)),
    ),
    battle: battle && {
      ...{ hex: battle.hex, attacker: battle.attacker, round: battle.round, main: battle.main },
      waiting: battle.waiting,
      /** The plan for its own side; for others, whether there is one. */
      plans: eachSide((side) => (maySee(viewer, side) ? (battle.plans[side] ?? false) : battle.plans[side] !== null)),
    },
  });
}

function stacksSeen(theatre: Theatre, state: State, viewer: Viewer) {
  const all = [...stacks(theatre, state)].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.flatMap(([hex, blocks]) =>
    SIDES.flatMap((side) => {
      const own = blocks.filter((block) => block.side === side);
      if (own.length === 0) return [];
      const fighting = state.battle?.hex === hex && state.battle.round > 0;
      const isReserve = (id: BlockId) => state.battle?.reserves.includes(id) ?? false;
      const known = own.filter(({ id }) => maySee(viewer, side) || (fighting && !isReserve(id)));
      return [
        {
          hex,
          side,
          count: own.length,
          known: known.map(({ id }) => ({
            id,
            steps: state.blocks[id]?.steps ?? 0,
            moved: maySee(viewer, side) && state.moved.includes(id),
            /** The hex from which it came into battle; `null` for the other side. */
            from: maySee(viewer, side) ? (state.entered[id] ?? null) : null,
          })),
          /** Blocks that the battle has not shown yet. */
          reserves: fighting ? own.filter(({ id }) => isReserve(id)).length : 0,
          supplied: isSupplied(theatre, state, side, hex),
          /** The hexes from which they came into battle, each with their number. */
          entries: [...entriesInto(theatre, state, hex, side)].sort(([a], [b]) => (a < b ? -1 : 1)),
        },
      ];
    }),
  );
}

/**
 * A position that agrees with what a side sees. Its own blocks are as they are.
 * In place of each unseen enemy block another that could be there stands at full strength.
 * The side's legal orders are those of the true position, since they never depend on hidden facts.
 */
export function positionFromView(theatre: Theatre, view: View, side: Side): State {
  const { phase, active, cuts, actions, battle } = view;
  const guess: State = {
    ...publicPart(view),
    ...placesIn(theatre, view, side),
    version: 1,
    hands: eachSide((one) => view.hands[one] ?? []),
    undealt: [],
    cuts,
    chosen: eachSide((one) => (view.chosen[one] === 'face down' ? null : view.chosen[one])),
    used: 0,
    built: actions.built,
    ...(Object.keys(view.ahead).length > 0 ? { ahead: view.ahead } : {}),
    battle: battle && battleIn(view, battle),
  };
  return phase === 'actions' ? { ...guess, used: actionsOf(guess, active) - actions.left } : guess;
}

/** Puts seen blocks in their places, and fills the rest of each stack with blocks that could be there. */
function placesIn(theatre: Theatre, view: View, side: Side) {
  const blocks: Record<BlockId, BlockState> = {};
  const entered: Record<BlockId, HexId> = {};
  const moved: BlockId[] = [];
  const pool = view.pools[side];
  // First, every block is in the pool, in the Gulf or away. Those that the view shows elsewhere follow.
  for (const { id, start, side: whose } of theatre.blocks) {
    const isElsewhere = whose === side && pool !== null ? !pool.includes(id) : start === 'away';
    blocks[id] = { at: start === 'gulf' && !view.bragg ? 'gulf' : isElsewhere ? 'away' : 'pool', steps: 0 };
  }
  for (const id of view.due) blocks[id] = { at: 'due', steps: 0 };
  for (const one of SIDES) for (const id of view.prisoners[one]) blocks[id] = { at: 'prisoner', steps: 0 };
  for (const { hex, known } of view.stacks)
    for (const block of known) {
      blocks[block.id] = { at: hex, steps: block.steps };
      if (block.moved) moved.push(block.id);
      if (block.from !== null) entered[block.id] = block.from;
    }
  const unseen = theatre.blocks.filter(({ id }) => ['pool', 'away'].includes(blocks[id]?.at ?? 'pool'));
  // Blocks that began on the map are likeliest to be on it, and those of the other theatre least.
  const rank = (block: Block) => (isHex(firstHex(block)) ? 0 : block.start === 'away' ? 2 : 1);
  const likely = new Set([...unseen].sort((a, b) => rank(a) - rank(b) || a.index - b.index));
  const hidden = view.stacks.filter(({ count, known }) => count > known.length);
  // Blocks that the scenario puts in a hex are assumed to be there still.
  const stayed = hidden.map(({ hex, side: whose, count, known }) => {
    const there = unseen
      .filter((block) => block.side === whose && firstHex(block) === hex)
      .slice(0, count - known.length);
    for (const block of there) likely.delete(block);
    return there;
  });
  for (const [at, { hex, side: whose, count, known, entries }] of hidden.entries()) {
    const froms = entries.flatMap(([from, number]) => Array.from({ length: number }, () => from));
    const others = [...likely].filter((block) => block.side === whose);
    const there = [...(stayed[at] ?? []), ...others].slice(0, count - known.length);
    for (const [place, block] of there.entries()) {
      likely.delete(block);
      blocks[block.id] = { at: hex, steps: block.full };
      const from = froms[place];
      if (from !== undefined) entered[block.id] = from;
    }
  }
  return { blocks, entered, moved };
}

function firstHex({ start, comes }: Block): Block['start'] {
  return comes?.hex ?? start;
}

function battleIn(view: View, { plans, ...seen }: BattleView): Battle {
  const there = view.stacks.find(({ hex, side }) => hex === seen.hex && side === seen.attacker);
  return {
    ...newBattle(seen.hex, seen.attacker, there?.entries.map(([from]) => from) ?? []),
    ...seen,
    plans: eachSide((one) => (typeof plans[one] === 'boolean' ? null : plans[one])),
  };
}

/** The part of both theatres that a viewer may know. */
export type WarView = ReturnType<typeof viewWar>;

export function viewWar(theatres: TwoTheatres, war: War, viewer: Viewer) {
  const seenBy =
    (side: Side) =>
    ({ to, turn, blocks }: Train) => {
      const ids = blocks.map(([id]) => id);
      return { to, turn, count: ids.length, blocks: maySee(viewer, side) ? ids : null };
    };
  return asView({
    now: war.now,
    result: war.result,
    viewer,
    west: view(theatres.west, war.west, viewer),
    east: view(theatres.east, war.east, viewer),
    /** Blocks on their way to the other theatre. Only their own side sees which; to others `blocks` is `null`. */
    trains: eachSide((side) => war.underWay.filter((train) => train.side === side).map(seenBy(side))),
    /** How far the USA is ahead in both theatres together. */
    margin: warMargin(theatres, war),
  });
}

/** The theatre whose game-turn is played, with the margin and the result of the war. */
export function playing({ now, margin, result, ...fronts }: WarView): View {
  return { ...fronts[now], margin, result };
}

/** The view of both theatres as one, for pictures of the sheet. */
export function sheetView(seen: WarView): View {
  const { west, east } = seen;
  const both = <T>(of: (view: View) => readonly T[]) => [...of(west), ...of(east)];
  return {
    ...playing(seen),
    stacks: both(({ stacks }) => stacks),
    fights: both(({ fights }) => fights),
    supplied: both(({ supplied }) => supplied),
    prisoners: eachSide((side) => both(({ prisoners }) => prisoners[side])),
    due: both(({ due }) => due),
    bragg: west.bragg,
    time: west.time + east.time,
  };
}
