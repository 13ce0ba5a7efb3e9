import type { Draft, Order } from '../game/index.ts';
import type { Menu, Point, Press } from '../host/index.ts';

/** Discord's limit for a custom id. */
const LONGEST = 100;

/** A select menu's meaning: what its values answer. */
export type Choosing = Menu['choosing'];

/**
 * What a button or menu carries: `order:k3x9…:12:verb=attack&leader=grant`. It is read back from what a member's client sends, so
 * reading trusts nothing.
 * @throws RangeError if it does not fit Discord's 100 characters, or has a value that no menu holds: the caller offers something
 *   Discord cannot carry
 */
export function writePress(press: Press): string {
  return checked(pressText(press));
}

function pressText(press: Press): string {
  switch (press.do) {
    case 'order':
      return `order:${pointText(press.point)}:${draftText(press.order)}`;
    case 'ask':
      return `ask:${pointText(press.point)}:${draftText(press.draft)}`;
    case 'undo':
    case 'abandon':
      return `${press.do}:${pointText(press.point)}`;
    case 'start':
      return `start:${press.system}:${press.variant}`;
    case 'log':
      return `log:${press.game}:${press.page}`;
    case 'verify':
      return `verify:${press.game}`;
    case 'keep':
    case 'text':
    case 'rules':
      return press.do;
    default:
      return press satisfies never;
  }
}

/** Null for anything this program did not write. */
export function readPress(id: string): Press | null {
  const [kind, ...rest] = id.split(':');
  const [first = '', second = '', third = ''] = rest;
  const point = readPoint(first, second);
  switch (kind) {
    case 'order': {
      const draft = readDraft(third);
      if (!point || !draft || typeof draft.verb !== 'string' || rest.length !== 3) return null;
      return { do: 'order', point, order: draft as Order };
    }
    case 'ask': {
      const draft = readDraft(third);
      return point && draft && rest.length === 3 ? { do: 'ask', point, draft } : null;
    }
    case 'undo':
    case 'abandon':
      return point && rest.length === 2 ? { do: kind, point } : null;
    case 'start':
      return NAME.test(first) && NAME.test(second) && rest.length === 2
        ? { do: 'start', system: first, variant: second }
        : null;
    case 'log':
      return GAME.test(first) && NUMBER.test(second) && rest.length === 2
        ? { do: 'log', game: first, page: Number(second) }
        : null;
    case 'verify':
      return GAME.test(first) && rest.length === 1 ? { do: 'verify', game: first } : null;
    case 'keep':
    case 'text':
    case 'rules':
      return rest.length === 0 ? { do: kind } : null;
    default:
      return null;
  }
}

/** @throws RangeError as `writePress` */
export function writeChoosing(choosing: Choosing): string {
  if (choosing.what === 'topic') return 'topic';
  return checked(`pick:${pointText(choosing.point)}:${choosing.slot}:${draftText(choosing.draft)}`);
}

export function readChoosing(id: string): Choosing | null {
  if (id === 'topic') return { what: 'topic' };
  const [kind, ...rest] = id.split(':');
  const [game = '', seq = '', slot = '', text = ''] = rest;
  const point = readPoint(game, seq);
  const draft = readDraft(text);
  if (kind !== 'pick' || !point || !draft || !NAME.test(slot) || rest.length !== 4) return null;
  return { what: 'slot', point, slot, draft };
}

const GAME = /^[a-z0-9]{10}$/;
const NUMBER = /^\d{1,7}$/;
const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const SLOT = /^([a-z0-9][a-z0-9_-]{0,31})(\*?)=([^=&:]*)$/;

function pointText({ game, seq }: Point): string {
  return `${game}:${seq}`;
}

function readPoint(game: string, seq: string): Point | null {
  return GAME.test(game) && NUMBER.test(seq) ? { game, seq: Number(seq) } : null;
}

/** `verb=attack&leader=grant`; a slot of several values ends in a star: `with*=a,b`. */
function draftText(draft: Draft): string {
  return Object.entries(draft)
    .map(([slot, value]) =>
      typeof value === 'string' ? `${slot}=${valueText(value)}` : `${slot}*=${value.map(valueText).join(',')}`,
    )
    .join('&');
}

function valueText(value: string): string {
  try {
    if (value !== '') return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair.
  }
  throw new RangeError(`A custom id does not carry the value ${JSON.stringify(value)}`);
}

function readDraft(text: string): Draft | null {
  const draft: { [slot: string]: string | string[] } = {};
  if (text === '') return draft;
  for (const part of text.split('&')) {
    const [, slot, star, value] = SLOT.exec(part) ?? [];
    if (slot === undefined || value === undefined || Object.hasOwn(draft, slot)) return null;
    const values = readValues(value);
    if (values === null) return null;
    if (star) draft[slot] = values;
    else if (values.length === 1) draft[slot] = values[0] as string;
    else return null;
  }
  return draft;
}

/** No value is empty: Discord's menus hold none that is. */
function readValues(text: string): string[] | null {
  if (text === '') return [];
  try {
    const values = text.split(',').map(decodeURIComponent);
    return values.includes('') ? null : values;
  } catch {
    return null;
  }
}

function checked(id: string): string {
  if (id.length > LONGEST) throw new RangeError(`A custom id of ${id.length} characters does not fit: ${id}`);
  return id;
}
