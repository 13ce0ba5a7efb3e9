// @ts-check
// Counts what a vitest run did: `node tally.mjs <report.json> <its exit code>` prints "passed failed skipped".
// A file that could not be loaded, a run that left no report, and a run that failed without a failed test each count
// as one failure, so that nothing that went wrong adds up to nothing.
import { readFileSync } from 'node:fs';

const [report = '', exitCode = '1'] = process.argv.slice(2);
let [passed, failed, skipped] = [0, 0, 0];
try {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const file of testResults) {
    const of = (/** @type {string[]} */ ...states) =>
      file.assertionResults.filter((/** @type {{ status: string }} */ { status }) => states.includes(status)).length;
    passed += of('passed');
    failed += of('failed');
    skipped += of('pending', 'skipped', 'todo', 'disabled');
    if (file.status === 'failed' && of('failed') === 0) failed += 1;
  }
} catch {
  failed += 1;
}
if (exitCode !== '0' && failed === 0) failed += 1;
if (passed + failed === 0) failed += 1;
console.log(passed, failed, skipped);
