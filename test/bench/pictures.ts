import { type Canvas, createCanvas, createImageData } from 'canvas';
import type { Scene } from '../../src/game/index.ts';
import { drawFrame, renderScene } from '../../src/render/index.ts';
import type { Print } from './album.ts';
import { longestHold } from './event-loop.ts';
import { type Measure, once, type Section, timed } from './measure.ts';

const SCENES = 60;
const FIRST = 20;
const FEW = 10;
const MAPS = 20;
/** The longest that everything else may wait for a picture, in milliseconds. */
export const MOST_HELD = 15;

/** What pictures cost: those of some campaigns, in the order in which they were asked for. */
export function pictures(system: string, album: readonly Print[]): readonly Section[] {
  const kinds = [...new Set(album.map(({ kind }) => kind))];
  const usual = once(() => drawnInTurn(album));
  return [
    ...kinds.map((kind) => ({ title: `${system}, ${kind}`, measures: ofOne(album, kind, usual) })),
    { title: `${system}, pictures of all kinds`, measures: ofMany(album) },
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
    {
      name: 'for comparison: canvas.toBuffer',
      unit: 'ms',
      run: async () => {
        const canvas = await canvasOf(make());
        return timed(FEW, nothing, () => toBuffer(canvas));
      },
    },
    {
      name: 'for comparison: its size',
      unit: 'KB',
      run: async () => [(await toBuffer(await canvasOf(make()))).length / 1000],
    },
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
      name: 'event loop held in one piece by that',
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

/** The scene on a canvas. */
async function canvasOf(scene: Scene): Promise<Canvas> {
  const { pixels, palette, width, height } = await drawFrame(scene);
  const channels = new Uint8ClampedArray(pixels.length * 4);
  for (const [at, index] of pixels.entries())
    channels.set([...palette.subarray(index * 3, index * 3 + 3), 255], at * 4);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(createImageData(channels, width, height), 0, 0);
  return canvas;
}

function toBuffer(canvas: Canvas): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    canvas.toBuffer((error, png) => (error ? reject(error) : resolve(png)), 'image/png');
  });
}
