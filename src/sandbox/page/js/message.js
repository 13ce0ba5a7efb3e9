/** @import { PageMessage } from '../../protocol.ts' */
/** @import { ComponentChildren } from './preact.js' */
/** @import { Component as DiscordComponent, Embed } from './discord-objects.d.ts' */
/** @import { Sent } from './store.js' */
import { dismiss, enter, forget } from './actions.js';
import { Attachments, EmbedView } from './attachments.js';
import { drawComponents } from './components.js';
import { Avatar, Icon, Time } from './elements.js';
import { Markdown } from './formatted-text.js';
import { plainText } from './markdown.js';
import { Component, html, useLayoutEffect, useRef } from './preact.js';
import { channelOf, memberOf, names, state } from './store.js';
import { formatTime, saidAt } from './time.js';

/**
 * `grouped`: the message follows closely on another of its author, whose name it leaves out. `failure`: that of the last press
 * on it. `busy`: the component whose press waits for an answer. `places`, `people` and `memberId` decide how mentions look.
 *
 * @typedef {{
 *   message: PageMessage, grouped: boolean, repliedTo: PageMessage | undefined, failure: string | undefined,
 *   busy: string | undefined, places: unknown, people: unknown, memberId: string,
 * }} MessageProps
 */

/**
 * A message of the channel. It is drawn anew only when a property changes.
 *
 * @extends {Component<MessageProps>}
 */
export class MessageView extends Component {
  /** @override @param {MessageProps} next */
  shouldComponentUpdate(next) {
    const keys = /** @type {(keyof MessageProps)[]} */ (Object.keys(next));
    return keys.some((key) => next[key] !== this.props[key]);
  }

  /** @override @param {MessageProps} props */
  render({ message, grouped, repliedTo, failure, busy, memberId }) {
    const { id, author, interaction, content, editedAt, onlyFor, pinged, loading, thread, replyTo } = message;
    const at = new Date(message.at);
    const named = pinged.includes(memberId) && author.id !== memberId;
    const edited =
      editedAt && html`<span class="small muted" title=${formatTime(new Date(editedAt), 'F')}> (edited)</span>`;
    const embeds = /** @type {Embed[]} */ (message.embeds);
    const components = /** @type {DiscordComponent[]} */ (message.components);
    const putAway = () => {
      dismiss(id);
      /** @type {HTMLElement | null} */ (document.querySelector('.scroller'))?.focus();
    };
    return html`<article class="message ${grouped ? 'grouped' : ''} ${onlyFor ? 'ephemeral' : ''} ${named ? 'named' : ''}"
      aria-label="${author.name}, ${saidAt(at)}" data-message-id=${id} tabindex="-1">
      ${interaction ? html`<${UsedLine} ...${interaction} />` : replyTo && html`<${ReplyLine} to=${repliedTo} />`}
      <div class="gutter">
        ${grouped ? html`<${Time} date=${at} style="t" class="at-side muted" />` : html`<${Avatar} ...${author} />`}
      </div>
      <div class="body">
        ${!grouped && html`<${By} ...${author}><${Time} date=${at} text=${saidAt(at)} class="small muted" /><//>`}
        ${loading && html`<${Waiting} text="${author.name} is thinking …" />`}
        ${content !== '' && html`<${Markdown} text=${content} after=${edited} />`}
        <${Attachments} message=${message} />
        ${embeds.map((embed, index) => html`<${EmbedView} key=${index} embed=${embed} message=${message} />`)}
        ${drawComponents(components, { message, busy })}
        ${thread && html`<${ThreadLine} id=${thread} />`}
        ${content === '' && !loading && edited}
        ${failure && html`<${Failure} sentence=${failure} />`}
        ${onlyFor && html`<${OnlyYou} onDismiss=${putAway} />`}
      </div>
    </article>`;
  }
}

/** A command that waits for an answer or has failed. @param {Sent} sent */
export const SentCommand = ({ id, memberId, label, failure }) => html`
  <article class="message ${failure ? 'ephemeral' : ''}" tabindex="-1">
    <${UsedLine} memberId=${memberId} memberName=${memberOf(memberId)?.name ?? ''} label=${label} />
    <div class="gutter"><${Avatar} name=${state.bot.name} /></div>
    <div class="body">
      <${By} name=${state.bot.name} bot=${true} />
      ${failure ? html`<${Failure} sentence=${failure} />` : html`<${Waiting} text="Sending the command …" />`}
      ${failure && html`<${OnlyYou} onDismiss=${() => forget(id)} />`}
    </div>
  </article>
`;

/** @param {{ name: string, color?: string, bot: boolean, children?: ComponentChildren }} props */
const By = ({ name, color, bot, children }) => html`<div class="flex wrap">
  <span class="name" style=${{ '--person': color }}>${name}</span>
  ${bot && html`<span class="tag">Bot</span>`} ${children}
</div>`;

/** @param {{ memberId: string, memberName: string, label: string }} props */
function UsedLine({ memberId, memberName, label }) {
  const color = memberOf(memberId)?.color ?? 'var(--muted)';
  return html`<div class="used small muted flex">
    <${Avatar} name=${memberName} color=${color} size="tiny" />
    <span><span class="name" style=${{ '--person': color }}>${memberName}</span>${label.startsWith('/') ? ' used ' : ' chose '}</span>
    <span class="link ellipsis">${label}</span>
  </div>`;
}

/** @param {{ to: PageMessage | undefined }} props */
function ReplyLine({ to }) {
  if (!to)
    return html`<div class="used small muted flex"><${Icon} name="reply" /><em>This message was deleted</em></div>`;
  const jump = () => {
    const target = document.querySelector(`[data-message-id="${to.id}"]`);
    target?.scrollIntoView({ block: 'center' });
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  return html`<div class="used small muted flex">
    <${Icon} name="reply" />
    <span class="name" style=${{ '--person': to.author.color }}>${to.author.name}</span>
    <button type="button" class="ellipsis" onClick=${jump}>${plainText(to.content, names) || 'Press to see the message'}</button>
  </div>`;
}

/** The button that opens the thread started from a message. @param {{ id: string }} props */
function ThreadLine({ id }) {
  const thread = channelOf(id);
  if (!thread) return html`<p class="part card flex muted"><${Icon} name="thread" />This thread was deleted.</p>`;
  return html`<button type="button" class="part card flex" onClick=${() => enter(id)}>
    <${Icon} name="thread" /><span class="strong ellipsis">${thread.name}</span><span class="link">Open thread</span>
  </button>`;
}

/** @param {{ text: string }} props */
const Waiting = ({ text }) => html`<p class="muted flex"><span class="dots" aria-hidden="true"></span>${text}</p>`;

/** @param {{ sentence: string }} props */
function Failure({ sentence }) {
  const line = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useLayoutEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), [sentence]);
  return html`<p class="failure problem part flex" ref=${line}><${Icon} name="warn" />${sentence}</p>`;
}

/** @param {{ onDismiss: () => void }} props */
const OnlyYou = ({ onDismiss }) => html`<p class="only-you small muted part flex wrap">
  <${Icon} name="eye" />Only you can see this<span aria-hidden="true">•</span>
  <button type="button" class="link" onClick=${onDismiss}>Dismiss message</button>
</p>`;
