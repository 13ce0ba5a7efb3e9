import type { Colour, Item } from '../../../game/index.ts';
import type { Account, Entry } from '../account.ts';
import { type Box, PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { CSA_EDGE, DIE, INK, PAPER, US_BLUE, US_TEXT } from './palette.ts';
import { die as face } from './shapes.ts';
import { card } from './tables.ts';

const PLATE = 96;
const MOST_ROW = 84;
const PADDING = 8;

/** The card that tells the last order with its dice, or how things stand, or how the campaign ended. */
export function dispatch(view: View, last: Account): Item[] {
  const entries = last.entries.length > 0 || view.over ? last.entries : [standing(view)];
  const plateHeight = view.over === null ? 0 : entries.length === 0 ? PANELS.dispatch.height : PLATE;
  const wanted = plateHeight + (entries.length === 0 ? 0 : entries.length * MOST_ROW + PADDING * 2);
  const panel: Box = { ...PANELS.dispatch, height: Math.min(PANELS.dispatch.height, wanted) };
  const below: Box = { ...panel, y: panel.y + plateHeight, height: panel.height - plateHeight };
  return [
    ...card(panel),
    ...(view.over === null ? [] : plate(view, { ...panel, height: plateHeight })),
    ...rows(entries, below),
  ];
}

function rows(entries: readonly Entry[], box: Box): Item[] {
  const inner = box.height - PADDING * 2;
  const height = Math.min(MOST_ROW, inner / Math.max(1, entries.length));
  const top = box.y + PADDING + (inner - height * entries.length) / 2;
  return entries.flatMap((entry, index) =>
    row(entry, { x: box.x + 16, y: top + index * height, width: box.width - 32, height }),
  );
}

/** The outcome stays large where rows are narrow; the small line above it gives way. */
function row(entry: Entry, { x, y, width, height }: Box): Item[] {
  const die = Math.min(62, height - 8);
  const left = entry.die === null ? 0 : die + 18;
  const middle = y + height / 2;
  const small = Math.min(25, height * 0.32);
  const large = Math.min(36, height * 0.62);
  const gap = Math.max(0, Math.min(8, height - small - large - 12));
  const top = middle - (small + gap + large) / 2;
  const text = { kind: 'text', fill: INK, maxWidth: width - left } as const;
  const at = entry.die === null ? ({ x: x + width / 2, align: 'center' } as const) : { x: x + left };
  return [
    ...(entry.die === null
      ? []
      : [{ kind: 'group', x: x + die / 2 + 2, y: middle, items: face(die, entry.die, DIE, INK) } as const]),
    { ...text, ...at, y: top + small * 0.86, text: entry.what, face: 'text', size: small },
    { ...text, ...at, y: top + small + gap + large * 0.8, text: entry.outcome, face: 'bold', size: large },
  ];
}

function standing(view: View): Entry {
  const grant = view.leaders.grant;
  const here = grant.at === null ? null : view.areas[grant.at];
  const facing = here?.csa[0];
  const what =
    facing === undefined ? `${grant.name} is free to move` : `${grant.name} faces ${view.leaders[facing].name}`;
  return { die: null, what, outcome: here === null ? '' : here.name };
}

function plate(view: View, { x, y, width, height }: Box): Item[] {
  const won = view.over?.won === true;
  const fill: Colour = won ? US_BLUE : CSA_EDGE;
  const middle = y + height / 2;
  const ink = { kind: 'text', x: x + width / 2, align: 'center', fill: US_TEXT } as const;
  const large = height > PLATE;
  return [
    { kind: 'rect', x, y, width, height, fill, stroke: { colour: INK, width: 2.5 } },
    { kind: 'rect', x: x + 6, y: y + 6, width: width - 12, height: height - 12, stroke: { colour: PAPER, width: 1.5 } },
    {
      ...ink,
      y: middle + (large ? 4 : 2),
      text: won ? 'Victory' : 'Defeat',
      face: 'title',
      size: large ? 88 : 56,
      spacing: 8,
    },
    {
      ...ink,
      y: middle + (large ? 60 : 36),
      text: ending(view),
      face: 'bold',
      size: large ? 33 : 27,
      maxWidth: width - 32,
    },
  ];
}

function ending(view: View): string {
  const { over } = view;
  if (over?.won !== true) return `No points left; ${view.areas.richmond.name} stands`;
  if (over.how === 'james') return `${view.leaders[over.leader].name} is over the James`;
  return `${view.leaders[over.leader].name} takes ${view.areas.richmond.name}`;
}
