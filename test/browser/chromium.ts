import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium on this machine: what CHROMIUM_PATH says, or else one of the usual places.
 * @throws with a sentence on what to do where there is none.
 */
export function findChromium(
  named = process.env.CHROMIUM_PATH,
  exists: (path: string) => boolean = existsSync,
): string {
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new Error(`CHROMIUM_PATH says ${named}, but there is no such file.`);
  }
  const found = USUAL_PLACES.find((path) => exists(path));
  if (found !== undefined) return found;
  throw new Error(
    'The browser test needs Chromium or Chrome and found neither. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to it.',
  );
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
}
