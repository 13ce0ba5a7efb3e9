import type { StepOffers } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { atMost, compact, count, grouped, linesWithin, listed, plural } from '../../../kit/plain-english.ts';
import { boardOf } from '../board.ts';
import { type Field, type Piece, piecesNamed, strengthOf } from '../field.ts';
import { arrivalOf, entriesOf, isDue } from '../rules/arrivals.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { possibleBattles } from '../rules/combat/battle-plan.ts';
import { contactsOf, isOpen, type MandatoryAttacks, mandatoryAttacks } from '../rules/combat/contact.ts';
import { advances, losable, retreats } from '../rules/combat/pending-choices.ts';
import { unitsByUse } from '../rules/movement/move.ts';
import { moversOf, overfull } from '../rules/movement/reach.ts';
import { isNight, isOnMap, lastTurnOf, type Pending, type View } from '../state.ts';
import { type Battle, otherSide, type PieceId, SIDES, targetOf } from '../vocabulary.ts';
import {
  AREAS,
  areaOf,
  hexesLabel,
  namesOfIds,
  shortHexes,
  sideAdjective,
  sideName,
  sidePeople,
  unitNames,
  withStrengths,
} from './names.ts';
import { ENDS } from './orders.ts';
import { strengths } from './sentences.ts';

/** Names in a line of an agenda in brief. */
const MOST = 5;
const ALL = Number.POSITIVE_INFINITY;

export function choicePrompt(field: Field, pending: Pending): string {
  switch (pending.kind) {
    case 'retreat':
      return `${namesOfIds(field, pending.pieces, 3)} must retreat. Choose where.`;
    case 'lose':
      return `An exchange. Choose who is lost, ${count(pending.need, 'strength point')} or more.`;
    default:
      return `Advance a unit into ${hexesLabel(field, pending.into)}?`;
  }
}

export function crowdedPrompt(hex: HexId): string {
  return `Three units are in ${hex}. Which one moves on?`;
}

/** The button that ends a part of the turn appears once that part can end. */
export function step(field: Field, view: View): StepOffers {
  const takesPlans = view.step !== 'fight' && view.pending.length === 0;
  const canEnd = view.step === 'move' ? overfull(field, view) === null : !isOpen(mandatoryAttacks(field, view));
  const ends = { text: ENDS[view.step], tone: 'bold', draft: { verb: 'done' } } as const;
  return { plans: takesPlans, buttons: takesPlans && canEnd ? [ends] : [], others: true };
}

/** The open duties in at most two lines, the most urgent first. */
export function agenda(field: Field, view: View): readonly string[] {
  if (view.over) return [];
  const pending = pendingLines(field, view);
  if (pending.length > 0) return pending;
  return linesWithin(compact(view.step === 'move' ? movementInBrief(field, view) : battlesInBrief(field, view)), 900);
}

/** "18 units can enter, 23 units can still move, 5 have moved. Night: nobody fights." */
function movementInBrief(field: Field, view: View): string {
  const crowded = overfull(field, view);
  if (crowded !== null) return crowdedPrompt(crowded);
  const waiting = field.pieces.filter((piece) => piece.side === view.side && isDue(view, piece)).length;
  const can = moversOf(field, view).filter((id) => isOnMap(view.where[id])).length;
  const parts = compact(
    waiting > 0 && `${count(waiting, 'unit')} can enter`,
    can > 0 && `${count(can, 'unit')} can still move`,
    movedWords(view),
  );
  const night = isNight(field, view.turn) && 'Night: nobody fights.';
  return compact(parts.length > 0 && `${parts.join(', ')}.`, night).join(' ');
}

/** "5 have moved" */
function movedWords({ moved }: View): string | null {
  const number = Object.keys(moved).length;
  return number === 0 ? null : `${number} ${plural(number, 'has', 'have')} moved`;
}

