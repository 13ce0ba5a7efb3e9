import { counted } from '../../council/index.ts';
import type { ReadGame } from './file-schema.ts';
import { findingInWords } from './findings.ts';
import type { Inspection } from './inspect.ts';
import { type Paragraph, paragraph } from './terminal.ts';

/** What came of going through a file: whether all is well, what was checked, what could not be, and all that is wrong. */
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

function allWell({ throws, played }: Inspection, { log, ballots }: ReadGame): string {
  const entries = log.length === 1 ? '1 entry' : `${log.length} entries`;
  const parts = `${entries}${ballots.length > 0 ? ` and ${counted(ballots.length, 'ballot')}` : ''}`;
  return [
    `${throws === null ? 'Verified so far' : 'Verified'}: ${parts}.`,
    'Every part fits its digest.',
    ...(played ? ['The rules accept every order, and come to all that is told.'] : []),
    ...(throws === null ? [] : [`${dice(throws)} what the sealed secret gives.`]),
  ].join(' ');
}

function dice(throws: number): string {
  if (throws === 0) return 'Nothing was thrown, and the seal is';
  return throws === 1 ? 'The one throw is' : `All ${throws} throws are`;
}

function notes({ throws, hides, otherData, fingerprint }: Inspection, game: ReadGame): Paragraph[] {
  const [start] = game.log;
  const inherited = start?.kind === 'start' ? (start.inherited?.length ?? 0) : 0;
  const lines = [
    ...(throws === null
      ? ['The campaign still goes on. Its dice can be checked when it has ended and its secret is out.']
      : []),
    ...(hides
      ? ['Secret orders and cards are not in the file yet, so its orders can be gone through at the end alone.']
      : []),
    ...(otherData
      ? ['It was played with other rules data than this copy of Council of War has. The file’s own was used.']
      : []),
    ...(game.whatIf && inherited > 0
      ? [`The dice of the ${counted(inherited, 'order')} it takes over are sealed in campaign ${game.whatIf.game}.`]
      : []),
    ...(fingerprint === null
      ? []
      : [
          `Fingerprint: ${fingerprint}. The file is the bot’s own if this is the fingerprint that the bot posted with it. This program can’t know that one: compare the two.`,
        ]),
  ];
  return lines.map((line) => paragraph(line));
}
