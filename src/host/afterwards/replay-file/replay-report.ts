import { wayOfDeciding } from '../../../council/index.ts';
import { capital, count, grouped } from '../../../kit/plain-english.ts';
import { notFromSheet } from '../../base/common-words.ts';
import { AUTHOR } from '../../base/order-words.ts';
import { LETTING } from '../../base/seat-words.ts';
import type { Library } from '../../table/game-library.ts';
import {
  bothSeen,
  howMuch,
  NOTHING_SEEN,
  type Seen,
  seenInWords,
  takenBackInWords,
} from '../../table/rolls-taken-back.ts';
import { sideNameOf } from '../../table/seat-rules.ts';
import { findingInWords } from './findings.ts';
import { type Inspection, inspect } from './inspect.ts';
import type { ExportedBallot, ExportedChoice, ExportedEntry, ExportedThrow, ReadGame } from './replay-schema.ts';
import { dayInWords, type Paragraph, paragraph, terminalHour, terminalMoment, unmarked } from './terminal.ts';

/**
 * A game's file in words, with the verdict.
 * @param posted text of the channel, whose heads of the log are compared
 */
export function readReplay(
  bytes: Uint8Array,
  library: Library,
  posted = '',
): { readonly paragraphs: readonly Paragraph[]; readonly well: boolean } {
  const inspection = inspect(bytes, library, posted);
  const { game } = inspection;
  const story = game ? [...gameInWords(game, inspection.takenBack), paragraph('')] : [];
  return {
    paragraphs: [...story, ...verdictInWords(inspection)],
    well: inspection.count === 0 && inspection.fingerprint !== null,
  };
}

