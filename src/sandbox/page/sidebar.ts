import { html } from 'htm/preact';
import type { PageChannel } from '../protocol.ts';
import { enter } from './actions.ts';
import { Avatar, Icon } from './elements.ts';
import { channelOf, dmOf, set, state, waitingIn } from './store.ts';

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
