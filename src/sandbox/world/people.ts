import { snowflakeAt } from './snowflake.ts';

/** An account: a member's or the bot's. `color` is a CSS colour for the page. */
export interface WorldUser {
  /** A snowflake of the account's creation time. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly color: string;
  readonly bot: boolean;
}

/** A member in addition to the three of the page, for tests. Times are milliseconds since 1970. */
export interface ExtraMember {
  readonly name: string;
  /** The account's creation. 29 February 2020 by default. */
  readonly created?: number;
  /** The time of joining every server. 1 June 2024 by default. */
  readonly joined?: number;
}

/** Noon of an ISO day, in milliseconds since 1970. */
export const day = (iso: string): number => Date.parse(`${iso}T12:00:00Z`);

const user = (born: string, username: string, name: string, color: string, bot = false): WorldUser => ({
  id: snowflakeAt(day(born), 64),
  username,
  name,
  color,
  bot,
});

export const BOT = user('2024-05-04', 'council-of-war', 'Council of War', '#7a5c2e', true);
export const OWNER = user('2016-02-22', 'winfield', 'Winfield', '#5b6770');
export const ADA = user('2017-03-09', 'ada', 'Ada', '#b5483a');
export const BO = user('2019-10-21', 'bo', 'Bo', '#2f6f8f');
export const CY = user('2023-11-19', 'cy', 'Cy', '#5d7d3a');

/**
 * Extra members as given, or as many as `wanted` says: "Member 1", "Member 2" and so on.
 *
 * @throws if two people of the sandbox would have the same name.
 */
export function extraMembers(wanted: number | readonly ExtraMember[]): readonly ExtraMember[] {
  const extra =
    typeof wanted === 'number' ? Array.from({ length: wanted }, (_, at) => ({ name: `Member ${at + 1}` })) : wanted;
  const names = [...[ADA, BO, CY, OWNER, BOT], ...extra].map(({ name }) => usernameOf(name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The sandbox cannot have two members named "${twice}".`);
  return extra;
}

/** `at` is the index among the extra members. */
export function extraUser({ name, created = day('2020-02-29') }: ExtraMember, at: number): WorldUser {
  const color = COLORS[at % COLORS.length] ?? OWNER.color;
  return { id: snowflakeAt(created, 128 + at), username: usernameOf(name), name, color, bot: false };
}

const usernameOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const COLORS = ['#8a5a9c', '#3f7f6b', '#9c6b2f', '#5b6aa8', '#a14d6e', '#6b7a35'];
