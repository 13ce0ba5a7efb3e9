import type { Draft } from '../../../../game/index.ts';
import { type DraftStep, one } from '../../../../kit/draft-steps.ts';
import { type HexId, sideKey } from '../../../../kit/hex/hex-grid.ts';
import { sideBetween, sidesOf } from '../../../../kit/hex/hex-map.ts';
import { controllerOf, hexesHeld, isHeldBy, isHex, nearestEnemyFirst, placing, stepsOf } from '../../board.ts';
import type { State } from '../../state.ts';
import type { Block, Theatre } from '../../theatre.ts';
import { MODES, type Mode, type OrderOf, otherSide, type Side } from '../../vocabulary.ts';
import { blockChoice, hexChoice, modeChoice, QUESTIONS } from '../../words/questions.ts';
import { openWaters } from '../supply/open-water.ts';
import { isLand, isSupplied, railwayOf } from '../supply/supply-lines.ts';
import { isUnbridged } from '../terrain-effects.ts';
import { arriving, type Marched, unmoved } from './group-move.ts';
import { entriesInto, freeToLeave, roomBy } from './reach.ts';

export function hqOf(theatre: Theatre, side: Side): Block | undefined {
  return theatre.blocks.find((block) => block.side === side && block.kind === 'hq');
}

/** Whether the Supreme HQ can send anybody: on the map, in supply, with steps to spare [5.6]. */
export function canActivate(theatre: Theatre, state: State, side: Side): boolean {
  const hq = hqOf(theatre, side);
  const at = hq && state.blocks[hq.id]?.at;
  if (!hq || at === undefined || !isHex(at)) return false;
  return stepsOf(state, hq.id) > theatre.rules.hqActivation && isSupplied(theatre, state, side, at);
}

/** Where blocks of a hex can be sent, each with how many [5.6]. */
export function targetsOf(
  theatre: Theatre,
  state: State,
  side: Side,
  mode: Mode,
  from: HexId,
): ReadonlyMap<HexId, number> {
  const free = freeToLeave(theatre, state, side, from);
  const found = new Map<HexId, number>();
  if (free === 0 || unmoved(theatre, state, side, from).length === 0) return found;
  const isUsed = (to: HexId) => entriesInto(theatre, state, from, otherSide(side)).has(to);
  if (mode === 'rail') for (const hex of railsFrom(theatre, state, side, from)) found.set(hex, free);
  if (mode === 'river' && side === 'usa')
    for (const water of openWaters(theatre, state))
      if (water.has(from)) for (const hex of water) if (isLanding(theatre, state, from, hex)) found.set(hex, free);
  if (mode === 'crossing')
    for (const { to } of sidesOf(theatre, from)) {
      if (isUsed(to) || entriesInto(theatre, state, to, otherSide(side)).has(from)) continue;
      const room = Math.min(free, crossingRoom(theatre, state, side, from, to));
      if (room > 0) found.set(to, room);
    }
  return found;
}

/** First stretches of railroad out of a hex: not over a hexside that the enemy used to attack it. */
function railSteps(theatre: Theatre, state: State, side: Side, from: HexId): readonly HexId[] {
  const used = entriesInto(theatre, state, from, otherSide(side));
  return sidesOf(theatre, from).flatMap(({ to, link }) =>
    link === 'rail' && !used.has(to) && controllerOf(theatre, state, to) === side ? [to] : [],
  );
}

function railsFrom(theatre: Theatre, state: State, side: Side, from: HexId): ReadonlySet<HexId> {
  const first = railSteps(theatre, state, side, from);
  const reached = new Set(first.flatMap((to) => [...railwayOf(theatre, state, side, to)]));
  reached.delete(from);
  return reached;
}

/** Whether a ship from one hex can put blocks ashore in another beside the same water. */
function isLanding(theatre: Theatre, state: State, from: HexId, hex: HexId): boolean {
  return hex !== from && isLand(theatre, hex) && !isHeldBy(theatre, state, hex, 'csa');
}

