import {
  ALL,
  type Choice,
  LONGEST_CHOICE,
  MOST_CHOICES,
  MOST_IN_ROW,
  type Overlay,
  type SeatId,
  type View,
} from '../../game/index.ts';
import { BUTTONS } from '../base/button-labels.ts';
import type { Caller } from '../base/caller.ts';
import { closest } from '../base/fuzzy-match.ts';
import { MAP_ANSWERS, MAP_WORDS } from '../base/posting-words.ts';
import {
  button,
  clipped,
  type Menu,
  pagedReply,
  type Renderer,
  type Reply,
  type ReplyButton,
  reply,
  selectOne,
} from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { markOf, variantName, whatIfPrint } from '../table/game-words.ts';
import { orderBallots } from '../table/open-ballots.ts';
import { takenBackInWords } from '../table/rolls-taken-back.ts';
import { ballotInWords } from './ballot-card.ts';
import { type MapLook, mapDrawing } from './map-drawing.ts';
import { chancesNow } from './odds-words.ts';
import { type Completion, notice } from './order-completions.ts';
import { agendaOf, positionMessage } from './position-message.ts';

export function mapReply(table: GameTable, render: Renderer, look: MapLook = {}): Reply {
  const shown = positionMessage(table, render, [gameTitle(table)]);
  return Object.keys(look).length === 0 ? shown : { ...shown, drawing: mapDrawing(table, render, 'public', look) };
}

/** "**Overland** · Standard", with a mark for a “what if”. */
export function gameTitle({ system, game }: Pick<GameTable, 'system' | 'game'>): string {
  return `${markOf(game, { bold: true })}**${system.about.title}** · ${variantName(system, game)}`;
}

/**
 * The position in words as a member's seat sees it, and the open ballots.
 * @param at a place; null for the whole map
 */
export function positionInWords(
  table: GameTable,
  seat: SeatId | null,
  caller: Caller,
  at: string | null,
  page: number,
): Reply {
  const { system, position, game } = table;
  const view = system.knowledge.view(position.state, seat ?? 'public');
  const place = at === null ? undefined : placeCalled(table, view, at);
  const words = place
    ? [`**${place.label}**`, system.positionWords.textAt?.(view, place.value) ?? '']
    : inFull(table, seat, caller);
  const text = [...whatIfPrint(game), ...takenBackInWords(position.takenBack), ...words].join('\n');
  const press = (to: number) =>
    ({ do: 'page', of: 'text', game: game.id, page: to, at: place?.value ?? null }) as const;
  return pagedReply(text, page, press);
}

function inFull(table: GameTable, seat: SeatId | null, caller: Caller): string[] {
  const { system, position } = table;
  const open = orderBallots(table);
  const sealed = open.some(({ rules }) => rules.sealed);
  const words = system.positionWords.text(system.knowledge.view(position.state, seat ?? 'public'), !sealed);
  return [...open.map((ballot) => ballotInWords(table, ballot, caller)), words, ...chancesNow(table)];
}

export function ownMapReply(table: GameTable, render: Renderer, seat: SeatId, look: MapLook = {}): Reply {
  const { system, position } = table;
  const name = system.about.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.positionWords.summary(system.knowledge.view(position.state, seat));
  const text = [
    `${markOf(table.game, { bold: true })}**${name}**: ${summary}`,
    ...agendaOf(table, seat),
    ...chancesNow(table),
  ].join('\n');
  return reply('member', text, { drawing: mapDrawing(table, render, seat, look) });
}

export function rosterReply(table: GameTable, seat: SeatId | null, page: number): Reply {
  const { system, position, game } = table;
  const parts = system.positionWords.roster?.(system.knowledge.view(position.state, seat ?? 'public'), seat) ?? [];
  if (parts.length === 0) return reply('member', MAP_ANSWERS.noRoster);
  const texts = parts.map(({ title, lines }) => [`**${title}**`, ...lines].join('\n'));
  return pagedReply(texts, page, (to) => ({ do: 'page', of: 'units', game: game.id, page: to, at: null }));
}

/** More overlays would hide the map. */
const MOST_OVERLAYS = 2;

const WHOLE: Choice = { value: ALL, label: MAP_WORDS.whole };

/** Places to zoom in on, the most important first, after the whole map; empty if the map is one picture. */
function placesOf({ system, position }: GameTable, view: View): readonly Choice[] {
  const places = system.pictures.places?.(view, position.moment) ?? [];
  return places.length === 0 ? [] : [WHOLE, ...places];
}

function placeCalled(table: GameTable, view: View, name: string): Choice | undefined {
  const places = placesOf(table, view);
  return places.find(({ value }) => value === name) ?? closest(places, name)[0];
}

