import type { Viewer } from '../../../src/game/index.ts';
import type { War } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import { type Battle, type BlockState, isHex, type State } from '../../../src/systems/sam-grant/state.ts';
import type { Block, Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import type { TwoTheatres } from '../../../src/systems/sam-grant/two-theatres.ts';
import type { View, WarView } from '../../../src/systems/sam-grant/view.ts';
import {
  type BattlePlan,
  type BlockId,
  CARDS,
  FRONTS,
  type Order,
  SIDES,
  type Side,
} from '../../../src/systems/sam-grant/vocabulary.ts';
import type { Secrets } from '../../conformance/table.ts';
import { WINTER, west } from './data.ts';

type Pick = (count: number) => number;

/** What nobody but a side may know of it: which blocks stand where and how strong, its hand, its card, its plan. */
export function secretsOf(theatre: Theatre, campaign = theatre): Secrets<State> {
  return {
    shuffle: (state, viewer, pick) =>
      SIDES.reduce(
        (now, side) => (side === viewer ? now : dealtAnew(now.campaign ? campaign : theatre, now, side, pick)),
        withDeck(state, viewer, pick),
      ),
    sealed: (state, order, seat) => isSealed(state, order as Order, seat as Side),
    faces: (seen) => facesIn(theatre, seen as View),
  };
}

/** What is secret in both theatres, and which blocks are on their way between them. */
export function warSecrets(theatres: TwoTheatres): Secrets<War> {
  const of = { west: secretsOf(theatres.west), east: secretsOf(theatres.east) };
  return {
    shuffle: (war, viewer, pick) => ({
      ...war,
      west: of.west.shuffle(war.west, viewer, pick),
      east: of.east.shuffle(war.east, viewer, pick),
      // Strengths of blocks under way are as little known as the blocks.
      underWay: war.underWay.map((train) =>
        train.side === viewer
          ? train
          : { ...train, blocks: train.blocks.map(([id]) => [id, 1 + pick(theatres.both.block.get(id)?.full ?? 1)]) },
      ),
    }),
    sealed: (war, order, seat) => of[war.now].sealed?.(war[war.now], order, seat) ?? false,
    faces: (seen) => {
      const { west, east } = seen as WarView;
      return FRONTS.flatMap((front) =>
        facesIn(theatres[front], { west, east }[front]).map((face) => `${front}: ${face}`),
      );
    },
  };
}

/** Blocks of others that were shown or captured, cards on the table, and the hand and the cut that somebody else deals or sees. */
function facesIn({ scenario }: Theatre, seen: View): string[] {
  const { viewer, stacks, fights, prisoners, played, hands, cuts, turn, phase } = seen;
  // The cards of each year are others.
  const year = Math.ceil((phase === 'cut' ? turn + 1 : turn) / WINTER);
  const fought = fights.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'round' ? step.shown : [])));
  const blocks = stacks.filter(({ side }) => side !== viewer).flatMap(({ known }) => known.map(({ id }) => id));
  const cards = SIDES.flatMap((side) => [
    ...played[side].map((card, turn) => `${side}, year ${year}, turn ${turn}: ${card}`),
    ...(hands[side] !== null && hands[side].length === scenario.hand
      ? [`the hand of the ${side} in year ${year}`]
      : []),
    ...(side === viewer || cuts[side] === null ? [] : [`the cut of the ${side} in year ${year}`]),
  ]);
  return [...fought, ...blocks, ...SIDES.flatMap((side) => prisoners[side]), ...cards];
}

/** A cut or a card while the other side has still to choose, and a plan while it has none. */
function isSealed(state: State, { verb }: Order, seat: Side): boolean {
  const other = seat === 'usa' ? 'csa' : 'usa';
  if (verb === 'cut') return state.cuts[other] === null;
  if (verb === 'card') return state.chosen[other] === null;
  return verb === 'battle-plan' && state.battle?.plans[other] === null;
}

/** Hands of the others and the cards nobody holds, mixed. */
function withDeck(state: State, viewer: Viewer, pick: Pick): State {
  const hidden = SIDES.filter((side) => side !== viewer);
  const cards = mixed([...hidden.flatMap((side) => state.hands[side]), ...state.undealt], pick);
  const hands = { ...state.hands };
  const chosen = { ...state.chosen };
  for (const side of hidden) {
    const dealt = cards.splice(0, state.hands[side].length);
    hands[side] = CARDS.flatMap((card) => dealt.filter((one) => one === card));
    if (chosen[side] !== null) chosen[side] = hands[side][pick(hands[side].length)] ?? null;
  }
  const cuts = { ...state.cuts };
  if (state.phase === 'cut')
    for (const side of hidden) if (cuts[side] !== null) cuts[side] = 1 + pick(west.scenario.cuts.length);
  return { ...state, hands, chosen, cuts, undealt: cards };
}

/** A side's blocks that nobody else has seen change places with each other, and have other steps. */
function dealtAnew(theatre: Theatre, state: State, side: Side, pick: Pick): State {
  const { battle } = state;
  const isShown = ({ id }: Block) =>
    battle !== null && battle.round > 0 && state.blocks[id]?.at === battle.hex && !battle.reserves.includes(id);
  const hidden = theatre.blocks.filter((block) => {
    const at = state.blocks[block.id]?.at ?? 'pool';
    return block.side === side && (isHex(at) || at === 'pool') && !isShown(block);
  });
  const ids = hidden.map(({ id }) => id);
  const others = mixed(ids, pick);
  const swap = new Map(ids.map((id, at) => [id, others[at] as BlockId]));
  const named = (id: BlockId) => swap.get(id) ?? id;
  const blocks: Record<BlockId, BlockState> = { ...state.blocks };
  for (const { id } of hidden) {
    const at = state.blocks[id]?.at ?? 'pool';
    const full = theatre.block.get(named(id))?.full ?? 1;
    blocks[named(id)] = { at, steps: isHex(at) ? 1 + pick(full) : 0 };
  }
  return {
    ...state,
    blocks,
    moved: state.moved.map(named),
    entered: Object.fromEntries(Object.entries(state.entered).map(([id, from]) => [named(id), from])),
    ...(state.ahead ? { ahead: otherPlans(state.ahead, side, pick) } : {}),
    battle: battle && anotherPlan({ ...battle, reserves: battle.reserves.map(named) }, side, pick),
  };
}

function anotherPlan(battle: Battle, side: Side, pick: Pick): Battle {
  const plan = battle.plans[side];
  if (plan === null) return battle;
  return { ...battle, plans: { ...battle.plans, [side]: anotherStance(plan, pick) } };
}

function otherPlans(ahead: NonNullable<State['ahead']>, side: Side, pick: Pick): NonNullable<State['ahead']> {
  const plans = Object.entries(ahead).map(([key, plan]) => [
    key,
    key.startsWith(side) ? anotherStance(plan, pick) : plan,
  ]);
  return Object.fromEntries(plans);
}

function anotherStance({ spare: _, ...rest }: BattlePlan, pick: Pick): BattlePlan {
  const stances = ['stand', 'leave', 'leave-1', 'ask'] as const;
  return { ...rest, stance: stances[pick(stances.length)] ?? 'stand' };
}

function mixed<Thing>(things: readonly Thing[], pick: Pick): Thing[] {
  const left = [...things];
  return things.map(() => left.splice(pick(left.length), 1)[0] as Thing);
}
