import { expect, test } from 'vitest';
import { ALL, type Item, LONGEST_ALT } from '../../../src/game/index.ts';
import { centre, contains, grown, overlap } from '../../../src/kit/draw/geometry.ts';
import { boundsOf } from '../../../src/kit/draw/item-bounds.ts';
import { near } from '../../../src/kit/draw/lines.ts';
import { textBox } from '../../../src/kit/draw/text-layout.ts';
import { isSeen, middle } from '../../../src/kit/hex/hex-plot.ts';
import { blockBacks, blockFace, blockStackItems, placedStacks } from '../../../src/systems/sam-grant/map/blocks.ts';
import { layoutOf, placesOf } from '../../../src/systems/sam-grant/map/close-up.ts';
import { picture, sketch } from '../../../src/systems/sam-grant/map/map-picture.ts';
import { SIDE_LINES } from '../../../src/systems/sam-grant/map/theatre-ground.ts';
import { next } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { Card, EachSide } from '../../../src/systems/sam-grant/vocabulary.ts';
import { alt } from '../../../src/systems/sam-grant/words/position-text.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { east, west } from './data.ts';
import { battle, dealt, falling, fight, planningFor, position, randomGame, standing, start } from './position.ts';

/** What a letter needs on a phone, where a picture is half as wide. */
const LETTERS = 20;

function* texts(items: readonly Item[]): Generator<Extract<Item, { kind: 'text' }>> {
  for (const item of items) {
    if (item.kind === 'text') yield item;
    if (item.kind === 'group') yield* texts(item.items);
  }
}
const played: EachSide<readonly Card[]> = { usa: ['2'], csa: ['3'] };
const marching: State = { ...start, turn: 1, phase: 'actions', active: 'csa', first: 'csa', played };
const whole = { at: ALL } as const;
const overviews = [
  picture(west, view(west, start, 'public'), null, whole),
  picture(east, view(east, dealt(east, falling()).state, 'usa'), null, whole),
];

test('letters of the whole map can be read on a phone; blocks and names cover none of each other, and none stands twice', () => {
  for (const { scene } of overviews) {
    const all = [...texts(scene.items)];
    expect(Math.min(...all.map(({ size }) => size))).toBeGreaterThanOrEqual(LETTERS);
    const boxes = all.map(textBox);
    const covered = all.filter((_, at) =>
      boxes.some((box, other) => other < at && overlap(box, boxes[at] as (typeof boxes)[number])),
    );
    expect(covered.map(({ text }) => text)).toEqual([]);
    const names = all.map(({ text }) => text).filter((text) => /^[A-Z]/.test(text));
    expect(new Set(names).size).toBe(names.length);
  }
});

test('the whole map tells the seal of the dice and what was taken back, to a side too', () => {
  for (const theatre of [west, east]) {
    for (const viewer of ['public', 'usa', 'csa']) {
      const framing = { ...whole, seal: '629fa4e0ea12beef', takenBack: '2 rolls taken back' };
      const { scene } = picture(theatre, view(theatre, dealt(theatre, falling()).state, viewer), null, framing);
      const all = [...texts(scene.items)];
      const seal = all.find(({ text }) => text === 'Dice sealed with 629fa4e0… · 2 rolls taken back');
      if (!seal) throw new Error('There is no seal');
      const covered = all.filter((text) => text !== seal && overlap(textBox(text), textBox(seal)));
      expect(covered.map(({ text }) => text)).toEqual([]);
      expect(contains({ x: 0, y: 0, width: scene.width, height: scene.height }, textBox(seal))).toBe(true);
    }
  }
});

test('the whole map counts the blocks of every hex; a close-up lists a side’s own where they have no names, to others not', () => {
  const words = ({ scene }: (typeof overviews)[number]) => [...texts(scene.items)].map(({ text }) => text);
  const counted = words(overviews[0] as (typeof overviews)[number]).filter((text) => /^\d+$/.test(text));
  expect(counted.sort()).toEqual(
    view(west, start, 'public')
      .stacks.map(({ count }) => `${count}`)
      .sort(),
  );
  const close = (viewer: string) => words(picture(west, view(west, start, viewer), null, { at: '2007' })).join('\n');
  expect(close('csa')).toContain('Hardee: infantry, 4/4');
  for (const other of ['usa', 'public']) expect(close(other)).not.toContain('Hardee');
});

