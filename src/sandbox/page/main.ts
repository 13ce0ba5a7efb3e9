import { html, render, useLayoutEffect } from 'htm/preact';
import { keepConnected, receive, settle } from './actions.ts';
import { Composer, focusComposer } from './composer.ts';
import { MessageList } from './message-list.ts';
import { ModalDialog } from './modal.ts';
import { Banner, ChannelHeader, closeDrawer, Sidebar } from './navigation.ts';
import { set, state, useStore } from './store.ts';
import { TroublePanel } from './trouble-panel.ts';

/** Up to this width the sidebar is a drawer. */
const PHONE = window.matchMedia('(max-width: 760px)');
/** Up to this width the panel of trouble covers the channel. */
const NARROW = window.matchMedia('(max-width: 1000px)');

function App() {
  useStore();
  const { drawer, trouble, announcement } = state;
  const covered = trouble && NARROW.matches;
  useLayoutEffect(() => {
    if (drawer) document.querySelector<HTMLElement>('.side [aria-current]')?.focus();
  }, [drawer]);
  const skip = (event: Event) => {
    event.preventDefault();
    focusComposer();
  };
  return html`
    <a class="skip" href="#composer" onClick=${skip}>Skip to the message box</a>
    <div class="app">
      <${Sidebar} inert=${covered || (PHONE.matches && !drawer)} />
      <div class="scrim" hidden=${!drawer} onClick=${closeDrawer}></div>
      <main class="column" id="main" inert=${covered || (PHONE.matches && drawer)}>
        <${ChannelHeader} />
        <${Banner} />
        <${MessageList} />
        <${Composer} />
      </main>
      <${TroublePanel} />
    </div>
    <${ModalDialog} />
    <div class="unseen" id="announcer" aria-live="polite"><p key=${announcement.number}>${announcement.text}</p></div>
  `;
}

for (const width of [PHONE, NARROW]) width.addEventListener('change', () => set({}));
window.addEventListener('hashchange', () => settle());
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeDrawer());
render(html`<${App} />`, document.body);
keepConnected(receive, (connected) => set({ connected }));
