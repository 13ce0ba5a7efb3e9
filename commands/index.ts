import type { Command } from '../src/discord/command.ts';
import type { System } from '../src/game/index.ts';
import { abandon } from './abandon.ts';
import { council } from './council.ts';
import { help } from './help.ts';
import { join } from './join.ts';
import { log } from './log.ts';
import { map } from './map.ts';
import { mydata } from './mydata.ts';
import { newCommand } from './new.ts';
import { odds } from './odds.ts';
import { playCommands } from './play.ts';
import { recap } from './recap.ts';
import { record } from './record.ts';
import { rules } from './rules.ts';
import { status } from './status.ts';
import { undo } from './undo.ts';
import { verify } from './verify.ts';
import { vote } from './vote.ts';

/** Every command, for the systems this host knows: the verbs of play first. */
export function allCommands(systems: readonly System[]): Command[] {
  const sides = systems.some(({ seats }) => seats.length > 1) ? [join] : [];
  return [
    ...playCommands(systems),
    newCommand(systems),
    map,
    log,
    rules,
    council,
    vote,
    odds,
    ...sides,
    undo,
    abandon,
    recap,
    record,
    verify,
    mydata,
    status,
    help,
  ];
}