test('where a side’s blocks can go is one picture, with its battles, and not for the other side', () => {
  const [csa, usa] = ['csa', 'usa'].map((side) => view(west, marching, side));
  if (!csa || !usa) throw new Error('There are two sides');
  const draft = { verb: 'move', from: '2007' };
  const shown = sketch(west, csa, 'csa', draft);
  if (!shown) throw new Error('Hardee can march');
  expect(shown.alt).toMatch(
    /^From 2007 Bowling Green they can go to: 1909 Nashville.* With a battle: .*2206 Munfordville/,
  );
  const numbers = [...texts(shown.scene.items)].map(({ text }) => text);
  expect(numbers).toEqual(expect.arrayContaining(['1905', '2206', '1911']));
  // Each hex has its cost, with a star where it takes a forced march.
  expect(numbers.filter((words) => /^\d\*?$/.test(words)).length).toBeGreaterThan(15);
  expect(shown.alt).toMatch(/1909 Nashville \(2\).*With a battle: .*2206 Munfordville \(2\)/);
  expect(sketch(west, usa, 'usa', draft)).toBeNull();
  expect(sketch(west, csa, 'csa', { verb: 'move' })).toBeNull();
});

test('battles and places with points are offered first', () => {
  const asked = next(west, marching, 'csa', { verb: 'move', from: '2007' });
  if (asked.complete) throw new Error('It asks where to');
  const values = asked.question.choices.map(({ value }) => value);
  const kinds = values.map((value) => (value.includes(' by ') ? 0 : west.city.get(value)?.points ? 1 : 2));
  expect(kinds).toEqual([...kinds].sort());
  expect(new Set(kinds).size).toBe(3);
});

/** Positions of a year played at random, and close-ups of where each side looks first. */
function* closeUps() {
  for (const theatre of [west, east])
    for (const [at, { state, events }] of [...randomGame(theatre, 5)].entries())
      for (const viewer of at % 3 === 0 ? ['usa', 'referee'] : []) {
        const seen = view(theatre, state, viewer);
        const [first] = placesOf(theatre, seen, { order: null, events });
        yield { theatre, seen, at: first?.value ?? '', plot: layoutOf(theatre).window.plot([first?.value ?? '']) };
      }
}

test('cities that score are named with their points, on the whole map from two points on, wherever blocks stand', () => {
  for (const { theatre, seen, at, plot } of closeUps()) {
    const named = (framing: string) =>
      [...texts(picture(theatre, seen, null, { at: framing }).scene.items)].map(({ text }) => text);
    const [close, far] = [named(at), named(ALL)];
    expect(picture(theatre, seen, null, { at }).alt).toContain(`Close-up around ${at}`);
    for (const { hex, name, points } of theatre.city.values()) {
      if (points > 1) expect(far).toContain(`${name} ${points}`);
      // A card may lie over the lower part of a close-up.
      const isMiddle = Math.abs(middle(plot, hex).y - middle(plot, at).y) < plot.half * 2;
      if (points > 0 && isMiddle && isSeen(plot, hex, plot.radius)) expect(close).toContain(`${name} ${points}`);
    }
  }
});

test('all maps of a recap are cropped alike, also those from before a block left the part that is fought over', () => {
  const { used, whole: all } = layoutOf(east);
  const outside = [...east.hex.keys()].find((hex) => !isSeen(used, hex, used.half) && isSeen(all, hex, all.half));
  const seen = view(east, dealt(east, falling()).state, 'public');
  const inUse = [...seen.stacks.map(({ hex }) => hex), String(outside)];
  const ground = (framing: object) => picture(east, seen, null, { ...whole, ...framing }).scene.ground?.key;
  const left = { ...seen, stacks: [...seen.stacks, { ...seen.stacks[0], hex: String(outside) }] } as typeof seen;
  expect(ground({})).not.toBe(ground({ inUse }));
  expect(ground({ inUse })).toBe(picture(east, left, null, whole).scene.ground?.key);
});

test('close by every block of a hex is drawn, none covers another or is cut off, and their names can be read on a phone', () => {
  for (const { theatre, seen, plot } of closeUps()) {
    const placed = placedStacks(plot, seen.stacks);
    const hexes = placed.map(({ stack }) => stack.hex);
    for (const { hex } of seen.stacks) if (isSeen(plot, hex)) expect(hexes).toContain(hex);
    for (const [index, one] of placed.entries()) {
      expect(contains(plot.view, one.box)).toBe(true);
      for (const other of placed.slice(0, index)) expect(overlap(one.box, other.box)).toBe(false);
      const items = blockStackItems(theatre, plot, one);
      for (const item of items) {
        const letters = [...texts([item])].map(({ size }) => size * (item.kind === 'group' ? (item.scale ?? 1) : 1));
        expect(Math.min(LETTERS, ...letters)).toBe(LETTERS);
      }
      const counts = items.flatMap((item) =>
        item.kind === 'text' && /^\+?\d+$/.test(item.text) ? [Number(item.text)] : [],
      );
      const faces = items.filter(({ kind }) => kind === 'group').length;
      expect(faces + counts.reduce((sum, count) => sum + count, 0)).toBe(one.stack.count);
    }
  }
});

