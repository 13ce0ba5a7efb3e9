/** @import { Typable } from '../model/catalogue.js' */

/**
 * Parses a typed command: "/attack leader: Grant". Without any "name:", the text is the first option's.
 *
 * @param {string} line
 * @param {readonly Typable[]} commands
 * @returns {{ command: Typable, texts: Map<string, string> } | null} `null` until a command's name is followed by a space
 */
export function parseLine(line, commands) {
  if (!line.startsWith('/')) return null;
  const rest = line.slice(1);
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => rest.toLowerCase().startsWith(`${name} `));
  if (!command) return null;
  const names = command.options.map(({ name }) => name ?? '');
  return { command, texts: splitOptions(rest.slice(command.name.length + 1), names, names[0] ?? '') };
}

/**
 * Splits text with "name: value" pairs. Text before the first pair belongs to the option being typed.
 *
 * @param {string} text
 * @param {readonly string[]} names the options of the command
 * @param {string} current the option being typed
 * @returns {Map<string, string>} option name to its text; later pairs win
 */
export function splitOptions(text, names, current) {
  /** @type {{ name: string, from: number, start: number }[]} */
  const marks = [];
  for (const match of text.matchAll(/(^|\s)([\p{Ll}\p{N}_-]+):/gu)) {
    const name = match[2] ?? '';
    if (names.includes(name)) marks.push({ name, start: match.index, from: match.index + match[0].length });
  }
  /** @type {Map<string, string>} */
  const texts = new Map();
  const before = text.slice(0, marks[0]?.start ?? text.length);
  if (marks.length === 0 || before.trim() !== '') texts.set(current, marks.length === 0 ? before : before.trim());
  marks.forEach((mark, at) => {
    texts.set(mark.name, text.slice(mark.from, marks[at + 1]?.start ?? text.length).replace(/^ /, ''));
  });
  return texts;
}
