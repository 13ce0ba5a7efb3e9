import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { altList, capital, count, grouped, listed } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { isNight, type View } from '../state.ts';
import type { Side } from '../vocabulary.ts';
import { sideAdjective, withinSentence } from './names.ts';

/** At the foot of the overview. */
export const LEGEND = {
  blocks: 'A block: the strength of a stack. Its thick edge faces the nearest enemy;',
  red: 'red: next to an enemy.',
  farms: 'Ringed: a farm that scores.',
} as const;

export const OVERLAY_WORDS = {
  control: {
    name: 'Zones of control',
    summary: 'Hexes that either side controls',
    meaning: 'Control: Union hatching slants up to the right, Confederate down',
    alt: (side: Side, hexes: readonly HexId[]) => `${sideAdjective(side)} control: ${hexes.join(', ')}.`,
  },
  range: {
    name: 'Bombardment range',
    summary: 'Hexes that guns can bombard; name a unit or hex to see only its guns',
    meaning: (guns: readonly HexId[]) =>
      guns.length === 0 ? 'No guns here can bombard' : `In range and sight of guns in ${guns.join(', ')}`,
    alt: (hexes: readonly HexId[]) => `They can bombard ${listed(hexes)}.`,
  },
  sight: {
    name: 'Sight',
    summary: 'What guns in a hex can and can’t see, as far as they reach',
    meaning: (from: string) => (from === '' ? 'No guns here' : `Seen from ${from}: framed. Hidden: dark`),
    alt: (hidden: readonly HexId[]) =>
      hidden.length > 0
        ? `Hidden: ${hidden.join(', ')}. Guns can see everything else in range.`
        : 'Nothing in range is hidden.',
  },
  line: {
    name: 'Line of communications',
    summary: 'The road from 0117 to 1528, for each side that has it',
    /** @param have the sides that have the line */
    meaning: (have: readonly Side[]) =>
      `Line of communications: ${have.length === 0 ? 'neither side has it' : have.map((side) => LINES[side]).join(' and ')}`,
    alt: (side: Side, hexes: readonly HexId[]) => `${sideAdjective(side)} line: ${hexes.join(', ')}.`,
  },
} as const;

const LINES: { readonly [side in Side]: string } = {
  union: 'Union (solid)',
  confederate: 'Confederate (dashed)',
};

/** Titles of a choice's picture; its alt text adds the hexes to choose from. */
export const CHOICE_TITLES = {
  retreat: (names: string) => `Choose where ${withinSentence(names)} retreats`,
  advance: (names: string) => `${names} can advance`,
};

export function choiceAlt(field: Field, title: string, hexes: readonly HexId[], home: HexId): string {
  return altList(
    `${title}: from ${shortHex(field, home)} to ${listed(
      hexes.map((hex) => shortHex(field, hex)),
      ' or ',
    )}.`,
  );
}

/** Names come last, as a long title loses its end and the question above the picture names the units anyway. */
export function reachTitle(names: string, most: number): string {
  return `Cost to each hex, out of ${count(most, 'point')}: ${names}`;
}

/** The legend for dark plates. No attacks happen at night [10]. */
export function nearWords(field: Field, { turn }: View): string {
  const ends = 'Red: next to the enemy, where the move ends';
  return isNight(field, turn) ? ends : `${ends} and a fight follows`;
}

/** A hex in reach; in enemy control the move stops there. */
export interface ReachedEnd {
  readonly hex: HexId;
  /** The move passes through the hex and off the map. */
  readonly off: boolean;
  readonly cost: number;
  readonly allowance: number;
  readonly stops?: boolean;
}

export function reachAlt(field: Field, view: View, names: string, ends: readonly ReachedEnd[]): string {
  const label = ({ hex, off }: ReachedEnd) => (off ? `off the map at ${hex}` : shortHex(field, hex));
  const told = grouped(
    ends.toSorted((a, b) => a.cost - b.cost),
    ({ cost }) => String(cost),
  ).map(([cost, some]) => `cost ${cost}: ${some.map(label).join(', ')}`);
  const near = ends.filter(({ stops }) => stops).map(({ hex }) => hex);
  const why = isNight(field, view.turn) ? 'the move ends' : 'the move ends and a fight follows';
  return altList(
    `Movement points of ${withinSentence(names)}: ${ends[0]?.allowance ?? 6}. ${capital(told.join('; '))}.`,
    near.length > 0 ? ` Next to the enemy, where ${why}: ${near.join(', ')}.` : '',
  );
}
