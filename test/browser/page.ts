import type { Browser } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Driver, openPage, type View } from './driver.ts';

/** One browser for every file of a run: they share a process, and it ends with that process. */
let browser: Promise<Browser> | undefined;

/**
 * Opens the page in a window of its own until the end of the test, which fails if the browser complained.
 *
 * @param expected complaints that the test brings about itself
 */
export async function open(url: string, view: View = {}, expected = /^$/): Promise<Driver> {
  browser ??= launchChromium();
  const driver = await openPage(await browser, url, view);
  onTestFinished(async () => {
    await driver.page.context().close();
    expect(driver.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  });
  return driver;
}
