/** @import { PageMessage } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Outcome } from '../link/server-questions.js' */

/**
 * The message of a component, and the handlers of its presses and choices. `from` is the element used.
 *
 * @typedef {{
 *   app: App,
 *   message: PageMessage,
 *   press: (customId: string, from: HTMLElement) => void,
 *   select: (customId: string, values: string[], from: HTMLElement) => void,
 * }} ComponentContext
 */

/**
 * Sends presses and choices to the server, and shows the outcome: a modal or a failure. Edits arrive by themselves.
 *
 * @param {App} app
 * @param {PageMessage} message
 * @param {(failure: string | null) => void} onFailure `null` clears an earlier failure
 * @returns {ComponentContext}
 */
export function contextFor(app, message, onFailure) {
  /**
   * @param {HTMLElement} from
   * @param {() => Promise<Outcome>} ask
   */
  const act = async (from, ask) => {
    const article = /** @type {HTMLElement | null} */ (from.closest('.message'));
    if (article?.classList.contains('busy')) return;
    article?.classList.add('busy');
    from.setAttribute('aria-busy', 'true');
    const { memberId: as, channelId } = app.here;
    const outcome = await ask();
    article?.classList.remove('busy');
    from.removeAttribute('aria-busy');
    onFailure(outcome.kind === 'failed' ? outcome.reason : null);
    if (outcome.kind === 'modal') app.modals.open({ ...outcome, as, channelId, home: article });
  };
  const about = () => ({
    nonce: app.interactions.nonce(),
    as: app.here.memberId,
    channelId: message.channelId,
    messageId: message.id,
  });
  return {
    app,
    message,
    press: (customId, from) => act(from, () => app.interactions.ask({ t: 'press', ...about(), customId })),
    select: (customId, values, from) =>
      act(from, () => app.interactions.ask({ t: 'select', ...about(), customId, values })),
  };
}
