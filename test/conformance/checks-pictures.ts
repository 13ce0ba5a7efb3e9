import { expect } from 'vitest';
import type { Colour, Ground, Group, Item, Palette, Picture, State, View, Viewer } from '../../src/game/index.ts';
import { expectPlain, frozen } from './plain.ts';
import type { Check, Table } from './table.ts';
import { expectWords } from './words.ts';

/** Drawing takes milliseconds, so fewer pictures are looked at than positions. */
const PICTURES = 25;

export const PICTURE_CHECKS: readonly Check[] = [
  {
    name: 'the picture of every view, after every order, can be drawn and has an alt text',
    run: (table) => {
      const grounds = new Set<string>();
      const expectDrawn = ({ scene, alt }: Picture, what: string) => {
        expectPicture({ scene, alt }, what);
        // Grounds of one key are the same, as the next check says.
        expectItems(unseenOf(scene.ground, grounds), `on the ground ${what}`);
      };
      table.each(({ state, last, events }) => {
        for (const [viewer, view] of differentViews(table, state)) {
          const moment = { order: last?.order ?? null, events };
          expectDrawn(table.system.pictures.picture(view, moment, {}), `for ${viewer}`);
          expectDrawn(table.system.pictures.picture(view, null, {}), `for ${viewer}, of no order`);
          expectDrawn(
            table.system.pictures.picture(view, moment, { at: 'no-such-place' }),
            `for ${viewer}, of no such place`,
          );
        }
      }, PICTURES);
    },
  },
  {
    name: 'grounds of the same key are the same',
    run: (table) => {
      const seen = new Map<string, string>();
      table.each(({ state, last, events }) => {
        for (const [, view] of differentViews(table, state)) {
          const { ground } = table.system.pictures.picture(view, { order: last?.order ?? null, events }, {}).scene;
          // A picture may be taller than another with the same ground: the renderer keeps a ground by its key and its size.
          const drawn = JSON.stringify(ground.items);
          expect(drawn === (seen.get(ground.key) ?? drawn), `the ground "${ground.key}" is drawn once and kept`).toBe(
            true,
          );
          seen.set(ground.key, drawn);
        }
      }, PICTURES);
    },
  },
  {
    name: 'all pictures share one palette, and its inks are what they are painted with',
    run: (table) => {
      const palettes = new Set<string>();
      const grounds = new Set<string>();
      table.each(({ state, last, events }) => {
        for (const [viewer, view] of differentViews(table, state)) {
          const { scene } = table.system.pictures.picture(view, { order: last?.order ?? null, events }, {});
          if (palettes.size === 0) expectPalette(scene.palette);
          for (const { colour } of table.system.about.seats) if (colour) expect(scene.palette.inks).toContain(colour);
          palettes.add(JSON.stringify(scene.palette));
          expect(palettes.size, 'different palettes of pictures').toBe(1);
          const unseen = unseenOf(scene.ground, grounds);
          const inks = new Set<Colour>(scene.palette.inks);
          const painted = new Set([...unseen, ...scene.items].flatMap((item) => solids(item)));
          expect(
            [...painted].filter((fill) => !inks.has(fill)),
            `what is painted for ${viewer} and no ink`,
          ).toEqual([]);
        }
      }, PICTURES);
    },
  },
];

/** The items of a ground and of its land that no ground had before, by their keys. */
function unseenOf(ground: Ground, seen: Set<string>): readonly Item[] {
  const { key, items, land = [] } = ground;
  const unseen = [...land, { key, items: () => items }].filter((one) => !seen.has(one.key));
  for (const one of unseen) seen.add(one.key);
  return unseen.flatMap((one) => [...one.items()]);
}

/** As many colours as a frame holds. */
const MOST_INKS = 256;
/** A shape at least so many pixels wide and high is seen as a surface: its colour is to come out as it is. */
const SURFACE = 16;

