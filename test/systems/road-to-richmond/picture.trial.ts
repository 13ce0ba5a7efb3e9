import { describe, expect, test } from 'vitest';
import { ALL, type Group, type Item, type Scene } from '../../../src/game/index.ts';
import { withDice } from '../../../src/host/afterwards/recap/pictures/dice-card.ts';
import { BATTLE } from '../../../src/kit/draw/common-colours.ts';
import { CONFEDERATE, COUNTER_STYLES, UNION } from '../../../src/kit/draw/counter-items.ts';
import { overlap as boxesOverlap, grown } from '../../../src/kit/draw/geometry.ts';
import { sidesOf } from '../../../src/kit/hex/hex-map.ts';
import { hexPath, isSeen, middle } from '../../../src/kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../src/kit/hex/hex-window.ts';
import { HEADER } from '../../../src/kit/hex/picture-header.ts';
import { stackBox } from '../../../src/kit/hex/stacks.ts';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { lookAt, placesOf, WINDOW } from '../../../src/systems/road-to-richmond/map/close-up.ts';
import { blockBox, figures, frontsOf } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { LETTERING } from '../../../src/systems/road-to-richmond/map/field-ground.ts';
import { choiceHexes, happened } from '../../../src/systems/road-to-richmond/map/map-marks.ts';
import { picture } from '../../../src/systems/road-to-richmond/map/map-picture.ts';
import { sketch } from '../../../src/systems/road-to-richmond/map/order-sketch.ts';
import { inRange } from '../../../src/systems/road-to-richmond/map/overlays.ts';
import { OVERVIEW, OVERVIEW_PLOT } from '../../../src/systems/road-to-richmond/map/overview.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import { isOnMap, type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { AREAS, counterName, unitName } from '../../../src/systems/road-to-richmond/words/names.ts';
import { type Bounds, boundsOf, overlap, texts } from '../../render/flat.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { LONG } from '../../trials/long.ts';
import { toldPictures } from '../told-pictures.ts';
import { field } from './data.ts';
import { given, having, offered, position, start, toMove } from './position.ts';
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
        ink: COUNTER_STYLES[pieces[0]?.side ?? 'union'].text,
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
      expect(bounds.top).toBeGreaterThanOrEqual(HEADER);
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
    expect(Math.abs(y - (CLOSE_UP.height + HEADER) / 2)).toBeLessThan(70);
    const lovell = shown(start, null, { at: 'u-2-2-v' });
    expect(lovell.scene.ground).toBe(shown(start, null, { at: '1107' }).scene.ground);
    expect(counters(lovell.scene).map(({ name }) => name)).toContainEqual(expect.stringContaining('Lovell'));
  });
});

describe('where nothing has just happened, as after an order that was taken back,', () => {
  test('a phase that has begun is seen where it goes on: the last march, the battles laid out, who has to choose', () => {
    const marched = given(start, 'move c-gregg 0905').state;
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
    const after = following(start, 'done yes');
    expect(after.scene.height).toBe(CLOSE_UP.height);
    expect(shown(laid, null, { at: ALL }).scene.height).toBe(OVERVIEW.height);
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
});

describe('nothing to be read but what is printed on the land is cut off by the edge of a close-up', () => {
  test.each(['1107', '0409', '0103', '2427', '0117', '1528', '0812'])('about %s', (at) => {
    for (const state of [start, planning, ...positions(15, 130, 2)]) {
      const { scene } = shown(state, null, { at });
      for (const {
        item,
        bounds: { left, top, right, bottom },
      } of texts({ ...scene, ground: { key: '', items: [] } })) {
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
      const off = { x: x - CLOSE_UP.width / 2, y: y - (CLOSE_UP.height + HEADER) / 2 };
      const edge = { x: [44, CLOSE_UP.width - 44 - 2628], y: [HEADER + 70, CLOSE_UP.height - 70 - 3472] };
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

  test('is no effect of a bombardment that fails, on its plate as on its card', () => {
    const guns = position('0410 u-s-art, 0408 c-hood', { side: 'union', step: 'plan' });
    const [column] = offered(guns, 'bombard 0408 u-s-art');
    const ready = having(guns, `bombard 0408 u-s-art ${column}`, 'done');
    const failed = ['die 1', 'die 2', 'die 3', 'die 4', 'die 5', 'die 6', 'die 7', 'die 8']
      .map((die) => following(ready, { verb: 'fight', target: '0408' }, {}, die))
      .find(({ moment }) => moment?.events.some((event) => event.type === 'fought' && event.result === 'Ar'));
    const words = texts((failed as Shown).scene).map(({ item }) => item.text);
    expect(words).toContain('no effect');
    expect(words).not.toContain('attacker retreats');
  });

  test('marks of the hexes to choose from only those that can be entered', () => {
    const into = ['1106', '1107'];
    const advance = { kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into } as const;
    const state = position('1206 c-gregg, 1106 c-branch', { step: 'fight', pending: [advance] });
    expect(choiceHexes(field, view(state))).toEqual(['1107']);
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
  test('are a white flag for what is ineffective, a pennant for what has moved', () => {
    const shaken: State = { ...start, ineffective: ['u-2-3-v'] };
    const flags = (state: State) =>
      counters(shown(state, null, { at: '1009' }).scene).find(({ name }) => name.includes('Meade'))?.item.items
        .length ?? 0;
    expect(flags(shaken)).toBeGreaterThan(flags(start));
    expect(flags({ ...start, side: 'union', moved: { 'u-2-3-v': '1010' } })).toBeGreaterThan(flags(start));
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
    const { scene, alt } = sketched(state, 'move u-2-3-v');
    const offers = offered(state, 'move u-2-3-v');
    const costs = texts(scene).filter(({ item }) => item.size === 28 && /^\d+$/.test(item.text));
    expect(costs).toHaveLength(offers.length);
    for (const hex of offers) expect(alt).toContain(hex);
  });

  test('marks the hexes next to the enemy by their shape, and names them', () => {
    const state: State = { ...planning, step: 'move' };
    const { scene, alt } = sketched(state, 'move c-jones');
    const near = offered(state, 'move c-jones').filter((hex) => boardOf(field, state).controls('union', hex));
    expect(near.length).toBeGreaterThan(1);
    const plates = scene.items.filter((item) => item.kind === 'rect' && item.radius !== undefined && item.radius < 5);
    expect(plates.filter((item) => item.kind === 'rect' && item.fill === BATTLE)).toHaveLength(near.length);
    const told = /Next to the enemy, where the move ends and a fight follows: ([\d, ]+)\.$/.exec(alt)?.[1];
    expect(told?.split(', ').sort()).toEqual(near.toSorted());
    expect(sketched({ ...state, turn: 13 }, 'move c-jones').alt).not.toContain('fight');
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
});

test('pictures as a file to be read', async () => {
  await expect(toldPictures(Object.fromEntries(all))).toMatchFileSnapshot('pictures.md');
});
