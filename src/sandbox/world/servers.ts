import { EVERYONE_PERMISSIONS, MODERATOR_PERMISSIONS } from './permissions.ts';
import { iso, snowflakeAt } from './snowflake.ts';
import { directMessages, guildChannel, World, type WorldChannel, type WorldGuild, type WorldUser } from './world.ts';

/** A member in addition to the three of the page, for tests. Times are milliseconds since 1970. */
export interface ExtraMember {
  readonly name: string;
  /** The account's creation. 29 February 2020 by default. */
  readonly created?: number;
  /** The time of joining every server. 1 June 2024 by default. */
  readonly joined?: number;
}

/** Noon of an ISO day, in milliseconds since 1970. */
const day = (iso: string): number => Date.parse(`${iso}T12:00:00Z`);

/** @param created milliseconds since 1970; with `serial` it makes the id */
const account = (created: number, serial: number, name: string, color: string, bot = false): WorldUser => {
  return { id: snowflakeAt(created, serial), username: name.toLowerCase().replaceAll(' ', '-'), name, color, bot };
};

const BOT = account(day('2024-05-04'), 64, 'Council of War', '#7a5c2e', true);
const OWNER = account(day('2016-02-22'), 64, 'Winfield', '#5b6770');
const ADA = account(day('2017-03-09'), 64, 'Ada', '#b5483a');
const BO = account(day('2019-10-21'), 64, 'Bo', '#2f6f8f');
const CY = account(day('2023-11-19'), 64, 'Cy', '#5d7d3a');

const COLORS = ['#8a5a9c', '#3f7f6b', '#9c6b2f', '#5b6aa8', '#a14d6e', '#6b7a35'];
const EXTRA_JOINED = day('2024-06-01');

/** A member and the day of joining, in milliseconds since 1970. */
type Joined = readonly [member: WorldUser, at: number];

interface ServerPlan {
  readonly founded: number;
  readonly name: string;
  readonly channels: Readonly<Record<string, string>>;
  readonly joined: readonly Joined[];
}

/** Everyone of a server but extra members. */
const REGULARS = [OWNER, ADA, BO, CY, BOT];

/** @param days those on which the regulars joined a server, in their order */
const joinedOn = (...days: string[]) => REGULARS.map((user, at): Joined => [user, day(days[at] ?? '')]);

function serverOf({ founded, name, channels, joined }: ServerPlan): [WorldGuild, WorldChannel[]] {
  const id = snowflakeAt(founded, 0);
  const moderator = snowflakeAt(founded, 1);
  const bot = snowflakeAt(founded, 2);
  const staff = snowflakeAt(founded, 3);
  const roleOf = new Map([
    [ADA, moderator],
    [BO, staff],
    [BOT, bot],
  ]);
  const everyone = EVERYONE_PERMISSIONS.toString();
  const role = (roleId: string, roleName: string, position: number, color: number, others: object = {}) => ({
    ...{ id: roleId, name: roleName, position, color, permissions: everyone, hoist: false, flags: 0 },
    ...{ colors: { primary_color: color, secondary_color: null, tertiary_color: null } },
    ...{ managed: false, mentionable: false, ...others },
  });
  const guild = {
    ...{ id, name, ownerId: OWNER.id, systemChannelId: snowflakeAt(founded, 10), botPresent: true, available: true },
    roles: [
      role(id, '@everyone', 0, 0),
      role(moderator, 'Moderator', 3, 0xb5483a, { permissions: MODERATOR_PERMISSIONS.toString() }),
      role(bot, BOT.name, 2, 0x7a5c2e, { managed: true, tags: { bot_id: BOT.id } }),
      role(staff, 'Staff', 1, 0x2f6f8f, { mentionable: true }),
    ],
    memberships: joined.map(([user, at]) => ({ user, joinedAt: iso(at), roleIds: [roleOf.get(user) ?? []].flat() })),
  };
  const itsChannels = Object.entries(channels).map(([name, topic], position) =>
    guildChannel({ id: snowflakeAt(founded, 10 + position), guild_id: id, name, topic, position }),
  );
  return [guild, itsChannels];
}

/**
 * The page's two servers and so many extra ones. Extra members join them all; a number of them are named "Member 1"
 * and so on.
 * @throws if two people would have the same name.
 */
export function freshWorld(extraMembers: number | readonly ExtraMember[], extraServers: number): World {
  const wanted =
    typeof extraMembers === 'number'
      ? Array.from({ length: extraMembers }, (_, at): ExtraMember => ({ name: `Member ${at + 1}` }))
      : extraMembers;
  const others = wanted.map(({ name, created = day('2020-02-29'), joined = EXTRA_JOINED }, at): Joined => {
    return [account(created, 128 + at, name, COLORS[at % COLORS.length] as string), joined];
  });
  const players = [ADA, BO, CY];
  const members = [...players, ...others.map(([member]) => member)];
  const users = [...members, OWNER, BOT];
  const namesake = users.find(({ username }, at) => users.findIndex((each) => each.username === username) < at);
  if (namesake) throw new Error(`The sandbox cannot have two members named "${namesake.username}".`);

  const plans: ServerPlan[] = [
    {
      founded: day('2018-06-12'),
      name: 'Army of the Potomac',
      channels: {
        'council-of-war': 'Where the council meets.',
        'the-wilderness': 'A second table, south of the Rapidan.',
        'parade-ground': 'Small talk.',
      },
      joined: joinedOn('2018-06-12', '2018-06-13', '2020-01-31', '2023-12-01', '2024-05-04'),
    },
    {
      founded: day('2021-09-17'),
      name: "Soldiers' Home",
      channels: { library: 'A quiet table.', 'smoking-room': 'A louder one.' },
      joined: joinedOn('2021-09-17', '2022-02-02', '2021-09-18', '2024-01-15', '2024-05-04'),
    },
    ...Array.from({ length: extraServers }, (_, index) => ({
      // A noon in milliseconds is divisible by 2, 3, 4 and 5. So the server's number decides its shard.
      founded: day('2022-07-01') + index + 1,
      name: `Server ${index + 1}`,
      channels: { [`table-${index + 1}`]: 'One more table.' },
      joined: REGULARS.map((user): Joined => [user, EXTRA_JOINED]),
    })),
  ];
  const servers = plans.map((plan) => serverOf({ ...plan, joined: [...plan.joined, ...others] }));
  const dms = members.map((member, at) => directMessages(snowflakeAt(day('2024-05-05'), at), member));
  return new World(
    { bot: BOT, players, members, users },
    servers.map(([guild]) => guild),
    [...servers.flatMap(([, channels]) => channels), ...dms],
  );
}
