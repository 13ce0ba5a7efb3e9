// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * One entry of a lock file's `packages`.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */
/** @typedef {{ packages?: Record<string, LockedPackage> }} LockFile */
/** @typedef {{ platform: string, arch: string }} Machine */

/**
 * Does a lock entry's `os` or `cpu` list admit this machine? An absent list admits all; `!x` excludes x.
 * @param {string[] | undefined} list
 * @param {string} own
 */
function admits(list, own) {
  if (list === undefined) return true;
  if (list.includes(`!${own}`)) return false;
  const named = list.filter((entry) => !entry.startsWith('!'));
  return named.length === 0 || named.includes(own);
}

/**
 * Must this package be on disk? An optional one must when it is made for exactly this system and processor (the
 * TypeScript compiler, for one); one that also names a C library is left to npm's judgement.
 * @param {LockedPackage} entry
 * @param {Machine} machine
 * @param {boolean} needsDev
 */
function isRequired(entry, machine, needsDev) {
  if (entry.link) return false;
  if (!needsDev && (entry.dev || entry.devOptional)) return false;
  if (!entry.optional && !entry.devOptional) return true;
  if (entry.os === undefined || entry.cpu === undefined || entry.libc !== undefined) return false;
  return admits(entry.os, machine.platform) && admits(entry.cpu, machine.arch);
}

/**
 * The places (`node_modules/x`) where what is installed falls short of the lock file.
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile} installed npm's own record, node_modules/.package-lock.json, written when an install completes
 * @param {(place: string) => boolean} isOnDisk
 * @param {Machine} machine
 * @param {boolean} needsDev whether packages used only in development count
 */
export function missingPackages(wanted, installed, isOnDisk, machine, needsDev) {
  const have = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {})
    .filter(([place, entry]) => place !== '' && isRequired(entry, machine, needsDev))
    .filter(([place, entry]) => have[place]?.version !== entry.version || !isOnDisk(place))
    .map(([place]) => place);
}

/**
 * @param {string} root the folder of package.json
 * @param {boolean} needsDev
 */
export function missingPackagesIn(root, needsDev) {
  const wanted = /** @type {LockFile} */ (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const installed = readIfWhole(path.join(root, 'node_modules', '.package-lock.json'));
  const isOnDisk = (/** @type {string} */ place) => existsSync(path.join(root, place, 'package.json'));
  return missingPackages(wanted, installed, isOnDisk, process, needsDev);
}

/**
 * npm's record, or an empty one when there is none or an install was cut off while writing it.
 * @param {string} file
 * @returns {LockFile}
 */
function readIfWhole(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
