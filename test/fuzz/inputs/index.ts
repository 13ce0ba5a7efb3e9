import type { Luck } from '../../harness/luck.ts';
import { LIBRARY } from '../product.ts';
import type { Wire } from '../wire.ts';
import type { Json, JsonValue } from '../world.ts';
import { isObject, PEOPLE, type Person, PLACES, type Place } from '../world.ts';
import { command, completion } from './commands.ts';
import { commandJson, envelope, type Scene, someScene, TYPES } from './envelope.ts';
import { forged, form, press } from './presses.ts';
import { anyJson, mutated } from './strange.ts';

/** Something that arrives from Discord, and how long after the last, in milliseconds. */
export interface Input {
  readonly wait: number;
  readonly event: string;
  readonly data: JsonValue;
  /** Discord sends nothing of the kind. */
  readonly damaged?: true;
}

export type Kind = 'press' | 'forged' | 'form' | 'command' | 'completion' | 'bent' | 'raw' | 'repeated' | 'other event';

/** Makes inputs out of what the bot has shown so far. */
export class Inputs {
  readonly #luck: Luck;
  readonly #wire: Wire;
  #number = 0;
  #last: JsonValue = null;

  constructor(luck: Luck, wire: Wire) {
    this.#luck = luck;
    this.#wire = wire;
  }

  /** So many inputs, each made after the one before has had its effect. */
  *all(count: number): Generator<{ readonly kind: Kind; readonly input: Input }> {
    for (const input of this.#opening()) yield { kind: 'command', input };
    for (let left = count; left > 0; left--) yield this.#next();
  }

  /** Some channels have a campaign to begin with, one of them with both its sides taken; one votes. */
  *#opening(): Generator<Input> {
    const [first, second] = PLACES as readonly [Place, Place];
    const [ada, bo] = PEOPLE as readonly [Person, Person];
    const [one, other] = LIBRARY.editions.flatMap(({ system }) =>
      system.about.seats.length > 1 ? system.about.seats : [],
    );
    yield this.#given(ada, first, 'new', { game: 'overland' });
    yield this.#given(ada, second, 'new', { game: 'picket-line' });
    yield this.#given(ada, second, 'join', { side: one?.id ?? '' });
    yield this.#given(bo, second, 'join', { side: other?.id ?? '' });
    if (this.#luck.oneIn(2)) yield this.#given(ada, first, 'council', { mode: 'vote' });
    yield this.#given(ada, PLACES[5] as Place, 'new', { game: this.#luck.among(['overland', 'picket-line']) });
  }

  #given(who: Person, where: Place, name: string, values: { readonly [option: string]: string }): Input {
    return this.#sent(commandJson({ who, where }, name, values));
  }

  #next(): { readonly kind: Kind; readonly input: Input } {
    const luck = this.#luck;
    if (luck.oneIn(60)) return { kind: 'repeated', input: { ...this.#wait(), data: this.#last } };
    if (luck.oneIn(100)) return { kind: 'other event', input: { ...this.#otherEvent(), damaged: true } };
    if (luck.oneIn(20)) return { kind: 'raw', input: { ...this.#wait(), data: this.#raw(), damaged: true } };
    const { kind, json } = this.#sensible();
    if (!luck.oneIn(8)) return { kind, input: this.#sent(json) };
    const input = this.#sent(json);
    let data = input.data;
    for (let times = 1 + luck.below(3); times > 0; times--) data = mutated(luck, data);
    // What comes next goes by the ids of what came before.
    if (isObject(data) && isObject(input.data)) data = { ...data, id: input.data.id ?? null };
    return { kind: 'bent', input: { ...input, data, damaged: true } };
  }

  #sensible(): { readonly kind: Kind; readonly json: Json } {
    const luck = this.#luck;
    const scene: Scene = someScene(luck, this.#wire.threads);
    const at = luck.below(20);
    if (at < 10) {
      const json = press(luck, this.#wire, scene);
      if (json) return { kind: 'press', json: luck.oneIn(25) ? this.#elsewhere(json, scene) : json };
    }
    if (at < 13) return { kind: 'forged', json: forged(luck, this.#wire, scene) };
    if (at < 14) return { kind: 'form', json: form(luck, this.#wire, scene) };
    if (at < 16) return { kind: 'completion', json: completion(luck, this.#wire, scene) };
    return { kind: 'command', json: command(luck, this.#wire, scene) };
  }

  /** The same, in another place. */
  #elsewhere({ data, message = null }: Json, { who }: Scene): Json {
    const where = this.#luck.among(PLACES);
    return envelope({ who, where }, TYPES.component, data as Json, message as Json | null);
  }

  #raw(): JsonValue {
    const tree = anyJson(this.#luck, 5);
    return isObject(tree) && this.#luck.oneIn(2) ? { ...this.#identified(tree), type: this.#luck.below(8) } : tree;
  }

  #otherEvent(): Input {
    const event = this.#luck.among([
      'CHANNEL_UPDATE',
      'GUILD_ROLE_UPDATE',
      'THREAD_UPDATE',
      'NOBODY_KNOWS',
      'MESSAGE_CREATE',
    ]);
    return { ...this.#wait(), event, data: anyJson(this.#luck, 3) };
  }

  #sent(json: Json): Input {
    const data = this.#identified(json);
    this.#last = data;
    return { ...this.#wait(), data };
  }

  #identified(json: Json): Json {
    this.#number += 1;
    return { ...json, id: String(960_000_000_000_000_000n + BigInt(this.#number)), token: `token-${this.#number}` };
  }

  #wait(): Pick<Input, 'wait' | 'event'> {
    const luck = this.#luck;
    // Now and then a ballot runs out, or a day goes by.
    const wait = luck.oneIn(300) ? luck.among([900_000, 3_600_000, 86_400_000]) : luck.below(3000);
    return { wait, event: 'INTERACTION_CREATE' };
  }
}
