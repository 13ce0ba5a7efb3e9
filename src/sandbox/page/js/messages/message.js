/** @import { PageMessage } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Component, Embed } from '../shapes.d.ts' */
/** @import { ComponentContext } from '../components/component-context.js' */
import { avatar } from '../avatar.js';
import { componentElements } from '../components/tree.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { plainText } from '../text/plain.js';
import { renderMarkdown } from '../text/render.js';
import { formatTime, saidAt, timeElement } from '../text/time.js';
import { attachmentElements } from './attachments.js';
import { embedElement } from './embed.js';
import { looseAttachments } from './files.js';

const SUPPRESS_EMBEDS = 1 << 2;
/** A deferred answer can come within 15 minutes. */
const TOKEN_LIVES_MS = 15 * 60_000;
const NO_ANSWER = 'The application did not respond';

/**
 * A message with its header; `grouped` leaves out the author's name, as it follows closely on another of theirs. `failure`
 * is that of the last press on it.
 *
 * @param {PageMessage} message
 * @param {{ app: App, context: ComponentContext, grouped: boolean, failure: string | undefined, dismiss: () => void }} around
 */
export function messageElement(message, { app, context, grouped, failure, dismiss }) {
  const at = new Date(message.at);
  const { author, interaction } = message;
  const embeds = message.flags & SUPPRESS_EMBEDS ? [] : /** @type {Embed[]} */ (message.embeds);
  const header = h(
    'div',
    { class: 'by' },
    h('span', { class: 'name', style: { '--person': author.color } }, author.name),
    author.bot && h('span', { class: 'tag' }, 'Bot'),
    timeElement(at, saidAt(at), 'at'),
  );
  const classes = ['message', grouped && 'grouped', message.onlyFor && 'ephemeral', isNamed(message, app) && 'named'];
  return h(
    'article',
    {
      class: classes.filter(Boolean).join(' '),
      'aria-label': `${author.name}, ${saidAt(at)}`,
      'data-message-id': message.id,
      tabindex: -1,
    },
    interaction && usedLine(interaction, app),
    !interaction && message.replyTo && replyLine(message, message.replyTo, app),
    h('div', { class: 'gutter' }, grouped ? timeElement(at, formatTime(at, 't'), 'at-small') : avatar(author)),
    h(
      'div',
      { class: 'body' },
      !grouped && header,
      message.loading && thinking(author.name, at),
      message.content !== '' && withEdited(renderMarkdown(message.content, app.names), message),
      ...attachmentElements(looseAttachments(message), app),
      ...embeds.map((embed) => embedElement(embed, message, app)),
      ...componentElements(/** @type {Component[]} */ (message.components), context),
      message.thread && threadLine(message.thread, app),
      message.content === '' && message.editedAt && !message.loading && editedMark(message.editedAt),
      failure && failureLine(failure),
      message.onlyFor && onlyYou(dismiss),
    ),
  );
}

/**
 * The button that opens the thread started from a message.
 *
 * @param {string} id
 * @param {App} app
 */
function threadLine(id, { here, world }) {
  const thread = world.channel(id);
  if (!thread) return h('p', { class: 'thread-line gone' }, icon('thread'), 'This thread was deleted.');
  return h(
    'button',
    { type: 'button', class: 'thread-line', 'data-key': 'thread', onClick: () => here.enter(id) },
    icon('thread'),
    h('span', { class: 'thread-name' }, thread.name),
    h('span', { class: 'thread-open' }, 'Open thread'),
  );
}

/**
 * @param {PageMessage} message
 * @param {App} app
 */
function isNamed(message, { here }) {
  return message.pinged.includes(here.memberId) && message.author.id !== here.memberId;
}

/**
 * @param {{ memberId: string, memberName: string, label: string }} interaction
 * @param {App} app
 */
export function usedLine(interaction, { world }) {
  const color = world.member(interaction.memberId)?.color ?? 'var(--muted)';
  return h(
    'div',
    { class: 'used' },
    avatar({ name: interaction.memberName, color }, 'avatar tiny'),
    h('span', { class: 'name', style: { '--person': color } }, interaction.memberName),
    interaction.label.startsWith('/') ? ' used ' : ' chose ',
    h('span', { class: 'used-label' }, interaction.label),
  );
}

/**
 * @param {PageMessage} message
 * @param {string} toId
 * @param {App} app
 */
function replyLine(message, toId, { here, names, world }) {
  const to = world.messagesOf(message.channelId).find((other) => other.id === toId && here.sees(other));
  if (!to) return h('div', { class: 'used' }, icon('reply'), h('em', {}, 'This message was deleted'));
  const text = plainText(to.content, names) || 'Press to see the message';
  const jump = () => {
    const target = document.querySelector(`[data-message-id="${CSS.escape(toId)}"]`);
    if (!(target instanceof HTMLElement)) return;
    target.scrollIntoView({ block: 'center' });
    target.focus();
  };
  return h(
    'div',
    { class: 'used' },
    icon('reply'),
    h('span', { class: 'name', style: { '--person': to.author.color } }, to.author.name),
    h('button', { type: 'button', class: 'reply-text', onClick: jump }, text),
  );
}

/**
 * Shows "is thinking" until the answer comes, or a failure once the token has expired.
 *
 * @param {string} name
 * @param {Date} since
 */
function thinking(name, since) {
  const left = since.getTime() + TOKEN_LIVES_MS - Date.now();
  if (left <= 0) return failureLine(NO_ANSWER);
  const line = h(
    'p',
    { class: 'thinking' },
    h('span', { class: 'dots', 'aria-hidden': 'true' }),
    `${name} is thinking …`,
  );
  window.setTimeout(() => line.replaceWith(failureLine(NO_ANSWER)), left);
  return line;
}

/** @param {string} sentence */
export function failureLine(sentence) {
  return h('p', { class: 'failure' }, icon('warn'), h('span', {}, sentence));
}

/** @param {() => void} dismiss */
export function onlyYou(dismiss) {
  return h(
    'p',
    { class: 'only-you' },
    icon('eye'),
    'Only you can see this',
    h('span', { 'aria-hidden': 'true' }, ' • '),
    h('button', { type: 'button', class: 'link', onClick: dismiss }, 'Dismiss message'),
  );
}

/** @param {string} editedAt */
function editedMark(editedAt) {
  const at = new Date(editedAt);
  return h('span', { class: 'edited', title: formatTime(at, 'F') }, '(edited)');
}

/**
 * Adds the "(edited)" mark to the end of the text's last line.
 *
 * @param {HTMLElement} text
 * @param {PageMessage} message
 */
function withEdited(text, message) {
  if (!message.editedAt) return text;
  const last = text.lastElementChild;
  const holder = last?.matches('p, h3, h4, h5') ? last : text;
  holder.append(' ', editedMark(message.editedAt));
  return text;
}
