import { html } from 'htm/preact';
import type { PageMessage } from '../protocol.ts';
import type { Button } from '../store/component-schema.ts';
import { actOn } from './actions.ts';
import { safeUrl } from './attachments.ts';
import { EmojiView } from './elements.ts';
import { SelectMenu } from './select-menu.ts';

const LINK = 5;
/** By Discord's button styles. */
const STYLES: Record<number, string> = { 1: 'primary', 3: 'success', 4: 'danger' };

/**
 * The rows of buttons and menus under a message.
 *
 * @param busy the custom id of the component whose press waits for an answer
 */
export const drawComponents = (message: PageMessage, busy: string | undefined) =>
  message.components.map(
    ({ components }, row) => html`<div class="part flex wrap" role="group" key=${row}>
      ${components.map((component, at) => {
        const key = component.custom_id || at;
        if (component.type === 2)
          return html`<${ButtonView} key=${key} button=${component} message=${message} busy=${busy} />`;
        const { custom_id: customId } = component;
        const onChoose = (values: string[]) => actOn(message, { t: 'select', customId, values });
        return html`<${SelectMenu} key=${key} component=${component} busy=${busy === customId} onChoose=${onChoose} />`;
      })}
    </div>`,
  );

interface ButtonProps {
  readonly button: Button;
  readonly message: PageMessage;
  readonly busy: string | undefined;
}

function ButtonView({ button, message, busy }: ButtonProps) {
  const { custom_id: customId, label, style, emoji, disabled } = button;
  const props = {
    class: `button flex ${STYLES[style] ?? 'secondary'}`,
    'aria-label': label ? undefined : (emoji?.name ?? 'Button'),
  };
  const content = html`<${EmojiView} emoji=${emoji} />${label && html`<span>${label}</span>`}`;
  if (style === LINK) {
    const href = disabled ? undefined : safeUrl(button.url);
    return html`<a ...${props} href=${href} target="_blank" rel="noopener noreferrer">${content}<span aria-hidden="true">↗</span></a>`;
  }
  const press = () => actOn(message, { t: 'press', customId: customId ?? '' });
  return html`<button type="button" ...${props} disabled=${disabled} aria-busy=${busy === customId ? 'true' : undefined} onClick=${press}>
    ${content}
  </button>`;
}
