import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Program } from '../harness/program.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const UNIT = join(PROJECT, 'deploy', 'council-of-war.service');

export interface ServiceSettings {
  readonly token: string;
  readonly api: string;
  /** What systemd has as the folder of states. */
  readonly states: string;
  /** Null: none is set, as in `.env.example`. */
  readonly healthPort: number | null;
}

/** Where the unit has the program keep its database. */
export const databaseIn = (states: string): string => join(states, 'council-of-war', 'council-of-war.sqlite');

/**
 * The program as the service's unit runs it: its command, its environment and nothing else of this process's but the path of programs.
 * The folder `council-of-war` must be there among the states.
 */
export function startService({ token, api, states, healthPort }: ServiceSettings): Program {
  const unit = readFileSync(UNIT, 'utf8');
  const [program = '', ...args] = settingOf(unit, 'ExecStart').replaceAll('%S', states).split(' ');
  const set = settingOf(unit, 'Environment')
    .split(' ')
    .map((one) => one.split('=') as [string, string]);
  return new Program(
    {
      PATH: process.env.PATH ?? '',
      ...Object.fromEntries(set),
      // What the unit takes from /etc/council-of-war.env.
      DISCORD_TOKEN: token,
      DISCORD_API_URL: api,
      DATABASE_PATH: '',
      HEALTH_PORT: healthPort === null ? '' : String(healthPort),
      LOG_LEVEL: '',
    },
    [program, ...args],
    true,
  );
}

function settingOf(unit: string, name: string): string {
  const found = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
  if (found === undefined) throw new Error(`${UNIT} has no ${name}`);
  return found;
}
