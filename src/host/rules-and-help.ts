import type { RuleTopic, System } from '../game/index.ts';
import { type Caller, mayDirect } from './caller.ts';
import type { Edition } from './games/game-library.ts';
import type { GameSources } from './games/game-tables.ts';
import { greeting, howItGoes, startButtons } from './greeting.ts';
import type { Completion } from './orders/order-completions.ts';
import { clipped, LONGEST_TEXT, type Reply, reply } from './reply.ts';
import { pagedReply } from './text-pages.ts';
import { plainName } from './wording.ts';

/** `/rules`, `/help`, and the greeting of a server. */
export class HelpCommands {
  readonly #games: GameSources;
  readonly #editions: readonly Edition[];

  constructor(games: GameSources, editions: readonly Edition[]) {
    this.#games = games;
    this.#editions = editions;
  }

  rules(caller: Caller, topic: string | null, page = 0): Reply {
    return rulesReply(this.#systemHere(caller), topic, page);
  }

  topics(caller: Caller): Completion[] {
    return topicsOf(this.#systemHere(caller)).map(({ id, title }) => ({ label: title, value: id }));
  }

  help(caller: Caller): Reply {
    const { store, tables } = this.#games;
    const latest = store.latestIn(caller.channel);
    const playing = latest && !latest.ended ? tables.system(latest) : null;
    return helpReply(this.#editions, playing, mayDirect(caller, latest));
  }

  greeting(): Reply {
    return greeting(this.#editions);
  }

  #systemHere(caller: Caller): System {
    const { store, tables } = this.#games;
    const game = store.latestIn(caller.channel);
    const system = (game && tables.systemIfCompatible(game)) ?? this.#editions[0]?.system;
    if (!system) throw new Error('No game system is installed');
    return system;
  }
}

/** One topic of the rules, or the list of them to choose from. */
function rulesReply(system: System, topicId: string | null, page = 0): Reply {
  const menu: Reply['menu'] = {
    prompt: 'Choose a topic',
    choosing: { what: 'topic' },
    least: 1,
    most: 1,
    choices: topicsOf(system)
      .slice(0, 25)
      .map(({ id, title }) => ({ value: id, label: title })),
  };
  const wanted = topicId?.trim().toLowerCase();
  const topic = wanted ? topicOf(system, wanted) : undefined;
  if (topic) {
    const press = (to: number) => ({ do: 'topic', topic: topic.id, page: to }) as const;
    return { ...pagedReply(`**${topic.title}**\n${topic.text}`, page, press), menu };
  }
  if (wanted)
    return reply('member', `The rules have no topic “${plainName(clipped(wanted, 60))}”. Choose one below.`, { menu });
  return reply(
    'member',
    `**The rules of ${system.title}**\nChoose what you want to read about. Brackets cite the rule sheet.`,
    { menu },
  );
}

/** What the host itself has rules for, whatever the game. */
const DICE: RuleTopic = {
  id: 'dice',
  title: 'The dice',
  text: [
    'The dice are **sealed**. Before the first order the bot draws a secret and publishes its SHA-256, the seal. Each die comes from that secret, the game, the point in its log and the order. The secret is published at the end, and `/verify` throws every die again.',
    '',
    'Once the seal is out, nobody can choose or change a die, not even the person who runs the bot. Nobody in the channel can see one beforehand; only somebody who reads the bot’s database could. The same order at the same point always throws the same die.',
    '',
    '**Taking back.** A slip is free until a die falls for it. After that only a moderator can take the order back. The moderator is asked first and says why.',
    '',
    'A moderator who takes back a roll has seen it, and another order throws other dice. No seal prevents that, so it leaves a trace: the map, the recap, `/log`, `/verify` and the replay tell of every roll taken back, and `/record` counts such a campaign apart.',
  ].join('\n'),
};

/** The topics of a game's rules, with those of the host. A game's own topic of that name comes first. */
function topicsOf({ rulebook }: System): readonly RuleTopic[] {
  return rulebook.some(({ id }) => id === DICE.id) ? rulebook : [...rulebook, DICE];
}

/** The topic by id or title; otherwise the only one with those words in its title. */
function topicOf(system: System, wanted: string): RuleTopic | undefined {
  const rulebook = topicsOf(system);
  const exact = rulebook.find(({ id, title }) => id === wanted || title.toLowerCase() === wanted);
  const alike = rulebook.filter(({ title }) => title.toLowerCase().includes(wanted));
  return exact ?? (alike.length === 1 ? alike[0] : undefined);
}

/** What to do here and now, for the member who asks. */
export function helpReply(editions: readonly Edition[], playing: System | null, mayStart: boolean): Reply {
  const now = playing
    ? [
        `${playing.title} is being played in this channel. \`/map\` shows it, with a button for everything that may be done.`,
      ]
    : mayStart
      ? ['No campaign is being played here. Start one with the button below, or with `/new`.']
      : ['No campaign is being played here. A moderator starts one with `/new`.'];
  const sided = (playing?.seats.length ?? 1) > 1;
  const commands = [
    ...(sided
      ? [
          '`/join` takes a side, `/seat` says who sits where',
          '`/clock` how long a side may take, `/quiet` when you are not called',
        ]
      : []),
    `\`/map\` the map${playing?.places ? ', all of it or a place from close by' : ''}, or the position in words`,
    ...(playing?.roster ? ['`/units` every unit, your own first'] : []),
    `\`/council\` how ${sided ? 'your side' : 'this table'} decides: whoever orders first, a commander, or ${sided ? 'its members' : 'the channel'} by vote`,
    '`/vote` calls a ballot or closes it, and withdraws your vote',
    '`/log` what has happened, also as a file',
    ...(playing && !playing.solvable ? [] : ['`/odds` what orders are worth, as far as the table is told']),
    '`/recap` tells a campaign: story, figures, pictures',
    '`/new what-if` plays on from a point of an earlier one',
    '`/record` what this server has played',
    '`/mydata` what is kept of you, and its deletion',
    '`/rules` the rules, by topic',
    '`/verify` checks the dice of a finished campaign',
    ...(sided
      ? [
          '`/undo` takes your side’s last order back until it is answered or a die has fallen; after that only moderators can',
          '`/abandon` ends the campaign (moderators, or whoever started it)',
        ]
      : [
          '`/undo` takes the last order back (moderators; until a die has fallen, whoever started the campaign too)',
          '`/abandon` ends the campaign (moderators, or whoever started it)',
        ]),
    '`/status` how the bot fares (moderators)',
  ];
  const told = (orders: readonly string[]) =>
    [
      '**Council of War**',
      ...now,
      ...howItGoes(playing ? [playing] : editions.map(({ system }) => system)),
      '',
      ...[...orders, ...commands].map((one) => `- ${one}`),
    ].join('\n');
  const verbs = playing?.verbs ?? [];
  const inFull = told(verbs.map(({ verb, summary }) => `\`/${verb}\` ${lower(summary)}`));
  const inBrief = told([
    `${verbs.map(({ verb }) => `\`/${verb}\``).join(', ')} give orders: each asks for what it needs`,
  ]);
  return reply('member', inFull.length < LONGEST_TEXT ? inFull : inBrief, {
    rows: playing || !mayStart ? [] : [startButtons(editions)],
  });
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
