/** @import { PageChannel, PageRole } from '../../../protocol.ts' */
/** @import { Choices } from '../link/server-questions.js' */
/** @import { CommandOption } from '../shapes.d.ts' */

/** Discord's option types. */
export const OPTION = /** @type {const} */ ({
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
});

/**
 * The people, roles and channels that an option may refer to.
 *
 * @typedef {{ people: { id: string, name: string }[], roles: PageRole[], channels: PageChannel[] }} Places
 * @typedef {{ value: string | number | boolean } | { wrong: string }} Reading
 */

/**
 * The choices known without asking the bot; `null` if the option is free text or autocompleted by the bot.
 *
 * @param {CommandOption} option
 * @param {Places} places
 * @returns {{ name: string, value: string | number | boolean }[] | null}
 */
export function fixedChoices(option, places) {
  const people = places.people.map(({ id, name }) => ({ name, value: id }));
  const roles = places.roles.map(({ id, name }) => ({ name: roleName(name), value: id }));
  switch (option.type) {
    case OPTION.boolean:
      return [
        { name: 'True', value: true },
        { name: 'False', value: false },
      ];
    case OPTION.user:
      return people;
    case OPTION.role:
      return roles;
    case OPTION.mentionable:
      return [...people, ...roles];
    case OPTION.channel:
      return places.channels.map(({ id, name }) => ({ name: `#${name}`, value: id }));
    default: {
      if (!option.choices?.length) return null;
      return option.choices.map(({ name = '', value = '' }) => ({ name, value }));
    }
  }
}

/**
 * Reads a non-empty text as an option's value; `wrong` is a sentence for the reader.
 *
 * @param {CommandOption} option
 * @param {string} text
 * @param {Choices} offered the bot's last choices for this option
 * @param {Places} places
 * @returns {Reading}
 */
export function readOption(option, text, offered, places) {
  const choices = fixedChoices(option, places);
  if (choices) {
    const wanted = plain(text);
    const chosen = choices.find(({ name, value }) => plain(name) === wanted || String(value) === text.trim());
    return chosen ? { value: chosen.value } : { wrong: 'Choose one from the list.' };
  }
  if (option.type === OPTION.attachment) return { wrong: 'You can’t send files from the practice channel.' };
  const match = option.autocomplete ? offered.find(({ name }) => plain(name) === plain(text)) : undefined;
  if (match) return { value: match.value };
  if (option.type === OPTION.integer || option.type === OPTION.number) return readNumber(option, text);
  return readText(option, text);
}

/**
 * @param {CommandOption} option
 * @param {string} text
 * @returns {Reading}
 */
function readNumber({ type, min_value: least, max_value: most }, text) {
  const value = Number(text.trim().replace(',', '.'));
  if (Number.isNaN(value)) return { wrong: 'Enter a number.' };
  if (type === OPTION.integer && !Number.isInteger(value)) return { wrong: 'Enter a whole number.' };
  if (least !== undefined && value < least) return { wrong: `Enter at least ${least}.` };
  if (most !== undefined && value > most) return { wrong: `Enter at most ${most}.` };
  return { value };
}

/**
 * @param {CommandOption} option
 * @param {string} text
 * @returns {Reading}
 */
function readText({ min_length: least = 0, max_length: most = 6000 }, text) {
  if (text.length < least) return { wrong: `At least ${least} characters.` };
  if (text.length > most) return { wrong: `At most ${most} characters; this has ${text.length}.` };
  return { value: text };
}

/**
 * A role's name in a list of people and roles, with one `@`.
 *
 * @param {string} name
 */
export function roleName(name) {
  return `@${name.replace(/^@/, '')}`;
}

/** @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/^[@#]/, '');
}

/**
 * The choices that contain a text, those that begin with it first; all for an empty text.
 *
 * @template {{ name: string }} C
 * @param {readonly C[]} choices
 * @param {string} text
 */
export function fitting(choices, text) {
  const wanted = plain(text);
  const begins = choices.filter(({ name }) => plain(name).startsWith(wanted));
  return [...begins, ...choices.filter((choice) => !begins.includes(choice) && plain(choice.name).includes(wanted))];
}
