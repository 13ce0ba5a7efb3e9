import type { DataFault, Json, RuleTopic } from '../../game/index.ts';

/** Longest text a topic may have, so that it fits one message with its title. */
const LONGEST = 1800;

/**
 * Reads `assets/overland/rules.md`: a topic is a heading `## id: Title` and the text up to the next one. Text before the first
 * heading is for whoever edits the file.
 */
export function readRulebook(
  file: string,
  data: Json,
): { readonly topics: readonly RuleTopic[] } | { readonly topics: null; readonly faults: readonly DataFault[] } {
  const wrong = (reason: string) => ({ topics: null, faults: [{ file, path: [], reason }] });
  if (typeof data !== 'string') return wrong('the rulebook is missing');
  const topics: RuleTopic[] = [];
  for (const part of data.replaceAll('\r\n', '\n').split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = part.split('\n');
    const [, id, title] = /^([a-z-]{1,30}): (.{1,60})$/.exec(heading.trim()) ?? [];
    const text = lines.join('\n').trim();
    if (id === undefined || title === undefined) return wrong(`“## ${heading}” is not of the form “## id: Title”`);
    if (text === '' || text.length > LONGEST)
      return wrong(`topic ${id} must have 1 to ${LONGEST} characters, not ${text.length}`);
    if (topics.some((topic) => topic.id === id)) return wrong(`topic ${id} stands there twice`);
    topics.push({ id, title, text });
  }
  return topics.length > 0 ? { topics } : wrong('there is no topic in it');
}
