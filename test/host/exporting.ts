import type { ExportedGame } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import type { Caller, Reply } from '../../src/host/index.ts';
import type { GameRecord } from '../../src/store/index.ts';
import { type Asking, type Headquarters, headquarters, members, type Setting, said, textIn } from './fixture.ts';

/** Ids as long as Discord's, so that none of them can be overlooked in a file. */
export const IDS = {
  channel: '1100000000000000001',
  guild: '1100000000000000002',
  role: '1100000000000000003',
  message: '1100000000000000004',
} as const;

const MEMBERS = ['Ada', 'Bo', 'Cy', 'Dee', 'Eli'] as const;
export type Name = (typeof MEMBERS)[number];

export function discordIdOf(name: Name): string {
  return `12000000000000000${String(MEMBERS.indexOf(name)).padStart(2, '0')}`;
}

const START = Date.UTC(2026, 10, 21, 8);

/** A table in a channel of its own, whose clock goes on a second with each thing that is asked of it. */
export interface Exporting extends Omit<Headquarters, 'member'> {
  member(name: Name, changes?: Partial<Caller>): Asking;
  as(name: Name, changes?: Partial<Caller>): Caller;
  game(): GameRecord;
  exported(): ExportedGame;
  /** Every id of Discord's that the table has come across. */
  readonly ids: ReadonlySet<string>;
}

export function exporting(system: string, setting: Setting = {}): Exporting {
  const hq = headquarters(setting);
  const ids = new Set<string>([...Object.values(IDS), ...MEMBERS.map(discordIdOf)]);
  let asked = 0;
  const as = (name: Name, changes: Partial<Caller> = {}): Caller => {
    asked += 1;
    const interaction = String(1_300_000_000_000_000_000n + BigInt(asked));
    ids.add(interaction);
    return {
      channel: IDS.channel,
      guild: IDS.guild,
      member: { discordId: discordIdOf(name), name },
      isModerator: name === 'Ada',
      threads: { kind: 'none' },
      inPrivate: false,
      roles: [IDS.role],
      joinedAt: Date.UTC(2020, 0, 1),
      accountSince: Date.UTC(2019, 0, 1),
      everyone: IDS.guild,
      interaction,
      at: START + asked * 1000,
      ...changes,
    };
  };
  said(hq.host.games.start(as('Ada'), { systemId: system }));
  const game = () => hq.store.latestIn(IDS.channel) as GameRecord;
  return {
    ...hq,
    ...members<Name>(hq.host, as),
    as,
    ids,
    game,
    exported: () => read(said(hq.host.log.file(as('Ada')))),
  };
}

/** The file an answer brings, read from its text as somebody does who was sent it. */
function read(answer: Reply): ExportedGame {
  return JSON.parse(textIn(answer)) as ExportedGame;
}
