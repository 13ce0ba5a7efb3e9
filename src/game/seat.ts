import type { Colour } from './scene.ts';

/** A place at the table: one side, or one player of a side. Solitaire games have a single seat. */
export type SeatId = string;

export interface Seat {
  readonly id: SeatId;
  readonly name: string;
  /** Of its side on the maps, dark enough for a line on paper: charts draw it in this. Absent: it has none. */
  readonly colour?: Colour;
}

/** The reader of a view, an event or an order. The referee sees everything; the public what any bystander may. */
export type Viewer = SeatId | 'public' | 'referee';
