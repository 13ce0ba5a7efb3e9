// @ts-check
// Counts what vitest runs did: `node tally.mjs <report.json>...` prints "passed failed skipped". The exit code of each run stands in
// <report.json>.code. A later report has the last word on the files it is about.
// A file that could not be loaded, a run that left no report, and a run that failed without a failed test each count
// as one failure, so that nothing that went wrong adds up to nothing.
import { readFileSync } from 'node:fs';

/** @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} TestFile */

/** @type {Map<string, TestFile>} */
const files = new Map();
let failed = 0;
for (const report of process.argv.slice(2)) {
  try {
    /** @type {TestFile[]} */
    const results = JSON.parse(readFileSync(report, 'utf8')).testResults;
    for (const file of results) files.set(file.name, file);
    const code = readFileSync(`${report}.code`, 'utf8').trim();
    if (code !== '0' && results.every(({ status }) => status !== 'failed')) failed += 1;
  } catch {
    failed += 1;
  }
}

let [passed, skipped] = [0, 0];
for (const { status, assertionResults } of files.values()) {
  const of = (/** @type {string[]} */ ...states) =>
    assertionResults.filter((result) => states.includes(result.status)).length;
  passed += of('passed');
  failed += of('failed');
  skipped += of('pending', 'skipped', 'todo', 'disabled');
  if (status === 'failed' && of('failed') === 0) failed += 1;
}
if (passed + failed === 0) failed += 1;
console.log(passed, failed, skipped);
