import type { Draft, Order, SeatId } from '../../game/index.ts';

/** A point of a game's log: the position that a button was drawn for. */
export interface LogPoint {
  readonly game: string;
  readonly seq: number;
}

const LONGEST = 100;

/** Writes and reads one value of a custom id. An id comes back from a member's client, so `read` trusts nothing. */
interface Field<Value> {
  /** How many texts between colons the value takes. */
  readonly parts: number;
  /** Default for a last field whose parts are missing from the id. */
  readonly absent?: Value;
  /** An id may end without it. */
  readonly isOptional?: true;
  /** @throws RangeError if no id can carry the value */
  write(value: Value): string;
  /** Undefined if this program did not write the text. */
  read(parts: readonly string[]): Value | undefined;
}

type OptionalField<Value> = Field<Value> & { readonly isOptional: true };

export interface Fields {
  // biome-ignore lint/suspicious/noExplicitAny: each field has a value type of its own
  readonly [name: string]: Field<any>;
}
type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends OptionalField<unknown> ? Name : never;
}[keyof F];
/** The values of a custom id with these fields. */
export type ArgsOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]>;
} & { readonly [Name in OptionalNames<F>]?: ValueOf<F[Name]> };

/**
 * Writes and parses custom ids: a name, then its fields in the table's order. An absent last field is left out of the
 * id and of the parsed values.
 * @param renamed names in ids, by the table's names, where they differ
 */
export function customIds(
  table: { readonly [name: string]: Fields },
  renamed: { readonly [name: string]: string } = {},
) {
  const byId = new Map(Object.keys(table).map((name) => [renamed[name] ?? name, name]));
  return {
    /** @throws RangeError if the id is too long, or no id can carry a value */
    write(name: string, args: { readonly [name: string]: unknown }): string {
      const given = Object.entries(table[name] ?? {}).filter(([field, { absent }]) => args[field] !== absent);
      const id = [renamed[name] ?? name, ...given.map(([field, { write }]) => write(args[field]))].join(':');
      if (id.length > LONGEST) throw new RangeError(`A custom id of ${id.length} characters does not fit: ${id}`);
      return id;
    },
    /** Null if this program did not write the id. */
    read(id: string): { readonly name: string; readonly args: object } | null {
      const [begins = '', ...parts] = id.split(':');
      const name = byId.get(begins);
      if (name === undefined) return null;
      const args: { [name: string]: unknown } = {};
      let at = 0;
      for (const [field, { parts: length, absent, isOptional, read }] of Object.entries(table[name] ?? {})) {
        if (at === parts.length && (isOptional || absent !== undefined)) {
          if (absent !== undefined) args[field] = absent;
          continue;
        }
        const value = read(parts.slice(at, at + length));
        if (value === undefined) return null;
        args[field] = value;
        at += length;
      }
      return at === parts.length ? { name, args } : null;
    },
  };
}

function text<Value extends string = string>(pattern: RegExp): Field<Value> {
  return {
    parts: 1,
    write: (value) => value,
    read: ([part = '']) => (pattern.test(part) ? (part as Value) : undefined),
  };
}

function number(pattern: RegExp): Field<number> {
  return {
    parts: 1,
    write: (value) => String(value),
    read: ([part = '']) => (pattern.test(part) ? Number(part) : undefined),
  };
}

/** A yes or no, by a word for each. */
export function either(yes: string, no: string): Field<boolean> {
  return {
    parts: 1,
    write: (value) => (value ? yes : no),
    read: ([part]) => (part === yes ? true : part === no ? false : undefined),
  };
}

/** A boolean at the end of an id: present for true, absent for false. */
export function flag(word: string): Field<boolean> {
  return { parts: 1, absent: false, write: () => word, read: ([part]) => (part === word ? true : undefined) };
}

export function oneOf<Value extends string>(...values: readonly Value[]): Field<Value> {
  return { parts: 1, write: (value) => value, read: ([part]) => values.find((value) => value === part) };
}

