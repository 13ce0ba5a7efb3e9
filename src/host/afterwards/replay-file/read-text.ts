import type { Json } from '../../../game/index.ts';
import type { Findings } from './findings.ts';
import { pathAt, scan } from './json-scan.ts';
import { shown } from './replay-words.ts';
import { textOf } from './write-replay-file.ts';

/** Bytes of a file: more than Discord takes in one message. */
export const LARGEST = 10 * 2 ** 20;

/** What bytes say, and where they are not the UTF-8 they should be. */
interface Decoded {
  /** Without a mark before it and without carriage returns: what else is wrong is looked for anyway. */
  readonly text: string;
  readonly faults: readonly { readonly offset: number; readonly what: string }[];
  /** Whether the text can be gone through at all. */
  readonly readable: boolean;
}

export function decode(bytes: Uint8Array): Decoded {
  const lax = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const broken = firstBroken(bytes, lax);
  if (broken !== null) return { text: lax, faults: [broken], readable: false };
  const marked = lax.startsWith('\uFEFF');
  const unmarked = marked ? lax.slice(1) : lax;
  const returns = unmarked.indexOf('\r');
  const faults = [
    ...(marked ? [{ offset: 0, what: 'A byte order mark comes before the game. The bot writes none.' }] : []),
    ...(returns < 0 ? [] : [{ offset: returns, what: carriageReturn(unmarked, returns) }]),
  ];
  return { text: unmarked.replaceAll('\r', ''), faults, readable: true };
}

function carriageReturn(text: string, offset: number): string {
  return text.charAt(offset + 1) === '\n'
    ? 'This line ends with CR and LF. The bot ends its lines with LF alone.'
    : 'The file has a carriage return (CR) here. The bot writes none.';
}

/** The first byte that is not UTF-8, by the character it stands at. */
function firstBroken(bytes: Uint8Array, lax: string): { readonly offset: number; readonly what: string } | null {
  const again = Buffer.from(lax, 'utf8');
  if (again.equals(bytes)) return null;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { offset: 0, what: 'The file is UTF-16. The bot writes UTF-8.' };
  }
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  const offset = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at)).length;
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return { offset, what: `Byte ${at + 1} of the file (${byte}) is not UTF-8.` };
}

/**
 * The JSON in a text, if it is JSON that a file of ours could be. Wherever it is not written as the bot writes it, that is found too.
 * @returns undefined: it cannot be read, and the reason is found
 */
export function parsed(text: string, findings: Findings): Json | undefined {
  if (text.trim() === '') {
    findings.addAt(0, [], 'The file is empty.');
    return undefined;
  }
  const fault = scan(text);
  if (fault) {
    findings.addAt(fault.offset, fault.path, fault.what);
    return undefined;
  }
  const value = JSON.parse(text) as Json;
  const written = textOf(value);
  if (written !== text) {
    const offset = firstDifference(text, written);
    const here = shown(text, offset);
    const due = shown(written, offset);
    const what = here === due ? `The bot writes ${here} another way.` : misplaced(here, due);
    findings.addAt(offset, pathAt(text, offset), what);
  }
  return value;
}

function misplaced(here: string, due: string): string {
  const stands = here === 'the end of the file' ? 'The file ends here' : `The file has ${here} here`;
  return due === 'the end of the file'
    ? `${stands}, after the end of the game.`
    : `${stands} where the bot writes ${due}.`;
}

function firstDifference(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at++) if (one.charCodeAt(at) !== other.charCodeAt(at)) return at;
  return least;
}
