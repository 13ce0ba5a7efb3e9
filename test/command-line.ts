import { parseArgs } from 'node:util';

/** The value of an option: a whole number from 0, a whole number from 1, a word, or nothing. */
type Kind = 'number' | 'count' | 'word' | 'flag';
type Kinds = Readonly<Record<string, Kind>>;
type Given<K extends Kinds> = {
  readonly [Name in keyof K]?: K[Name] extends 'flag' ? boolean : K[Name] extends 'word' ? string : number;
};

/** Options as they were given, by name; null: not as they are to be. */
export function readArguments<const K extends Kinds>(args: readonly string[], kinds: K): Given<K> | null {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    const given = Object.entries(values).map(([name, value]) => [name, parsed(kinds[name] ?? 'word', value)] as const);
    return Object.fromEntries(given) as Given<K>;
  } catch {
    return null;
  }
}

function parsed(kind: Kind, value: string | boolean | undefined): string | number | boolean | undefined {
  if (kind === 'word' || kind === 'flag') return value;
  const number = Number(value);
  const from = kind === 'count' ? 1 : 0;
  if (!/^\d+$/.test(String(value)) || number < from || !Number.isSafeInteger(number)) throw new RangeError(`${value}`);
  return number;
}

/** The arguments of this process. `--help` prints the usage and ends it with 0; wrong arguments end it with 2. */
export function asked<const K extends Kinds>(usage: readonly string[], kinds: K): Given<K> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage.join('\n'));
    process.exit(0);
  }
  const given = readArguments(args, kinds);
  if (given !== null) return given;
  console.error(usage.join('\n'));
  process.exit(2);
}
