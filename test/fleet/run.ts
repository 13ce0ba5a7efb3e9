import { asked } from '../command-line.ts';
import { columns, longRun } from '../harness/long-run.ts';
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

await longRun(async () => {
  console.log(`Seed ${seed}.`);
  const report = await fleet({ seed, minutes, servers, rate }, (line) => console.error(line));
  return `${columns(Object.entries(report))}\nNothing was lost, nothing done twice, and nothing is in the wrong database.`;
});
