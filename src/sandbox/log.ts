/** The sandbox's logger; a pino logger fits. */
export interface SandboxLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes only bugs of the sandbox itself, to the console. */
export const quietLog: SandboxLog = {
  debug: () => {},
  warn: () => {},
  error: (details, message) => console.error(message, details),
};
