import { allCommands } from '../../commands/index.ts';
import * as routes from '../../src/discord/outbound/button-routes.ts';
import type { Announcement, Caller, Completion, Host, Reply, Request } from '../../src/host/index.ts';
import { type Camp, camped, DAWN, PEOPLE } from './camp.ts';
import { chanceOf, facesOf, type Headquarters, headquarters, type Member, temporary } from './fixture.ts';
import { tracesOf } from './traces.ts';
import { SIDES } from './two-sides.ts';

/**
 * A file of transcripts: what members type and press, and what the host answers. Sections begin with `## `. A step is a line that begins
 * with `- `; indented lines below it are its answers, which a run writes anew. Everything else is kept.
 *
 * - `Ada: /new game:overland` a command (`Bo, Cy: …` one after the other); `<tab>` at its end asks for the completions of the
 *   last option, `<first>` takes the first of them
 * - `Bo: [Grant attacks]` a button, `Bo: {Charge}` a choice from a list (several: `{A | B}`, members: `{@Cy @Dee}`), `Bo: "I slipped"` a form; of the newest
 *   message Bo sees that has it; `[Label] of the oldest` is pressed on the oldest
 * - `Bo (moderator, in rear): …` the member as somebody else, or elsewhere
 * - `Bo: plays on` the first order of the newest map, as long as there is one
 * - `2h later` the clock strikes; `2h pass` and it does not; `the bot restarts`; `the bot plays`
 * - `what is due is posted` words that wait for a channel; `the posted ballots are edited` shows them; `on disk: Bo, Cy` the words among these in the database's files
 *
 * A step that has written anything is delivered again to a bot that has restarted: nothing is written, and the first answer stands.
 *
 * Several steps on a line are divided by `; ` and the last one's answer is shown. ` …` at the end of a line: no answer is shown. ` ~ words`:
 * of everything in the answer, its alt text and files included, the lines with these words. Of a long message the first lines are shown,
 * unless ` in full` stands there.
 */