function expectPalette({ inks, blends }: Palette): void {
  expect(inks.length, 'inks').toBeGreaterThan(0);
  expect(inks.length, 'inks').toBeLessThanOrEqual(MOST_INKS);
  for (const ink of inks) expect(ink, 'an ink').toMatch(/^#[0-9a-f]{6}$/i);
  expect(new Set(inks).size, 'different inks').toBe(inks.length);
  expect(inks, 'the inks that blends are made of').toEqual(expect.arrayContaining([...new Set(blends.flat())]));
}

/** The colours of the surfaces of an item, and of its letters. What lets others shine through is no colour of its own. */
function solids(item: Item, scale = 1): Colour[] {
  if (item.kind === 'group') {
    if (item.opacity !== undefined && item.opacity < 1) return [];
    return item.items.flatMap((one) => solids(one, scale * (item.scale ?? 1)));
  }
  if (item.fill?.length !== '#rrggbb'.length) return [];
  const large = extentOf(item).every((side) => side * scale >= SURFACE);
  return large ? [item.fill] : [];
}

/** How wide and how high an item is at most, before it is scaled; of letters, their size. */
function extentOf(item: Exclude<Item, Group>): readonly [number, number] {
  if (item.kind === 'rect') return [item.width, item.height];
  if (item.kind === 'circle') return [item.radius * 2, item.radius * 2];
  if (item.kind !== 'path') return [item.size, item.size];
  const at = (item.d.match(new RegExp(NUMBER, 'g')) ?? []).map((number) => Number(number.replaceAll(/[\s,]/g, '')));
  const range = (side: number) => {
    const all = at.filter((_, index) => index % 2 === side);
    return Math.max(...all) - Math.min(...all);
  };
  return [range(0), range(1)];
}

/** The views of a state, each with one of those who have it: all viewers share one where nothing is hidden. */
function differentViews({ system, viewers }: Table, state: State): Map<Viewer, View> {
  const views = new Map(viewers.map((viewer) => [JSON.stringify(system.knowledge.view(state, viewer)), viewer]));
  return new Map([...views.values()].map((viewer) => [viewer, frozen(system.knowledge.view(state, viewer))]));
}

function expectPicture({ scene, alt }: Picture, what: string): void {
  expectWords(alt, 1024, `the alt text ${what}`);
  const { width, height, ground, items } = scene;
  for (const side of [width, height]) {
    expect(Number.isInteger(side) && side >= 1 && side <= 4096, `${width} × ${height} pixels ${what}`).toBe(true);
  }
  expect(ground.key, `the key of the ground ${what}`).not.toBe('');
  expectItems(items, what);
}

function expectItems(items: readonly Item[], what: string): void {
  expectPlain(items, `the scene ${what}`);
  expect(items.flatMap(faults), `what cannot be drawn ${what}`).toEqual([]);
}

const COLOUR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;
const NUMBER = String.raw`[\s,]*-?\d+(\.\d+)?(e-?\d+)?`;
/** Absolute M, L, Q, C and Z, each with as many numbers as it takes. */
const PATH = new RegExp(
  String.raw`^\s*M(${NUMBER}){2}((\s*[ML](${NUMBER}){2})|(\s*Q(${NUMBER}){4})|(\s*C(${NUMBER}){6})|(\s*Z))*\s*$`,
);

/** What is wrong with an item, in words. That its numbers are finite has been seen: it is plain JSON. */
function faults(item: Item): string[] {
  const found: string[] = [];
  const must = (good: boolean, fault: string) => {
    if (!good) found.push(`${item.kind}: ${fault}`);
  };
  const colours = [
    'fill' in item ? item.fill : undefined,
    'stroke' in item ? item.stroke?.colour : undefined,
    'halo' in item ? item.halo?.colour : undefined,
  ];
  for (const colour of colours) if (colour !== undefined) must(COLOUR.test(colour), `no colour: ${colour}`);
  for (const stroke of ['stroke' in item ? item.stroke : undefined, 'halo' in item ? item.halo : undefined]) {
    if (stroke) must(stroke.width >= 0, `a line ${stroke.width} wide`);
  }
  switch (item.kind) {
    case 'rect':
      must(item.width >= 0 && item.height >= 0, `${item.width} × ${item.height}`);
      break;
    case 'circle':
      must(item.radius >= 0, `a radius of ${item.radius}`);
      break;
    case 'path':
      must(PATH.test(item.d), `not absolute M, L, Q, C and Z: ${item.d}`);
      break;
    case 'text':
      must(item.size > 0, `letters of ${item.size} pixels`);
      must(!/undefined|\[object|NaN/.test(item.text), `"${item.text}"`);
      break;
    case 'lettering':
      must(PATH.test(item.d) && item.d.split('M').length === 2, `not one piece of M, L, Q, C and Z: ${item.d}`);
      must(item.size > 0, `letters of ${item.size} pixels`);
      must(!/undefined|\[object|NaN/.test(item.text), `"${item.text}"`);
      break;
    case 'group':
      must(item.opacity === undefined || (item.opacity >= 0 && item.opacity <= 1), `an opacity of ${item.opacity}`);
      must(item.scale === undefined || item.scale > 0, `a scale of ${item.scale}`);
      found.push(...item.items.flatMap(faults));
      break;
    default:
      item satisfies never;
  }
  return found;
}
