import type { StepButton, StepOffers } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexesLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, count, grouped, linesWithin, listed } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { isNight, lastTurnOf } from '../calendar.ts';
import { type Field, type Piece, piecesNamed } from '../field.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/arrivals.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { isOpen, mandatoryAttacks } from '../rules/combat/contact.ts';
import { advances, losable, retreats } from '../rules/combat/pending-choices.ts';
import { unitsByUse } from '../rules/movement/listing-order.ts';
import { moversOf, overfull } from '../rules/movement/movers.ts';
import { isOnMap, type View } from '../state.ts';
import { type Battle, otherSide, type PieceId } from '../vocabulary.ts';
import { choicePrompt, crowdedPrompt, ENDS, mandatoryAttackLines, mandatoryAttacksInBrief } from './prompts.ts';
import { strengths } from './sentences.ts';
import { namesOfIds, sideName, sidePeople, unitNames, withStrengths } from './unit-names.ts';

/** Characters of an agenda; names in one of its lines. */
const LONGEST = 900;
const MOST = 5;
const ALL = Number.POSITIVE_INFINITY;

/** The open duties in at most two lines, the most urgent first. */
export function agenda(field: Field, view: View): readonly string[] {
  if (view.over) return [];
  const pending = pendingLines(field, view);
  if (pending.length > 0) return pending;
  const lines = view.step === 'move' ? [movementInBrief(field, view)] : battlesInBrief(field, view);
  return linesWithin(
    lines.filter((line) => line !== ''),
    LONGEST,
  );
}

/** "18 units can enter, 23 can still move, 5 have moved. Night: nobody fights." */
function movementInBrief(field: Field, view: View): string {
  const crowded = overfull(field, view);
  if (crowded !== null) return crowdedPrompt(crowded);
  const own = field.pieces.filter(({ side }) => side === view.side);
  const waiting = own.filter((piece) => isDue(view, piece)).length;
  const can = moversOf(field, view).filter((id) => isOnMap(view.where[id])).length;
  const moved = Object.keys(view.moved).length;
  const parts = [
    ...(waiting > 0 ? [`${count(waiting, 'unit')} can enter`] : []),
    ...(can > 0 ? [`${count(can, 'unit')} can still move`] : []),
    ...(moved > 0 ? [`${moved} ${moved === 1 ? 'has' : 'have'} moved`] : []),
  ];
  const night = isNight(field, view.turn) ? 'Night: nobody fights.' : '';
  return [parts.length > 0 ? `${parts.join(', ')}.` : '', night].filter((line) => line !== '').join(' ');
}

/** "Must be attacked: 1117 (Howe).", "Planned: 1107 Watt at 2-1." */
function battlesInBrief(field: Field, view: View): string[] {
  const required = view.step === 'plan' ? mandatoryAttacks(field, view) : null;
  const must = required && isOpen(required) ? mandatoryAttacksInBrief(field, required) : '';
  const open = view.battles.map(
    (battle) => `${hexesLabel(field, battle.hexes)} at ${reckon(field, view, battle).column}`,
  );
  const head = view.step === 'plan' ? 'Planned' : 'Still to fight';
  const met =
    view.step === 'plan' && must === '' ? (open.length > 0 ? ' You can finish.' : 'No attack is required.') : '';
  return [must, `${open.length > 0 ? `${head}: ${atMost(open, MOST)}.` : ''}${met}`];
}

/** The style of an agenda: names in a line, and whether battles show their odds. */
interface AgendaStyle {
  readonly most: number;
  readonly odds: boolean;
}
const BRIEF: AgendaStyle = { most: MOST, odds: true };

/** The whole agenda; if all names are wanted, it lists the units that can still move. */
export function wholeAgenda(field: Field, view: View, style = BRIEF): string[] {
  if (view.over) return [];
  return [
    ...pendingLines(field, view),
    ...(style.most > MOST ? pendingChoices(field, view) : []),
    ...(view.step === 'move' ? movementLines(field, view, style.most) : battles(field, view, style)),
  ];
}