export async function retold(file: string): Promise<string> {
  const [head = '', ...sections] = file.split(/^(?=## )/m);
  const told: string[] = [];
  for (const section of sections) told.push(await retoldSection(section, told.length));
  return head + told.join('');
}

async function retoldSection(section: string, number: number): Promise<string> {
  const stage = new Stage(`transcript-${number}.sqlite`);
  const lines: string[] = [];
  for (const line of section.split('\n').filter((one) => !one.startsWith('  '))) {
    lines.push(line);
    if (line.startsWith('- ')) lines.push(...(await stage.line(line.slice(2))).map((one) => `  ${one}`.trimEnd()));
  }
  return lines.join('\n');
}

/** A message, with who alone sees it. */
interface Shown {
  readonly to: Member | null;
  readonly channel: string;
  readonly reply: Reply;
}

function shownOf({ channel, answer }: Announcement): Shown {
  return { to: null, channel, reply: answer };
}

type Showing = 'beginning' | 'message' | 'everything';

const LINES = 3;

function beginning(lines: readonly string[]): readonly string[] {
  return lines.length <= LINES + 1 ? lines : [...lines.slice(0, LINES), `… ${lines.length - LINES} lines more`];
}

const COMMANDS = allCommands(SIDES.editions.map(({ system }) => system));

class Stage {
  #camp: Camp;
  readonly #file: string;
  readonly #shown: Shown[] = [];
  /** Remembers nothing that the camp's host does. */
  readonly #another: Headquarters;

  constructor(file: string) {
    this.#file = temporary(file);
    const setting = { file, library: SIDES, chance: chanceOf('1864') };
    this.#camp = camped(headquarters(setting), setting, 'front', DAWN);
    this.#another = headquarters(setting, this.#camp.database);
  }

  async line(line: string): Promise<string[]> {
    const [, steps = '', filter, full] = /^(.*?)(?: ~ (.*)|( in full)| …)?$/.exec(line) ?? [];
    let told: string[] = [];
    for (const step of steps.split(
      /; (?=[A-Z][a-z]+(?:, [A-Z][a-z]+)*(?: \([^)]*\))?: |\d+[a-z]+ (?:later|pass)|the bot |the posted |what is due |on disk: )/,
    )) {
      try {
        told = await this.#step(step, filter !== undefined ? 'everything' : full ? 'message' : 'beginning');
      } catch (error) {
        return [`! ${step}: ${error instanceof Error ? error.message : error}`];
      }
    }
    if (line.endsWith(' …')) return [];
    if (filter === undefined) return told;
    const found = told.filter((one) => one.includes(filter)).map((one) => one.trim());
    return found.length > 0 ? found : ['(none)'];
  }

  async #step(step: string, how: Showing): Promise<string[]> {
    const [, count, unit = '', later] = /^(\d+)(ms|s|min|h|d) (later|pass)$/.exec(step) ?? [];
    const ms = Number(count) * UNITS[(unit || 'ms') as keyof typeof UNITS];
    if (later === 'later') return this.#told(this.#strike(ms), how);
    if (later === 'pass') {
      this.#camp.pass(ms);
      return [];
    }
    if (step === 'the posted ballots are edited')
      return facesOf(this.#camp.host).flatMap(({ cards }) => cards.flatMap(cardLines));
    if (step === 'what is due is posted') return this.#told(this.#show(this.#due().map(shownOf)), how);
    if (step === 'the bot restarts') {
      this.#camp = this.#camp.restarted();
      return [];
    }
    if (step === 'the bot plays') {
      const { announcement, fault } = await this.#camp.host.machines.play(this.#camp.game(), this.#camp.now);
      if (fault) throw fault;
      return this.#told(this.#show(announcement ? [shownOf(announcement)] : []), how);
    }
    const words = /^on disk: (.*)$/.exec(step)?.[1]?.split(', ');
    if (words) return [tracesOf(words, this.#file).join(', ') || '(none)'];
    const [, names = '', as = '', does = ''] = /^([\w, ]+?)(?: \(([^)]*)\))?: (.*)$/.exec(step) ?? [];
    const told: string[] = [];
    for (const name of names.split(', ')) {
      const caller = () => this.#camp.as(name as Member, changesIn(as, this.#camp.now()));
      const answer = does === 'plays on' ? await this.#playsOn(caller) : await this.#answer(caller(), does);
      if (Array.isArray(answer)) told.push(...answer.map(({ label, value }: Completion) => `${label} (${value})`));
      else told.push(...(await this.#told(this.#seen(caller(), answer as Reply | null), how)));
    }
    return told.length > 0 ? told : ['(none)'];
  }

  #strike(ms: number): readonly Shown[] {
    return this.#show(this.#camp.wait(ms).map(shownOf));
  }

  #due(): readonly Announcement[] {
    const { undelivered } = this.#camp.host;
    return undelivered.due().flatMap(({ what, id }) => {
      const notice = what === 'notice' ? undelivered.notice(Number(id), this.#camp.now()) : null;
      undelivered.heard(notice?.answer.notices ?? []);
      return notice ?? [];
    });
  }

  async #playsOn(caller: () => Caller): Promise<Reply | null> {
    const { channel } = caller();
    let map = this.#shown.findLast((message) => !message.to && message.channel === channel)?.reply ?? null;
    for (;;) {
      const press = map?.rows.flat().find((button) => button.press.do === 'order')?.press;
      if (!press) return map;
      map = await this.#request(caller(), (host) => routes.routeButton(host, routes.writePress(press)));
    }
  }

  async #answer(caller: Caller, does: string): Promise<Reply | null | readonly Completion[]> {
    const [, command, typed = ''] = /^\/(\w+)(.*)$/.exec(does) ?? [];
    if (command) return this.#command(caller, command, typed);
    const [, kind, what = '', oldest] = /^([[{"])(.*)["\]}]( of the oldest)?$/.exec(does) ?? [];
    const has = ({ rows, menu, form }: Reply) => {
      if (kind === '"') return form !== null;
      if (kind === '[') return rows.flat().some(({ label }) => label.startsWith(what));
      const each = what.split(' | ');
      return Boolean(
        people(what) ? menu?.from : each.every((one) => menu?.choices.some(({ label }) => label.startsWith(one))),
      );
    };
    const mine = this.#shown.filter(
      ({ to, channel }) => channel === caller.channel && (!to || to === caller.member.name),
    );
    const found = oldest ? mine.find(({ reply }) => has(reply)) : mine.findLast(({ reply }) => has(reply));
    if (!found) throw new Error('There is none');
    const { rows, menu, form } = found.reply;
    const as = { ...caller, inPrivate: found.to !== null };
    if (kind === '"')
      return this.#request(as, (host) => form && routes.routeModal(host, routes.writeAsking(form.asks), what));
    if (kind === '[') {
      const press = rows.flat().find(({ label }) => label.startsWith(what))?.press;
      return this.#request(as, (host) => (press ? routes.routeButton(host, routes.writePress(press)) : null));
    }
    const labels = what.split(' | ');
    const chosen = menu?.choices.filter(({ label }) => labels.some((one) => label.startsWith(one)));
    const values = people(what)?.split(' ') ?? chosen?.map(({ value }) => value) ?? [];
    return this.#request(
      as,
      (host) => menu && routes.routeSelect(host, routes.writeChoosing(menu.choosing), values, PEOPLE),
    );
  }

  #command(caller: Caller, name: string, typed: string): Promise<Reply | null> | readonly Completion[] {
    const { host } = this.#camp;
    const command = COMMANDS.find(({ data }) => data.name === name);
    if (!command) throw new Error('There is no such command');
    const [, subcommand = null] = /^ ([a-z]+)(?= |$)/.exec(typed) ?? [];
    const given = [...typed.matchAll(/(?<= )([a-z-]+):(.*?)(?= [a-z-]+:|$)/g)];
    const options = Object.fromEntries(given.map(([, option = '', value = '']) => [option, people(value) ?? value]));
    const focused = given.at(-1)?.[1] ?? '';
    const [, partial = '', asks] = /^(.*)<(tab|first)>$/.exec(options[focused] ?? '') ?? [];
    const offered = asks ? (command.complete?.(host, caller, { ...options, [focused]: partial }, focused) ?? []) : [];
    if (asks === 'tab') return offered;
    if (asks) options[focused] = offered[0]?.value ?? '';
    const invocation = { subcommand, people: PEOPLE, absent: {}, channels: {} };
    return this.#request(caller, (asked) => ({
      about: null,
      needs: command.needs,
      run: (as) => command.run(asked, as, options, invocation),
    }));
  }

  async #request(caller: Caller, requestOf: (host: Host) => Omit<Request, 'pressed'> | null): Promise<Reply | null> {
    const { host, store } = this.#camp;
    const before = store.rowsWritten();
    const answer = await this.#deliver(host, caller, requestOf);
    if (store.rowsWritten() > before) await this.#again(caller, requestOf, answer);
    return answer;
  }

  async #deliver(
    host: Host,
    caller: Caller,
    requestOf: (host: Host) => Omit<Request, 'pressed'> | null,
  ): Promise<Reply | null> {
    const request = requestOf(host);
    if (!request) throw new Error('Nothing is asked');
    const { answer } = await host.requests.handle(caller, { ...request, pressed: () => null });
    if (!answer?.later) return answer;
    const made = await answer.later.make();
    answer.later.over?.();
    return made;
  }

  /** Discord may deliver an interaction twice, the second time after a restart: it has one effect. */
  async #again(
    caller: Caller,
    requestOf: (host: Host) => Omit<Request, 'pressed'> | null,
    first: Reply | null,
  ): Promise<void> {
    const { host, store } = this.#another;
    const answer = await this.#deliver(host, caller, requestOf);
    if (store.rowsWritten() > 0) throw new Error('It has an effect again');
    // What was only looked up is answered again.
    if (answer !== null && answer.text !== first?.text) throw new Error('It is answered otherwise');
  }

  /** What an answer shows, and to whom. */
  #seen(caller: Caller, answer: Reply | null): readonly Shown[] {
    if (!answer) return [];
    const { channel, member } = caller;
    const parts = [answer, ...answer.followUps, answer.goesOn, answer.channelReply].flatMap((reply) => reply ?? []);
    const alone = member.name as Member;
    return this.#show(parts.map((reply) => ({ to: reply.to === 'member' ? alone : null, channel, reply })));
  }

  /** Messages are there for whoever presses on them, and those with ballots for the bot, which edits them. */
  #show(messages: readonly Shown[]): readonly Shown[] {
    for (const message of messages) {
      const { to, channel, reply } = message;
      this.#shown.push(message);
      if (!to) this.#camp.host.ballotMessages.carried(reply.cards, channel, `${this.#shown.length}`);
    }
    return messages;
  }

  async #told(shown: readonly Shown[], how: Showing): Promise<string[]> {
    if (shown.length === 0) return ['(no answer)'];
    const told: string[] = [];
    for (const { to, channel, reply } of shown) {
      const all = [...wordsOf(reply), ...(how === 'everything' ? await restOf(reply) : [])];
      const [first = '', ...more] = how === 'beginning' ? beginning(all) : all;
      const where = channel === 'front' ? '' : ` in ${channel}`;
      told.push(`to ${to ?? 'all'}${where}: ${first}`, ...more.map((line) => `  ${line}`));
    }
    return told.map((line) => line.replace(/<@(\d00)>/g, (_, id: string) => `@${PEOPLE[id]}`));
  }
}

