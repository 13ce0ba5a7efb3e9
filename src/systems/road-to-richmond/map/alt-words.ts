import { ALL, type Framing, type Moment } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex, shortHexes } from '../../../kit/hex/hex-names.ts';
import { type AltPart, altText, count, listed } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { type Field, HEX_GRID, type Piece, strengthOf } from '../field.ts';
import { contactsOf, mandatoryAttacks } from '../rules/combat/contact.ts';
import { scoreOf } from '../rules/victory-points.ts';
import type { View } from '../state.ts';
import { type Event, SIDES } from '../vocabulary.ts';
import {
  type AreaStacks,
  contactsInBrief,
  mandatoryAttacksInBrief,
  movementLines,
  openBattlesInBrief,
  pendingChoices,
  pendingLines,
  stacksByArea,
} from '../words/agenda.ts';
import { reckoned } from '../words/game-status.ts';
import { namesOfIds, sideAdjective, sideName, withStrengths } from '../words/names.ts';
import { tell } from '../words/sentences.ts';
import type { CloseUp } from './close-up.ts';
import { isStackShown } from './counters.ts';
import { standWords } from './header.ts';
import type { ShownOverlays } from './overlays.ts';
import { offMap } from './overview.ts';

interface Shown {
  readonly moment: Moment<Event> | null;
  readonly framing: Framing;
  readonly overlays: ShownOverlays;
  /** `null` for the whole field. */
  readonly close: CloseUp | null;
}

/**
 * The picture in words: events, the state of the game, possible orders, contacts, the odds of attacks, then all stacks. A place or an overlay that a
 * member asked for comes before the possible orders.
 */
export function alt(field: Field, view: View, shown: Shown): string {
  const { framing, overlays, close } = shown;
  const { note, at } = framing;
  const { ineffective } = view;
  const near = close === null ? [] : hexesOf(field, view, close);
  const asked = at !== undefined && at !== ALL;
  return altText([
    said(note === undefined ? '' : /[.?]$/.test(note) ? note : `${note}.`),
    happenings(field, shown.moment),
    said(
      `${close === null ? 'The whole map' : `Close-up around ${shortHex(field, close.at)}`}. ${standWords(field, view)}. ${points(field, view)}`,
    ),
    ...overlays.meanings.map((line) => said(`${line}.`)),
    ...overlays.alt.map((line) => said(line, 'hexes marked by overlays')),
    ...(asked ? near : []),
    ...(view.over ? [] : toDo(field, view)),
    said(reckoned(field, view), 'what the score is made of'),
    said(ineffective.length > 0 ? `Ineffective: ${namesOfIds(field, ineffective, 12)}.` : '', 'ineffective units'),
    said(close === null && framing.takenBack !== undefined ? `${framing.takenBack}.` : ''),
    ...(asked ? [] : firstStay(near, FEW_HEXES)),
    ...firstStay(areas(field, view), FEW_AREAS),
    // Until units have moved, attacks are only possibilities.
    ...(view.step === 'move' ? firstStay([{ forms: openBattlesInBrief(field, view), what: ATTACKS }], 0) : []),
    ...(close === null ? firstStay(beside(field, view), 0) : []),
  ]);
}

const UNITS = 'some units';
const ATTACKS = 'details of possible attacks';

/** A sentence that is never shortened. */
function said(sentence: string, what = 'details'): AltPart {
  return { forms: [sentence], what };
}

/** The first few parts stay while anything else can be shortened. */
function firstStay(parts: readonly AltPart[], few: number): AltPart[] {
  return parts.map((part, index) => (index < few ? part : { ...part, forms: [...part.forms, ''] }));
}
const FEW_HEXES = 2;
const FEW_AREAS = 4;

/** More marches than this are told by their number. */
const MANY = 4;
/** Events that are told if there is no room for all. */
const FEW = 2;

function happenings(field: Field, moment: Moment<Event> | null): AltPart {
  // The battle that is still being resolved.
  const fought = (moment?.before ?? []).findLast(({ type }) => type === 'fought');
  const events = [...(fought ? [fought] : []), ...(moment?.events ?? [])].filter(
    ({ type }) => type !== 'phase' && type !== 'opened',
  );
  const marches = events.filter(({ type }) => type === 'moved' || type === 'left');
  // Planning adds nothing once its battles are told.
  const isFought = events.some(({ type }) => type === 'fought');
  const planning: readonly Event['type'][] = isFought ? ['laid', 'struck', 'plan'] : [];
  const others = events.filter((event) => !marches.includes(event) && !planning.includes(event.type));
  const moved = marches.length > MANY ? [`${marches.length} marches.`] : marches.map((event) => tell(field, event));
  const all = [...others.map((event) => tell(field, event)), ...moved];
  const few = [...all.slice(0, FEW), `${count(all.length - FEW, 'more event')}.`];
  const brief = all.length > FEW ? [few.join(' '), ''] : [];
  return { forms: [all.join(' '), ...brief], what: 'what happened' };
}

