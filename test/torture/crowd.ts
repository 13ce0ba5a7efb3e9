import type { OptionValues, Outcome, Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { Luck } from '../process/council/chance.ts';
import type { Album } from './album.ts';
import type { Asked, Claims } from './claims.ts';
import {
  buttonOf,
  EXTRA_MEMBERS,
  type Kind,
  LEAVERS,
  MODERATORS,
  offersOf,
  optionsOf,
  type Place,
  places,
} from './tables.ts';

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
/** So many threads are played in at most: others are left alone. */
const MOST_THREADS = 3;
/** How often somebody presses on an old map all the same. */
const IMPATIENT = 0.05;
const NOTHING = { buttons: [] };
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
  /** Who does it, by name. */
  readonly who: string;
}

/** How often members did what, and what became of it. */
export interface Count {
  sent: number;
  answered: number;
  unanswered: number;
  redelivered: number;
}

type Does = (crowd: Crowd, doing: Doing) => Promise<unknown>;

const DOINGS = {
  /** An order by its button: where the table votes, a vote, with what follows. */
  press: (crowd, doing) => crowd.press(doing),
  command: (crowd, doing) => crowd.order(doing),
  undo: (crowd, doing) => crowd.undo(directing(doing)),
  abandon: (crowd, doing) => crowd.abandon(directing(doing)),
  overrule: (crowd, doing) => crowd.overrule(directing(doing)),
  count: (crowd, doing) => crowd.closeBallot(directing(doing)),
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

/** Members of two servers who play at all tables at once, and write down what they are told. */
export class Crowd {
  readonly count: Count = { sent: 0, answered: 0, unanswered: 0, redelivered: 0 };
  readonly #sandbox: Sandbox;
  readonly #album: Album;
  readonly #claims: Claims;
  readonly #seed: string;
  #hands = 0;
  /** By channel, the message that its next map is to come with or after: nobody presses on an old map meanwhile. */
  readonly #awaited = new Map<string, string>();

  constructor(sandbox: Sandbox, album: Album, claims: Claims, seed: string) {
    this.#sandbox = sandbox;
    this.#album = album;
    this.#claims = claims;
    this.#seed = seed;
    for (const name of MODERATORS) if (name !== 'Ada') sandbox.giveRole(name, 'Moderator');
    if (sandbox.world.members.length < EXTRA_MEMBERS) throw new Error('The sandbox has too few members');
  }

  /** Begins a campaign everywhere, each decided in its own way. */
  async settle(): Promise<void> {
    const luck = new Luck(`${this.#seed} tables`);
    for (const place of places(this.#sandbox)) {
      const doing = directing({ place, luck, who: place.only ?? 'Ada' });
      await this.command(doing, 'new', {}, { what: 'start' });
      if (place.kind === 'vote') {
        await this.command(doing, 'council', { mode: 'vote', quorum: 2, early: 4 }, setting('mode', 'vote'));
      }
      if (place.kind === 'command') {
        for (const [name, value] of [
          ['commander', 'Bo'],
          ['commander', 'Ada'],
          ['rotate', 'order'],
        ] as const)
          await this.command(doing, 'council', { mode: 'commander', [name]: value }, setting(name, value));
      }
    }
  }

  /** Somebody who does one thing after the other until it is over, with a pause of so many milliseconds at most between them. */
  async play(isOver: () => boolean, pause = 20): Promise<void> {
    const luck = new Luck(`${this.#seed} ${++this.#hands}`);
    while (!isOver()) {
      await this.#doOne(luck);
      await new Promise((resolve) => setTimeout(resolve, luck.next() * pause));
    }
  }

  async #doOne(luck: Luck): Promise<void> {
    const all = places(this.#sandbox);
    const threads = all.filter(({ kind }) => kind === 'thread').slice(-MOST_THREADS);
    const place = luck.among([...all.filter(({ kind }) => kind !== 'thread'), ...threads]);
    if (this.#awaits(place) && !luck.happens(IMPATIENT)) return;
    const who = place.only ?? luck.among(this.#sandbox.world.members).name;
    const doing: Doing = { place, luck, who };
    if (!this.#offers(place)) {
      // Over, or its next map has not come yet.
      const over = buttonOf(this.#album.newest(place.channel)?.message ?? NOTHING, 'start:') !== null;
      if (over || luck.happens(IMPATIENT)) await this.command(directing(doing), 'new', {}, { what: 'start' });
      return;
    }
    const habits = Object.entries(HABITS[place.kind]) as [keyof typeof DOINGS, number][];
    await DOINGS[weighed(luck, habits)](this, doing);
  }

  /** A process that comes back brings the maps of the last one. */
  comesBack(): void {
    this.#awaited.clear();
  }

  #awaits({ channel }: Place): boolean {
    const awaited = this.#awaited.get(channel);
    if (awaited === undefined) return false;
    const newest = this.#album.newest(channel)?.message.id ?? '';
    // Ids of one length: the sandbox's are.
    if (newest < awaited) return true;
    this.#awaited.delete(channel);
    return false;
  }

  #offers({ channel }: Place): boolean {
    const newest = this.#album.newest(channel);
    return newest !== undefined && offersOf(newest.message).length > 0;
  }

  async press({ place, luck, who }: Doing): Promise<void> {
    const old = luck.happens(0.08) ? this.#album.back(place.channel, 1 + Math.floor(luck.next() * 3)) : undefined;
    const message = (old ?? this.#album.newest(place.channel))?.message;
    const offers = message ? offersOf(message) : [];
    if (!message || offers.length === 0) return;
    const { button, key } = luck.among(offers.slice(0, place.kind === 'vote' ? 3 : offers.length));
    const seat = this.#seat(who, place);
    const outcome = await this.#did({ place, who }, { what: 'order', key }, seat.press(message, button), luck);
    if (outcome.kind !== 'message' || !outcome.message.ephemeral) return;
    if (luck.happens(0.15)) await this.#giveReason({ place, luck, who }, outcome.message);
    else if (luck.happens(0.12)) await this.#withdraw({ place, luck, who }, outcome.message);
  }

  async #giveReason({ place, luck, who }: Doing, mine: SeenMessage): Promise<void> {
    const button = buttonOf(mine, 'reason:');
    if (button === null) return;
    const seat = this.#seat(who, place);
    const asked = await seat.press(mine, button);
    if (asked.kind !== 'modal') return;
    const fields = { [asked.modal.fields[0]?.customId ?? '']: luck.among(REASONS) };
    await this.#did({ place, who }, { what: 'reason' }, seat.submit(asked.modal, fields), luck);
  }

  async #withdraw({ place, luck, who }: Doing, mine: SeenMessage): Promise<void> {
    const button = buttonOf(mine, 'withdraw:');
    if (button === null) return;
    await this.#did({ place, who }, { what: 'withdraw' }, this.#seat(who, place).press(mine, button), luck);
  }

  async order(doing: Doing): Promise<void> {
    const newest = this.#album.newest(doing.place.channel);
    const offers = newest ? offersOf(newest.message) : [];
    if (offers.length === 0) return;
    const { order, key } = doing.luck.among(offers);
    const reason = doing.luck.happens(0.2) ? { reason: doing.luck.among(REASONS) } : {};
    await this.command(doing, order.verb, { ...optionsOf(order), ...reason }, { what: 'order', key });
  }

  async command({ place, luck, who }: Doing, name: string, options: OptionValues, asked: Asked): Promise<Outcome> {
    return this.#did({ place, who }, asked, this.#seat(who, place).command(name, options), luck);
  }

  /** A slip goes at once; where a die has fallen the member is asked, and says why. */
  async undo(doing: Doing): Promise<void> {
    const { place, luck, who } = doing;
    const question = await this.command(doing, 'undo', {}, { what: 'undo' });
    const button = question.kind === 'message' ? buttonOf(question.message, 'undo:') : null;
    if (question.kind !== 'message' || !question.message.ephemeral || button === null) return;
    const seat = this.#seat(who, place);
    const asked = await seat.press(question.message, button);
    if (asked.kind !== 'modal') return;
    const fields = { [asked.modal.fields[0]?.customId ?? '']: luck.among(REASONS) };
    await this.#did({ place, who }, { what: 'undo' }, seat.submit(asked.modal, fields), luck);
  }

  async abandon({ place, luck, who }: Doing): Promise<void> {
    const seat = this.#seat(who, place);
    const asked = await seat.command('abandon');
    if (asked.kind !== 'message') return;
    const button = buttonOf(asked.message, 'abandon:');
    if (button !== null) await this.#did({ place, who }, { what: 'abandon' }, seat.press(asked.message, button), luck);
  }

  async overrule(doing: Doing): Promise<void> {
    const newest = this.#album.newest(doing.place.channel);
    const offers = newest ? offersOf(newest.message) : [];
    if (offers.length === 0) return;
    const { key } = doing.luck.among(offers);
    await this.command(doing, 'vote overrule', { order: key }, { what: 'overrule', key });
  }

  async closeBallot(doing: Doing): Promise<void> {
    const { place, luck, who } = doing;
    const asked = await this.command(doing, 'vote close', {}, { what: 'count' });
    if (asked.kind !== 'message') return;
    const button = asked.message.buttons.find(({ customId }) => /^count:\d+:sure$/.test(customId ?? ''))?.customId;
    if (button)
      await this.#did({ place, who }, { what: 'count' }, this.#seat(who, place).press(asked.message, button), luck);
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
  async #chooseCouncil({ place, luck, who }: Doing, name: string, value: string | number): Promise<void> {
    const seat = this.#seat(who, place);
    const panel = await seat.command('council');
    if (panel.kind !== 'message') return;
    const menu = panel.message.selects.find(({ options }) => options.some((option) => option.value === name));
    if (!menu) return;
    const one = await seat.select(panel.message, menu.customId, [name]);
    if (one.kind !== 'update' && one.kind !== 'message') return;
    const values = one.message.selects.find(({ options }) => options.some((option) => option.value === String(value)));
    if (!values) return;
    const chosen = seat.select(one.message, values.customId, [String(value)]);
    await this.#did({ place, who }, setting(name, value), chosen, luck);
  }

  /** A vote on a change of the council. */
  async moved({ place, luck, who }: Doing): Promise<void> {
    const inFavour = luck.happens(0.8);
    const asked = this.#album
      .of(place.channel)
      .slice(-40)
      .findLast(({ message }) => buttonOf(message, 'motion:') !== null)?.message;
    const button = asked?.buttons.find(
      ({ customId }) => customId?.startsWith('motion:') && customId.endsWith(inFavour ? ':for' : ':against'),
    );
    if (!asked || !button?.customId) return;
    await this.#did(
      { place, who },
      { what: 'motion', inFavour },
      this.#seat(who, place).press(asked, button.customId),
      luck,
    );
  }

  async whatIf(doing: Doing): Promise<void> {
    if (places(this.#sandbox).length > 20) return;
    const { place, luck, who } = doing;
    const found = await this.#seat(who, place).autocomplete('new', {}, 'what-if');
    if (found.kind !== 'choices' || found.choices.length === 0) return;
    const { value } = luck.among(found.choices);
    await this.command(doing, 'new', { 'what-if': value }, { what: 'what-if' });
  }

  /** Somebody has their data deleted. Resolves with whether they were told that it is done. */
  async forget(luck: Luck): Promise<boolean> {
    const who = luck.among(LEAVERS);
    const place = luck.among(places(this.#sandbox).filter(({ only }) => only === null));
    const seat = this.#seat(who, place);
    const asked = await seat.command('mydata delete');
    if (asked.kind !== 'message') return false;
    const button = buttonOf(asked.message, 'forget:sure');
    if (button === null) return false;
    const done = await this.#did({ place, who }, { what: 'forget' }, seat.press(asked.message, button), luck);
    return done.kind !== 'failed';
  }

  /** Asks for something that changes nothing. */
  async look({ place, who }: Pick<Doing, 'place' | 'who'>, name: string, options: OptionValues = {}): Promise<Outcome> {
    return this.#seat(who, place).atOnce.command(name, options);
  }

  #seat(who: string, { channel }: Place) {
    return this.#sandbox.as(who).in(channel);
  }

  /** What came of something, written down. As a gateway may, it sometimes arrives once more. */
  async #did(
    { place, who }: Pick<Doing, 'place' | 'who'>,
    asked: Asked,
    doing: Promise<Outcome>,
    luck: Luck,
  ): Promise<Outcome> {
    const again = luck.happens(0.04);
    const outcome = await doing;
    const member = this.#sandbox.world.member(who).id;
    if (!this.#claims.heard({ channel: place.channel, member }, asked, outcome)) return outcome;
    this.count.sent += 1;
    if (outcome.kind === 'message' && !outcome.message.ephemeral) this.#awaited.set(place.channel, outcome.message.id);
    if (outcome.kind === 'failed') this.count.unanswered += 1;
    else this.count.answered += 1;
    if (again && outcome.kind !== 'failed') {
      this.count.redelivered += 1;
      this.#sandbox.redeliver(outcome.interactionId);
    }
    return outcome;
  }
}

function setting(name: string, value: string | number): Asked {
  return { what: 'council', setting: name, value };
}

function weighed<Item extends string>(luck: Luck, weights: readonly (readonly [Item, number])[]): Item {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  let left = luck.next() * sum;
  for (const [item, weight] of weights) {
    left -= weight;
    if (left < 0) return item;
  }
  return (weights.at(-1) as readonly [Item, number])[0];
}
