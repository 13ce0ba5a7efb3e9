import { describe, expect, test } from 'vitest';
import { RATED_FROM } from '../../src/host/afterwards/record/rated-game.ts';
import { type GameResult, MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import { ratingInPoints, ratingsOf } from '../../src/host/afterwards/season/ratings.ts';
import { readRatings } from '../../src/host/afterwards/season/season-commands.ts';
import { battle, WITH_SKIRMISH } from './battles.ts';
import { type Camp, camp, camped, DAWN, GRANT, SIGEL } from './camp.ts';
import { by, headquarters, type Member, playedOut, said } from './fixture.ts';

const library = WITH_SKIRMISH;
const systemOf = (id: string) => {
  const found = library.editions.find(({ system }) => system.id === id);
  if (!found) throw new Error(id);
  return found.system;
};

const made = () => camped(headquarters({ library }), { library }, 'front', DAWN);

function number({ store }: Camp, who: Member): number {
  return store.knownMember(by(who).member.discordId)?.id ?? 0;
}

/** Who is rated for the last game of a channel, with shares, and as what. */
function ratedIn(c: Camp, channel: string): GameResult['rated'] {
  c.host.record.show(by('Bo'), false);
  const game = c.store.latestIn(channel)?.id;
  const found = c.store.resultsIn('army', MADE_BY).find((one) => one.game === game);
  return found ? (JSON.parse(found.body) as GameResult).rated : [];
}

function ends(c: Camp, channel: string, who: Member): void {
  said(c.host.games.abandon(by(who, { channel, at: c.now(), isModerator: true }), null));
}

describe('ratings', () => {
  test('of several games list who is rated in each game, the lower end first', () => {
    const c = made();
    for (const [seed, [channel, union, confederate]] of (
      [
        ['east', 'Bo', 'Cy'],
        ['west', 'Cy', 'Dee'],
        ['south', 'Dee', 'Bo'],
        ['north', 'Bo', 'Cy'],
        ['coast', 'Ada', 'Dee'],
      ] as const
    ).entries()) {
      battle(c, channel, union, confederate, seed + 1);
      c.pass(60_000);
    }
    playedOut(
      c.member('Bo', { channel: 'river' }),
      c.member('Ada', { channel: 'river' }).games.start({ systemId: 'overland' }),
    );
    for (const who of ['Bo', 'Cy', 'Dee'] as const) c.host.record.setRecorded(by(who), true);
    expect(c.host.ratings.show(by('Bo'), false).text).toMatchInlineSnapshot(`
      "**Ratings: Skirmish Line**
      1. **Cy** 1664 ± 364
      2. **Bo** 1451 ± 364
      3. **Dee** 1335 ± 364
      **You:** 1451 ± 364 after 3 games
      **Ratings: Overland**
      1. the game itself (Standard) 1563 ± 387
      2. **Bo** 1437 ± 387
      **You:** 1437 ± 387 after 1 game
      -# Everyone starts at 1500. ± shows how far off a rating may be, for the first 10 games; lists go by its lower end. The more of a side’s orders you give, the more you gain or lose.
      -# “What if” games, lessons and games abandoned early don’t count. Abandoning one later loses it. \`/record me: Hide them\` takes your name off the list."
    `);
  });

  test('of a shared command weigh each member by the orders they gave, and a vote by those who voted for the order', () => {
    const c = camp({ mode: 'vote', early: '2' });
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    c.decree({ mode: 'open' });
    playedOut(c.dee, c.dee.maps.forChannel());
    const given = c.entries().filter(({ kind }) => kind === 'order').length;
    const [union, itself] = ratedIn(c, 'front');
    expect(union?.players).toEqual([
      { player: number(c, 'Bo'), share: 0.5 / given },
      { player: number(c, 'Cy'), share: 0.5 / given },
      { player: number(c, 'Dee'), share: (given - 1) / given },
    ]);
    expect(itself).toMatchObject({ seat: null, players: [{ player: 'game standard', share: 1 }] });
    expect([union?.rank, itself?.rank].sort()).toEqual([1, 2]);
    const [{ players = [] } = {}] = readRatings({ store: c.store }, 'army');
    const moved = (who: Member) => Math.abs((players.find(({ player }) => player === number(c, who))?.mu ?? 25) - 25);
    expect(moved('Dee')).toBeGreaterThan(5 * moved('Bo'));
    expect(moved('Bo')).toBeCloseTo(moved('Cy'), 12);
  });

  test('of a player alone are those of the library', () => {
    const alone = (player: number, rank: number) => ({ seat: 'union', rank, players: [{ player, share: 1 }] });
    const [{ players = [] } = {}] = ratingsOf([{ system: 's', rated: [alone(1, 1), alone(2, 2)] }]);
    expect(players.map(({ player, mu }) => [player, mu.toFixed(3)])).toEqual([
      [1, '27.635'],
      [2, '22.365'],
    ]);
    expect(players.map(ratingInPoints)).toEqual([
      { rating: 1563, doubt: 387 },
      { rating: 1437, doubt: 387 },
    ]);
  });
});

describe('what is rated', () => {
  test('neither an abandoned game before its sixth order nor a running one', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1, 5);
    ends(c, 'east', 'Cy');
    battle(c, 'west', 'Bo', 'Cy', 1, 6);
    expect(ratedIn(c, 'east')).toEqual([]);
    expect(c.host.ratings.show(by('Bo'), false).text).toContain('No rated game has ended yet.');
  });

  test('a game that a player ends later, as their defeat, even after orders were taken back', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1, 8);
    for (let times = 0; times < 3; times++)
      said(c.host.undo.takeBack(by('Ada', { channel: 'east', at: c.now() }), null, true, 'a slip'));
    ends(c, 'east', 'Bo');
    const rated = ratedIn(c, 'east');
    expect(rated.map(({ seat, rank }) => [seat, rank])).toEqual([
      ['union', 2],
      ['confederate', 1],
    ]);
  });

  test('a game that a neutral moderator ends, as a defeat of the side that was silent for three days', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1, 7);
    ends(c, 'east', 'Ada');
    expect(ratedIn(c, 'east')).toEqual([]);
    battle(c, 'west', 'Bo', 'Cy', 1, 7);
    const [asked] = systemOf('skirmish-line').rules.asked(
      c.host.tables.table(c.host.tables.game(c.store.latestIn('west')?.id ?? '')).position.state,
    );
    c.pass(3 * 24 * 60 * 60_000);
    ends(c, 'west', 'Ada');
    const loser = ratedIn(c, 'west').find(({ rank }) => rank === 2);
    expect(loser?.seat).toBe(asked?.seat);
  });

  test('a defeat by the game, but no victory, after rolls were taken back', () => {
    const c = camp();
    c.bo.orders.give(SIGEL);
    c.ada.undo.takeBack(null, true, 'a slip');
    playedOut(c.bo, c.bo.maps.forChannel());
    const won = c.table().position;
    const outcome = systemOf('overland').rules.outcome(won.state);
    expect(won.takenBack.rolls).toBe(1);
    expect(outcome?.winner).toBeNull();
    expect(ratedIn(c, 'front').map(({ rank }) => rank)).toEqual([2, 1]);
  });

  test('for one side alone who ordered for both, and not at all if nobody is left on the other', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Bo', 1);
    const rated = ratedIn(c, 'east');
    expect(rated).toEqual([]);
  });

  test('not of the bot against itself', async () => {
    const c = made();
    said(
      c.host.games.start(by('Ada', { channel: 'east', at: c.now() }), {
        systemId: 'road-to-richmond',
        opponent: 'all',
      }),
    );
    const id = c.store.latestIn('east')?.id ?? '';
    for (let turns = 0; turns < 4; turns++) {
      await c.host.machines.play(id, c.now);
      c.store.delivered(id, c.store.lastSeq(id));
    }
    expect(c.store.entries(id).filter(({ kind }) => kind === 'order').length).toBeGreaterThan(RATED_FROM);
    c.pass(4 * 24 * 60 * 60_000);
    ends(c, 'east', 'Ada');
    expect(ratedIn(c, 'east')).toEqual([]);
  });

  test('under a made-up name once a member has left: the sums stay true', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1);
    for (const who of ['Bo', 'Cy'] as const) c.host.record.setRecorded(by(who), true);
    c.host.record.show(by('Bo'), false);
    const before = readRatings({ store: c.store }, 'army');
    expect(before).toHaveLength(1);
    said(c.host.myData.delete(by('Cy'), true));
    expect(readRatings({ store: c.store }, 'army')).toEqual(before);
    const { text } = c.host.ratings.show(by('Bo'), false);
    expect(text).toContain('**Bo**');
    expect(text).not.toContain('Cy');
  });
});

