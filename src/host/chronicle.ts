import type { GameRecord } from '../store/index.ts';
import { type Answer, type Button, clipped, say } from './answer.ts';
import type { Step } from './fold.ts';
import { told } from './report.ts';
import type { Table } from './table.ts';
import { plainName } from './wording.ts';

/** Longest a page of the log gets, so that with its heading it stays below Discord's 2,000. */
const PAGE = 1700;

/** The log of a game, told from its start; page 0 is the last one. What was taken back stays, struck out. */
export function chronicle(table: Table, steps: readonly Step[], page: number): Answer {
  const outcome = table.system.outcome(table.position.state);
  const end = outcome ? [`**${outcome.headline}** ${outcome.reason}`] : [];
  const pages = paged([...steps.map((step) => line(table, step)), ...end]);
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

function line(table: Table, { entry, events, takenBackBy }: Step): string {
  const who = `**${plainName(entry.member.name)}**`;
  const sentences = told(table, events).join(' ');
  switch (entry.kind) {
    case 'start':
      return `${who} starts the campaign. ${sentences}`;
    case 'order': {
      const text = `${who} ${table.system.describe(entry.order, 'public', entry.seat)}. ${sentences}`;
      return takenBackBy ? `~~${entry.seq}. ${text}~~` : `${entry.seq}. ${text}`;
    }
    case 'undo':
      return `${who} takes back ${entry.takesBack}.`;
    case 'abandon':
      return `${who} ends the campaign.`;
    default:
      return entry satisfies never;
  }
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
