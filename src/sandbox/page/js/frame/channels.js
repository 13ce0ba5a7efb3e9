/** @import { PageChannel } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
import { avatar } from '../avatar.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { redraw } from './redraw.js';

export const BOT_COLOR = '#7a5c2e';

/**
 * The channels of the open server, or the direct messages.
 *
 * @param {HTMLElement} nav
 * @param {HTMLElement} title
 * @param {App} app
 */
export function mountChannels(nav, title, app) {
  const { here, unread, world } = app;
  const draw = () => {
    const { guild, dm } = here;
    title.textContent = guild?.name ?? 'Direct messages';
    const channels = guild ? guild.channels : dm ? [dm] : [];
    redraw(nav, h('ul', {}, ...channels.map((channel) => row(channel, app))));
  };
  world.on('world', draw);
  world.on('bot', draw);
  here.onChange(draw);
  unread.onChange(draw);
}

/**
 * @param {PageChannel} channel
 * @param {App} app
 */
function row(channel, app) {
  const { here, unread, world } = app;
  const waiting = unread.waiting(channel);
  const current = here.channelId === channel.id;
  const isDm = channel.guildId === null;
  const parent = channel.parent === undefined ? undefined : world.channel(channel.parent);
  const name = isDm ? world.bot.name : channel.name;
  const note = current ? '' : waiting.named > 0 ? `, ${waiting.named} for you` : waiting.any ? ', unread' : '';
  const state = channel.locked ? ', locked' : channel.archived ? ', archived' : '';
  const label = isDm ? `${name}, direct messages` : parent ? `${name}, thread in #${parent.name}${state}` : `#${name}`;
  const classes = [waiting.any && !current && 'unread', parent && 'in-channel'].filter(Boolean).join(' ');
  return h(
    'li',
    { class: classes || null },
    h(
      'button',
      {
        type: 'button',
        class: 'channel',
        'aria-current': current ? 'page' : null,
        'aria-label': `${label}${note}`,
        title: parent ? name : null,
        onClick: () => here.enter(channel.id),
      },
      isDm
        ? avatar({ name, color: BOT_COLOR }, 'avatar small')
        : parent
          ? icon(channel.locked ? 'lock' : 'thread')
          : h('span', { class: 'hash', 'aria-hidden': 'true' }, '#'),
      h('span', { class: 'channel-name' }, name),
      waiting.named > 0 && !current && h('span', { class: 'count', 'aria-hidden': 'true' }, String(waiting.named)),
    ),
  );
}
