import type { Scene } from '../../src/game/index.ts';
import { drawFrame, renderGif, renderScene, type Shown } from '../../src/render/index.ts';
import type { Print } from './album.ts';
import { longestHold } from './event-loop.ts';
import { type Measure, once, type Section, timed } from './measure.ts';

const SCENES = 60;
const FIRST = 20;
const FEW = 10;
const MAPS = 20;
/** The longest that everything else may wait for a picture, in milliseconds. */
const MOST_HELD = 15;
const HELD = 'event loop held in one piece by that';
const GIFS = 6;
/** Of a file that a channel takes from anybody. */
const MOST_KB = 8 * 1024 * 1.024;

/** What pictures cost: those of some campaigns, in the order in which they were asked for. */
export function pictures(system: string, album: readonly Print[]): readonly Section[] {
  const kinds = [...new Set(album.map(({ kind }) => kind))];
  const usual = once(() => drawnInTurn(album));
  return [
    { title: `${system}, the first map of a process`, measures: ofFirst(album) },
    ...kinds.map((kind) => ({ title: `${system}, ${kind}`, measures: ofOne(album, kind, usual) })),
    { title: `${system}, pictures of all kinds`, measures: ofMany(album) },
  ];
}

/** With its ground, its colours and the typefaces. */
function ofFirst([first]: readonly Print[]): readonly Measure[] {
  const drawn = once(async () => {
    const scene = first?.make();
    const start = performance.now();
    const held = scene ? await longestHold(() => renderScene(scene)) : Number.NaN;
    return { taken: performance.now() - start, held };
  });
  return [
    { name: 'items to PNG', unit: 'ms', run: async () => [(await drawn()).taken] },
    { name: HELD, unit: 'ms', target: { most: MOST_HELD }, run: async () => [(await drawn()).held] },
  ];
}

interface Drawn {
  readonly kind: string;
  readonly ms: number;
  readonly bytes: number;
}

/** All of them drawn one after the other; the first third is not counted, which nothing is known before. */
async function drawnInTurn(album: readonly Print[]): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  for (const { kind, make } of album) {
    const scene = make();
    const begun = performance.now();
    const png = await renderScene(scene);
    drawn.push({ kind, ms: performance.now() - begun, bytes: png.length });
  }
  return drawn.slice(Math.floor(album.length / 3));
}

function ofOne(album: readonly Print[], kind: string, usual: () => Promise<readonly Drawn[]>): readonly Measure[] {
  const makes = album.flatMap((print) => (print.kind === kind ? [print.make] : []));
  let turn = 0;
  const make = () => (makes[turn++ % makes.length] as () => Scene)();
  const nothing = () => undefined;
  const ofKind = async (value: (drawn: Drawn) => number) =>
    (await usual()).flatMap((drawn) => (drawn.kind === kind ? [value(drawn)] : []));
  return [
    { name: 'scene: position to items', unit: 'ms', run: () => timed(SCENES, nothing, make) },
    {
      name: 'items to PNG, as a campaign goes on',
      unit: 'ms',
      target: 'map',
      run: () => ofKind(({ ms }) => ms),
    },
    {
      name: 'items to PNG, nothing known but the ground',
      unit: 'ms',
      run: () => timed(FIRST, () => onNewGround(make()), renderScene),
    },
    { name: 'size', unit: 'KB', target: 'mapSize', run: () => ofKind(({ bytes }) => bytes / 1000) },
  ];
}

function ofMany(album: readonly Print[]): readonly Measure[] {
  const step = Math.max(1, Math.floor(album.length / MAPS));
  const maps = Array.from({ length: MAPS }, (_, at) => (album[(at * step) % album.length] as Print).make());
  const [first] = maps;
  if (first === undefined) throw new Error('There is no picture to measure');
  return [
    {
      name: 'a ground, drawn for the first time',
      unit: 'ms',
      run: () =>
        timed(
          FEW,
          () => newGround(first),
          (scene) => drawFrame({ ...scene, items: [] }),
        ),
    },
    {
      name: HELD,
      unit: 'ms',
      target: { most: MOST_HELD },
      run: () => repeated(FEW, () => longestHold(() => drawFrame({ ...newGround(first), items: [] }))),
    },
    {
      name: `${MAPS} asked for at once: until the last is there`,
      unit: 'ms',
      run: () =>
        timed(
          FEW,
          () => undefined,
          () => Promise.all(maps.map((scene) => renderScene(scene))),
        ),
    },
    {
      name: 'event loop held in one piece by those',
      unit: 'ms',
      target: { most: MOST_HELD },
      run: () => repeated(FEW, () => longestHold(() => Promise.all(maps.map((scene) => renderScene(scene))))),
    },
  ];
}

let made = 0;

/** The same on a ground that nothing has been drawn on. */
function newGround(scene: Scene): Scene {
  made++;
  const { key, land, items } = scene.ground;
  const fresh = land?.map((tile) => ({ ...tile, key: `${tile.key} benchmark ${made}` }));
  return { ...scene, ground: { key: `${key} benchmark ${made}`, items, ...(fresh ? { land: fresh } : {}) } };
}

/** The same, the ground drawn. */
async function onNewGround(scene: Scene): Promise<Scene> {
  const fresh = newGround(scene);
  await drawFrame({ ...fresh, items: [] });
  return fresh;
}

async function repeated(times: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = 0; run < times; run++) values.push(await measure());
  return values;
}

/** The time that a recap's animation takes: each of its frames, and all. */
export function animations(system: string, make: () => readonly Shown[]): Section {
  const frames = make();
  const shown = frames.map(({ scene, ms }) => ({ scene, ms }));
  const nothing = () => undefined;
  return {
    title: `${system}, a recap's GIF of ${frames.length} frames`,
    measures: [
      {
        name: 'a frame, items to GIF',
        unit: 'ms',
        target: 'gif',
        run: async () => (await timed(GIFS, nothing, () => renderGif(shown))).map((ms) => ms / frames.length),
      },
      { name: 'the whole GIF, scenes included', unit: 'ms', run: () => timed(GIFS, nothing, () => renderGif(make())) },
      {
        name: HELD,
        unit: 'ms',
        target: { most: MOST_HELD },
        run: () => repeated(GIFS, () => longestHold(() => renderGif(make()))),
      },
      {
        name: 'size',
        unit: 'KB',
        target: { most: MOST_KB },
        run: async () => [(await renderGif(shown)).length / 1000],
      },
    ],
  };
}
