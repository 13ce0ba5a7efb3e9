import { html, render } from 'htm/preact';
import { Composer, focusComposer } from './composer.ts';
import { MessageList } from './message-list.ts';
import { ModalDialog } from './modal.ts';
import { Banner, ChannelHeader, Sidebar } from './navigation.ts';
import { keepConnected, openAddress, receive, set, state, useStore } from './page-state.ts';
import { TroublePanel } from './trouble-panel.ts';

function App() {
  useStore();
  const { announcement } = state;
  const skip = (event: Event) => {
    event.preventDefault();
    focusComposer();
  };
  return html`
    <a class="skip" href="#composer" onClick=${skip}>Skip to the message box</a>
    <${Sidebar} />
    <main class="column grow" id="main">
      <${ChannelHeader} />
      <${Banner} />
      <${MessageList} />
      <${Composer} />
    </main>
    <${TroublePanel} />
    <${ModalDialog} />
    <div class="unseen" id="announcer" aria-live="polite"><p key=${announcement.number}>${announcement.text}</p></div>
  `;
}

window.addEventListener('hashchange', () => openAddress());
render(html`<${App} />`, document.body);
keepConnected(receive, (connected) => set({ connected }));
