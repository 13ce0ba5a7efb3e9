import type { Applied, Dice } from '../../../game/index.ts';
import { type Board, boardOf, enemyHexesBeside, type Piece } from '../board.ts';
import { NEW_PHASE, RESTED, type State } from '../state.ts';
import { scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { type Event, otherSide, type Side, STEPS } from '../vocabulary.ts';
import { mayClaim } from './claims.ts';
import { fixStatus } from './command.ts';
import { closedUnless, type Rule } from './moment.ts';
import { probeTargets } from './movement/probe.ts';
import { hasArrivals } from './reinforcement.ts';
import { turnedDown, upToDate } from './reveal.ts';
import { scoreGarrison, scoreTurn } from './scoring.ts';

/**
 * Whether a step seems to offer something to do. Only public facts count, so that it reveals no counter that a side is
 * asked.
 */
function seemsOpen(theatre: Theatre, state: State): boolean {
  const board = boardOf(theatre, state);
  switch (state.step) {
    case 'reinforce':
      return hasArrivals(theatre, state);
    case 'probe':
      return mayProbe(board, otherSide(state.side));
    case 'combat':
      return mayAttack(board, state);
    case 'claim':
      return mayClaim(theatre, state);
    default:
      return true;
  }
}

function mayProbe(board: Board, side: Side): boolean {
  return board
    .of(side)
    .some(
      ({ up, entrained, kind, deeds, hex }) =>
        (up ? kind === 'cavalry' && !deeds.includes('probed') : !entrained) &&
        probeTargets(board, side, hex).length > 0,
    );
}

function mayAttack(board: Board, { side, fought }: State): boolean {
  const couldFight = ({ up, kind, entrained, deeds }: Piece) =>
    !entrained && (!up || (kind !== 'leader' && !deeds.includes('attacked')));
  return board
    .of(side)
    .some(
      (piece) => couldFight(piece) && enemyHexesBeside(board, side, piece.hex).some((hex) => !fought.includes(hex)),
    );
}

/** Advances to the next step that may offer something to do, once this one offers nothing more. */
export function untilAsked(theatre: Theatre, applied: Applied<State, Event>, dice: Dice): Applied<State, Event> {
  const events = [...applied.events];
  let { state } = applied;
  while (!state.over && state.pending.length === 0 && !seemsOpen(theatre, state))
    state = nextStep(theatre, state, events, dice);
  return { state, events };
}

/** Ends a step and begins the next [2.1]. */
function nextStep(theatre: Theatre, state: State, events: Event[], dice: Dice): State {
  switch (state.step) {
    case 'setup':
      return begun(theatre, state, 'union', events);
    case 'reinforce': {
      const fixed = fixStatus(theatre, state, dice);
      events.push(fixed.event);
      return entered(fixed.state, 'move', events);
    }
    case 'move': {
      const rested = { ...scoreGarrison(theatre, state, events), ...NEW_PHASE };
      return entered(turnedDown(theatre, rested, state.side, events), 'probe', events);
    }
    case 'probe':
      return entered(state, 'combat', events);
    case 'combat':
      return entered({ ...state, ...NEW_PHASE }, 'claim', events);
    case 'claim':
      return ended(theatre, state, events);
    default:
      return state.step satisfies never;
  }
}

function entered(state: State, step: Exclude<State['step'], 'setup'>, events: Event[]): State {
  // `apply` reports the other steps, if they are not skipped.
  if (step === 'move' || step === 'reinforce') events.push({ type: 'step', turn: state.turn, side: state.side, step });
  return { ...state, step };
}

/** Begins a Player-Turn: points and units arrive [10.1]. */
function begun(theatre: Theatre, state: State, side: Side, events: Event[]): State {
  const { turn } = state;
  const { confederateReinforcements } = scenarioOf(theatre, state.scenario);
  const factor = side === 'confederate' ? confederateReinforcements : 1;
  const points = (theatre.reinforcements[side].get(turn) ?? 0) * factor;
  const units = state.counters.flatMap(({ unit, hex, due }) =>
    hex === 'coming' && due === turn && unitOf(theatre, unit).side === side ? [unit] : [],
  );
  const now: State = {
    ...state,
    ...NEW_PHASE,
    side,
    counters: state.counters.map((counter) => ({ ...counter, ...RESTED })),
    pool: { ...state.pool, [side]: state.pool[side] + points },
  };
  const opened = entered(now, 'reinforce', events);
  if (points > 0 || units.length > 0) events.push({ type: 'arrived', side, points, units });
  return opened;
}

/** Ends a Player-Turn. After the Confederates' the turn is scored, and the game may be over [2.2, 2.3]. */
function ended(theatre: Theatre, state: State, events: Event[]): State {
  if (state.side === 'union') return begun(theatre, state, 'confederate', events);
  const counted = scoreTurn(theatre, state, events);
  const [, last] = scenarioOf(theatre, state.scenario).turns;
  if (state.turn < last) return begun(theatre, { ...counted, turn: state.turn + 1 }, 'union', events);
  events.push({ type: 'ended', ...counted.points });
  return { ...counted, over: true };
}

/** Ends the step, or a side's set-up: when both are ready, the game begins [2.4]. */
export const done: Rule<'done'> = {
  verb: 'done',
  closed: closedUnless(...STEPS),
  slots: [],
  carry: ({ theatre, state, side }, _order, dice) => {
    const events: Event[] = [];
    if (state.step !== 'setup') {
      events.push({ type: 'finished', side, step: state.step });
      return { state: nextStep(theatre, state, events, dice), events };
    }
    events.push({ type: 'ready', side });
    const now = { ...state, ready: { ...state.ready, [side]: true } };
    if (!now.ready[otherSide(side)]) return { state: now, events };
    events.push({ type: 'opened', scenario: state.scenario });
    return { state: nextStep(theatre, upToDate(theatre, now), events, dice), events };
  },
};
