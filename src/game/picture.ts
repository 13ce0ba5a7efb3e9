import type { Draft, Order } from './order.ts';
import type { Choice } from './rules.ts';
import type { Land, Scene } from './scene.ts';
import type { Event, SeatId, State, View, Viewer } from './state.ts';

/**
 * The last order and all its events, for a picture that marks them; null draws the position alone.
 * The picture marks only the events that its viewer may know.
 */
export interface LastOrder<E> {
  readonly order: Order | null;
  readonly events: readonly E[];
  /** Events of earlier orders of the battle that is being settled (`Rules.isSettling`). Absent: none is. */
  readonly before?: readonly E[];
}

/** `Framing.at`: the whole map. No place has this name. */
export const ALL = 'all';

export interface Framing {
  /** The seal the game's dice were published under, for the small print. */
  readonly seal?: string;
  /** Rolls or reveals that were taken back: "2 rolls taken back". At most 30 characters. Absent: none were. */
  readonly takenBack?: string;
  /**
   * A place to look at closely, where a map is too large for one picture: a value of `Pictures.places`, or ALL for the
   * whole map. Absent: the picture chooses by what has just happened. A system with a single sheet ignores it.
   */
  readonly at?: string;
  /**
   * Places that the picture shows, as close as all of them fit: of a plan where it leads; with ALL those of all
   * pictures that are seen one after another, from `Pictures.inUse`. Absent: the picture chooses.
   */
  readonly inUse?: readonly string[];
  /** The chance of winning now, 0 to 1, for a thin bar and the alt text. Absent: it is not shown. */
  readonly worth?: number;
  /** A caption that keeps the picture from being mistaken: "What if". At most 60 characters. */
  readonly note?: string;
  /** Overlays to draw over the position: ids of `Pictures.overlays`. */
  readonly overlays?: readonly string[];
}

export interface Picture {
  readonly scene: Scene;
  /** All that the picture says, most important first; at most 1,024 characters. */
  readonly alt: string;
  /** A part of the scene, in its pixels, where nothing stands: a card can cover it for a moment. Absent: none. */
  readonly free?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Something a picture shows on demand beside the position: "Zones of control". */
export interface Overlay {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/** A position drawn, by what a viewer may see of it. */
export interface Pictures<S extends State = State, E extends Event = Event, V extends View = View> {
  picture(view: V, moment: LastOrder<E> | null, framing: Framing): Picture;
  /**
   * Places that may be looked at closely, those that matter most now first. Absent: the map is one picture.
   * @param moment the last order, as for a picture: where it led matters
   */
  places?(view: V, moment?: LastOrder<E> | null): readonly Choice[];
  /** Shows a member what a draft can become: every hex that a unit can reach. Null or absent: no picture helps. */
  sketch?(view: V, seat: SeatId, draft: Draft): Picture | null;
  /** Overlays that a member can ask for. */
  readonly overlays?: readonly Overlay[];
  /** The grounds of most pictures of new games. They are drawn ahead. Absent: all are drawn when needed. */
  lands?(): readonly Land[];
  /**
   * Places that the whole map of a position has to show, as far as the viewer may know of them. Absent: it is always
   * drawn to its edges.
   */
  inUse?(state: S, viewer: Viewer): readonly string[];
}
