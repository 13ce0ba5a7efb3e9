import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { claim } from './claim.ts';
import { contactSheet } from './contact-sheet.ts';
import { type HungGallery, hang } from './hang.ts';
import { galleries } from './index.ts';

/** `npm run gallery [-- folder]`: writes every kind of picture of every system, and a page that shows them all. */
const folder = resolve(process.argv[2] ?? 'gallery');
await claim(folder);
const hung: HungGallery[] = [];
for (const gallery of galleries) hung.push(await hang(gallery, folder));
const page = join(folder, 'index.html');
await writeFile(page, contactSheet(hung));
for (const { title, rooms } of hung) {
  const pictures = rooms.flatMap((room) => room.pictures);
  const largest = Math.max(...pictures.map(({ bytes }) => bytes));
  console.log(
    `${title}: ${pictures.length} pictures of ${rooms.length} kinds, ${(largest / 1000).toFixed(0)} KB at most.`,
  );
}
console.log(`Look at them all: ${relative(process.cwd(), page) || page}`);
