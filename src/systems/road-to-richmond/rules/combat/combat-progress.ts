import type { Applied } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../../kit/plain-english.ts';
import { pieceOf } from '../../board.ts';
import type { Field, Piece } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import type { Event, PieceId, Withdrawal } from '../../vocabulary.ts';
import { alarmed } from '../arrivals.ts';
import { pointsFor } from '../victory-points.ts';
import { hexOf } from './contact.ts';

type Loss = Extract<Event, { type: 'lost' }>['why'];

/** One order while it is carried out: the position so far and its events. */
export class CombatProgress {
  readonly field: Field;
  readonly #events: Event[];
  #state: State;

  constructor(field: Field, state: State, events: readonly Event[] = []) {
    this.field = field;
    this.#state = state;
    this.#events = [...events];
  }

  get state(): State {
    return this.#state;
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  end(): Applied<State, Event> {
    return { state: this.#state, events: this.#events };
  }

  tell(event: Event): void {
    this.#events.push(event);
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Adds choices in front of the pending ones. */
  ask(...choices: readonly Pending[]): void {
    this.set({ pending: [...choices, ...this.#state.pending] });
  }

  /** Removes the first choice, as it is made or void. */
  answered(): void {
    this.set({ pending: this.#state.pending.slice(1) });
  }

  /** Replaces the first choice. */
  instead(choice: Pending): void {
    this.answered();
    this.ask(choice);
  }

  /** Eliminates pieces, hex by hex. */
  eliminate(pieces: readonly Piece[], why: Loss): void {
    const where = { ...this.#state.where };
    const before = this.#state;
    const here = pieces.filter(({ id }) => hexOf(before, id) !== null);
    for (const { id } of here) where[id] = 'lost';
    this.set({ where });
    for (const [from, lost] of grouped(here, ({ id }) => hexOf(before, id) ?? '')) {
      const [{ side }] = lost as [Piece];
      const points = lost.reduce((sum, piece) => sum + pointsFor(this.field, piece), 0);
      this.tell({ type: 'lost', side, pieces: lost.map(({ id }) => id), from, why, points });
    }
  }

  /** A piece retreats one hex; if that is full, another piece there makes room [8.1, 8.2]. */
  goBack(id: PieceId, to: HexId, displacing: PieceId | null, why: Withdrawal, chain: readonly PieceId[]): void {
    const { side, kind } = pieceOf(this.field, id);
    const { where, shaken, fought } = this.#state;
    const from = hexOf(this.#state, id) as HexId;
    const unfired = why === 'displaced' && kind === 'artillery' && !fought.pieces.includes(id);
    this.set({
      where: { ...where, [id]: to },
      shaken: {
        retreated: added(shaken.retreated, id),
        displaced: unfired ? added(shaken.displaced, id) : shaken.displaced,
      },
    });
    this.tell({ type: 'retreated', side, piece: id, from, to, why, displacing });
    this.#alarm(id, to);
    if (displacing === null) return;
    const passed = [...added(chain, id), displacing];
    this.ask({ kind: 'retreat', side, pieces: [displacing], why: 'displaced', chain: passed });
  }

  /** A piece of the winning side enters a vacated hex [8.5]. */
  advance(id: PieceId, to: HexId): void {
    const { side } = pieceOf(this.field, id);
    const { where, advanced } = this.#state;
    const from = hexOf(this.#state, id) as HexId;
    this.set({ where: { ...where, [id]: to }, advanced: [...advanced, id] });
    this.tell({ type: 'advanced', side, piece: id, from, to });
    this.#alarm(id, to);
  }

  #alarm(id: PieceId, hex: HexId): void {
    this.#state = alarmed(this.field, this.#state, id, [hex], this.#events);
  }
}

function added(list: readonly PieceId[], id: PieceId): readonly PieceId[] {
  return list.includes(id) ? list : [...list, id];
}
