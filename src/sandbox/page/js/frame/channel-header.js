/** @import { App } from '../app.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { mountMemberSwitch } from './member-switch.js';

/**
 * The header above the messages: the channel's name, the member switch and the trouble button.
 *
 * @param {HTMLElement} header
 * @param {App} app
 * @param {() => void} openSide shows the drawer with servers and channels (narrow screens)
 * @param {HTMLButtonElement} trouble opens the panel of trouble
 */
export function mountChannelHeader(header, app, openSide, trouble) {
  const { here, unread, world } = app;
  const menu = h(
    'button',
    {
      type: 'button',
      class: 'quiet menu',
      id: 'menu',
      'aria-label': 'Servers and channels',
      'aria-expanded': 'false',
      onClick: openSide,
    },
    icon('menu'),
  );
  const title = h('h1', { class: 'head-title' });
  const members = h('fieldset', { class: 'members' });
  header.replaceChildren(menu, title, trouble, members);

  const drawTitle = () => {
    const { channel, guild } = here;
    if (!channel) {
      title.replaceChildren('Practice channel');
      return;
    }
    const name = channel.guildId === null ? world.bot.name : channel.name;
    const sign = channel.guildId === null ? '@' : channel.parent === undefined ? '#' : '';
    const parent = channel.parent === undefined ? undefined : world.channel(channel.parent);
    if (parent) {
      const back = h(
        'button',
        {
          type: 'button',
          class: 'head-parent',
          'aria-label': `Back to #${parent.name}`,
          onClick: () => here.enter(parent.id),
        },
        h('span', { class: 'hash' }, '#'),
        h('span', { class: 'head-parent-name' }, parent.name),
      );
      title.replaceChildren(back, h('span', { class: 'head-into', 'aria-hidden': 'true' }, '›'), name);
    } else title.replaceChildren(h('span', { class: 'hash' }, sign), name);
    const elsewhere = world.channels
      .filter((other) => here.mayEnter(other))
      .reduce((sum, other) => sum + unread.waiting(other).named, 0);
    const count = elsewhere > 0 ? `(${elsewhere}) ` : '';
    document.title = `${count}${sign}${name} · ${guild?.name ?? 'Direct messages'}`;
    menu.classList.toggle(
      'unread',
      world.channels.some((other) => other.id !== channel.id && here.mayEnter(other) && unread.waiting(other).any),
    );
  };

  world.on('world', drawTitle);
  here.onChange(drawTitle);
  unread.onChange(drawTitle);
  mountMemberSwitch(members, app);
  drawTitle();
}
