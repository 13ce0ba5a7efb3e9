import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/council/index.ts';
import { type Camp, camp, cardIn, GRANT, heard, SIGEL } from './camp.ts';
import { facesOf } from './fixture.ts';
import { fords } from './fords.ts';

/** What the votes of a ballot come to where they are level, or for what cannot be. */

/** The card of the message 900, which shows less than there is. */
function cardOf900({ host }: Pick<Camp, 'host'>): string {
  const face = facesOf(host).find(({ message }) => message === '900');
  return face ? cardIn(face) : '';
}

describe('what a ballot decides and the rules have come to refuse', () => {
  const rules = (orders: number) => ({ library: fords({ orders }) });
  const FIFTH = { verb: 'ford', ford: 'f4x' };

  test('makes it void, says why, and opens another', () => {
    const before = camp({ mode: 'vote' }, rules(6), 'fords');
    before.host.ballotMessages.carried(before.bo.maps.forChannel().cards, 'front', '900');
    before.vote('Bo', FIFTH);
    before.vote('Cy', FIFTH);
    const c = before.restarted(rules(2));
    const { text, cards } = heard(c.wait(15 * MINUTE));
    expect(text.split('\n').slice(0, 1)).toEqual([
      'The rules have changed since the ballot opened, so its result can’t be carried out. That cannot be done.',
    ]);
    const [first, second] = c.ballots();
    expect(first?.closed).toMatchObject({ how: 'void', why: 'refused', by: null, decision: null });
    expect(cards.map(({ ballot }) => ballot)).toEqual([second?.id]);
    expect(c.open().id).toBe(second?.id);
    expect(c.entries().filter(({ kind }) => kind === 'order' || kind === 'ballot')).toEqual([]);
    expect(cardOf900(c)).toContain('was cancelled\nIts result is no longer possible.\n**2** · Ford');
    expect(c.bo.log.page(null, 0).text).toContain(
      'A ballot with 2 votes is cancelled: its result is no longer possible.',
    );
    c.vote('Bo', { verb: 'ford', ford: 'f1x' });
    c.vote('Cy', { verb: 'ford', ford: 'f1x' });
    expect(heard(c.wait(15 * MINUTE)).text).toContain('with both votes.');
    expect(c.entries().at(-1)).toMatchObject({ kind: 'order', order: { ford: 'f1x' } });
  });

  test('as well where a moderator closes it, and where the table does not vote otherwise', () => {
    const before = camp({}, rules(6), 'fords');
    before.ada.ballots.open();
    before.vote('Bo', FIFTH);
    const c = before.restarted(rules(2));
    const { text } = c.ada.ballots.count(c.open().id, true);
    expect(text).toContain('its result can’t be carried out.');
    expect(c.ballots().map(({ closed }) => closed?.why)).toEqual(['refused']);
    expect(c.host.timers.next()).toBeNull();
  });
});

describe('a tie', () => {
  test('is his who was commander when the ballot opened, whatever has changed since', () => {
    const { vote, wait, decree, open, ballots, bo } = camp({
      mode: 'vote',
      tie: 'commander',
      commander: '400',
    });
    expect(open().casting?.name).toBe('Dee');
    vote('Bo', GRANT);
    vote('Dee', SIGEL);
    decree({ commander: '200' });
    expect(cardIn(bo.maps.forChannel())).toContain('the order that **Dee** voted for wins; without that vote');
    expect(heard(wait(15 * MINUTE)).text).toContain(
      'orders Sigel to attack, by 1 of 2 votes, tied with “Grant attacks Lee”; **Dee**’s vote broke the tie.',
    );
    expect(ballots().map(({ casting }) => casting?.name)).toEqual(['Dee', 'Bo']);
    expect(bo.log.page(null, 0).text).toContain('**Dee**’s vote broke the tie.');
    vote('Dee', { verb: 'attack', leader: 'butler' });
    vote('Bo', GRANT);
    expect(heard(wait(15 * MINUTE)).text).toContain('**Bo**’s vote broke the tie.');
    decree({ tie: 'first' });
    expect(open().casting?.name).toBe('Bo');
    vote('Bo', GRANT);
    wait(30 * MINUTE);
    wait(15 * MINUTE);
    // A commander is still named, and has no casting vote.
    expect(open().casting).toBeNull();
  });
});
