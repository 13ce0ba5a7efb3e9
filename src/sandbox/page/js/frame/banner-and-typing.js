/** @import { App } from '../app.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';

/** Duration of one "is typing" if nothing follows. */
const TYPING_MS = 10_000;

/**
 * The strip under the header, which shows trouble with the connection or the bot.
 *
 * @param {HTMLElement} banner
 * @param {App} app
 * @returns {(open: boolean) => void} call it when the connection to the sandbox opens or closes
 */
export function mountBanner(banner, { world }) {
  let open = true;
  let everOnline = false;
  const draw = () => {
    everOnline ||= world.bot.online;
    let sentence = '';
    if (!open) sentence = world.loaded ? 'Reconnecting …' : 'Connecting to the practice Discord …';
    else if (world.loaded && !world.bot.online && everOnline) {
      sentence = `${world.bot.name} is offline. It answers once it’s back.`;
    } else if (world.loaded && !world.bot.online) sentence = `${world.bot.name} hasn’t joined yet.`;
    banner.hidden = sentence === '';
    banner.replaceChildren(...(sentence ? [icon('warn'), h('span', {}, sentence)] : []));
  };
  world.on('world', draw);
  world.on('bot', draw);
  return (now) => {
    open = now;
    draw();
  };
}

/**
 * "Council of War is typing …", above the input line.
 *
 * @param {HTMLElement} strip
 * @param {App} app
 */
export function mountTyping(strip, { here, world }) {
  /** @type {Map<string, number>} Channel id to the time when its "is typing" ends. */
  const until = new Map();
  const draw = () => {
    const typing = (until.get(here.channelId) ?? 0) > Date.now();
    strip.replaceChildren(
      ...(typing
        ? [h('span', { class: 'dots', 'aria-hidden': 'true' }), h('span', {}, `${world.bot.name} is typing …`)]
        : []),
    );
  };
  world.on('typing', (channelId) => {
    until.set(channelId, Date.now() + TYPING_MS);
    window.setTimeout(draw, TYPING_MS + 50);
    draw();
  });
  world.on('changed', (message) => {
    if (message.author.bot) until.delete(message.channelId);
    draw();
  });
  here.onChange(draw);
}
