import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Tokens of interactions, in the addresses that discord.js puts into its errors. */
const TOKENS_IN_PATHS = /((?:interactions|webhooks)\/\d+\/)[^/\s"?\\]+/g;
/** Interaction tokens anywhere else: Discord's begin with "interaction:" in base64. */
const TOKENS = /aW50ZXJhY3Rpb246[\w-]+/g;
/** Names and passwords in addresses: of DISCORD_API_URL, of a proxy, of any that an error repeats. */
const CREDENTIALS = /(\w:\/\/)[^\s/"'<>\\]+@/g;
/** Tokens and keys in the queries of addresses. */
const SECRETS_IN_QUERIES = /([?&][\w-]*(?:token|key|secret|password|auth)[\w-]*=)[^&\s"'<>\\]+/gi;
/** Characters that JSON keeps but terminals and editors obey: control codes, line breaks, text directions. */
const STEERING = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Fields logged of an error beside its name, message and stack; not the request body, which can be a picture. */
const FACTS = ['code', 'status', 'method', 'url', 'rawError'] as const;

/** Fields that tell who members are, or what they typed, which may name others. */
const OF_MEMBERS = [
  'member',
  'caller.member',
  'caller.roles',
  'caller.joinedAt',
  'caller.accountSince',
  'options',
  'packet',
];

interface LogOptions {
  /** Whether members are named, by their ids; they are by default. */
  readonly namesMembers?: boolean;
  /** Called with the level of each line, in pino's numbers. */
  readonly onLine?: (level: number) => void;
}

/**
 * The program's log: one JSON object a line, on stderr unless told otherwise. No line holds one of `secrets`, the
 * token of an interaction, or the password in an address.
 */
export function openLog(
  level: string,
  secrets: readonly (string | null)[],
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
  { namesMembers = true, onLine = () => {} }: LogOptions = {},
): Logger {
  const write = (line: string) => {
    to.write(withoutSecrets(line, secrets).replace(STEERING, escaped));
  };
  return pino(
    {
      level,
      base: null,
      serializers: { err: plainError },
      ...(namesMembers ? {} : { redact: { paths: OF_MEMBERS, remove: true } }),
      hooks: {
        logMethod(line, method, level) {
          onLine(level);
          method.apply(this, line);
        },
      },
    },
    { write },
  );
}

/** A text for the log or the terminal, without what gives anybody access to something. */
export function withoutSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  return secrets
    .reduce<string>((clean, secret) => (secret ? clean.replaceAll(secret, '…') : clean), text)
    .replace(TOKENS_IN_PATHS, '$1…')
    .replace(TOKENS, '…')
    .replace(CREDENTIALS, '$1')
    .replace(SECRETS_IN_QUERIES, '$1…');
}

/** A character as JSON can also write it. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const facts = FACTS.flatMap((fact) =>
    fact in error ? [[fact, (error as Error & Record<string, unknown>)[fact]]] : [],
  );
  return {
    // In the bundle, the name of a class that mentions itself has an underscore before it.
    type: error.constructor.name.replace(/^_/, ''),
    message: error.message,
    ...Object.fromEntries(facts),
    stack: error.stack && withSourceLines(error.stack),
    ...(error instanceof AggregateError ? { errors: error.errors.map(plainError) } : {}),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}

/** The folder of the bundle. A source map lies beside each of its files. */
const BUNDLE = new URL('.', import.meta.url);
/** A place in the bundle, as V8 writes it: file, line and column. */
const PLACE = new RegExp(`${BUNDLE.href.replace(/\W/g, '\\$&')}([\\w-]+\\.js):(\\d+):(\\d+)`, 'g');
/** The largest map takes 100 ms to read and 40 MB. Errors come in swarms, so maps stay until V8 collects garbage. */
const maps = new Map<string, WeakRef<SourceMap>>();

/**
 * A stack trace with the lines of the sources in place of those of the bundle. Node can do this too, but then it keeps
 * all source maps in memory from the start, some 30 MB.
 */
export function withSourceLines(stack: string): string {
  return stack.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!origin || !('originalSource' in origin) || !origin.originalSource) return place;
    const source = fileURLToPath(new URL(origin.originalSource, BUNDLE));
    return `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  const known = maps.get(file)?.deref();
  if (known) return known;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`, BUNDLE), 'utf8')));
    maps.set(file, new WeakRef(map));
    return map;
  } catch {
    // The error is then logged with the lines of the bundle.
    return undefined;
  }
}