/** "1117 (Howe) must be attacked.", "Planned: 1107 Watt at 2-1." */
export function battlesInBrief(field: Field, view: View): string[] {
  const isPlanning = view.step === 'plan';
  const missing = isPlanning ? mandatoryAttackWords(field, mandatoryAttacks(field, view)) : [];
  const must = missing.length > 0 ? `${missing.join('; ')}.` : '';
  const open = view.battles.map(
    (battle) => `${hexesLabel(field, battle.hexes)} at ${reckon(field, view, battle).column}`,
  );
  const isMet = isPlanning && must === '';
  const battles = open.length > 0 && `${isPlanning ? 'Planned' : 'Still to fight'}: ${atMost(open, MOST)}.`;
  const met = isMet && (open.length > 0 ? 'You can finish.' : 'No attack is required.');
  return [must, compact(battles, met).join(' ')];
}

/** The whole agenda, with every name. @param odds whether it has the strengths of battles */
export function wholeAgenda(field: Field, view: View, odds: boolean): string[] {
  if (view.over) return [];
  return [
    ...pendingLines(field, view),
    ...pendingChoices(field, view),
    ...(view.step === 'move' ? movementLines(field, view) : battleLines(field, view, odds)),
  ];
}

/** "Union: Buchanan must retreat. Choose where.", as the side itself is asked. */
function pendingLines(field: Field, { pending: [first] }: View): string[] {
  return first ? [`${sideName(first.side)}: ${choicePrompt(field, first)}`] : [];
}

/** The options of a pending choice: "Colquitt and Wilcox can retreat to 1925 or 2026." */
export function pendingChoices(field: Field, view: View): string[] {
  const [first] = view.pending;
  switch (first?.kind) {
    case 'retreat': {
      const ways = retreats(field, view, first);
      const stuck = first.pieces.filter((id) => !ways.has(id));
      return compact(
        waysInWords(field, new Map([...ways].map(([id, to]) => [id, to.map((way) => way.to)])), 'retreat to'),
        stuck.length > 0 && `No way to retreat now: ${namesOfIds(field, stuck, ALL)}.`,
      );
    }
    case 'lose':
      return [`Units that can be lost: ${withStrengths(field, losable(field, view, first)).join(', ')}.`];
    case 'advance':
      return waysInWords(field, advances(field, view, first), 'advance into');
    default:
      return [];
  }
}

/** Units and the hexes they can enter; units with the same hexes share a sentence. */
function waysInWords(field: Field, ways: ReadonlyMap<PieceId, readonly HexId[]>, doing: string): string[] {
  return grouped([...ways], ([, hexes]) => listed([...new Set(hexes)], ' or ')).map(([hexes, some]) => {
    const who = some.map(([id]) => id);
    return `${namesOfIds(field, who, ALL)} can ${doing} ${hexes}.`;
  });
}

function movementLines(field: Field, view: View): string[] {
  const own = field.pieces.filter(({ side }) => side === view.side);
  const board = boardOf(field, view);
  const unmoved = own.filter(({ id }) => isOnMap(view.where[id]) && !(id in view.moved));
  const isPinned = ({ id }: Piece) => board.controls(otherSide(view.side), view.where[id] as HexId);
  const pinned = unmoved.filter(isPinned);
  const crowded = overfull(field, view);
  return compact(
    arrivalLines(field, view, own),
    crowded !== null && crowdedPrompt(crowded),
    moversLine(
      field,
      view,
      unmoved.filter((piece) => !isPinned(piece)),
    ),
    pinned.length > 0 && `Pinned by enemy zones of control: ${unitNames(field, pinned, ALL)}.`,
    isNight(field, view.turn) && 'Night: nobody enters an enemy zone of control, and nobody fights.',
    nextToArrive(field, view, own),
    farms(field, view),
  );
}

/** "3 units can still move: Gregg, Branch and Field. 5 have moved." */
function moversLine(field: Field, view: View, unmoved: readonly Piece[]): string | null {
  // While a hex is overfull only its units may move, but all the others still can afterwards.
  const movers = overfull(field, view) === null ? new Set(moversOf(field, view)) : null;
  const can = unmoved.map(({ id }) => id).filter((id) => movers?.has(id) ?? true);
  if (can.length === 0) return null;
  const names = unitNames(field, piecesNamed(field, unitsByUse(field, view, can)), ALL);
  const moved = movedWords(view);
  return `${count(can.length, 'unit')} can still move: ${names}.${moved === null ? '' : ` ${moved}.`}`;
}

