/** @import { PageAttachment, PageMessage } from '../../../protocol.ts' */

/**
 * A file to show: an attachment of the message, or a URL elsewhere.
 *
 * @typedef {{ src: string, attachment: PageAttachment | null }} Source
 */

/**
 * Allows http and https URLs, absolute or relative; `null` for any other.
 *
 * @param {string | undefined} address
 * @returns {string | null}
 */
export function safeAddress(address) {
  if (!address) return null;
  try {
    const url = new URL(address, window.location.href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * The last part of a URL's path.
 *
 * @param {string} address
 */
export function fileName(address) {
  const last = path(address).split('/').at(-1);
  try {
    return decodeURIComponent(last || 'file');
  } catch {
    return last || 'file';
  }
}

/**
 * Resolves a URL of an embed or component, which may be `attachment://name`.
 *
 * @param {PageMessage} message
 * @param {string | undefined} address
 * @returns {Source | null}
 */
export function findSource(message, address) {
  const attachment = message.attachments.find((file) => isOf(file, address)) ?? null;
  const src = attachment ? safeAddress(attachment.url) : safeAddress(address);
  return src ? { src, attachment } : null;
}

/**
 * The attachments listed under the text: those that no embed or component shows.
 *
 * @param {PageMessage} message
 */
export function looseAttachments(message) {
  const addresses = [...addressesIn([message.embeds, message.components])];
  return message.attachments.filter((file) => !addresses.some((address) => isOf(file, address)));
}

/**
 * @param {PageAttachment} file
 * @param {string | undefined} address
 */
function isOf(file, address) {
  if (!address) return false;
  if (address.startsWith('attachment://')) return address.slice('attachment://'.length) === file.filename;
  return path(address) === path(file.url);
}

/** @param {string} address */
function path(address) {
  try {
    return new URL(address, window.location.href).pathname;
  } catch {
    return address;
  }
}

/**
 * Every string under a key `url` or `icon_url`, at any depth.
 *
 * @param {unknown} value
 * @returns {Generator<string>}
 */
function* addressesIn(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (key === 'url' || key === 'icon_url')) yield inner;
    else yield* addressesIn(inner);
  }
}
