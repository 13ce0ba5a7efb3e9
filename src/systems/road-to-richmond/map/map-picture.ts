import {
  ALL,
  type Framing,
  type Item,
  type Land,
  type LastOrder,
  type Picture,
  type Scene,
} from '../../../game/index.ts';
import { type BattleCard, type CardRow, earlierBattles, withBattleCard } from '../../../kit/draw/battle-card.ts';
import { caption } from '../../../kit/draw/card-frames.ts';
import { COUNTER_STYLES } from '../../../kit/draw/counter-items.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { hexBox } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { wholeLand } from '../../../kit/land/hex-ground.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { type Field, HEX_GRID, strengthOfIds } from '../field.ts';
import type { View } from '../state.ts';
import { type Event, otherSide, type Side } from '../vocabulary.ts';
import { AREAS, namesOfIds, shortHexes, unitName, withinSentence } from '../words/names.ts';
import { aftermath, aftermathLength, facesInWords, strengths } from '../words/sentences.ts';
import { alt } from './alt-words.ts';
import { type CloseUp, closestPlot, lookAt, placeAt, plotWithUnits, showsPhase, WINDOW, widePlot } from './close-up.ts';
import { boxesOf, frontItems, stackItemsOf } from './counters.ts';
import { entryMarks, LAND_STYLE, OVERVIEW_STYLE, overviewGround, PALETTE, partGround, tagBox } from './field-ground.ts';
import { closeHeader, headline, wholeHeader } from './header.ts';
import { choiceHexes, fightLine, type Happened, happened, marksOf, mustAttackHexes, outcomeOf } from './map-marks.ts';
import { shownOverlays } from './overlays.ts';
import { foot, freeOf, OVERVIEW, OVERVIEW_PLOT } from './overview.ts';

/**
 * The overview or a close-up. A close-up shows `framing.at` (a hex, a unit, an area), else all of `framing.inUse`, else
 * the last events. If there were none, because a phase begins or was taken back, it shows the focus of the phase.
 */
export function picture(field: Field, view: View, moment: LastOrder<Event> | null, framing: Framing): Picture {
  const past = happened(moment, view.where);
  const close = closeUpOf(field, view, moment, framing, past);
  const plot = close?.plot ?? OVERVIEW_PLOT;
  const overlays = shownOverlays(field, view, plot, framing.overlays, close?.at);
  const marks = marksOf(field, view, plot, past);
  const covered = [...boxesOf(field, view, plot), ...marks.boxes];
  const tags = close ? entryMarks(field).map((entry) => tagBox(plot, entry)) : [];
  const items: readonly Item[] = [
    ...overlays.items,
    ...marks.below,
    ...stackItemsOf(field, view, plot),
    ...(plot.forPhone ? frontItems(field, view, plot) : []),
    ...placeNames(field, plot, close ? LAND_STYLE : OVERVIEW_STYLE, [...covered, ...tags]),
    ...marks.above,
    ...(close
      ? closeHeader(field, view, plot, close.title, framing)
      : [...wholeHeader(field, view, moment, framing), ...foot(field, view, framing)]),
    ...caption(overlays.meanings, {
      x: 10,
      y: plot.view.y + plot.view.height - (close ? 10 : 6),
      width: CLOSE_UP.width - 20,
      size: 22,
    }),
  ];
  const scene: Scene = close
    ? { ...CLOSE_UP, palette: PALETTE, ground: partGround(field, plot), items }
    : { ...OVERVIEW, palette: PALETTE, ground: overviewGround(field), items };
  // A picture of the whole map that a member asked for, or one of a recap, shows only the map.
  const card = framing.at === ALL ? null : fightCard(field, moment ? [...(moment.before ?? []), ...moment.events] : []);
  // The card keeps clear of units, battle hexes and other events.
  const taken = [...covered, ...[...past.hexes, ...choiceHexes(field, view)].map((hex) => hexBox(plot, hex))];
  const free = close ? null : freeOf(field, view, past);
  return {
    scene: withBattleCard(scene, plot.view, taken, card),
    alt: alt(field, view, { moment, framing, overlays, close }),
    ...(free === null ? {} : { free }),
  };
}

/** The land of the overview and of both kinds of close-ups. */
export function lands(field: Field): readonly Land[] {
  const hex = HEX_GRID.ids[0] as HexId;
  return [
    { ...OVERVIEW, palette: PALETTE, ground: overviewGround(field) },
    ...[WINDOW.plot([hex]), widePlot([hex], hex)].map((plot) =>
      wholeLand(plot, PALETTE, (whole, size) => partGround(field, whole, size)),
    ),
  ];
}

/** `null` for the whole field. */
function closeUpOf(
  field: Field,
  view: View,
  moment: LastOrder<Event> | null,
  { at: place, inUse }: Framing,
  past: Happened,
): CloseUp | null {
  if (place === ALL) return null;
  if (place !== undefined) {
    const at = placeAt(field, view, place);
    if (at !== null) return { plot: WINDOW.plot([at]), at, title: placeTitle(field, place, at) };
  }
  const used = place === undefined ? inUse : undefined;
  const at = used ? WINDOW.hexAmid(used) : lookAt(field, view, past);
  if (at === null) return null;
  const plot = used ? closestPlot(used) : plotWithUnits(field, view, at);
  if (plot === null) return null;
  const around = mustAttackHexes(field, view).length === 0 ? hexLabel(field, at) : `${at}. Red rim: must be attacked`;
  const title = showsPhase(past) ? null : headline(field, moment);
  return { plot, at, title: title ?? `Around ${around}` };
}

/** The title of a close-up that a member asked for. */
function placeTitle(field: Field, place: string, hex: HexId): string {
  const area = AREAS.find(({ id }) => id === place);
  if (area) return area.name;
  const piece = field.piece.get(place);
  return `Around ${piece ? withinSentence(unitName(field, piece)) : hexLabel(field, hex)}`;
}

/** A card for the last battle among some events, with a line for each earlier one; `null` without a battle. */
function fightCard(field: Field, events: readonly Event[]): BattleCard | null {
  const fights = events.filter((event) => event.type === 'fought');
  const last = fights.at(-1);
  if (!last) return null;
  const { battle, defenders, reckoning, die, side } = last;
  const after = events.slice(events.indexOf(last) + 1);
  const what = battle.bombardment ? 'Bombardment of' : 'Attack on';
  const row = (of: Side, ids: readonly string[]): CardRow => ({
    style: COUNTER_STYLES[of],
    words: namesOfIds(field, ids, 4),
    end: `${strengthOfIds(field, ids)}`,
  });
  return {
    title: `${what} ${shortHexes(field, battle.hexes)}`,
    rows: [
      row(side, battle.attackers),
      row(otherSide(side), defenders),
      {
        dice: [{ face: die, counts: true }],
        words: `Die ${die} at ${reckoning.column}: ${outcomeOf(events, last)}`,
        below: strengths(field, battle, reckoning),
      },
      { words: `At ${reckoning.column}: ${facesInWords(reckoning.column, battle.bombardment)}` },
      ...aftermath(field, after.slice(0, aftermathLength(after))).map((words): CardRow => ({ words, strong: true })),
      ...earlierBattles(fights.slice(0, -1), (fight) => fightLine(field, events, fight)),
    ],
  };
}
