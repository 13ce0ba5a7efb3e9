import { describe, expect, test } from 'vitest';
import { ALL, type Group, type Item, type Scene } from '../../../src/game/index.ts';
import { withDice } from '../../../src/host/afterwards/recap/pictures/dice-card.ts';
import { INK } from '../../../src/kit/draw/common-colours.ts';
import { overlap as boxesOverlap, grown } from '../../../src/kit/draw/geometry.ts';
import { BATTLE, REACH_TINT, REACHED } from '../../../src/kit/draw/mark-colours.ts';
import {
  CONFEDERATE,
  CONFEDERATE_EDGE,
  CONFEDERATE_LINE,
  SIDE_STYLES,
  UNION,
  UNION_LINE,
} from '../../../src/kit/draw/side-colours.ts';
import { sidesOf } from '../../../src/kit/hex/hex-map.ts';
import { hexPath, isSeen, middle } from '../../../src/kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../src/kit/hex/hex-window.ts';
import { stackBox } from '../../../src/kit/hex/stacks.ts';
import { standLetters } from '../../../src/render/text.ts';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import {
  CLOSE_HEADER,
  closestPlot,
  lookAt,
  placesOf,
  plotWithUnits,
  WINDOW,
} from '../../../src/systems/road-to-richmond/map/close-up.ts';
import { blockBox, figures, frontsOf } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { LETTERING, partGround } from '../../../src/systems/road-to-richmond/map/field-ground.ts';
import { headline } from '../../../src/systems/road-to-richmond/map/header.ts';
import { choiceHexes, happened } from '../../../src/systems/road-to-richmond/map/map-marks.ts';
import { picture } from '../../../src/systems/road-to-richmond/map/map-picture.ts';
import { sketch } from '../../../src/systems/road-to-richmond/map/order-sketch.ts';
import { inRange, OVERLAYS } from '../../../src/systems/road-to-richmond/map/overlays.ts';
import { OVERVIEW, OVERVIEW_PLOT } from '../../../src/systems/road-to-richmond/map/overview.ts';
import { planningOf } from '../../../src/systems/road-to-richmond/plans/index.ts';
import { mandatoryAttacks } from '../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { retreatWaysOf } from '../../../src/systems/road-to-richmond/rules/combat/pending-choices.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import { endItems } from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import { isOnMap, type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { endings, ON_THE_OVERVIEW } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { AREAS, counterName, unitName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { type Bounds, boundsOf, overlap, texts } from '../../render/flat.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { LONG } from '../../trials/long.ts';
import { field } from './data.ts';
import { given, offered, position, start, toMove } from './position.ts';
import { randomGame } from './random-play.ts';
import { battles, ended, following, laid, planning, rooms, type Shown, shown, sketched } from './scenes.ts';

const all = Object.values(rooms()).flatMap((room) => Object.entries(room));

/** The counters of a scene: groups that tell a designation and figures. */
function counters({
  items,
}: Pick<Scene, 'items'>): { readonly name: string; readonly bounds: Bounds; readonly item: Group }[] {
  const found: { name: string; bounds: Bounds; item: Group }[] = [];
  const look = (item: Item, within: readonly Group[]) => {
    if (item.kind !== 'group') return;
    const words = item.items.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
    const piece = field.pieces.find((one) => words.includes(counterName(one)) && words.includes(figures(one)));
    if (piece) {
      const plate = item.items.find((one) => 'fill' in one && one.fill?.length === 7) as Item;
      const whole = within.reduceRight<Item>((inner, group) => ({ ...group, items: [inner] }), {
        ...item,
        items: [plate],
      });
      found.push({ name: words.join(' '), bounds: boundsOf(whole), item });
    }
    for (const one of item.items) look(one, [...within, item]);
  };
  for (const item of items) look(item, []);
  return found;
}

/** Positions out of a game played at random, some orders apart. */
function positions(seed: number, every: number, most: number): State[] {
  const found: State[] = [];
  let at = 0;
  for (const { state } of randomGame(seed)) {
    if (at++ % every === 0) found.push(state);
    if (found.length === most) break;
  }
  return found;
}

const named = (id: string) => {
  const piece = field.piece.get(id);
  return piece ? [counterName(piece), figures(piece)] : [];
};

describe('the overview', () => {
  const overview = (state: State, framing = {}) => shown(state, null, { at: ALL, ...framing });
  /** Figures in the letters of a side's blocks, by the hex in whose middle they stand. */
  const blocks = (state: State) => {
    const written = texts(overview(state).scene).filter(({ item }) => /^\d+$/.test(item.text));
    return field.hexes.flatMap((hex) => {
      const { x, y } = middle(OVERVIEW_PLOT, hex);
      const here = written.filter(({ bounds: { left, top, right, bottom } }) => {
        return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) < 8;
      });
      return here.map(({ item, bounds }) => ({ hex, strength: Number(item.text), ink: item.fill, bounds }));
    });
  };

  test('has a block for each stack, in the colours of its side, with its strength', () => {
    for (const state of [start, planning, ...positions(11, 90, 4)]) {
      const wanted = boardOf(field, state).stacks.map(([hex, pieces]) => ({
        hex,
        strength: pieces.reduce((sum, { strength }) => sum + strength, 0),
        ink: SIDE_STYLES[pieces[0]?.side ?? 'union'].text,
      }));
      expect(blocks(state).map(({ hex, strength, ink }) => ({ hex, strength, ink }))).toEqual(wanted);
      expect(counters(overview(state).scene)).toEqual([]);
    }
  });

  test('rings the farms that score in the short game, and says so', () => {
    const day = setUp(field, 'first-day').state;
    const { scene } = overview(day);
    const rings = scene.items.filter(
      (item) => item.kind === 'path' && field.scoring.farms.some((hex) => item.d === hexPath(OVERVIEW_PLOT, hex)),
    );
    expect(rings).toHaveLength(2 * field.scoring.farms.length);
    expect(texts(scene).map(({ item }) => item.text)).toContainEqual(expect.stringContaining('Ringed'));
    expect(texts(overview(start).scene).map(({ item }) => item.text)).not.toContainEqual(
      expect.stringContaining('Ringed'),
    );
  });

  test('has no block over another', () => {
    for (const state of positions(13, 120, 3)) {
      const boxes = boardOf(field, state).stacks.map(([hex]) => grown(blockBox(OVERVIEW_PLOT, hex), -0.5));
      boxes.forEach((box, index) => {
        for (const other of boxes.slice(index + 1)) expect(boxesOverlap(box, other)).toBe(false);
      });
    }
  });

  test('shows the front of each stack: towards the nearest enemy, red between enemies next to each other', () => {
    const state = planning;
    const bars = overview(state).scene.items.flatMap((item) =>
      item.kind === 'path' && item.stroke?.width === 7 && item.stroke.colour === BATTLE ? [item.d] : [],
    );
    const board = boardOf(field, state);
    const facing = board.stacks.flatMap(([hex]) =>
      sidesOf(field, hex).filter(({ to, barred }) => !barred && ![null, board.holder(hex)].includes(board.holder(to))),
    );
    expect(facing.length).toBeGreaterThan(4);
    expect(bars).toHaveLength(facing.length);
    // Alone in the south-east, with the enemy far to the north.
    const [front] = frontsOf(field, view(state), OVERVIEW_PLOT).filter(({ hex }) => hex === '2125');
    expect(front).toMatchObject({ contacts: [], front: 0 });
  });

  test('is drawn for 400 pixels: letters of eleven at least, names of places and lines, and no number of a hex', () => {
    for (const state of [start, planning, ended()]) {
      const written = texts(overview(state, { seal: '629fa4e0ea12', note: 'What if' }).scene).map(({ item }) => item);
      for (const { text, size } of written) expect(size, text).toBeGreaterThanOrEqual(22);
      const words = written.map(({ text }) => text);
      for (const name of ['Savage’s Station', 'Dispatch Station', 'Seven Pines', 'Golding’s lines'])
        expect(words).toContain(name);
      expect(words.filter((text) => field.hex.has(text))).toEqual([]);
    }
  });

  test('says who is not on the map', () => {
    const words = texts(overview(start).scene).map(({ item }) => item.text);
    const coming = field.pieces.filter(({ side, id }) => side === 'confederate' && start.where[id] === 'waiting');
    expect(words).toContainEqual(expect.stringContaining(`Confederates: ${coming.length} to come`));
  });

  test('is what is shown where it is asked for, and at the end, with what scored', () => {
    const size = ({ scene: { width, height } }: Shown) => ({ width, height });
    expect(size(following(start, { verb: 'move', unit: 'c-gregg', to: '0505' }, { at: ALL }))).toEqual(OVERVIEW);
    const end = shown(ended());
    expect(size(end)).toEqual(OVERVIEW);
    const said = texts(end.scene)
      .map(({ item }) => item.text)
      .join(' ');
    for (const { why } of endItems(field, view(ended()))) expect(said).toContain(endings(ON_THE_OVERVIEW)[why]);
    expect(said).toContain('unit eliminated');
  });

  test('tells the seal of its dice and what it must not be taken for without, clear of everything else', () => {
    for (const state of [start, ended()]) {
      const { scene } = overview(state, {
        seal: '629fa4e0ea12beef',
        note: 'What if',
        takenBack: '12 rolls taken back',
      });
      const words = texts(scene);
      expect(words.map(({ item }) => item.text)).toContain('What if');
      const seal = words.find(({ item }) => item.text === 'Dice sealed with 629fa4e0… · 12 rolls taken back');
      if (!seal) throw new Error('There is no seal');
      for (const { item, bounds } of words)
        if (item !== seal.item) expect(overlap(bounds, seal.bounds), item.text).toBe(false);
    }
  });

  test('offers room for the card of the dice: neither it nor the banner hides the other, and it lies on no block', () => {
    for (const state of [start, planning, ended(), ...positions(14, 150, 3)]) {
      const map = overview(state);
      const die = { kind: 'die', sides: 6, face: 3, purpose: 'a battle', roll: null } as const;
      const card = withDice(map, { words: 'Hood attacks Hancock', dice: [die], fortune: null }).items.at(-1) as Item;
      const bounds = boundsOf(card);
      expect(bounds.top).toBeGreaterThanOrEqual(CLOSE_HEADER);
      expect(bounds.bottom).toBeLessThanOrEqual(OVERVIEW.height);
      for (const block of blocks(state)) expect(overlap(bounds, block.bounds), block.hex).toBe(false);
    }
  });
});

/** Without the lines about it. */
function shrunken({ left, top, right, bottom }: Bounds): Bounds {
  return { left: left + 1.5, top: top + 1.5, right: right - 1.5, bottom: bottom - 1.5 };
}

describe('a close-up', () => {
  test('has no letters smaller than 22 pixels, eleven on a phone; a long name on a counter none below 17', () => {
    const long = new Set(field.pieces.map(counterName));
    const close = all.filter(([, { scene, alt }]) => scene.width === CLOSE_UP.width && !alt.includes('can reach'));
    expect(close.length).toBeGreaterThan(10);
    for (const [name, { scene }] of close) {
      for (const { item } of texts(scene))
        expect(item.size, `${item.text}: ${name}`).toBeGreaterThanOrEqual(long.has(item.text) ? 17 : 22);
      for (const group of scene.items) if (group.kind === 'group') expect(group.scale ?? 1, name).toBe(1);
    }
  });

  test('shows the place it was asked for near its middle', () => {
    const plot = WINDOW.plot(['1107']);
    const { x, y } = middle(plot, '1107');
    expect(Math.abs(x - CLOSE_UP.width / 2)).toBeLessThan(60);
    expect(Math.abs(y - (CLOSE_UP.height + CLOSE_HEADER) / 2)).toBeLessThan(70);
    const lovell = shown(start, null, { at: 'u-2-2-v' });
    expect(lovell.scene.ground).toBe(shown(start, null, { at: '1107' }).scene.ground);
    expect(counters(lovell.scene).map(({ name }) => name)).toContainEqual(expect.stringContaining('Lovell'));
  });

  test('shows every piece of the hexes it covers, both of a stack in full', () => {
    const { scene } = shown(start, null, { at: '1107' });
    const names = counters(scene).map(({ name }) => name);
    for (const id of [
      'u-1-2-v',
      'u-2-2-v',
      'u-v-art',
      'u-1r-art',
      'u-3-2-v',
      'u-2-1-v',
      'u-1-3-v',
      'u-3-3-v',
      'u-2-3-v',
      'u-1-1-v',
      'u-3-1-v',
    ]) {
      const [designation, strength] = named(id) as [string, string];
      expect(
        names.filter((name) => name.includes(designation) && name.includes(strength)),
        id,
      ).not.toEqual([]);
    }
    const boxes = counters(scene).map(({ bounds }) => shrunken(bounds));
    boxes.forEach((box, index) => {
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    });
  });

  test('is chosen by what has just happened: a march is seen where it ends, a battle where it is fought', () => {
    const march = following(start, { verb: 'move', unit: 'c-gregg+c-jr-and', to: '0905' });
    expect(march.scene.width).toBe(CLOSE_UP.width);
    expect(counters(march.scene).map(({ name }) => name)).toContainEqual(expect.stringContaining('Gregg'));
    for (const [name, { scene, moment }] of Object.entries(battles())) {
      const fought = moment?.events.find(({ type }) => type === 'fought');
      if (fought?.type !== 'fought') throw new Error(name);
      const words = {
        Ar: 'attacker retreats',
        Ae: 'attacker eliminated',
        Dr: 'defender retreats',
        De: 'defender eliminated',
        Ex: 'exchange',
      };
      const plates = texts(scene).filter(({ item }) => item.text === words[fought.result]);
      expect(plates, name).toHaveLength(1);
    }
  });
});

describe('where nothing has just happened, as after an order that was taken back,', () => {
  test('a phase that has begun is seen where it goes on: the last march, the battles laid out, who has to choose', () => {
    const marched = given(start, { verb: 'move', unit: 'c-gregg', to: '0905' }).state;
    const centred = (state: State, hex: string) =>
      expect(shown(state).scene.ground.key).toBe(shown(state, null, { at: hex }).scene.ground.key);
    centred(marched, '0905');
    centred(laid, '1107');
    const [back] = Object.values(battles()).filter(({ state }) => state.pending[0]?.kind === 'retreat');
    const choice = back?.state.pending[0];
    if (!back || choice?.kind !== 'retreat') throw new Error('Nobody goes back');
    centred(back.state, back.state.where[choice.pieces[0] as string] as string);
  });

  test('a phase that begins is seen where it is, not as the overview', () => {
    const begun = [start, toMove('union', start), planning];
    for (const state of begun) expect(shown(state).scene.width, state.side).toBe(CLOSE_UP.width);
    for (const state of begun) expect(shown(state).scene.height, state.side).toBe(CLOSE_UP.height);
    const after = following(start, { verb: 'done', sure: 'yes' });
    expect(after.scene.height).toBe(CLOSE_UP.height);
    expect(shown(laid, null, { at: ALL }).scene.height).toBe(OVERVIEW.height);
  });

  test('nobody near: so much is seen that the nearest units are, and where the first come on', () => {
    const plot = plotWithUnits(field, view(start), '0103');
    if (!plot) throw new Error('There is no window');
    const { scene } = shown(start);
    expect(scene.ground.key).toBe(partGround(field, plot).key);
    expect(isSeen(plot, '0103')).toBe(true);
    const blocks = texts(scene).filter(({ item }) => /^\d+$/.test(item.text) && item.fill === SIDE_STYLES.union.text);
    expect(blocks.length).toBeGreaterThan(5);
  });

  test('a phase that begins after many marches is seen where it is, and what must be attacked is said', () => {
    const marched = { type: 'moved', side: 'confederate', pieces: ['c-gregg'], from: null, cost: 1 } as const;
    const all = ['0104', '1825'].map((to): Event => ({ ...marched, way: [to] }));
    const events: Event[] = [...all, { type: 'phase', turn: 6, side: 'confederate', kind: 'combat' }];
    const begun = shown(planning, { order: { verb: 'done' } as never, events });
    expect(begun.scene.ground.key).toBe(shown(planning).scene.ground.key);
    expect(texts(begun.scene).map(({ item }) => item.text)).toContainEqual(expect.stringContaining('must be attacked'));
    expect(shown(planning, { order: { verb: 'done' } as never, events: all }).scene.height).toBe(OVERVIEW.height);
  });

  test('where units come on first, where the sides are nearest, and what must be attacked', () => {
    expect(looked(start)).toContain('0103');
    const near = [...boardOf(field, planning).stacks].map(([hex]) => hex).filter((hex) => hex.startsWith('11'));
    for (const hex of near) expect(looked(planning)).toContain(hex);
  });

  /** Hexes whose middle is seen. */
  const looked = (state: State) => {
    const at = lookAt(field, view(state), happened(null, state.where));
    return at === null ? [] : field.hexes.filter((hex) => isSeen(WINDOW.plot([at]), hex));
  };

  test('what must be attacked has a rim, until a battle takes it', () => {
    const rims = ({ scene }: Shown) =>
      scene.items.filter((item) => item.kind === 'path' && item.stroke?.colour === BATTLE && item.stroke.width > 6);
    const duties = mandatoryAttacks(field, view(planning)).enemies;
    expect(duties.length).toBeGreaterThan(1);
    expect(rims(shown(planning))).toHaveLength(duties.length);
    expect(texts(shown(planning).scene).map(({ item }) => item.text)).toContainEqual(
      expect.stringContaining('must be attacked'),
    );
    expect(rims(shown(laid)).length).toBeLessThan(duties.length);
  });

  test('hexes that a beaten unit can go to are marked, and their numbers can be read', () => {
    const back = Object.values(battles()).flatMap(({ state }) => {
      const [choice] = state.pending;
      return choice?.kind === 'retreat' ? [{ state, choice }] : [];
    });
    expect(back.length).toBeGreaterThan(0);
    for (const { state, choice } of back) {
      const [unit] = choice.pieces as readonly [string];
      const ways = retreatWaysOf(field, state, unit).map(({ to }) => to);
      for (const { scene } of [shown(state), sketched(state, { verb: 'retreat', unit }, choice.side)]) {
        const over = texts(scene).filter(({ item }) => item.halo && scene.items.includes(item));
        expect(over.map(({ item }) => item.text)).toEqual(expect.arrayContaining(ways));
        const tinted = scene.items.filter((item) => item.kind === 'path' && item.fill === REACH_TINT);
        expect(tinted).toHaveLength(ways.length);
      }
    }
  });
});

test('a plan is drawn as close as all of it fits', () => {
  const ground = (orders: readonly object[]) =>
    planningOf(field).picture(view(start), 'confederate', orders as never)?.scene.ground.key;
  const march = (unit: string, to: string) => ({ verb: 'move', unit, to });
  expect(ground([march('c-gregg', '0303')])).toBe(partGround(field, WINDOW.plot(['0203'])).key);
  const far = closestPlot(['0103', '0905']);
  if (!far) throw new Error('There is no window');
  expect(ground([march('c-gregg', '0905')])).toBe(partGround(field, far).key);
  for (const hex of ['0103', '0905']) expect(isSeen(far, hex, far.half), hex).toBe(true);
});

test('the letters of a river’s name stand side by side, whatever its bends', () => {
  const names = [ALL, '0708', '0612', '1211', '1717', '2019'].flatMap((at) =>
    shown(start, null, { at }).scene.items.filter((item) => item.kind === 'lettering'),
  );
  expect(names.map(({ text }) => text)).toContain('Chickahominy River');
  for (const name of names) {
    const angles = standLetters(name).map(({ angle }) => angle);
    const bends = angles.slice(1).map((angle, at) => Math.abs(angle - (angles[at] as number)));
    expect(Math.max(...bends), name.text).toBeLessThan(0.4);
  }
});

describe('nothing to be read is cut off by the edge of a close-up', () => {
  test.each(['1107', '0409', '0103', '2427', '0117', '1528', '0812'])('about %s', (at) => {
    for (const state of [start, planning, ...positions(15, 130, 2)]) {
      const { scene } = shown(state, null, { at });
      const words = [...texts(scene), ...texts({ ...scene, items: scene.ground.items })];
      for (const {
        item,
        bounds: { left, top, right, bottom },
      } of words) {
        // Letters are taken a little wider than they are.
        const within = left > -4 && right < CLOSE_UP.width + 4 && top > -4 && bottom < CLOSE_UP.height + 4;
        expect(within, `${item.text} at ${left}, ${top}`).toBe(true);
      }
    }
  });
});

describe('a close-up of an area', () => {
  test('has the place it is named for in its middle, as far as the edge of the field lets it', () => {
    const whole = WINDOW.plot(['1214']);
    for (const { id, name, centre } of AREAS) {
      const plot = WINDOW.plot([centre]);
      expect(shown(start, null, { at: id }).scene.ground.key).toBe(shown(start, null, { at: centre }).scene.ground.key);
      const { x, y } = middle(plot, centre);
      const off = { x: x - CLOSE_UP.width / 2, y: y - (CLOSE_UP.height + CLOSE_HEADER) / 2 };
      const edge = { x: [44, CLOSE_UP.width - 44 - 2628], y: [CLOSE_HEADER + 70, CLOSE_UP.height - 70 - 3472] };
      expect(Math.abs(off.x) < 2 || edge.x.includes(plot.x), `${name}: ${off.x} aside`).toBe(true);
      expect(Math.abs(off.y) < 2 || edge.y.includes(plot.y), `${name}: ${off.y} down`).toBe(true);
      expect(whole.scale).toBe(plot.scale);
      const named = field.places.find((place) => place.name === name || name.startsWith(`${place.name} `));
      if (named) expect([named.hex, '0115'], name).toContain(centre);
    }
  });
});

test('in a close-up away from the east and west edge of the field no stack covers another, up to its edges', () => {
  for (const at of field.hexes.filter((hex) => hex >= '05' && hex < '21')) {
    const plot = WINDOW.plot([at]);
    const seen = field.hexes.filter((hex) => isSeen(plot, hex, plot.half / 4));
    const boxes = seen.map((hex) => stackBox(plot, hex, 2));
    boxes.forEach((box, index) => {
      for (const other of boxes.slice(index + 1)) expect(boxesOverlap(box, other), at).toBe(false);
    });
  }
});

test('a close-up shows who stands in each hex of which about half is seen, and its words name no others', () => {
  const plates = (items: readonly Item[]): number =>
    items.reduce((sum, item) => {
      if (item.kind === 'group') return sum + plates(item.items);
      return sum + Number((item.kind === 'path' || item.kind === 'rect') && item.fill === UNION);
    }, 0);
  const seen = (hex: string, at: string) => {
    const { scene, alt } = shown(position({ 'u-1-2-v': hex, 'u-2-2-v': hex }), null, { at });
    return { drawn: plates(scene.items), told: new RegExp(`\\. ${hex}( [A-Z].*)?: Union .* and `).test(alt) };
  };
  let shownAtEdges = 0;
  for (const at of ['0804', '1107', '0607', '0103', '1515', '2427']) {
    const plot = WINDOW.plot([at]);
    const none = plates(shown(position({}), null, { at }).scene.items);
    const edges = field.hexes.filter((hex) => isSeen(plot, hex, -plot.radius) && !isSeen(plot, hex, plot.half));
    for (const hex of edges) {
      const { drawn, told } = seen(hex, at);
      expect(drawn > none, `${hex} about ${at}`).toBe(told);
      if (isSeen(plot, hex)) expect(told, `${hex} about ${at}`).toBe(true);
      shownAtEdges += Number(told);
    }
  }
  expect(shownAtEdges).toBeGreaterThan(20);
});

describe('what is said of battles', () => {
  const fought = Object.entries({ ...battles(), 'as it is laid out': shown(laid, null, { at: '1107' }) });

  test('covers no counter of another hex, and no number of a hex in which somebody stands', () => {
    for (const [name, close] of fought) {
      const words = texts(close.scene);
      // Counters are groups, and have white letters too.
      const said = words.filter(
        ({ item }) => close.scene.items.includes(item) && / (back|lost)$|^\d-\d$/.test(item.text),
      );
      expect(said.length, name).toBeGreaterThan(0);
      for (const { item, bounds } of said) {
        for (const counter of counters(close.scene))
          expect(overlap(shrunken(bounds), shrunken(counter.bounds)), `${item.text} on ${counter.name}: ${name}`).toBe(
            false,
          );
        for (const other of words.filter(({ item: { halo, text } }) => halo && /^\d{4}$/.test(text)))
          expect(overlap(shrunken(bounds), other.bounds), `${item.text} on ${other.item.text}: ${name}`).toBe(false);
      }
    }
  });

  test('leaves every hex in which somebody stands its number, over the counters', () => {
    for (const [name, { scene, state }] of fought) {
      const numbers = texts(scene).filter(({ item: { halo, text } }) => halo && /^\d{4}$/.test(text));
      const inside = field.hexes.filter((hex) => boardOf(field, state).at(hex).length > 0);
      const numbered = [...inside, ...choiceHexes(field, view(state))];
      expect(numbered, name).toEqual(expect.arrayContaining(numbers.map(({ item }) => item.text)));
      expect(numbers.length, name).toBeGreaterThanOrEqual(2);
      for (const { item, bounds } of numbers)
        for (const counter of counters(scene))
          expect(overlap(shrunken(bounds), shrunken(counter.bounds)), `${item.text}: ${name}`).toBe(false);
    }
  });
});

describe('marks', () => {
  const arrows = ({ scene }: Shown, fill: string) =>
    scene.items.filter((item) => item.kind === 'path' && item.fill === fill);

  test('are an arrow for each march in the colour of its side, with its head before where it ended', () => {
    const confederate = arrows(following(start, { verb: 'move', unit: 'c-gregg', to: '0905' }), CONFEDERATE_EDGE);
    expect(confederate).toHaveLength(1);
    const union = arrows(following(toMove('union', start), { verb: 'move', unit: 'u-1-2-vi', to: '0612' }), UNION);
    expect(union).toHaveLength(1);
    expect(arrows(shown(start, null, { at: '1107' }), UNION)).toHaveLength(0);
  });

  test('of retreats are dashed', () => {
    const dashed = Object.values(battles()).filter(({ moment }) =>
      moment?.events.some(({ type }) => type === 'retreated'),
    );
    for (const { scene } of dashed) {
      const lines = scene.items.filter(
        (item) => item.kind === 'path' && item.stroke?.dash && [UNION, CONFEDERATE_EDGE].includes(item.stroke.colour),
      );
      expect(lines.length).toBeGreaterThan(0);
    }
  });

  test('are an arrow over the hexside from each hex that attacks, and the column on a plate', () => {
    const close = shown(laid, null, { at: '1107' });
    const from = new Set(laid.battles.flatMap(({ attackers }) => attackers.map((id) => laid.where[id])));
    const heads = arrows(close, BATTLE).filter((item) => item.kind === 'path' && item.d.split('L').length === 7);
    expect(heads).toHaveLength(from.size);
    expect(texts(close.scene).map(({ item }) => item.text)).toContain(laid.battles[0]?.column);
  });

  test('are a white flag for what is ineffective, a pennant for what has moved', () => {
    const shaken: State = { ...start, ineffective: ['u-2-3-v'] };
    const flags = (state: State) =>
      counters(shown(state, null, { at: '1009' }).scene).find(({ name }) => name.includes('Meade'))?.item.items
        .length ?? 0;
    expect(flags(shaken)).toBeGreaterThan(flags(start));
    expect(flags({ ...start, side: 'union', moved: { 'u-2-3-v': '1010' } })).toBeGreaterThan(flags(start));
  });
});

describe('the banner over what has happened', () => {
  const march = (piece: string, to: string) =>
    ({ type: 'moved', side: 'union', pieces: [piece], from: '1107', way: [to], cost: 1 }) as const;

  test('names one thing, or some that have room', () => {
    const two = headline(field, { order: null, events: [march('u-1-2-v', '1108'), march('u-2-2-v', '1008')] });
    for (const name of ['Buchanan', 'Lovell', '1108', '1008']) expect(two).toContain(name);
  });

  test('says of more how many there were of each kind', () => {
    const marches = ['u-1-2-v', 'u-2-2-v', 'u-3-2-v', 'u-2-1-v'].map((piece) => march(piece, '1108'));
    const back = {
      type: 'retreated',
      side: 'union',
      piece: 'u-2-3-v',
      from: '1009',
      to: '1010',
      why: 'combat',
      displacing: null,
    } as const;
    expect(headline(field, { order: null, events: [...marches, back] })).toBe('4 marches and 1 retreat');
  });
});

test('a counter carries the name that buttons and texts use, spelt out', () => {
  for (const piece of field.pieces) {
    const name = counterName(piece);
    expect(unitName(field, piece).startsWith(name.replace(/ Cavalry$/, '')) || name === 'Train', name).toBe(true);
    expect(name).not.toMatch(/[bcdfghjklmnpqrstvwxz]{5}/i);
  }
});

describe('overlays', () => {
  const strokes = ({ scene }: Shown, colour: string) =>
    scene.items.filter((item) => item.kind === 'path' && item.stroke?.colour === colour);

  test('are drawn on demand only, each of them', () => {
    for (const { id } of OVERLAYS) {
      const bare = shown(planning, null, { at: '0410' }).scene.items.length;
      expect(shown(planning, null, { at: '0410', overlays: [id] }).scene.items.length, id).toBeGreaterThan(bare);
    }
    const unknown = shown(planning, null, { at: '0410', overlays: ['no-such'] }).scene.items;
    expect(unknown).toEqual(shown(planning, null, { at: '0410' }).scene.items);
  });

  test('of control rise to the right for the Union and fall for the Confederates', () => {
    const close = shown(planning, null, { at: '1107', overlays: ['control'] });
    const slopes = (colour: string) =>
      strokes(close, colour).flatMap((item) => {
        const numbers = item.kind === 'path' ? (item.d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number) : [];
        const [x1, y1, x2, y2] = numbers as [number, number, number, number];
        return [(y2 - y1) / (x2 - x1)];
      });
    expect(slopes(UNION_LINE).every((slope) => slope < 0)).toBe(true);
    expect(slopes(CONFEDERATE_LINE).every((slope) => slope > 0)).toBe(true);
    expect([slopes(UNION_LINE).length, slopes(CONFEDERATE_LINE).length]).toEqual([1, 1]);
  });

  test('of range mark the hexes that the guns there can bombard, and no others', () => {
    const plot = WINDOW.plot(['0410']);
    const close = shown(start, null, { at: '0410', overlays: ['range'] });
    const marked = close.scene.items.flatMap((item) => (item.kind === 'circle' ? [`${item.x} ${item.y}`] : []));
    const wanted = inRange(field, view(start), '0410').map((hex) => {
      const { x, y } = middle(plot, hex);
      return `${x} ${y}`;
    });
    expect(marked.length).toBeGreaterThan(10);
    expect(wanted).toEqual(expect.arrayContaining(marked));
  });
});

describe('a sketch', () => {
  test('has the cost of every hex that the list of what is legal offers', () => {
    const state = toMove('union', start);
    const { scene, alt } = sketched(state, { verb: 'move', unit: 'u-2-3-v' });
    const offers = offered(state, { verb: 'move', unit: 'u-2-3-v' });
    const costs = texts(scene).filter(({ item }) => item.size === 28 && /^\d+$/.test(item.text));
    expect(costs).toHaveLength(offers.length);
    for (const hex of offers) expect(alt).toContain(hex);
  });

  test('has a heavy line about where the unit stands, or about where it comes on', () => {
    const outlined = ({ scene }: Shown) =>
      scene.items.filter((item) => item.kind === 'path' && item.stroke?.colour === INK && item.fill === undefined);
    const column = outlined(sketched(start, { verb: 'move', unit: 'c-rodes' }));
    // 0103 lies at the edge of the field, in the third row of the smallest scale.
    const [about] = column;
    const plot = WINDOW.plotInSteps(offered(start, { verb: 'move', unit: 'c-rodes' }), '0103', 1, 3);
    expect(column).toHaveLength(1);
    expect(about?.kind === 'path' && about.d).toBe(hexPath(plot, '0103'));
    expect(outlined(sketched(toMove('union', start), { verb: 'move', unit: 'u-2-3-v' }))).toHaveLength(1);
  });

  test('marks the hexes next to the enemy by their shape, and names them', () => {
    const state: State = { ...planning, step: 'move' };
    const { scene, alt } = sketched(state, { verb: 'move', unit: 'c-jones' });
    const near = offered(state, { verb: 'move', unit: 'c-jones' }).filter((hex) =>
      boardOf(field, state).controls('union', hex),
    );
    expect(near.length).toBeGreaterThan(1);
    const plates = scene.items.filter((item) => item.kind === 'rect' && item.radius !== undefined && item.radius < 5);
    expect(plates.filter((item) => item.kind === 'rect' && item.fill === BATTLE)).toHaveLength(near.length);
    const told = /Next to the enemy, where the move ends and a fight follows: ([\d, ]+)\.$/.exec(alt)?.[1];
    expect(told?.split(', ').sort()).toEqual(near.toSorted());
    expect(sketched({ ...state, turn: 13 }, { verb: 'move', unit: 'c-jones' }).alt).not.toContain('fight');
  });

  test('tells the number of every hex it reaches, large enough for a phone', () => {
    for (const close of [
      sketched(start, { verb: 'move', unit: 'c-rodes' }),
      sketched(toMove('union', start), { verb: 'move', unit: 'u-2-3-v' }),
    ]) {
      const large = texts(close.scene).filter(({ item }) => item.size >= 22);
      const numbers = new Set(large.map(({ item }) => item.text));
      const unit = close.state.side === 'union' ? 'u-2-3-v' : 'c-rodes';
      for (const hex of offered(close.state, { verb: 'move', unit })) expect(numbers, hex).toContain(hex);
    }
  });

  test('of where a unit can go leaves its ground to be seen: a light tint, and plates only where the move stops', () => {
    const state = toMove('union', start);
    const { scene } = sketched(state, { verb: 'move', unit: 'u-2-3-v' });
    const tinted = scene.items.filter((item) => 'fill' in item && item.fill === REACH_TINT);
    expect(tinted).toHaveLength(offered(state, { verb: 'move', unit: 'u-2-3-v' }).length);
    expect(Number.parseInt(REACH_TINT.slice(7), 16)).toBeLessThan(0x60);
    const header = (item: Item) => boundsOf(item).top < CLOSE_HEADER;
    expect(scene.items.filter((item) => item.kind === 'rect' && item.fill === REACHED && !header(item))).toEqual([]);
  });

  test('of where a unit can go lies where others do, so that they share a ground', () => {
    const state = toMove('union', start);
    const grounds = ['u-2-3-v', 'u-1-1-v', 'u-3-1-v', 'u-1-2-v', 'u-1-2-vi', 'u-5r-art'].flatMap((unit) => {
      const found = field.piece.has(unit) ? sketch(field, view(state), 'union', { verb: 'move', unit }) : null;
      return found ? [found.scene.ground.key] : [];
    });
    expect(grounds.length).toBeGreaterThan(3);
    expect(new Set(grounds).size).toBeLessThan(grounds.length);
  });

  test('of an attack counts whoever is bound to join', () => {
    const joined = sketched(planning, { verb: 'attack', target: '1107', with: ['c-gregg'] });
    expect(joined.alt).toMatch(/Gregg, Branch and Archer from 1206 and 1106\. 20 against 24/);
  });

  test('of an attack rings its target and who can join, and shows the odds of those who do', () => {
    const joined = sketched(planning, { verb: 'attack', target: '1107', with: ['c-gregg', 'c-branch'] });
    expect(texts(joined.scene).map(({ item }) => item.text)).toContain('20 against 24, doubled: 1-2');
    expect(sketched(planning, { verb: 'attack', target: '1107' }).alt).toMatch(/Gregg.*Branch.*Archer.*Stuart/);
  });

  test('is none of drafts that no picture helps', () => {
    for (const draft of [
      {},
      { verb: 'done' },
      { verb: 'move' },
      { verb: 'move', unit: 'no-such' },
      { verb: 'attack', target: 'x' },
    ])
      expect(() => sketched(start, draft as never)).toThrow('Nothing is sketched');
  });
});

describe('places', () => {
  test('have labels of their own, short enough to choose from, and every piece and named place among them', () => {
    for (const state of [start, laid]) {
      const places = placesOf(field, view(state));
      const labels = places.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
      for (const label of labels) expect(label.length, label).toBeLessThanOrEqual(80);
      const values = new Set(places.map(({ value }) => value));
      expect(values).toContain('1004');
      expect(values).toContain('cold-harbor');
      for (const hex of field.hexes) expect(values).toContain(hex);
      for (const { id } of field.pieces) if (isOnMap(state.where[id])) expect(values, id).toContain(id);
    }
  });

  test('begin with where battles are laid out, or else where the phase is', () => {
    expect(placesOf(field, view(laid))[0]?.value).toBe(laid.battles[0]?.hexes[0]);
    expect(placesOf(field, view(toMove('union', start)))[0]?.value).toBe(
      lookAt(field, view(toMove('union', start)), happened(null, start.where)),
    );
  });

  test('are each a close-up', () => {
    const places = placesOf(field, view(laid));
    for (const { value } of places.filter((_, at) => LONG || at % 9 === 0))
      expect(picture(field, view(laid), null, { at: value }).scene.width, value).toBe(CLOSE_UP.width);
  });
});

describe('colours', () => {
  test.each(LETTERING)('%s is readable on %s', (ink, ground) => {
    expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('of the two sides differ in brightness, not in hue alone', () => {
    expect(contrast(rgbOf(UNION), rgbOf(CONFEDERATE))).toBeGreaterThanOrEqual(4.5);
  });

  test('of letters are among those whose contrast is known', () => {
    const inks = new Set(LETTERING.map(([ink]) => ink));
    for (const [name, { scene }] of all)
      for (const { item } of texts(scene)) expect(inks, `${item.text}: ${name}`).toContain(item.fill);
  });
});
