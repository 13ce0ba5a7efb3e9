import { checkCommand, checkCommands } from '../../store/command-schema.ts';
import { commandObject, type RegisteredCommand } from '../../store/commands.ts';
import type { Discord } from '../../store/discord.ts';
import { refuse } from '../../store/errors.ts';
import { created, noContent, ok, param, type RestCall, type Route, route } from '../router.ts';

/** The application's commands, global and per guild. */
export function commandRoutes({ world, commands }: Discord): Route[] {
  const scopeOf = (call: RestCall): string | null => {
    if (param(call, 'application') !== world.applicationId) throw refuse.notYourApplication();
    const guildId = call.params.guild ?? null;
    if (guildId !== null && !world.guildById(guildId)?.botPresent) throw refuse.missingAccess();
    return guildId;
  };
  const found = (call: RestCall): RegisteredCommand => {
    const command = commands.find(scopeOf(call), param(call, 'command'));
    if (command === undefined) throw refuse.unknownCommand();
    return command;
  };
  const shown = (command: RegisteredCommand) => commandObject(command, world.applicationId);

  return ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'].flatMap(
    (pattern) => [
      route(`GET ${pattern}`, (call) => ok(commands.in(scopeOf(call)).map(shown))),
      route(`PUT ${pattern}`, (call) => ok(commands.replace(scopeOf(call), checkCommands(call.body.json)).map(shown))),
      route(`POST ${pattern}`, (call) => {
        const put = commands.put(scopeOf(call), checkCommand(call.body.json));
        return (put.created ? created : ok)(shown(put.command));
      }),
      route(`GET ${pattern}/:command`, (call) => ok(shown(found(call)))),
      route(`PATCH ${pattern}/:command`, (call) => {
        const old = found(call);
        const change = typeof call.body.json === 'object' ? call.body.json : {};
        return ok(shown(commands.update(old, checkCommand({ ...old.body, ...change }))));
      }),
      route(`DELETE ${pattern}/:command`, (call) => {
        commands.remove(found(call));
        return noContent;
      }),
    ],
  );
}
