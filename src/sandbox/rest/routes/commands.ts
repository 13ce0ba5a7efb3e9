import { refuse } from '../../errors.ts';
import { commandObject } from '../../store/commands.ts';
import { checkCommand, checkCommands } from '../../validate/commands.ts';
import type { Platform } from '../platform.ts';
import { created, noContent, ok, param, type RestCall, type Route } from '../router.ts';

/** The application's commands, global and per guild. */
export function commandRoutes({ world, commands }: Platform): Route[] {
  const scopeOf = (call: RestCall): string | null => {
    if (param(call, 'application') !== world.applicationId) throw refuse.notYourApplication();
    const guildId = call.params.guild;
    if (guildId === undefined) return null;
    if (!world.guildById(guildId)?.botPresent) throw refuse.missingAccess();
    return guildId;
  };
  const found = (call: RestCall) => {
    const command = commands.find(scopeOf(call), param(call, 'command'));
    if (command === undefined) throw refuse.unknownCommand();
    return command;
  };
  const shown = (command: Parameters<typeof commandObject>[0]) => commandObject(command, world.applicationId);

  return ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'].flatMap(
    (pattern): Route[] => [
      { method: 'GET', pattern, auth: true, handle: (call) => ok(commands.in(scopeOf(call)).map(shown)) },
      {
        method: 'PUT',
        pattern,
        auth: true,
        handle: (call) => ok(commands.replace(scopeOf(call), checkCommands(call.body.json)).map(shown)),
      },
      {
        method: 'POST',
        pattern,
        auth: true,
        handle(call) {
          const put = commands.put(scopeOf(call), checkCommand(call.body.json));
          return (put.created ? created : ok)(shown(put.command));
        },
      },
      { method: 'GET', pattern: `${pattern}/:command`, auth: true, handle: (call) => ok(shown(found(call))) },
      {
        method: 'PATCH',
        pattern: `${pattern}/:command`,
        auth: true,
        handle(call) {
          const old = found(call);
          const change = typeof call.body.json === 'object' ? call.body.json : {};
          return ok(shown(commands.update(old, checkCommand({ ...old.body, ...change }))));
        },
      },
      {
        method: 'DELETE',
        pattern: `${pattern}/:command`,
        auth: true,
        handle(call) {
          commands.remove(found(call));
          return noContent;
        },
      },
    ],
  );
}
