import { h } from '../element.js';
import { icon } from '../icons.js';

/** Distance from the end that still counts as reading the newest, in CSS pixels. */
const NEAR = 48;

/**
 * Keeps the newest message in view while the reader is at the end. A reader who has scrolled up is not moved; a pill then
 * counts the new messages.
 */
export class Scroll {
  #scroller;
  #onRead;
  #pill;
  #missed = 0;
  #pinned = true;
  /** The scroll position last set or seen. */
  #top = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} content the growing element inside
   * @param {() => void} onRead called when the reader is at the newest message
   */
  constructor(scroller, content, onRead) {
    this.#scroller = scroller;
    this.#onRead = onRead;
    this.#pill = h('button', { type: 'button', class: 'pill', hidden: true, onClick: () => this.toEnd() });
    scroller.after(this.#pill);
    scroller.addEventListener('scroll', () => this.#look(), { passive: true });
    document.addEventListener('visibilitychange', () => this.#look());
    // Loaded pictures, a growing input line and a rotated phone change sizes; the reader stays at the end.
    const observer = new ResizeObserver(() => {
      if (this.pinned) this.#jump();
    });
    observer.observe(content);
    observer.observe(scroller);
  }

  /** Whether the reader is at the newest message. Also checks the position, as a scroll event may still be pending. */
  get pinned() {
    return this.#pinned && this.#scroller.scrollTop >= this.#top - NEAR;
  }

  /** Whether the newest message is less than a screen away. */
  get near() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < clientHeight;
  }

  toEnd() {
    this.#pinned = true;
    this.#jump();
    this.#look();
  }

  /** Counts a new message if the reader is not at the end. */
  missed() {
    if (this.pinned) return;
    this.#missed += 1;
    this.#draw();
  }

  #jump() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#top = this.#scroller.scrollTop;
  }

  #look() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    this.#pinned = scrollHeight - scrollTop - clientHeight < NEAR;
    this.#top = scrollTop;
    if (this.#pinned) {
      this.#missed = 0;
      if (document.visibilityState === 'visible') this.#onRead();
    }
    this.#draw();
  }

  #draw() {
    const count = this.#missed;
    this.#pill.hidden = this.pinned;
    this.#pill.classList.toggle('fresh', count > 0);
    const text = count === 0 ? 'To the newest message' : count === 1 ? '1 new message' : `${count} new messages`;
    const label = h('span', { class: count === 0 ? 'unseen' : null }, text);
    this.#pill.title = count === 0 ? text : '';
    this.#pill.replaceChildren(label, icon('down'));
  }
}
