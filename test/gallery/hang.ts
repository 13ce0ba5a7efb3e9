import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFrame, encodePng, renderGif } from '../../src/render/index.ts';
import { frameSeenWith, VISIONS } from '../render/vision.ts';
import type { Exhibit, Gallery } from './gallery.ts';
import { recoloured } from './recolour.ts';
import { shrunk } from './shrink.ts';

/** Pixels across a phone: as wide as a picture is shown there. */
export const PHONE = 400;

/** A picture as it was written. Paths are from the folder of the contact sheet, with forward slashes. */
export interface Hung {
  readonly name: string;
  readonly alt: string;
  /** Of the PNG as Discord would get it. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** As it is, and as others see it. */
  readonly files: { readonly [version in Version]: string };
  /** Of an animation. */
  readonly gif?: { readonly file: string; readonly bytes: number; readonly frames: number; readonly ms: number };
}

export type Version = (typeof VISIONS)[number] | 'phone';

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
 * Writes the pictures of a gallery as PNGs, drawn and encoded as the bot does it, to `<folder>/<system>/<kind>/<name>`, and each of
 * them as a phone shows it and as others see it. What stood there under the system's name is gone. Rejects where two pictures would
 * have one name.
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
  const frame = await drawFrame(scene);
  const png = await encodePng(frame);
  const versions = VISIONS.map((vision) => ({
    vision,
    file: vision === 'colour' ? `${path}.png` : `${path}.${vision}.png`,
    png: recoloured(png, frameSeenWith(vision, frame).palette),
  }));
  const phone = { vision: 'phone' as const, file: `${path}.${PHONE}.png`, png: await shrunk(png, PHONE) };
  // A name used twice is an error, not a picture lost.
  const all = [...versions, phone];
  await Promise.all(all.map(({ file, png }) => writeFile(join(folder, file), png, { flag: 'wx' })));
  const files = Object.fromEntries(all.map(({ vision, file }) => [vision, file])) as Hung['files'];
  const hung = { name, alt, bytes: png.length, width: frame.width, height: frame.height, files };
  if (!frames) return hung;
  const gif = await renderGif(frames);
  const file = `${path}.gif`;
  await writeFile(join(folder, file), gif, { flag: 'wx' });
  const ms = frames.reduce((sum, shown) => sum + shown.ms, 0);
  return { ...hung, gif: { file, bytes: gif.length, frames: frames.length, ms } };
}

function fileName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