/** The button that ends a part of the turn appears once that part can end. */
export function step(field: Field, view: View): StepOffers {
  const { step: part, pending } = view;
  const isOver = part === 'move' ? overfull(field, view) === null : !isOpen(mandatoryAttacks(field, view));
  const ends: StepButton = { text: ENDS[part], tone: 'bold', draft: { verb: 'done' } };
  const isAsked = pending.length > 0;
  return {
    plans: part !== 'fight' && !isAsked,
    buttons: part !== 'fight' && !isAsked && isOver ? [ends] : [],
    others: true,
  };
}

/** "Union: Buchanan must retreat. Choose where.", as the side itself is asked. */
export function pendingLines(field: Field, { pending }: View): string[] {
  const [first] = pending;
  if (!first) return [];
  return [`${sideName(first.side)}: ${choicePrompt(field, first)}`];
}

/** The options of a pending choice: "Colquitt and Wilcox can retreat to 1925 or 2026." */
export function pendingChoices(field: Field, view: View): string[] {
  const [first] = view.pending;
  switch (first?.kind) {
    case undefined:
      return [];
    case 'retreat': {
      const ways = retreats(field, view, first);
      const stuck = first.pieces.filter((id) => !ways.has(id));
      return [
        ...into(field, new Map([...ways].map(([id, to]) => [id, to.map((way) => way.to)])), 'retreat to'),
        ...(stuck.length > 0 ? [`No way to retreat now: ${namesOfIds(field, stuck, ALL)}.`] : []),
      ];
    }
    case 'lose':
      return [`Units that can be lost: ${withStrengths(field, losable(field, view, first)).join(', ')}.`];
    case 'advance':
      return into(field, advances(field, view, first), 'advance into');
    default:
      return first satisfies never;
  }
}

/** Units and the hexes they can enter; units with the same hexes share a sentence. */
function into(field: Field, ways: ReadonlyMap<PieceId, readonly HexId[]>, doing: string): string[] {
  return grouped([...ways], ([, hexes]) => listed([...new Set(hexes)], ' or ')).map(([hexes, some]) => {
    const who = some.map(([id]) => id);
    return `${namesOfIds(field, who, ALL)} can ${doing} ${hexes}.`;
  });
}

/** Units on the map that can still move, those at the front first; if a hex is overfull, all that can move once it is cleared. */
function moversInOrder(field: Field, view: View, free: readonly Piece[]): readonly Piece[] {
  const movers = new Set(moversOf(field, view));
  const can = overfull(field, view) === null ? free.filter(({ id }) => movers.has(id)) : free;
  return piecesNamed(
    field,
    unitsByUse(
      field,
      view,
      can.map(({ id }) => id),
    ),
  );
}

export function movementLines(field: Field, view: View, most = MOST): string[] {
  const own = field.pieces.filter(({ side }) => side === view.side);
  const board = boardOf(field, view);
  const here = own.filter(({ id }) => isOnMap(view.where[id]) && !(id in view.moved));
  const held = here.filter(({ id }) => board.controls(otherSide(view.side), view.where[id] as HexId));
  const free = here.filter((piece) => !held.includes(piece));
  const crowded = overfull(field, view);
  return [
    ...arrivals(field, view, own, most),
    ...(crowded === null ? [] : [crowdedPrompt(crowded)]),
    ...moversLine(field, view, free, most),
    ...(held.length > 0 ? [`Pinned by enemy zones of control: ${unitNames(field, held, most)}.`] : []),
    ...(isNight(field, view.turn) ? ['Night: nobody enters an enemy zone of control, and nobody fights.'] : []),
    ...next(field, view, own),
    ...farms(field, view),
  ];
}

