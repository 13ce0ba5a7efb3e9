/** @import { PageMessage } from '../../protocol.ts' */
/** @import { Component } from './discord-objects.d.ts' */
/** @import { VNode } from './preact.js' */
import { actOn } from './actions.js';
import { ComponentFile, ComponentPicture, safeUrl } from './attachments.js';
import { EmojiView, Icon } from './elements.js';
import { cssColor, Markdown } from './formatted-text.js';
import { html, useState } from './preact.js';
import { isSelect, SelectMenu } from './select-menu.js';

/** Discord's component types that a message may hold, besides selects. */
const TYPE = /** @type {const} */ ({
  row: 1,
  button: 2,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
});
const LINK = 5;
/** @type {Record<number, string>} By Discord's button styles. */
const STYLES = { 1: 'primary', 3: 'success', 4: 'danger' };

/**
 * The components of a message, in order. `busy`: the custom id of the one whose press waits for an answer.
 *
 * @typedef {{ message: PageMessage, busy: string | undefined }} Around
 * @param {readonly Component[]} components
 * @param {Around} around
 * @returns {VNode[]}
 */
export const drawComponents = (components, around) =>
  components.map((component, at) => {
    const key = component.custom_id ?? `${component.type}.${at}`;
    return html`<${ComponentView} key=${key} component=${component} ...${around} />`;
  });

/** @param {{ component: Component } & Around} props */
function ComponentView({ component, message, busy }) {
  const { components = [], custom_id: customId = '', items = [], accessory } = component;
  const inner = drawComponents(components, { message, busy });
  switch (component.type) {
    case TYPE.row:
      return html`<div class="part flex wrap" role="group">${inner}</div>`;
    case TYPE.button:
      return html`<${Button} component=${component} message=${message} busy=${busy} />`;
    case TYPE.section:
      return html`<div class="flex">
        <div class="stack grow">${inner}</div>
        ${accessory && drawComponents([accessory], { message, busy })}
      </div>`;
    case TYPE.text:
      return html`<${Markdown} text=${component.content ?? ''} />`;
    case TYPE.thumbnail:
      return html`<${ComponentPicture} item=${component} message=${message} class="thumbnail" />`;
    case TYPE.gallery: {
      const pictures = items.map(
        (item) => html`<${ComponentPicture} key=${item.media?.url} item=${item} message=${message} />`,
      );
      return html`<div class="gallery stack part">${pictures}</div>`;
    }
    case TYPE.file:
      return html`<${ComponentFile} component=${component} message=${message} />`;
    case TYPE.separator:
      return html`<hr class="gap ${component.divider === false ? 'bare' : ''}" />`;
    case TYPE.container:
      return html`<${Container} component=${component}>${inner}<//>`;
    default: {
      if (!isSelect(component))
        return html`<p class="muted">This page can’t show this part (component type ${component.type}).</p>`;
      const onChoose = (/** @type {string[]} */ values) => actOn(message, { t: 'select', customId, values });
      return html`<${SelectMenu} component=${component} busy=${busy === customId} onChoose=${onChoose} />`;
    }
  }
}

/** @param {{ component: Component } & Around} props */
function Button({ component, message, busy }) {
  const { custom_id: customId = '', label, style = 2, emoji, disabled = false } = component;
  const props = {
    class: `button flex ${STYLES[style] ?? 'secondary'}`,
    'aria-label': label ? undefined : (emoji?.name ?? 'Button'),
  };
  const content = html`<${EmojiView} emoji=${emoji} />${label && html`<span>${label}</span>`}`;
  if (style === LINK) {
    const href = disabled ? undefined : safeUrl(component.url);
    return html`<a ...${props} href=${href} target="_blank" rel="noopener noreferrer">${content}<${Icon} name="out" /></a>`;
  }
  const press = () => actOn(message, { t: 'press', customId });
  return html`<button type="button" ...${props} disabled=${disabled} aria-busy=${busy === customId ? 'true' : undefined} onClick=${press}>
    ${content}
  </button>`;
}

/** @param {{ component: Component, children: VNode[] }} props */
function Container({ component: { spoiler = false, accent_color: accent }, children }) {
  const [covered, setCovered] = useState(spoiler);
  return html`<div class="container part card ${covered ? 'covered' : ''}" style=${{ '--bar': cssColor(accent) }}>
    <div class="stack" inert=${covered}>${children}</div>
    ${covered && html`<button type="button" class="cover" onClick=${() => setCovered(false)}>Spoiler: press to show</button>`}
  </div>`;
}
