/** Where the sandbox reports what it does; a pino logger is one. */
export interface SandboxLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Says nothing of what goes as it should, and writes bugs of the sandbox itself to the console. */
export const quietLog: SandboxLog = {
  debug: () => {},
  warn: () => {},
  error: (details, message) => console.error(message, details),
};