function points(field: Field, view: View): string {
  const score = scoreOf(field, view);
  return `${SIDES.map((side) => `${sideName(side)} ${score[side]}`).join(', ')}.`;
}

/** Names in a list, in full and then ever fewer. */
const MOST = [Number.POSITIVE_INFINITY, 12, 6];

/** Possible orders and their odds. */
function toDo(field: Field, view: View): AltPart[] {
  const pending = [...pendingLines(field, view), ...pendingChoices(field, view)].join(' ');
  const contact = said(contactsInBrief(field, view), 'contacts');
  const movement = {
    forms: MOST.map((most) => movementLines(field, view, most).join(' ')),
    what: UNITS,
  };
  const planned = view.battles.map(({ hexes, column, attackers, bombardment }) => {
    const who = namesOfIds(field, attackers);
    return said(
      `${bombardment ? 'Bombardment' : 'Battle'} planned: ${who} against ${shortHexes(field, hexes)}, ${column}.`,
      'planned battles',
    );
  });
  if (view.step === 'move') return [said(pending), contact, movement];
  const open = { forms: openBattlesInBrief(field, view), what: ATTACKS };
  const required = view.step === 'plan' ? mandatoryAttacksInBrief(field, mandatoryAttacks(field, view)) : '';
  return [said(pending, 'choices'), said(required, 'required attacks'), ...planned, open, contact];
}

/** "Brooks 8 and Davidson 8" */
function strengths(field: Field, pieces: readonly Piece[]): string {
  return listed(withStrengths(field, pieces));
}

/** The forces of each area by stacks or by strength: areas in contact first, then the strongest. */
function areas(field: Field, view: View): AltPart[] {
  const { own, enemies } = contactsOf(field, view);
  const rank = ({ stacks }: AreaStacks) => {
    const all = [...stacks.confederate, ...stacks.union];
    const met = all.some(([hex]) => own.has(hex) || enemies.has(hex));
    return (met ? 1000 : 0) + strengthOf(all.flatMap(([, pieces]) => pieces));
  };
  return stacksByArea(field, view)
    .toSorted((one, other) => rank(other) - rank(one))
    .map(({ area, stacks }) => {
      const told = (tell: (side: AreaStacks['stacks']['union']) => string) =>
        SIDES.flatMap((side) => (stacks[side].length === 0 ? [] : [`${sideAdjective(side)} ${tell(stacks[side])}`]));
      const full = told((held) => held.map(([hex, pieces]) => `${hex} ${strengths(field, pieces)}`).join('; '));
      const brief = told((held) => {
        const pieces = held.flatMap(([, some]) => some);
        return `${strengthOf(pieces)} in ${count(pieces.length, 'unit')}`;
      });
      return { forms: [`${area.name}: ${full.join('. ')}.`, `${area.name}: ${brief.join(', ')}.`], what: UNITS };
    });
}

/** The occupied hexes of a close-up, nearest to its middle first. */
function hexesOf(field: Field, view: View, { plot, at }: CloseUp): AltPart[] {
  const board = boardOf(field, view);
  const seen = field.hexes.filter((hex) => board.holder(hex) !== null && isStackShown(plot, hex));
  if (seen.length === 0) return [said('No unit is here.')];
  const far = (hex: HexId) => HEX_GRID.distance(hex, at);
  return seen
    .toSorted((a, b) => far(a) - far(b))
    .map((hex) => {
      const pieces = board.at(hex);
      const [first] = pieces;
      const moved = view.step === 'move' && pieces.some(({ id }) => view.moved[id] !== undefined);
      const fought = view.step !== 'move' && pieces.some(({ id }) => view.fought.pieces.includes(id));
      const done = moved ? ', moved' : fought ? ', fought' : '';
      const side = first ? sideAdjective(first.side) : '';
      return said(`${shortHex(field, hex)}: ${side} ${strengths(field, pieces)}${done}.`, UNITS);
    });
}

/** Units off the map. */
function beside(field: Field, view: View): AltPart[] {
  return offMap(field, view).map(({ where, units }) =>
    said(`${where}: ${count(units.length, 'unit')}, strength ${strengthOf(units)}.`, 'units off the map'),
  );
}
