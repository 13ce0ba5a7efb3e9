// @ts-check
// The files of a vitest report in which something failed, one a line; none where there is no report.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [report = ''] = process.argv.slice(2);
try {
  for (const { name, status } of JSON.parse(readFileSync(report, 'utf8')).testResults)
    if (status === 'failed') console.log(relative(process.cwd(), name));
} catch {
  // What left no report counts as failed without being run again.
}
