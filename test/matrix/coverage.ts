import { ApplicationCommandOptionType } from 'discord.js';
import { ACTS, parts } from './acts.ts';
import { COMMANDS } from './outcome.ts';
import { readRights } from './rights.ts';

/** What there is to do and the table does not name, and what it names and does not exist. Buttons, menus and forms the compiler counts. */
export function gaps(): string[] {
  const named = new Set(ACTS.map(({ name }) => name.replace(/ \(.*\)$/, '')));
  const rights = readRights();
  return [
    ...everyWay().flatMap((way) => (named.has(way) ? [] : [`nobody tries ${way}`])),
    ...ACTS.flatMap(({ name }) => (rights.acts.has(name) ? [] : [`the table does not name ${name}`])),
    ...[...rights.acts].flatMap((act) => (ACTS.some(({ name }) => name === act) ? [] : [`there is no ${act}`])),
    ...[...named].flatMap((name) =>
      name.startsWith('/') && !everyWay().includes(name) ? [`there is no ${name}`] : [],
    ),
  ];
}

/** Every command, subcommand, option and completion, as the table calls them: a command of options that must be given is not one alone. */
function everyWay(): string[] {
  return COMMANDS.flatMap(({ data: { name, options = [] }, complete }) => {
    const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
    if (subcommands.length > 0)
      return subcommands.flatMap((one) =>
        waysOf(`/${name} ${one.name}`, 'options' in one ? (one.options ?? []) : [], complete),
      );
    return waysOf(`/${name}`, options, complete);
  });
}

function waysOf(
  path: string,
  options: readonly { readonly name: string; readonly required?: boolean; readonly autocomplete?: boolean }[],
  complete: unknown,
): string[] {
  const alone = options.some(({ required }) => required) ? [] : [path];
  const typed = complete ? options.filter(({ autocomplete }) => autocomplete) : [];
  return [
    ...alone,
    ...options.map(({ name }) => `${path} ${name}`),
    ...typed.map(({ name }) => `type in ${path} ${name}`),
  ];
}

/** The commands that some act gives. */
export function commandsTried(): ReadonlySet<string> {
  return new Set(ACTS.flatMap(({ name }) => (name.startsWith('/') ? [parts(name).command] : [])));
}
