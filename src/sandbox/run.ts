import { parseArgs } from 'node:util';
import { DEFAULT_PORT, PortInUse, startSandbox } from './sandbox.ts';

/** `npm run sandbox`: the practice Discord by itself, for any bot. */
const { values } = parseArgs({ options: { port: { type: 'string' }, limits: { type: 'boolean', default: false } } });
try {
  const sandbox = await startSandbox({ port: Number(values.port ?? DEFAULT_PORT), limits: values.limits });
  console.log(`Open ${sandbox.pageUrl} in a browser.`);
  console.log(`A bot logs in with the token "${sandbox.token}" and rest: { api: '${sandbox.apiUrl}' }.`);
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
} catch (error) {
  if (!(error instanceof PortInUse)) throw error;
  console.error(`${error.message} Choose another with -- --port N.`);
  process.exitCode = 69;
}
