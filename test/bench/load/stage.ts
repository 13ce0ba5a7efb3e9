import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Program, startService } from '../../harness/program.ts';
import { Post } from './post.ts';

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

  /** Starts the program as the service does. */
  program(database: string): Program {
    const { token, apiUrl } = this.sandbox;
    return startService(database, { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl });
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}
