import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmCommand } from '../../src/setup/install.mjs';
import { PROJECT } from '../harness/program.ts';

/**
 * The schemas of the Kubernetes API as functions and as types, both made from its OpenAPI description. They are fetched for this trial alone.
 * Version 5 needs Node 22.
 */
const PACKAGES = ['kubernetes-models@4.5.1', 'yaml@2.9.1'];
const DEPLOY = join(PROJECT, 'deploy', 'kubernetes');

type Tree = { readonly [name: string]: unknown };
interface Manifest extends Tree {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}
type Model = new (data: object) => { validate(): void };

let place = '';
let parse: (text: string) => Manifest[];
let modelOf: (manifest: Manifest) => Model;

beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'council-kubernetes-')));
  const [npm = '', ...args] = npmCommand();
  const options = ['--prefix', place, '--no-save', '--prefer-offline', '--ignore-scripts'];
  const { status, stderr } = spawnSync(npm, [...args, 'install', ...PACKAGES, ...options], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const require = createRequire(join(place, 'index.js'));
  const yaml = require('yaml');
  parse = (text) =>
    yaml.parseAllDocuments(text, { strict: true }).map((document: { errors: unknown[]; toJS(): Manifest }) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    });
  modelOf = ({ apiVersion, kind }) => require(`kubernetes-models/${apiVersion}`)[kind] as Model;
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const read = (file: string) => parse(readFileSync(join(DEPLOY, file), 'utf8'));
const all = () => readdirSync(DEPLOY).flatMap((file) => read(file));

/** What the API's schemas have against manifests: wrong or missing fields, and by the compiler fields that are none. */
function faultsIn(manifests: readonly Manifest[]): string[] {
  const wrong = manifests.flatMap((manifest) => {
    try {
      new (modelOf(manifest))(manifest).validate();
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  const lines = manifests.map(({ apiVersion, kind, ...rest }, at) => {
    const imported = `import { ${kind} as Kind${at} } from 'kubernetes-models/${apiVersion}';`;
    return `${imported}\nnew Kind${at}(${JSON.stringify(rest)});`;
  });
  writeFileSync(join(place, 'manifests.mts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const compiler = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, 'manifests.mts'], {
    cwd: place,
    encoding: 'utf8',
  });
  expect(status === 0).toBe(stdout === '');
  return [...wrong, ...stdout.split('\n').filter((line) => line.includes('error'))];
}

function at(tree: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce((found, step) => (found as Tree | undefined)?.[step], tree);
}

describe('the manifests', () => {
  test('are what the API takes', () => {
    expect(
      all()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(
      'Job NetworkPolicy PersistentVolumeClaim PodDisruptionBudget Secret Secret Service StatefulSet'.split(' '),
    );
    expect(faultsIn(all())).toEqual([]);
  });

  test('would be refused with a wrong value, without a field, and with one that is none', () => {
    const set = JSON.stringify(read('council-of-war.yaml').find(({ kind }) => kind === 'StatefulSet'));
    const spoilt = [
      set.replace('"replicas":2', '"replicas":"two"'),
      set.replace('"containerPort":8412', '"number":8412'),
      set.replace('"readinessProbe"', '"readynessProbe"'),
    ];
    for (const each of spoilt) {
      expect(each).not.toBe(set);
      expect(faultsIn([JSON.parse(each) as Manifest]).length).toBeGreaterThan(0);
    }
  });

  test('name each other, and the settings that the program has', () => {
    const found = (file: string, wanted: string) => read(file).filter(({ kind }) => kind === wanted);
    const [set] = found('council-of-war.yaml', 'StatefulSet');
    const container = at(set, 'spec', 'template', 'spec', 'containers', 0);
    const env = new Map((at(container, 'env') as Tree[]).map(({ name, value }) => [name, value]));
    expect(env.get('SHARD_COUNT')).toBe(String(at(set, 'spec', 'replicas')));
    expect(env.get('HEALTH_PORT')).toBe(String(at(container, 'ports', 0, 'containerPort')));
    const example = readFileSync(join(PROJECT, '.env.example'), 'utf8');
    for (const name of env.keys()) expect(example).toContain(`\n${name}=`);
    const secrets = found('secret.yaml', 'Secret').map(({ metadata }) => metadata.name);
    const spec = at(set, 'spec', 'template', 'spec');
    const used = (['initContainers', 'containers'] as const).map((kind) =>
      at(spec, kind, 0, 'envFrom', 0, 'secretRef', 'name'),
    );
    expect(used.sort()).toEqual(secrets.sort());
    // The Job finds the volumes by the names that the StatefulSet gives them, and moves to as many shards as it mounts.
    const [job] = found('reshard.yaml', 'Job');
    const pod = at(job, 'spec', 'template', 'spec');
    const claim = `${at(set, 'spec', 'volumeClaimTemplates', 0, 'metadata', 'name')}-${set?.metadata.name}`;
    const claims = (at(pod, 'volumes') as Tree[]).map((volume) => at(volume, 'persistentVolumeClaim', 'claimName'));
    expect(claims).toEqual([`${claim}-0`, `${claim}-1`, undefined]);
    expect(at(pod, 'containers', 0, 'volumeMounts')).toEqual([
      ...[0, 1].map((shard) => ({ name: `shard-${shard}`, mountPath: `/volumes/${shard}` })),
      { name: 'temporary', mountPath: '/tmp' },
    ]);
    expect(at(pod, 'containers', 0, 'command')).toEqual([
      ...['node', 'src/setup/run.mjs', 'reshard', '--from', '/volumes', '--to', '2'],
    ]);
    expect(at(pod, 'containers', 0, 'image')).toBe(at(container, 'image'));
  });
});
