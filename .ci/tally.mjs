// @ts-check
// Counts what a vitest run did: `node tally.mjs <report.json>` prints "passed failed skipped". The exit code of the run stands in
// <report.json>.code. A file that could not be loaded, a run that left no report, and a run that failed without a failed test each
// count as one failure, so that nothing that went wrong adds up to nothing.
import { readFileSync } from 'node:fs';

/** @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile */

/** @type {TestFile[]} */
let files = [];
let [passed, failed, skipped] = [0, 0, 0];
const [report = ''] = process.argv.slice(2);
try {
  files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const code = readFileSync(`${report}.code`, 'utf8').trim();
  if (code !== '0' && files.every(({ status }) => status !== 'failed')) failed += 1;
} catch {
  failed += 1;
}

for (const { status, assertionResults } of files) {
  const of = (/** @type {string[]} */ ...states) =>
    assertionResults.filter((result) => states.includes(result.status)).length;
  passed += of('passed');
  failed += of('failed');
  skipped += of('pending', 'skipped', 'todo', 'disabled');
  if (status === 'failed' && of('failed') === 0) failed += 1;
}
if (passed + failed === 0) failed += 1;
console.log(passed, failed, skipped);
