import type { Luck } from '../../harness/luck.ts';
import { COMMANDS, LIBRARY } from '../product.ts';
import type { Wire } from '../wire.ts';
import { isObject, type Json, type JsonValue, PEOPLE, type Person, PLACES, type Place, ROLES } from '../world.ts';
import { commandJson, envelope, resolvedJson, type Scene, someScene, TYPES } from './envelope.ts';
import { forged, form, press } from './presses.ts';
import { anyJson, mutated, strangeText } from './strange.ts';

interface OptionSpec {
  readonly name: string;
  readonly type: number;
  readonly required?: boolean;
  readonly choices?: readonly { readonly value: string | number }[];
  readonly options?: readonly OptionSpec[];
  readonly min_value?: number;
  readonly max_value?: number;
}

const SPECS = COMMANDS.map(({ data }) => ({ name: data.name, options: (data.options ?? []) as readonly OptionSpec[] }));
const OPTION = { subcommand: 1, text: 3, number: 4, yesNo: 5, user: 6, channel: 7, role: 8 } as const;

const WORDS: readonly string[] = [
  ...LIBRARY.editions.flatMap(({ system }) => [
    system.id,
    system.about.title,
    ...system.about.variants.map(({ id }) => id),
    ...system.about.seats.map(({ id }) => id),
    ...system.about.verbs.map(({ verb }) => verb),
    ...system.about.rulebook.map(({ id }) => id),
  ]),
  '15m',
  '1h',
  '24 h',
  'lee',
  'grant',
  'butler',
  'richmond',
  'ashland',
];

/** A slash command, its options as they should be, or nearly. */
function command(luck: Luck, wire: Wire, scene: Scene): Json {
  const { name, options } = luck.among(SPECS);
  const subcommands = options.filter(({ type }) => type === OPTION.subcommand);
  const subcommand = subcommands.length > 0 ? luck.among(subcommands) : null;
  const given = filled(luck, wire, subcommand?.options ?? (subcommands.length > 0 ? [] : options), name);
  const values = given.map(({ value }) => String(value));
  const data = {
    id: '950000000000000001',
    name: luck.oneIn(60) ? strangeText(luck).slice(0, 32) : name,
    type: luck.oneIn(200) ? luck.below(6) : 1,
    options: subcommand ? [{ name: subcommand.name, type: 1, options: given }] : given,
    resolved: resolvedJson(values),
  };
  return envelope(scene, TYPES.command, data);
}

/** A member types in one of a command's options. */
function completion(luck: Luck, wire: Wire, scene: Scene): Json {
  const { data, ...rest } = command(luck, wire, scene) as { readonly data: Json };
  const options = (data.options ?? []) as readonly Json[];
  const inner = options[0]?.type === OPTION.subcommand ? ((options[0].options ?? []) as readonly Json[]) : options;
  const typed = inner.length === 0 ? [{ name: luck.among(NAMES), type: 3, value: strangeText(luck) }] : inner;
  const at = luck.below(typed.length);
  const focused = typed.map((one, index) => {
    if (index !== at) return one;
    const value = luck.oneIn(2) ? String(one.value).slice(0, luck.below(4)) : (one.value ?? '');
    return { ...one, value, focused: true };
  });
  const written: JsonValue = inner === options ? focused : [{ ...options[0], options: focused }];
  return { ...rest, type: TYPES.completion, data: { ...data, options: written } };
}

const NAMES = ['variant', 'what-if', 'game', 'topic', 'order', 'side', 'to', 'leader', 'window', 'reminder'] as const;

interface Given extends Json {
  readonly name: string;
  readonly type: number;
  readonly value: string | number | boolean;
}

function filled(luck: Luck, wire: Wire, specs: readonly OptionSpec[], command: string): Given[] {
  // Of `/council`, which has many, few at a time: all together are hardly ever in order.
  const rarely = specs.length > 4 ? specs.length : 2;
  const given = specs.flatMap((spec) => {
    if (spec.required ? luck.oneIn(40) : !luck.oneIn(rarely)) return [];
    const { name, type } = spec;
    if (luck.oneIn(30)) return [{ name, type: 3 + luck.below(9), value: wrong(luck) }];
    return [{ name, type, value: right(luck, wire, spec) }];
  });
  if (luck.oneIn(40)) given.push({ name: strangeText(luck).slice(0, 32), type: 3, value: strangeText(luck) });
  if (luck.oneIn(60)) given.push(...given);
  return command === 'new' ? given.filter(({ name }) => name !== 'what-if' || luck.oneIn(2)) : given;
}

function wrong(luck: Luck): string | number | boolean {
  return luck.among([strangeText(luck), 0.5, -1, 2 ** 53, true, '930000000000000099']);
}

function right(luck: Luck, wire: Wire, spec: OptionSpec): string | number | boolean {
  switch (spec.type) {
    case OPTION.number:
      return luck.oneIn(5) ? luck.below(200) - 50 : (spec.min_value ?? 0) + luck.below(4);
    case OPTION.yesNo:
      return luck.oneIn(2);
    case OPTION.user:
      return luck.among(PEOPLE).id;
    case OPTION.role:
      return luck.among(ROLES);
    case OPTION.channel:
      return luck.among(PLACES).id;
    default:
      return text(luck, wire, spec);
  }
}

function text(luck: Luck, wire: Wire, { choices }: OptionSpec): string {
  if (choices && !luck.oneIn(30)) return String(luck.among(choices).value);
  if (wire.completed.length > 0 && !luck.oneIn(3)) return luck.among(wire.completed);
  return luck.oneIn(3) ? strangeText(luck) : luck.among(WORDS);
}

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
    // Later inputs use the ids of earlier ones.
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
