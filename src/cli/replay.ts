import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT, type Exit } from '../exit-codes.ts';
import { LARGEST } from '../host/afterwards/replay-file/read-file.ts';
import { readReplay } from '../host/afterwards/replay-file/replay-report.ts';
import { type Paragraph, paragraph, typesetLines } from '../host/afterwards/replay-file/terminal.ts';
import { BrokenData, readLibrary } from '../host/table/game-library.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { systems } from '../systems/index.ts';
import { CALLED_IN } from './command-line.ts';

/**
 * `npm run replay FILE [MESSAGES]`: checks a game's file and prints it. Needs neither a database nor a token. Exits
 * with `wrong` if the file is at fault, and with `usage` if it cannot be read.
 */

const USAGE = [
  'npm run replay FILE [MESSAGES]',
  'FILE is a game’s file from `/log file:` or `/recap`. It’s checked from the first byte to the last and printed.',
  'MESSAGES is any text file with posts of the game, such as an export of its channel: sealed logs in it are compared with FILE.',
];

function main(args: readonly string[]): Exit {
  const [given] = args;
  if (given === '--help' || given === '-h')
    return print(
      USAGE.map((line) => paragraph(line)),
      EXIT.well,
    );
  if (given === undefined || args.length > 2) return complain(USAGE);
  for (const file of args) {
    const complaint = unreadable(file);
    if (complaint) return complaint();
  }
  const [path = '', messages] = args.map((file) => resolve(CALLED_IN, file));
  const { paragraphs, well } = readReplay(
    readFileSync(path),
    readLibrary(systems, ({ id }) => join(PROJECT_ROOT, 'assets', id)),
    messages === undefined ? '' : readFileSync(messages, 'utf8'),
  );
  return print(paragraphs, well ? EXIT.well : EXIT.wrong);
}

/** Prints why the file can't be read; `null` if it can. */
function unreadable(given: string): (() => Exit) | null {
  const found = statSync(resolve(CALLED_IN, given), { throwIfNoEntry: false });
  if (!found) return () => complain([`There’s no file ${given}.`]);
  if (!found.isFile()) return () => complain([`${given} isn’t a file.`]);
  if (found.size > LARGEST) return () => print([paragraph(tooLarge(given, found.size), 'bad')], EXIT.wrong);
  return null;
}

function tooLarge(file: string, size: number): string {
  const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  return `${file} is ${mebibytes(size)} MiB. A game’s file is at most ${mebibytes(LARGEST)}.`;
}

function print(paragraphs: readonly Paragraph[], exit: Exit): Exit {
  process.stdout.write(typesetLines(paragraphs, process.stdout.isTTY === true && !process.env.NO_COLOR));
  return exit;
}

function complain(lines: readonly string[]): Exit {
  process.stderr.write(
    typesetLines(
      lines.map((line) => paragraph(line)),
      false,
    ),
  );
  return EXIT.usage;
}

/** Turns any error into a sentence, so that no file leads to a stack trace. */
function worded(error: unknown): [line: string, exit: Exit] {
  if (error instanceof BrokenData) return [`This copy’s game data can’t be used. ${error.message}`, EXIT.usage];
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'syscall' in error) return [`The file can’t be read: ${message}.`, EXIT.usage];
  return [`Checking this file hit a bug in the program. Please report it: ${message}`, EXIT.bug];
}

// A pager or `head` may stop reading early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  const [line, exit] = worded(error);
  complain([line]);
  process.exitCode = exit;
}
