import { expect, test } from 'vitest';
import type { Order } from '../../src/game/index.ts';
import type { Completion, Reply } from '../../src/host/index.ts';
import { type Camp, camp, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { chanceOf, everythingIn, facesOf, postingsOf, said } from './fixture.ts';

/** Sealed ballots: what others voted, why, and the odds are nobody's to see before the close, and everybody's after. */

const SEALED = { mode: 'vote', sealed: 'true' };
/** What a die must show, or a chance. */
const ODDS = /\b\d\+|\b\d in 6\b|needs \d or/;
/** What an order or a position is worth. */
const CHANCES = /\d\u00a0%|"worth"/;

interface Reading {
  readonly answers: readonly Reply[];
  readonly completions: readonly Completion[];
}

/** All that Dee, who has voted for nothing, can get out of the host while the ballot is open. */
function readings({ host, as, open, decree, ada }: Camp): Reading {
  const dee = () => as('Dee');
  const point = said(host.maps.forChannel(dee())).drawing?.point ?? { game: '', seq: 0 };
  const answers = [
    host.maps.forChannel(dee()),
    host.maps.inWords(dee()),
    host.maps.odds(dee()),
    host.maps.forMember(dee()),
    host.log.page(dee(), null, 0),
    host.log.file(dee()),
    host.verify.verify(dee(), null),
    host.council.show(dee()),
    host.council.setting(dee(), 'sealed'),
    host.ballots.open(dee()),
    host.ballots.mine(dee(), open().id),
    host.ballots.askReason(dee(), open().id),
    host.ballots.agree(dee(), open().id, 2),
    host.ballots.withdraw(dee(), open().id),
    host.ballots.count(dee(), open().id, false),
    host.orders.ask(dee(), {}, point),
    host.orders.ask(dee(), { verb: 'attack' }, point),
    host.orders.choose(dee(), {}, 'verb', ['attack'], point),
    decree({ quorum: '9' }),
    ada.ballots.count(open().id, false),
    ...host.undelivered.returning('army').flatMap(({ game }) => host.undelivered.returned(game)?.answer ?? []),
    ...host.undelivered.undeliveredMaps().flatMap((owed) => host.undelivered.lateMap(owed) ?? []),
    ...postingsOf(host).map(({ answer }) => answer),
  ].map(said);
  host.ballotMessages.carried(answers[0]?.cards ?? [], 'front', '900');
  host.council.set(dee(), { reminder: 'false' }, PEOPLE);
  const faces = facesOf(host).map((face) => ({ ...said(answers[0] ?? null), ...face, drawing: null }));
  return {
    answers: [...answers, ...faces],
    completions: [
      ...host.completions.order(dee(), { verb: 'attack' }, 'leader', ''),
      ...host.completions.order(dee(), { verb: 'move' }, 'to', ''),
      ...host.completions.overrule(dee(), ''),
      ...host.completions.overrule(as('Ada'), 'grant'),
    ],
  };
}

async function everything({ answers, completions }: Reading): Promise<string[]> {
  return [...(await Promise.all(answers.map(everythingIn))), ...completions.map(({ label }) => label)];
}

test.each(['default', 'off', 'after', 'always'])(
  'with odds %s nothing anybody reads depends on what was voted, or says the odds',
  async (odds) => {
    const ways = [
      (c: Camp) => [c.vote('Bo', GRANT, 'Lee is alone.'), c.vote('Cy', GRANT, 'Lee is alone.')],
      (c: Camp) => [c.vote('Bo', SIGEL), c.vote('Cy', GRANT, 'The Valley first.')],
    ];
    const read: string[][] = [];
    for (const [n, way] of ways.entries()) {
      const c = camp(
        { ...SEALED, quorum: '3', ...(odds === 'default' ? {} : { odds }) },
        { file: `${n}.sqlite`, chance: chanceOf('sealed') },
      );
      expect(way(c).map(({ rows }) => rows.flat().map(({ label }) => label))).toEqual([
        expect.not.arrayContaining([expect.stringMatching(/Agree/)]),
        expect.not.arrayContaining([expect.stringMatching(/Agree/)]),
      ]);
      read.push(await everything(readings(c)));
    }
    expect(read[0]).toEqual(read[1]);
    for (const text of read[0] ?? []) {
      expect(text).not.toMatch(/Lee is alone|The Valley first/);
      expect(text).not.toMatch(ODDS);
      expect(text).not.toMatch(CHANCES);
    }
  },
);

test('a board and a late map don’t tell the worth of a march that the sealed ballot’s position has too', () => {
  const c = camp({ ...SEALED, odds: 'always' }, { chance: chanceOf('free') });
  const give = (order: Order) => {
    c.vote('Bo', order);
    c.ada.ballots.count(c.open().id, true);
  };
  give(GRANT);
  give(GRANT);
  give({ verb: 'move', to: 'spotsylvania' });
  // Another entry: the march is no longer the last, but the position is still the one that it led to.
  c.host.council.set(c.as('Ada'), { reminder: 'false' }, PEOPLE);
  expect(c.table().position.latest.at(-1)?.throws).toEqual([]);
  const board = c.host.undelivered.board(c.game(), c.now())?.answer.text;
  const [map] = c.host.undelivered.undeliveredMaps();
  for (const text of [board, map && c.host.undelivered.lateMap(map)?.text]) {
    expect(text).toContain('Grant marches from the Wilderness to Spotsylvania.');
    // Both attacks rolled, so their worth doesn't tell that of the present position.
    expect(text?.match(/Winning chances/g)).toHaveLength(2);
  }
});
