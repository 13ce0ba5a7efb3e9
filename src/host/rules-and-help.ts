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
    `**The rules of ${system.title}**\nChoose a topic. Numbers in brackets are paragraphs of the rule sheet.`,
    { menu },
  );
}

/** What the host itself has rules for, whatever the game. */
const DICE: RuleTopic = {
  id: 'dice',
  title: 'The dice',
  text: [
    'The dice are **sealed**. Before the first order the bot draws a secret and publishes its SHA-256, the seal. Each roll is worked out from that secret, the game, the point in its log and the order. The secret is published at the end, and `/verify` checks every roll.',
    '',
    'Once the seal is published, nobody can choose or change a roll, not even the person who runs the bot. Nobody in the channel can see a roll beforehand; only someone who reads the bot’s database could. The same order at the same point always rolls the same numbers.',
    '',
    '**Take-backs.** You can take back a slip freely until dice are rolled. After that only a moderator can take the order back, and has to say why.',
    '',
    'A moderator who takes back a roll has seen it, and another order gets another roll. The seal can’t prevent that, so the map, the recap, `/log`, `/verify` and the replay show every roll taken back, and `/record` lists such a game separately.',
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
        `${playing.title} is being played in this channel. \`/map\` shows the map, with buttons for everything you can do now.`,
      ]
    : mayStart
      ? ['No game is being played here. Start one with a button below or with `/new`.']
      : ['No game is being played here. Ask a moderator to start one with `/new`.'];
  const sided = (playing?.seats.length ?? 1) > 1;
  const commands = [
    ...(sided
      ? [
          '`/join` joins a side, `/seat` shows who plays which side',
          '`/clock` shows how long a side has, `/quiet` sets hours without pings',
        ]
      : []),
    `\`/map\` shows the map${playing?.places ? ', all of it or one place close up' : ''}, or describes it in words`,
    ...(playing?.roster ? ['`/units` lists every unit, your own first'] : []),
    `\`/council\` shows and changes how ${sided ? 'your side' : 'this table'} decides: the first order counts, a commander decides, or ${sided ? 'its members vote' : 'the channel votes'}`,
    '`/table` sets how the bot posts here, and where it pings you',
    '`/vote` opens or closes a ballot, or withdraws your vote',
    '`/log` shows what has happened, also as a file',
    ...(playing && !playing.solvable ? [] : ['`/odds` shows what orders are worth, if this table allows it']),
    '`/recap` posts a game’s story, figures and pictures',
    '`/new what-if` branches from a point of an earlier game',
    '`/record` shows what this server has played',
    '`/mydata` exports or deletes your data',
    '`/rules` explains the rules, topic by topic',
    '`/verify` checks the dice of a finished game',
    ...(sided
      ? [
          '`/undo` takes back your side’s last order; once it rolled dice or the other side has acted, only moderators can',
          '`/abandon` ends the game (moderators or the member who started it)',
        ]
      : [
          '`/undo` takes back the last order (moderators; until a roll, also the member who started the game)',
          '`/abandon` ends the game (moderators or the member who started it)',
        ]),
    '`/status` shows how the bot is doing (moderators)',
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
    `${verbs.map(({ verb }) => `\`/${verb}\``).join(', ')} give orders; each asks for what it needs`,
  ]);
  return reply('member', inFull.length < LONGEST_TEXT ? inFull : inBrief, {
    rows: playing || !mayStart ? [] : [startButtons(editions)],
  });
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
