import { ADA, BO, BOT, CY, day, OWNER, type WorldUser } from './people.ts';
import { EVERYONE_PERMISSIONS, MODERATOR_PERMISSIONS } from './permissions.ts';
import { iso, snowflakeAt } from './snowflake.ts';
import { openChannel, type WorldGuild } from './world.ts';

/** A member and the day of joining, in milliseconds since 1970. */
type Joined = readonly [member: WorldUser, at: number];

interface ServerPlan {
  readonly founded: number;
  readonly name: string;
  readonly channels: readonly (readonly [name: string, topic: string])[];
  readonly joined: readonly Joined[];
}

function createServer({ founded, name, channels, joined }: ServerPlan): WorldGuild {
  const [id = '', moderator = '', bot = '', staff = ''] = [0, 1, 2, 3].map((serial) => snowflakeAt(founded, serial));
  const roleOf = new Map([
    [ADA, moderator],
    [BO, staff],
    [BOT, bot],
  ]);
  const plain = { permissions: EVERYONE_PERMISSIONS, managed: false, mentionable: false };
  const moderates = EVERYONE_PERMISSIONS | MODERATOR_PERMISSIONS;
  return {
    id,
    name,
    ownerId: OWNER.id,
    systemChannelId: snowflakeAt(founded, 10),
    roles: [
      { ...plain, id, name: '@everyone', position: 0, color: 0 },
      { ...plain, id: moderator, name: 'Moderator', position: 3, permissions: moderates, color: 0xb5483a },
      { ...plain, id: bot, name: BOT.name, position: 2, managed: true, color: 0x7a5c2e },
      { ...plain, id: staff, name: 'Staff', position: 1, mentionable: true, color: 0x2f6f8f },
    ],
    memberships: joined.map(([user, at]) => ({ user, joinedAt: iso(at), roleIds: [roleOf.get(user) ?? []].flat() })),
    channels: channels.map(([name, topic], position) =>
      openChannel({ id: snowflakeAt(founded, 10 + position), guildId: id, name, topic, position }),
    ),
    botPresent: true,
    available: true,
  };
}

const EXTRA_JOINED = day('2024-06-01');

/** The page's two servers and as many more. Extra members, with the time of joining if it is given, join them all. */
export function createServers(
  extra: readonly (readonly [WorldUser, number | undefined])[],
  more: number,
): WorldGuild[] {
  const others = extra.map(([user, joined]): Joined => [user, joined ?? EXTRA_JOINED]);
  return [
    createServer({
      founded: day('2018-06-12'),
      name: 'Army of the Potomac',
      channels: [
        ['council-of-war', 'Where the council meets.'],
        ['the-wilderness', 'A second table, south of the Rapidan.'],
        ['parade-ground', 'Small talk.'],
      ],
      joined: [
        [OWNER, day('2018-06-12')],
        [ADA, day('2018-06-13')],
        [BO, day('2020-01-31')],
        [CY, day('2023-12-01')],
        [BOT, day('2024-05-04')],
        ...others,
      ],
    }),
    createServer({
      founded: day('2021-09-17'),
      name: "Soldiers' Home",
      channels: [
        ['library', 'A quiet table.'],
        ['smoking-room', 'A louder one.'],
      ],
      joined: [
        [OWNER, day('2021-09-17')],
        [ADA, day('2022-02-02')],
        [BO, day('2021-09-18')],
        [CY, day('2024-01-15')],
        [BOT, day('2024-05-04')],
        ...others,
      ],
    }),
    ...Array.from({ length: more }, (_, index) => {
      const number = index + 1;
      return createServer({
        // A noon is divisible by 2 to 5, so `number` alone decides the shard.
        founded: day('2022-07-01') + number,
        name: `Server ${number}`,
        channels: [[`table-${number}`, 'One more table.']],
        joined: [...[OWNER, ADA, BO, CY, BOT].map((user): Joined => [user, EXTRA_JOINED]), ...others],
      });
    }),
  ];
}
