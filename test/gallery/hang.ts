import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderGif, renderScene } from '../../src/render/index.ts';
import type { Exhibit, Gallery } from './gallery.ts';

/** A picture as it was written. Paths are from the folder of the contact sheet, with forward slashes. */
export interface Hung {
  readonly name: string;
  readonly alt: string;
  /** Of the PNG as Discord would get it. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly file: string;
  /** Of an animation. */
  readonly gif?: { readonly file: string; readonly bytes: number; readonly frames: number; readonly ms: number };
}

export interface HungRoom {
  readonly title: string;
  readonly pictures: readonly Hung[];
}

export interface HungGallery {
  readonly system: string;
  readonly title: string;
  readonly rooms: readonly HungRoom[];
}

/**
 * Writes the pictures of a gallery as PNGs, drawn and encoded as the bot does it, to `<folder>/<system>/<kind>/<name>.png`. What stood
 * there under the system's name is gone. Rejects where two pictures would have one name.
 */
export async function hang({ system, title, rooms }: Gallery, folder: string): Promise<HungGallery> {
  await rm(join(folder, system), { recursive: true, force: true });
  const hung: HungRoom[] = [];
  for (const [index, room] of rooms().entries()) {
    const place = `${system}/${String(index + 1).padStart(2, '0')}-${fileName(room.title)}`;
    await mkdir(join(folder, place), { recursive: true });
    const written = room.exhibits.map((exhibit) => write(exhibit, folder, `${place}/${fileName(exhibit.name)}`));
    hung.push({ title: room.title, pictures: await Promise.all(written) });
  }
  return { system, title, rooms: hung };
}

async function write({ name, scene, alt, frames }: Exhibit, folder: string, path: string): Promise<Hung> {
  const png = await renderScene(scene);
  const file = `${path}.png`;
  // A name used twice is an error, not a picture lost.
  await writeFile(join(folder, file), png, { flag: 'wx' });
  const hung = { name, alt, bytes: png.length, width: scene.width, height: scene.height, file };
  if (!frames) return hung;
  const gif = await renderGif(frames);
  await writeFile(join(folder, `${path}.gif`), gif, { flag: 'wx' });
  const ms = frames.reduce((sum, shown) => sum + shown.ms, 0);
  return { ...hung, gif: { file: `${path}.gif`, bytes: gif.length, frames: frames.length, ms } };
}

function fileName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
