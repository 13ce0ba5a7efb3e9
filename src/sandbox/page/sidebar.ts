import { html } from 'htm/preact';
import type { PageChannel } from '../protocol.ts';
import { enter, enterGuild } from './actions.ts';
import { Avatar, Icon } from './elements.ts';
import { channelOf, dmOf, guildHere, set, state, waitingIn } from './store.ts';

/** Servers, the channels of the open one, and the bot's presence. `inert`: while it is a closed drawer, or covered. */
export function Sidebar({ inert }: { inert: boolean }) {
  const { bot, loaded, drawer, memberId, guilds } = state;
  const guild = guildHere();
  const dm = dmOf(memberId);
  const channels = guild?.channels ?? (dm ? [dm] : []);
  return html`<div class="side ${drawer ? 'shown' : ''}" inert=${inert}>
    <nav class="rail scroll" id="rail" aria-label="Servers">
      <ul>
        ${dm && place('Direct messages', html`<${Icon} name="talk" />`, [dm], !guild, () => enter(dm.id))}
        ${guilds.map((each) => place(each.name, initials(each.name), each.channels, each === guild, () => enterGuild(each)))}
      </ul>
    </nav>
    <section class="panel column" aria-label="Server">
      <h2 class="bar flex strong">${guild?.name ?? 'Direct messages'}</h2>
      <nav class="channels scroll grow" id="channels" aria-label="Channels">
        <ul>${channels.map((channel) => html`<${Channel} key=${channel.id} ...${channel} />`)}</ul>
      </nav>
      <div class="foot flex">
        <span class="presence ${bot.online ? 'on' : ''}" aria-hidden="true"></span>
        <span class="lines">
          <span class="strong">${bot.name}</span>
          <span class="bot-word small muted">${bot.online ? 'Online' : loaded ? 'Offline' : 'Connecting'}</span>
        </span>
      </div>
    </section>
  </div>`;
}

/** A server, or the direct messages. */
function place(label: string, face: unknown, channels: readonly PageChannel[], current: boolean, onOpen: () => void) {
  const { any, named, note } = waitingIn(channels);
  return html`<li class=${any ? 'unread' : ''} key=${label}>
    <button type="button" class="rail-place center" title=${label} aria-label=${label + note}
      aria-current=${current ? 'true' : undefined} onClick=${onOpen}>${face}</button>
    ${named > 0 && html`<span class="badge center" aria-hidden="true">${named}</span>`}
  </li>`;
}

/** The initials come from CSS: as text they would have to be part of the button's name. */
function initials(name: string) {
  const letters = name.split(/[\s'’-]+/).map((word) => /^\p{Lu}/u.exec(word)?.[0] ?? '');
  return html`<span class="initials" data-text=${letters.join('').slice(0, 3) || name.slice(0, 1)}></span>`;
}

function Channel(channel: PageChannel) {
  const { id, guildId, locked, archived } = channel;
  const current = state.channelId === id;
  const { any, named, note } = waitingIn(current ? [] : [channel]);
  const parent = channelOf(channel.parent);
  const name = guildId === null ? state.bot.name : channel.name;
  const closed = locked ? ', locked' : archived ? ', archived' : '';
  const label =
    guildId === null ? `${name}, direct messages` : parent ? `${name}, thread in #${parent.name}${closed}` : `#${name}`;
  const open = () => {
    enter(id);
    closeDrawer();
  };
  const sign = guildId === null ? html`<${Avatar} name=${name} size="medium" />` : html`<span class="muted">#</span>`;
  return html`<li class="${any ? 'unread' : ''} ${parent ? 'in-channel' : ''}">
    <button type="button" class="channel flex" aria-current=${current ? 'page' : undefined} aria-label=${label + note} title=${name} onClick=${open}>
      ${parent ? html`<${Icon} name=${locked ? 'lock' : 'thread'} />` : sign}
      <span class="grow ellipsis">${name}</span>
      ${named > 0 && html`<span class="badge center" aria-hidden="true">${named}</span>`}
    </button>
  </li>`;
}

export function closeDrawer() {
  if (!state.drawer) return;
  set({ drawer: false });
  // Drawn first, since the button is inert while the drawer is open.
  window.setTimeout(() => document.getElementById('menu')?.focus());
}