/** Units that can enter now, by entry hex. */
function arrivalLines(field: Field, view: View, own: readonly Piece[]): string[] {
  const due = own.filter((piece) => isDue(view, piece));
  return grouped(due, (piece) => listed(entriesOf(field, view, piece), ' or ')).map(
    ([hexes, pieces]) => `Can enter at ${hexes}: ${unitNames(field, pieces, ALL)}.`,
  );
}

function nextToArrive(field: Field, view: View, own: readonly Piece[]): string | null {
  const later = own.filter((piece) => view.where[piece.id] === 'waiting' && !isDue(view, piece));
  const turns = later.map((piece) => arrivalOf(view, piece) ?? 0).filter((turn) => turn <= lastTurnOf(field, view));
  if (turns.length === 0) return null;
  const first = Math.min(...turns);
  return `Next to arrive: ${count(turns.filter((turn) => turn === first).length, 'unit')} in turn ${first}.`;
}

/** In the short game, the holders of the farms that score at its end [18.6]. */
function farms(field: Field, view: View): string | null {
  if (view.variant !== 'first-day') return null;
  const board = boardOf(field, view);
  const farmsOf = grouped(field.scoring.farms, (hex) => {
    const side = board.holder(hex);
    return side === null ? 'nobody holds' : `${sidePeople(side)} ${side === 'union' ? 'holds' : 'hold'}`;
  });
  const told = farmsOf.map(([who, hexes]) => `${who} ${hexesLabel(field, hexes)}`);
  return `Farms, ${field.scoring.farmHeld} points each at the end: ${told.join('; ')}.`;
}

function battleLines(field: Field, view: View, odds: boolean): string[] {
  const isPlanning = view.step === 'plan';
  const open = view.battles.map((battle) => `- ${battleLine(field, view, battle, odds)}`);
  const guns = namesOfIds(field, view.mayShare, ALL);
  return compact(
    isPlanning && requiredAttacks(field, view),
    guns && `These guns can retreat, but don’t have to: ${guns}.`,
    open.length > 0 && (isPlanning ? '**Planned:**' : '**Still to fight:**'),
    open,
  );
}

/**
 * "1107 Watt: Gregg and Branch, 24 against 24, doubled behind water: 1-1", "Bombardment of 1212 by Jones artillery, 1
 * against 2: 1-2"
 */
function battleLine(field: Field, view: View, battle: Battle, odds: boolean): string {
  const where = hexesLabel(field, battle.hexes);
  const names = namesOfIds(field, battle.attackers, ALL);
  const who = battle.bombardment ? `Bombardment of ${where} by ${names}` : `${where}: ${names}`;
  return odds ? `${who}, ${strengths(field, battle, reckon(field, view, battle))}` : who;
}

/** Mandatory attacks still missing from the plan [7.1]. */
function requiredAttacks(field: Field, view: View): string[] {
  const missing = mandatoryAttackWords(field, mandatoryAttacks(field, view));
  if (missing.length > 0) return ['**Before you can finish:**', ...missing.map((one) => `- ${one}.`)];
  const isMet = view.battles.length > 0;
  return [isMet ? 'You can finish planning: every battle that must be fought is planned.' : 'No attack is required.'];
}

/** Units that must attack, without those whose single target is already named as one that must be attacked. */
function mustAttack({ enemies, own }: MandatoryAttacks): MandatoryAttacks['own'] {
  return own.filter(({ against }) => against.length > 1 || !enemies.some(({ hex }) => hex === against[0]));
}

/**
 * Mandatory attacks still missing [7.1]: "1117 (Howe and Grover) must be attacked", "Gregg in 1106 must attack 1107 or
 * 1206".
 */
