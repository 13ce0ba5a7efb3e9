/** @import { App } from '../app.js' */
import { avatar } from '../avatar.js';
import { h } from '../element.js';
import { icon } from '../icons.js';

/**
 * Radio buttons for the member whom the reader acts as.
 *
 * @param {HTMLFieldSetElement} members
 * @param {App} app
 */
export function mountMemberSwitch(members, { here, unread, world }) {
  let drawn = '';
  const draw = () => {
    // Redraws only after a change: a press in progress would be lost with its element.
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
  world.on('world', draw);
  here.onChange(draw);
  unread.onChange(draw);
}
