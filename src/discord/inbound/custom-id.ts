import type { Draft, Order, SeatId } from '../../game/index.ts';
import type { Form, Menu, Point, Press } from '../../host/index.ts';

/** Discord's limit for a custom id. */
const LONGEST = 100;

/** A select menu's meaning: what its values answer. */
export type Choosing = Menu['choosing'];

/** A form's meaning: what its text answers. */
export type Asking = Form['asks'];

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
    case 'go':
      return `go:${pointText(press.point)}:${press.way}:${press.page}`;
    case 'look':
      return `look:${press.game}:${orNone(press.at)}:${orNone(press.overlay)}`;
    case 'page':
      return `page:${press.of}:${press.game}:${press.page}:${orNone(press.at)}`;
    case 'topic':
      return `topic:${press.topic}:${press.page}`;
    case 'undo':
      return `undo:${pointText(press.point)}${press.sure ? ':sure' : ''}`;
    case 'abandon':
      return `abandon:${pointText(press.point)}`;
    case 'start':
      return `start:${press.system}:${press.variant}`;
    case 'log':
      return `log:${press.game}:${press.page}`;
    case 'verify':
    case 'recap':
      return `${press.do}:${press.game}`;
    case 'set':
      return `set:${press.game}:${press.setting}:${press.value}:${press.sure ? 'sure' : 'ask'}${ofSeat(press)}`;
    case 'join':
      return `join:${press.game}:${press.seat}`;
    case 'rota':
      return `rota:${press.game}:${press.join ? 'join' : 'leave'}${ofSeat(press)}`;
    case 'council':
      return `council${ofSeat(press)}`;
    case 'forget':
      return press.sure ? 'forget:sure' : 'forget:keep';
    case 'mine':
    case 'reason':
    case 'delete-reason':
    case 'withdraw':
      return `${press.do}:${press.ballot}`;
    case 'second':
      return `second:${press.ballot}:${press.member}`;
    case 'count':
      return press.sure ? `count:${press.ballot}:sure` : `count:${press.ballot}`;
    case 'motion':
      return `motion:${press.ballot}:${press.inFavour ? 'for' : 'against'}`;
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
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = rest;
  const has = (parts: number) => rest.length === parts;
  const hasSeat = (parts: number, seat: string) => has(parts) || (has(parts + 1) && isSeat(seat));
  const point = readPoint(first, second);
  const row = readRow(first);
  switch (kind) {
    case 'order': {
      const draft = readDraft(third);
      if (!point || !draft || typeof draft.verb !== 'string' || !has(3)) return null;
      return { do: 'order', point, order: draft as Order };
    }
    case 'ask': {
      const draft = readDraft(third);
      return point && draft && has(3) ? { do: 'ask', point, draft } : null;
    }
    case 'go':
      return point && WAY.test(third) && NUMBER.test(fourth) && has(4)
        ? { do: 'go', point, way: third, page: Number(fourth) }
        : null;
    case 'look': {
      const [at, overlay] = [readOrNone(second), readOrNone(third)];
      const known = GAME.test(first) && at !== undefined && overlay !== undefined && has(3);
      return known ? { do: 'look', game: first, at, overlay } : null;
    }
    case 'page': {
      const at = readOrNone(fourth);
      const known = (first === 'text' || first === 'units') && GAME.test(second) && NUMBER.test(third) && has(4);
      return known && at !== undefined ? { do: 'page', of: first, game: second, page: Number(third), at } : null;
    }
    case 'topic':
      return NAME.test(first) && NUMBER.test(second) && has(2)
        ? { do: 'topic', topic: first, page: Number(second) }
        : null;
    case 'undo':
      return point && (has(2) || (third === 'sure' && has(3))) ? { do: 'undo', point, sure: has(3) } : null;
    case 'abandon':
      return point && has(2) ? { do: 'abandon', point } : null;
    case 'start':
      return NAME.test(first) && NAME.test(second) && has(2) ? { do: 'start', system: first, variant: second } : null;
    case 'log':
      return GAME.test(first) && NUMBER.test(second) && has(2)
        ? { do: 'log', game: first, page: Number(second) }
        : null;
    case 'verify':
    case 'recap':
      return GAME.test(first) && has(1) ? { do: kind, game: first } : null;
    case 'set':
      return GAME.test(first) && NAME.test(second) && NAME.test(third) && SURE.test(fourth) && hasSeat(4, fifth)
        ? { do: 'set', game: first, setting: second, value: third, sure: fourth === 'sure', ...seatIn(fifth) }
        : null;
    case 'join':
      return GAME.test(first) && NAME.test(second) && has(2) ? { do: 'join', game: first, seat: second } : null;
    case 'rota':
      return GAME.test(first) && (second === 'join' || second === 'leave') && hasSeat(2, third)
        ? { do: 'rota', game: first, join: second === 'join', ...seatIn(third) }
        : null;
    case 'council':
      return hasSeat(0, first) ? { do: 'council', ...seatIn(first) } : null;
    case 'forget':
      return (first === 'sure' || first === 'keep') && has(1) ? { do: 'forget', sure: first === 'sure' } : null;
    case 'mine':
    case 'reason':
    case 'delete-reason':
    case 'withdraw':
      return row !== null && has(1) ? { do: kind, ballot: row } : null;
    case 'second': {
      const member = readRow(second);
      return row !== null && member !== null && has(2) ? { do: 'second', ballot: row, member } : null;
    }
    case 'count':
      return row !== null && (has(1) || (second === 'sure' && has(2)))
        ? { do: 'count', ballot: row, sure: has(2) }
        : null;
    case 'motion':
      return row !== null && (second === 'for' || second === 'against') && has(2)
        ? { do: 'motion', ballot: row, inFavour: second === 'for' }
        : null;
    case 'keep':
    case 'text':
    case 'rules':
      return has(0) ? { do: kind } : null;
    default:
      return null;
  }
}

