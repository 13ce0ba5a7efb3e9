import { html, useEffect } from 'htm/preact';
import type { PageChannel } from '../protocol.ts';
import { Icon } from './elements.ts';
import { allChannels, become, channelHere, channelOf, dmOf, enter, guildHere, state, waitingIn } from './page-state.ts';
import { TroubleButton } from './trouble-panel.ts';

/** The header above the messages: the channel's name, the trouble button and the member switch. */
export function ChannelHeader() {
  const channel = channelHere();
  const parent = channelOf(channel?.parent_id);
  const name = channel?.name ?? 'Practice channel';
  const { any } = waitingIn(allChannels().filter((other) => other !== channel));
  const title = `${name} · ${guildHere()?.name ?? 'Direct messages'}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return html`<header class="head bar flex wrap">
    <button type="button" class="quiet center menu" id="menu" aria-label="Servers and channels" popovertarget="side">
      <${Icon} name="menu" />${any && html`<span class="badge"></span>`}
    </button>
    <h1 class="grow strong ellipsis">
      ${
        parent &&
        html`<button type="button" class="muted" aria-label="Back to #${parent.name}" onClick=${() => enter(parent.id)}>#${parent.name} › </button>`
      }${name}
    </h1>
    <${TroubleButton} />
    <fieldset class="flex">
      <legend class="unseen">You are</legend>
      <span class="small muted" aria-hidden="true">You are</span>
      ${state.members.map(
        (member) => html`<label class="member flex" key=${member.id}>
          <input type="radio" name="member" class="unseen" aria-label="${member.name}${member.moderator ? ', moderator' : ''}"
            checked=${member.id === state.memberId} onChange=${() => become(member.id)} />
          ${member.name}
        </label>`,
      )}
    </fieldset>
  </header>`;
}

/** The strip under the header, which shows trouble with the connection or the bot. */
export function Banner() {
  const { connected, loaded, bot, wasOnline } = state;
  let sentence = '';
  if (!connected) sentence = loaded ? 'Reconnecting …' : 'Connecting to the practice Discord …';
  else if (loaded && !bot.online) {
    sentence = wasOnline ? `${bot.name} is offline. It answers once it’s back.` : `${bot.name} hasn’t joined yet.`;
  }
  return html`<div class="banner flex" id="banner" role="status" hidden=${sentence === ''}>
    ${sentence && html`<${Icon} name="warn" /><span>${sentence}</span>`}
  </div>`;
}

/** The direct messages, the channels of each server, and the bot's presence. On a narrow screen it is a drawer. */
export function Sidebar() {
  const { bot, loaded, memberId, guilds } = state;
  const dm = dmOf(memberId);
  const list = (channels: readonly PageChannel[]) =>
    html`<ul>${channels.map((channel) => html`<${Channel} key=${channel.id} ...${channel} />`)}</ul>`;
  return html`<nav class="side column" id="side" popover="auto" aria-label="Channels">
    <div class="channels scroll grow" id="channels">
      ${dm && list([dm])}
      ${guilds.map(
        ({ id, name, channels }) =>
          html`<section aria-label=${name} key=${id}><h2 class="strong">${name}</h2>${list(channels)}</section>`,
      )}
    </div>
    <p class="foot">
      <span class="strong">${bot.name}</span> <span class="bot-word small muted">${bot.online ? 'Online' : loaded ? 'Offline' : 'Connecting'}</span>
    </p>
  </nav>`;
}

function Channel(channel: PageChannel) {
  const { id, dmOf, name } = channel;
  const { locked, archived } = channel.thread_metadata ?? {};
  const current = state.channelId === id;
  const { any, named, note } = waitingIn(current ? [] : [channel]);
  const parent = channelOf(channel.parent_id);
  const closed = locked ? ', locked' : archived ? ', archived' : '';
  const label = dmOf ? `${name}, direct messages` : parent ? `${name}, thread in #${parent.name}${closed}` : `#${name}`;
  return html`<li class=${parent ? 'in-channel' : ''}>
    <button type="button" class="channel flex ${any ? 'strong' : ''}" aria-current=${current ? 'page' : undefined}
      aria-label=${label + note} popovertarget="side" popovertargetaction="hide" onClick=${() => enter(id)}>
      ${parent ? html`<${Icon} name=${locked ? 'lock' : 'thread'} />` : dmOf ? '@' : '#'}
      <span class="grow ellipsis">${name}</span>
      ${any && html`<span class="badge center" aria-hidden="true">${named || ''}</span>`}
    </button>
  </li>`;
}