test('whose a city is can be told without colours: square, or with cut corners', () => {
  const [shown] = overviews;
  const size = (d: string) => d.split('L').length;
  const sides = [...west.city.values()].flatMap(({ hex, points }) => {
    const free = view(west, start, 'public').stacks.every((stack) => stack.hex !== hex);
    if (points === 0 || !free || hex < '0500') return [];
    const at = middle(layoutOf(west).used, hex);
    const mark = shown?.scene.items.find(
      (item) => (item.kind === 'rect' || item.kind === 'path') && near(centre(boundsOf(item)), at, 1),
    );
    return [[west.home.get(hex), mark?.kind === 'path' && size(mark.d) === 8 ? 'cut' : mark?.kind]];
  });
  expect(new Set(sides.map(String))).toEqual(new Set(['usa,rect', 'csa,cut']));
});

test('a plan shows both ends of its marches as close as they fit, and its arrows over all blocks and off all names', () => {
  const order = { verb: 'move', from: '2007', to: '1909', blocks: ['c-hardee'] } as const;
  const shown = planningFor(west).picture(view(west, marching, 'csa'), 'csa', [order as never]);
  const items = shown?.scene.items ?? [];
  const arrow = items.findLastIndex((item) => item.kind === 'path' && item.stroke?.colour === SIDE_LINES.csa);
  // The last of all is the card that lists them.
  const last = items.slice(0, -1).findLastIndex((item) => item.kind === 'group');
  expect(arrow).toBeGreaterThan(last);
  const words = [...texts(items)].map(({ text }) => text);
  expect(words).toEqual(expect.arrayContaining(['Bowling Green 1', 'Nashville 4', 'Hardee: infantry, 4/4']));
  const covered = boundsOf(items[arrow] as Item);
  for (const text of texts(items)) if (/ \d$/.test(text.text)) expect(overlap(textBox(text), covered)).toBe(false);
  // The length of the map is no close-up.
  const far = { verb: 'strategic', mode: 'rail', from: '1120', to: '2007', blocks: ['c-duncan'] } as const;
  expect(planningFor(west).picture(view(west, marching, 'csa'), 'csa', [far as never])?.scene.height).toBe(
    overviews[0]?.scene.height,
  );
});

test('names make way for the card that lists a hex’s blocks', () => {
  for (const at of ['1407', '2007']) {
    const { items } = picture(west, view(west, start, 'csa'), null, { at }).scene;
    const card = boundsOf(items.at(-1) as Item);
    const names = items.flatMap((item) => (item.kind === 'text' && / \d$/.test(item.text) ? [item] : []));
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => overlap(textBox(name), card)).map(({ text }) => text)).toEqual([]);
  }
});

test('the name of a city keeps off the houses of another one close by, which is named too', () => {
  const there =
    '1708 c-hardee c-bowen c-floyd, 1807 c-clark, 1608 u-mccook, 1909 c-heth c-pike c-trapier c-rains c-breck';
  const plot = layoutOf(west).window.plot(['1909']);
  const { items } = picture(west, view(west, position(there), 'csa'), null, { at: '1909' }).scene;
  const boxOf = (words: string) => [...texts(items)].filter(({ text }) => text === words).map(textBox);
  const houses = { x: middle(plot, '1808').x, y: middle(plot, '1808').y, width: 1, height: 1 };
  expect(boxOf('Fort Donelson 1').map((box) => overlap(grown(box, 20), houses))).toEqual([false]);
  expect(boxOf('Clarksville')).toHaveLength(1);
});

test('the name of a city leaves another one close by, without points, the room that its name needs', () => {
  const { items } = picture(west, view(west, start, 'usa'), null, { at: '1406' }).scene;
  const names = [...texts(items)].map(({ text }) => text);
  expect(names).toEqual(expect.arrayContaining(['Fort Henry 1', 'Clarksville', 'Hopkinsville']));
});