/** "3 units can still move, 5 have moved.", or with all names "3 units can still move: Gregg, Branch and Field. 5 have moved." */
function moversLine(field: Field, view: View, unmoved: readonly Piece[], most: number): string[] {
  const free = moversInOrder(field, view, unmoved);
  if (free.length === 0) return [];
  const moved = Object.keys(view.moved).length;
  const done = `${moved} ${moved === 1 ? 'has' : 'have'} moved`;
  const can = `${count(free.length, 'unit')} can still move`;
  if (most > MOST) return [`${can}: ${unitNames(field, free, most)}.${moved > 0 ? ` ${done}.` : ''}`];
  return [`${can}${moved > 0 ? `, ${done}` : ''}.`];
}

/** Units that can enter now, by entry hex. */
function arrivals(field: Field, view: View, own: readonly Piece[], most: number): string[] {
  const due = own.filter((piece) => isDue(view, piece));
  return grouped(due, (piece) => listed(entriesOf(field, view, piece), ' or ')).map(
    ([hexes, pieces]) => `Can enter at ${hexes}: ${unitNames(field, pieces, most)}.`,
  );
}

/** The next group to arrive. */
function next(field: Field, view: View, own: readonly Piece[]): string[] {
  const later = own.filter((piece) => view.where[piece.id] === 'waiting' && !isDue(view, piece));
  const turns = later.map((piece) => arrivalOf(view, piece) ?? 0).filter((turn) => turn <= lastTurnOf(field, view));
  if (turns.length === 0) return [];
  const first = Math.min(...turns);
  return [`Next to arrive: ${count(turns.filter((turn) => turn === first).length, 'unit')} in turn ${first}.`];
}

/** In the short game, the holders of the farms that score at its end [18.6]. */
function farms(field: Field, view: View): string[] {
  if (view.variant !== 'first-day') return [];
  const board = boardOf(field, view);
  const held = grouped(field.scoring.farms, (hex) => {
    const side = board.holder(hex);
    return side === null ? 'nobody holds' : `${sidePeople(side)} ${side === 'union' ? 'holds' : 'hold'}`;
  });
  const told = held.map(([who, hexes]) => `${who} ${hexesLabel(field, hexes)}`);
  return [`Farms, ${field.scoring.farmHeld} points each at the end: ${told.join('; ')}.`];
}

function battles(field: Field, view: View, { most, odds }: AgendaStyle): string[] {
  const open = view.battles.map((battle) => `- ${battleLine(field, view, battle, most, odds)}`);
  const head = view.step === 'plan' ? '**Planned:**' : '**Still to fight:**';
  const sharing =
    view.mayShare.length > 0
      ? [`These guns can retreat, but don’t have to: ${namesOfIds(field, view.mayShare, most)}.`]
      : [];
  return [
    ...(view.step === 'plan' ? requiredAttacks(field, view) : []),
    ...sharing,
    ...(open.length > 0 ? [head, ...open] : []),
  ];
}

const MET = 'You can finish planning: every battle that must be fought is planned.';

/** Mandatory attacks still missing from the plan [7.1]. */
function requiredAttacks(field: Field, view: View): string[] {
  const lines = mandatoryAttackLines(field, mandatoryAttacks(field, view));
  if (lines.length > 0) return ['**Before you can finish:**', ...lines];
  return [view.battles.length > 0 ? MET : 'No attack is required.'];
}

/** "1107 Watt: Gregg and Branch, 24 against 24, doubled behind water: 1-1", "Bombardment of 1212 by Jones artillery, 1 against 2: 1-2" */
export function battleLine(field: Field, view: View, battle: Battle, most = MOST, odds = true): string {
  const where = hexesLabel(field, battle.hexes);
  const names = namesOfIds(field, battle.attackers, most);
  const who = battle.bombardment ? `Bombardment of ${where} by ${names}` : `${where}: ${names}`;
  return odds ? `${who}, ${strengths(field, battle, reckon(field, view, battle))}` : who;
}
