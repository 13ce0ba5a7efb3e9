import { html, useEffect } from 'htm/preact';
import type { PageMember } from '../protocol.ts';
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
