import { wayOfDeciding } from '../../../council/index.ts';
import { capital } from '../../../kit/plain-english.ts';
import { AUTHOR } from '../../base/order-words.ts';
import { LETTING } from '../../base/seat-words.ts';
import { notFromSheet } from '../../base/wording.ts';
import {
  bothSeen,
  howMuch,
  NOTHING_SEEN,
  type Seen,
  seenInWords,
  takenBackInWords,
} from '../../table/rolls-taken-back.ts';
import { sideNameOf } from '../../table/seat-rules.ts';
import type { ExportedBallot, ExportedChoice, ExportedEntry, ExportedThrow, ReadGame } from './replay-schema.ts';
import { type Paragraph, paragraph, terminalDay, terminalHour, terminalMoment, unmarked } from './terminal.ts';

/**
 * A game as its file has it, to be read from beginning to end: who played, each entry with its dice and votes, and how it stands.
 * @param takenBack by the rules; null: they were not asked
 */
export function gameInWords(game: ReadGame, takenBack: Seen | null): Paragraph[] {
  return [...heading(game), paragraph(''), ...log(game), paragraph(''), ...standing(game, takenBack)];
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

/** Everyone who did or voted something, in the order they came. */
function playersOf({ startedBy, log, ballots }: ReadGame): string[] {
  const done = log.flatMap(({ by }) => by ?? []);
  const voted = ballots.flatMap(({ votes }) => (votes ?? []).map(({ by }) => by));
  return [...new Set([startedBy, ...done, ...voted])];
}

function log(game: ReadGame): Paragraph[] {
  const overtaken = new Map<number, ExportedBallot[]>();
  for (const ballot of game.ballots) {
    if (ballot.closed?.how === 'decided' || ballot.voters === 0) continue;
    const known = overtaken.get(ballot.after);
    if (known) known.push(ballot);
    else overtaken.set(ballot.after, [ballot]);
  }
  let today = '';
  return game.log.flatMap((entry) => {
    const date = terminalDay(new Date(entry.at));
    const begins = date === today ? [] : [paragraph(date, 'bold')];
    today = date;
    const others = (overtaken.get(entry.seq) ?? []).flatMap(undecided);
    return [...begins, ...told(game, entry), ...others];
  });
}

/** Columns before the words of an entry: its number and its time. */
const MARGIN = ' '.repeat(13);

function told(game: ReadGame, entry: ExportedEntry): Paragraph[] {
  const lead = `${String(entry.seq).padStart(4)}  ${terminalHour(new Date(entry.at))}  `;
  const back = takenBackBy(game, entry);
  const style = back === null ? 'plain' : 'dim';
  const seen = thrownFor(entry);
  const withRolls = howMuch(seen) > 0 ? `, with ${seenInWords(seen)}` : '';
  const note = back === null ? '' : ` Taken back by entry ${back}${withRolls}.`;
  return [
    paragraph(`${done(game, entry)}${note}`, style, lead),
    ...details(game, entry).map((line) => paragraph(line, style, MARGIN)),
    ...entry.told.map((line) => paragraph(unmarked(line), style, MARGIN)),
  ];
}

function thrownFor(entry: ExportedEntry): Seen {
  const throws = 'throws' in entry ? (entry.throws ?? []) : [];
  return throws
    .map(({ kind }) => (kind === 'die' ? { ...NOTHING_SEEN, rolls: 1 } : { ...NOTHING_SEEN, shuffles: 1 }))
    .reduce(bothSeen, NOTHING_SEEN);
}

/** The entry that takes an order back, and with it the ballot that decided it. Null: it stands, or is neither. */
function takenBackBy({ log }: ReadGame, entry: ExportedEntry): number | null {
  const order = entry.kind === 'ballot' ? log[entry.seq + 1] : entry;
  if (order?.kind !== 'order' || (entry.kind === 'ballot' && order.ballot !== entry.ballot)) return null;
  return order.takenBackBy;
}

function done({ system, whatIf }: ReadGame, entry: ExportedEntry): string {
  const cause = entry.kind === 'order' ? entry.cause : undefined;
  const who = entry.by ?? (cause ? AUTHOR[cause] : 'The council');
  switch (entry.kind) {
    case 'start':
      return whatIf ? `${who} starts from where the earlier game stood.` : `${who} starts the game.`;
    case 'order': {
      const seat = system.seats.length > 1 ? system.seats.find(({ id }) => id === entry.seat)?.name : undefined;
      return `${who}${seat === undefined ? '' : ` (${seat})`} ${entry.said}.`;
    }
    case 'undo':
      return entry.agreed === undefined
        ? `${who} takes back entry ${entry.takesBack}.`
        : `${who} (${sideNameOf(system, entry.agreed)}) agrees to take back entry ${entry.takesBack}.`;
    case 'abandon':
      return `${who} ends the game.`;
    case 'council':
      if (entry.lets !== undefined)
        return `${LETTING.lets(who, entry.lets, sideNameOf(system, entry.seat) ?? entry.seat)}.`;
      return CAUSES[entry.cause](entry.by, sideNameOf(system, entry.seat));
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
          (one, index) => `From the earlier game, order ${index + 1}: ${one.said}.${dice(one.throws)}`,
        ),
        ...thrown(entry.throws),
      ];
    case 'order':
      return [...(entry.reason === null ? [] : [`“${entry.reason}”`]), ...thrown(entry.throws)];
    case 'undo':
      return entry.reason === undefined ? [] : [`“${entry.reason}”`];
    case 'council':
      if (entry.lets !== undefined) return entry.reason === undefined ? [] : [`“${entry.reason}”`];
      return entry.ballot === null ? [] : lines(game.ballots[entry.ballot - 1]);
    case 'ballot':
      return [...lines(game.ballots[entry.ballot - 1]), ...thrown(entry.throws)];
    default:
      return [];
  }
}

