import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EVERYBODY, type Who } from './people.ts';
import { SCENES, type Scene } from './scenes.ts';

/** Who may do what, as `rights.md` has it: cells by scene, act and person. */
export interface Rights {
  /** What is to come of an act. Throws where the table says nothing of it. */
  expected(scene: Scene, act: string, who: Who): string;
  readonly rows: readonly Row[];
  /** Every act that the table names. */
  readonly acts: ReadonlySet<string>;
  /** Every cell that is written in it. */
  readonly cells: number;
}

interface Row {
  /** Null: wherever no other row says something else. */
  readonly scene: Scene | null;
  readonly act: string;
  readonly cells: ReadonlyMap<Who, string>;
}

export const FILE = fileURLToPath(new URL('rights.md', import.meta.url));

/** Reads the table. Throws where it is not as the file itself says it is written. */
export function readRights(text = readFileSync(FILE, 'utf8')): Rights {
  const rows = rowsOf(text);
  const byKey = new Map<string, string>();
  for (const { scene, act, cells } of rows)
    for (const [who, cell] of cells) {
      const key = keyOf(scene, act, who);
      if (byKey.has(key)) throw new Error(`The table says twice what comes of “${act}” by ${who} in ${scene ?? 'all'}`);
      byKey.set(key, cell);
    }
  return {
    expected(scene, act, who) {
      const cell = byKey.get(keyOf(scene, act, who)) ?? byKey.get(keyOf(null, act, who));
      if (cell === undefined) throw new Error(`The table does not say what comes of “${act}” by ${who}`);
      return cell;
    },
    rows,
    acts: new Set(rows.map(({ act }) => act)),
    cells: byKey.size,
  };
}

function rowsOf(text: string): Row[] {
  let scene: Scene | null = null;
  let people: readonly Who[] = [];
  return text.split('\n').flatMap((line): Row[] => {
    if (line.startsWith('## ')) scene = sceneOf(line);
    if (!line.startsWith('| ') || line.startsWith('| ---')) return [];
    const [first = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (first === 'what') {
      people = cells.map(whoOf);
      return [];
    }
    if (cells.length !== people.length) throw new Error(`A row has ${cells.length} cells: ${line}`);
    const byWho = new Map(people.map((who, index) => [who, cells[index] ?? '']));
    return first.split(', ').map((act) => ({ scene, act, cells: byWho }));
  });
}

/** "## vote: The channel votes" is the scene `vote`; a heading without a colon is of all. */
function sceneOf(heading: string): Scene | null {
  const name = /^## ([a-z-]+): /.exec(heading)?.[1];
  if (name === undefined) return null;
  const scene = SCENES.find((one) => one === name);
  if (!scene) throw new Error(`There is no scene ${name}`);
  return scene;
}

function whoOf(name: string): Who {
  const who = EVERYBODY.find((one) => one === name);
  if (!who) throw new Error(`The table has a column for nobody: ${name}`);
  return who;
}

function keyOf(scene: Scene | null, act: string, who: Who): string {
  return `${scene ?? 'all'} ${act} ${who}`;
}
