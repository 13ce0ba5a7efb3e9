import type { Luck } from '../../harness/luck.ts';
import type { Json } from '../world.ts';
import {
  APPLICATION,
  BOTS_RIGHTS,
  memberJson,
  PEOPLE,
  type Person,
  PLACES,
  type Place,
  partialMemberJson,
  placeJson,
  ROLES,
  roleJson,
  STRANGE_PLACES,
  userJson,
} from '../world.ts';

/** A member and a place. */
export interface Scene {
  readonly who: Person;
  readonly where: Place;
}

export const TYPES = { command: 2, component: 3, completion: 4, form: 5 } as const;

/** Some press more often than others: who may do more finds more. */
const CROWD: readonly Person[] = [...PEOPLE, ...PEOPLE.slice(0, 2), ...PEOPLE.slice(0, 2), PEOPLE[0] as Person];
/** Campaigns meet in few places. */
const HAUNTS: readonly Place[] = PLACES.filter((_, index) => index === 0 || index === 1 || index === 5);

export function someScene(luck: Luck, threads: readonly Place[]): Scene {
  const who = luck.among(CROWD);
  if (threads.length > 0 && luck.oneIn(10)) return { who, where: luck.among(threads) };
  if (luck.oneIn(40)) return { who, where: luck.among(STRANGE_PLACES) };
  return { who, where: luck.among(luck.oneIn(3) ? PLACES : HAUNTS) };
}

/** An interaction as Discord sends it, without its id and token. */
export function envelope({ who, where }: Scene, type: number, data: Json, message: Json | null = null): Json {
  const guild = where.guild;
  return {
    version: 1,
    application_id: APPLICATION,
    type,
    data,
    channel: { ...placeJson(where), permissions: who.permissions },
    channel_id: where.id,
    app_permissions: BOTS_RIGHTS,
    locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { '0': guild ?? '0' },
    context: guild === null ? 1 : 0,
    attachment_size_limit: 10_485_760,
    ...(message === null ? {} : { message }),
    ...(guild === null ? { user: userJson(who) } : { guild_id: guild, guild_locale: 'en-US', member: memberJson(who) }),
  };
}

/** A slash command with texts for options. */
export function commandJson(scene: Scene, name: string, values: { readonly [option: string]: string } = {}): Json {
  const options = Object.entries(values).map(([option, value]) => ({ name: option, type: 3, value }));
  return envelope(scene, TYPES.command, { id: '950000000000000001', name, type: 1, options });
}

/** Everybody and every role that ids among `values` may mean. */
export function resolvedJson(values: readonly string[]): Json {
  const people = PEOPLE.filter(({ id }) => values.includes(id));
  const roles = ROLES.filter((id) => values.includes(id));
  const places = PLACES.filter(({ id }) => values.includes(id));
  return {
    users: Object.fromEntries(people.map((one) => [one.id, userJson(one)])),
    members: Object.fromEntries(
      people.map((one) => [one.id, { ...partialMemberJson(one), permissions: one.permissions }]),
    ),
    roles: Object.fromEntries(roles.map((id) => [id, roleJson(id)])),
    channels: Object.fromEntries(places.map((one) => [one.id, { ...placeJson(one), permissions: BOTS_RIGHTS }])),
  };
}
