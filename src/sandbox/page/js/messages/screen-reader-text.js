/** @import { PageMessage } from '../../../protocol.ts' */
/** @import { Component, Embed } from '../shapes.d.ts' */
/** @import { Names } from '../text/render.js' */
import { plainText } from '../text/plain.js';

/**
 * A message for a screen reader: author and text. Pictures are only counted, since their descriptions can be read in the
 * list.
 *
 * @param {PageMessage} message
 * @param {Names} names
 */
export function spoken(message, names) {
  const embeds = /** @type {Embed[]} */ (message.embeds).flatMap(({ title, description }) => [title, description]);
  const texts = [message.content, ...embeds, ...textDisplays(/** @type {Component[]} */ (message.components))]
    .map((text) => plainText(text ?? '', names))
    .filter(Boolean);
  const pictures = message.attachments.filter(({ contentType }) => contentType.startsWith('image/')).length;
  const shown = pictures === 0 ? '' : pictures === 1 ? ' With a picture.' : ` With ${pictures} pictures.`;
  const privately = message.onlyFor ? ', only to you' : '';
  return `${message.author.name}${privately}: ${texts.join(' ')}${shown}`;
}

/**
 * @param {readonly Component[]} components
 * @returns {string[]}
 */
function textDisplays(components) {
  return components.flatMap(({ components: inner = [], content }) => [content ?? '', ...textDisplays(inner)]);
}
