/** @import { App } from '../app.js' */
/** @import { Component, SelectOption } from '../shapes.d.ts' */
/** @import { Stage } from './stage.js' */
import { selectMenu } from './menu.js';

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
 * A select on a message: choosing tells the bot at once.
 *
 * @param {Component} component
 * @param {Stage} stage
 */
export function selectElement(component, stage) {
  const customId = component.custom_id ?? '';
  const menu = selectMenu({
    options: optionsOf(component, stage.app),
    placeholder: component.placeholder ?? 'Choose',
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled === true,
    key: `component:${customId}`,
    onChoose: (values, button) => stage.select(customId, values, button),
  });
  return menu.element;
}

/**
 * What a select offers: its own options, or the people or channels of this world. There are no roles here.
 *
 * @param {Component} component
 * @param {App} app
 * @returns {SelectOption[]}
 */
export function optionsOf(component, { here, world }) {
  const people = [...world.members, world.bot].map(({ id, name }) => ({ label: name, value: id }));
  switch (component.type) {
    case USER:
    case MENTIONABLE:
      return people;
    case CHANNEL:
      return (here.guild?.channels ?? []).map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return component.options ?? [];
  }
}
