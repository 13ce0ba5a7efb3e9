import { type DestinationStream, type Logger, pino } from 'pino';

/** Tokens of interactions, in the addresses that discord.js puts into its errors. */
const TOKENS_IN_PATHS = /((?:interactions|webhooks)\/\d+\/)[^/\s"?\\]+/g;

/** What is told of an error beside its name, message and stack. Not what was sent: that is pictures. */
const FACTS = ['code', 'status', 'method', 'url', 'rawError'] as const;

/**
 * The program's log: one JSON object a line, on stderr unless told otherwise. No line holds one of `secrets` or the token of an
 * interaction.
 */
export function openLog(
  level: string,
  secrets: readonly (string | null)[],
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const hidden = secrets.filter((secret) => secret !== null);
  const write = (line: string) =>
    to.write(hidden.reduce((text, secret) => text.replaceAll(secret, '…'), line).replace(TOKENS_IN_PATHS, '$1…'));
  return pino({ level, base: null, serializers: { err: plainError } }, { write });
}

function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const facts = FACTS.flatMap((fact) =>
    fact in error ? [[fact, (error as Error & Record<string, unknown>)[fact]]] : [],
  );
  return {
    type: error.constructor.name,
    message: error.message,
    ...Object.fromEntries(facts),
    stack: error.stack,
    ...(error instanceof AggregateError ? { errors: error.errors.map(plainError) } : {}),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}
