import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { PROJECT, Program, setUp } from '../../harness/program.ts';
import { Post } from './post.ts';

/** How the C library gives memory back: the environment of the service. */
const SERVICE = readFileSync(join(PROJECT, 'deploy/council-of-war.service'), 'utf8');
const MALLOC = Object.fromEntries([...SERVICE.matchAll(/\bMALLOC_\w+=\S+/g)].map(([setting]) => setting.split('=')));

/** A practice Discord with many channels and members, any of whom may begin a campaign. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly post: Post;
  readonly channels: readonly string[];
  readonly members: readonly string[];

  private constructor(sandbox: Sandbox, channels: readonly string[]) {
    this.sandbox = sandbox;
    this.post = new Post(sandbox);
    this.channels = channels;
    this.members = sandbox.world.members.map(({ name }) => name);
    for (const name of this.members) if (name !== 'Ada') sandbox.giveRole(name, 'Moderator');
  }

  static async open(channels: number, members: number): Promise<Stage> {
    const sandbox = await startSandbox({ port: 0, extraMembers: members });
    const [guild] = sandbox.world.guilds;
    if (!guild) throw new Error('The practice Discord has no server');
    const names = Array.from({ length: channels }, (_, at) => `table-${at}`);
    for (const name of names) sandbox.happen({ kind: 'openChannel', guild: guild.name, name });
    return new Stage(
      sandbox,
      names.map((name) => sandbox.world.channel(name).id),
    );
  }

  /** Starts the program as the service does: by the set-up, which has V8 use little memory, and with the settings of `MALLOC`. */
  program(database: string): Program {
    const settings = {
      DISCORD_TOKEN: this.sandbox.token,
      DISCORD_API_URL: this.sandbox.apiUrl,
      DATABASE_PATH: database,
      LOG_LEVEL: 'info',
    };
    return new Program({ ...settings, ...MALLOC }, setUp('start'));
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}
