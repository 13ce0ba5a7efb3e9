import type { JsonPath } from './json-scan.ts';
import { brief } from './replay-words.ts';

/** A place in a file in words: "entry 12, its dice", "ballot 3, vote 2", "the rules data". An entry has the number of its log. */
export function locationInWords(path: JsonPath): string {
  const [part, index, ...rest] = path;
  if (part === undefined || typeof part === 'number') return 'the file';
  switch (part) {
    case 'log':
      return typeof index === 'number' ? detailed(`entry ${index}`, rest, ENTRY) : 'the log';
    case 'ballots':
      return typeof index === 'number' ? detailed(`ballot ${index + 1}`, rest, BALLOT) : 'the ballots';
    case 'digests':
      return digest(path.slice(1));
    case 'dataset':
      return data(path.slice(1));
    default:
      return named(HEAD, part);
  }
}

function digest([of, part]: JsonPath): string {
  if (of === 'fingerprint') return 'the fingerprint';
  if (of === undefined || part === undefined) return 'the digests';
  return `the digest of ${locationInWords(of === 'head' ? [part] : [of, part])}`;
}

/** "the rules data, overland.json at areas.ashland.defense" */
function data([of, file, ...at]: JsonPath): string {
  if (of === 'hash') return 'the hash of the rules data';
  if (file === undefined) return 'the rules data';
  return `the rules data, ${brief(String(file))}${at.length > 0 ? ` at ${brief(at.join('.'))}` : ''}`;
}

function detailed(whole: string, [part, index]: JsonPath, names: Names): string {
  if (part === undefined) return whole;
  if (part === 'votes' && typeof index === 'number') return `${whole}, vote ${index + 1}`;
  if (part === 'inherited' && typeof index === 'number') return `${whole}, taken-over order ${index + 1}`;
  return `${whole}, ${named(names, part)}`;
}

type Names = Readonly<Record<string, string>>;

function named(names: Names, part: string | number): string {
  return (Object.hasOwn(names, part) ? names[part] : undefined) ?? `“${brief(String(part))}”`;
}

const HEAD: Names = {
  format: 'the format',
  version: 'the version',
  about: 'the words about the file',
  game: 'the name of the game',
  system: 'the game’s system',
  variant: 'the variant',
  seal: 'the seal',
  secret: 'the secret',
  startedBy: 'who started it',
  startedAt: 'when it was started',
  whatIf: 'what it branches from',
  ended: 'how it ended',
  summary: 'how it stands',
  councils: 'how its sides decide',
};

const ENTRY: Names = {
  seq: 'its number',
  at: 'its time',
  by: 'who made it',
  told: 'what everybody was told',
  kind: 'its kind',
  seat: 'its side',
  order: 'its order',
  said: 'its order in words',
  throws: 'its dice',
  inherited: 'the orders it takes over',
  reason: 'its reason',
  ballot: 'its ballot',
  takenBackBy: 'what takes it back',
  takesBack: 'what it takes back',
  council: 'how the side decides',
  cause: 'its cause',
  decision: 'its decision',
};

const BALLOT: Names = {
  number: 'its number',
  seat: 'its side',
  after: 'the entry it opened after',
  subject: 'its subject',
  proposed: 'what it proposes',
  openedBy: 'who opened it',
  openedAt: 'when it opened',
  rules: 'its rules',
  casting: 'whose vote breaks a tie',
  closes: 'when it closes',
  extended: 'whether it was extended',
  closed: 'how it closed',
  voters: 'its voters',
  tally: 'its tally',
  votes: 'its votes',
};