const UNITS = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Ids on Discord of the members that a text names as `@Bo @Cy`; undefined if it names none. */
function people(text: string): string | undefined {
  if (!text.startsWith('@')) return undefined;
  return text
    .split(' ')
    .map((name) => Object.keys(PEOPLE).find((id) => `@${PEOPLE[id]}` === name))
    .join(' ');
}

/** What is said of a member in brackets, with what it gives. */
const AS: readonly (readonly [pattern: RegExp, gives: (given: string, now: number) => Partial<Caller>])[] = [
  [/^(no )?moderator$/, (no) => ({ isModerator: !no })],
  [/^in (.*)$/, (channel) => ({ channel })],
  [/^on (.*)$/, (guild) => ({ guild, everyone: guild })],
  [/^thread of (.*)$/, (of) => ({ threads: { kind: 'thread', of, openedBy: 'caller' } })],
  [/^bot lacks (.*)$/, (what) => ({ threads: { kind: 'channel', mayOpen: false, lacks: [what] } })],
  [/^direct message$/, () => ({ channel: 'dm', guild: null, everyone: null, threads: { kind: 'none' } })],
  [/^role (.*)$/, (role) => ({ roles: [role] })],
  [/^joined (\d+)d ago$/, (days, now) => ({ joinedAt: now - Number(days) * UNITS.d })],
  [/^account (\d+)d old$/, (days, now) => ({ accountSince: now - Number(days) * UNITS.d })],
];

