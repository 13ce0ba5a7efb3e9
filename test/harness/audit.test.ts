import { expect, test } from 'vitest';
import type { AnswerOutcome } from '../../src/sandbox/sandbox.ts';
import { Audit } from './audit.ts';
import { type Asked, Claims } from './claims.ts';
import type { EntryRow, Holdings } from './database.ts';

const ADA = { channel: '10', member: '100' };
const KEY = '{"leader":"grant","verb":"attack"}';
const ATTACK: Asked = { what: 'order', key: KEY };

const entry = (seq: number, more: Partial<EntryRow> = {}): EntryRow => ({
  game: 'g',
  seq,
  kind: seq === 0 ? 'start' : 'order',
  member: 1,
  body: seq === 0 ? null : '{"verb":"attack","leader":"grant"}',
  throws: '[]',
  ballot: null,
  interaction: `${seq}`,
  cause: null,
  at: seq,
  ...more,
});

const holding = (more: Partial<Holdings> = {}): Holdings => ({
  games: [{ id: 'g', channel: '10', ended: null, origin: null }],
  entries: [entry(0), entry(1)],
  votes: [],
  ballots: [],
  members: new Map([[1, '100']]),
  openings: new Set(),
  forgotten: new Set(),
  ...more,
});

/** An answer to a member; public by default. */
const told = (interactionId: string, content = '**Ada** attacks.', ephemeral = false) =>
  ({ interactionId, kind: 'message', message: { content, ephemeral } }) as AnswerOutcome;
const unanswered = (interactionId: string): AnswerOutcome => ({ interactionId, kind: 'failed', reason: 'no answer' });

/** An audit of a campaign that Ada has begun, with what else she was told. */
function audit(...heard: readonly (readonly [Asked, AnswerOutcome])[]): Audit {
  const claims = new Claims();
  claims.heard(ADA, { what: 'start' }, told('0'));
  for (const [asked, outcome] of heard) claims.heard(ADA, asked, outcome);
  return new Audit(claims);
}

test('what was acknowledged and is there once agrees, and so does what nobody answered, done or not', () => {
  expect(audit([ATTACK, told('1')]).check(holding())).toMatchObject({ acknowledged: 2, doneUnheard: 0, orders: 1 });
  expect(audit([ATTACK, unanswered('1')]).check(holding())).toMatchObject({ acknowledged: 1, doneUnheard: 1 });
  expect(audit([ATTACK, unanswered('1')]).check(holding({ entries: [entry(0)] })).doneUnheard).toBe(0);
});

test('what was acknowledged and is not there is found, and so is what is there and nobody did, or was told was not done', () => {
  expect(() => audit([ATTACK, told('1')]).check(holding({ entries: [entry(0)] }))).toThrow('Acknowledged, and not');
  expect(() => audit().check(holding())).toThrow('Nobody ever did 1');
  expect(() => audit([ATTACK, told('1', 'That is over.', true)]).check(holding())).toThrow('nobody was told so');
});

test('an order that became another, or somebody else’s, is found', () => {
  const other = entry(1, { body: '{"verb":"attack","leader":"butler"}' });
  expect(() => audit([ATTACK, told('1')]).check(holding({ entries: [entry(0), other] }))).toThrow('Acknowledged');
  expect(() => audit([ATTACK, unanswered('1')]).check(holding({ entries: [entry(0), other] }))).toThrow('The order of');
  const theirs = holding({ entries: [entry(0), entry(1, { member: 2 })], members: new Map([[2, '200']]) });
  expect(() => audit([ATTACK, told('1')]).check(theirs)).toThrow('The member of');
});

test('a log that was rewritten, cut or has a hole is found', () => {
  const asked = audit([ATTACK, told('1')]);
  asked.check(holding());
  expect(() => asked.check(holding({ entries: [entry(0), entry(1, { throws: '[6]' })] }))).toThrow('is as it was');
  expect(() => asked.check(holding({ entries: [entry(0)] }))).toThrow('Entry g 1 has gone');
  expect(() => asked.check(holding({ entries: [entry(0), entry(2, { interaction: '1' })] }))).toThrow('follows on');
});

test('an order that a game gives itself at the moment of the one before is nobody’s, and right', () => {
  const passed = holding({ entries: [entry(0), entry(1), entry(2, { interaction: null, member: null, at: 1 })] });
  expect(audit([ATTACK, told('1')]).check(passed)).toMatchObject({ orders: 2 });
});

test('an order done twice, the second time by nobody, is found', () => {
  const twice = holding({ entries: [entry(0), entry(1), entry(2, { interaction: null, member: null })] });
  expect(() => audit([ATTACK, told('1')]).check(twice)).toThrow('Order 2 of g is nobody’s');
});

