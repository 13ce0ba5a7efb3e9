import { count } from '../../../kit/plain-english.ts';
import type { Library } from '../../table/game-library.ts';
import { findingInWords } from './findings.ts';
import { gameInWords } from './game-in-words.ts';
import { type Inspection, inspect } from './inspect.ts';
import type { ReadGame } from './replay-schema.ts';
import { type Paragraph, paragraph } from './terminal.ts';

/**
 * A game's file, told and judged. `well`: it is verified.
 * @param posted text of the channel: the heads of the log in it are compared
 */
export function readReplay(
  bytes: Uint8Array,
  library: Library,
  posted = '',
): { readonly paragraphs: readonly Paragraph[]; readonly well: boolean } {
  const inspection = inspect(bytes, library, posted);
  const { game } = inspection;
  const told = game ? [...gameInWords(game, inspection.takenBack), paragraph('')] : [];
  return { paragraphs: [...told, ...verdictInWords(inspection)], well: isVerified(inspection) };
}

/** Says whether all is well with a file, what was checked, what could not be, and what is wrong. */
export function verdictInWords(inspection: Inspection): Paragraph[] {
  const { findings, count, game } = inspection;
  if (!game || count > 0) {
    const more = count - findings.length;
    return [
      paragraph(`Not verified: ${count === 1 ? 'one thing is' : `${count} things are`} wrong with this file.`, 'bad'),
      ...findings.map((finding) => paragraph(findingInWords(finding), 'plain', '  ')),
      ...(more > 0 ? [paragraph(`And ${more} more.`, 'plain', '  ')] : []),
    ];
  }
  if (inspection.fingerprint === null) return [paragraph(NOT_VERIFIABLE, 'bad'), ...notes(inspection, game)];
  return [paragraph(allWell(inspection, game), 'good'), ...notes(inspection, game)];
}

const NOT_VERIFIABLE =
  'Not verifiable: this file has no digests, so a changed word in it can’t be found. Ask the bot for the file again.';

/** Whether nothing is wrong with a file, and nothing could be without being found. */
export function isVerified({ count, fingerprint }: Inspection): boolean {
  return count === 0 && fingerprint !== null;
}

function allWell({ throws, played, counters, heads }: Inspection, { log, ballots }: ReadGame): string {
  const entries = log.length === 1 ? '1 entry' : `${log.length} entries`;
  const parts = `${entries}${ballots.length > 0 ? ` and ${count(ballots.length, 'ballot')}` : ''}`;
  return [
    `${throws === null ? 'Verified so far' : 'Verified'}: ${parts}.`,
    'Every part fits its digest.',
    ...(played ? ['The rules accept every order and give the same results.'] : []),
    ...(throws === null ? [] : [dice(throws)]),
    ...(counters === null ? [] : [`No counter was swapped: all ${counters} are still what they were when dealt.`]),
    ...(heads === null
      ? []
      : [`${count(heads, 'sealed log')} in the posts ${heads === 1 ? 'matches' : 'match'} this log.`]),
  ].join(' ');
}

function dice(throws: number): string {
  if (throws === 0) return 'No dice were rolled, and the seal matches the secret.';
  return `${throws === 1 ? 'The only roll is' : `All ${throws} rolls are`} what the sealed secret gives.`;
}

function notes({ throws, hides, otherData, fingerprint }: Inspection, game: ReadGame): Paragraph[] {
  const [start] = game.log;
  const inherited = start?.kind === 'start' ? (start.inherited?.length ?? 0) : 0;
  const lines = [
    ...(throws === null
      ? ['The game isn’t over yet. You can check its dice once it has ended and its secret is published.']
      : []),
    ...(hides
      ? ['The file doesn’t have the secret orders and cards yet, so its orders can only be checked after the game.']
      : []),
    ...(otherData ? ['The file’s rules data differs from this copy’s. The check used the file’s.'] : []),
    ...(game.whatIf && inherited > 0
      ? [
          `The dice of the first ${count(inherited, 'order')} are sealed in game ${game.whatIf.game}, from which this game branches.`,
        ]
      : []),
    ...(fingerprint === null
      ? []
      : [
          `Fingerprint: ${fingerprint}. Compare it with the fingerprint that the bot posted with the file. If they’re the same, the file is unchanged.`,
        ]),
  ];
  return lines.map((line) => paragraph(line));
}
