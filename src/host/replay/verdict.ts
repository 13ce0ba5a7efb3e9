import { counted } from '../../council/index.ts';
import { findingInWords } from './findings.ts';
import type { Inspection } from './inspect.ts';
import type { ReadGame } from './schema.ts';
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
  return [paragraph(allWell(inspection, game), 'good'), ...notes(inspection, game)];
}

function allWell({ throws, played, fingerprint }: Inspection, { log, ballots }: ReadGame): string {
  const entries = log.length === 1 ? '1 entry' : `${log.length} entries`;
  const parts = `${entries}${ballots.length > 0 ? ` and ${counted(ballots.length, 'ballot')}` : ''}`;
  return [
    `${throws === null ? 'Verified so far' : 'Verified'}: ${parts}.`,
    ...(fingerprint === null ? [] : ['Every part fits its digest.']),
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
      ? ['The file has no digests: it is older than they are, and not every changed word can be found in it.']
      : [`Fingerprint: ${fingerprint}. It is the file the bot made if the bot tells the same.`]),
  ];
  return lines.map((line) => paragraph(line));
}
