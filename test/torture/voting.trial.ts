import { expect, test } from 'vitest';
import { CHANNEL } from '../harness/channel.ts';
import { SEED } from '../trials/long.ts';
import type { MomentName } from './moments.ts';
import { torture } from './torture.ts';

/** Moments that matter to ballots, from votes on their way to a map that comes twice; and a start. */
const MOMENTS: readonly MomentName[] = [
  'before an answer is taken',
  'when an answer is taken',
  'between the answer and its map',
  'while what is owed is brought',
  'left as it was asked to',
  'while a map arrives',
  'when a map is taken',
  'after what is owed was brought',
  'while it starts',
];

test('a channel of two dozen plays by vote, the program is killed time and again, and every acknowledged vote counts once', async () => {
  const report = await torture({
    seed: SEED,
    kills: MOMENTS.length - 1,
    lanes: 1,
    moments: MOMENTS,
    limits: true,
    tables: { channels: [[CHANNEL, 'vote']], players: [], rules: { quorum: 2, early: 3 } },
  });
  console.log(`Seed ${SEED}: ${JSON.stringify(report)}`);
  expect(report.votes).toBeGreaterThan(10);
  expect(report['cards of ballots read back']).toBeGreaterThan(0);
});
