import { LONGEST_TEXT } from '../../game/index.ts';
import { type Press, type Reply, type ReplyButton, reply } from './reply.ts';
import { WORDS } from './wording.ts';

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

function textPage<Page>(pages: readonly Page[], page: number): { readonly page: Page; readonly number: number } {
  const number = Math.min(page, pages.length - 1);
  return { page: pages[number] as Page, number };
}

const LONGEST_PAGE = LONGEST_TEXT - 30;

/** One page, for a member alone, with buttons to its neighbours. */
export function pagedReply(text: string | readonly string[], page: number, press: (to: number) => Press): Reply {
  const pages = typeof text === 'string' ? textPages(text, LONGEST_PAGE) : packed(text, LONGEST_PAGE);
  const { page: shown, number } = textPage(pages, page);
  if (pages.length === 1) return reply('member', shown, { replaces: true });
  const to = (label: string, at: number): ReplyButton => ({ label, tone: 'plain', press: press(at) });
  const ways = [
    ...(number > 0 ? [to('Earlier', number - 1)] : []),
    ...(number < pages.length - 1 ? [to(WORDS.more, number + 1)] : []),
  ];
  return reply('member', `${shown}\n-# Page ${number + 1} of ${pages.length}`, { rows: [ways], replaces: true });
}

export function packed(parts: readonly string[], longest: number): string[] {
  const pages: string[] = [];
  for (const part of parts) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= longest) pages[pages.length - 1] = `${last}\n${part}`;
    else pages.push(...textPages(part, longest));
  }
  return pages.length === 0 ? [''] : pages;
}
