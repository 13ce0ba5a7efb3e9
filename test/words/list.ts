/**
 * Lists every string that people can see, with where each is shown: `npx tsx test/words/list.ts`. Words after it choose parts of paths or
 * places: `npx tsx test/words/list.ts commands docs`.
 */
import { shownStrings } from './shown-strings.ts';

const chosen = process.argv.slice(2);
let heading = '';
for (const { file, line, where, text } of shownStrings()) {
  if (chosen.length > 0 && !chosen.some((part) => file.includes(part) || where.includes(part))) continue;
  if (heading !== where) console.log(`\n## ${where}`);
  heading = where;
  console.log(`${file}:${line}  ${text.replaceAll('\n', '⏎')}`);
}
