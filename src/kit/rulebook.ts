import type { DataFault, Json, RuleTopic } from '../game/index.ts';
import { typeset } from './draw/text-layout.ts';

/** Characters of a topic's text, so that it fits one message with its title. */
const LONGEST = 1800;
const HEADING = /^([a-z-]{1,30}): (.{1,60})$/;

type Rulebook =
  | { readonly topics: readonly RuleTopic[] }
  | { readonly topics: null; readonly faults: readonly DataFault[] };

/** Reads a `rules.md`: a line `## id: Title` begins a topic. Text before the first topic is for the file's editors. */
export function readRulebook(file: string, data: Json): Rulebook {
  const fault = (reason: string): Rulebook => ({ topics: null, faults: [{ file, path: [], reason }] });
  if (typeof data !== 'string') return fault('the rulebook is missing');
  const [, ...parts] = typeset(data.replaceAll('\r\n', '\n')).split(/^## /m);
  const topics = new Map<string, RuleTopic>();
  for (const part of parts) {
    const end = part.indexOf('\n');
    const heading = (end < 0 ? part : part.slice(0, end)).trim();
    const text = end < 0 ? '' : part.slice(end).trim();
    const [, id, title] = HEADING.exec(heading) ?? [];
    if (id === undefined || title === undefined) return fault(`“## ${heading}” is not of the form “## id: Title”`);
    if (text === '') return fault(`topic ${id} has no text`);
    if (text.length > LONGEST) return fault(`topic ${id} has ${text.length} characters; at most ${LONGEST} fit`);
    if (topics.has(id)) return fault(`there are two topics ${id}`);
    topics.set(id, { id, title, text });
  }
  return topics.size > 0 ? { topics: [...topics.values()] } : fault('the rulebook has no topics');
}
