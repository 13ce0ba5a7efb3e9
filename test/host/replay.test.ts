import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportedGame } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { drawnCases } from '../trials/long.ts';
import { discordIdOf, exporting } from './exporting.ts';
import { chanceOf, said, textIn } from './fixture.ts';
import {
  campaignBy,
  campaignOf,
  type Files,
  type Forgeable,
  forged,
  foundIn,
  inspected,
  isWithin,
  leavesOf,
  partAround,
  withLeaf,
} from './replaying.ts';

/** What `npm run replay` finds in files of campaigns that were really played, and in such as somebody has changed. */

const SEEDS = { numRuns: drawnCases(10) };

const GRANT = { verb: 'attack', leader: 'grant' };
const SIGEL = { verb: 'attack', leader: 'sigel' };

/** A campaign of twenty orders, nearly all of them moves without dice. */
function marches(): string {
  const { ada } = exporting('road-to-richmond', { chance: chanceOf('1862') });
  for (let step = 0; step < 20; step++) {
    const orders = ada.completions.overrule('').map(({ value }) => value);
    const moves = orders.filter((value) => value.includes('"to"'));
    const known = moves.length > 0 ? moves : orders;
    ada.orders.overrule(known[(step * 7) % known.length] ?? '');
  }
  ada.games.abandon(null);
  return textIn(ada.log.file());
}

function files(seed: number): string[] {
  return Object.values(campaignBy(seed) satisfies Files);
}

describe('an untouched file', () => {
  test('is verified, whatever was done at the table, running or ended', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const file of files(seed)) {
          const { count, played, throws, game, fingerprint } = inspected(file);
          expect(foundIn(file)).toBe('');
          expect([count, played]).toEqual([0, true]);
          expect(throws === null).toBe(game?.ended === null);
          expect(fingerprint).toBe(game?.digests?.fingerprint);
        }
      }),
      { numRuns: drawnCases(5) },
    );
  });
});

test('whatever may happen at a table happens in the campaigns of these tests', () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 9; seed++) {
    for (const file of files(seed)) {
      const { log, ballots, whatIf, ended } = JSON.parse(file) as ExportedGame;
      for (const entry of log) {
        kinds.add(entry.kind === 'council' ? `council by ${entry.cause}` : entry.kind);
        if (entry.kind === 'ballot') kinds.add(`tie: ${entry.decision.tie?.rule}`);
        if (entry.kind === 'start' && entry.inherited?.length) kinds.add('inherited');
        if (entry.kind === 'order' && entry.takenBackBy !== null) kinds.add('taken back');
      }
      for (const { subject, closed } of ballots) kinds.add(`${subject} ${closed?.how ?? 'open'}`);
      kinds.add(`what if: ${whatIf !== null}`).add(`ended: ${ended?.how}`);
    }
  }
  for (const kind of EVERYTHING) expect([...kinds]).toContain(kind);
});

const EVERYTHING = [
  ...['start', 'order', 'undo', 'abandon', 'ballot', 'inherited', 'taken back', 'what if: true'],
  ...[
    'council by member',
    'council by vote',
    'council by order',
    'ended: finished',
    'ended: abandoned',
    'ended: undefined',
  ],
  ...['tie: undefined', 'tie: held-longest', 'tie: die', 'order decided', 'order void', 'order open'],
  ...['council decided', 'council lost', 'council void'],
];

describe('one byte', () => {
  test.each(['another', 'one more', 'one less'] as const)('%s is found, and said where', (how) => {
    const changed = (bytes: Buffer, offset: number, value: number) => {
      const rest = how === 'one more' ? offset : offset + 1;
      const put = how === 'one less' ? [] : [value];
      return Buffer.concat([bytes.subarray(0, offset), Buffer.from(put), bytes.subarray(rest)]);
    };
    const known = [files(1), files(2)].flat();
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(255), fc.nat(), (which, place, flip, kind) => {
        const file = known[which % known.length] as string;
        const bytes = Buffer.from(file);
        const offset = place % bytes.length;
        const was = bytes[offset] ?? 0;
        // Any byte, or one that could stand there.
        const value = kind % 2 === 0 ? flip : ' \n",:0123456789aefnrtu{}[]\\'.charCodeAt(flip % 27);
        if (how === 'another' && value === was) return;
        const { findings, count } = inspected(changed(bytes, offset, value));
        expect(count).toBeGreaterThan(0);
        const part = partAround(file, offset);
        // A bracket that is opened too many is missed only where what is around it ends.
        const opens = how !== 'one less' && '[{'.includes(String.fromCharCode(value));
        const near = findings.some((finding) => isWithin(finding, part) || (opens && finding.line >= part.first));
        expect(near, JSON.stringify({ part, findings })).toBe(true);
      }),
      { numRuns: drawnCases(60) },
    );
  });
});

