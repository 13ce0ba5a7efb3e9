import { Session } from 'node:inspector';

/**
 * Which functions of ours one press of a button runs, and the calls from the event to the commit: an attack in Overland, with
 * `--road-to-richmond` the end of a movement there. `--folders`: how many named ones of each folder. `--list`: each function,
 * and how often it is called. `--entries`: where the host is entered for it; these are noted by functions that count as well.
 */
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

const { answer } = await import('../answered-message.ts');
const { Scene, mapOf } = await import('../harness/scene.ts');
const { hostEntries } = await import('../bot/host-entries.ts');
const scene = await Scene.start();
const CHANNEL = 'library';
const press = await prepared();
await scene.settled();
/** A game under way, as the press that is looked at. Resolves once its map is there. */
async function prepared(): Promise<() => Promise<unknown>> {
  if (!process.argv.includes('--road-to-richmond')) {
    const order = async () => mapOf(scene, CHANNEL, await scene.order(CHANNEL, 'Bo'));
    await scene.begin(CHANNEL);
    await order();
    return order;
  }
  const bo = scene.at('Bo', CHANNEL);
  const pressed = async (label: string) => {
    const says = (button: { readonly label?: string | null }) => button.label?.startsWith(label) === true;
    const map = await scene.comes(CHANNEL, ({ buttons }) => buttons.some(says));
    return bo.press(map, map.buttons.find(says)?.customId ?? '');
  };
  await scene.begin(CHANNEL, { game: 'road-to-richmond' });
  await pressed('Join the Confederates');
  await pressed('Bring the column in');
  await scene.settled();
  return async () => {
    const before = scene.open(CHANNEL);
    answer(await pressed('End the movement phase'));
    await scene.newMap(CHANNEL, before);
  };
}
let stack = '';
Error.stackTraceLimit = 200;
const { store, host, logged } = scene.product;
const { transaction } = store;
store.transaction = (work) => {
  stack ||= new Error('commit').stack ?? '';
  return transaction(work);
};
const answered = () => logged.filter(({ msg }) => msg === 'answered').length;
const before = answered();
await new Promise((resolve) => setTimeout(resolve, 500));
stack = '';
const entries = process.argv.includes('--entries') ? hostEntries(host) : null;
post('Profiler.takePreciseCoverage');
await press();
// Until all that follows is done: what a test asks to wait for it would count too.
while (answered() === before) await new Promise((resolve) => setTimeout(resolve, 10));
const { result } = post('Profiler.takePreciseCoverage') as Coverage;
const ran = result
  .filter(({ url }) => OURS.test(url))
  .map(({ url, functions }) => ({
    file: url.replace(/^.*\/(src|commands)\//, '$1/'),
    names: functions.flatMap(({ functionName, ranges: [whole] }) =>
      // What the compiler of this script names functions with is none of ours.
      whole && whole.count > 0 && functionName !== '__name'
        ? [{ name: functionName || '(anonymous)', count: whole.count }]
        : [],
    ),
  }))
  .filter(({ names }) => names.length > 0);
const all = ran.flatMap(({ names }) => names);
const named = all.filter(({ name }) => name !== '(anonymous)').length;
console.log(`${named} named functions and ${all.length - named} others in ${ran.length} files`);
if (process.argv.includes('--folders')) {
  const folders = new Map<string, number>();
  for (const { file, names } of ran) {
    const folder = file.split('/').slice(0, -1).slice(0, 3).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + names.filter(({ name }) => name !== '(anonymous)').length);
  }
  for (const [folder, count] of [...folders].sort(([, one], [, other]) => other - one))
    console.log(`${count} ${folder}`);
}
if (entries) console.log(`Entries of the host: ${entries.join(', ')}`);
for (const { file, names } of ran) {
  const told = names.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`));
  if (process.argv.includes('--list')) console.log(`${file}: ${told.join(', ')}`);
}
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
