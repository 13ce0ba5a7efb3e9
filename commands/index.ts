import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { clock } from './clock.ts';
import { councilCommand } from './council.ts';
import { learnCommand } from './learn.ts';
import { log } from './log.ts';
import { mapCommand } from './map.ts';
import { mydata } from './mydata.ts';
import { newCommand } from './new.ts';
import { plan } from './plan.ts';
import { playCommands } from './play.ts';
import { problem } from './problem.ts';
import { quiet } from './quiet.ts';
import { recap } from './recap.ts';
import { record } from './record.ts';
import { rules } from './rules.ts';
import { season } from './season.ts';
import { join, seatCommand } from './seat.ts';
import { abandon, help, odds, status, units } from './simple-commands.ts';
import { hasSides } from './slash-command.ts';
import { table } from './table.ts';
import { undo } from './undo.ts';
import { verify } from './verify.ts';
import { voteCommand } from './vote.ts';

export { serverCommands } from './play.ts';

/** Every command, for the systems this host knows: the verbs of play first, for direct messages. */
export function allCommands(systems: readonly System[]): Command[] {
  const sides = hasSides(systems) ? [join, seatCommand(systems), clock, quiet] : [];
  const learn = learnCommand(systems);
  return [
    ...playCommands(systems),
    ...(systems.some(({ play }) => play?.planning) ? [plan] : []),
    newCommand(systems),
    ...(learn ? [learn] : []),
    mapCommand(systems),
    ...(systems.some(({ positionWords: { roster } }) => roster) ? [units] : []),
    log,
    rules,
    councilCommand(systems),
    voteCommand(systems),
    odds,
    table,
    ...sides,
    undo,
    abandon,
    recap,
    record,
    season,
    problem,
    verify,
    mydata,
    status,
    help,
  ];
}
