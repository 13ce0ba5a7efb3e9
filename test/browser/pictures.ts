import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { animationOf } from '../../src/host/afterwards/recap/pictures/storyboard.ts';
import { chancesChart } from '../../src/host/afterwards/recap/recap-pictures.ts';
import { renderGif, renderScene } from '../../src/render/index.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { toldCampaign } from '../host/told-campaign.ts';
import { launchChromium } from './chromium.ts';
import { type Driver, openPage, type View } from './driver.ts';

/**
 * `npm run pictures`: plays on the practice page and writes the pictures of README.md and docs/playing.md anew, after what they show has
 * changed. Needs Chromium.
 */
const FOLDER = fileURLToPath(new URL('../../assets/pictures/', import.meta.url));
const CHANNEL = 'council-of-war';
/** A campaign in which Grant's first attack earns a turning movement, and the first of these succeeds. */
const TURNS = 2;

const browser = await launchChromium();
await shown(TURNS, { width: 1100, height: 780 }, async (driver) => {
  await driver.press('Start Overland');
  await driver.press(/^Grant attacks Lee/);
  await driver.press(/^Turn to Spotsylvania/);
  await (await driver.latest('Spotsylvania')).locator('img').last().waitFor();
  await write('channel.png', await settled(driver));
});
await shown(1, { width: 420, height: 900, theme: 'dark', touch: true }, async (driver) => {
  await driver.press('Start Road to Richmond');
  await driver.press('Join the Confederates');
  await driver.choose('Move a unit', 'Garland (8) and Colquitt (5)');
  const question = await driver.latest('Where to?');
  await question.locator('img').waitFor();
  await write('reach.png', await question.screenshot());
});
await shown(1, { width: 390, height: 1000, theme: 'light', touch: true }, async (driver, { sandbox }) => {
  await driver.press('Start Overland');
  await driver.command('council', { mode: 'vote', window: '1h' });
  for (const [member, leader, reason] of [
    ['Ada', 'grant', ''],
    ['Bo', 'grant', 'Lee is stretched thin, and we have the day'],
    ['Dan', 'sigel', 'A point back if he wins'],
  ] as const)
    await sandbox
      .as(member)
      .in(CHANNEL)
      .command('attack', { leader, ...(reason === '' ? {} : { reason }) });
  await driver.as('Cy');
  await driver.latest('3 votes so far');
  await write('ballot.png', await settled(driver));
});
const chart = chancesChart(toldCampaign('campaign 9', { skill: 9 }));
if (chart) await write('recap.png', await renderScene(chart.scene));
await write('opening.gif', await renderGif(animationOf(toldCampaign('campaign 2', { skill: 9, most: 6 })).frames));
await browser.close();
// Timers of clients that have left would keep the process.
process.exit(0);

/** Plays on the page of a new practice Discord, with dice that are the same in every run. */
async function shown(campaign: number, view: View, play: (driver: Driver, product: Product) => Promise<void>) {
  const product = await startProduct({ chance: knownChance(campaign), extraMembers: [{ name: 'Dan' }] });
  const driver = await openPage(browser, product.sandbox.pageUrl, view);
  await play(driver, product);
  await driver.page.context().close();
  await product.close();
}

/** The page once its pictures have come and it has scrolled to the end. */
async function settled(driver: Driver): Promise<Buffer> {
  await driver.page.waitForLoadState('networkidle');
  await driver.page.waitForTimeout(1000);
  return driver.page.screenshot();
}

async function write(name: string, picture: Buffer): Promise<void> {
  await writeFile(`${FOLDER}${name}`, picture);
  console.log(`${name}: ${Math.round(picture.length / 1000)} KB`);
}