const VOTE = 'Your vote: **Grant attacks**.\nYou can change it.';
const ballot = (votes: number, of: number) => ({
  id: 7,
  game: 'g',
  subject: 'order' as const,
  how: 'decided' as const,
  decision: JSON.stringify({ choice: KEY, votes, of }),
  message: null,
});
const decided = [
  entry(0),
  entry(1, { kind: 'ballot', ballot: 7, interaction: null, member: null }),
  entry(2, { ballot: 7, interaction: null, member: null }),
];
const vote = (interaction: string, choice: string | null = KEY) => ({
  ballot: 7,
  member: 1,
  choice,
  reason: null,
  interaction,
});

test('a vote that was acknowledged counts once, and a ballot is decided once, by its standing votes', () => {
  const cast = [ATTACK, told('5', VOTE, true)] as const;
  const fair = holding({ entries: decided, ballots: [ballot(1, 1)], votes: [vote('5')] });
  expect(audit(cast).check(fair)).toMatchObject({ acknowledged: 2, votes: 1 });
  expect(() => audit(cast).check({ ...fair, votes: [] })).toThrow();
  expect(() => audit(cast).check({ ...fair, votes: [vote('5', 'for')] })).toThrow();
  expect(() => audit(cast).check({ ...fair, ballots: [ballot(2, 2)] })).toThrow('counts every vote');
  expect(() => audit(cast).check({ ...fair, entries: [...decided, { ...decided[2], seq: 3 } as EntryRow] })).toThrow(
    'decided once',
  );
  expect(() => audit().check(fair)).toThrow('Nobody ever did 5');
});

test('a ballot that decided a plan is followed by its orders in turn, as far as they were legal, and by nothing else', () => {
  const [attack, wait, end] = [JSON.parse(KEY), { verb: 'wait' }, { verb: 'end' }];
  const cast = [{ what: 'reason', reason: 'Now' }, told('5', `Your vote: **A plan**.\n> “Now”`, true)] as const;
  const check = (plan: readonly (object | string)[], ...done: readonly object[]) => {
    const choice = JSON.stringify(plan);
    const orders = done.map((body, at) => ({ ...(decided[2] as EntryRow), seq: at + 2, body: JSON.stringify(body) }));
    return audit(cast).check(
      holding({
        entries: [...decided.slice(0, 2), ...orders],
        ballots: [{ ...ballot(1, 1), decision: JSON.stringify({ choice, votes: 1, of: 1 }) }],
        votes: [{ ...vote('5', choice), reason: 'Now' }],
      }),
    );
  };
  expect(check([attack, wait, end], attack, wait, end)).toMatchObject({ orders: 3, votes: 1 });
  expect(check([attack, wait, end], attack, end)).toMatchObject({ orders: 2 });
  expect(check([attack, 'fight'], attack, wait, wait)).toMatchObject({ orders: 3 });
  expect(() => check([attack, wait])).toThrow('decided once');
  expect(() => check([attack, wait], attack, attack)).toThrow('once and in its turn');
  expect(() => check([attack, wait], wait, attack)).toThrow('once and in its turn');
  expect(() => check([attack, wait], attack, end)).toThrow('of the plan');
});

test('a tie that went to what had its votes longest is reckoned again, and so is a reason that was acknowledged', () => {
  const [first, other] = ['for', KEY];
  const cast = (interaction: string, member: number, choice: string) => ({ ...vote(interaction, choice), member });
  const members = new Map([
    [1, '100'],
    [2, '100'],
  ]);
  const tied = { choice: KEY, votes: 1, of: 2, tie: { rule: 'held-longest' } };
  const holds = (votes: Holdings['votes']) =>
    holding({ entries: decided, ballots: [{ ...ballot(1, 2), decision: JSON.stringify(tied) }], votes, members });
  const answered = (interaction: string) => told(interaction, 'Your vote: **This**.\n> “Now”', true);
  const heard = [
    [{ what: 'reason', reason: 'Now' }, answered('5')],
    [{ what: 'reason', reason: 'Now' }, answered('6')],
  ] as const;
  const reasoned = (votes: readonly ReturnType<typeof cast>[]) => votes.map((one) => ({ ...one, reason: 'Now' }));
  const fair = reasoned([cast('5', 1, other), cast('6', 2, first)]);
  expect(audit(...heard).check(holds(fair))).toMatchObject({ votes: 2 });
  expect(() => audit(...heard).check(holds(reasoned([cast('5', 1, first), cast('6', 2, other)])))).toThrow('longest');
  expect(() => audit(...heard).check(holds([cast('5', 1, other), cast('6', 2, first)]))).toThrow('not there');
});