/** How many may cross a major river there; 0: none, or there is a bridge to march over [2.6, 2.7]. */
function crossingRoom(theatre: Theatre, state: State, side: Side, from: HexId, to: HexId): number {
  const between = sideBetween(theatre, from, to);
  if (between?.water !== 'major' || !isUnbridged(theatre, from, to) || !isLand(theatre, to)) return 0;
  if (!isHeldBy(theatre, state, to, otherSide(side))) return Number.POSITIVE_INFINITY;
  if (theatre.bluffs.get(sideKey(from, to)) === to) return 0;
  return roomBy(theatre, state, side, to, from);
}

/** Whether blocks of a hex can be sent anywhere: the same as that there are targets, without all of them. */
function canSend(theatre: Theatre, state: State, side: Side, mode: Mode, from: HexId): boolean {
  if (mode === 'crossing') return targetsOf(theatre, state, side, mode, from).size > 0;
  if (freeToLeave(theatre, state, side, from) === 0 || unmoved(theatre, state, side, from).length === 0) return false;
  if (mode === 'rail') return railSteps(theatre, state, side, from).length > 0;
  return (
    side === 'usa' &&
    openWaters(theatre, state).some(
      (water) => water.has(from) && [...water].some((hex) => isLanding(theatre, state, from, hex)),
    )
  );
}

export function startsBy(theatre: Theatre, state: State, side: Side, mode: Mode): readonly HexId[] {
  return hexesHeld(theatre, state, side).filter((hex) => canSend(theatre, state, side, mode, hex));
}

export function modesOpen(theatre: Theatre, state: State, side: Side): readonly Mode[] {
  if (!canActivate(theatre, state, side)) return [];
  return MODES.filter((mode) =>
    hexesHeld(theatre, state, side).some((hex) => canSend(theatre, state, side, mode, hex)),
  );
}

/** The slots of a strategic move. */
export function strategicSteps(theatre: Theatre, state: State, side: Side): readonly DraftStep[] {
  const to = (draft: Draft) => targetsOf(theatre, state, side, one(draft.mode) as Mode, one(draft.from));
  return [
    () => ({ slot: 'mode', prompt: QUESTIONS.mode, choices: modesOpen(theatre, state, side).map(modeChoice) }),
    (draft) => ({
      slot: 'from',
      prompt: QUESTIONS.from,
      choices: nearestEnemyFirst(theatre, state, side, startsBy(theatre, state, side, one(draft.mode) as Mode)).map(
        (hex) => hexChoice(theatre, hex),
      ),
    }),
    (draft) => ({
      slot: 'to',
      prompt: QUESTIONS.to,
      choices: nearestEnemyFirst(theatre, state, side, [...to(draft).keys()]).map((hex) => hexChoice(theatre, hex)),
    }),
    (draft) => {
      const from = one(draft.from);
      const blocks = unmoved(theatre, state, side, from);
      const most = Math.min(blocks.length, to(draft).get(one(draft.to)) ?? 0);
      const choices = most > 0 ? blocks.map((block) => blockChoice(block, stepsOf(state, block.id), false)) : [];
      return { slot: 'blocks', prompt: QUESTIONS.blocks, choices, several: { least: 1, most: Math.max(1, most) } };
    },
  ];
}

/** Carries out a strategic move: the Supreme HQ loses a step. */
export function sendBlocks(theatre: Theatre, state: State, side: Side, order: OrderOf<'strategic'>): Marched {
  const { mode, from, to, blocks } = order;
  const by = mode === 'crossing' && isHeldBy(theatre, state, to, otherSide(side)) ? from : null;
  const hq = hqOf(theatre, side) as Block;
  const paid = placing(state, [[hq.id, { steps: stepsOf(state, hq.id) - theatre.rules.hqActivation }]]);
  return {
    state: arriving(paid, blocks, to, by),
    events: [{ type: 'moved', side, from, mode, going: [{ to, by, blocks }] }],
  };
}