function thrown(throws: readonly ExportedThrow[] | null): string[] {
  const words = dice(throws).trim();
  return words === '' ? [] : [words];
}

/** " Rolled: Grant attacks: 4; Tie: 2 (1 to 3)." */
function dice(throws: readonly ExportedThrow[] | null): string {
  if (throws === null || throws.length === 0) return '';
  const each = throws.map((one) => {
    if (one.kind === 'die') return `${one.purpose}: ${one.face}${one.sides === 6 ? '' : ` (1 to ${one.sides})`}`;
    return `${one.purpose}: ${one.deal === null ? 'shuffled' : one.deal.map((card) => card + 1).join(' ')}`;
  });
  return ` Rolled: ${each.join('; ')}.`;
}

/** How the votes of a ballot stood. */
function lines(ballot: ExportedBallot | undefined): string[] {
  return (ballot?.tally ?? []).map(({ choice, votes, voters, reasons }) => {
    const whose = voters ? `: ${voters.join(', ')}` : '';
    const why = reasons.map(({ text, by, votes: of }) => `“${text}” (${by}${of > 1 ? ` and ${of - 1} more` : ''})`);
    const said = choice === 'for' || choice === 'against' ? `${choice} the change` : choice.said;
    return `${votes} ${votes === 1 ? 'vote' : 'votes'}: ${said}${whose}.${why.length > 0 ? ` ${why.join(', ')}` : ''}`;
  });
}

/** A ballot that came to no entry of the log: void, lost, or still open. */
function undecided(ballot: ExportedBallot): Paragraph[] {
  const { number, closed, subject } = ballot;
  const on = subject === 'council' ? ' on how the table decides' : '';
  const how = closed ? (closed.how === 'lost' ? 'doesn’t pass' : 'is cancelled') : 'is open';
  const heading = `Ballot ${number}${on} ${how}.`;
  return [heading, ...lines(ballot)].map((line) => paragraph(line, 'dim', MARGIN));
}

function choiceInWords(choice: ExportedChoice): string {
  return typeof choice === 'string' ? choice : choice.said;
}

function standing(game: ReadGame, takenBack: Seen | null): Paragraph[] {
  const { ended, summary, log } = game;
  const outcome = ended?.outcome;
  const thrown = log.filter((entry) => takenBackBy(game, entry) !== null).map(thrownFor);
  return [
    ...(outcome ? [paragraph(`${outcome.headline} ${outcome.reason}`, 'bold')] : []),
    paragraph(capital(unmarked(summary)), outcome ? 'plain' : 'bold'),
    ...takenBackInWords(takenBack ?? thrown.reduce(bothSeen, NOTHING_SEEN)).map((words) => paragraph(`${words}.`)),
  ];
}
