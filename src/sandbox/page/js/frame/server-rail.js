/** @import { App } from '../app.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { redraw } from './redraw.js';

/**
 * The list of servers, with the direct messages with the bot at its top.
 *
 * @param {HTMLElement} nav
 * @param {App} app
 */
export function mountRail(nav, app) {
  const { here, unread, world } = app;
  const draw = () => {
    const dm = here.dm;
    const homes = dm
      ? [
          place({
            label: 'Direct messages',
            face: icon('talk'),
            current: here.channel?.guildId === null,
            waiting: unread.waiting(dm),
            open: () => here.enter(dm.id),
          }),
        ]
      : [];
    const guilds = world.guilds.map((guild) => {
      const waiting = guild.channels.map((channel) => unread.waiting(channel));
      return place({
        label: guild.name,
        face: document.createTextNode(initials(guild.name)),
        current: here.guild?.id === guild.id,
        waiting: {
          any: waiting.some(({ any }) => any),
          named: waiting.reduce((sum, { named }) => sum + named, 0),
        },
        open: () => here.enterGuild(guild.id),
      });
    });
    redraw(nav, h('ul', {}, ...homes, h('li', { class: 'rail-rule', 'aria-hidden': 'true' }), ...guilds));
  };
  world.on('world', draw);
  here.onChange(draw);
  unread.onChange(draw);
}

/**
 * @param {{ label: string, face: Node, current: boolean, waiting: { any: boolean, named: number }, open: () => void }} what
 */
function place({ label, face, current, waiting, open }) {
  const note = waiting.named > 0 ? `, ${waiting.named} for you` : waiting.any ? ', unread' : '';
  return h(
    'li',
    { class: waiting.any ? 'unread' : null },
    h(
      'button',
      {
        type: 'button',
        class: 'rail-place',
        'aria-label': `${label}${note}`,
        'aria-current': current ? 'true' : null,
        title: label,
        onClick: open,
      },
      face,
    ),
    waiting.named > 0 && h('span', { class: 'count', 'aria-hidden': 'true' }, String(waiting.named)),
  );
}

/** @param {string} name */
function initials(name) {
  const words = name.split(/[\s'’-]+/).filter((word) => /^\p{Lu}/u.test(word));
  return (words.length > 0 ? words : [name])
    .slice(0, 3)
    .map((word) => [...word][0] ?? '')
    .join('');
}
