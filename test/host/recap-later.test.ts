import { describe, expect, test } from 'vitest';
import type { System } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import { SKIRMISH, skirmish } from '../games/skirmish/index.ts';
import { bold } from '../games/skirmish/rules.ts';
import { productWith } from '../library.ts';
import { headquarters } from './fixture.ts';
import { longCampaign, stored } from './long-campaign.ts';

/** A recap of a campaign that takes long to play through: announced at once, made when its words have arrived. */

const library = productWith(skirmish);
const played = (variant: string) =>
  longCampaign(SKIRMISH as unknown as System, 3, {
    variant,
    order: bold as never,
    most: variant === 'long' ? 3000 : 40,
  });

function told(variant: string) {
  const { store, member } = headquarters({ library });
  const hash = 'none';
  const game = stored(store, played(variant), { hash, files: '{}' });
  const recap = (target: { channel: string; open: boolean } | null = null) =>
    member('Ada', { channel: game.channel }).recaps.recap(null, target);
  return { recap, game, store };
}

function later({ later }: Reply): NonNullable<Reply['later']> {
  if (!later) throw new Error('It is whole');
  return later;
}

describe('the recap of a long campaign', () => {
  test('is announced without a game being played, and made later', async () => {
    const { recap } = told('long');
    const announced = recap();
    expect(announced).toMatchObject({ to: 'channel', files: [] });
    expect(announced.text).toBe('The recap of 258 orders is being written. It will be here in a moment.');
    const whole = await later(announced).make();
    expect(whole.text).toContain('**Points**: Union 92, Confederacy 114 at the end.');
    const files = [whole, ...whole.followUps].map((one) =>
      one.files.map(({ file }) => file.replace(/^.*?(-chart|-storyboard)?\./, '$1.')),
    );
    expect(files).toEqual([['.gif', '.json', '.md'], ['-chart.png'], ['-storyboard.png']]);
    expect(whole.rows.flat().map(({ label }) => label)).toEqual([
      'New game',
      'What if from here',
      'Check the dice',
      'Log',
    ]);
  });

  test('is not begun a second time while it is under way, and again once it is over', () => {
    const { recap } = told('long');
    const first = recap();
    expect(recap()).toMatchObject({
      to: 'member',
      text: expect.stringMatching(/^This recap is already being written/),
    });
    // Another channel's is another's.
    const elsewhere = recap({ channel: 'tavern', open: true });
    expect(elsewhere.elsewhere?.answer.later).not.toBeNull();
    later(first).over?.();
    expect(recap().later).not.toBeNull();
  });

  test('of a short one is there at once', () => {
    const announced = told('standard').recap();
    expect(announced.later).toBeNull();
    expect([announced.files.length, announced.followUps.length]).toEqual([3, 2]);
  });
});
