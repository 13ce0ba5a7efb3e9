import { expect, test } from 'vitest';
import { type LockFile, missingPackages } from '../../src/setup/packages.mjs';

const wanted: LockFile = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/ws': { version: '8.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/ws/node_modules/ms': { version: '2.0.0' },
    'node_modules/@esbuild/linux-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/@esbuild/darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@x/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/fsevents': { version: '1.0.0', optional: true, os: ['darwin'] },
    'node_modules/own': { link: true },
  },
};
const onLinux = { platform: 'linux', arch: 'x64' };
const everywhere = () => true;
const whole: LockFile = {
  packages: {
    'node_modules/ws': { version: '8.0.0' },
    'node_modules/vitest': { version: '4.0.0' },
    'node_modules/ws/node_modules/ms': { version: '2.0.0' },
    'node_modules/@esbuild/linux-x64': { version: '1.0.0' },
  },
};

function without(place: string): LockFile {
  const packages = { ...whole.packages };
  delete packages[place];
  return { packages };
}

test('a whole installation misses nothing', () => {
  expect(missingPackages(wanted, whole, everywhere, onLinux, true)).toEqual([]);
});

test('with no record of an installation everything this machine needs is missing', () => {
  expect(missingPackages(wanted, {}, everywhere, onLinux, true)).toEqual(Object.keys(whole.packages ?? {}));
});

test('an older version counts as missing', () => {
  const older: LockFile = { packages: { ...whole.packages, 'node_modules/ws': { version: '7.9.9' } } };
  expect(missingPackages(wanted, older, everywhere, onLinux, true)).toEqual(['node_modules/ws']);
});

test('a folder deleted by hand counts as missing', () => {
  const onDisk = (place: string) => place !== 'node_modules/ws/node_modules/ms';
  expect(missingPackages(wanted, whole, onDisk, onLinux, true)).toEqual(['node_modules/ws/node_modules/ms']);
});

test('packages for development count only when asked for', () => {
  const lean = without('node_modules/vitest');
  expect(missingPackages(wanted, lean, everywhere, onLinux, false)).toEqual([]);
  expect(missingPackages(wanted, lean, everywhere, onLinux, true)).toEqual(['node_modules/vitest']);
});

test('a folder carried over from another system lacks the binaries of this one', () => {
  const onMac = { platform: 'darwin', arch: 'arm64' };
  expect(missingPackages(wanted, whole, everywhere, onMac, true)).toEqual(['node_modules/@esbuild/darwin-arm64']);
});

test('a system that a package excludes does not need it', () => {
  const lock: LockFile = {
    packages: { 'node_modules/a': { version: '1', optional: true, os: ['!win32'], cpu: ['x64'] } },
  };
  const at = (platform: string) => missingPackages(lock, {}, everywhere, { platform, arch: 'x64' }, true);
  expect(at('win32')).toEqual([]);
  expect(at('linux')).toEqual(['node_modules/a']);
});
