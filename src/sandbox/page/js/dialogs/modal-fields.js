/** @import { App } from '../app.js' */
/** @import { Component } from '../shapes.d.ts' */

import { isSelect, optionsOf } from '../components/select.js';
import { selectMenu } from '../components/select-menu.js';
import { freshId, h } from '../element.js';
import { renderMarkdown } from '../text/render.js';

/**
 * One field of a modal. `check` shows an error, if any, and returns whether the value is valid. A field without a
 * `customId` is only text.
 *
 * @typedef {{ element: HTMLElement, customId: string | null, value: () => string | string[], check: () => boolean, focus: () => void }} Field
 */

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const PARAGRAPH = 2;
const LONGEST = 4000;

/**
 * @param {readonly Component[]} components
 * @param {App} app
 * @returns {Field[]}
 */
export function modalFields(components, app) {
  return components.flatMap((component) => {
    const { type, label = '', description } = component;
    if (type === ROW) return modalFields(component.components ?? [], app);
    if (type === LABEL && component.component) return [field(component.component, label, description ?? null, app)];
    return [field(component, label, null, app)];
  });
}

/**
 * @param {Component} component
 * @param {string} label
 * @param {string | null} description
 * @param {App} app
 * @returns {Field}
 */
function field(component, label, description, app) {
  if (component.type === TEXT_INPUT) return textField(component, label, description);
  if (isSelect(component)) return selectField(component, label, description, app);
  const element =
    component.type === TEXT_DISPLAY
      ? renderMarkdown(component.content ?? '', app.names)
      : h('p', { class: 'unknown' }, `This page can’t show this part (component type ${component.type}).`);
  return { element, customId: null, value: () => '', check: () => true, focus: () => {} };
}

/**
 * @param {Component} component
 * @param {string} label
 * @param {string | null} description
 * @returns {Field}
 */
function textField(component, label, description) {
  const id = freshId('field');
  const required = component.required !== false;
  const least = component.min_length ?? 0;
  const most = component.max_length ?? LONGEST;
  const attributes = {
    id,
    class: 'text-input',
    placeholder: component.placeholder,
    'aria-required': required ? 'true' : null,
    'aria-describedby': `${id}-note ${id}-wrong`,
    autocomplete: 'off',
  };
  const input =
    component.style === PARAGRAPH
      ? h('textarea', { ...attributes, rows: 5 })
      : h('input', { ...attributes, type: 'text' });
  input.value = component.value ?? '';
  const wrong = h('p', { class: 'field-wrong', id: `${id}-wrong`, role: 'alert' });
  const count = h('span', { class: 'field-count', 'aria-hidden': 'true' });

  const complaint = () => {
    const { length } = input.value;
    if (required && input.value.trim() === '') return 'Fill this in.';
    if (length > 0 && length < least) return `Enter at least ${least} characters; this has ${length}.`;
    if (length > most) return `Enter at most ${most} characters; this has ${length}.`;
    return '';
  };
  const check = () => {
    wrong.textContent = complaint();
    input.setAttribute('aria-invalid', String(wrong.textContent !== ''));
    return wrong.textContent === '';
  };
  const drawCount = () => {
    count.textContent = `${input.value.length} / ${most}`;
  };
  input.addEventListener('input', () => {
    drawCount();
    if (wrong.textContent) check();
  });
  drawCount();

  return {
    element: h(
      'div',
      { class: 'form-field' },
      h('label', { for: id }, label, required && h('span', { class: 'needed' }, ' (needed)')),
      h('p', { class: 'field-note', id: `${id}-note` }, description ?? lengthNote(least, component.max_length)),
      input,
      h('div', { class: 'field-foot' }, wrong, count),
    ),
    customId: component.custom_id ?? null,
    value: () => input.value,
    check,
    focus: () => input.focus(),
  };
}

/**
 * @param {number} least
 * @param {number | undefined} most
 */
function lengthNote(least, most) {
  if (least > 0 && most !== undefined) return `${least} to ${most} characters`;
  return least > 0 ? `At least ${least} characters` : '';
}

/**
 * @param {Component} component
 * @param {string} label
 * @param {string | null} description
 * @param {App} app
 * @returns {Field}
 */
function selectField(component, label, description, app) {
  const required = component.required !== false;
  const wrong = h('p', { class: 'field-wrong', role: 'alert' });
  const menu = selectMenu({
    options: optionsOf(component, app),
    placeholder: component.placeholder ?? 'Choose',
    min: required ? (component.min_values ?? 1) : 0,
    max: component.max_values ?? 1,
    disabled: false,
    key: '',
    label,
    onChoose: () => {
      wrong.textContent = '';
    },
  });
  return {
    element: h(
      'div',
      { class: 'form-field' },
      h('span', { class: 'form-label' }, label, required && h('span', { class: 'needed' }, ' (needed)')),
      description && h('p', { class: 'field-note' }, description),
      menu.element,
      wrong,
    ),
    customId: component.custom_id ?? null,
    value: menu.values,
    check: () => {
      wrong.textContent = menu.valid() ? '' : 'Choose something here.';
      return menu.valid();
    },
    focus: () => menu.button.focus(),
  };
}
