import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Stands in for a package with a C++ part: it loads once a file `built` lies beside it. */
const sources = {
  'better-sqlite3': `module.exports = class {
    prepare() { return { pluck: () => ({ get: () => 42 }) }; }
    close() {}
  };`,
  canvas: `module.exports = { createCanvas: () => ({ getContext: () => ({
    fillRect() {},
    getImageData: () => ({ data: [51, 102, 153, 255] }),
  }) }) };`,
};

/** Stands in for npm: `ci` lays the packages down as npm does, its record last; `rebuild` builds one. */
const npm = `
const fs = require('node:fs'), path = require('node:path');
const [command, name] = process.argv.slice(2).filter((word, at, all) => !word.startsWith('--') && all[at - 1] !== '--prefix');
const planned = () => JSON.parse(fs.readFileSync(path.join(__dirname, 'plan.json'), 'utf8'));
const plan = planned();
fs.appendFileSync(path.join(__dirname, 'calls'), process.argv.slice(2).join(' ') + '\\n');
const modules = path.join(process.cwd(), 'node_modules');
function lay(name, text) {
  fs.mkdirSync(path.join(modules, name), { recursive: true });
  fs.writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  fs.writeFileSync(path.join(modules, name, 'index.js'), "require('node:fs').readFileSync(__dirname + '/built');" + text);
}
if (command === 'ci') {
  if (plan.ciError) { console.error('npm http cache library\\nnpm error ' + plan.ciError); process.exit(1); }
  if (plan.silent === 'registry') return setInterval(() => {}, 60_000);
  fs.rmSync(modules, { recursive: true, force: true });
  for (const [name, text] of Object.entries(plan.sources)) lay(name, text);
  lay('prebuild-install', '');
  const fetches = plan.silent === 'releases' ? 'setInterval(() => {}, 60_000)'
    : plan.prebuilt === 'unfit' ? 'console.log("fetched")'
    : plan.prebuilt ? 'require("node:fs").writeFileSync("built", "")'
    : 'console.error("prebuild-install warn install getaddrinfo ENOTFOUND")';
  fs.writeFileSync(path.join(modules, 'prebuild-install', 'bin.js'), fetches);
  const look = setInterval(() => {
    if (planned().waits) return;
    clearInterval(look);
    fs.copyFileSync('package-lock.json', path.join(modules, '.package-lock.json'));
  }, 20);
} else if (command === 'install') {
  const include = path.join(process.cwd(), '.setup', 'node_modules', name.split('@')[0], 'include', 'node');
  fs.mkdirSync(include, { recursive: true });
  const numbers = process.versions.node.split('.');
  const lines = ['MAJOR', 'MINOR', 'PATCH'].map((part, at) => '#define NODE_' + part + '_VERSION ' + numbers[at] + '\\n');
  fs.writeFileSync(path.join(include, 'node_version.h'), lines.join(''));
} else if (plan.builds.includes(name) && (!plan.libraries || fs.existsSync(plan.libraries))) {
  fs.mkdirSync(path.join(modules, name, 'build', 'Release'), { recursive: true });
  fs.writeFileSync(path.join(modules, name, 'build', 'Release', name.replace('-', '_') + '.node'), '');
  fs.appendFileSync('headers', process.env.npm_config_nodedir + '\\n');
  fs.writeFileSync(path.join(modules, name, 'built'), '');
} else {
  console.error('gyp ERR! build error\\ngyp ERR! stack Error: not found: make');
  process.exit(1);
}
`;

export interface Plan {
  /** Can ready-made binaries be fetched? Unfit ones don't load on this machine. */
  prebuilt?: boolean | 'unfit';
  /** Which packages can be built from source. */
  builds?: string[];
  /** The file without which nothing can be built. */
  libraries?: string;
  /** Does laying the packages down wait for another plan? */
  waits?: boolean;
  /** The error with which `npm ci` fails. */
  ciError?: string;
  /** The server that accepts connections and never answers: npm's registry, or the one of ready-made binaries. */
  silent?: 'registry' | 'releases';
}

/** A project folder with a lock file and nothing installed, on a machine whose npm does as the plan says. */
export interface Machine {
  root: string;
  /** The arguments of each call of npm. */
  calls: () => string[];
  replan: (plan: Plan) => void;
  /** The environment in which the set-up finds this npm, and these programs only if given. */
  env: (programs?: Record<string, string>) => NodeJS.ProcessEnv;
  remove: () => void;
}

export function makeMachine(plan: Plan): Machine {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup-machine-')));
  const root = path.join(home, 'project');
  const bin = path.join(home, 'bin');
  const npmFolder = path.join(home, 'npm');
  for (const folder of [root, bin, npmFolder]) mkdirSync(folder);
  const packages = Object.fromEntries(
    [...Object.keys(sources), 'prebuild-install'].map((name) => [`node_modules/${name}`, { version: '1.0.0' }]),
  );
  writeFileSync(path.join(root, 'package.json'), '{}');
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(path.join(npmFolder, 'npm-cli.cjs'), npm);
  writeFileSync(path.join(npmFolder, 'calls'), '');
  const file = path.join(npmFolder, 'plan.json');
  const replan = (next: Plan) => {
    // It is written at one go: npm may be reading it.
    writeFileSync(`${file}.next`, JSON.stringify({ sources, builds: [], ...next }));
    renameSync(`${file}.next`, file);
  };
  replan(plan);
  return {
    root,
    replan,
    calls: () => readFileSync(path.join(npmFolder, 'calls'), 'utf8').split('\n').filter(Boolean),
    env: (programs) => {
      const npmOnly = { ...process.env, npm_execpath: path.join(npmFolder, 'npm-cli.cjs'), npm_config_nodedir: '' };
      if (programs === undefined) return npmOnly;
      for (const [name, script] of Object.entries(programs)) {
        writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
        chmodSync(path.join(bin, name), 0o755);
      }
      return { ...npmOnly, PATH: bin, CXX: '', MAKE: '', PYTHON: '', npm_config_python: '' };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
