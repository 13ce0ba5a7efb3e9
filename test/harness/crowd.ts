import type { AnswerOutcome, OptionValues, Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { Album } from './album.ts';
import { Audit, type Audited } from './audit.ts';
import { buttonOf, offersOf, optionsOf } from './channel.ts';
import { type Asked, Claims } from './claims.ts';
import type { Holdings } from './database.ts';
import { Luck } from './luck.ts';

/** How a table is used: it says which things are done there how often. */
export type Kind = 'open' | 'vote' | 'command' | 'stormy' | 'dm' | 'thread';

/** The places where campaigns are played, and their players. */
export interface Tables {
  readonly channels: readonly (readonly [name: string, kind: Kind])[];
  /** Members who play in their direct messages. */
  readonly players: readonly string[];
  /** Of each table that votes, when its ballots close. */
  readonly rules: OptionValues;
}

/** Every way to decide, in two servers. */
export const EVERYWHERE: Tables = {
  channels: [
    ['council-of-war', 'open'],
    ['the-wilderness', 'vote'],
    ['parade-ground', 'command'],
    ['library', 'vote'],
    ['smoking-room', 'stormy'],
  ],
  players: ['Bo', 'Member 3', 'Member 20'],
  rules: { quorum: 2, early: 4 },
};
/** So many that none of them presses faster than the bot answers. */
export const EXTRA_MEMBERS = 21;

/** A place where a campaign is played. */
export interface Place {
  /** Discord's id of the channel. */
  readonly channel: string;
  readonly kind: Kind;
  /** By name; null: any. */
  readonly only: string | null;
}

/** How often each thing is done where, as weights. */
const HABITS: { readonly [kind in Kind]: Readonly<Partial<Record<keyof typeof DOINGS, number>>> } = {
  open: { press: 10, command: 5, undo: 2, read: 2, recap: 0.15, council: 1, exporting: 0.5 },
  vote: {
    press: 16,
    command: 6,
    count: 1.5,
    overrule: 0.7,
    undo: 0.7,
    council: 1,
    motion: 2,
    propose: 0.7,
    exporting: 0.4,
  },
  command: { press: 10, command: 4, council: 4, motion: 2, propose: 1, undo: 1, read: 1 },
  stormy: { press: 8, undo: 1.5, abandon: 1, whatIf: 0.8, recap: 0.15, council: 1, read: 1 },
  dm: { press: 6, command: 2, undo: 0.6, abandon: 0.2 },
  thread: { press: 4, command: 1, undo: 0.4, abandon: 0.1 },
};
const MODERATORS = ['Ada', 'Member 1', 'Member 2'];
/** Those who now and then have their data deleted. */
const LEAVERS = ['Member 18', 'Member 19', 'Member 20', 'Member 21'];
/** So many threads are played in at most: others are left alone. */
const MOST_THREADS = 3;
/** How often somebody presses on an old map all the same. */
const IMPATIENT = 0.05;
const REASONS = ['Lee has one corps there', 'The road is open', 'Time is short', 'Keep him busy'];
const SETTINGS: readonly (readonly [setting: string, values: readonly (string | number)[]])[] = [
  ['quorum', [1, 2, 3, 4]],
  ['early', [3, 4, 5, 6]],
  ['window', ['1h', '6h', '1 day']],
  ['odds', ['always', 'after', 'off']],
  ['rotate', ['never', 'order', '6h']],
  ['tie', ['first', 'die']],
];

/** Something that somebody does somewhere. */
interface Doing {
  readonly place: Place;
  readonly luck: Luck;
  /** The member's name. */
  readonly who: string;
}

type Does = (crowd: Crowd, doing: Doing) => Promise<unknown>;

const DOINGS = {
  /** An order by its button: where the table votes, a vote, with what follows. */
  press: (crowd, doing) => crowd.press(doing),
  command: (crowd, doing) => crowd.order(doing),
  undo: (crowd, doing) => crowd.undo(directing(doing)),
  abandon: (crowd, doing) => crowd.confirmed(directing(doing), 'abandon', 'abandon:', { what: 'abandon' }),
  overrule: (crowd, doing) => crowd.overrule(directing(doing)),
  count: (crowd, doing) => crowd.confirmed(directing(doing), 'vote close', /^count:\d+:sure$/, { what: 'count' }),
  council: (crowd, doing) => crowd.setCouncil(directing(doing)),
  propose: (crowd, doing) => crowd.setCouncil(doing),
  motion: (crowd, doing) => crowd.moved(doing),
  whatIf: (crowd, doing) => crowd.whatIf(directing(doing)),
  recap: (crowd, doing) => crowd.look(doing, 'recap'),
  exporting: (crowd, doing) =>
    doing.luck.happens(0.5) ? crowd.look(doing, 'log', { file: true }) : crowd.look(doing, 'mydata export'),
  read: (crowd, doing) => crowd.look(doing, doing.luck.among(['map', 'log', 'council', 'verify'])),
} as const satisfies Record<string, Does>;

/** The same, by somebody who may direct the campaign there. */
function directing(doing: Doing): Doing {
  return doing.place.only === null ? { ...doing, who: doing.luck.among(MODERATORS) } : doing;
}

/** Members who play at all tables at once by what the messages offer, and write down what they are told. */
export class Crowd {
  /** How often members did what, and what became of it. */
  readonly count = { sent: 0, answered: 0, unanswered: 0, redelivered: 0 };
  /** All that their channels were shown, and all that they were told. */
  readonly album: Album;
  readonly claims = new Claims();
  readonly #audit = new Audit(this.claims);
  readonly #sandbox: Sandbox;
  readonly #seed: string;
  readonly #tables: Tables;
  /** Those that are there from the start: finding four hundred by name each time would take longer than what members do there. */
  #fixed: readonly Place[] | null = null;
  #hands = 0;
  /** By channel, the message that its next map is to come with or after: nobody presses on an old map meanwhile. */
  readonly #awaited = new Map<string, string>();

  constructor(sandbox: Sandbox, seed: string, tables = EVERYWHERE) {
    this.#sandbox = sandbox;
    this.album = new Album(sandbox);
    this.#seed = seed;
    this.#tables = tables;
    if (sandbox.world.members.length < EXTRA_MEMBERS) throw new Error('The sandbox has too few members');
    for (const name of MODERATORS) if (name !== 'Ada') sandbox.giveRole(name, 'Moderator');
  }

  /**
   * Holds what members were told, since they began, against what a database has.
   * @throws Disagreement
   */
  audited(found: Holdings): Audited & Pick<Holdings, 'games'> {
    return { ...this.#audit.check(found), games: found.games };
  }

  /** The places where campaigns are played, with the threads opened meanwhile. */
  places(): Place[] {
    const { world } = this.#sandbox;
    this.#fixed ??= [
      ...this.#tables.channels.map(([name, kind]) => ({ channel: world.channel(name).id, kind, only: null })),
      ...this.#tables.players.map((only) => {
        return { channel: world.dm(world.member(only).id).id, kind: 'dm' as const, only };
      }),
    ];
    return [...this.#fixed, ...world.threads.map(({ id }) => ({ channel: id, kind: 'thread' as const, only: null }))];
  }

  /** Begins a campaign everywhere, each decided in its own way, at so many places at once. */
  async settle(atOnce = 1): Promise<void> {
    const luck = new Luck(`${this.#seed} tables`);
    const places = this.places();
    const one = async () => {
      for (let place = places.shift(); place; place = places.shift())
        await this.#begin(directing({ place, luck, who: place.only ?? 'Ada' }));
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  async #begin(doing: Doing): Promise<void> {
    await this.command(doing, 'new', {}, { what: 'start' });
    if (doing.place.kind === 'vote')
      await this.command(doing, 'council', { mode: 'vote', ...this.#tables.rules }, setting('mode', 'vote'));
    if (doing.place.kind !== 'command') return;
    for (const [name, value] of [
      ['commander', 'Bo'],
      ['commander', 'Ada'],
      ['rotate', 'order'],
    ] as const)
      await this.command(doing, 'council', { mode: 'commander', [name]: value }, setting(name, value));
  }

  /** Somebody who does one thing after the other until it is over, with a pause of so many milliseconds at most between them. */
  async play(isOver: () => boolean, pause = 20): Promise<void> {
    const luck = new Luck(`${this.#seed} ${++this.#hands}`);
    while (!isOver()) {
      await this.act(luck);
      await new Promise((resolve) => setTimeout(resolve, luck.next() * pause));
    }
  }

  /** Somebody does one thing somewhere. */
  async act(luck: Luck): Promise<void> {
    const all = this.places();
    const threads = all.filter(({ kind }) => kind === 'thread').slice(-MOST_THREADS);
    const place = luck.among([...all.filter(({ kind }) => kind !== 'thread'), ...threads]);
    if (this.#awaits(place) && !luck.happens(IMPATIENT)) return;
    const doing: Doing = { place, luck, who: place.only ?? luck.among(this.#sandbox.world.members).name };
    if (this.#newestOffers(place).length === 0) {
      // Over, or its next map has not come yet.
      const newest = this.album.newest(place.channel)?.message;
      const over = newest !== undefined && buttonOf(newest, 'start:') !== null;
      if (over) await this.#begin(directing(doing));
      else if (luck.happens(IMPATIENT)) await this.command(directing(doing), 'new', {}, { what: 'start' });
      return;
    }
    const habits = Object.entries(HABITS[place.kind]) as [keyof typeof DOINGS, number][];
    await DOINGS[luck.weighed(habits)](this, doing);
  }

  /** A process that comes back brings the maps of the last one. */
  comesBack(): void {
    this.#awaited.clear();
  }

  #awaits({ channel }: Place): boolean {
    const awaited = this.#awaited.get(channel);
    if (awaited === undefined) return false;
    const newest = this.album.newest(channel)?.message.id ?? '';
    // Ids of one length: the sandbox's are.
    if (newest < awaited && this.album.has({ channelId: channel, id: awaited })) return true;
    this.#awaited.delete(channel);
    return false;
  }

  #newestOffers({ channel }: Place) {
    const newest = this.album.newest(channel)?.message;
    return newest ? offersOf(newest) : [];
  }

  async press(doing: Doing): Promise<void> {
    const { place, luck } = doing;
    const old = luck.happens(0.08) ? this.album.back(place.channel, 1 + luck.below(3)) : undefined;
    const message = (old ?? this.album.newest(place.channel))?.message;
    const offers = message ? offersOf(message) : [];
    if (!message || offers.length === 0) return;
    const { button, key } = luck.among(offers.slice(0, place.kind === 'vote' ? 3 : offers.length));
    const outcome = await this.#did(doing, { what: 'order', key }, this.#seat(doing).press(message, button));
    if (outcome.kind !== 'message' || !outcome.message.ephemeral) return;
    const mine = outcome.message;
    if (luck.happens(0.15)) await this.#fillsIn(doing, mine, 'reason:', (reason) => ({ what: 'reason', reason }));
    else if (luck.happens(0.12)) await this.#pressed(doing, mine, buttonOf(mine, 'withdraw:'), { what: 'withdraw' });
    else if (luck.happens(0.2)) await this.#agrees(doing, mine);
  }

  /** Takes over a reason that somebody else has given for the same order. */
  async #agrees(doing: Doing, mine: SeenMessage): Promise<void> {
    const offered = mine.buttons.find(({ label }) => label.startsWith('Agree with '));
    const [, reason] = /: “(.*)”$/.exec(offered?.label ?? '') ?? [];
    if (reason !== undefined) await this.#pressed(doing, mine, offered?.customId ?? null, { what: 'reason', reason });
  }

  /** Presses a button that asks for a reason, and gives one. */
  async #fillsIn(doing: Doing, on: SeenMessage, start: string, asked: (reason: string) => Asked): Promise<void> {
    const button = buttonOf(on, start);
    if (button === null) return;
    const form = await this.#seat(doing).press(on, button);
    if (form.kind !== 'modal') return;
    const reason = doing.luck.among(REASONS);
    const fields = { [form.modal.fields[0]?.customId ?? '']: reason };
    await this.#did(doing, asked(reason), this.#seat(doing).submit(form.modal, fields));
  }

  async #pressed(doing: Doing, on: SeenMessage, button: string | null, asked: Asked): Promise<AnswerOutcome | null> {
    return button === null ? null : this.#did(doing, asked, this.#seat(doing).press(on, button));
  }

  async order(doing: Doing): Promise<void> {
    const offers = this.#newestOffers(doing.place);
    if (offers.length === 0) return;
    const { order, key } = doing.luck.among(offers);
    const reason = doing.luck.happens(0.2) ? { reason: doing.luck.among(REASONS) } : {};
    await this.command(doing, order.verb, { ...optionsOf(order), ...reason }, { what: 'order', key, ...reason });
  }

  command(doing: Doing, name: string, options: OptionValues, asked: Asked): Promise<AnswerOutcome> {
    return this.#did(doing, asked, this.#seat(doing).command(name, options));
  }

  /** A slip goes at once; where a die has fallen the member is asked, and says why. */
  async undo(doing: Doing): Promise<void> {
    const question = await this.command(doing, 'undo', {}, { what: 'undo' });
    if (question.kind === 'message' && question.message.ephemeral)
      await this.#fillsIn(doing, question.message, 'undo:', () => ({ what: 'undo' }));
  }

  /** Gives a command that asks for a confirmation, and presses its button. Resolves to whether the member was told that it is done. */
  async confirmed(doing: Doing, command: string, button: string | RegExp, asked: Asked): Promise<boolean> {
    const question = await this.#did(doing, asked, this.#seat(doing).command(command));
    if (question.kind !== 'message') return false;
    const found = question.message.buttons.find(({ customId }) =>
      typeof button === 'string' ? customId?.startsWith(button) : button.test(customId ?? ''),
    );
    const done = await this.#pressed(doing, question.message, found?.customId ?? null, asked);
    return done !== null && done.kind !== 'failed';
  }

  async overrule(doing: Doing): Promise<void> {
    const offers = this.#newestOffers(doing.place);
    if (offers.length === 0) return;
    const { key } = doing.luck.among(offers);
    await this.command(doing, 'vote overrule', { order: key }, { what: 'overrule', key });
  }

  async setCouncil(doing: Doing): Promise<void> {
    const { luck, place } = doing;
    if (place.kind === 'command' && luck.happens(0.4)) {
      const commander = luck.among(['Ada', 'Bo', 'Cy', 'Member 5', 'Member 19']);
      await this.command(doing, 'council', { commander }, setting('commander', commander));
      return;
    }
    const [name, values] = luck.among(SETTINGS);
    const value = luck.among(values);
    if (luck.happens(0.4)) await this.#chooseCouncil(doing, name, value);
    else await this.command(doing, 'council', { [name]: value }, setting(name, value));
  }

  /** By the lists of the panel. */
  async #chooseCouncil(doing: Doing, name: string, value: string | number): Promise<void> {
    const seat = this.#seat(doing);
    const panel = await seat.command('council');
    if (panel.kind !== 'message') return;
    const menu = panel.message.selects.find(({ options }) => options.some((option) => option.value === name));
    if (!menu) return;
    const one = await seat.select(panel.message, menu.customId, [name]);
    if (one.kind !== 'update' && one.kind !== 'message') return;
    const values = one.message.selects.find(({ options }) => options.some((option) => option.value === String(value)));
    if (!values) return;
    await this.#did(doing, setting(name, value), seat.select(one.message, values.customId, [String(value)]));
  }

  /** A vote on a change of the council. */
  async moved(doing: Doing): Promise<void> {
    const inFavour = doing.luck.happens(0.8);
    const shown = this.album.of(doing.place.channel).slice(-40);
    const asked = shown.findLast(({ message }) => buttonOf(message, 'motion:') !== null)?.message;
    const button = asked?.buttons.find(
      ({ customId }) => customId?.startsWith('motion:') && customId.endsWith(inFavour ? ':for' : ':against'),
    );
    if (asked) await this.#pressed(doing, asked, button?.customId ?? null, { what: 'motion', inFavour });
  }

  async whatIf(doing: Doing): Promise<void> {
    if (this.places().length > 20) return;
    const found = await this.#seat(doing).autocomplete('new', {}, 'what-if');
    if (found.kind !== 'choices' || found.choices.length === 0) return;
    const { value } = doing.luck.among(found.choices);
    await this.command(doing, 'new', { 'what-if': value }, { what: 'what-if' });
  }

  /** Somebody has their data deleted. Resolves with whether they were told that it is done. */
  async forget(luck: Luck): Promise<boolean> {
    const place = luck.among(this.places().filter(({ only }) => only === null));
    return this.confirmed({ place, luck, who: luck.among(LEAVERS) }, 'mydata delete', 'forget:sure', {
      what: 'forget',
    });
  }

  /** Asks for something that changes nothing. */
  look(doing: Pick<Doing, 'place' | 'who'>, name: string, options: OptionValues = {}): Promise<AnswerOutcome> {
    return this.#seat(doing).atOnce.command(name, options);
  }

  #seat({ place, who }: Pick<Doing, 'place' | 'who'>) {
    return this.#sandbox.as(who).in(place.channel);
  }

  /** Notes the outcome of an act. Sometimes the gateway delivers its interaction again. */
  async #did({ place, who, luck }: Doing, asked: Asked, doing: Promise<AnswerOutcome>): Promise<AnswerOutcome> {
    const again = luck.happens(0.04);
    const outcome = await doing;
    const member = this.#sandbox.world.member(who).id;
    if (!this.claims.heard({ channel: place.channel, member }, asked, outcome)) return outcome;
    this.count.sent += 1;
    if (outcome.kind === 'message' && !outcome.message.ephemeral) this.#awaited.set(place.channel, outcome.message.id);
    if (outcome.kind === 'failed') this.count.unanswered += 1;
    else this.count.answered += 1;
    if (again && outcome.kind !== 'failed') {
      this.count.redelivered += 1;
      this.#sandbox.happen({ kind: 'redeliver', interaction: outcome.interactionId });
    }
    return outcome;
  }
}

function setting(name: string, value: string | number): Asked {
  return { what: 'council', setting: name, value };
}