const GAME_ID = /^[a-z0-9]{10}$/;
const COUNT = /^\d{1,7}$/;
const NAME_TEXT = /^[a-z0-9][a-z0-9_-]{0,31}$/;

export const GAME = text(GAME_ID);
export const NAME = text(NAME_TEXT);
export const PAGE = number(COUNT);
/** A row of the database, by its number: they begin at 1. */
export const ROW = number(/^[1-9]\d{0,9}$/);
/** The path to a draft, as `src/host/table/order-wizard.ts` writes it. */
export const PATH = text(/^[0-9a-z._~]{0,75}-[0-9a-z]{1,4}$/);

export const POINT: Field<LogPoint> = {
  parts: 2,
  write: ({ game, seq }) => `${game}:${seq}`,
  read: ([game = '', seq = '']) => (GAME_ID.test(game) && COUNT.test(seq) ? { game, seq: Number(seq) } : undefined),
};

/** A value of a game's, or none. */
export const VALUE: Field<string | null> = {
  parts: 1,
  write: (value) => (value === null ? '' : valueText(value)),
  read([part]) {
    if (part === '') return null;
    const values = part === undefined ? null : readValues(part);
    return values?.length === 1 ? values[0] : undefined;
  },
};

/** A name behind a word that says what it is, at the end of an id. */
function named(word: string): OptionalField<string> {
  return {
    parts: 1,
    isOptional: true,
    write: (name) => `${word}=${name}`,
    read: ([part = '']) => {
      const name = part.startsWith(`${word}=`) ? part.slice(word.length + 1) : '';
      return NAME_TEXT.test(name) ? name : undefined;
    },
  };
}

/** The side that a button is about, in a game of several sides. */
export const SEAT: OptionalField<SeatId> = named('side');
export const OPPONENT = named('against');
/** The shortcut that a plan goes on with. */
export const SHORTCUT = named('then');

/** Last part of an id, present once the member has confirmed. */
export const SURE: OptionalField<true> = {
  parts: 1,
  isOptional: true,
  write: () => 'sure',
  read: ([part]) => (part === 'sure' ? true : undefined),
};

/** `verb=attack&leader=grant`; a slot of several values ends in a star: `with*=a,b`. */
export const DRAFT: Field<Draft> = {
  parts: 1,
  write: (draft) =>
    Object.entries(draft)
      .map(([slot, value]) =>
        typeof value === 'string' ? `${slot}=${valueText(value)}` : `${slot}*=${value.map(valueText).join(',')}`,
      )
      .join('&'),
  read: ([part]) => (part === undefined ? undefined : readDraft(part)),
};

export const ORDER: Field<Order> = {
  parts: 1,
  write: (order) => DRAFT.write(order),
  read(parts) {
    const draft = DRAFT.read(parts);
    return typeof draft?.verb === 'string' ? (draft as Order) : undefined;
  },
};

const SLOT = /^([a-z0-9][a-z0-9_-]{0,31})(\*?)=([^=&:]*)$/;

function readDraft(text: string): Draft | undefined {
  const draft: { [slot: string]: string | string[] } = {};
  if (text === '') return draft;
  for (const part of text.split('&')) {
    const [, slot, star, value] = SLOT.exec(part) ?? [];
    if (slot === undefined || value === undefined || Object.hasOwn(draft, slot)) return undefined;
    const values = readValues(value);
    if (values === null) return undefined;
    if (star) draft[slot] = values;
    else if (values.length === 1) draft[slot] = values[0] as string;
    else return undefined;
  }
  return draft;
}

function valueText(value: string): string {
  try {
    if (value !== '') return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair.
  }
  throw new RangeError(`A custom id does not carry the value ${JSON.stringify(value)}`);
}

/** Null if a value is empty, which no choice of a Discord menu is. */
function readValues(text: string): string[] | null {
  if (text === '') return [];
  try {
    const values = text.split(',').map(decodeURIComponent);
    return values.includes('') ? null : values;
  } catch {
    return null;
  }
}
