import { LONGEST_TEXT, type RosterPart, type SeatId } from '../../../game/index.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { compact, count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { formationsOf } from '../formations.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/arrivals.ts';
import { scoreOf } from '../rules/victory-points.ts';
import { exitOf, isOnMap, type View, zoneOpens } from '../state.ts';
import { EXITS, SIDES } from '../vocabulary.ts';
import { contactLines, NO_CONTACT, openBattleLines, stacksByArea, wholeAgenda } from './agenda.ts';
import {
  ending,
  goalLine,
  ifEndedNow,
  lineOfCommunications,
  lossesLine,
  pointsLine,
  reckoned,
  when,
} from './game-status.ts';
import { namesOfIds, sideAdjective, sideName, unitLabel, withStrengths } from './unit-names.ts';

/**
 * The whole position: possible orders, contacts, possible attacks, victory conditions, score, losses, then all stacks by area. `odds`: with the
 * strengths of battles.
 */
export function text(field: Field, view: View, odds: boolean): string {
  const over = ending(field, view);
  const score = reckoned(field, view, true);
  const ineffective = namesOfIds(field, view.ineffective, Number.POSITIVE_INFINITY);
  return compact(
    `**Road to Richmond** · ${when(field, view)}. ${pointsLine(scoreOf(field, view))}`,
    over && `**${over.headline}**`,
    wholeAgenda(field, view, odds),
    !view.over && [...contacts(field, view), ...openBattleLines(field, view, odds), goalLine(field, view)],
    score && `**The score:** ${score}`,
    lossesLine(field, view),
    beyond(field, view),
    ineffective && `Ineffective: ${ineffective}.`,
    circumstances(field, view),
    '**On the map:**',
    areas(field, view),
  ).join('\n');
}

function contacts(field: Field, view: View): string[] {
  const met = contactLines(field, view);
  return met.length > 0 ? ['**In contact:**', ...met] : [NO_CONTACT];
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
    const gone = EXITS.map((exit) => {
      const pieces = own.filter(({ id }) => exitOf(view.where[id]) === exit);
      return pieces.length > 0 && `off the map at ${exit}: ${count(pieces.length, 'unit')} (${strengthOf(pieces)})`;
    });
    const parts = compact(coming.length > 0 && `to come: ${coming.join(', ')}`, gone);
    return parts.length === 0 ? [] : [`**${sideName(side)}:** ${parts.join('; ')}.`];
  });
}

/** Circumstances that change the legal orders or the score: early arrival, the command control zone, the points at the end. */
function circumstances(field: Field, view: View): string[] {
  const end = ifEndedNow(field, view);
  if (view.variant === 'first-day') return compact(end);
  const opens = zoneOpens(view);
  const zone =
    opens === null ? 'closed to the Union' : opens <= view.turn ? 'open' : `closed to the Union until turn ${opens}`;
  const early =
    view.alarm === null
      ? 'Early arrival hasn’t been triggered yet.'
      : `Early arrival was triggered in turn ${view.alarm}.`;
  return compact(
    compact(`Command control zone: ${zone}. ${early}`, end).join(' '),
    !view.over && lineOfCommunications(field, view),
  );
}

/** Only whole lines, up to the length of a text. */
export function wholeLines(lines: readonly string[]): string {
  return linesWithin(lines, LONGEST_TEXT - 1).join('\n');
}

/**
 * Every unit by corps or division, the seat's own side first. On each side, formations on the map or able to enter come first, then corps by number,
 * divisions, guns, cavalry and Train. Within a formation, units that can act come first.
 */
export function roster(field: Field, view: View, seat: SeatId | null): readonly RosterPart[] {
  const sides = [...SIDES].sort((a, b) => Number(b === seat) - Number(a === seat));
  return sides.flatMap((side) =>
    formationsOf(field, side)
      .map(({ name, pieces }) => {
        const inGame = pieces.filter(({ id }) => view.where[id] !== undefined);
        return { name, pieces: inGame.sort((a, b) => absence(view, a) - absence(view, b)) };
      })
      .filter(({ pieces }) => pieces.length > 0)
      .map((part) => ({ ...part, away: Math.min(2, absence(view, part.pieces[0] as Piece)), kind: kindOf(part.name) }))
      .sort((a, b) => a.away - b.away || a.kind - b.kind)
      .map(({ name, pieces }) => ({
        title: `${name} (${sideAdjective(side)})`,
        lines: pieces.map((piece) => `${unitLabel(piece)}: ${whereabouts(field, view, piece)}`),
      })),
  );
}

/** A piece's distance from the game: 0 on the map or free to enter; then by turn, still to come; then off the map; then lost. */
function absence(view: View, piece: Piece): number {
  const where = view.where[piece.id];
  if (isOnMap(where) || isDue(view, piece)) return 0;
  if (where === 'waiting') return 2 + (arrivalOf(view, piece) ?? 0);
  return exitOf(where) === null ? GONE + 1 : GONE;
}
const GONE = 100;

const CORPS = ['II', 'III', 'IV', 'V', 'VI'];
const BRANCHES = ['Artillery', 'Cavalry', 'Train'];

/** Corps by number, then divisions in order, then other units. */
function kindOf(name: string): number {
  const corps = CORPS.indexOf(name.replace(/ Corps$/, ''));
  const branch = BRANCHES.indexOf(name);
  return corps >= 0 ? corps : branch >= 0 ? CORPS.length + 1 + branch : CORPS.length;
}

/** "1107 Watt, moved", "arrives in turn 13 at 0412", "off the map at 1528", "eliminated" */
export function whereabouts(field: Field, view: View, piece: Piece): string {
  const where = view.where[piece.id];
  const exit = exitOf(where);
  if (exit !== null) return `off the map at ${exit}`;
  if (where === 'lost') return 'eliminated';
  if (!isOnMap(where)) {
    const hexes = listed(entriesOf(field, view, piece), ' or ');
    return isDue(view, piece) ? `can enter at ${hexes}` : `arrives in turn ${arrivalOf(view, piece)} at ${hexes}`;
  }
  return [hexLabel(field, where), ...conditions(view, piece)].join(', ');
}

/** "moved", "ineffective" */
export function conditions(view: View, { id, side }: Piece): string[] {
  const inTurn = side === view.side;
  return compact(
    inTurn && view.step === 'move' && id in view.moved && 'moved',
    view.fought.pieces.includes(id) && 'has attacked',
    view.advanced.includes(id) && 'has advanced',
    view.shaken.retreated.includes(id) && 'has retreated',
    view.ineffective.includes(id) && 'ineffective',
  );
}
