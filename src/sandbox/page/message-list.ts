import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'htm/preact';
import type { PageMessage } from '../protocol.ts';
import { Icon } from './elements.ts';
import { MessageView } from './message.ts';
import { canSee, markRead, messagesOf, state } from './page-state.ts';

/** Messages of one author within this time are grouped. */
const TOGETHER_MS = 7 * 60_000;
/** Distance from the end that still counts as reading the newest, in CSS pixels. */
const NEAR = 48;

/** The messages of the open channel that the present member sees. */
export function MessageList() {
  const { channelId, memberId, dismissed, guilds, people, failures, busy, loaded, bot } = state;
  const place = `${channelId}/${memberId}`;
  const shown = messagesOf(channelId).filter((message) => canSee(message) && !dismissed.includes(message.id));
  const { scroller, content, missed, pinned, toEnd } = useScroll(place, shown);
  useFocusKept(scroller);
  // Typing changes none of these, so the rows are not drawn again.
  const causes = [messagesOf(channelId), memberId, dismissed, guilds, people, failures, busy];
  const rows = useMemo(() => drawRows(shown), causes);
  const pill = missed === 0 ? 'To the newest message' : missed === 1 ? '1 new message' : `${missed} new messages`;
  const empty = bot.online ? 'No messages here yet. Type / to see what you can do.' : `${bot.name} is joining.`;
  // Not live: the announcer reads new messages out, while a live log would also read every button and edit.
  return html`<section class="message-list grow" aria-label="Messages">
    <div class="scroller scroll" role="log" aria-live="off" aria-label="Messages" tabindex="0" ref=${scroller}>
      <div class="message-list-content column" ref=${content}>
        ${loaded && shown.length === 0 && html`<p class="empty muted">${empty}</p>`}
        <ol class="messages" key=${place}>${rows}</ol>
      </div>
    </div>
    <button type="button" class="pill float flex" hidden=${pinned} onClick=${toEnd}>${pill}<${Icon} name="down" /></button>
  </section>`;
}

function drawRows(messages: readonly PageMessage[]) {
  const { guilds: places, people, memberId, failures, busy } = state;
  return messages.map((message, index) => {
    const { id, replyTo } = message;
    const before = messages[index - 1];
    const grouped = before !== undefined && belongTogether(before, message);
    const repliedTo = messages.find((other) => other.id === replyTo);
    const props = { message, grouped, repliedTo, failure: failures[id], busy: busy[id], places, people, memberId };
    return html`<li key=${id}><${MessageView} ...${props} /></li>`;
  });
}

const belongTogether = (first: PageMessage, second: PageMessage) =>
  first.author.id === second.author.id &&
  second.interaction === null &&
  second.replyTo === null &&
  first.onlyFor === second.onlyFor &&
  Date.parse(second.at) - Date.parse(first.at) < TOGETHER_MS;

/**
 * Keeps the newest message in view while the reader is at the end.
 * A reader who has scrolled up stays there, and `missed` counts the new messages.
 *
 * @param place another one begins at its end
 */
function useScroll(place: string, shown: readonly PageMessage[]) {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLElement>(null);
  const seen = useRef({ pinned: true, top: 0, place: '', ids: new Set<string>() });
  const [pinned, setPinned] = useState(true);
  const [missed, setMissed] = useState(0);

  const measure = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    return { scrollTop, clientHeight, below: scrollHeight - scrollTop - clientHeight };
  };
  // Also checks the position, as a scroll event may still be pending.
  const isPinned = () => seen.current.pinned && measure().scrollTop >= seen.current.top - NEAR;
  const look = () => {
    const { scrollTop: top, below } = measure();
    Object.assign(seen.current, { pinned: below < NEAR, top });
    setPinned(below < NEAR);
    if (below >= NEAR) return;
    setMissed(0);
    if (document.visibilityState === 'visible') markRead();
  };
  const toEnd = () => {
    scroller.current?.scrollTo(0, scroller.current.scrollHeight);
    look();
  };

  useLayoutEffect(() => {
    // Loaded pictures, a growing input line and a rotated phone change sizes; the reader stays at the end.
    const observer = new ResizeObserver(() => isPinned() && toEnd());
    for (const each of [scroller.current, content.current]) if (each) observer.observe(each);
    scroller.current?.addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
  }, []);
  useLayoutEffect(() => {
    const { place: before, ids } = seen.current;
    Object.assign(seen.current, { place, ids: new Set(shown.map(({ id }) => id)) });
    if (before !== place || isPinned()) return toEnd();
    const fresh = shown.filter(({ id }) => !ids.has(id));
    const { below, clientHeight } = measure();
    const isMine = fresh.some(({ author }) => author.id === state.memberId);
    const answersMe = fresh.some(({ interaction }) => interaction?.memberId === state.memberId);
    if (isMine || (answersMe && below < 2 * clientHeight)) toEnd();
    else if (fresh.length > 0) setMissed(missed + fresh.length);
  }, [place, shown.length, shown.at(-1)]);
  useLayoutEffect(toEnd, [state.jumps]);
  return { scroller, content, missed, pinned, toEnd };
}

/** If an edit removes the focused element, its message gets the focus; if the message is gone too, the list. */
function useFocusKept(scroller: { readonly current: HTMLElement | null }) {
  const focused = useRef<{ element: Element; message: HTMLElement | null }>(null);
  useEffect(() => {
    document.addEventListener('focusin', ({ target }) => {
      const inside = target instanceof Element && scroller.current?.contains(target);
      focused.current = inside ? { element: target, message: target.closest<HTMLElement>('.message') } : null;
    });
  }, []);
  useLayoutEffect(() => {
    const { element, message } = focused.current ?? {};
    if (!element || element.isConnected || document.activeElement !== document.body) return;
    (message?.isConnected ? message : scroller.current)?.focus({ preventScroll: true });
  });
}
