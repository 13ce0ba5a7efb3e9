import { parseArgs } from 'node:util';
import { DEFAULT_PORT, PortInUse, startSandbox } from './sandbox.ts';

/** `npm run sandbox`: the practice Discord by itself, for any bot. */

const USAGE = [
  'npm run sandbox [-- --port N] [--limits]',
  `A practice Discord on this machine, for any bot. Port ${DEFAULT_PORT} unless another is given; 0 takes a free one.`,
  'With --limits it holds a bot to Discord’s rate limits, too.',
].join('\n');

/** `null` if the arguments make no sense. */
function read(
  args: readonly string[],
): { readonly port: number; readonly limits: boolean; readonly help: boolean } | null {
  try {
    const options = {
      port: { type: 'string' },
      limits: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const {
      port = String(DEFAULT_PORT),
      limits = false,
      help = false,
    } = parseArgs({ args: [...args], options }).values;
    return /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? { port: Number(port), limits, help } : null;
  } catch {
    return null;
  }
}

async function run({ port, limits }: { readonly port: number; readonly limits: boolean }): Promise<void> {
  const sandbox = await startSandbox({ port, limits });
  console.log(`Open ${sandbox.pageUrl} in a browser.`);
  console.log(`A bot logs in with the token "${sandbox.token}" and rest: { api: '${sandbox.apiUrl}' }.`);
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

const asked = read(process.argv.slice(2));
try {
  if (asked === null) {
    console.error(USAGE);
    process.exitCode = 2;
  } else if (asked.help) console.log(USAGE);
  else await run(asked);
} catch (error) {
  if (!(error instanceof PortInUse)) throw error;
  console.error(`${error.message} Choose another with -- --port N.`);
  process.exitCode = 69;
}
