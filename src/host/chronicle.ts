import { changesInWords, decisionInWords } from '../council/index.ts';
import type { CouncilCause, EntryRecord, GameRecord, Store } from '../store/index.ts';
import { type Answer, type Button, clipped, say } from './answer.ts';
import { choiceThen, OVERRULING } from './deed.ts';
import { councilOf, councilsAfter, type OrderEntry, type Step } from './fold.ts';
import { told } from './report.ts';
import type { Table, Tables } from './table.ts';
import { plainName } from './wording.ts';

type Bare = Omit<Table, 'ballots'>;

/** Where names and ballots of a log are looked up. */
export interface Sources {
  readonly store: Store;
  readonly tables: Tables;
}

type CouncilEntry = EntryRecord & { readonly kind: 'council' };

/** Longest a page of the log gets, so that with its heading it stays below Discord's 2,000. */
const PAGE = 1700;

/** The log of a game, told from its start; page 0 is the last one. What was taken back stays, struck out. */
export function chronicle(
  table: Omit<Table, 'ballots'>,
  steps: readonly Step[],
  sources: Sources,
  page: number,
): Answer {
  const outcome = table.system.outcome(table.position.state);
  const end = outcome ? [`**${outcome.headline}** ${outcome.reason}`] : [];
  const pages = paged([...steps.flatMap((step) => line(table, steps, sources, step) ?? []), ...end]);
  const back = Math.min(page, pages.length - 1);
  const at = pages.length - 1 - back;
  const turn = (label: string, to: number): Button => ({
    label,
    tone: 'plain',
    press: { do: 'log', game: table.game.id, page: to },
  });
  const row = [...(at > 0 ? [turn('Earlier', back + 1)] : []), ...(back > 0 ? [turn('Later', back - 1)] : [])];
  const where = pages.length > 1 ? ` · page ${at + 1} of ${pages.length}` : '';
  return say('member', `**Log** · ${title(table.game, table.system.title)}${where}\n${pages[at] ?? ''}`, {
    rows: row.length > 0 ? [row] : [],
  });
}

function title(game: GameRecord, system: string): string {
  return `${system}, started <t:${Math.floor(game.startedAt / 1000)}:d> by ${plainName(game.starter.name)}`;
}

function line(
  table: Bare,
  steps: readonly Step[],
  sources: Sources,
  { entry, events, takenBackBy }: Step,
): string | null {
  const who = `**${plainName(entry.member?.name ?? '')}**`;
  const sentences = told(table, events).join(' ');
  switch (entry.kind) {
    case 'start':
      return `${who} starts the campaign. ${sentences}`;
    case 'order': {
      const by = entry.member === null ? '**The council**' : who;
      const text = `${by} ${table.system.describe(entry.order, 'public', entry.seat)}${why(table, sources, entry)}. ${sentences}`;
      return takenBackBy ? `~~${entry.seq}. ${text}~~` : `${entry.seq}. ${text}`;
    }
    case 'undo':
      return `${who} takes back ${entry.takesBack}.`;
    case 'abandon':
      return `${who} ends the campaign.`;
    case 'council':
      return councilLine(steps, sources, entry);
    case 'ballot':
      // Told with the order it decided.
      return null;
    default:
      return entry satisfies never;
  }
}

/** The vote behind an order, or the reason of whoever gave it. */
function why(table: Bare, { store, tables }: Sources, { ballot: id, reason, order }: OrderEntry): string {
  if (table.system.verbs.some(({ verb, secret }) => verb === order.verb && secret)) return '';
  if (reason !== null) return ` (“${plainName(reason)}”)`;
  const ballot = id === null ? null : store.ballot(id);
  const decision = ballot?.closed?.decision;
  if (!ballot) return '';
  if (!decision) return OVERRULING;
  return `, by ${decisionInWords(decision, (choice) => choiceThen(tables, table, ballot, choice))}`;
}

const CAUSES = {
  member: '',
  vote: '**By vote**',
  order: '**After the order**',
  silence: '**After a long silence**',
  undo: '**With the order taken back**',
  kept: '**As in the last campaign**',
} as const satisfies { [cause in CouncilCause]: string };

function councilLine(steps: readonly Step[], { store }: Sources, entry: CouncilEntry): string {
  const before = steps.map((step) => step.entry).filter(({ seq }) => seq < entry.seq);
  const old = councilOf({ councils: councilsAfter(before) }, entry.seat);
  const changes = changesInWords(old, entry.council, (member) => plainName(store.memberById(member)?.name ?? ''));
  const by = entry.cause === 'member' ? `**${plainName(entry.member?.name ?? '')}** decides` : CAUSES[entry.cause];
  return `${by}: ${changes.join('; ')}.`;
}

function paged(lines: readonly string[]): string[] {
  const pages: string[] = [];
  for (const line of lines) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + line.length < PAGE) pages[pages.length - 1] = `${last}\n${line}`;
    else pages.push(clipped(line, PAGE));
  }
  return pages;
}
