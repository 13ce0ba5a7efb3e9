/** @import { Block, List } from './markdown.js' */
/** @import { Inline } from './inline.js' */
/** @import { Names } from './render.js' */
import { parseMarkdown } from './markdown.js';
import { formatTime } from './time.js';

/**
 * Markdown as plain text to read aloud: without marks and spoilers, with names for mentions.
 *
 * @param {string} text
 * @param {Pick<Names, 'nameOf' | 'roleOf' | 'channelName'>} names
 */
export function plainText(text, names) {
  /** @param {readonly Inline[]} inline @returns {string} */
  const inlineText = (inline) =>
    inline
      .map((node) => {
        switch (node.t) {
          case 'text':
          case 'code':
          case 'everyone':
            return node.text;
          case 'spoiler':
            return 'spoiler';
          case 'member':
            return `@${names.nameOf(node.id) ?? 'unknown member'}`;
          case 'role':
            return `@${names.roleOf(node.id)?.name.replace(/^@/, '') ?? 'unknown role'}`;
          case 'channel':
            return `#${names.channelName(node.id) ?? 'unknown'}`;
          case 'command':
            return `/${node.name}`;
          case 'time':
            return formatTime(new Date(node.seconds * 1000), node.style);
          case 'emoji':
            return node.name;
          default:
            return inlineText(node.inline);
        }
      })
      .join('');

  /** @param {List} list @returns {string} */
  const listText = (list) =>
    list.items.map((item) => [inlineText(item.inline), ...item.lists.map(listText)].join('; ')).join('; ');

  /** @param {Block} block @returns {string} */
  const blockText = (block) => {
    switch (block.t) {
      case 'code':
        return block.text;
      case 'quote':
        return block.blocks.map(blockText).join(' ');
      case 'list':
        return listText(block);
      default:
        return inlineText(block.inline);
    }
  };

  return parseMarkdown(text).map(blockText).join(' ').replace(/\s+/g, ' ').trim();
}
