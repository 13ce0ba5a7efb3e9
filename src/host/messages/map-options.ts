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
import { closest } from '../base/fuzzy-match.ts';
import { MAP, MAP_ANSWERS } from '../base/map-words.ts';
import { clipped, type Menu, type Renderer, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type MapLook, mapDrawing } from './map-drawing.ts';
import { type Completion, notice } from './order-completions.ts';

/** Overlays on one picture, at most: more of them hide the map. */
const MOST_OVERLAYS = 2;

const WHOLE: Choice = { value: ALL, label: MAP.whole };

/** Places of a game's map to zoom in on, the most important first, and the whole map. None: it is one picture. */
function placesOf({ system, position }: GameTable, view: View): readonly Choice[] {
  const places = system.places?.(view, position.moment) ?? [];
  return places.length === 0 ? [] : [WHOLE, ...places];
}

/** The place that is called so, or the one most like it. */
export function placeCalled(table: GameTable, view: View, name: string): Choice | undefined {
  const places = placesOf(table, view);
  return places.find(({ value }) => value === name) ?? closest(places, name)[0];
}

/** What a member asks to see of a map, by the names they typed, or why that cannot be. */
export function requestedLook(table: GameTable, at: string | null, overlays: string | null): MapLook | Reply {
  const { system, position } = table;
  const view = system.view(position.state, 'public');
  const place = at === null ? undefined : placeCalled(table, view, at);
  if (at !== null && !place) return reply('member', system.places ? MAP_ANSWERS.noSuchPlace : MAP_ANSWERS.onePicture);
  const named = (overlays ?? '').split(',').flatMap((one) => one.trim() || []);
  const shown = named.map((name) => closest(choicesOf(system.overlays ?? []), name)[0]?.value);
  if (shown.includes(undefined)) return reply('member', MAP_ANSWERS.noSuchOverlay);
  if (new Set(shown).size > MOST_OVERLAYS) return reply('member', MAP_ANSWERS.tooManyLayers);
  return {
    ...(place ? { at: place.value } : {}),
    ...(shown.length > 0 ? { overlays: shown.filter((one) => one !== undefined) } : {}),
  };
}

export function isReply(look: MapLook | Reply): look is Reply {
  return 'to' in look;
}

function choicesOf(overlays: readonly Overlay[]): Choice[] {
  return overlays.map(({ id, name, summary }) => ({ value: id, label: name, hint: summary }));
}

/** What the option for a place completes to. */
export function placeCompletions(table: GameTable, typed: string): Completion[] {
  const places = placesOf(table, table.system.view(table.position.state, 'public'));
  if (places.length === 0) return [notice(clipped(MAP_ANSWERS.onePicture, LONGEST_CHOICE))];
  return closest(places, typed)
    .slice(0, MOST_CHOICES)
    .map(({ value, label, hint }) => ({ value, label: clipped(hint ? `${label} · ${hint}` : label, LONGEST_CHOICE) }));
}

/** What the option for what a picture shows beside the position completes to, after commas too. */
export function overlayCompletions({ system }: GameTable, typed: string): Completion[] {
  const overlays = choicesOf(system.overlays ?? []);
  if (overlays.length === 0) return [notice(MAP.noLayers)];
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

/** A close look for a member alone, as their seat sees it, with ways to look elsewhere. `at` null: where it matters most now. */
export function closeUpReply(
  table: GameTable,
  render: Renderer,
  seat: SeatId | null,
  at: string | null,
  overlay: string | null,
): Reply {
  const { system, position, game } = table;
  const view = system.view(position.state, seat ?? 'public');
  const places = placesOf(table, view);
  const place = places.find(({ value }) => value === at) ?? (at === null ? (places[1] ?? places[0]) : undefined);
  if (!place)
    return reply('member', places.length > 0 ? MAP_ANSWERS.noSuchPlace : MAP_ANSWERS.onePicture, { replaces: true });
  const shown = (system.overlays ?? []).filter(({ id }) => id === overlay);
  const look = { at: place.value, overlays: shown.map(({ id }) => id) };
  const title = [`**${place.label}**`, ...shown.map(({ name }) => name)].join(' · ');
  const more = places.length > MOST_CHOICES ? [MAP.byName] : [];
  return reply('member', [title, ...more].join('\n'), {
    drawing: mapDrawing(table, render, seat ?? 'public', look),
    menu: elsewhere(game.id, places, place, overlay),
    rows: [lookRow(table, place, overlay), overlayRow(table, place, overlay)].filter((row) => row.length > 0),
    replaces: true,
  });
}

function elsewhere(game: string, places: readonly Choice[], place: Choice, overlay: string | null): Menu {
  return {
    prompt: MAP.elsewhere,
    choosing: { what: 'place', game, overlay },
    least: 1,
    most: 1,
    choices: places.slice(0, MOST_CHOICES).map((one) => (one.value === place.value ? { ...one, marked: true } : one)),
  };
}

function lookRow(
  { system, game: { id: game } }: GameTable,
  { value: at }: Choice,
  overlay: string | null,
): ReplyButton[] {
  const text = { do: 'page', of: 'text', game, page: 0, at: at === ALL ? null : at } as const;
  return [
    ...(at === ALL
      ? []
      : [{ label: BUTTONS.wholeMap, tone: 'plain', press: { do: 'look', game, at: ALL, overlay } } as const]),
    ...(at === ALL || system.textAt ? [{ label: BUTTONS.inWords, tone: 'plain', press: text } as const] : []),
  ];
}

/** A button for each of what can be shown beside the position; that for what is shown takes it away. */
function overlayRow(
  { system, game: { id: game } }: GameTable,
  { value: at }: Choice,
  overlay: string | null,
): ReplyButton[] {
  return (system.overlays ?? []).slice(0, MOST_IN_ROW).map(({ id, name }) => {
    const shown = id === overlay;
    const press = { do: 'look', game, at, overlay: shown ? null : id } as const;
    return { label: shown ? MAP.withoutLayer(name) : name, tone: shown ? 'bold' : 'plain', press };
  });
}
