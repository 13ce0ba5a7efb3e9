import type { Command } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import { councilCommand, voteCommand } from './council.ts';
import { help, mapCommand, mydata, odds, rules, status, units } from './help.ts';
import { log, problem, recap, record, season, verify } from './history.ts';
import { learnCommand, newCommand } from './new.ts';
import { plan, playCommands, undo } from './play.ts';
import { join, seatCommand } from './seat.ts';
import { hasSides } from './slash-command.ts';
import { abandon, clock, quiet, table } from './table.ts';

export { serverCommands } from './play.ts';

/** Every command for the systems this host knows. The verbs of play come first, for direct messages. */
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
