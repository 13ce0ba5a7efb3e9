import { posix } from 'node:path';
import { IMPURE, LAYERS, type Layer, LONGEST, RESTRICTED } from './layers.ts';
import { codeOf, type Import, importsOf } from './source.ts';

/** Files by their path from the top of the repository. */
export type Files = ReadonlyMap<string, string>;

interface Edge extends Import {
  readonly from: string;
  /** A path from the top of the repository, an npm package, or a module of Node; null where it cannot be read. */
  readonly to: string | null;
}

interface Home {
  readonly layer: Layer;
  /** What of the path names the layer: `src/systems/overland/`. */
  readonly root: string;
}

/** Everything in `files` that breaks the layering, one line each. */
export function violations(files: Files): string[] {
  const edges = [...files]
    .filter(([path]) => /\.[cm]?[jt]s$/.test(path))
    .flatMap(([path, source]) => edgesOf(path, source));
  return [
    ...[...files].flatMap(([path, source]) => faultsOf(path, source)),
    ...edges.flatMap((edge) => faultOf(edge)),
    ...cycles(edges, (path) => path, 'files'),
    ...cycles(edges, (path) => homeOf(path)?.root ?? path, 'folders'),
  ];
}

function edgesOf(from: string, source: string): Edge[] {
  return importsOf(source).map((one) => ({
    ...one,
    from,
    to: one.specifier === null ? null : target(from, one.specifier),
  }));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, ''));
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function homeOf(path: string): Home | null {
  for (const layer of LAYERS) {
    for (const of of layer.of) {
      const match = patternOf(of).exec(path);
      if (match) return { layer, root: match[0] };
    }
  }
  return null;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '[^/]+')}${/[/:]$/.test(path) ? '' : '$'}`);
}

function faultsOf(path: string, source: string): string[] {
  const faults: string[] = [];
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (lines > LONGEST) faults.push(`${path} has ${lines} lines, more than ${LONGEST}`);
  const home = homeOf(path);
  if (!home) return [...faults, `${path} belongs to no layer`];
  const code = codeOf(source);
  const found = (name: string, pattern: RegExp, why: string) => {
    const at = code.search(pattern);
    if (at >= 0) faults.push(`${path}:${source.slice(0, at).split('\n').length} uses ${name}; ${why}`);
  };
  for (const [name, pattern, files] of RESTRICTED)
    if (/^(src|commands)\//.test(path) && !files.includes(path)) found(name, pattern, `only ${files.join(', ')} may`);
  if (home.layer.pure) for (const [name, pattern] of IMPURE) found(name, pattern, `${home.layer.name} is pure`);
  return faults;
}

function faultOf({ from, to, line, typeOnly }: Edge): string[] {
  const home = homeOf(from);
  if (!home) return [];
  const { layer, root } = home;
  if (to === null) return layer.finds ? [] : [`${from}:${line} imports by a computed name`];
  const fits = (allowed: string) => patternOf(allowed).test(to);
  if (to.startsWith(root) || layer.may.some(fits)) return [];
  if (layer.mayTypes?.some(fits)) {
    return typeOnly ? [] : [`${from}:${line} imports more than types from ${to}; ${layer.name} may not`];
  }
  return [`${from}:${line} imports ${to}; ${layer.name} may not`];
}

/** Rings of imports that are there at run time, each once, as `a -> b -> a`. */
function cycles(edges: readonly Edge[], nodeOf: (path: string) => string, what: string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of edges) {
    if (typeOnly || to === null || !/^(src|commands|test)\//.test(to)) continue;
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (a !== b || what === 'files') next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const rings: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, trail: readonly string[]) => {
    if (trail.includes(node)) {
      rings.push(`${[...trail.slice(trail.indexOf(node)), node].join(' -> ')} is a ring of ${what}`);
      return;
    }
    if (done.has(node)) return;
    for (const one of next.get(node) ?? []) walk(one, [...trail, node]);
    done.add(node);
  };
  for (const node of next.keys()) walk(node, []);
  return rings;
}
