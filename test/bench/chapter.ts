import { CHAPTERS, type Chapter } from './chapters.ts';
import { resultOf } from './measure.ts';

// Run by `run.ts` in a process of its own, with a chapter and a folder to write in: sends each result as it is there.
const [chapter, folder] = process.argv.slice(2) as [Chapter, string];
for (const section of await CHAPTERS[chapter](folder))
  for (const measure of section.measures) {
    const result = await resultOf(section, measure);
    if (result) process.send?.(result);
  }
process.disconnect();
