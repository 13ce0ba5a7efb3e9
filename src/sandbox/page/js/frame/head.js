/** @import { App } from '../app.js' */
import { avatar } from '../avatar.js';
import { h } from '../element.js';
import { icon } from '../icons.js';

/**
 * The name of the place, who the reader is, and whether anything is made to go wrong.
 *
 * @param {HTMLElement} head
 * @param {App} app
 * @param {() => void} openSide shows the drawer with servers and channels (narrow screens)
 * @param {HTMLButtonElement} trouble opens the panel of trouble
 */
export function mountHead(head, app, openSide, trouble) {
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
  head.replaceChildren(menu, title, trouble, members);

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

  let drawn = '';
  const drawMembers = () => {
    // A press under way is lost with its element.
    const waiting = world.dms.filter((dm) => unread.waiting(dm).any).map(({ id }) => id);
    const now = JSON.stringify([world.members, here.memberId, waiting]);
    if (now === drawn) return;
    drawn = now;
    const focused = members.contains(document.activeElement);
    members.replaceChildren(
      h('legend', {}, 'You are'),
      ...world.members.map((member) => {
        const dm = world.dms.find((each) => each.dmOf === member.id);
        const waits = dm !== undefined && member.id !== here.memberId && unread.waiting(dm).any;
        const name = `${member.name}${member.moderator ? ', moderator' : ''}`;
        const radio = h('input', {
          type: 'radio',
          name: 'member',
          value: member.id,
          class: 'unseen',
          'aria-label': waits ? `${name}, has a message` : name,
        });
        radio.checked = member.id === here.memberId;
        radio.addEventListener('change', () => here.become(member));
        return h(
          'label',
          { class: 'member', title: name },
          radio,
          avatar(member, 'avatar small'),
          h('span', { class: 'member-name' }, member.name),
          member.moderator && h('span', { class: 'moderator' }, icon('shield')),
          waits && h('span', { class: 'dot' }),
        );
      }),
    );
    if (focused) /** @type {HTMLInputElement | null} */ (members.querySelector('input:checked'))?.focus();
  };

  const draw = () => {
    drawTitle();
    drawMembers();
  };
  world.on('world', draw);
  here.onChange(draw);
  unread.onChange(draw);
  drawTitle();
}