test('a close-up opens at the battle, or else where the last order led, or else at the front', () => {
  const seen = view(west, start, 'public');
  const first = (moment: Parameters<typeof placesOf>[2], of = seen) => placesOf(west, of, moment)[0]?.value;
  const going = [{ to: '1908', by: null, blocks: ['c-hardee'] }];
  const moved = { type: 'moved', side: 'csa', from: '2007', mode: 'march', going } as const;
  expect(first({ order: null, events: [moved] })).toBe('1908');
  const fighting = battle('2007 c-hardee u-mccook', '2007', '2107 u-mccook');
  expect(first({ order: null, events: [moved] }, view(west, fighting, 'public'))).toBe('2007');
  const front = first(null) as string;
  const enemies = seen.stacks.filter(({ side }) => side !== seen.stacks.find(({ hex }) => hex === front)?.side);
  expect(Math.min(...enemies.map(({ hex }) => west.grid.distance(front, hex)))).toBe(1);
});

test('a description ends with a whole sentence, however much there is to say', () => {
  for (const theatre of [west, east])
    for (const { state, events } of randomGame(theatre, 5))
      for (const viewer of ['public', 'csa']) {
        const words = alt(theatre, view(theatre, state, viewer), { order: null, events }, {});
        expect(words.length).toBeLessThanOrEqual(LONGEST_ALT);
        expect(words).toMatch(/[.”]$/);
      }
});

test('7.2: a battle’s picture lists who fires with dice, what hits and whom; every block in it has been shown to all', () => {
  const at = standing('2007 c-hardee c-buckner u-mccook u-wood, 2008 c-bowen');
  const open = battle(at, '2007', '2107 u-mccook u-wood');
  const { state, events } = fight(open, { usa: { main: '2107' } }, sealedAt('a battle', 1, 'battle-plan'));
  const moment = { order: { verb: 'battle-plan', stance: 'stand' } as const, events };
  for (const viewer of ['public', 'usa']) {
    const { scene, alt: told } = picture(west, view(west, state, viewer), moment, {});
    const words = [...texts(scene.items)].map(({ text }) => text).join('\n');
    expect(words).toMatch(/Battle at 2007 Bowling Green, \d rounds?/);
    expect(words).toMatch(/needs 1–2: (hits \w|no hit)/);
    expect(words).toMatch(/steps? lost/);
    expect(Math.min(...[...texts(scene.items)].map(({ size }) => size))).toBeGreaterThanOrEqual(LETTERS);
    // He stands beside the battle, and nobody but his own side knows it.
    expect(words + told).not.toContain('Bowen');
  }
});

test('a battle’s card stays while the cards of the next game-turn are chosen, and goes with the first action', () => {
  const open = battle('2007 u-mccook c-hardee:1', '2007', '2107 u-mccook');
  const { state, events } = fight(open, {}, falling(6, 1));
  const moment = { order: null, events: [], before: events };
  const titles = (now: State) =>
    [...texts(picture(west, view(west, now, 'public'), moment, {}).scene.items)].filter(({ text }) =>
      text.startsWith('Battle at 2007'),
    ).length;
  expect(titles({ ...state, phase: 'cards' })).toBe(1);
  expect(titles({ ...state, phase: 'actions' })).toBe(0);
  // A battle that comes after it has its own picture.
  const next = battle('1407 u-wood c-cheatham', '1407', '1507 u-wood');
  expect(titles(next)).toBe(0);
});

const STYLE = { fill: '#23406f', text: '#ffffff', edge: '#ffffff', shadow: '#2a201848', width: 1.4, cut: 0 } as const;
/** Pips along each edge, clockwise from the upper one. */
const pips = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'group' ? [item.items.length] : []));
const words = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

test('a block shows its owner its name, its steps, and by the edge that is up how many are left', () => {
  const face = { name: 'Hardee', branch: 'infantry', steps: 4, full: 4 } as const;
  expect(pips(blockFace(face, STYLE))).toEqual([4, 3, 2, 1]);
  expect(pips(blockFace({ ...face, steps: 2 }, STYLE))).toEqual([2, 1, 4, 3]);
  expect(pips(blockFace({ ...face, steps: 1, full: 2 }, STYLE))).toEqual([1, 2]);
  expect(words(blockFace(face, STYLE))).toEqual(['4', 'Hardee']);
});

test('to everybody else backs show their number alone', () => {
  expect(words(blockBacks('6', { x: 0, y: 0, width: 64, height: 64 }, STYLE))).toEqual(['6']);
  expect(pips(blockBacks('6', { x: 0, y: 0, width: 64, height: 64 }, STYLE))).toEqual([]);
});