describe('the record of games of two sides', () => {
  const listed = (c: Camp, ...members: readonly Member[]) => {
    for (const who of members) c.host.record.setRecorded(by(who), true);
    return c.host.record.show(by('Bo'), false).text;
  };

  test('counts what each side won, and for whom', () => {
    const c = made();
    const games = [
      ['east', 'Bo', 'Cy'],
      ['west', 'Cy', 'Bo'],
      ['south', 'Bo', 'Cy'],
    ] as const;
    const won = games.map(([channel, union, confederate], at) => {
      const winner = battle(c, channel, union, confederate, at + 1);
      return [winner, winner === 'union' ? union : winner && confederate];
    });
    const count = (who: string | null) => won.flat().filter((one) => one === who).length;
    const text = listed(c, 'Bo', 'Cy');
    const [, sum = ''] = text.split('\n');
    for (const [winner, words, times] of [
      ['union', 'won by the Union', count('union')],
      ['confederate', 'won by the Confederacy', count('confederate')],
      [null, 'drawn', count(null) / 2],
    ] as const)
      expect(sum.includes(`${times} ${words}`), `${winner}`).toBe(times > 0);
    expect(text).toContain('**Wins against other members**');
    for (const who of ['Bo', 'Cy']) expect(text).toContain(`**${who}** ${count(who)} of 3`);
    expect(text).toContain(`**You** won ${count('Bo')} of 3 games against other members.`);
    expect(text).not.toMatch(/\blost\b|[Ll]uck|best order|chance/);
  });

  test('names nobody who does not want to stand in it, nor whoever took both sides', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1);
    battle(c, 'west', 'Bo', 'Bo', 2);
    const both = listed(c, 'Bo', 'Cy');
    for (const who of ['Bo', 'Cy']) expect(both).toMatch(new RegExp(`\\*\\*${who}\\*\\* [01] of 1`));
    c.host.record.setRecorded(by('Cy'), false);
    const { text } = c.host.record.show(by('Ada'), true);
    expect(text).not.toContain('**Cy**');
    expect(text).toContain('`/record me: Hide them`');
  });
});
