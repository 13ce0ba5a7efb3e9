/** @import { App } from '../app.js' */
import { h } from '../element.js';

/**
 * The beginning of a channel, above its first message.
 *
 * @param {App} app
 */
export function welcome({ here, world }) {
  const { channel, guild } = here;
  if (!channel) return document.createDocumentFragment();
  const isDm = channel.guildId === null;
  const parent = channel.parent === undefined ? undefined : world.channel(channel.parent);
  if (parent) {
    return h(
      'div',
      { class: 'welcome' },
      h('p', { class: 'welcome-title' }, channel.name),
      h('p', { class: 'welcome-text' }, `The beginning of this thread in #${parent.name}.`),
    );
  }
  return h(
    'div',
    { class: 'welcome' },
    h('p', { class: 'welcome-sign', 'aria-hidden': 'true' }, isDm ? '@' : '#'),
    h('p', { class: 'welcome-title' }, isDm ? world.bot.name : `#${channel.name}`),
    h(
      'p',
      { class: 'welcome-text' },
      isDm
        ? `The beginning of your messages with ${world.bot.name}.`
        : `The beginning of #${channel.name} in ${guild?.name ?? 'this server'}.`,
    ),
  );
}

/**
 * The placeholder of a channel without messages, or of a page still loading.
 *
 * @param {App} app
 */
export function emptyState(app) {
  const { world } = app;
  if (!world.loaded) {
    const bars = [70, 45, 88, 60].map((width) => h('div', { class: 'bar', style: { width: `${width}%` } }));
    return h('div', { class: 'skeleton', 'aria-hidden': 'true' }, ...bars);
  }
  const sentence = world.bot.online
    ? 'No messages here yet. Type / to see what you can do.'
    : `${world.bot.name} is joining. Look around in the meantime.`;
  return h('div', {}, welcome(app), h('p', { class: 'empty' }, sentence));
}
