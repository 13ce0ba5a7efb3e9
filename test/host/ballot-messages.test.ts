import { describe, expect, test } from 'vitest';
import { CARD_WORDS } from '../../src/host/base/voting-words.ts';
import { type Camp, camp, cardIn, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { facesOf, labels, outdatedIn, postingsOf, unpostedIn } from './fixture.ts';

/** Which message carries a ballot, and what each is to show, in whatever order Discord tells of them. */

const MOVED = 'The ballot has moved to a newer message below.';

/** A ballot whose map Discord has as message 900. */
function posted(): Camp {
  const c = camp({ mode: 'vote' });
  shows(c, '900');
  return c;
}

/** Discord has another map, with what there is to see now. */
function shows({ host, channel, bo }: Camp, message: string): void {
  host.ballotMessages.carried(bo.maps.forChannel().cards, channel, message);
}

const outdated = ({ host }: Camp) => outdatedIn(host).map(({ message }) => message);

function faceOf({ host, channel }: Camp, message: string) {
  const face = host.ballotMessages.update({ channel, message });
  if (!face) throw new Error(`Message ${message} is as it should be`);
  return face;
}

describe('a message', () => {
  test('that shows all there is wants nothing', () => {
    const c = posted();
    expect(outdated(c)).toEqual([]);
    expect(c.host.ballotMessages.update({ channel: 'front', message: '900' })).toBeNull();
    c.vote('Bo', GRANT);
    expect(outdated(c)).toEqual(['900']);
    const face = faceOf(c, '900');
    expect(cardIn(face)).toContain('**1** · Grant attacks Lee');
    expect(face.note).toBeNull();
    expect(face.rows.flat().map(({ label }) => label)).toContain('My vote');
    c.host.ballotMessages.refreshed(face);
    expect(outdated(c)).toEqual([]);
  });

  test('that may have been deleted can be asked for as it is, while it carries a ballot', () => {
    const c = posted();
    shows(c, '901');
    c.host.ballotMessages.refreshed(faceOf(c, '900'));
    expect(c.host.ballotMessages.openBallotMessages()).toEqual([{ channel: 'front', message: '901' }]);
    expect(c.host.ballotMessages.update({ channel: 'front', message: '901' })).toBeNull();
    expect(c.host.ballotMessages.update({ channel: 'front', message: '901' }, true)).toMatchObject({
      cards: [expect.anything()],
    });
    // A picture that a ballot has left stays as it is.
    expect(c.host.ballotMessages.update({ channel: 'front', message: '900' }, true)).toBeNull();
    c.decree({ mode: 'open' });
    expect(c.host.ballotMessages.openBallotMessages()).toEqual([]);
  });

  test('that a ballot has left says where it is, once', () => {
    const c = posted();
    shows(c, '901');
    expect(outdated(c)).toEqual(['900']);
    const face = faceOf(c, '900');
    expect(face).toMatchObject({ cards: [], rows: [], menu: null, note: MOVED });
    c.host.ballotMessages.refreshed(face);
    expect(outdated(c)).toEqual([]);
    c.vote('Bo', GRANT);
    expect(outdated(c)).toEqual(['901']);
  });

  test('that a ballot has left does not say so of one that is closed by now', () => {
    const c = posted();
    shows(c, '901');
    c.decree({ mode: 'open' });
    expect(faceOf(c, '900')).toMatchObject({ cards: [], rows: [], note: null });
    expect(cardIn(faceOf(c, '901'))).toContain('was cancelled');
    expect(faceOf(c, '901').rows).toEqual([]);
  });

  test('that a ballot leaves while it is being edited is edited again', () => {
    const c = posted();
    c.vote('Bo', GRANT);
    const late = faceOf(c, '900');
    shows(c, '901');
    c.host.ballotMessages.refreshed(late);
    expect(outdated(c)).toEqual(['900']);
    expect(faceOf(c, '900')).toMatchObject({ cards: [], note: MOVED });
    c.host.ballotMessages.refreshed(faceOf(c, '900'));
    expect(outdated(c)).toEqual([]);
  });

  test('of which Discord tells late does not take the ballot back from a newer one', () => {
    const c = camp({ mode: 'vote' });
    shows(c, '901');
    shows(c, '900');
    expect(outdated(c)).toEqual(['900']);
    expect(faceOf(c, '900').note).toBe(MOVED);
    c.vote('Bo', GRANT);
    expect(outdated(c).sort()).toEqual(['900', '901']);
  });

  test('older by a digit is older', () => {
    const c = camp({ mode: 'vote' });
    shows(c, '1000');
    shows(c, '999');
    expect(c.open().message).toEqual({ channel: 'front', id: '1000' });
  });

  test('whose presses are the first that is heard of it carries what they show, and is looked over', () => {
    const c = camp({ mode: 'vote' });
    const { id } = c.open();
    c.host.ballotMessages.pressed([id], 'rear', '900');
    expect(c.open().message).toBeNull();
    c.host.ballotMessages.pressed([id, 4711], 'front', '900');
    expect(outdated(c)).toEqual(['900']);
    c.host.ballotMessages.refreshed(faceOf(c, '900'));
    c.host.ballotMessages.pressed([id], 'front', '900');
    expect(outdated(c)).toEqual([]);
    c.host.ballotMessages.pressed([id], 'front', '899');
    expect(outdated(c)).toEqual(['899']);
    expect(c.open().message?.id).toBe('900');
  });

  test('with the ballot that was decided has no buttons, and the next one is posted with its own', () => {
    const c = posted();
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    c.ada.ballots.count(null, true);
    const [closed, ...more] = facesOf(c.host);
    expect(more).toEqual([]);
    expect(closed?.rows).toEqual([]);
    expect(closed && cardIn(closed)).toContain('2 votes counted. **Ada** closed the ballot early.\n');
    if (closed) c.host.ballotMessages.refreshed(closed);
    expect(outdated(c)).toEqual([]);
    c.vote('Bo', SIGEL);
    shows(c, '901');
    expect(outdated(c)).toEqual([]);
  });
});

describe('a ballot without a message', () => {
  test('is posted when its message is gone, and once', () => {
    const c = posted();
    c.store.delivered('campaign01', 99);
    expect(unpostedIn(c.host)).toEqual([]);
    c.host.ballotMessages.gone({ channel: 'front', message: '900' });
    const { id } = c.open();
    expect(unpostedIn(c.host)).toEqual([{ what: 'ballot', ballot: id, game: 'campaign01', channel: 'front' }]);
    const posting = c.host.ballotMessages.posting(id);
    expect(posting?.channel).toBe('front');
    expect(posting?.answer.text).toContain(`${CARD_WORDS.stillOpen}\n`);
    expect(posting?.answer.cards.map(({ ballot }) => ballot)).toEqual([id]);
    c.host.ballotMessages.carried(posting?.answer.cards ?? [], 'front', '901');
    expect(unpostedIn(c.host)).toEqual([]);
    expect(c.host.ballotMessages.posting(id)).toBeNull();
    expect(c.host.ballotMessages.posting(4711)).toBeNull();
  });

  test('comes with the map that is owed; one on the council does not wait for it', () => {
    const c = camp({ mode: 'vote' });
    expect(c.host.undelivered.undeliveredMaps()).toHaveLength(1);
    expect(c.host.ballotMessages.posting(c.open().id)).toBeNull();
    c.bo.council.set({ quorum: '4' }, PEOPLE);
    const [only, ...more] = postingsOf(c.host);
    expect(more).toEqual([]);
    expect(only?.answer.text).toMatch(/^\*\*Bo\*\* proposes to change how this table decides/);
    expect(only && labels(only.answer)).toEqual(['For the change', 'Against', 'My vote']);
    expect(only?.answer.cards.map(({ ballot }) => ballot)).toEqual([c.open('council').id]);
  });
});
