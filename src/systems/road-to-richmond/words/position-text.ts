import { LONGEST_TEXT } from '../../../game/index.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { arrivalOf, entriesOf } from '../rules/arrivals.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { exitOf, type View, zoneOpens } from '../state.ts';
import { EXITS, SIDES } from '../vocabulary.ts';
import { wholeAgenda } from './agenda.ts';
import {
  ending,
  goalLines,
  ifEndedNow,
  lineOfCommunications,
  lossesLine,
  pointsLine,
  reckoned,
  when,
} from './game-status.ts';
import { contactLines, NO_CONTACT, openBattleLines, openBattlesHead, stacksByArea } from './situation.ts';
import { namesOfIds, sideName, withStrengths } from './unit-names.ts';

const ALL_NAMES = Number.POSITIVE_INFINITY;

/**
 * The whole position: possible orders, contacts, possible attacks, victory conditions, score, losses, then all stacks by area. `odds`: with the
 * strengths of battles.
 */
export function text(field: Field, view: View, odds: boolean): string {
  return [
    ...heading(field, view),
    ...wholeAgenda(field, view, { most: ALL_NAMES, odds }),
    ...(view.over ? [] : contacts(field, view, odds)),
    ...(view.over ? [] : goalLines(field, view)),
    ...score(field, view),
    lossesLine(field, view),
    ...beyond(field, view),
    ...(view.ineffective.length > 0 ? [`Ineffective: ${namesOfIds(field, view.ineffective, ALL_NAMES)}.`] : []),
    ...circumstances(field, view),
    '**On the map:**',
    ...areas(field, view),
  ].join('\n');
}

function heading(field: Field, view: View): string[] {
  const over = ending(field, view);
  return [
    `**Road to Richmond** · ${when(field, view)}. ${pointsLine(scoreOf(field, view))}`,
    ...(over ? [`**${over.headline}**`] : []),
  ];
}

function contacts(field: Field, view: View, odds: boolean): string[] {
  const met = contactLines(field, view);
  const open = openBattleLines(field, view, odds);
  return [
    ...(met.length > 0 ? ['**In contact:**', ...met] : [NO_CONTACT]),
    ...(open.length > 0 ? [openBattlesHead(view), ...open] : []),
  ];
}

function score(field: Field, view: View): string[] {
  const made = reckoned(field, view, true);
  return made === '' ? [] : [`**The score:** ${made}`];
}

/** The stacks of both sides in each area: "- **Trent's**: Union, 18 in all: 0810 Warren 3; 0917 Lovell 7, Meade 8." */
function areas(field: Field, view: View): string[] {
  return stacksByArea(field, view).map(({ area, stacks }) => {
    const sides = SIDES.flatMap((side) => {
      const strength = strengthOf(stacks[side].flatMap(([, pieces]) => pieces));
      const told = stacks[side].map(
        ([hex, pieces]) => `${hexBriefly(field, hex)}: ${withStrengths(field, pieces).join(', ')}`,
      );
      return told.length === 0 ? [] : [`${sideName(side)}, ${strength} in all: ${told.join('; ')}`];
    });
    return `- **${area.name}**: ${sides.join('. ')}.`;
  });
}

/** Units still to come, and units that have left the map; the score lists eliminated ones. */
function beyond(field: Field, view: View): string[] {
  return SIDES.flatMap((side) => {
    const own = field.pieces.filter((piece) => piece.side === side);
    const waiting = own.filter(({ id }) => view.where[id] === 'waiting');
    const turnOf = (piece: Piece) => Math.max(view.turn, arrivalOf(view, piece) ?? 0);
    const inTime = waiting.toSorted((one, other) => turnOf(one) - turnOf(other));
    const coming = grouped(inTime, (piece) => String(turnOf(piece))).map(([turn, units]) => {
      const hexes = [...new Set(units.flatMap((piece) => entriesOf(field, view, piece)))];
      const time = Number(turn) === view.turn ? 'due now' : `in turn ${turn}`;
      return `${count(units.length, 'unit')} ${time} at ${listed(hexes, ' or ')}`;
    });
    const gone = EXITS.flatMap((exit) => {
      const pieces = own.filter(({ id }) => exitOf(view.where[id]) === exit);
      const what = `${count(pieces.length, 'unit')} (${strengthOf(pieces)})`;
      return pieces.length === 0 ? [] : [`off the map at ${exit}: ${what}`];
    });
    const parts = [...(coming.length > 0 ? [`to come: ${coming.join(', ')}`] : []), ...gone];
    return parts.length === 0 ? [] : [`**${sideName(side)}:** ${parts.join('; ')}.`];
  });
}

/** Circumstances that change the legal orders or the score: early arrival, the command control zone, the points at the end. */
function circumstances(field: Field, view: View): string[] {
  const end = ifEndedNow(field, view);
  if (view.variant === 'first-day') return end === null ? [] : [end];
  const opens = zoneOpens(view);
  const zone =
    opens === null ? 'closed to the Union' : opens <= view.turn ? 'open' : `closed to the Union until turn ${opens}`;
  const early =
    view.alarm === null
      ? 'Early arrival hasn’t been triggered yet.'
      : `Early arrival was triggered in turn ${view.alarm}.`;
  return [
    `Command control zone: ${zone}. ${early}${end === null ? '' : ` ${end}`}`,
    ...(view.over ? [] : [lineOfCommunications(field, view)]),
  ];
}

/** Only whole lines, up to the length of a text. */
export function wholeLines(lines: readonly string[]): string {
  return linesWithin(lines, LONGEST_TEXT - 1).join('\n');
}
