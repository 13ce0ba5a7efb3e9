import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { FromPage, PageMessage, ToPage } from '../../src/sandbox/protocol.ts';

type Hello = Extract<ToPage, { t: 'hello' }>;
interface PageButton {
  readonly label?: string;
  readonly custom_id?: string;
}

/** The sandbox's page as its socket sees it: what a browser would show, and what its member does. */
export class Page {
  readonly hello: Hello;
  readonly #socket: WebSocket;
  readonly #messages: Map<string, PageMessage>;
  readonly #listeners = new Set<() => void>();
  readonly #answered = new Map<string, (what: ToPage) => void>();
  #nonce = 0;

  private constructor(socket: WebSocket, hello: Hello) {
    this.#socket = socket;
    this.hello = hello;
    this.#messages = new Map(hello.messages.map((message) => [message.id, message]));
    socket.on('message', (raw) => this.#hear(JSON.parse(raw.toString()) as ToPage));
  }

  static open(pageUrl: string): Promise<Page> {
    const socket = new WebSocket(`${pageUrl.replace(/^http/, 'ws')}page/socket`);
    onTestFinished(() => socket.terminate());
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('message', (raw) => resolve(new Page(socket, JSON.parse(raw.toString()) as Hello)));
    });
  }

  #hear(what: ToPage): void {
    if (what.t === 'message') this.#messages.set(what.message.id, what.message);
    if ('nonce' in what) this.#answered.get(what.nonce)?.(what);
    for (const listener of this.#listeners) listener();
  }

  /** The id of a channel by its name, or of a member's DM by theirs. */
  channel(name: string): string {
    const member = this.hello.members.find((each) => each.name === name);
    const all = [...this.hello.guilds.flatMap(({ channels }) => channels), ...this.hello.dms];
    const found = all.find((each) => (member ? each.dmOf === member.id : each.name === name));
    if (!found) throw new Error(`The page has no channel "${name}"`);
    return found.id;
  }

  messages(channel: string): PageMessage[] {
    const id = this.channel(channel);
    return [...this.#messages.values()].filter(({ channelId, onlyFor }) => channelId === id && onlyFor === null);
  }

  /** The first message of a channel, present or to come, that is as wanted. */
  sees(channel: string, wanted: (message: PageMessage) => boolean): Promise<PageMessage> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.messages(channel).find(wanted);
        if (!found) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        const there = this.messages(channel).map(({ content }) => content);
        reject(new Error(`No such message in ${channel}. It has:\n${there.join('\n')}`));
      }, 120_000);
      this.#listeners.add(look);
      look();
    });
  }

  press(member: string, message: PageMessage, label: string): Promise<ToPage> {
    const button = buttonsOf(message).find((one) => one.label === label);
    if (!button?.custom_id) throw new Error(`No button "${label}" among ${buttonsOf(message).map((one) => one.label)}`);
    const { channelId, id: messageId } = message;
    return this.#act({ t: 'press', ...this.#who(member), channelId, messageId, customId: button.custom_id });
  }

  command(member: string, channel: string, command: string): Promise<ToPage> {
    return this.#act({ t: 'command', ...this.#who(member), channelId: this.channel(channel), command, options: [] });
  }

  #who(member: string): { as: string; nonce: string } {
    const found = this.hello.members.find(({ name }) => name === member) as { id: string };
    return { as: found.id, nonce: String(++this.#nonce) };
  }

  #act(what: Extract<FromPage, { nonce: string }>): Promise<ToPage> {
    const answer = new Promise<ToPage>((resolve) => this.#answered.set(what.nonce, resolve));
    this.#socket.send(JSON.stringify(what));
    return answer;
  }
}

/** The buttons of a message, row by row. */
export function buttonsOf({ components }: PageMessage): PageButton[] {
  return (components as { components?: PageButton[] }[]).flatMap((row) => row.components ?? []);
}
