import { rmSync } from 'node:fs';
import { CHAPTERS, type Chapter } from './chapters.ts';
import { resultOf } from './measure.ts';

// Run by `run.ts` in a process of its own, with a chapter and a folder to write in: sends each result as it is there.
const [chapter, folder] = process.argv.slice(2) as [Chapter, string];
let over = false;
// Whatever it has started ends with it. It may have been writing still after whoever runs it had tidied up.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.once(signal, () => {
    if (!over) rmSync(folder, { recursive: true, force: true });
    process.exit(over ? 0 : 130);
  });

for (const section of await CHAPTERS[chapter](folder))
  for (const measure of section.measures) {
    const result = await resultOf(section, measure);
    if (result) process.send?.(result);
  }
over = true;
process.disconnect();