/** The look that a command asks for, or why there is none. */
export function requestedLook(table: GameTable, at: string | null, overlays: string | null): MapLook | Reply {
  const { system, position } = table;
  const view = system.knowledge.view(position.state, 'public');
  const place = at === null ? undefined : placeCalled(table, view, at);
  if (at !== null && !place)
    return reply('member', system.pictures.places ? MAP_ANSWERS.noSuchPlace : MAP_ANSWERS.onePicture);
  const names = (overlays ?? '').split(',').flatMap((one) => one.trim() || []);
  const choices = choicesOf(system.pictures.overlays ?? []);
  const ids = names.flatMap((name) => closest(choices, name)[0]?.value ?? []);
  if (ids.length < names.length) return reply('member', MAP_ANSWERS.noSuchOverlay);
  if (new Set(ids).size > MOST_OVERLAYS) return reply('member', MAP_ANSWERS.tooManyLayers);
  return { ...(place ? { at: place.value } : {}), ...(ids.length > 0 ? { overlays: ids } : {}) };
}

export function isReply(look: MapLook | Reply): look is Reply {
  return 'to' in look;
}

function choicesOf(overlays: readonly Overlay[]): Choice[] {
  return overlays.map(({ id, name, summary }) => ({ value: id, label: name, hint: summary }));
}

export function placeCompletions(table: GameTable, typed: string): Completion[] {
  const places = placesOf(table, table.system.knowledge.view(table.position.state, 'public'));
  if (places.length === 0) return [notice(clipped(MAP_ANSWERS.onePicture, LONGEST_CHOICE))];
  return closest(places, typed)
    .slice(0, MOST_CHOICES)
    .map(({ value, label, hint }) => ({ value, label: clipped(hint ? `${label} · ${hint}` : label, LONGEST_CHOICE) }));
}

/** Completes the last of several overlays, which commas divide. */
export function overlayCompletions({ system }: GameTable, typed: string): Completion[] {
  const overlays = choicesOf(system.pictures.overlays ?? []);
  if (overlays.length === 0) return [notice(MAP_WORDS.noLayers)];
  const before = typed.split(',').map((one) => one.trim());
  const wanted = before.pop() ?? '';
  if (before.length >= MOST_OVERLAYS) return [notice(MAP_ANSWERS.tooManyLayers)];
  return closest(overlays, wanted)
    .filter(({ value, label }) => !before.includes(value) && !before.includes(label))
    .map(({ value, label, hint }) => ({
      value: [...before, value].join(','),
      label: clipped(before.length > 0 ? [...before, label].join(', ') : `${label} · ${hint}`, LONGEST_CHOICE),
    }))
    .filter(({ value }) => value.length <= LONGEST_CHOICE);
}

/**
 * A close-up for a member alone.
 * @param at null for the most important place
 */
export function closeUpReply(
  table: GameTable,
  render: Renderer,
  seat: SeatId | null,
  at: string | null,
  overlay: string | null,
): Reply {
  const { system, position, game } = table;
  const view = system.knowledge.view(position.state, seat ?? 'public');
  const places = placesOf(table, view);
  const place = places.find(({ value }) => value === at) ?? (at === null ? (places[1] ?? places[0]) : undefined);
  if (!place)
    return reply('member', places.length > 0 ? MAP_ANSWERS.noSuchPlace : MAP_ANSWERS.onePicture, { replaces: true });
  const shown = (system.pictures.overlays ?? []).filter(({ id }) => id === overlay);
  const look = { at: place.value, overlays: shown.map(({ id }) => id) };
  const title = [`**${place.label}**`, ...shown.map(({ name }) => name)].join(' · ');
  const more = places.length > MOST_CHOICES ? [MAP_WORDS.byName] : [];
  return reply('member', [title, ...more].join('\n'), {
    drawing: mapDrawing(table, render, seat ?? 'public', look),
    menu: placeMenu(game.id, places, place, overlay),
    rows: [lookRow(table, place, overlay), overlayRow(table, place, overlay)],
    replaces: true,
  });
}

function placeMenu(game: string, places: readonly Choice[], shown: Choice, overlay: string | null): Menu {
  const choices = places
    .slice(0, MOST_CHOICES)
    .map((place) => (place.value === shown.value ? { ...place, marked: true as const } : place));
  return selectOne(MAP_WORDS.elsewhere, { what: 'place', game, overlay }, choices);
}

function lookRow(
  { system, game: { id: game } }: GameTable,
  { value: at }: Choice,
  overlay: string | null,
): ReplyButton[] {
  const text = { do: 'page', of: 'text', game, page: 0, at: at === ALL ? null : at } as const;
  return [
    ...(at === ALL ? [] : [button(BUTTONS.wholeMap, { do: 'look', game, at: ALL, overlay })]),
    ...(at === ALL || system.positionWords.textAt ? [button(BUTTONS.inWords, text)] : []),
  ];
}

/** Pressing the button of a shown overlay hides it. */
function overlayRow(
  { system, game: { id: game } }: GameTable,
  { value: at }: Choice,
  overlay: string | null,
): ReplyButton[] {
  return (system.pictures.overlays ?? []).slice(0, MOST_IN_ROW).map(({ id, name }) => {
    const isShown = id === overlay;
    const press = { do: 'look', game, at, overlay: isShown ? null : id } as const;
    return button(isShown ? MAP_WORDS.withoutLayer(name) : name, press, isShown ? 'bold' : 'plain');
  });
}
