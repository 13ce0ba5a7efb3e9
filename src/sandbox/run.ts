import { parseArgs } from 'node:util';
import { DEFAULT_PORT, PortInUse, startSandbox } from './sandbox.ts';

/** `npm run sandbox`: the practice Discord by itself, for any bot. */

const USAGE = [
  'npm run sandbox [-- --port N] [--limits]',
  `A practice Discord on this machine, for any bot. Port ${DEFAULT_PORT} unless another is given; 0 takes a free one.`,
  'With --limits it holds a bot to Discord’s rate limits, too.',
].join('\n');

/** @throws {TypeError} if the arguments make no sense. */
function read(): { readonly port: number; readonly limits: boolean; readonly help: boolean } {
  const options = {
    port: { type: 'string', default: String(DEFAULT_PORT) },
    limits: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { port, ...others } = parseArgs({ options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new TypeError(`${port} is no port.`);
  return { ...others, port: Number(port) };
}

try {
  const { help, ...options } = read();
  if (help) console.log(USAGE);
  else {
    const sandbox = await startSandbox(options);
    console.log(`Open ${sandbox.pageUrl} in a browser.`);
    console.log(`A bot logs in with the token "${sandbox.token}" and rest: { api: '${sandbox.apiUrl}' }.`);
    const stop = () => void sandbox.close();
    process.once('SIGINT', stop).once('SIGTERM', stop);
  }
} catch (error) {
  if (error instanceof PortInUse) {
    console.error(`${error.message} Choose another with -- --port N.`);
    process.exitCode = 69;
  } else if (error instanceof TypeError) {
    console.error(USAGE);
    process.exitCode = 2;
  } else throw error;
}