describe('whoever makes the digests anew', () => {
  const property = (check: (file: string, pick: (count: number) => number) => void) =>
    fc.assert(
      fc.property(fc.nat(4), fc.nat(), (seed, chance) => {
        check(ended(seed), (count) => chance % Math.max(count, 1));
      }),
      SEEDS,
    );
  const played = new Map<number, string>();
  const ended = (seed: number) => {
    const file = played.get(seed) ?? campaignBy(seed).ended;
    played.set(seed, file);
    return file;
  };

  test('cannot let two entries change places', () => {
    property((file, pick) => {
      const seqs: number[] = [];
      const forgery = forged(file, ({ log }) => {
        const first = 1 + pick(log.length - 2);
        seqs.push(first, first + 1);
        const [one, other] = log.splice(first, 2);
        if (one && other) log.splice(first, 0, other, one);
      });
      for (const seq of seqs) expect(foundIn(forgery)).toContain(`Entry ${seq}, its number`);
    });
  });

  test('nor orders that are numbered anew, where their dice are others there', () => {
    const forgery = forged(campaignOf(GRANT, SIGEL), ({ log }) => {
      const [one, other] = log.splice(1, 2);
      if (one && other) log.splice(1, 0, { ...other, seq: 1 }, { ...one, seq: 2 });
    });
    expect(foundIn(forgery)).toMatch(/^Entry [12], its dice \(line \d+\): “(Grant|Sigel) attacks” shows/m);
  });

  test('cannot take a vote away', () => {
    property((file, pick) => {
      let number = 0;
      const forgery = forged(file, ({ ballots }) => {
        const voted = ballots.filter(({ votes }) => votes?.some(({ counts }) => counts));
        const ballot = voted[pick(voted.length)];
        if (!ballot?.votes) return;
        number = ballot.number;
        const at = ballot.votes.findIndex(({ counts }) => counts);
        const [{ by } = { by: '' }] = ballot.votes.slice(at, at + 1);
        ballot.votes = ballot.votes.filter((vote) => vote.by !== by);
      });
      if (number > 0) expect(foundIn(forgery)).toContain(`Ballot ${number}, `);
    });
  });

  test('cannot take all votes of a ballot away together with its decision', () => {
    expect.hasAssertions();
    const { ballots } = JSON.parse(ended(3)) as ExportedGame;
    for (const { number, closed } of ballots.filter(({ closed }) => closed?.how === 'decided')) {
      const none = { votes: [], tally: [], voters: 0, closed: { ...closed, decision: null } };
      const forgery = forged(ended(3), (game) => Object.assign(game.ballots[number - 1] ?? {}, none));
      expect(foundIn(forgery)).toContain(`Ballot ${number}, how it closed`);
    }
  });

  test('cannot change the destination of a move: the entry that is named first is the one that was changed', () => {
    const file = marches();
    const { log } = JSON.parse(file) as ExportedGame;
    const moves = log.flatMap((entry) => (entry.kind === 'order' && entry.order?.to ? [entry] : []));
    expect(moves.length).toBeGreaterThan(15);
    for (const [index, { seq, order, said }] of moves.entries()) {
      const to = moves[(index + 1) % moves.length]?.order?.to as string;
      // With the words of the order as they were, and with new ones.
      for (const words of [said, said.replace(order?.to as string, to)]) {
        const forgery = forged(file, (game) =>
          Object.assign(game.log[seq] ?? {}, { order: { ...order, to }, said: words }),
        );
        const found = foundIn(forgery);
        expect(found).toMatch(new RegExp(`^Entry ${seq}[, ]`));
        for (const [, is, due] of found.matchAll(/has (“.*”)\. By the log and the rules it should be (“.*”)\.$/gm))
          expect(is).not.toBe(due);
      }
    }
  });

  test('cannot move one time by six years, wherever it stands', () => {
    for (const { file, path, value } of leavesOf(ended(3))) {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) continue;
      for (const years of [-6, 6]) {
        const moved = `${Number(value.slice(0, 4)) + years}${value.slice(4)}`;
        expect(foundIn(withLeaf(file, path, moved)), path.join('.')).not.toBe('');
      }
    }
  });

  test('cannot keep the program from reading on with a die that no tie can have, or with a tie of no choices', () => {
    const seed = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((one) => ended(one).includes('"rule": "die"')) ?? -1;
    const forgery = forged(ended(seed), ({ log }) => {
      for (const entry of log)
        if (entry.kind === 'ballot') for (const die of entry.throws) Object.assign(die, { sides: 9, face: 9 });
    });
    expect(foundIn(forgery)).toMatch(/^Entry \d+, its dice/m);
    const empty = forged(ended(seed), ({ log }) => {
      for (const entry of log) if (entry.kind === 'ballot') Object.assign(entry.decision.tie ?? {}, { among: [] });
    });
    expect(foundIn(empty)).toMatch(/^Entry \d+, .*a tie must name its choices/m);
  });

  test('cannot change the rules data, nor name what every object has, nor let the game go on', () => {
    const file = ended(4);
    const changes: readonly [string, (game: Forgeable) => void][] = [
      [
        'The hash of the rules data',
        (game) => Object.assign(game.dataset.files['overland.json'] as object, { name: 'x' }),
      ],
      ['The secret', (game) => Object.assign(game, { secret: 'ab'.repeat(32) })],
      ['The variant', (game) => Object.assign(game.variant, { id: 'constructor' })],
      ['The game’s system', (game) => Object.assign(game.system, { id: 'toString' })],
      ['How it ended', (game) => Object.assign(game, { ended: null, secret: null })],
    ];
    for (const [place, change] of changes) expect(foundIn(forged(file, change))).toContain(place);
  });
});

