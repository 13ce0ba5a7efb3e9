import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Host, Reply } from '../../src/host/index.ts';
import type { GameRecord, Store } from '../../src/store/index.ts';
import { picker } from '../dice/sealed.ts';
import {
  by,
  chanceOf,
  everythingIn,
  type Headquarters,
  headquarters,
  orderPresses,
  playedOut,
  said,
  textIn,
} from './fixture.ts';

/** Sealed dice: the secret stays in until the end, and then anybody can check every throw. */

function gameOf(store: Store): GameRecord {
  const game = store.latestIn('front');
  if (!game) throw new Error('No game');
  return game;
}

/** Everything a member can get out of the host at this moment without giving an order. */
function allThatCanBeRead(host: Host): Reply[] {
  const bo = by('Bo');
  return [
    host.maps.forChannel(bo),
    host.maps.inWords(bo),
    host.maps.forMember(bo),
    host.log.page(bo, null, 0),
    host.log.page(bo, null, 1),
    host.verify.verify(bo, null),
    host.verify.verify(bo, host.maps.forChannel(bo).drawing?.point.game ?? null),
    host.help.rules(bo, null),
    host.help.help(bo),
    host.games.confirmAbandon(by('Ada')),
    ...host.undelivered.returning('army').flatMap(({ game }) => host.undelivered.returned(game)?.answer ?? []),
    ...host.undelivered.undeliveredMaps().flatMap((owed) => host.undelivered.lateMap(owed) ?? []),
    said(host.orders.give(bo, { verb: 'move', to: 'nowhere' })),
    said(host.games.start(by('Ada'))),
    { ...host.help.help(bo), text: JSON.stringify(host.completions.order(bo, { verb: 'attack' }, 'leader', '')) },
    { ...host.help.help(bo), text: JSON.stringify(host.verify.completions(bo)) },
  ];
}

async function leaks(answers: readonly Reply[], secret: string): Promise<boolean> {
  const texts = await Promise.all(answers.map(everythingIn));
  return texts.some((text) => text.toLowerCase().includes(secret));
}

describe('the secret', () => {
  test.each(['standard', 'unbottled', 'short-rations'])(
    'is in no answer before the end, and for everybody after it: %s',
    async (variant) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const { host, store, ada } = headquarters({ file: `${++run}.sqlite`, chance: chanceOf(String(seed)) });
          const pick = picker(seed);
          let answer = ada.games.start({ systemId: 'overland', variantId: variant });
          const { secret, id } = gameOf(store);
          for (;;) {
            const orders = orderPresses(answer);
            const press = orders[orders.length === 0 ? 0 : pick(orders.length)];
            if (!press) break;
            expect(await leaks([answer, ...allThatCanBeRead(host)], secret)).toBe(false);
            if (pick(12) === 0)
              expect(await leaks([said(host.undo.takeBack(by('Ada'), null, true, 'A slip'))], secret)).toBe(false);
            else answer = said(host.orders.give(by('Bo'), press.order, press.point));
            if (answer.to === 'member' || pick(12) === 0) answer = host.maps.forChannel(by('Cy'));
          }
          expect(store.game(id)?.ended?.how).toBe('finished');
          expect(host.verify.verify(by('Dee'), null).text).toMatch(new RegExp(`The dice are honest.*${secret}`, 's'));
        }),
        { numRuns: 1 },
      );
    },
  );

  test('is in no answer of the next campaign’s, though the last one’s is', async () => {
    const { host, store, ada } = headquarters();
    ada.games.start();
    ada.games.abandon(null);
    ada.games.start();
    const { secret } = gameOf(store);
    expect(await leaks(allThatCanBeRead(host), secret)).toBe(false);
    expect(host.verify.verify(by('Bo'), 'campaign02').text).toContain('The secret is published when the game ends.');
    expect(host.verify.verify(by('Bo'), null).text).toContain(store.game('campaign01')?.secret);
  });

  test('is drawn anew for every campaign, where nothing is fixed', async () => {
    const { realChance } = await import('../../src/host/index.ts');
    const secrets = Array.from({ length: 50 }, () => realChance.secret());
    const ids = Array.from({ length: 50 }, () => realChance.gameId());
    expect(new Set([...secrets, ...ids]).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const id of ids) expect(id).toMatch(/^[a-hjkmnp-z2-9]{10}$/);
  });
});

