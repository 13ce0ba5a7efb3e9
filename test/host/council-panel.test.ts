import { describe, expect, test } from 'vitest';
import { type Camp, camp, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { labels, type Member, pressOf } from './fixture.ts';

/** The panel of `/council`: it asks before a press changes something for all. */

/** A press on the panel or on its list of values. */
function sets(c: Camp, member: Member, setting: string, value: string, sure = false) {
  return c.member(member).council.set({ [setting]: value }, PEOPLE, sure);
}

const councils = ({ entries }: Camp) => entries().filter(({ kind }) => kind === 'council').length;

describe('a moderator', () => {
  test('is asked before votes are thrown away by another mode', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.vote('Cy', SIGEL);
    const { id } = c.open();
    const press = pressOf(c.ada.council.show(), 'First order counts', 'set');
    expect(press).toEqual({ do: 'set', game: c.entries()[0]?.game, setting: 'mode', value: 'open', sure: false });
    const asked = sets(c, 'Ada', press.setting, press.value, press.sure);
    expect(asked).toMatchObject({ to: 'member', channelReply: null, replaces: true });
    expect(asked.text).toBe(
      'The change: the first order given counts. It cancels the open ballot and its 2 votes. Change it anyway?',
    );
    expect(labels(asked)).toEqual(['Change it', 'Keep as it is']);
    expect(c.open().id).toBe(id);
    expect(councils(c)).toBe(1);
    const yes = pressOf(asked, 'Change it', 'set');
    expect(yes.sure).toBe(true);
    const done = sets(c, 'Ada', yes.setting, yes.value, yes.sure);
    expect(done.channelReply?.text).toContain('The open ballot (2 votes) was cancelled.');
    expect(c.store.ballot(id)?.closed).toMatchObject({ how: 'void', why: 'council' });
  });

  test.each<[string, Record<string, string>, string, string, boolean]>([
    ['without votes', { mode: 'vote' }, 'mode', 'open', false],
    ['that leaves the mode', { mode: 'vote' }, 'quorum', '4', true],
    ['from a mode without ballots', {}, 'mode', 'vote', false],
  ])('is not asked about a change %s', (_what, council, setting, value, voted) => {
    const c = camp(council);
    if (voted) c.vote('Bo', GRANT);
    const before = councils(c);
    expect(sets(c, 'Ada', setting, value).channelReply?.text).toContain('changes how this table decides');
    expect(councils(c)).toBe(before + 1);
    if (voted) expect(c.standing()).toEqual({ Bo: GRANT });
  });

  test('is not asked about votes that were withdrawn', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.bo.ballots.withdraw(null);
    expect(sets(c, 'Ada', 'mode', 'open').channelReply).not.toBeNull();
  });

  test('who uses the command is sure', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    expect(c.decree({ mode: 'open' }).channelReply?.text).toContain('The open ballot (1 vote) was cancelled.');
  });
});

describe('any other member', () => {
  test('is asked before a ballot is opened in the channel', () => {
    const c = camp({ mode: 'vote' });
    const press = pressOf(c.bo.council.show(), 'Propose: first order counts', 'set');
    const asked = sets(c, 'Bo', press.setting, press.value, press.sure);
    expect(asked).toMatchObject({ to: 'member', channelReply: null });
    expect(asked.text).toBe('This opens a ballot in the channel on this change: the first order given counts.');
    expect(labels(asked)).toEqual(['Put it to a vote', 'Keep as it is']);
    expect(() => c.open('council')).toThrow();
    const yes = pressOf(asked, 'Put it to a vote', 'set');
    const done = sets(c, 'Bo', yes.setting, yes.value, yes.sure);
    expect(done.text).toBe('Your proposal is in the channel, with your vote for it.');
    expect(done.channelReply?.text).toContain('**Bo** proposes');
    expect(c.open('council').opener?.name).toBe('Bo');
  });

  test('is told at once what would change nothing, or cannot be', () => {
    const c = camp({ mode: 'vote', quorum: '3' });
    expect(sets(c, 'Bo', 'quorum', '3').text).toBe('This table already decides that way.');
    expect(sets(c, 'Bo', 'quorum', '0').text).toContain('whole number');
  });
});
