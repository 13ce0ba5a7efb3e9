import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BallotMessage, HostPart, MessageRef } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { isOutage } from '../connection/network-errors.ts';
import { BALLOT_EDITS, Backoff } from './backoff.ts';
import { textChannel } from './find-sent-message.ts';
import { facePayload } from './message-payload.ts';

/** From the end of one edit to the next in the same channel, at least. */
const REST_MS = 2000;
/** After the database could not be read. */
const AGAIN_MS = 60_000;
/** Messages that are made ready in one go, so that members are answered in between. */
const MOST_AT_ONCE = 25;
/** Edits under way: what is beyond would wait at discord.js's own queue, where nobody's turn is looked at. */
const MOST_UNDER_WAY = 25;
/** Of these, those of one server or DM: one whose edits hang leaves room for all others. */
const MOST_OF_ONE = 8;
/** Messages and servers of which it is known whose turn was before whose. */
const REMEMBERED = 2000;

type BallotHost = HostPart<{
  ballotMessages: 'outdated' | 'messageReady' | 'update' | 'refreshed' | 'gone';
}>;

/** Changes what a message shows below its text and its map. Rejects as discord.js does. */
type EditMessage = (face: BallotMessage) => Promise<void>;

/** Edits by discord.js: embeds and components alone, so that text and map stay. */
export function editing(client: Client): EditMessage {
  return async (face) => {
    const { messages } = await textChannel(client, face.channel);
    await messages.edit(face.message, facePayload(face));
  };
}

/** Whose a channel is, where turns are taken: its server's; a DM is somebody by itself, as is a channel that is not known. */
type GuildOfChannel = (channel: string) => string;

/** As the client knows the channels of its servers. */
export function guildOfChannel(client: Pick<Client, 'channels'>): GuildOfChannel {
  return (id) => {
    const channel = client.channels.resolve(id);
    return channel && 'guildId' in channel && channel.guildId !== null ? channel.guildId : id;
  };
}

/**
 * Keeps the messages of ballots up to date. Which of them lag behind is read from the database each time, so whatever comes in
 * between an edit and the next is gathered in that one, and nothing is lost with the process.
 */
export class BallotMessageEditor {
  readonly #host: BallotHost;
  readonly #edit: EditMessage;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #lost: () => void;
  readonly #whose: GuildOfChannel;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Channels that have had an edit, and until when they are left in peace. Each has a look due by then. */
  readonly #resting = new Map<string, number>();
  /** Messages and servers by when they had their turn, the latest last. */
  readonly #turns = new LRUCache<string, number>({ max: REMEMBERED });
  #turn = 0;
  /** Whether something waits for an edit to end. */
  #full = false;
  readonly #doubted = new Map<string, MessageRef>();
  /** Messages that could not be edited, or of which the rules of their game make nothing. */
  readonly #backoff: Backoff;
  #look: { readonly at: number; readonly cancel: () => void } | null = null;
  #running = false;

  /**
   * @param lost is called when a ballot has lost its message and wants another
   * @param whose among whom edits are shared out evenly
   */
  constructor(
    host: BallotHost,
    edit: EditMessage,
    clock: Clock,
    log: Logger,
    lost: () => void,
    whose: GuildOfChannel = (id) => id,
  ) {
    this.#whose = whose;
    this.#host = host;
    this.#edit = edit;
    this.#clock = clock;
    this.#log = log;
    this.#lost = lost;
    this.#backoff = new Backoff(clock);
  }

  get inHand(): number {
    return this.#underWay.size;
  }

