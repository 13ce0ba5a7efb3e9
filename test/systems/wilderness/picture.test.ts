import { describe, expect, test } from 'vitest';
import { ALL, type Item, isRefusal, type System, walkToOrder } from '../../../src/game/index.ts';
import { animationOf } from '../../../src/host/afterwards/recap/pictures/storyboard.ts';
import { type Box, contains, grown, overlap } from '../../../src/kit/draw/geometry.ts';
import { boundsOf } from '../../../src/kit/draw/item-bounds.ts';
import { textBox } from '../../../src/kit/draw/text-layout.ts';
import { isSeen } from '../../../src/kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../src/kit/hex/hex-window.ts';
import { HEADER } from '../../../src/kit/hex/picture-header.ts';
import { placeNames } from '../../../src/kit/land/place-names.ts';
import { widthOf } from '../../../src/render/index.ts';
import { isStackSeen } from '../../../src/systems/wilderness/map/counters.ts';
import {
  closePlot,
  LAND_STYLE,
  overviewGround,
  overviewPlot,
} from '../../../src/systems/wilderness/map/theatre-ground.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Order, Side } from '../../../src/systems/wilderness/vocabulary.ts';
import { unitName } from '../../../src/systems/wilderness/words/names.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { longCampaign } from '../../host/long-campaign.ts';
import { LONG } from '../../trials/long.ts';
import { toldPictures } from '../told-pictures.ts';
import { game, theatre } from './data.ts';
import { wilderness } from './exhibition.ts';
import { given, position } from './position.ts';

/** What a letter needs on a phone, where a picture is half as wide. */
const LETTERS = 22;

const units = (theatre.scenario.get('may')?.groups ?? []).flatMap((group) =>
  group.units.map(({ unit }) => ({ id: unit, side: group.side })),
);

/** Both armies on a few hexes about Richmond, where their blocks would cover each other. */
const crowd = position(
  Object.fromEntries(
    units.map(({ id, side }, at) => [
      id,
      theatre.grid.neighbours(side === 'union' ? '3846' : '3447')[at % 6] as string,
    ]),
  ),
);

function* texts(items: readonly Item[]): Generator<Extract<Item, { kind: 'text' }>> {
  for (const item of items) {
    if (item.kind === 'text') yield item;
    if (item.kind === 'group') yield* texts(item.items);
  }
}

const overview = (viewer: string) => game.pictures.picture(game.knowledge.view(crowd, viewer), null, { at: ALL });

test('letters of the theatre can be read on a phone, and blocks and names cover none of each other', () => {
  for (const viewer of ['public', 'union']) {
    const all = [...texts(overview(viewer).scene.items)];
    expect(Math.min(...all.map(({ size }) => size))).toBeGreaterThanOrEqual(LETTERS);
    const boxes = all.map(textBox);
    const covered = all.filter((_, at) =>
      boxes.some((box, other) => other < at && overlap(box, boxes[at] as (typeof boxes)[number])),
    );
    expect(covered.map(({ text }) => text)).toEqual([]);
  }
});

/** Which places that score a scene of the theatre names. */
const scored = (scenario: string) => theatre.scenario.get(scenario)?.held.map(({ name }) => name) ?? [];

test('places that score keep their names on the theatre, whoever stands there', () => {
  for (const viewer of ['public', 'union', 'referee']) {
    const words = [...texts(overview(viewer).scene.items)].map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(scored('may')));
  }
});

test('the theatre is drawn as large as all places fit that score and all hexes in which the viewer sees somebody', () => {
  const week = { ...crowd, scenario: 'may-week' };
  const hexes = game.pictures.inUse?.(week, 'public') ?? [];
  const plot = overviewPlot(hexes);
  expect(plot.radius).toBeGreaterThan(1.5 * overviewPlot(['0101', '6168']).radius);
  for (const state of [crowd, week]) {
    const used = game.pictures.inUse?.(state, 'public') ?? [];
    expect(used).toEqual(expect.arrayContaining(['3447', '3846'].flatMap((hex) => theatre.grid.neighbours(hex))));
    for (const hex of used) expect(isSeen(overviewPlot(used), hex, 12), hex).toBe(true);
  }
  const words = [...texts(game.pictures.picture(game.knowledge.view(week, 'public'), null, { at: ALL }).scene.items)];
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(scored('may-week')));
});

test('where a side sets up says nothing to others, not even by what the theatre shows', () => {
  const setUp = (hex: string) =>
    position({ 'u-v': hex }, { step: 'setup', ready: { union: true, confederate: false } });
  const shown = (hex: string, viewer: string) =>
    game.pictures.picture(game.knowledge.view(setUp(hex), viewer), null, { at: ALL }).scene;
  for (const viewer of ['public', 'confederate']) {
    expect(game.pictures.inUse?.(setUp('6064'), viewer)).toEqual(game.pictures.inUse?.(setUp('2224'), viewer));
    expect(shown('6064', viewer)).toEqual(shown('2224', viewer));
  }
  expect(shown('6064', 'union').ground.key).not.toBe(shown('2224', 'union').ground.key);
});

