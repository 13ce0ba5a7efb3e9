import { expect, test } from 'vitest';
import { DEFAULT_COUNCIL, type Decision, standingVotes } from '../../src/council/index.ts';
import { orderKey } from '../../src/game/index.ts';
import { type Camp, camped, DAWN, GRANT, PEOPLE } from './camp.ts';
import { headquarters, labels, pressOf, said } from './fixture.ts';

/** What `/log` tells of councils and ballots: everything, in its place, and of what is open nothing. */

const GRANT_KEY = JSON.stringify({ leader: 'grant', verb: 'attack' });

/** The lines of the whole log, its heading aside. The clock goes on a second, so that the next thing is done at another time. */
function log(c: Camp): string[] {
  const pages = [c.bo.log.page(null, 0)];
  for (let [first] = pages; first && labels(first).includes('Earlier'); [first] = pages) {
    const { game, page } = pressOf(first, 'Earlier', 'log');
    pages.unshift(c.bo.log.page(game, page));
  }
  c.pass(1000);
  return pages.flatMap(({ text }) => text.split('\n').slice(1));
}

test('every entry has its number, whatever was done, also within one moment', () => {
  const c = camped(headquarters(), {}, 'front', DAWN);
  c.ada.games.start({ systemId: 'overland' });
  c.decree({ mode: 'vote', early: '2' });
  for (let round = 0; round < 8; round++) {
    c.vote('Bo', GRANT);
    if (round % 3 === 0) c.ada.orders.overrule(GRANT_KEY);
    c.vote('Bo', GRANT);
    if (round % 2 === 0) c.dee.council.set({ window: `${round + 1}h` }, PEOPLE);
    c.vote('Cy', GRANT);
    c.ada.undo.takeBack(null, true, 'A slip');
  }
  c.ada.games.abandon(null);
  const lines = log(c);
  const numbers = lines.flatMap((line) => /^(?:~~)?(\d+)\. /.exec(line)?.[1] ?? []);
  const entries = c.entries().slice(1);
  expect(numbers.map(Number)).toEqual(entries.map(({ seq }) => seq));
  const overtaken = c
    .ballots()
    .filter(({ id, closed }) => closed?.how === 'void' && standingVotes(c.store.votes(id)).length > 0);
  expect(overtaken.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.includes(' is cancelled'))).toHaveLength(overtaken.length);
});

// The host opens no such ballot today; what is in the store stays in all the same.
test('of a ballot on secret orders nothing is told but that it closed', () => {
  const { host, store, ...hq } = headquarters();
  const c = camped({ host, store, ...hq }, {}, 'front', DAWN);
  said(host.games.start(c.as('Ada'), { systemId: 'picket-line' }));
  const { id: game } = store.latestIn('front') ?? { id: '' };
  const [choice, other] = ['1st', '2nd'].map((regiment) => orderKey({ verb: 'commit', regiment, reserves: [] })) as [
    string,
    string,
  ];
  const ballot = store.addBallot({
    game,
    seat: 'union',
    seq: 0,
    subject: { kind: 'order' },
    rules: DEFAULT_COUNCIL.ballot,
    opener: null,
    casting: null,
    openedAt: DAWN,
    closes: null,
  });
  const decision: Decision = { choice, votes: 1, of: 2, tie: { rule: 'held-longest', among: [choice, other] } };
  store.closeBallot(ballot, { at: DAWN, how: 'decided', why: 'time', by: null, decision });
  const body = { kind: 'ballot', seat: 'union', ballot, decision, throws: [] } as const;
  store.append({ game, seq: 1, member: null, interaction: null, at: DAWN, body });
  expect(log(c)[1]).toMatch(/^1\. \*\*The ballot closes\*\*, decided by 1 of 2 votes, after a tie\. It needed/);
});

// Logs of earlier versions have empty rotas.
test('a member who joins an empty rota commands, and is named once', () => {
  const c = camped(headquarters(), {}, 'front', DAWN);
  c.ada.games.start({ systemId: 'overland' });
  const { id } = c.store.member('100', 'Ada');
  for (const [at, commanders] of [[], [id]].entries()) {
    const council = { ...DEFAULT_COUNCIL, mode: 'commander', rotate: { after: 'order' }, commanders } as const;
    const body = { kind: 'council', seat: 'us', council, cause: 'member', ballot: null } as const;
    c.store.append({ game: c.game(), seq: at + 1, member: id, interaction: null, at: c.now(), body });
  }
  expect(log(c).at(-1)).toBe('2. **Ada** joins the rota and commands.');
});
