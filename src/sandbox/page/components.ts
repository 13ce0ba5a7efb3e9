import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { PageMessage } from '../protocol.ts';
import type { AnyComponent, Button } from '../store/component-schema.ts';
import { actOn } from './actions.ts';
import { FileCard, Gallery, PictureView, safeUrl } from './attachments.ts';
import { EmojiView } from './elements.ts';
import { cssColor, Markdown } from './formatted-text.ts';
import { SelectMenu } from './select-menu.ts';

const LINK = 5;
/** By Discord's button styles. */
const STYLES: Record<number, string> = { 1: 'primary', 3: 'success', 4: 'danger' };

interface Around {
  readonly message: PageMessage;
  /** The custom id of the component whose press waits for an answer. */
  readonly busy: string | undefined;
}

/** The components of a message, in order. */
export const drawComponents = (components: readonly AnyComponent[], around: Around): VNode[] =>
  components.map((component, at) => {
    const key = 'custom_id' in component && component.custom_id ? component.custom_id : `${component.type}.${at}`;
    return html`<${ComponentView} key=${key} component=${component} ...${around} />`;
  });

function ComponentView({ component, message, busy }: Around & { component: AnyComponent }) {
  const inner = 'components' in component ? drawComponents(component.components, { message, busy }) : [];
  switch (component.type) {
    case 1:
      return html`<div class="part flex wrap" role="group">${inner}</div>`;
    case 2:
      return html`<${ButtonView} button=${component} message=${message} busy=${busy} />`;
    case 9:
      return html`<div class="flex">
        <div class="stack grow">${inner}</div>
        ${drawComponents([component.accessory], { message, busy })}
      </div>`;
    case 10:
      return html`<${Markdown} text=${component.content} />`;
    case 11:
      return html`<${PictureView} picture=${{ ...component.media, description: component.description }} class="thumbnail" />`;
    case 12:
      return html`<${Gallery} pictures=${component.items.map(({ media, description }) => ({ ...media, description }))} />`;
    case 13:
      return html`<${FileCard} ...${component.file} />`;
    case 14:
      return html`<hr class="gap ${component.divider === false ? 'bare' : ''}" />`;
    case 17:
      return html`<div class="container part card stack" style=${{ '--bar': cssColor(component.accent_color) }}>${inner}</div>`;
    default: {
      const { custom_id: customId } = component;
      const onChoose = (values: string[]) => actOn(message, { t: 'select', customId, values });
      return html`<${SelectMenu} component=${component} busy=${busy === customId} onChoose=${onChoose} />`;
    }
  }
}

function ButtonView({ button, message, busy }: Around & { button: Button }) {
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