test('all maps of a recap show one part of the theatre, and in it all who ever stood anywhere', () => {
  const campaign = longCampaign(game as unknown as System, 4, { variant: 'may-week', most: 120, abandoned: true });
  const used = campaign.states.flatMap((state) => game.pictures.inUse?.(state as State, 'referee') ?? []);
  const plot = overviewPlot([...new Set(used)]);
  const keys = animationOf(campaign).frames.map(({ scene }) => scene.ground.key);
  expect(keys.length).toBeGreaterThan(10);
  expect(new Set(keys)).toEqual(new Set([overviewGround(theatre, plot).key]));
  for (const hex of used) expect(isSeen(plot, hex), hex).toBe(true);
});

test('who controls a place or a railway is told without colour', () => {
  const grey = (control: State['control']) => {
    const { scene } = game.pictures.picture(game.knowledge.view({ ...position({}), control }, 'public'), null, {
      at: ALL,
    });
    return JSON.stringify(scene.items).replaceAll(/"(fill|colour)":"#[^"]+"/g, '');
  };
  const rail = theatre.lines[0]?.path.slice(0, 2) ?? [];
  for (const hexes of [['3556'], rail]) {
    const by = (side: Side) => grey(Object.fromEntries(hexes.map((hex) => [hex, side])));
    expect(new Set([grey({}), by('union'), by('confederate')]).size).toBe(3);
  }
});