function changesIn(as: string, now: number): Partial<Caller> {
  const changes = as.split(', ').flatMap((one) =>
    AS.flatMap(([pattern, gives]) => {
      const found = pattern.exec(one);
      return found ? [gives(found[1] ?? '', now)] : [];
    }),
  );
  return Object.assign({}, ...changes) as Partial<Caller>;
}

function menuLine({ prompt, choices, from }: NonNullable<Reply['menu']>): string {
  const labels = choices.map(({ label, marked }) => (marked ? `✓ ${label}` : label));
  return `{${prompt}: ${from ?? [...labels.slice(0, 6), ...(labels.length > 6 ? [`${labels.length} in all`] : [])].join(' | ')}}`;
}

function cardLines({ title, text, foot }: Reply['cards'][number]): string[] {
  return [title, ...text.split('\n'), foot].flatMap((line) => (line === '' ? [] : [`| ${line}`]));
}

/** What is read of a message without opening anything. */
function wordsOf({ text, rows, menu, form, cards, drawing, files, pings }: Reply): string[] {
  return [
    ...text.split('\n'),
    ...cards.flatMap(cardLines),
    ...(menu ? [menuLine(menu)] : []),
    rows.flatMap((row) => row.map(({ label }) => `[${label}]`)).join(' '),
    ...(form ? [`"${form.title}": ${form.value}`] : []),
    drawing ? '(map)' : '',
    ...files.map(({ file }) => `(${file})`),
    ...pings.users.map((id) => `(pings <@${id}>)`),
    ...pings.roles.map((id) => `(pings role ${id})`),
  ].filter((line) => line !== '');
}

/** What has to be opened: alt text, and files of text. */
async function restOf({ drawing, files }: Reply): Promise<string[]> {
  const texts = await Promise.all(files.filter((file) => 'utf8' in file).map(({ bytes }) => bytes()));
  return [...(drawing?.alt.split('\n') ?? []), ...texts.flatMap((bytes) => String(bytes).split('\n'))];
}
