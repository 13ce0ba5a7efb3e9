import type { Command } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import { completedOption, matching, simpleCommand, slashCommand, subcommand, textOption } from './slash-command.ts';

export const help = simpleCommand(
  'help',
  'Learn how to play here',
  (host, caller) => host.help.help(caller),
  'nothing',
);

export const status = simpleCommand(
  'status',
  'Show the bot’s status: uptime, backups, undelivered posts (moderators)',
  (host, caller) => host.status.reply(caller),
  'nothing',
);

export const rules: Command = {
  data: slashCommand('rules', 'Read the rules').addStringOption(completedOption('topic', 'Which topic')).toJSON(),
  needs: 'nothing',
  run: (host, caller, { topic }) => host.help.rules(caller, topic ?? null),
  complete: (host, caller, { topic = '' }) => matching(host.help.topics(caller), topic),
};

export const mydata: Command = {
  data: slashCommand('mydata', 'Export or delete your data')
    .addSubcommand(subcommand('export', 'Get all your data, from every server, as a file only you see'))
    .addSubcommand(subcommand('delete', 'Delete your name and every reason you gave; asks first'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, _options, { subcommand: chosen }) =>
    chosen === 'delete' ? host.myData.askDeletion(caller) : host.myData.export(caller),
};

export function mapCommand(systems: readonly System[]): Command {
  const command = slashCommand('map', 'Show the map').addStringOption(
    textOption('view', 'A picture for everyone, or a view only you see').addChoices(
      { name: 'Picture, for everyone', value: 'picture' },
      { name: 'Text, only for you', value: 'text' },
      { name: 'Your own side’s view, only for you', value: 'own' },
    ),
  );
  if (systems.some(({ pictures: { places } }) => places !== undefined))
    command.addStringOption(completedOption('at', 'A place to zoom in on, or the whole map'));
  if (systems.some(({ pictures: { overlays } }) => (overlays ?? []).length > 0))
    command.addStringOption(completedOption('overlay', 'Extra layers to show; separate several with commas'));
  return {
    data: command.toJSON(),
    run(host, caller, { view, at = null, overlay = null }) {
      if (view === 'text') return host.maps.inWords(caller, at);
      return view === 'own' ? host.maps.forMember(caller, at, overlay) : host.maps.forChannel(caller, at, overlay);
    },
    complete: (host, caller, options, focused) =>
      focused === 'at'
        ? host.completions.places(caller, options.at ?? '')
        : host.completions.overlays(caller, options.overlay ?? ''),
  };
}

export const units = simpleCommand('units', 'List every unit and where it is, your own side first', (host, caller) =>
  host.maps.units(caller),
);

export const odds = simpleCommand('odds', 'Show what each order is worth, only for you', (host, caller) =>
  host.maps.odds(caller),
);
