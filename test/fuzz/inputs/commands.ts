import type { Luck } from '../../harness/luck.ts';
import { COMMANDS, LIBRARY } from '../product.ts';
import type { Wire } from '../wire.ts';
import type { Json, JsonValue } from '../world.ts';
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
export function command(luck: Luck, wire: Wire, scene: Scene): Json {
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
export function completion(luck: Luck, wire: Wire, scene: Scene): Json {
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
