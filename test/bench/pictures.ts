import type { Scene } from '../../src/game/index.ts';
import { renderGif, renderScene, type Shown } from '../../src/render/index.ts';
import { drawFrame } from '../render/draw-frame.ts';
import type { Print } from './album.ts';
import { longestHold } from './event-loop.ts';
import { type Measure, once, type Section, timed } from './measure.ts';

const FIRST = 20;
const GIFS = 6;
/** Milliseconds of a map, and of a frame of a GIF. */
const MAP = { most: 15 };
const FRAME = { most: 10 };
/** Milliseconds for which everything else may have to wait. */
const MOST_HELD = { most: 15 };
const HELD = 'event loop held in one piece by that';
/** Kilobytes of a map, and of a file that a channel takes from anybody. */
const MAP_SIZE = { most: 150 };
const FILE_SIZE = { most: 8 * 1024 * 1.024 };

/** What pictures cost: those of some campaigns, in the order in which they were asked for. */
export function pictures(system: string, album: readonly Print[]): readonly Section[] {
  const kinds = [...new Set(album.map(({ kind }) => kind))];
  const usual = once(() => drawnInTurn(album));
  return [
    { title: `${system}, the first map of a process`, measures: ofFirst(album) },
    ...kinds.map((kind) => ({ title: `${system}, ${kind}`, measures: ofOne(album, kind, usual) })),
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
    { name: HELD, unit: 'ms', target: MOST_HELD, run: async () => [(await drawn()).held] },
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
  const ofKind = async (value: (drawn: Drawn) => number) =>
    (await usual()).flatMap((drawn) => (drawn.kind === kind ? [value(drawn)] : []));
  return [
    { name: 'items to PNG, as a campaign goes on', unit: 'ms', target: MAP, run: () => ofKind(({ ms }) => ms) },
    {
      name: 'items to PNG, nothing known but the ground',
      unit: 'ms',
      run: () => timed(FIRST, () => onNewGround(make()), renderScene),
    },
    { name: 'size', unit: 'KB', target: MAP_SIZE, run: () => ofKind(({ bytes }) => bytes / 1000) },
  ];
}

let made = 0;

/** The same on a ground that nothing has been drawn on but itself. */
async function onNewGround(scene: Scene): Promise<Scene> {
  made++;
  const { key, land, items } = scene.ground;
  const tiles = land?.map((tile) => ({ ...tile, key: `${tile.key} benchmark ${made}` }));
  const fresh = { ...scene, ground: { key: `${key} benchmark ${made}`, items, ...(tiles ? { land: tiles } : {}) } };
  await drawFrame({ ...fresh, items: [] });
  return fresh;
}

/** The time that a recap's animation takes, for each of its frames. */
export function animations(system: string, make: () => readonly Shown[]): Section {
  const shown = make().map(({ scene, ms }) => ({ scene, ms }));
  const frames = async () => {
    const taken = await timed(
      GIFS,
      () => undefined,
      () => renderGif(shown),
    );
    return taken.map((ms) => ms / shown.length);
  };
  const held = async () => {
    const values: number[] = [];
    for (let run = 0; run < GIFS; run++) values.push(await longestHold(() => renderGif(shown)));
    return values;
  };
  const size = async () => [(await renderGif(shown)).length / 1000];
  return {
    title: `${system}, a recap's GIF of ${shown.length} frames`,
    measures: [
      { name: 'a frame, items to GIF', unit: 'ms', target: FRAME, run: frames },
      { name: HELD, unit: 'ms', target: MOST_HELD, run: held },
      { name: 'size', unit: 'KB', target: FILE_SIZE, run: size },
    ],
  };
}
