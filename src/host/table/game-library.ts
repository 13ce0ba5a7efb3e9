import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  type DataFault,
  type DataFiles,
  isFaulty,
  type Json,
  type System,
  type SystemModule,
} from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';

/** A system's data cannot be used. `message` has a line for each fault: file, line and reason. */
export class BrokenData extends Error {
  override readonly name = 'BrokenData';
}

export interface Edition {
  readonly system: System;
  readonly dataset: DatasetRecord;
}

export interface Library {
  /** For new games, in the order of `src/systems/index.ts`. */
  readonly editions: readonly Edition[];
  edition(dataset: DatasetRecord): Edition;
}

/**
 * Reads the data of every system.
 * @param folderOf the folder of a module's files
 * @throws BrokenData
 */
export function readLibrary(modules: readonly SystemModule[], folderOf: (module: SystemModule) => string): Library {
  const read = new Map<string, Json>();
  const editions = modules.map((module) => freshEdition(module, folderOf(module), read));
  const known = new Map(editions.map((edition) => [edition.dataset.hash, edition]));
  return {
    editions,
    edition(dataset) {
      const before = known.get(dataset.hash);
      if (before) return before;
      const module = modules.find(({ id }) => id === dataset.system);
      if (!module) throw new BrokenData(`There is no game system “${dataset.system}” in this version.`);
      const files = JSON.parse(dataset.files) as DataFiles;
      const edition = { system: load(module, files, (fault) => `${fault.file}: ${fault.reason}`), dataset };
      known.set(dataset.hash, edition);
      return edition;
    },
  };
}

/** @param read contents by path, so that a file which several games use is read once */
function freshEdition(module: SystemModule, folder: string, read: Map<string, Json>): Edition {
  const contentOf = (file: string): Json => {
    const path = join(folder, file);
    const before = read.get(path);
    if (before !== undefined) return before;
    const text = readText(path);
    const content = file.endsWith('.json') ? readJson(nameOf(module, file), text) : text;
    read.set(path, content);
    return content;
  };
  const files = Object.fromEntries(module.files.map((file) => [file, contentOf(file)]));
  // Several games have files of one name. A fault may also be in a file of the program, such as the drawn land.
  const system = load(module, files, (fault) =>
    located({ ...fault, file: nameOf(module, fault.file) }, readText(join(folder, fault.file))),
  );
  return { system, dataset: datasetOf(module.id, files) };
}

export function datasetOf(system: string, files: DataFiles): DatasetRecord {
  // Keys are not sorted: the order of a list of regiments is the order of a deck.
  const body = JSON.stringify(files);
  const hash = createHash('sha256').update(system).update('\n').update(body).digest('hex');
  return { hash, system, files: body };
}

/** `sam-grant/map.json`; a game can also read files of another. */
function nameOf({ id }: SystemModule, file: string): string {
  return posix.join(id, file);
}

function load(module: SystemModule, files: DataFiles, word: (fault: DataFault) => string): System {
  const loaded = module.load(files);
  if (isFaulty(loaded)) throw new BrokenData(loaded.map(word).join('\n'));
  return loaded;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, '');
  } catch (error) {
    throw new BrokenData(`${path} can’t be read.`, { cause: error });
  }
}

function readJson(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    // JSON.parse does not say where; the slower parser does.
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    const first = errors[0];
    if (!first) throw error;
    throw new BrokenData(`${file}, line ${lineOf(text, first.offset)}: ${worded(first)}`);
  }
}

/** `CommaExpected`: "comma expected". */
function worded({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();
}

/** `overland.json, line 12 (areas.ashland.defense): must be a number`; the caller names the game. */
function located(fault: DataFault, text: string): string {
  const tree = fault.file.endsWith('.json') ? parseTree(text) : undefined;
  const node = tree && nearest(tree, [...fault.path]);
  const line = node ? `, line ${lineOf(text, node.offset)}` : '';
  const path = fault.path.length > 0 ? ` (${fault.path.join('.')})` : '';
  return `${fault.file}${line}${path}: ${fault.reason}`;
}

/** The node at a path, or its nearest ancestor. */
function nearest(tree: Node, path: (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
