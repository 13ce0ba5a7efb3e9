/** @import { App } from '../app.js' */
/** @import { Component, SelectOption } from '../shapes.d.ts' */
/** @import { ComponentContext } from './component-context.js' */
import { roleName } from '../composer/option-value.js';
import { selectMenu } from './select-menu.js';

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** @param {Component} component */
export function isSelect({ type }) {
  return type !== undefined && [STRING, USER, ROLE, MENTIONABLE, CHANNEL].includes(type);
}

/**
 * A select of a message: a choice is sent to the bot at once.
 *
 * @param {Component} component
 * @param {ComponentContext} context
 */
export function selectElement(component, context) {
  const customId = component.custom_id ?? '';
  const options = optionsOf(component, context.app);
  const menu = selectMenu({
    options,
    placeholder: component.placeholder ?? 'Choose',
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled === true,
    key: `component:${customId}`,
    onChoose: (values, button) => context.select(customId, values, button),
  });
  menu.element.dataset.part = `select:${customId}`;
  menu.element.dataset.offers = JSON.stringify([component, options]);
  return menu.element;
}

/**
 * The options of a select: its own, or the people, roles or channels of the present server.
 *
 * @param {Component} component
 * @param {App} app
 * @returns {SelectOption[]}
 */
export function optionsOf(component, { here }) {
  const people = here.people.map(({ id, name }) => ({ label: name, value: id }));
  const roles = (here.guild?.roles ?? []).map(({ id, name }) => ({ label: roleName(name), value: id }));
  switch (component.type) {
    case USER:
      return people;
    case ROLE:
      return roles;
    case MENTIONABLE:
      return [...people, ...roles];
    case CHANNEL:
      return (here.guild?.channels ?? []).map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return component.options ?? [];
  }
}
