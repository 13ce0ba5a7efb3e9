import { describe, expect, test } from 'vitest';
import type {
  ExportedBallot,
  ExportedEntry,
  ExportedGame,
  ExportedVote,
} from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { stepCounter } from '../steps.ts';
import type { Forgeable } from './replaying.ts';

/** Files that somebody has made to keep their reader waiting: twice as long a file takes about twice the work. */

const stepsOf = stepCounter(/\/src\/(host|council)\/.*\.ts$/);

// What is counted is loaded after the counter has begun.
const { once } = await import('../../src/kit/memo.ts');
const { readReplay } = await import('../../src/host/afterwards/replay-file/replay-report.ts');
const { discordIdOf, exporting } = await import('./exporting.ts');
const { LIBRARY, textIn } = await import('./fixture.ts');
const { forged } = await import('./replaying.ts');

/** A campaign with one of each thing that a file may have many of. */
const file = once(played);

function played(): string {
  const { store, game, bo, ada, cy, member } = exporting('overland');
  const people = { [discordIdOf('Bo')]: 'Bo', [discordIdOf('Cy')]: 'Cy' };
  bo.orders.give({ verb: 'attack', leader: 'grant' });
  ada.undo.takeBack(null, true, 'A slip');
  ada.council.set({ mode: 'commander', commander: `${discordIdOf('Bo')} ${discordIdOf('Cy')}` }, people);
  bo.council.set({ mode: 'vote' }, people);
  cy.ballots.voteOnMotion(store.openBallots(game().id)[0]?.id ?? 0, false);
  ada.council.set({ mode: 'vote', early: '2' }, people);
  for (const who of ['Bo', 'Cy'] as const) member(who).orders.give({ verb: 'attack', leader: 'sigel' });
  ada.games.abandon(null);
  return textIn(ada.log.file());
}

type Entry = ExportedEntry & { seq: number };

/** Puts entries before the end of a log, and numbers all of it anew. */
function inserted(game: Forgeable, entries: readonly ExportedEntry[]): void {
  game.log.splice(-1, 0, ...entries.map((entry) => structuredClone(entry)));
  for (const [seq, entry] of (game.log as Entry[]).entries()) {
    if (entry.kind === 'undo') Object.assign(entry, { takesBack: seq - 1 });
    if (entry.kind === 'order' && entry.takenBackBy !== null) Object.assign(entry, { takenBackBy: seq + 1 });
    entry.seq = seq;
  }
}

function added(game: Forgeable, ballots: readonly ExportedBallot[]): void {
  game.ballots.push(...ballots.map((ballot) => structuredClone(ballot)));
  for (const [index, ballot] of game.ballots.entries()) ballot.number = index + 1;
}

const times = <Thing>(count: number, thing: (index: number) => Thing): Thing[] =>
  Array.from({ length: count }, (_, index) => thing(index));

function entryOf(game: Pick<ExportedGame, 'log'>, kind: ExportedEntry['kind']): ExportedEntry {
  return game.log.find((entry) => entry.kind === kind) as ExportedEntry;
}

function ballotOf(game: Pick<ExportedGame, 'ballots'>, subject: ExportedBallot['subject']): ExportedBallot {
  return game.ballots.find((ballot) => ballot.subject === subject && (ballot.votes?.length ?? 0) > 0) as ExportedBallot;
}

/** By what there is much of. */
const HOSTILE: Readonly<Record<string, (game: Forgeable, count: number) => void>> = {
  'ballots, of as many councils': (game, count) => {
    inserted(
      game,
      times(count, () => entryOf(game, 'council')),
    );
    added(
      game,
      times(count, (index) => ({ ...ballotOf(game, 'council'), after: index + 1 })),
    );
  },
  'ballots that opened together': (game, count) => {
    added(
      game,
      times(count, () => ballotOf(game, 'order')),
    );
  },
  'decisions of a ballot': (game, count) => {
    inserted(
      game,
      times(count, () => entryOf(game, 'ballot')),
    );
  },
  'orders that were taken back': (game, count) => {
    inserted(game, times(count, () => [entryOf(game, 'order'), entryOf(game, 'undo')]).flat());
  },
  'members, and votes': (game, count) => {
    const ballot = game.ballots.find(({ votes }) => (votes?.length ?? 0) > 1) as Forgeable['ballots'][number];
    const [vote] = ballot.votes as readonly ExportedVote[];
    ballot.votes = times(count, (index) => ({ ...(vote as ExportedVote), by: `<@${index}>`, reason: `no ${index}` }));
  },
};

describe('with twice as many', () => {
  test.each(Object.keys(HOSTILE))('%s', (what) => {
    const read = (count: number) => {
      const bytes = Buffer.from(forged(file(), (game) => HOSTILE[what]?.(game, count)));
      const steps = () => stepsOf(() => void readReplay(bytes, LIBRARY));
      // What is kept of earlier files may go with a collection, and is then made once more: the second time it is there.
      return Math.min(steps(), steps());
    };
    // What is done once for any file is not counted twice.
    read(10);
    const [few, some, many] = [read(50), read(200), read(400)] as const;
    expect(some).toBeGreaterThan(few);
    expect((many - few) / (some - few), `${few} ${some} ${many}`).toBeLessThan(2.5);
  });
});
