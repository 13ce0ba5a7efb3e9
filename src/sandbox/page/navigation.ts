import { html, useEffect } from 'htm/preact';
import type { PageChannel, PageMember } from '../protocol.ts';
import { become, enter } from './actions.ts';
import { Avatar, Icon } from './elements.ts';
import { allChannels, channelHere, channelOf, dmOf, guildHere, set, state, unread, waitingIn } from './store.ts';
import { TroubleButton } from './trouble-panel.ts';

/** The header above the messages: the channel's name, the member switch and the trouble button. */
export function ChannelHeader() {
  const channel = channelHere();
  const parent = channelOf(channel?.parent);
  const isDm = channel?.guildId === null;
  const name = channel?.name ?? 'Practice channel';
  const sign = !channel || parent ? '' : isDm ? '@' : '#';
  const { any, named } = waitingIn(allChannels().filter((other) => other !== channel));
  const title = `${named > 0 ? `(${named}) ` : ''}${sign}${name} · ${guildHere()?.name ?? 'Direct messages'}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return html`<header class="head bar flex">
    <button type="button" class="quiet center menu" id="menu" aria-label="Servers and channels"
      aria-expanded=${String(state.drawer)} onClick=${() => set({ drawer: true })}>
      <${Icon} name="menu" />${any && html`<span class="badge"></span>`}
    </button>
    <h1 class="grow strong ellipsis">
      ${
        parent &&
        html`<button type="button" class="muted" aria-label="Back to #${parent.name}" onClick=${() => enter(parent.id)}>
          # <span class="parent-name">${parent.name}</span>
        </button>`
      }
      <span class="muted" aria-hidden="true">${parent ? ' › ' : `${sign} `}</span>${name}
    </h1>
    <${TroubleButton} />
    <fieldset class="members">
      <legend class="small muted">You are</legend>
      ${state.members.map((member) => html`<${Member} key=${member.id} ...${member} />`)}
    </fieldset>
  </header>`;
}

/** A radio button for a member whom the reader can act as. */
function Member({ id, name, color, moderator }: PageMember) {
  const dm = dmOf(id);
  const waits = dm && id !== state.memberId && unread(dm, id).length > 0;
  const label = `${name}${moderator ? ', moderator' : ''}`;
  return html`<label class="member flex" title=${label}>
    <input type="radio" name="member" class="unseen" aria-label=${waits ? `${label}, has a message` : label}
      checked=${id === state.memberId} onChange=${() => become(id)} />
    <${Avatar} name=${name} color=${color} size="medium" />
    <span class="member-name">${name}</span>
    ${moderator && html`<${Icon} name="shield" />`}
    ${waits && html`<span class="badge"></span>`}
  </label>`;
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

/** The direct messages, the channels of each server, and the bot's presence. `inert`: while it is a closed drawer, or covered. */
export function Sidebar({ inert }: { inert: boolean }) {
  const { bot, loaded, drawer, memberId, guilds } = state;
  const dm = dmOf(memberId);
  const list = (channels: readonly PageChannel[]) =>
    html`<ul>${channels.map((channel) => html`<${Channel} key=${channel.id} ...${channel} />`)}</ul>`;
  return html`<div class="side column ${drawer ? 'shown' : ''}" inert=${inert}>
    <nav class="channels scroll grow" id="channels" aria-label="Channels">
      ${dm && list([dm])}
      ${guilds.map(
        ({ id, name, channels }) =>
          html`<section aria-label=${name} key=${id}><h2 class="strong">${name}</h2>${list(channels)}</section>`,
      )}
    </nav>
    <div class="foot flex">
      <span class="presence ${bot.online ? 'on' : ''}" aria-hidden="true"></span>
      <span class="lines">
        <span class="strong">${bot.name}</span>
        <span class="bot-word small muted">${bot.online ? 'Online' : loaded ? 'Offline' : 'Connecting'}</span>
      </span>
    </div>
  </div>`;
}

function Channel(channel: PageChannel) {
  const { id, guildId, locked, archived, name } = channel;
  const current = state.channelId === id;
  const { any, named, note } = waitingIn(current ? [] : [channel]);
  const parent = channelOf(channel.parent);
  const closed = locked ? ', locked' : archived ? ', archived' : '';
  const label =
    guildId === null ? `${name}, direct messages` : parent ? `${name}, thread in #${parent.name}${closed}` : `#${name}`;
  const open = () => {
    enter(id);
    closeDrawer();
  };
  const sign = guildId === null ? html`<${Avatar} name=${name} size="medium" />` : html`<span class="muted">#</span>`;
  return html`<li class=${parent ? 'in-channel' : ''}>
    <button type="button" class="channel flex ${any ? 'unread' : ''}" aria-current=${current ? 'page' : undefined}
      aria-label=${label + note} title=${name} onClick=${open}>
      ${parent ? html`<${Icon} name=${locked ? 'lock' : 'thread'} />` : sign}
      <span class="grow ellipsis">${name}</span>
      ${any && html`<span class="badge center" aria-hidden="true">${named || ''}</span>`}
    </button>
  </li>`;
}

export function closeDrawer() {
  if (!state.drawer) return;
  set({ drawer: false });
  // Drawn first, since the button is inert while the drawer is open.
  window.setTimeout(() => document.getElementById('menu')?.focus());
}
