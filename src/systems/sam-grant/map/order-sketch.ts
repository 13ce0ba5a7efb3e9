import type { Draft, Picture } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { attackRing, badgeBox, reachBadge, reachNumber, reachTint, startRing } from '../../../kit/hex/hex-marks.ts';
import { isSeen } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { next } from '../rules/legality.ts';
import { reachOfGroup } from '../rules/movement/group-move.ts';
import { type Reached, readDestination } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { positionFromView, type View } from '../view.ts';
import { isSide, type Mode, type Side } from '../vocabulary.ts';
import { REACH, reachAlt, reachCosts, WAYS } from '../words/picture-words.ts';
import { layoutOf } from './close-up.ts';
import { header } from './header.ts';
import { closeItems } from './map-picture.ts';
import { PALETTE } from './palette.ts';
import { groundOf } from './theatre-ground.ts';

/** Scale of a sketch, and the steps by which its window moves, so that grounds can be cached. */
const SKETCHED = 1.5;
const STEP = 3;

/** A picture of the hexes that a hex's blocks can reach, with cost or mode; battle hexes are red. */
export function sketch(theatre: Theatre, view: View, seat: string, draft: Draft): Picture | null {
  const { from } = draft;
  if (!isSide(seat) || typeof from !== 'string' || !theatre.hex.has(from)) return null;
  const guess = positionFromView(theatre, view, seat);
  const asked = next(theatre, guess, seat, draft);
  if (asked.complete) return null;
  const places = asked.question.choices.map(({ value }) => readDestination(value));
  if (places.length === 0 || !places.every(({ hex }) => theatre.hex.has(hex))) return null;
  const hexes = [...new Set(places.map(({ hex }) => hex))];
  const fought = [...new Set(places.flatMap(({ hex, by }) => (by === null ? [] : [hex])))];
  const costs = draft.verb === 'move' ? costsFrom(theatre, guess, seat, from) : null;
  const way = typeof draft.mode === 'string' ? WAYS[draft.mode as Mode] : '';
  const plot = layoutOf(theatre).window.plotInSteps([from, ...hexes], from, SKETCHED, STEP);
  const seen = hexes.filter((hex) => isSeen(plot, hex));
  const wordsOf = (hex: HexId) => costs?.get(hex) ?? way;
  const isTaken = (hex: HexId) => view.stacks.some((stack) => stack.hex === hex);
  const badges = seen.flatMap((hex) =>
    wordsOf(hex) === '' ? [] : [{ hex, words: wordsOf(hex), stops: fought.includes(hex) }],
  );
  const boxes = badges.map((badge) => badgeBox(plot, badge));
  const framing = { note: costs ? reachCosts(from) : REACH };
  return {
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: groundOf(theatre, plot, CLOSE_UP, false),
      items: [
        ...reachTint(plot, hexes),
        startRing(plot, from),
        ...seen.map((hex) => reachNumber(plot, hex)),
        ...closeItems(theatre, view, plot, seen, boxes),
        ...seen.flatMap((hex) => (fought.includes(hex) ? [attackRing(plot, hex)] : [])),
        ...badges.flatMap((badge) => reachBadge(plot, badge, isTaken(badge.hex) ? ASIDE : 0)),
        ...header(theatre, view, CLOSE_UP.width, costs ? null : from, framing),
      ],
    },
    alt: reachAlt(theatre, from, hexes, fought, (hex) => costs?.get(hex) ?? ''),
  };
}

/** Offset of a cost from the middle of a hex with blocks. */
const ASIDE = 24;

/** The cost of each place for the cheapest block of a hex: "2", or "3*" by a forced march. */
function costsFrom(theatre: Theatre, state: State, side: Side, from: HexId): ReadonlyMap<HexId, string> {
  const costs = new Map<HexId, Reached>();
  for (const reached of reachOfGroup(theatre, state, side, from)) {
    const known = costs.get(reached.hex);
    if (!known || reached.cost < known.cost) costs.set(reached.hex, reached);
  }
  return new Map([...costs].map(([hex, { cost, forced }]) => [hex, `${cost}${forced ? '*' : ''}`]));
}
