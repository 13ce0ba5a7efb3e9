// @ts-check
/** @typedef {import('./addons.mjs').Addon['name']} AddonName */

/**
 * One way of installing system packages: the packages behind any build, and those canvas needs besides.
 * @typedef {object} Installer
 * @property {string} system
 * @property {string} command
 * @property {string[]} build
 * @property {string[]} canvas
 */

/** @type {Record<'apt' | 'dnf' | 'apk' | 'brew', Installer>} */
const installers = {
  apt: {
    system: 'Debian, Ubuntu',
    command: 'sudo apt-get update && sudo apt-get install -y',
    build: ['build-essential', 'python3'],
    canvas: ['pkg-config', 'libcairo2-dev', 'libpango1.0-dev', 'libjpeg-dev', 'libgif-dev', 'librsvg2-dev'],
  },
  dnf: {
    system: 'Fedora, RHEL',
    command: 'sudo dnf install -y',
    build: ['gcc-c++', 'make', 'python3'],
    canvas: [
      'pkgconf-pkg-config',
      'cairo-devel',
      'pango-devel',
      'libjpeg-turbo-devel',
      'giflib-devel',
      'librsvg2-devel',
    ],
  },
  apk: {
    system: 'Alpine',
    command: 'apk add',
    build: ['build-base', 'python3'],
    canvas: ['pkgconf', 'cairo-dev', 'pango-dev', 'jpeg-dev', 'giflib-dev', 'librsvg-dev'],
  },
  brew: {
    system: 'macOS',
    command: 'xcode-select --install; brew install',
    build: ['python'],
    canvas: ['pkg-config', 'cairo', 'pango', 'libpng', 'jpeg', 'giflib', 'librsvg', 'pixman'],
  },
};

/**
 * The Debian packages these addons are built with.
 * @param {readonly AddonName[]} names
 */
export function aptPackages(names) {
  return packagesOf(installers.apt, names);
}

/**
 * @param {Installer} installer
 * @param {readonly AddonName[]} names
 */
function packagesOf(installer, names) {
  return [...installer.build, ...(names.includes('canvas') ? installer.canvas : [])];
}

/**
 * The lines that install what these addons are built with, one a system.
 * @param {readonly AddonName[]} names
 */
export function installLines(names) {
  return Object.values(installers).map((installer) => ({
    system: installer.system,
    line: [installer.command, ...packagesOf(installer, names)].join(' '),
  }));
}

/**
 * What to tell someone whose machine can neither fetch these addons prebuilt nor build them.
 * @param {object} failure
 * @param {readonly AddonName[]} failure.names the addons that could not be made to work
 * @param {readonly string[]} failure.missing what is not on this machine, in words; may be empty
 * @param {string[]} failure.errors the telling lines of the log
 * @param {string} failure.log where the whole log is
 * @param {string} failure.platform as process.platform
 */
export function buildAdvice({ names, missing, errors, log, platform }) {
  const subject = `${names.join(' and ')} could neither be fetched ready-made nor be built here`;
  const where = `The full log is in ${log}.`;
  if (platform === 'win32') {
    return [
      `${subject}.`,
      'On Windows they come ready-made only: see to it that github.com can be reached (a proxy is taken from',
      'HTTPS_PROXY) and run the same command again, or run this inside WSL, where they can be built.',
      where,
    ].join('\n');
  }
  if (missing.length === 0) {
    return [`${subject}, although nothing it needs is plainly missing:`, ...indented(errors), where].join('\n');
  }
  const lines = installLines(names).map(({ system, line }) => `  ${`${system}:`.padEnd(16)} ${line}`);
  return [
    `${subject}. Missing on this machine: ${missing.join('; ')}.`,
    'Install them with the line for your system, then run the same command again:',
    '',
    ...lines,
    '',
    where,
  ].join('\n');
}

/** @param {string[]} lines */
export function indented(lines) {
  return lines.map((line) => `  ${line}`);
}

/**
 * The last few lines of a log that say what went wrong.
 * @param {string} log
 * @param {number} [most]
 */
export function tellingLines(log, most = 6) {
  const lines = log.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /\berror\b|\bERR!|not found|No such file|No package/i.test(line));
  const chosen = telling.filter((line) => !/A complete log of this run|npm error\s*$/.test(line));
  return (chosen.length > 0 ? chosen : lines.filter((line) => line !== '')).slice(-most);
}