/** @throws RangeError as `writePress` */
export function writeChoosing(choosing: Choosing): string {
  return checked(choosingText(choosing));
}

function choosingText(choosing: Choosing): string {
  switch (choosing.what) {
    case 'slot':
      return `pick:${pointText(choosing.point)}:${choosing.slot}:${draftText(choosing.draft)}`;
    case 'way':
      return `way:${pointText(choosing.point)}:${choosing.way}:${choosing.page}`;
    case 'place':
      return `place:${choosing.game}:${orNone(choosing.overlay)}`;
    case 'order':
      return `orders:${pointText(choosing.point)}`;
    case 'value':
      return `value:${choosing.game}:${choosing.setting}${ofSeat(choosing)}`;
    case 'setting':
      return `setting${ofSeat(choosing)}`;
    case 'topic':
      return choosing.what;
    default:
      return choosing satisfies never;
  }
}

/** Null for anything this program did not write. */
export function readChoosing(id: string): Choosing | null {
  const [kind, ...rest] = id.split(':');
  const [first = '', second = '', slot = '', text = ''] = rest;
  const has = (parts: number) => rest.length === parts;
  const hasSeat = (parts: number, seat: string) => has(parts) || (has(parts + 1) && isSeat(seat));
  const point = readPoint(first, second);
  switch (kind) {
    case 'pick': {
      const draft = readDraft(text);
      return point && draft && NAME.test(slot) && has(4) ? { what: 'slot', point, slot, draft } : null;
    }
    case 'way':
      return point && WAY.test(slot) && NUMBER.test(text) && has(4)
        ? { what: 'way', point, way: slot, page: Number(text) }
        : null;
    case 'place': {
      const overlay = readOrNone(second);
      return GAME.test(first) && overlay !== undefined && has(2) ? { what: 'place', game: first, overlay } : null;
    }
    case 'orders':
      return point && has(2) ? { what: 'order', point } : null;
    case 'value':
      return GAME.test(first) && NAME.test(second) && hasSeat(2, slot)
        ? { what: 'value', game: first, setting: second, ...seatIn(slot) }
        : null;
    case 'setting':
      return hasSeat(0, first) ? { what: 'setting', ...seatIn(first) } : null;
    case 'topic':
      return has(0) ? { what: kind } : null;
    default:
      return null;
  }
}

/** What a form carries: `reason:12`, `why:k3x9…:12`. */
export function writeAsking(asking: Asking): string {
  return checked(`${asking.what}:${asking.what === 'why' ? pointText(asking.point) : asking.ballot}`);
}

/** Null for anything this program did not write. */
export function readAsking(id: string): Asking | null {
  const [kind, ...rest] = id.split(':');
  const [first = '', second = ''] = rest;
  const [ballot, point] = [readRow(first), readPoint(first, second)];
  if (kind === 'reason' && rest.length === 1) return ballot === null ? null : { what: 'reason', ballot };
  return kind === 'why' && point && rest.length === 2 ? { what: 'why', point } : null;
}

const GAME = /^[a-z0-9]{10}$/;
const SURE = /^(sure|ask)$/;
const NUMBER = /^\d{1,7}$/;
/** A row of the database, by its number: they begin at 1. */
const ROW = /^[1-9]\d{0,9}$/;
/** The way to a draft, as `src/host/drafts.ts` writes it. */
const WAY = /^[0-9a-z._~]{0,75}-[0-9a-z]{1,4}$/;
const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const SLOT = /^([a-z0-9][a-z0-9_-]{0,31})(\*?)=([^=&:]*)$/;

function pointText({ game, seq }: Point): string {
  return `${game}:${seq}`;
}

function readPoint(game: string, seq: string): Point | null {
  return GAME.test(game) && NUMBER.test(seq) ? { game, seq: Number(seq) } : null;
}

const SIDE = 'side=';

function isSeat(text: string): boolean {
  return text.startsWith(SIDE) && NAME.test(text.slice(SIDE.length));
}

/** The side that a button of a game of several is about, as its last part. */
function ofSeat({ seat }: { readonly seat?: SeatId }): string {
  return seat === undefined ? '' : `:${SIDE}${seat}`;
}

function seatIn(text: string): { readonly seat?: SeatId } {
  return text === '' ? {} : { seat: text.slice(SIDE.length) };
}

function readRow(text: string): number | null {
  return ROW.test(text) ? Number(text) : null;
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

function orNone(value: string | null): string {
  return value === null ? '' : valueText(value);
}

/** Undefined: it is nothing of ours. */
function readOrNone(text: string): string | null | undefined {
  if (text === '') return null;
  const values = readValues(text);
  return values?.length === 1 ? values[0] : undefined;
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
