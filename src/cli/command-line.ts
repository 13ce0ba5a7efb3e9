import { relative } from 'node:path';
import { EXIT, type Exit } from '../exit-codes.ts';

/** npm runs a script in the folder of its package and passes the caller's folder in `INIT_CWD`. */
export const CALLED_IN = process.env.INIT_CWD ?? process.cwd();

/** The path relative to the caller's folder, or in full if it lies outside. */
export function nearCaller(file: string): string {
  const way = relative(CALLED_IN, file);
  return way.startsWith('..') ? file : way;
}

/**
 * Runs a command with the arguments of the command line, and sets the exit code.
 * @param failure an error as a sentence; null for a bug, which is printed with its stack
 */
export function runCommand(
  main: (args: readonly string[]) => Exit,
  failure: (error: unknown) => [sentence: string, exit: Exit] | null,
): void {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const [sentence, exit] = failure(error) ?? [stack, EXIT.bug];
    console.error(sentence);
    process.exitCode = exit;
  }
}