describe('a file of version 1', () => {
  // Written by the program as it was then: a tie between Butler and Sigel went to Sigel, who had two votes later.
  const file = readFileSync(new URL('version-1.replay', import.meta.url), 'utf8');

  test('is verified with the tie as it was broken then', () => {
    const { count, played, throws } = inspected(file);
    expect(foundIn(file)).toBe('');
    expect([count, played, throws]).toEqual([0, true, 2]);
  });

  test('has no tie that was broken as today, and no line out of its rank', () => {
    const changed = (change: (game: Forgeable) => void) => foundIn(forged(file, change));
    expect(
      changed(({ ballots, log }) => {
        for (const { decision } of [ballots[1]?.closed, log.find(({ kind }) => kind === 'ballot')] as Decided[])
          if (decision?.tie) decision.tie.rule = 'held-longest';
      }),
    ).toContain('In files of version 1 no tie was broken this way.');
    expect(
      changed(({ ballots }) => {
        const [line] = ballots[1]?.tally ?? [];
        if (line) Object.assign(line, { votes: 1 });
      }),
    ).toContain('tally');
  });

  test('is another file as one of version 2', () => {
    const later = foundIn(
      forged(file, (game) => {
        game.version = 2;
      }),
    );
    expect(later).toContain('tally');
  });
});

test.each([2, 3])('a file of version %i is verified, whose sentences were worded in another way', (version) => {
  const file = readFileSync(new URL(`version-${version}.replay`, import.meta.url), 'utf8');
  expect(foundIn(file)).toBe('');
  const reworded = forged(file, (game) => {
    game.version = 5;
  });
  expect(foundIn(reworded)).toContain('what everybody was told');
});

test('a tie is not broken as it was before, once one was broken as today', () => {
  const table = exporting('overland', { chance: chanceOf('1864') });
  const { store, game, ada, member } = table;
  ada.council.set({ mode: 'vote', quorum: '1' }, {});
  for (let ballots = 0; ballots < 2; ballots++) {
    const point = { game: game().id, seq: store.lastSeq(game().id) };
    for (const [who, order] of [
      ['Bo', GRANT],
      ['Cy', SIGEL],
    ] as const)
      member(who).orders.give(order, point);
    ada.ballots.count(null, true);
  }
  ada.games.abandon(null);
  const file = textIn(ada.log.file());
  expect(foundIn(file)).toBe('');
  const forgery = forged(file, ({ ballots, log }) => {
    const decided = [ballots[1]?.closed, log.findLast(({ kind }) => kind === 'ballot')] as Decided[];
    for (const { decision } of decided) if (decision?.tie) decision.tie.rule = 'first';
  });
  expect(foundIn(forgery)).toContain('By then ties were broken by another rule.');
});

test('a motion that passed is not lost because more members took command later', () => {
  const { host, store, game, as, ada, bo, cy, member } = exporting('overland');
  const people = { [discordIdOf('Bo')]: 'Bo', [discordIdOf('Cy')]: 'Cy' };
  const commander = Object.keys(people).join(' ');
  ada.council.set({ mode: 'commander', commander, rotate: 'order' }, people);
  bo.council.set({ mode: 'open' }, people);
  cy.ballots.voteOnMotion(store.openBallots(game().id)[0]?.id ?? 0, false);
  host.timers.tick(as('Ada').at + 25 * 3_600_000);
  const later = { at: as('Ada').at + 26 * 3_600_000 };
  for (const who of ['Dee', 'Eli'] as const) said(host.council.rota(as(who, later), true));
  member('Ada', later).games.abandon(null);
  const file = textIn(member('Ada', later).log.file());
  expect(foundIn(file)).toBe('');
  const forgery = forged(file, ({ ballots: [motion] }) => {
    const votes = (motion?.votes ?? []).map((vote) => ({ ...vote, choice: 'for' as const }));
    const tally = [{ choice: 'for', votes: 2, voters: votes.map(({ by }) => by), reasons: [] }];
    Object.assign(motion ?? {}, { votes, tally });
    Object.assign(motion?.closed ?? {}, { decision: { choice: 'against', votes: 0, of: 2, tie: null } });
  });
  expect(foundIn(forgery)).toContain('Ballot 1, how it closed');
});

interface Decided {
  readonly decision: { readonly tie: { rule: string } | null } | null;
}