function verdictInWords(inspection: Inspection): Paragraph[] {
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

function allWell({ throws, played, counters, heads }: Inspection, { log, ballots }: ReadGame): string {
  const entries = log.length === 1 ? '1 entry' : `${log.length} entries`;
  const parts = `${entries}${ballots.length > 0 ? ` and ${count(ballots.length, 'ballot')}` : ''}`;
  return [
    `${throws === null ? 'Verified so far' : 'Verified'}: ${parts}.`,
    'Every part fits its digest.',
    ...(played ? ['The rules accept every order and give the same results.'] : []),
    ...(throws === null ? [] : [rollsInWords(throws)]),
    ...(counters === null ? [] : [`No counter was swapped: all ${counters} are still what they were when dealt.`]),
    ...(heads === null
      ? []
      : [`${count(heads, 'sealed log')} in the posts ${heads === 1 ? 'matches' : 'match'} this log.`]),
  ].join(' ');
}

function rollsInWords(throws: number): string {
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

/** @param takenBack null if the orders were not carried out again */
function gameInWords(game: ReadGame, takenBack: Seen | null): Paragraph[] {
  return [...heading(game), paragraph(''), ...log(game), paragraph(''), ...conclusion(game, takenBack)];
}

function heading(game: ReadGame): Paragraph[] {
  const { system, variant, startedBy, startedAt, ended, whatIf, seal } = game;
  const kind = whatIf ? 'What if: ' : '';
  const names = playersOf(game);
  const ends = ended
    ? `${ended.how === 'abandoned' ? 'Abandoned' : 'Ended'} on ${terminalMoment(new Date(ended.at))}.`
    : 'It is still being played.';
  return [
    paragraph(`${kind}${system.title} · ${variant.name}`, 'bold'),
    paragraph(`Game ${game.game}, started by ${startedBy} on ${terminalMoment(new Date(startedAt))}. ${ends}`),
    ...(whatIf ? [paragraph(`It branches from game ${whatIf.game}, after entry ${whatIf.after}.`)] : []),
    paragraph(`At the table: ${names.join(', ')}.`),
    paragraph(`${notFromSheet(system.basis)} Dice sealed with ${seal}.`, 'dim'),
  ];
}

function playersOf({ startedBy, log, ballots }: ReadGame): string[] {
  const done = log.flatMap(({ by }) => by ?? []);
  const voted = ballots.flatMap(({ votes }) => (votes ?? []).map(({ by }) => by));
  return [...new Set([startedBy, ...done, ...voted])];
}

function log(game: ReadGame): Paragraph[] {
  const withoutEntry = game.ballots.filter(({ closed, voters }) => closed?.how !== 'decided' && voters > 0);
  const ballotsAfter = new Map(grouped(withoutEntry, ({ after }) => after));
  let today = '';
  return game.log.flatMap((entry) => {
    const date = dayInWords(new Date(entry.at));
    const begins = date === today ? [] : [paragraph(date, 'bold')];
    today = date;
    const others = (ballotsAfter.get(entry.seq) ?? []).flatMap(undecided);
    return [...begins, ...entryParagraphs(game, entry), ...others];
  });
}

/** The width of an entry's number and time. */
const MARGIN = ' '.repeat(13);

function entryParagraphs(game: ReadGame, entry: ExportedEntry): Paragraph[] {
  const lead = `${String(entry.seq).padStart(4)}  ${terminalHour(new Date(entry.at))}  `;
  const back = takenBackBy(game, entry);
  const style = back === null ? 'plain' : 'dim';
  const seen = rollsAndShuffles(entry);
  const withRolls = howMuch(seen) > 0 ? `, with ${seenInWords(seen)}` : '';
  const note = back === null ? '' : ` Taken back by entry ${back}${withRolls}.`;
  return [
    paragraph(`${entryInWords(game, entry)}${note}`, style, lead),
    ...details(game, entry).map((line) => paragraph(line, style, MARGIN)),
    ...entry.told.map((line) => paragraph(unmarked(line), style, MARGIN)),
  ];
}

function rollsAndShuffles(entry: ExportedEntry): Seen {
  const throws = 'throws' in entry ? (entry.throws ?? []) : [];
  return throws
    .map(({ kind }) => (kind === 'die' ? { ...NOTHING_SEEN, rolls: 1 } : { ...NOTHING_SEEN, shuffles: 1 }))
    .reduce(bothSeen, NOTHING_SEEN);
}

/** The entry that takes back an order, or the order that a ballot decided. */
function takenBackBy({ log }: ReadGame, entry: ExportedEntry): number | null {
  const order = entry.kind === 'ballot' ? log[entry.seq + 1] : entry;
  if (order?.kind !== 'order' || (entry.kind === 'ballot' && order.ballot !== entry.ballot)) return null;
  return order.takenBackBy;
}

function entryInWords({ system, whatIf }: ReadGame, entry: ExportedEntry): string {
  const cause = entry.kind === 'order' ? entry.cause : undefined;
  const who = entry.by ?? (cause ? AUTHOR[cause] : 'The council');
  switch (entry.kind) {
    case 'start':
      return whatIf ? `${who} starts from where the earlier game stood.` : `${who} starts the game.`;
    case 'order': {
      const side = sideNameOf({ about: system }, entry.seat);
      return `${who}${side === null ? '' : ` (${side})`} ${entry.said}.`;
    }
    case 'undo':
      return entry.agreed === undefined
        ? `${who} takes back entry ${entry.takesBack}.`
        : `${who} (${sideNameOf({ about: system }, entry.agreed)}) agrees to take back entry ${entry.takesBack}.`;
    case 'abandon':
      return `${who} ends the game.`;
    case 'council':
      if (entry.lets !== undefined)
        return `${LETTING.lets(who, entry.lets, sideNameOf({ about: system }, entry.seat) ?? entry.seat)}.`;
      return CAUSES[entry.cause](entry.by, sideNameOf({ about: system }, entry.seat));
    case 'ballot':
      return `Ballot ${entry.ballot} decides: the council ${choiceInWords(entry.decision.choice)}.`;
    default:
      return entry satisfies never;
  }
}

const CAUSES = {
  member: (by: string | null, side: string | null) => `${by ?? 'Somebody'} changes ${wayOfDeciding(side)}.`,
  vote: (_by: string | null, side: string | null) => `The council changes ${wayOfDeciding(side)}.`,
  order: () => 'Command passes on after the order.',
  silence: () => 'Command passes on after a long silence.',
  undo: () => 'The order is taken back, so command goes back too.',
  kept: () => 'This table decides the same way as in its last game.',
  role: (_by: string | null, side: string | null) => `A role was deleted, which changes ${wayOfDeciding(side)}.`,
} as const;

function details(game: ReadGame, entry: ExportedEntry): string[] {
  switch (entry.kind) {
    case 'start':
      return [
        ...(entry.inherited ?? []).map(
          (one, index) => `From the earlier game, order ${index + 1}: ${one.said}.${rollsOf(one.throws)}`,
        ),
        ...rollLines(entry.throws),
      ];
    case 'order':
      return [...(entry.reason === null ? [] : [`“${entry.reason}”`]), ...rollLines(entry.throws)];
    case 'undo':
      return entry.reason === undefined ? [] : [`“${entry.reason}”`];
    case 'council':
      if (entry.lets !== undefined) return entry.reason === undefined ? [] : [`“${entry.reason}”`];
      return entry.ballot === null ? [] : tallyLines(game.ballots[entry.ballot - 1]);
    case 'ballot':
      return [...tallyLines(game.ballots[entry.ballot - 1]), ...rollLines(entry.throws)];
    default:
      return [];
  }
}

function rollLines(throws: readonly ExportedThrow[] | null): string[] {
  const words = rollsOf(throws).trim();
  return words === '' ? [] : [words];
}

/** " Rolled: Grant attacks: 4; Tie: 2 (1 to 3)." */
function rollsOf(throws: readonly ExportedThrow[] | null): string {
  if (throws === null || throws.length === 0) return '';
  const each = throws.map((one) => {
    if (one.kind === 'die') return `${one.purpose}: ${one.face}${one.sides === 6 ? '' : ` (1 to ${one.sides})`}`;
    return `${one.purpose}: ${one.deal === null ? 'shuffled' : one.deal.map((card) => card + 1).join(' ')}`;
  });
  return ` Rolled: ${each.join('; ')}.`;
}

function tallyLines(ballot: ExportedBallot | undefined): string[] {
  return (ballot?.tally ?? []).map(({ choice, votes, voters, reasons }) => {
    const whose = voters ? `: ${voters.join(', ')}` : '';
    const why = reasons.map(({ text, by, votes: of }) => `“${text}” (${by}${of > 1 ? ` and ${of - 1} more` : ''})`);
    const said = typeof choice === 'string' ? `${choice} the change` : choice.said;
    return `${votes} ${votes === 1 ? 'vote' : 'votes'}: ${said}${whose}.${why.length > 0 ? ` ${why.join(', ')}` : ''}`;
  });
}

/** Lines on a void, lost or open ballot, which has no entry in the log. */
function undecided(ballot: ExportedBallot): Paragraph[] {
  const { number, closed, subject } = ballot;
  const on = subject === 'council' ? ' on how the table decides' : '';
  const how = closed ? (closed.how === 'lost' ? 'doesn’t pass' : 'is cancelled') : 'is open';
  const heading = `Ballot ${number}${on} ${how}.`;
  return [heading, ...tallyLines(ballot)].map((line) => paragraph(line, 'dim', MARGIN));
}

function choiceInWords(choice: ExportedChoice): string {
  return typeof choice === 'string' ? choice : choice.said;
}

function conclusion(game: ReadGame, takenBack: Seen | null): Paragraph[] {
  const { ended, summary, log } = game;
  const outcome = ended?.outcome;
  const thrown = log.filter((entry) => takenBackBy(game, entry) !== null).map(rollsAndShuffles);
  return [
    ...(outcome ? [paragraph(`${outcome.headline} ${outcome.reason}`, 'bold')] : []),
    paragraph(capital(unmarked(summary)), outcome ? 'plain' : 'bold'),
    ...takenBackInWords(takenBack ?? thrown.reduce(bothSeen, NOTHING_SEEN)).map((words) => paragraph(`${words}.`)),
  ];
}
