/** @import { Component, MediaItem } from '../shapes.d.ts' */
/** @import { ComponentContext } from './component-context.js' */
import { h } from '../element.js';
import { fileCard } from '../messages/attachments.js';
import { cssColor } from '../messages/embed.js';
import { fileName, findSource } from '../messages/files.js';
import { pictureElement } from '../messages/message-picture.js';
import { renderMarkdown } from '../text/render.js';
import { buttonElement } from './button.js';
import { isSelect, selectElement } from './select.js';

/** Discord's component types that a message may hold. */
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

/**
 * The components of a message, in order.
 *
 * @param {readonly Component[]} components
 * @param {ComponentContext} context
 * @returns {Node[]}
 */
export function componentElements(components, context) {
  return components.map((component) => componentElement(component, context));
}

/**
 * @param {Component} component
 * @param {ComponentContext} context
 * @returns {Node}
 */
function componentElement(component, context) {
  const inner = component.components ?? [];
  switch (component.type) {
    case TYPE.row:
      return h('div', { class: 'row', role: 'group' }, ...componentElements(inner, context));
    case TYPE.button:
      return buttonElement(component, context);
    case TYPE.section:
      return h(
        'div',
        { class: 'section' },
        h('div', { class: 'section-text' }, ...componentElements(inner, context)),
        component.accessory && h('div', { class: 'accessory' }, componentElement(component.accessory, context)),
      );
    case TYPE.text:
      return renderMarkdown(component.content ?? '', context.app.names);
    case TYPE.thumbnail:
      return h('div', { class: 'thumbnail' }, media(component, context));
    case TYPE.gallery: {
      const items = component.items ?? [];
      return h('div', { class: 'gallery', 'data-count': items.length }, ...items.map((item) => media(item, context)));
    }
    case TYPE.file: {
      const source = findSource(context.message, component.file?.url);
      if (!source) return h('p', { class: 'unknown' }, 'This file is missing.');
      return fileCard(source.src, component.name ?? fileName(source.src), component.size ?? source.attachment?.size);
    }
    case TYPE.separator:
      return component.divider === false
        ? h('div', { class: 'gap', 'data-spacing': component.spacing ?? 1 })
        : h('hr', { class: 'gap', 'data-spacing': component.spacing ?? 1 });
    case TYPE.container:
      return container(component, context);
    default:
      if (isSelect(component)) return selectElement(component, context);
      return h('p', { class: 'unknown' }, `This page can’t show this part (component type ${component.type}).`);
  }
}

/**
 * @param {Component} component
 * @param {ComponentContext} context
 */
function container(component, context) {
  const color = cssColor(component.accent_color);
  const box = h(
    'div',
    { class: color ? 'container accented' : 'container', style: color ? { '--bar': color } : null },
    ...componentElements(component.components ?? [], context),
  );
  if (!component.spoiler) return box;
  box.inert = true;
  const wrap = h('div', { class: 'covered-box' }, box);
  const show = h('button', { type: 'button', class: 'cover' }, 'Spoiler: press to show');
  show.addEventListener('click', () => {
    box.inert = false;
    wrap.replaceWith(box);
  });
  wrap.append(show);
  return wrap;
}

/**
 * @param {MediaItem | Component} item
 * @param {ComponentContext} context
 */
function media(item, context) {
  const source = findSource(context.message, item.media?.url);
  if (!source) return h('p', { class: 'unknown' }, 'This picture is missing.');
  const { attachment, src } = source;
  return pictureElement(
    {
      src,
      alt: item.description ?? attachment?.description ?? null,
      width: attachment?.width ?? item.media?.width ?? null,
      height: attachment?.height ?? item.media?.height ?? null,
      name: fileName(src),
      spoiler: item.spoiler === true,
    },
    context.app,
  );
}
