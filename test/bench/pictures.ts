import { type Canvas, createCanvas, createImageData } from 'canvas';
import type { Scene } from '../../src/game/index.ts';
import { groundOf } from '../../src/render/ground.ts';
import { drawFrame, encodePng, renderScene } from '../../src/render/index.ts';
import { drawSheet, keepSheet, pixelsOf } from '../../src/render/sheet.ts';
import { tableOf } from '../../src/render/table.ts';
import { longestHold } from './event-loop.ts';
import { type Measure, type Section, timed } from './measure.ts';

/** A picture to measure: how its scene is made, and the scene. */
export interface Sample {
  readonly name: string;
  readonly make: () => Scene;
}

const TIMES = 60;
const FEW = 10;
const MAPS = 20;
/** What a map is to keep to. */
export const MOST = { milliseconds: 15, kilobytes: 150 };

/** What it takes to make pictures of each of some kinds, and many at once. */
export function pictures(system: string, samples: readonly Sample[]): readonly Section[] {
  return [
    ...samples.map((sample) => ({ title: `${system}, ${sample.name}`, measures: ofOne(sample) })),
    { title: `${system}, all kinds`, measures: ofMany(samples.map(({ make }) => make())) },
  ];
}

function ofOne({ make }: Sample): readonly Measure[] {
  const scene = make();
  const nothing = () => undefined;
  const table = tableOf(scene.palette);
  const size = scene.width * scene.height;
  return [
    { name: 'scene: view to items', unit: 'ms', run: () => timed(TIMES, nothing, make) },
    { name: 'draw: items to pixels', unit: 'ms', run: () => timed(TIMES, nothing, () => drawPixels(scene)) },
    {
      name: 'index: pixels to 256 colours',
      unit: 'ms',
      run: () =>
        timed(
          TIMES,
          () => drawPixels(scene),
          (pixels) => table.convert(pixels, new Uint8Array(size)),
        ),
    },
    {
      name: 'encode: colours to PNG',
      unit: 'ms',
      run: () => timed(TIMES, () => drawFrame(scene), encodePng),
    },
    {
      name: 'draw, index and encode',
      unit: 'ms',
      target: { most: MOST.milliseconds },
      run: () => timed(TIMES, nothing, () => renderScene(scene)),
    },
    {
      name: 'size',
      unit: 'KB',
      target: { most: MOST.kilobytes },
      run: async () => [(await renderScene(scene)).length / 1000],
    },
    {
      name: 'for comparison: canvas.toBuffer',
      unit: 'ms',
      run: async () => {
        const canvas = await canvasOf(scene);
        return timed(FEW, nothing, () => toBuffer(canvas));
      },
    },
    {
      name: 'for comparison: its size',
      unit: 'KB',
      run: async () => [(await toBuffer(await canvasOf(scene))).length / 1000],
    },
  ];
}

function ofMany(scenes: readonly Scene[]): readonly Measure[] {
  const maps = Array.from({ length: MAPS }, (_, index) => scenes[index % scenes.length] as Scene);
  let grounds = 0;
  const newGround = (scene: Scene): Scene => {
    grounds++;
    return { ...scene, ground: { ...scene.ground, key: `${scene.ground.key} benchmark ${grounds}` } };
  };
  const [first] = scenes;
  if (first === undefined) throw new Error('There is no picture to measure');
  return [
    {
      name: 'the ground, drawn for the first time',
      unit: 'ms',
      run: () => timed(FEW, () => newGround(first), groundOf),
    },
    {
      name: 'event loop held in one piece by that',
      unit: 'ms',
      target: { most: MOST.milliseconds },
      run: () => repeated(FEW, () => longestHold(() => groundOf(newGround(first)))),
    },
    {
      name: `${MAPS} maps asked for at once: until the last is there`,
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
      target: { most: MOST.milliseconds },
      run: () => repeated(FEW, () => longestHold(() => Promise.all(maps.map((scene) => renderScene(scene))))),
    },
    {
      name: `event loop held in one piece by ${MAPS} maps one by one`,
      unit: 'ms',
      target: { most: MOST.milliseconds },
      run: () =>
        repeated(FEW, () =>
          longestHold(async () => {
            for (const scene of maps) await renderScene(scene);
          }),
        ),
    },
  ];
}

/** A scene's pixels before they are given the colours of its palette. */
async function drawPixels(scene: Scene): Promise<Int32Array> {
  const sheet = await drawSheet(scene);
  const bands = [...pixelsOf(sheet)];
  const [pixels] = bands;
  if (pixels === undefined || bands.length > 1) throw new Error('Measured are pictures that are read at once');
  keepSheet(sheet);
  return pixels;
}

async function repeated(times: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = 0; run < times; run++) values.push(await measure());
  return values;
}

/** The scene on a canvas, in all its colours. */
async function canvasOf(scene: Scene): Promise<Canvas> {
  const pixels = await drawPixels(scene);
  const channels = new Uint8ClampedArray(pixels.length * 4);
  for (const [at, argb] of pixels.entries()) {
    channels.set([(argb >> 16) & 255, (argb >> 8) & 255, argb & 255, 255], at * 4);
  }
  const canvas = createCanvas(scene.width, scene.height);
  canvas.getContext('2d').putImageData(createImageData(channels, scene.width, scene.height), 0, 0);
  return canvas;
}

function toBuffer(canvas: Canvas): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    canvas.toBuffer((error, png) => (error ? reject(error) : resolve(png)), 'image/png');
  });
}
