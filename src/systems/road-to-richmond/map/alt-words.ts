import { ALL, type Framing, type LastOrder } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { type AltPart, altText, compact, count, listed } from '../../../kit/plain-english.ts';
import { type Field, HEX_GRID, type Piece } from '../field.ts';
import { contactsOf } from '../rules/combat/contact.ts';
import { scoreOf } from '../rules/victory-points.ts';
import type { View } from '../state.ts';
import { type Event, SIDES } from '../vocabulary.ts';
import { agenda, battlesInBrief, contactsInBrief, forcesByArea, pendingChoices } from '../words/agenda.ts';
import { reckoned } from '../words/game-status.ts';
import { namesOfIds, sideAdjective, sideName, withStrengths } from '../words/names.ts';
import { tell } from '../words/sentences.ts';
import type { CloseUp } from './close-up.ts';
import { stacksSeen } from './counters.ts';
import { MANY_MARCHES, standWords } from './header.ts';
import type { ShownOverlays } from './overlays.ts';
import { offMapLine } from './overview.ts';

interface Shown {
  readonly moment: LastOrder<Event> | null;
  readonly framing: Framing;
  readonly overlays: ShownOverlays;
  /** `null` for the whole field. */
  readonly close: CloseUp | null;
}

/**
 * The picture in words: events, the state of the game, what is to be done, contacts, then all stacks.
 * A place or an overlay that a member asked for comes before what is to be done.
 */
export function alt(field: Field, view: View, { moment, framing, overlays, close }: Shown): string {
  const { note, takenBack, at } = framing;
  const score = scoreOf(field, view);
  const points = SIDES.map((side) => `${sideName(side)} ${score[side]}`).join(', ');
  const where = close === null ? 'The whole map' : `Close-up around ${shortHex(field, close.at)}`;
  const ineffective = namesOfIds(field, view.ineffective, 12);
  const near = close === null ? [] : stackParts(field, view, close);
  const isAsked = at !== undefined && at !== ALL;
  const duties = compact(
    agenda(field, view),
    // The agenda of a choice leaves out the battles still to be fought.
    view.pending.length > 0 && [...pendingChoices(field, view), ...battlesInBrief(field, view)],
    !view.over && contactsInBrief(field, view),
  );
  return altText([
    compact(note?.replace(/([^.?])$/, '$1.')).join(''),
    happenings(field, moment),
    `${where}. ${standWords(field, view)}. ${points}.`,
    ...overlays.meanings.map((line) => `${line}.`),
    ...overlays.alt.map((line) => unshortened(line, 'hexes marked by overlays')),
    ...(isAsked ? near : []),
    ...duties.map((line) => unshortened(line, 'what must be done')),
    unshortened(reckoned(field, view), 'what the score is made of'),
    ...compact(ineffective && `Ineffective: ${ineffective}.`, close === null && takenBack && `${takenBack}.`),
    ...(isAsked ? [] : firstStay(near, FEW_HEXES)),
    ...firstStay(areas(field, view), FEW_AREAS),
    ...(close === null
      ? firstStay(
          SIDES.map((side) => unshortened(`${offMapLine(field, view, side)}.`, 'units off the map')),
          0,
        )
      : []),
  ]);
}

/** The words for units that are left out. */
const UNITS = 'some units';

/** A part that is told in full or left out. @param what the words for it if it is left out */
function unshortened(sentence: string, what: string): AltPart {
  return { forms: [sentence], what };
}

/** The first few parts stay while anything else can be shortened. */
function firstStay(parts: readonly AltPart[], few: number): AltPart[] {
  return parts.map((part, index) => (index < few ? part : { ...part, forms: [...part.forms, ''] }));
}
const FEW_HEXES = 2;
const FEW_AREAS = 4;

/** Events that are told if there is no room for all. */
const FEW = 2;

function happenings(field: Field, moment: LastOrder<Event> | null): AltPart {
  // The battle whose retreats and advances still go on is told again.
  const fought = (moment?.before ?? []).findLast(({ type }) => type === 'fought');
  const events = [...(fought ? [fought] : []), ...(moment?.events ?? [])].filter(
    ({ type }) => type !== 'phase' && type !== 'opened',
  );
  const marches = events.filter(({ type }) => type === 'moved' || type === 'left');
  // Planning adds nothing once its battles are told.
  const isFought = events.some(({ type }) => type === 'fought');
  const planning: readonly Event['type'][] = isFought ? ['laid', 'struck', 'plan'] : [];
  const others = events.filter((event) => !marches.includes(event) && !planning.includes(event.type));
  const moved =
    marches.length > MANY_MARCHES ? [`${marches.length} marches.`] : marches.map((event) => tell(field, event));
  const all = [...others.map((event) => tell(field, event)), ...moved];
  const few = [...all.slice(0, FEW), `${count(all.length - FEW, 'more event')}.`];
  const brief = all.length > FEW ? [few.join(' '), ''] : [];
  return { forms: [all.join(' '), ...brief], what: 'what happened' };
}

/** The forces of each area: areas in contact first, then the strongest. */
function areas(field: Field, view: View): AltPart[] {
  const { own, enemies } = contactsOf(field, view);
  const isMet = (hexes: readonly HexId[]) => hexes.some((hex) => own.has(hex) || enemies.has(hex));
  return forcesByArea(field, view)
    .toSorted((a, b) => Number(isMet(b.hexes)) - Number(isMet(a.hexes)) || b.strength - a.strength)
    .map(({ area, full, brief }) => ({ forms: [`${area.name}: ${full}.`, `${area.name}: ${brief}.`], what: UNITS }));
}

/** The stacks of a close-up, nearest to its middle first. */
function stackParts(field: Field, view: View, { plot, at }: CloseUp): AltPart[] {
  const stacks = stacksSeen(field, view, plot);
  if (stacks.length === 0) return [unshortened('No unit is here.', UNITS)];
  const distance = (hex: HexId) => HEX_GRID.distance(hex, at);
  return stacks
    .toSorted(([a], [b]) => distance(a) - distance(b))
    .map(([hex, pieces]) => {
      const moved = view.step === 'move' && pieces.some(({ id }) => view.moved[id] !== undefined);
      const fought = view.step !== 'move' && pieces.some(({ id }) => view.fought.pieces.includes(id));
      const done = moved ? ', moved' : fought ? ', fought' : '';
      const side = sideAdjective((pieces[0] as Piece).side);
      return unshortened(`${shortHex(field, hex)}: ${side} ${listed(withStrengths(field, pieces))}${done}.`, UNITS);
    });
}
