import { LONGEST_TEXT, MOST_CHOICES, MOST_IN_ROW, MOST_ROWS, type RuleTopic, type System } from '../../game/index.ts';
import { type Caller, mayStartGame } from '../base/caller.ts';
import { commandList, DICE, GREETING, HELP, LESSON_WORDS, playedHere } from '../base/help-words.ts';
import { button, clipped, inRows, pagedReply, type Reply, type ReplyButton, reply, selectOne } from '../base/reply.ts';
import type { Completion } from '../messages/order-completions.ts';
import type { Edition } from '../table/game-library.ts';
import type { GameSources } from '../table/game-tables.ts';
import { machineButtons, vacantInWords } from '../table/seat-rules.ts';

/** `/rules`, `/help`, and the greeting of a server. */
export function createHelpCommands({ store, tables }: GameSources, editions: readonly Edition[]) {
  function rules(caller: Caller, topic: string | null, page = 0): Reply {
    return rulesReply(systemHere(caller), topic, page);
  }

  function topics(caller: Caller): Completion[] {
    return topicsOf(systemHere(caller)).map(({ id, title }) => ({ label: title, value: id }));
  }

  function help(caller: Caller): Reply {
    const latest = store.latestIn(caller.channel);
    const playing = latest && !latest.ended ? tables.system(latest) : null;
    const mayStart = mayStartGame(caller, latest);
    if (!latest || !playing) return helpReply(editions, null, mayStart);
    const table = { game: latest, system: playing };
    const vacant = tables.vacantSeats(table);
    const { text } = helpReply(editions, playing, mayStart, vacantInWords({ system: playing, vacant }));
    return reply('member', text, { rows: [machineButtons(table, vacant)] });
  }

  function systemHere(caller: Caller): System {
    const game = store.latestIn(caller.channel);
    const system = (game && tables.systemIfCompatible(game)) ?? editions[0]?.system;
    if (!system) throw new Error('No game system is installed');
    return system;
  }

  return { rules, topics, help, greeting: (): Reply => greeting(editions) };
}

function rulesReply(system: System, topicId: string | null, page = 0): Reply {
  const topics = topicsOf(system).slice(0, MOST_CHOICES);
  const menu = selectOne(
    HELP.chooseTopic,
    { what: 'topic' },
    topics.map(({ id, title }) => ({ value: id, label: title })),
  );
  const wanted = topicId?.trim().toLowerCase();
  const topic = wanted ? topicOf(system, wanted) : undefined;
  if (topic) {
    const press = (to: number) => ({ do: 'topic', topic: topic.id, page: to }) as const;
    return { ...pagedReply(`**${topic.title}**\n${topic.text}`, page, press), menu };
  }
  if (wanted) return reply('member', HELP.noSuchTopic(clipped(wanted, 60)), { menu });
  return reply('member', HELP.rulesOf(system), { menu });
}

/** A game may have its own topic on dice in place of the host's. */
function topicsOf({ about: { rulebook } }: System): readonly RuleTopic[] {
  return rulebook.some(({ id }) => id === DICE.id) ? rulebook : [...rulebook, DICE];
}

/** The topic with this id or title, or the only one whose title contains the text. */
function topicOf(system: System, wanted: string): RuleTopic | undefined {
  const rulebook = topicsOf(system);
  const exact = rulebook.find(({ id, title }) => id === wanted || title.toLowerCase() === wanted);
  const alike = rulebook.filter(({ title }) => title.toLowerCase().includes(wanted));
  return exact ?? (alike.length === 1 ? alike[0] : undefined);
}

/** @param vacant lines on sides that nobody plays */
export function helpReply(
  editions: readonly Edition[],
  playing: System | null,
  mayStart: boolean,
  vacant: readonly string[] = [],
): Reply {
  const learn = learnButtons(editions);
  const commands = [...(learn.length > 0 ? [HELP.learn] : []), ...commandList(playing)];
  const textWith = (orders: readonly string[]) =>
    [
      HELP.title,
      playedHere(playing, mayStart),
      ...vacant,
      ...howItGoes(playing ? [playing] : editions.map(({ system }) => system)),
      '',
      ...[...orders, ...commands].map((one) => `- ${one}`),
    ].join('\n');
  const verbs = playing?.about.verbs ?? [];
  const inFull = textWith(verbs.map(({ verb, summary }) => `\`/${verb}\` ${lower(summary)}`));
  const inBrief = textWith([HELP.orderCommands(verbs.map(({ verb }) => verb))]);
  return reply('member', inFull.length < LONGEST_TEXT ? inFull : inBrief, {
    rows: playing ? [] : [...(mayStart ? startButtons(editions) : []), learn],
  });
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function greeting(editions: readonly Edition[]): Reply {
  const lines = [
    GREETING.what,
    ...editions.map(({ system }) => GREETING.game(system.about.title, system.about.tagline)),
    ...howItGoes(editions.map(({ system }) => system)),
  ];
  return reply('channel', lines.join('\n'), { rows: [...startButtons(editions), beginnersButtons(editions)] });
}

function howItGoes(systems: readonly System[]): string[] {
  const sided = systems.filter(({ about: { seats } }) => seats.length > 1);
  if (sided.length === 0) return [GREETING.tables('none'), GREETING.dice];
  const isAll = sided.length === systems.length;
  const titles = isAll ? null : sided.map(({ about: { title } }) => title);
  const hasMachine = sided.some(({ play }) => play?.machine);
  return [GREETING.tables(isAll ? 'all' : 'some'), GREETING.joinFirst(titles, hasMachine), GREETING.dice];
}

/** Buttons that start each game. They leave room for one more row. */
function startButtons(editions: readonly Edition[]): ReplyButton[][] {
  const buttons = editions.map(({ system }) =>
    button(
      GREETING.start(system.about.title),
      { do: 'start', system: system.id, variant: system.about.variants[0]?.id ?? '' },
      'bold',
    ),
  );
  return inRows(buttons).slice(0, MOST_ROWS - 1);
}

function beginnersButtons(editions: readonly Edition[]): ReplyButton[] {
  const short = editions.flatMap(({ system }) =>
    system.about.variants
      .filter((variant) => variant.short)
      .map(
        (variant): ReplyButton =>
          button(GREETING.start(`${system.about.title}: ${variant.name}`), {
            do: 'start',
            system: system.id,
            variant: variant.id,
          }),
      ),
  );
  return [...learnButtons(editions), ...short].slice(0, MOST_IN_ROW);
}

function learnButtons(editions: readonly Edition[]): ReplyButton[] {
  if (!editions.some(({ system }) => system.play?.lesson)) return [];
  return [button(LESSON_WORDS.learn, { do: 'learn', system: null, again: false }, 'bold')];
}
