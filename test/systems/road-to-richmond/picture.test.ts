import { describe, expect, test } from 'vitest';
import { ALL, type Group, type Item, type Scene } from '../../../src/game/index.ts';
import { INK } from '../../../src/kit/draw/house-inks.ts';
import { BATTLE } from '../../../src/kit/draw/mark-inks.ts';
import { CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_LINE, UNION, UNION_LINE } from '../../../src/kit/draw/side-inks.ts';
import { hexPath, middle } from '../../../src/kit/hex/hex-plot.ts';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { CLOSE_HEADER, CLOSE_UP, WINDOW, wholePlot } from '../../../src/systems/road-to-richmond/map/close-up.ts';
import { figures } from '../../../src/systems/road-to-richmond/map/counters.ts';
import { headline } from '../../../src/systems/road-to-richmond/map/header.ts';
import { OVERLAYS, picture, placesOf, WHOLE } from '../../../src/systems/road-to-richmond/map/map-picture.ts';
import { inRange } from '../../../src/systems/road-to-richmond/map/overlays.ts';
import { LETTERING } from '../../../src/systems/road-to-richmond/map/palette.ts';
import { isOnMap, type State } from '../../../src/systems/road-to-richmond/state.ts';
import { view } from '../../../src/systems/road-to-richmond/view.ts';
import { counterName, unitName } from '../../../src/systems/road-to-richmond/words/unit-names.ts';
import { type Bounds, boundsOf, overlap, texts } from '../../render/flat.ts';
import { contrast, rgbOf } from '../../render/vision.ts';
import { field } from './data.ts';
import { given, offered, start, toMove } from './position.ts';
import { randomGame } from './random-play.ts';
import { battles, following, laid, planning, rooms, type Shown, shown, sketched } from './scenes.ts';

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

describe('the whole field', () => {
  test('has a counter for each of the 89 pieces, on the map or beside it', () => {
    for (const state of [start, planning, ...positions(11, 90, 4)]) {
      const names = counters(shown(state, null, { at: ALL }).scene).map(({ name }) => name);
      expect(names).toHaveLength(field.pieces.length);
      for (const { id } of field.pieces) {
        const [designation, strength] = named(id) as [string, string];
        expect(
          names.some((name) => name.includes(designation) && name.includes(strength)),
          id,
        ).toBe(true);
      }
    }
  });

  test('has each piece that is on the map in its hex, and no other there', () => {
    const plot = wholePlot({ x: 44, y: 140 }, { x: 0, y: 0, ...WHOLE });
    for (const state of [start, ...positions(12, 150, 2)]) {
      const drawn = counters(shown(state, null, { at: ALL }).scene);
      for (const hex of field.hexes) {
        const { x, y } = middle(plot, hex);
        const here = drawn.filter(({ bounds: { left, top, right, bottom } }) => {
          return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) < 24;
        });
        const pieces = boardOf(field, state).at(hex);
        expect(here, hex).toHaveLength(pieces.length);
        for (const piece of pieces)
          expect(
            here.some(({ name }) => name.includes(counterName(piece))),
            `${counterName(piece)} in ${hex}`,
          ).toBe(true);
      }
    }
  });

  test('has no counter over another', () => {
    for (const state of [start, planning, ...positions(13, 120, 2)]) {
      const boxes = counters(shown(state, null, { at: ALL }).scene).map(({ bounds }) => shrunken(bounds));
      boxes.forEach((box, index) => {
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      });
    }
  });

  test('is what is shown where nothing has happened, where it is asked for, and as a movement phase begins', () => {
    const size = ({ scene: { width, height } }: Shown) => ({ width, height });
    expect(size(shown(start))).toEqual(WHOLE);
    expect(size(following(start, { verb: 'move', unit: 'c-gregg', to: '0505' }, { at: ALL }))).toEqual(WHOLE);
    expect(size(following(start, { verb: 'done', sure: 'yes' }))).toEqual(WHOLE);
    expect(size(shown(start, null, { at: 'nowhere' }))).toEqual(WHOLE);
  });

  test('tells the seal of its dice and what it must not be taken for without, clear of everything else', () => {
    const { scene } = shown(start, null, {
      seal: '629fa4e0ea12beef',
      note: 'What if',
      takenBack: '12 rolls taken back',
    });
    const words = texts(scene);
    expect(words.map(({ item }) => item.text)).toContain('What if');
    const seal = words.find(({ item }) => item.text === 'Dice under seal 629fa4e0ea12… · 12 rolls taken back');
    if (!seal) throw new Error('There is no seal');
    for (const { item, bounds } of words)
      if (item !== seal.item) expect(overlap(bounds, seal.bounds), item.text).toBe(false);
  });

  test('offers room for a card where nobody stands', () => {
    for (const state of [start, planning, ...positions(14, 150, 2)]) {
      const { free, scene } = shown(state, null, { at: ALL });
      if (!free) throw new Error('There is no room for a card');
      expect(free.width).toBeGreaterThanOrEqual(470);
      expect(free.height).toBeGreaterThanOrEqual(280);
      const box = { left: free.x, top: free.y, right: free.x + free.width, bottom: free.y + free.height };
      for (const { bounds, name } of counters(scene)) expect(overlap(box, bounds), name).toBe(false);
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
        Ae: 'attacker lost',
        Dr: 'defender retreats',
        De: 'defender lost',
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

  test('the whole field is shown as a phase begins, and where it is asked for', () => {
    for (const state of [start, toMove('union', start), planning]) expect(shown(state).scene.width).toBe(WHOLE.width);
    expect(shown(laid, null, { at: ALL }).scene.width).toBe(WHOLE.width);
  });
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
      expect(inside, name).toEqual(expect.arrayContaining(numbers.map(({ item }) => item.text)));
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
    const plates = scene.items.filter((item) => item.kind === 'rect' && item.radius !== undefined);
    expect(plates).toHaveLength(offers.length);
    for (const hex of offers) expect(alt).toContain(hex);
  });

  test('has a heavy line about where the unit stands, or about where it comes on', () => {
    const outlined = ({ scene }: Shown) =>
      scene.items.filter((item) => item.kind === 'path' && item.stroke?.colour === INK && item.fill === undefined);
    const column = outlined(sketched(start, { verb: 'move', unit: 'c-rodes' }));
    // 0103 lies at the edge of the field, in the third row of the smallest scale.
    const [about] = column;
    const plot = WINDOW.plot(['0101', '1205', '0112'], 1);
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
      const large = texts(close.scene).filter(({ item }) => item.size >= 22 && item.halo);
      const numbers = new Set(large.map(({ item }) => item.text));
      const unit = close.state.side === 'union' ? 'u-2-3-v' : 'c-rodes';
      for (const hex of offered(close.state, { verb: 'move', unit })) expect(numbers, hex).toContain(hex);
    }
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

  test('begin with where battles are laid out', () => {
    expect(placesOf(field, view(laid))[0]?.value).toBe(laid.battles[0]?.hexes[0]);
  });

  test('are each a close-up', () => {
    const places = placesOf(field, view(laid));
    for (const { value } of [...places.slice(0, 200), ...places.slice(-20)])
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