  start(): void {
    this.#running = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#look?.cancel();
    this.#look = null;
    await Promise.all(this.#underWay.values());
  }

  /** Ballots may have changed: in these channels, or anywhere. Which messages show too little the host is asked, where it is not given. */
  wake(channels: readonly string[] = [], outdated?: readonly MessageRef[]): void {
    // Where an edit is under way or has just been, a look follows by itself.
    const follow = (channel: string) => this.#underWay.has(channel) || this.#resting.has(channel);
    const isIdle = outdated?.length === 0 && this.#doubted.size === 0;
    if (this.#running && !isIdle && (channels.length === 0 || !channels.every(follow))) this.#round(outdated);
  }

  /** A message may have been deleted: it is edited even if it shows all there is, and that tells. */
  doubt(place: MessageRef): void {
    this.#doubted.set(place.message, place);
    this.wake([place.channel]);
  }

  /** Retries at once everything that failed while Discord was out of order. */
  wellAgain(): void {
    this.#backoff.wellAgain();
    this.wake();
  }

  /** The bot may do more in channels than before: what was refused there is tried again. */
  regained(channels: ReadonlySet<string>): void {
    if (this.#backoff.sooner(channels)) this.wake();
  }

  /** Edits a message of a channel in another way, while no ballot is edited there. */
  async alone<Result>(channel: string, work: () => Promise<Result>): Promise<Result> {
    for (let other = this.#underWay.get(channel); other; other = this.#underWay.get(channel)) await other;
    const working = work();
    const over = working.then(
      () => this.#rests(channel),
      () => this.#rests(channel),
    );
    this.#underWay.set(channel, over);
    return await working;
  }

  #rests(channel: string): void {
    this.#underWay.delete(channel);
    const until = this.#clock.now() + REST_MS;
    this.#resting.set(channel, until);
    this.#lookAt(this.#full ? this.#clock.now() : until);
  }

  #round(outdated?: readonly MessageRef[]): void {
    this.#look?.cancel();
    this.#look = null;
    const now = this.#clock.now();
    // A clock that was set back can make it longer than the rest itself.
    for (const [channel, until] of this.#resting)
      if (until <= now || until > now + REST_MS) this.#resting.delete(channel);
    let free = MOST_AT_ONCE;
    this.#full = false;
    for (const places of this.#inTurn(this.#due(now, outdated))) {
      if (this.#underWay.size >= MOST_UNDER_WAY) {
        this.#full = true;
        break;
      }
      if (free === 0) {
        this.#lookAt(now);
        break;
      }
      if (this.#isAtItsMost(places)) continue;
      if (this.#bringOneOf(places)) free -= 1;
    }
    for (const until of this.#resting.values()) this.#lookAt(until);
  }

  /** Whether the server of a channel has its share of the edits under way; what is beyond waits for one to end. */
  #isAtItsMost([place]: readonly MessageRef[]): boolean {
    const whose = place && this.#whose(place.channel);
    const theirs = [...this.#underWay.keys()].filter((channel) => this.#whose(channel) === whose);
    if (theirs.length < MOST_OF_ONE) return false;
    this.#full = true;
    return true;
  }

  #due(now: number, outdated?: readonly MessageRef[]): ReadonlyMap<string, readonly MessageRef[]> {
    const places = new Map<string, MessageRef[]>();
    for (const place of this.#outdated(now, outdated)) {
      const { channel, message } = place;
      if (this.#underWay.has(channel)) continue;
      const due = Math.max(this.#resting.get(channel) ?? 0, this.#backoff.until(message));
      if (due > now) this.#lookAt(due);
      else places.set(channel, [...(places.get(channel) ?? []), place]);
    }
    return places;
  }

  /** One channel of each server and DM after the other, first of those that have waited longest. */
  *#inTurn(due: ReadonlyMap<string, readonly MessageRef[]>): Generator<readonly MessageRef[]> {
    const lines = new Map<string, (readonly MessageRef[])[]>();
    for (const [channel, places] of due) {
      const whose = this.#whose(channel);
      const line = lines.get(whose);
      if (line) line.push(places);
      else lines.set(whose, [places]);
    }
    const turns = [...lines].sort(([one], [other]) => this.#turnOf(one) - this.#turnOf(other));
    const longest = Math.max(0, ...turns.map(([, line]) => line.length));
    for (let at = 0; at < longest; at++) {
      for (const [, line] of turns) {
        const places = line[at];
        if (places) yield places;
      }
    }
  }

  #outdated(now: number, known?: readonly MessageRef[]): readonly MessageRef[] {
    try {
      const places = [...(known ?? this.#host.ballotMessages.outdated()), ...this.#doubted.values()];
      this.#backoff.keep(new Set(places.map(({ message }) => message)));
      return places;
    } catch (error) {
      this.#log.error({ err: error }, 'the list of changed ballots could not be read');
      this.#lookAt(now + AGAIN_MS);
      return [];
    }
  }

  /**
   * Edits one message of a channel, the one whose turn it is longest: of those that change all the time none is passed over.
   * @returns whether there was one to be edited
   */
  #bringOneOf(places: readonly MessageRef[]): boolean {
    const turn = ({ message }: MessageRef) => this.#turnOf(message);
    for (const place of places.toSorted((one, other) => turn(one) - turn(other))) {
      const face = this.#face(place);
      if (face === null) continue;
      this.#bring(face);
      return true;
    }
    return false;
  }

  /** Null: the message needs no edit, or what it is to show cannot be made. That keeps no other from its own. */
  #face(place: MessageRef): BallotMessage | null {
    try {
      const ready = this.#host.ballotMessages.messageReady(place);
      if (ready) {
        void ready.then(() => this.wake());
        return null;
      }
      const face = this.#host.ballotMessages.update(place, this.#doubted.has(place.message));
      if (face === null) this.#doubted.delete(place.message);
      return face;
    } catch (error) {
      if (this.#backoff.longer(place.message, BALLOT_EDITS.refused, false))
        this.#log.error({ err: error, ...place }, 'the message of a ballot could not be made; trying later');
      this.#lookAt(this.#backoff.until(place.message));
      return null;
    }
  }

  #lookAt(at: number): void {
    if (!this.#running || (this.#look && this.#look.at <= at)) return;
    this.#look?.cancel();
    this.#look = { at, cancel: this.#clock.after(at - this.#clock.now(), () => this.#round()) };
  }

  #bring(face: BallotMessage): void {
    this.#noteTurn(this.#whose(face.channel));
    this.#noteTurn(face.message);
    const work = this.#bringOne(face).finally(() => this.#rests(face.channel));
    this.#underWay.set(face.channel, work);
  }

  #turnOf(who: string): number {
    return this.#turns.peek(who) ?? 0;
  }

  #noteTurn(who: string): void {
    this.#turns.set(who, ++this.#turn);
  }

  /** Never rejects. */
  async #bringOne(face: BallotMessage): Promise<void> {
    try {
      await this.#edit(face);
      this.#backoff.over(face.message);
      this.#doubted.delete(face.message);
      this.#host.ballotMessages.refreshed(face);
    } catch (error) {
      if (isGone(error)) this.#gone(face);
      else this.#putOffOne(face, error);
    }
  }

  #gone(face: BallotMessage): void {
    this.#log.info({ channel: face.channel, message: face.message }, 'the message of a ballot is gone');
    try {
      this.#host.ballotMessages.gone(face);
      this.#doubted.delete(face.message);
      this.#lost();
    } catch (error) {
      this.#putOffOne(face, error);
    }
  }

  #putOffOne({ channel, message }: BallotMessage, error: unknown): void {
    const refused = error instanceof DiscordAPIError && !isOutage(error);
    if (this.#backoff.longer(message, BALLOT_EDITS[refused ? 'refused' : 'broken'], !refused, channel))
      this.#log.warn({ err: error, channel, message }, 'the message of a ballot could not be edited; trying later');
  }
}

/** The message has been deleted, or its channel. */
function isGone(error: unknown): boolean {
  const gone: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];
  return error instanceof DiscordAPIError && gone.includes(error.code);
}