export function mandatoryAttackWords(field: Field, missing: MandatoryAttacks): readonly string[] {
  const names = (pieces: readonly PieceId[]) => namesOfIds(field, pieces, MOST);
  return [
    ...missing.enemies.map(({ hex, pieces }) => `${shortHex(field, hex)} (${names(pieces)}) must be attacked`),
    ...mustAttack(missing).map(
      ({ hex, pieces, against }) => `${names(pieces)} in ${hex} must attack ${listed(against, ' or ')}`,
    ),
  ];
}

/** "In contact: Confederate 1115 with 1116; 1926 and 1927 with 1826." */
export function contactsInBrief(field: Field, view: View): string {
  const contacts = [...contactsOf(field, view).own];
  if (contacts.length === 0) return NO_CONTACT;
  const groups = grouped(contacts, ([, against]) => listed(against)).map(
    ([against, own]) => `${listed(own.map(([hex]) => hex))} with ${against}`,
  );
  return `In contact: ${sideAdjective(view.side)} ${groups.join('; ')}.`;
}

const NO_CONTACT = 'No units are in contact.';

/** Battles that could be planned besides those that are, from where units are now; none at night. */
function openBattles(field: Field, view: View): readonly Battle[] {
  if (view.over || isNight(field, view.turn) || view.step === 'fight' || view.pending.length > 0) return [];
  const planned = new Set(view.battles.map(({ hexes }) => targetOf(hexes)));
  return possibleBattles(field, view).filter(({ hexes }) => !planned.has(targetOf(hexes)));
}

function openBattlesHead({ step: now }: View): string {
  return `Attacks possible${now === 'move' ? ' as units stand now' : ''}, each with all who can join:`;
}

/** A heading, and a line for each battle with every unit that can join; nothing if there are none. */
export function openBattleLines(field: Field, view: View, odds: boolean): string[] {
  const lines = openBattles(field, view).map((battle) => `- ${battleLine(field, view, battle, odds)}`);
  return lines.length === 0 ? [] : [`**${openBattlesHead(view)}**`, ...lines];
}

/**
 * "Attacks possible as units stand now, each with all who can join: 1117 at 3-1 (26 against 8)."; `null` if there are
 * none.
 */
export function attacksInBrief(field: Field, view: View): string | null {
  const attacks = openBattles(field, view).filter(({ bombardment }) => !bombardment);
  const each = attacks.map((battle) => {
    const { attack, defence, odds } = reckon(field, view, battle);
    return `${shortHexes(field, battle.hexes)} at ${odds} (${attack} against ${defence})`;
  });
  return each.length === 0 ? null : `${openBattlesHead(view)} ${each.join('; ')}.`;
}

/** The stacks of both sides by area, in the order of areas and hexes; empty areas are left out. */
export function forcesByArea(field: Field, view: View) {
  const board = boardOf(field, view);
  const all = grouped(board.stacks, ([hex]) => areaOf(field, hex).id);
  return AREAS.flatMap((area) => {
    const here = all.find(([id]) => id === area.id)?.[1] ?? [];
    if (here.length === 0) return [];
    const sides = SIDES.flatMap((side) => {
      const stacks = here.filter(([hex]) => board.holder(hex) === side);
      const pieces = stacks.flatMap(([, some]) => some);
      const told = stacks.map(([hex, some]) => `${hex} ${listed(withStrengths(field, some))}`);
      const total = `${sideName(side)} ${strengthOf(pieces)}`;
      if (pieces.length === 0) return [];
      return [{ full: `${total}: ${told.join('; ')}`, brief: `${total} in ${count(pieces.length, 'unit')}` }];
    });
    return [
      {
        area,
        hexes: here.map(([hex]) => hex),
        strength: strengthOf(here.flatMap(([, pieces]) => pieces)),
        /** "Confederates 15: 0810 Gregg 8; 0917 Hood 7" */
        full: sides.map(({ full }) => full).join('. '),
        /** "Confederates 15 in 2 units" */
        brief: sides.map(({ brief }) => brief).join(', '),
      },
    ];
  });
}
