import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL, type Decision, HOUR, MINUTE, standingVotes } from '../../src/council/index.ts';
import { orderKey } from '../../src/game/index.ts';
import { type Camp, camp, camped, DAWN, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { headquarters, labels, type Member, pressOf, said } from './fixture.ts';

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

/** The lines that a few acts have added. */
function added(c: Camp, ...acts: readonly (() => unknown)[]): string[] {
  const before = log(c).length;
  for (const act of acts) act();
  return log(c).slice(before);
}

const count = (c: Camp) => () => c.ada.ballots.count(null, true);
const votes = (c: Camp, ...members: readonly Member[]) =>
  members.map((member) => () => c.vote(member, GRANT) as unknown);
/** Time passes until nothing is open that was. */
const timeIsOver = (c: Camp) => () => {
  const open = c.store.openBallots(c.ballots()[0]?.game ?? '').map(({ id }) => id);
  for (let hours = 0; hours < 48 && open.some((id) => !c.store.ballot(id)?.closed); hours++) c.wait(HOUR);
};

describe('a ballot that decided', () => {
  test('has its line before the order’s, with the count', () => {
    const c = camp({ mode: 'vote' });
    const lines = added(
      c,
      ...votes(c, 'Bo', 'Cy'),
      () => c.vote('Dee', SIGEL),
      () => c.wait(15 * MINUTE),
    );
    expect(lines).toEqual([
      '2. **The ballot closes**, decided by 2 of 3 votes.',
      expect.stringMatching(/^3\. \*\*The council\*\* orders Grant to attack\. Grant attacks Lee: die \d/),
    ]);
  });

  test('is told with who or what closed it early, and that fewer voted than were asked for', () => {
    const c = camp({ mode: 'vote', early: '3' });
    const closes = (...acts: readonly (() => unknown)[]) => added(c, ...acts)[0];
    expect(closes(...votes(c, 'Bo', 'Cy'), count(c))).toBe(
      '2. **The ballot closes**, decided with both votes. **Ada** closed the ballot early.',
    );
    expect(closes(...votes(c, 'Bo'), count(c))).toBe(
      '4. **The ballot closes**, decided with the only vote. **Ada** closed the ballot early, with fewer than the 2 voters it needed.',
    );
    expect(closes(...votes(c, 'Bo', 'Cy', 'Dee'))).toBe(
      '6. **The ballot closes**, decided with all 3 votes. It closed early, at 3 votes for one order.',
    );
    expect(closes(...votes(c, 'Bo'), timeIsOver(c))).toBe(
      '8. **The ballot closes**, decided with the only vote. It needed 2 voters and had fewer.',
    );
  });

  test('did not close early where it only waited for its voters', () => {
    const c = camp({ mode: 'vote', early: '3', 'no-quorum': 'wait' });
    const waited = () => [1, 2].map(() => c.wait(15 * MINUTE));
    expect(added(c, waited, ...votes(c, 'Bo', 'Cy'))[0]).toBe('2. **The ballot closes**, decided with both votes.');
  });

  test('names the tie, and what broke it', () => {
    const level = (tie: string, options: Readonly<Record<string, string>> = {}) => {
      const c = camp({ mode: 'vote', tie, ...options }, { file: `${tie}.sqlite` });
      return {
        c,
        line: added(
          c,
          () => c.vote('Bo', GRANT),
          () => c.vote('Cy', SIGEL),
          () => c.wait(15 * MINUTE),
        )[0],
      };
    };
    expect(level('first').line).toContain(
      'tied with “Sigel attacks Breckinridge”; the tie went to the order that had ',
    );
    expect(level('commander', { commander: '300' }).line).toContain('Lee”; **Cy**’s vote broke the tie.');
    const { c, line } = level('die');
    const ballot = c.entries().find((entry) => entry.kind === 'ballot');
    const [die] = ballot?.throws ?? [];
    const face = die?.kind === 'die' ? die.face : 0;
    expect(line).toContain(`: 1 “Grant attacks Lee”, 2 “Sigel attacks Breckinridge”; it came up ${face}.`);
    c.ada.games.abandon(null);
    expect(c.bo.verify.verify(null).text).toContain(`2. The tie: **${face}** (1 Grant attacks Lee, 2 Sigel attacks `);
  });

  test('stays where its order is struck out', () => {
    const c = camp({ mode: 'vote', early: '2' });
    const lines = added(c, ...votes(c, 'Bo', 'Cy'), () => c.ada.undo.takeBack(null, true, 'A slip'));
    expect(lines[0]).toMatch(/^2\. \*\*The ballot closes\*\*/);
    expect(lines[1]).toMatch(/^~~3\. \*\*The council\*\* orders Grant to attack\. .*~~$/);
    expect(lines.slice(2)).toEqual(['4. **Ada** takes back entry 3 (“A slip”).']);
  });
});

describe('a ballot that came to nothing', () => {
  test('is told, if it had votes, with whoever overtook it, after what they did', () => {
    const c = camp({ mode: 'vote' });
    const overruled = added(c, ...votes(c, 'Bo', 'Cy'), () => c.ada.orders.overrule(GRANT_KEY));
    expect(overruled).toEqual([
      expect.stringMatching(/^2\. \*\*Ada\*\* orders Grant to attack, overruling the ballot\. /),
      'A ballot with 2 votes is cancelled: **Ada** gave an order before the ballot closed.',
    ]);
    expect(added(c, ...votes(c, 'Bo'), () => c.ada.undo.takeBack(null, true, 'A slip'))).toEqual([
      '3. **Ada** takes back entry 2 (“A slip”).',
      'A ballot with 1 vote is cancelled: **Ada** took back the last order.',
    ]);
    expect(added(c, ...votes(c, 'Bo'), () => c.decree({ mode: 'open' }))).toEqual([
      '4. **Ada** changes how this table decides: the first order given counts.',
      'A ballot with 1 vote is cancelled: **Ada** changed how this table decides.',
    ]);
    expect(
      added(
        c,
        () => c.decree({ mode: 'vote' }),
        ...votes(c, 'Bo'),
        () => c.ada.games.abandon(null),
      ),
    ).toEqual([
      '5. **Ada** changes how this table decides: the channel votes on each order.',
      '6. **Ada** ends the game.',
      'A ballot with 1 vote is cancelled: the game ended before the ballot closed.',
    ]);
  });
});

describe('a ballot that is open', () => {
  test.each(['true', 'false'])('leaves nothing of its votes, sealed: %s', (sealed) => {
    const c = camp({ mode: 'vote', sealed });
    expect(
      added(
        c,
        () => c.vote('Bo', GRANT, 'Lee is alone'),
        () => c.vote('Cy', SIGEL),
      ),
    ).toEqual([]);
  });
});

describe('a change of the council', () => {
  const proposes = (c: Camp, options: Readonly<Record<string, string>>) => () => c.bo.council.set(options, PEOPLE);
  const vote = (c: Camp, member: Member, inFavour: boolean) => () =>
    c.member(member).ballots.voteOnMotion(c.open('council').id, inFavour);

  test('by vote is told as it is proposed, and as it is carried: by how many, and whose it was', () => {
    const c = camp();
    const acts = [proposes(c, { mode: 'vote' }), vote(c, 'Cy', true), vote(c, 'Dee', true), vote(c, 'Ada', false)];
    expect(added(c, ...acts)).toEqual(['**Bo** proposes: the channel votes on each order.']);
    expect(added(c, timeIsOver(c))).toEqual([
      '1. **Passed**, with 3 of 4 votes, proposed by **Bo**: the channel votes on each order.',
    ]);
  });

  test('that doesn’t pass, or void, is told', () => {
    const c = camp();
    const votes = [vote(c, 'Cy', true), vote(c, 'Dee', false)];
    expect(added(c, proposes(c, { window: '1h' }), ...votes, timeIsOver(c))).toEqual([
      '**Bo** proposes: a ballot stays open for 1 hour.',
      '**Bo**’s proposal (a ballot stays open for 1 hour) doesn’t pass: 2 of 3 votes in favour.',
    ]);
    expect(added(c, proposes(c, { window: '2h' }), timeIsOver(c))[1]).toBe(
      '**Bo**’s proposal (a ballot stays open for 2 hours) doesn’t pass: 1 of 1 vote in favour. It needed 3 voters and had fewer.',
    );
    expect(added(c, proposes(c, { window: '2h' }), () => c.decree({ mode: 'vote' }))).toEqual([
      '**Bo** proposes: a ballot stays open for 2 hours.',
      '1. **Ada** changes how this table decides: the channel votes on each order.',
      '**Bo**’s proposal is cancelled, with 1 of 1 vote in favour: **Ada** changed how this table decides.',
    ]);
  });

  test('among those who command says how many it takes of them', () => {
    const c = camp({ mode: 'commander', commander: '200 300 400' });
    expect(added(c, proposes(c, { window: '1h' }), timeIsOver(c))[1]).toBe(
      '**Bo**’s proposal (a ballot stays open for 1 hour) doesn’t pass: 1 of 1 vote in favour; it needed 3 of the 3 commanders.',
    );
  });

  test('of the rota is told as what it is', () => {
    const c = camp({ mode: 'commander', commander: '200', rotate: '1h' });
    expect(added(c, () => c.cy.council.rota(true))).toEqual(['2. **Cy** joins the rota.']);
    expect(added(c, () => c.dee.council.rota(true))).toEqual(['3. **Dee** joins the rota.']);
    expect(added(c, () => c.dee.council.rota(false))).toEqual(['4. **Dee** leaves the rota.']);
    expect(added(c, () => c.bo.council.rota(false))).toEqual(['5. **Bo** leaves the rota, and **Cy** commands.']);
    expect(
      added(
        c,
        () => c.dee.council.rota(true),
        () => c.wait(HOUR),
      ),
    ).toEqual(['6. **Dee** joins the rota.', '7. **After a long silence**: Dee commands.']);
    // The whole rota has been silent: whoever orders first takes command.
    expect(added(c, () => c.wait(HOUR), ...votes(c, 'Cy')).slice(0, 2)).toEqual([
      '8. **Cy** takes command.',
      expect.stringMatching(/^9\. \*\*Cy\*\* orders Grant to attack\. /),
    ]);
  });
});

test('every entry has its number, whatever was done, also within one moment', () => {
  const c = camped(headquarters(), {}, 'front', DAWN);
  c.ada.games.start('overland', null);
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
  said(host.games.start(c.as('Ada'), 'picket-line', null));
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
