import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/council/index.ts';
import { orderKey, type Throw } from '../../src/game/index.ts';
import { verified } from '../../src/host/afterwards/replay-file/verify-words.ts';
import { sealOf, tieThrow } from '../../src/host/table/game-secret.ts';
import { NOTHING_SEEN } from '../../src/host/table/rolls-taken-back.ts';
import type { EntryBody, EntryRecord, GameRecord } from '../../src/store/index.ts';

/** The die that breaks a tie, changed in a log made by hand. */

const ADA = { id: 1, discordId: '100', name: 'Ada' };
const SECRET = '5e'.repeat(32);
const GAME: GameRecord = {
  id: 'campaign01',
  channel: 'front',
  guild: 'army',
  system: 'overland',
  variant: 'standard',
  dataset: 'hash',
  seal: sealOf(SECRET),
  secret: SECRET,
  starter: ADA,
  startedAt: 0,
  ended: { at: 9, how: 'abandoned' },
  whatIf: null,
};

const GRANT = { verb: 'attack', leader: 'grant' };
const SIGEL = { verb: 'attack', leader: 'sigel' };
const MOVE = { verb: 'move', to: 'ashland' };
const AMONG = [GRANT, SIGEL, MOVE].map(orderKey).sort();

function log(...bodies: readonly EntryBody[]): EntryRecord[] {
  return bodies.map((body, seq) => ({
    game: GAME.id,
    seq,
    member: body.kind === 'ballot' || body.kind === 'council' ? null : ADA,
    at: seq,
    ...body,
  }));
}

const START: EntryBody = { kind: 'start', throws: [] };
/** An order that throws nothing. */
const MARCH: EntryBody = { kind: 'order', seat: 'us', order: MOVE, throws: [], reason: null, ballot: 1 };

/** A ballot's entry, decided by the die as it must be thrown after so many standing orders; `changes` are made to it afterwards. */
function tied(turn: number, changes: Partial<Extract<EntryBody, { kind: 'ballot' }>> = {}): EntryBody {
  const thrown = tieThrow(GAME, turn, AMONG);
  const choice = AMONG[thrown.face - 1] as string;
  const decision: Decision = { choice, votes: 2, of: 2 * AMONG.length, tie: { rule: 'die', among: AMONG } };
  return { kind: 'ballot', seat: 'us', ballot: 1, decision, throws: [thrown], ...changes };
}

function verdictOn(...bodies: readonly EntryBody[]) {
  const answer = verified(GAME, {
    entries: log(...bodies),
    takenBack: NOTHING_SEEN,
    incompatibility: null,
    replay: null,
  });
  return { first: answer.text.split('\n')[0], text: answer.text };
}

describe('the die of a tie', () => {
  const other = (face: number, sides: number): Throw => ({ kind: 'die', purpose: 'The tie', sides, face });
  const { face } = tieThrow(GAME, 0, AMONG);
  const decided = tied(0) as Extract<EntryBody, { kind: 'ballot' }>;
  test.each<[string, EntryBody, string]>([
    ['another face', tied(0, { throws: [other(1 + (face % 3), 3)] }), 'entry 1 (The tie)'],
    ['another die', tied(0, { throws: [other(face, 6)] }), 'entry 1 (The tie)'],
    ['a shuffle', tied(0, { throws: [{ kind: 'shuffle', purpose: 'The tie', deal: [2, 1, 0] }] }), 'entry 1 (The tie)'],
    ['a die struck out', tied(0, { throws: [] }), 'entry 1 (The tie)'],
    ['a second die', tied(0, { throws: [...decided.throws, { ...other(1, 3), purpose: 'Again' }] }), 'entry 1 (Again)'],
    [
      'another choice than its die stands for',
      tied(0, { decision: { ...decided.decision, choice: AMONG[face % 3] as string } }),
      'entry 1 (The tie)',
    ],
    [
      'other choices level',
      tied(0, { decision: { ...decided.decision, tie: { rule: 'die', among: [...AMONG].reverse() } } }),
      'entry 1 (The tie)',
    ],
    [
      'a die where another rule broke the tie',
      tied(0, { decision: { ...decided.decision, tie: { rule: 'first', among: AMONG } } }),
      'entry 1 (The tie)',
    ],
    ['a die where there was no tie', tied(0, { decision: { ...decided.decision, tie: null } }), 'entry 1 (The tie)'],
  ])('does not check with %s', (_what, entry, wrong) => {
    const { first, text } = verdictOn(START, entry, MARCH, tied(1));
    expect(first).toBe(`**The dice don’t match the seal.** Wrong: ${wrong}.`);
    expect(text.match(/✗/g)).toHaveLength(1);
  });
});
