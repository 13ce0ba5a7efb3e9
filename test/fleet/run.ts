import { asked } from '../command-line.ts';
import { fleet } from './fleet.ts';

/** Runs the pods of deploy/kubernetes as processes, while members play and the number of shards changes. */
const given = asked(
  [
    'npm run fleet [-- --minutes N] [--servers N] [--rate N] [--seed N]',
    'Plays N minutes (2) in N servers (400) while the bot grows from one pod to two and four and shrinks to three; pods are killed and updated.',
    'Members do at most N things a second (10) for each pod. Nothing may be lost, done twice, or in the wrong database.',
  ],
  { minutes: 'count', servers: 'count', rate: 'count', seed: 'number' },
);
const { seed = Date.now() % 1_000_000, minutes = 2, servers = 400, rate = 10 } = given;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(`Seed ${seed}.`);
let code = 0;
try {
  const report = await fleet({ seed, minutes, servers, rate }, (line) => console.error(line));
  for (const [what, found] of Object.entries(report)) console.log(`${what.padEnd(34)}${String(found).padStart(8)}`);
  console.log('Nothing was lost, nothing done twice, and nothing is in the wrong database.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  code = 1;
}
process.exit(code);