/** The counters of a close-up, by what is printed on them. */
function* counters(
  items: readonly Item[],
): Generator<{ readonly name: string; readonly box: Box; readonly scale: number }> {
  for (const item of items) {
    if (item.kind !== 'group') continue;
    const [plate] = item.items.filter((one) => 'fill' in one && one.fill && /^#.{6}$/.test(one.fill));
    const names = [...texts(item.items)].map(({ text }) => text);
    if (!plate) continue;
    const box = boundsOf({ ...item, items: [plate] });
    yield { name: names.join(' '), box: grown(box, -2), scale: item.scale ?? 1 };
  }
}

/** Seven in one hex, three in the hexes about it, and some at the edges of the picture. */
const front = position({
  ...Object.fromEntries(
    ['u-v', 'u-vi', 'u-iii', 'u-cav-1', 'u-cav-2', 'u-cav-3', 'u-grant'].map((unit) => [unit, '2224']),
  ),
  ...{
    'c-heth': '2326',
    'c-lee': '2326',
    'c-rodes': '2326',
    'c-field': '2226',
    'c-wilcox': '2226',
    'c-mahone': '2226',
  },
  ...{
    'c-cav-1': '2327',
    'c-cav-2': '2425',
    'c-anderson': '2425',
    'u-ix': '2323',
    'u-dummy-1': '2323',
    'u-dummy-2': '2323',
  },
  ...{ 'u-xi': '2229', 'u-xviii': '2229', 'u-viii': '2229', 'c-hoke': '2219', 'c-johnson': '1924' },
});

test('every counter of a close-up is drawn whole and large enough to be told apart, and none covers another', () => {
  const room = { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER };
  for (const at of ['2324', '2325', '2222', '2624', '2328']) {
    const plot = closePlot([at]);
    const { scene } = game.pictures.picture(game.knowledge.view(front, 'referee'), null, { at });
    const drawn = [...counters(scene.items)];
    const wanted = front.counters.filter(({ hex }) => isStackSeen(plot, hex)).map(({ unit }) => unit);
    expect(wanted.length).toBeGreaterThan(9);
    expect(drawn).toHaveLength(wanted.length);
    for (const unit of wanted)
      expect(drawn.map(({ name }) => ` ${name} `)).toContainEqual(
        expect.stringContaining(` ${unitName(theatre, unit)} `),
      );
    for (const { name, box, scale } of drawn) {
      expect(scale, name).toBeGreaterThanOrEqual(0.7);
      expect(contains(room, box), `${name} about ${at}`).toBe(true);
    }
    drawn.forEach(({ name, box }, index) => {
      const over = drawn.slice(index + 1).filter((other) => overlap(box, other.box));
      expect(
        over.map((other) => other.name),
        `${name} about ${at}`,
      ).toEqual([]);
    });
  }
});

test('the picture of where units can go shows the hexes that are offered, made from what their side sees alone', () => {
  const pick = picker(11);
  let { state } = game.rules.start('may', sealedAt('reach', 0, 'start'));
  const verbs = new Set<unknown>();
  for (let at = 0; at < (LONG ? 300 : 100); at++) {
    const seat = game.rules.asked(state)[0]?.seat ?? '';
    const order = walkToOrder(game.rules, state, seat, pick);
    if (!order) break;
    const { [order.verb === 'place' ? 'hex' : 'to']: _goal, ...draft } = order;
    const asked = game.rules.next(state, seat, draft);
    if (!asked.complete && (order.verb === 'move' || order.verb === 'place')) {
      const shown = game.pictures.sketch?.(game.knowledge.view(state, seat), seat, draft);
      const hexes = asked.question.choices.map(({ value }) => value);
      if (!/ and \d+ more\.$/.test(shown?.alt ?? '')) for (const hex of hexes) expect(shown?.alt).toContain(hex);
      else expect(shown?.alt).toContain(hexes[0]);
      verbs.add(order.verb);
    }
    const result = game.rules.apply(state, seat, order as Order, sealedAt('reach', at, 'order'));
    if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
    state = result.state;
  }
  expect([...verbs].sort()).toEqual(['move', 'place']);
});

test('no name of a place touches another in any close-up', () => {
  let names = 0;
  for (const { hex } of theatre.places) {
    const words = placeNames(theatre, closePlot([hex]), LAND_STYLE, []).filter((item) => item.kind === 'text');
    const boxes = words.map((item) => {
      const width = widthOf(item.face, item.size, item.text);
      return { x: item.x - width / 2 - 2, y: item.y - item.size * 0.7, width: width + 4, height: item.size * 0.8 };
    });
    boxes.forEach((box, at) => {
      const touched = boxes.findIndex((other, index) => index !== at && overlap(box, other));
      expect(touched, `${words[at]?.text} and ${words[touched]?.text} around ${hex}`).toBe(-1);
    });
    names += boxes.length;
  }
  expect(names).toBeGreaterThan(500);
});

test('a close-up draws the counters of each hex that its words name, and names each that it draws', () => {
  const at = '2427';
  const plot = closePlot([at]);
  const close = (state: Parameters<typeof game.knowledge.view>[0]) =>
    game.pictures.picture(game.knowledge.view(state, 'public'), null, { at });
  const none = close(position({})).scene.items.length;
  const near = theatre.grid.ids.filter(
    (hex) => isSeen(plot, hex, -2 * plot.radius) && !isSeen(plot, hex, plot.radius) && theatre.hex.has(hex),
  );
  const shown = near.filter((hex) => close(position({ 'u-v': hex })).scene.items.length > none);
  const told = near.filter((hex) => close(position({ 'u-v': hex })).alt.includes(`Union: ${hex}`));
  expect(told).toEqual(shown);
  for (const hex of near) if (isSeen(plot, hex)) expect(shown).toContain(hex);
  // Also of hexes whose middle lies just outside.
  expect(shown.some((hex) => !isSeen(plot, hex))).toBe(true);
});

describe('a battle on its picture', () => {
  const line = position(
    {
      ...{ 'u-v': '2427', 'u-vi': '2427', 'u-iii': '2426', 'u-dummy-1': '2426' },
      ...{ 'c-heth': '2428', 'c-lee': '2428', 'c-rodes': '2328', 'c-dummy-1': '2529' },
    },
    { step: 'combat' },
  );
  const order: Order = { verb: 'attack', target: '2428', with: ['u-v', 'u-vi'] };
  const fought = given(line, order, 2);
  const moment = { order, events: fought.events };
  const shown = (viewer: string, now = fought.state, told: Parameters<typeof game.pictures.picture>[1] = moment) =>
    game.pictures.picture(game.knowledge.view(now, viewer), told, {});
  const words = (picture: ReturnType<typeof shown>) => [...texts(picture.scene.items)].map(({ text }) => text);

  test('stays while losses are chosen, and is on no picture of the whole map that was asked for', () => {
    expect(game.rules.isSettling?.(fought.state)).toBe(true);
    const later = { order: null, events: [], before: fought.events };
    expect(words(shown('public', fought.state, later))).toContain('4-1, die 2');
    expect(shown('public', fought.state, later).alt).toMatch(/^V Corps and VI Corps attack Heth/);
    const whole = game.pictures.picture(game.knowledge.view(fought.state, 'public'), moment, { at: ALL });
    expect([...texts(whole.scene.items)].map(({ text }) => text)).not.toContain('4-1, die 2');
  });
});

test('the pictures of the gallery as a file to be read', async () => {
  const hung = wilderness
    .rooms()
    .flatMap(({ exhibits }) => exhibits.map((exhibit) => [exhibit.name, exhibit] as const));
  await expect(toldPictures(Object.fromEntries(hung))).toMatchFileSnapshot('pictures.md');
});
