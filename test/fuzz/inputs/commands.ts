import type { Json, JsonValue } from '../json.ts';
import { COMMANDS, LIBRARY } from '../product.ts';
import type { Random } from '../random.ts';
import type { Wire } from '../wire.ts';
import { PEOPLE, PLACES, ROLES } from '../world.ts';
import { envelope, resolvedJson, type Scene, TYPES } from './envelope.ts';
import { strangeText } from './strange.ts';

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
export function command(random: Random, wire: Wire, scene: Scene): Json {
  const { name, options } = random.of(SPECS);
  const subcommands = options.filter(({ type }) => type === OPTION.subcommand);
  const subcommand = subcommands.length > 0 ? random.of(subcommands) : null;
  const given = filled(random, wire, subcommand?.options ?? (subcommands.length > 0 ? [] : options), name);
  const values = given.map(({ value }) => String(value));
  const data = {
    id: '950000000000000001',
    name: random.oneIn(60) ? strangeText(random).slice(0, 32) : name,
    type: random.oneIn(200) ? random.below(6) : 1,
    options: subcommand ? [{ name: subcommand.name, type: 1, options: given }] : given,
    resolved: resolvedJson(values),
  };
  return envelope(scene, TYPES.command, data);
}

/** A member types in one of a command's options. */
export function completion(random: Random, wire: Wire, scene: Scene): Json {
  const { data, ...rest } = command(random, wire, scene) as { readonly data: Json };
  const options = (data.options ?? []) as readonly Json[];
  const inner = options[0]?.type === OPTION.subcommand ? ((options[0].options ?? []) as readonly Json[]) : options;
  const typed = inner.length === 0 ? [{ name: random.of(NAMES), type: 3, value: strangeText(random) }] : inner;
  const at = random.below(typed.length);
  const focused = typed.map((one, index) => {
    if (index !== at) return one;
    const value = random.oneIn(2) ? String(one.value).slice(0, random.below(4)) : (one.value ?? '');
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

function filled(random: Random, wire: Wire, specs: readonly OptionSpec[], command: string): Given[] {
  // Of `/council`, which has many, few at a time: all together are hardly ever in order.
  const rarely = specs.length > 4 ? specs.length : 2;
  const given = specs.flatMap((spec) => {
    if (spec.required ? random.oneIn(40) : !random.oneIn(rarely)) return [];
    const { name, type } = spec;
    if (random.oneIn(30)) return [{ name, type: 3 + random.below(9), value: wrong(random) }];
    return [{ name, type, value: right(random, wire, spec) }];
  });
  if (random.oneIn(40)) given.push({ name: strangeText(random).slice(0, 32), type: 3, value: strangeText(random) });
  if (random.oneIn(60)) given.push(...given);
  return command === 'new' ? given.filter(({ name }) => name !== 'what-if' || random.oneIn(2)) : given;
}

function wrong(random: Random): string | number | boolean {
  return random.of([strangeText(random), 0.5, -1, 2 ** 53, true, '930000000000000099']);
}

function right(random: Random, wire: Wire, spec: OptionSpec): string | number | boolean {
  switch (spec.type) {
    case OPTION.number:
      return random.oneIn(5) ? random.below(200) - 50 : (spec.min_value ?? 0) + random.below(4);
    case OPTION.yesNo:
      return random.oneIn(2);
    case OPTION.user:
      return random.of(PEOPLE).id;
    case OPTION.role:
      return random.of(ROLES);
    case OPTION.channel:
      return random.of(PLACES).id;
    default:
      return text(random, wire, spec);
  }
}

function text(random: Random, wire: Wire, { choices }: OptionSpec): string {
  if (choices && !random.oneIn(30)) return String(random.of(choices).value);
  if (wire.completed.length > 0 && !random.oneIn(3)) return random.of(wire.completed);
  return random.oneIn(3) ? strangeText(random) : random.of(WORDS);
}
