import { Session } from 'node:inspector';

/** Which functions of ours one press of a button runs, and the calls from the event to the commit. Prints both. */
const session = new Session();
session.connect();
function post(method: string, params: object = {}): unknown {
  let answer: unknown;
  session.post(method, params, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}
const OURS = /\/(src\/(?!sandbox\/|clock)|commands\/).*\.ts$/;

const { Scene, answer, mapOf } = await import('../chaos/scene.ts');
const scene = await Scene.start();
const CHANNEL = 'library';
await scene.begin(CHANNEL);
await mapOf(scene, CHANNEL, await scene.order(CHANNEL, 'Bo'));
await scene.settled();
let stack = '';
Error.stackTraceLimit = 200;
scene.product.store.onCommit(() => {
  stack ||= new Error('commit').stack ?? '';
});
await new Promise((resolve) => setTimeout(resolve, 500));
stack = '';
post('Profiler.takePreciseCoverage');
const outcome = await scene.order(CHANNEL, 'Bo');
answer(outcome);
await mapOf(scene, CHANNEL, outcome);
await scene.settled();
const { result } = post('Profiler.takePreciseCoverage') as Coverage;
const ran = result
  .filter(({ url }) => OURS.test(url))
  .map(({ url, functions }) => ({
    file: url.replace(/^.*\/(src|commands)\//, '$1/'),
    names: functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName || '(anonymous)'),
  }))
  .filter(({ names }) => names.length > 0);
const functions = ran.reduce((sum, { names }) => sum + names.length, 0);
console.log(`${functions} functions in ${ran.length} files`);
for (const { file, names } of ran) if (process.argv.includes('--list')) console.log(`${file}: ${names.join(', ')}`);
const frames = stack
  .split('\n')
  .filter(
    (line) =>
      OURS.test(line.replace(/[):\d]+$/, '')) || (/\/(src|commands)\//.test(line) && !line.includes('node_modules')),
  );
console.log(`${frames.length} calls from the event to the commit`);
console.log(frames.map((line) => line.trim().replace(/\(?file:.*\/(src|commands)\//, '$1/')).join('\n'));
await scene.close();
process.exit(0);
