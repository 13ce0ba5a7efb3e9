import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { asked } from '../command-line.ts';
import { campaign, games } from './games.ts';
import { sessions } from './sessions.ts';

/**
 * What players see, written down so that it can be compared after the code has been changed: a line with a short hash for everything that
 * games say and draw in random campaigns, and everything that members see of the bot in random sessions.
 */
const { to, campaigns, plays, show } = asked(
  [
    'npm run -s unchanged -- [--to FILE] [--campaigns N] [--plays N] [--show WHERE]',
    'Writes a line for everything that N campaigns of each game (25) and N sessions in the practice Discord (12) show.',
    '--show prints in full what the lines that begin with WHERE stand for.',
  ],
  { to: 'word', campaigns: 'number', plays: 'number', show: 'word' },
);

/** Properties in the order of their names: the order in which code writes them is nothing that anybody sees. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const lines: string[] = [];
function note(at: string, kind: string, value: unknown): void {
  const text = JSON.stringify(value ?? null, inOrder);
  const line = `${at} | ${kind}`;
  if (show !== undefined && line.startsWith(show)) console.log(`${line}\n${JSON.stringify(value, null, 1)}`);
  lines.push(`${line} | ${createHash('sha256').update(text).digest('hex').slice(0, 10)}`);
}

for (const system of games)
  for (let seed = 1; seed <= (campaigns ?? 25); seed++)
    for (const { at, kind, value } of campaign(system, seed)) note(at, kind, value);
for (let seed = 1; seed <= (plays ?? 12); seed++)
  for await (const { at, kind, value } of sessions(seed)) note(at, kind, value);
if (to !== undefined) writeFileSync(to, `${lines.join('\n')}\n`);
console.log(
  `${lines.length} lines; all of them: ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`,
);
process.exit(0);
