import { MANAGER } from '../../council/index.ts';
import type { Refusal, System } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { type Caller, mayStartGame } from './caller.ts';

/** Words that several parts of the host use. */

/** A member's name without effect as Markdown, mention, link or text direction. */
export function plainName(name: string): string {
  return nameAlone(name)
    .replace(/[\\*_~`|<>[\]:@]/g, (mark) => (mark === '@' ? '@\u200b' : `\\${mark}`))
    .replace(INVITING, '$&\\');
}

/** Discord makes a card of an invitation or a gift, even without "https". */
const INVITING = /discord(?:app)?(?=\.[a-z])/gi;

/** A member's name on one line, for places without Markdown. */
export function nameAlone(name: string): string {
  const line = oneLine(name);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line.replace(INVISIBLE, '')) ? line : 'Somebody';
}

export function notFromSheet(basis: string): string {
  return `Not from the rule sheet: ${basis}.`;
}

/** A member's reason on one line; null if it is empty. */
export function reasonIn(text: string): string | null {
  const line = oneLine(text);
  return line.replace(INVISIBLE, '').trim() === '' ? null : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(CONTROLS, '').trim();
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Control characters, and the marks that set the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const WORDS = {
  /** Long work was not done in time: nothing was changed, and a later press finds it. */
  stillLoading: 'There’s a lot to read for that, and it’s still loading. Try again in a few seconds.',
  comesLater: 'There’s a lot to read for that. The answer will be here in a moment.',
  noGame: 'No game is being played in this channel.',
  mayNotManageGame: `Only ${MANAGER} can do that. Ask one of them.`,
  playedElsewhere: 'No such game has been played in this channel. Choose one from the list.',
  oneSide: 'This game has only one side, and everyone in the channel plays it. Give your order.',
  countedApart: '`/record` lists this game separately.',
  incompatible: `The rules have changed since this game began, so it can’t be shown or continued. Nothing is lost: \`/log\` still lists every order and roll, and can give you the list as a file. If the game hasn’t ended, ${MANAGER} can end it with \`/abandon\`.`,
  incompatibleInBrief: 'The rules have changed since this game began, so it can’t go on.',
  more: 'More …',
} as const;

export function noGameHere(caller: Caller, latest: GameRecord | null): string {
  return `${WORDS.noGame} ${mayStartGame(caller, latest) ? 'Start one with `/new`.' : 'Ask a moderator to start one with `/new`.'}`;
}

/** "1 vote", "3 votes"; nothing if there are none. */
export function countIfAny(count: number, one: string, several = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

/** Systems look up ids for their wording, and ids have no Markdown. */
const ID = /^[a-z0-9][a-z0-9_-]*$/i;

/** A refusal in its system's words. A member's text in it has no effect as Markdown. */
export function refusalText(system: Pick<System, 'orderWords'>, refusal: Refusal): string {
  const facts = Object.entries(refusal.facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? plain(fact) : fact,
  ]);
  return system.orderWords.refusal({ ...refusal, facts: Object.fromEntries(facts) });
}

function plain(fact: string): string {
  return fact === '' || ID.test(fact) ? fact : plainName(fact);
}

/** Long text as pages of at most so many characters, cut at line ends where it can be. */
export function textPages(text: string, longest: number): string[] {
  const pages: string[] = [];
  let page = '';
  for (const line of text.split('\n').flatMap((one) => pieces(one, longest))) {
    if (page === '') page = line;
    else if (page.length + 1 + line.length <= longest) page = `${page}\n${line}`;
    else {
      pages.push(page);
      page = line;
    }
  }
  return [...pages, page];
}

function pieces(line: string, longest: number): string[] {
  const cut: string[] = [];
  let rest = line;
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', longest);
    // Half of a surrogate pair is no character.
    const at = space > 0 ? space : /[\uD800-\uDBFF]/.test(rest[longest - 1] ?? '') ? longest - 1 : longest;
    cut.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...cut, rest];
}

/** Parts as pages, none cut that fits into one. */
export function packed(parts: readonly string[], longest: number): string[] {
  const pages: string[] = [];
  for (const part of parts) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= longest) pages[pages.length - 1] = `${last}\n${part}`;
    else pages.push(...textPages(part, longest));
  }
  return pages.length === 0 ? [''] : pages;
}
