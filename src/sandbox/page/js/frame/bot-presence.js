/** @import { App } from '../app.js' */
import { avatar } from '../avatar.js';
import { h } from '../element.js';
import { BOT_COLOR } from './channels.js';
import { themeButton } from './theme.js';

/**
 * The foot of the channel list: the bot's presence, and the choice of theme.
 *
 * @param {HTMLElement} foot
 * @param {App} app
 */
export function mountBotPresence(foot, { world }) {
  const bot = h('div', { class: 'bot-state' });
  const draw = () => {
    const { name, online } = world.bot;
    bot.replaceChildren(
      h(
        'span',
        { class: online ? 'presence on' : 'presence', 'aria-hidden': 'true' },
        avatar({ name, color: BOT_COLOR }, 'avatar small'),
      ),
      h(
        'span',
        { class: 'bot-lines' },
        h('span', { class: 'bot-name' }, name),
        h('span', { class: 'bot-word' }, online ? 'Online' : world.loaded ? 'Offline' : 'Connecting'),
      ),
    );
  };
  draw();
  world.on('world', draw);
  world.on('bot', draw);
  foot.replaceChildren(bot, themeButton());
}