describe('checking the dice', () => {
  function finished(): Headquarters & { readonly game: GameRecord } {
    const hq = headquarters();
    const opening = hq.ada.games.start();
    hq.bo.orders.give({ verb: 'attack', leader: 'grant' });
    hq.ada.undo.takeBack(null, true, 'A slip');
    playedOut(hq.bo, hq.bo.maps.forChannel(), picker(7));
    expect(opening.to).toBe('channel');
    return { ...hq, game: gameOf(hq.store) };
  }

  test('lists every throw, those of orders taken back too', () => {
    const { store, game, cy } = finished();
    const throws = store.entries(game.id).flatMap((entry) => ('throws' in entry ? entry.throws : []));
    const answer = cy.verify.verify(null);
    expect(answer.to).toBe('member');
    expect(answer.text.split('\n')[0]).toBe(
      `**The dice are honest:** all ${throws.length} rolls of this game are what the sealed secret gives.`,
    );
    expect(answer.text).toMatch(/\n1\. Grant attacks: \*\*\d\*\* \(taken back by entry 2\)\n3\. /);
    expect(textIn(answer).split('entry  shown  for  |  message\n')[1]?.trim().split('\n')).toHaveLength(throws.length);
  });

  test('comes with all that is needed to check them without us', () => {
    const { store, game, cy } = finished();
    const answer = cy.verify.verify(null);
    expect(answer.files.map(({ file }) => file)).toEqual([`dice-${game.id}.txt`]);
    const text = textIn(answer);
    const secret = Buffer.from(/^Secret: (.*)$/m.exec(text)?.[1] ?? '', 'hex');
    const seal = /^Seal .*: (.*)$/m.exec(text)?.[1];
    expect(createHash('sha256').update(secret).digest('hex')).toBe(seal);
    const die = (message: string) => 1 + (createHmac('sha256', secret).update(message).digest().readUInt32BE(0) % 6);
    const listed = [...text.matchAll(/^(\d+) {2}(\d) {2}.* {2}\| {2}(.*)$/gm)];
    expect(listed.map(([, seq, face]) => [Number(seq), Number(face)])).toEqual(
      store
        .entries(game.id)
        .flatMap((entry) =>
          'throws' in entry ? entry.throws.map((one) => [entry.seq, 'face' in one && one.face]) : [],
        ),
    );
    for (const [, , face, message] of listed) expect(die(message as string)).toBe(Number(face));
  });

  /** Changes what the database says, as nobody can who goes through the program. */
  function tamper({ database }: Headquarters, sql: string): void {
    database.exec(`DROP TRIGGER entry_is_never_changed; ${sql}`);
  }

  test.each([3, 5, 8])('names the entry %i whose face was changed, and no other', (seq) => {
    const hq = finished();
    const entry = hq.store.entries(hq.game.id)[seq];
    const face = (entry && 'throws' in entry && entry.throws[0]?.kind === 'die' && entry.throws[0].face) || 0;
    const purpose = (entry && 'throws' in entry && entry.throws[0]?.purpose) || '';
    const other = 1 + (face % 6);
    tamper(hq, `UPDATE entry SET throws = json_set(throws, '$[0].face', ${other}) WHERE seq = ${seq}`);
    for (const { cy } of [hq, headquarters()]) {
      const { text } = cy.verify.verify(null);
      expect(text.split('\n')[0]).toBe(`**The dice don’t match the seal.** Wrong: entry ${seq} (${purpose}).`);
      expect(text).toContain(`\n${seq}. ${purpose}: **${other}** ✗`);
      expect(text.match(/✗/g)).toHaveLength(1);
    }
  });

  test('names the entry whose order was changed', () => {
    const hq = finished();
    tamper(hq, `UPDATE entry SET body = json_set(body, '$.leader', 'sigel') WHERE seq = 1`);
    expect(hq.cy.verify.verify(null).text).toMatch(/^\*\*The dice don’t match .* Wrong: entry 1 \(Grant attacks\)\./);
  });

  test('sees a throw that was struck out, by the rules', () => {
    const hq = finished();
    tamper(hq, `UPDATE entry SET throws = '[]' WHERE seq = 3`);
    expect(hq.cy.verify.verify(null).text).toMatch(/^\*\*The dice are honest:\*\* .* doesn’t fit .* \(entry 3: .*\): /);
  });

  test('sees another secret behind the same seal', () => {
    const hq = finished();
    hq.database.prepare('UPDATE game SET secret = ?').run('00'.repeat(32));
    expect(hq.cy.verify.verify(null).text).toMatch(
      /^\*\*The dice .*\*\* The secret doesn’t match the seal .* Wrong: entry 1 /,
    );
  });

  test('has nothing to check where nothing has been played', () => {
    expect(headquarters().host.verify.verify(by('Cy'), null).text).toContain('No game has ended in this channel yet.');
  });

  test('checks shuffles as it checks dice', () => {
    const hq = headquarters();
    hq.ada.games.start({ systemId: 'picket-line' });
    hq.ada.games.abandon(null);
    const honest = hq.cy.verify.verify(null);
    expect(honest.text).toContain('all 2 rolls of this game');
    expect(textIn(honest)).toContain('A shuffle of n cards');
    tamper(hq, `UPDATE entry SET throws = json_set(throws, '$[1].deal', json('[0,1,2,3,4,5,6,7,8]'))`);
    // What was made of a finished campaign is kept: after a start it is made anew.
    expect(headquarters().host.verify.verify(by('Cy'), null).text).toContain('Wrong: entry 0 (the confederate deck).');
  });
});
