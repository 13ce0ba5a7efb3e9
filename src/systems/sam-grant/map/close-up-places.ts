import type { Choice, Moment } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { SIDE_NAMES } from '../words/names.ts';

/**
 * Places for close-ups, most relevant first: the battle, battles to come, the last order's hexes, battles of this game-turn, hexes with blocks
 * by distance to the enemy, cities, all other hexes.
 */
export function placesOf(theatre: Theatre, view: View, moment: Moment<Event> | null): readonly Choice[] {
  const held = new Map<HexId, string>();
  for (const { hex, side, count } of view.stacks)
    held.set(hex, [held.get(hex), `${SIDE_NAMES[side]} ${count}`].filter(Boolean).join(', '));
  const events = (moment?.events ?? []).toReversed();
  const last = events.flatMap(hexesOf);
  const fought = [view.battle?.hex ?? [], events.flatMap((event) => (event.type === 'fought' ? [event.hex] : []))];
  const contested = foughtFor(view.stacks);
  const fights = view.fights.map(({ hex }) => hex).reverse();
  const fronts = [...nearestFirst(theatre, view.stacks), ...theatre.city.keys(), ...theatre.hexes];
  const order = [...fought, last.filter((hex) => contested.includes(hex)), contested, last, fights, fronts].flat();
  return [...new Set(order)].map((hex) => {
    const hint = held.get(hex);
    return { value: hex, label: hexLabel(theatre, hex), ...(hint ? { hint } : {}) };
  });
}

/** The public hexes of an event. */
function hexesOf(event: Event): readonly HexId[] {
  switch (event.type) {
    case 'moved':
      return event.going.map(({ to }) => to);
    case 'built':
    case 'bragg':
    case 'battle':
    case 'fought':
    case 'won':
      return [event.hex];
    default:
      return [];
  }
}

/** Hexes with blocks, nearest to the enemy first, then largest. */
function nearestFirst(theatre: Theatre, stacks: readonly StackView[]): readonly HexId[] {
  const far = stacks.map(({ hex, side }) =>
    Math.min(...stacks.flatMap((other) => (other.side === side ? [] : [theatre.grid.distance(hex, other.hex)]))),
  );
  const order = [...stacks.keys()].sort(
    (one, other) =>
      (far[one] as number) - (far[other] as number) || (stacks[other]?.count ?? 0) - (stacks[one]?.count ?? 0),
  );
  return order.flatMap((at) => stacks[at]?.hex ?? []);
}

/** Hexes in which both sides stand. */
export function foughtFor(stacks: readonly StackView[]): readonly HexId[] {
  const hexes = stacks.map(({ hex }) => hex);
  return [...new Set(hexes.filter((hex, at) => hexes.indexOf(hex) < at))];
}
