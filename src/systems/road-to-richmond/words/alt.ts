import type { Framing, Moment } from '../../../game/index.ts';
import { altText } from '../../../kit/alt-text.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex, shortHexes } from '../../../kit/hex/hex-names.ts';
import { type HexPlot, isSeen } from '../../../kit/hex/hex-plot.ts';
import { count, grouped, listed } from '../../../kit/plain-english.ts';
import { areaOf } from '../areas.ts';
import { boardOf } from '../board.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { standWords } from '../map/header.ts';
import { offMap } from '../map/off-map-panel.ts';
import { overlayAlt, overlayWords } from '../map/overlays.ts';
import { scoreOf } from '../rules/victory-points.ts';
import type { View } from '../view.ts';
import { type Event, SIDES } from '../vocabulary.ts';
import { tell } from './sentences.ts';
import { namesOfIds, sideAdjective, sideName, unitName } from './unit-names.ts';

interface Shown {
  readonly moment: Moment<Event> | null;
  readonly framing: Framing;
  /** Of a close-up; null: the whole field. */
  readonly plot: HexPlot | null;
  readonly focus: HexId | null;
}

/**
 * The picture in words: what has happened, then the battles planned, then who stands where, as far as there
 * is room. Of the whole field area by area, of a close-up hex by hex.
 */
export function alt(field: Field, view: View, { moment, framing, plot, focus }: Shown): string {
  const { note, takenBack, overlays: wanted } = framing;
  return altText(
    [
      note === undefined ? '' : /[.?]$/.test(note) ? note : `${note}.`,
      ...happenings(field, moment),
      `${plot === null ? 'The whole map' : `Close-up around ${shortHex(field, focus ?? '')}`}. ${standWords(field, view)}. ${points(field, view)}`,
      ...overlayWords(field, view, wanted, focus).map((line) => `${line}.`),
      ...overlayAlt(field, view, plot, wanted, focus),
      ...view.battles.map(({ hexes, column, attackers, bombardment }) => {
        const who = namesOfIds(field, attackers);
        return `${bombardment ? 'Bombardment' : 'Battle'} planned: ${who} against ${shortHexes(field, hexes)}, ${column}.`;
      }),
      ...conditions(field, view),
      ...(plot === null && takenBack !== undefined ? [`${takenBack}.`] : []),
      ...(plot === null ? areas(field, view) : hexesOf(field, view, plot, focus)),
      ...(plot === null ? beside(field, view) : []),
    ].filter((sentence) => sentence !== ''),
  );
}

/** Of many marches no more than how many; everything else as it is told. */
const MANY = 4;

function happenings(field: Field, moment: Moment<Event> | null): string[] {
  const events = (moment?.events ?? []).filter(({ type }) => type !== 'phase' && type !== 'opened');
  const marches = events.filter(({ type }) => type === 'moved' || type === 'left');
  // A plan that is told together with its battles says nothing that they do not.
  const isFought = events.some(({ type }) => type === 'fought');
  const planning: readonly Event['type'][] = isFought ? ['laid', 'struck', 'plan'] : [];
  const others = events.filter((event) => !marches.includes(event) && !planning.includes(event.type));
  const moved = marches.length > MANY ? [`${marches.length} marches.`] : marches.map((event) => tell(field, event));
  return [...others.map((event) => tell(field, event)), ...moved];
}

function points(field: Field, view: View): string {
  const score = scoreOf(field, view);
  return `${SIDES.map((side) => `${sideName(side)} ${score[side]}`).join(', ')}.`;
}

/** Pieces that the picture marks. */
function conditions(field: Field, { ineffective }: View): string[] {
  return ineffective.length > 0 ? [`Ineffective: ${namesOfIds(field, ineffective, 12)}.`] : [];
}

/** "Brooks 8 and Davidson 8" */
function strengths(field: Field, pieces: readonly Piece[]): string {
  return listed(pieces.map((piece) => `${unitName(field, piece)} ${piece.strength}`));
}

/** Who stands in each area, the hexes after each other. */
function areas(field: Field, view: View): string[] {
  const side = ([piece]: readonly Piece[]) => sideAdjective((piece as Piece).side);
  const told = grouped(boardOf(field, view).stacks, ([hex, pieces]) => `${areaOf(field, hex).name}, ${side(pieces)}`);
  return told.map(([where, stacks]) => {
    const each = stacks.map(([hex, pieces]) => `${hex} ${strengths(field, pieces)}`);
    return `${where}: ${each.join('; ')}.`;
  });
}

/** Each hex with pieces that a close-up shows, the nearest to its middle first. */
function hexesOf(field: Field, view: View, plot: HexPlot, focus: HexId | null): string[] {
  const board = boardOf(field, view);
  const seen = field.hexes.filter((hex) => board.holder(hex) !== null && isSeen(plot, hex, -plot.half * 0.5));
  if (seen.length === 0) return ['No unit is here.'];
  return nearestFirst(seen, focus).map((hex) => {
    const pieces = board.at(hex);
    const [first] = pieces;
    const moved = view.step === 'move' ? pieces.filter(({ id }) => view.moved[id] !== undefined) : [];
    const fought = view.step === 'move' ? [] : pieces.filter(({ id }) => view.fought.pieces.includes(id));
    const done = moved.length > 0 ? ', moved' : fought.length > 0 ? ', fought' : '';
    return `${shortHex(field, hex)}: ${first ? sideAdjective(first.side) : ''} ${strengths(field, pieces)}${done}.`;
  });
}

function nearestFirst(hexes: readonly HexId[], focus: HexId | null): readonly HexId[] {
  if (focus === null) return hexes;
  const far = (hex: HexId) =>
    Math.abs(Number(hex.slice(0, 2)) - Number(focus.slice(0, 2))) +
    Math.abs(Number(hex.slice(2)) - Number(focus.slice(2)));
  return hexes.toSorted((a, b) => far(a) - far(b));
}

/** Who is beside the map. */
function beside(field: Field, view: View): string[] {
  return offMap(field, view).flatMap(({ title, groups }) =>
    groups.map(({ name, units }) => {
      const what = `${count(units.length, 'unit')}, strength ${strengthOf(units)}`;
      return name === null ? `${title}: ${what}.` : `${title}, ${name.toLowerCase()}: ${what}.`;
    }),
  );
}
