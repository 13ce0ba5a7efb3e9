import type { Browser, Locator, Page } from 'playwright-core';

export interface View {
  /** CSS pixels; 1280 × 800 by default. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'dark' | 'light';
  readonly touch?: boolean;
}

/** As patient as the tests' `expect.poll`: it ends only what hangs. */
const PATIENCE_MS = 120_000;

/** The sandbox's page, used as a person uses it. Every act waits for what it needs; none of them knows a bot. */
export class Driver {
  readonly page: Page;
  /** What the browser complained of: exceptions, and errors in its console. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Becomes a member, by name. */
  async as(name: string): Promise<void> {
    await this.page.locator('.member', { hasText: name }).click();
    await this.page.locator('.member:has(:checked)', { hasText: name }).waitFor();
  }

  /** Opens a channel of a server, by names; on a narrow screen through the drawer. */
  async enter(server: string, channel: string): Promise<void> {
    await this.#openDrawer();
    const channels = this.page.locator('#channels').getByRole('region', { name: server });
    await channels.getByRole('button', { name: `#${channel}` }).click();
    await this.page.getByRole('heading', { level: 1, name: channel }).waitFor();
  }

  /** Opens the direct messages between the present member and the bot. */
  async enterDirectMessages(): Promise<void> {
    await this.#openDrawer();
    await this.page.locator('#channels').getByRole('button', { name: 'direct messages' }).click();
  }

  /** The messages that are shown; with a text only those that have it. */
  messages(text?: string | RegExp): Locator {
    const all = this.page.locator('.message');
    return text === undefined ? all : all.filter({ hasText: text });
  }

  /** The newest message; with a text the newest that has it, once it is there. */
  async latest(text?: string | RegExp): Promise<Locator> {
    const message = this.messages(text).last();
    await message.waitFor();
    return message;
  }

  /** The newest message with a text, and from then on that one, whatever it says. */
  async kept(text: string | RegExp): Promise<Locator> {
    const id = await (await this.latest(text)).getAttribute('data-message-id');
    return this.page.locator(`[data-message-id="${id}"]`);
  }

  /** Says something as the present member. */
  async say(text: string): Promise<void> {
    await this.line.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Gives a command with the keyboard alone: its name, then text for each option, taking the first suggestion where the
   * option has any.
   */
  async command(name: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.chooseCommand(name);
    for (const [option, text] of Object.entries(options)) await this.fillOption(option, text);
    await this.page.getByRole('button', { name: `Send /${name}` }).press('Enter');
  }

  /** Types a slash and the name, and takes the command from the list. */
  async chooseCommand(name: string): Promise<void> {
    // A press, since that closes a panel which lies over the page.
    await this.line.click();
    await this.line.fill(`/${name}`);
    await this.page
      .getByRole('option', { name: `/${name}` })
      .first()
      .waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('button', { name: `Send /${name}` }).waitFor();
  }

  /** Types an option of the command in the line and its text, and takes what is suggested for it, if anything is. */
  async fillOption(option: string, text: string): Promise<void> {
    const before = (await this.line.inputValue()).replace(new RegExp(`\\s*${option}:$`), '');
    await this.line.fill(`${before.trimEnd()} ${option}:${text}`);
    await this.page.locator('#suggestions[aria-busy="true"]').waitFor({ state: 'detached' });
    if ((await this.listFor()) === option && (await this.suggestions()).length > 0) await this.line.press('Enter');
  }

  /** The line at the bottom, in which messages and commands are typed. */
  get line(): Locator {
    return this.page.locator('#line');
  }

  /** The title of the list above the line: the option that it is for, if any. */
  async listFor(): Promise<string> {
    return (await this.page.locator('#suggestions-title').allTextContents()).join('');
  }

  /** What the list above the line offers now. */
  suggestions(): Promise<string[]> {
    return this.page.locator('.suggestion .suggestion-name').allTextContents();
  }

  /** Presses a button by its label: on the newest message that has it, or on this one. */
  async press(label: string | RegExp, on?: Locator): Promise<void> {
    const buttons = (on ?? this.page.locator('.messages')).getByRole('button', { name: label, exact: true });
    await buttons.last().click();
  }

  /** Presses a button, and resolves with the newest message that was not there before: an older one may make way for it. */
  async pressFor(label: string | RegExp, on?: Locator): Promise<Locator> {
    const known = await this.messages().evaluateAll((all) => all.map((each) => each.getAttribute('data-message-id')));
    await this.press(label, on);
    const others = known.map((id) => `:not([data-message-id="${id}"])`).join('');
    const message = this.page.locator(`.message[data-message-id]${others}`).last();
    await message.waitFor();
    return message;
  }

  /** Chooses from the newest menu with this placeholder or choice; several are confirmed with Done. */
  async choose(menu: string | RegExp, ...labels: readonly string[]): Promise<void> {
    await this.page.locator('.menu-button', { hasText: menu }).last().click();
    const list = this.page.locator('details[open]');
    for (const label of labels) await list.getByRole('button', { name: label }).click();
    const done = list.getByRole('button', { name: 'Done' });
    if (await done.isVisible()) await done.click();
  }

  /** The form that is open, once it is. */
  async form(): Promise<Locator> {
    const form = this.page.locator('dialog.modal[open]');
    await form.waitFor();
    return form;
  }

  /** Fills the open form's fields by their labels and submits it. */
  async fillForm(fields: Readonly<Record<string, string>>): Promise<void> {
    const form = await this.form();
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
    await form.getByRole('button', { name: 'Submit' }).click();
  }

  /** By how many CSS pixels anything reaches beyond the window sideways; 0 is right. */
  overflow(): Promise<number> {
    return this.page.evaluate(`(() => {
      const scrollers = [document.documentElement, ...document.querySelectorAll('.scroller, .channels, .modal, .suggestions')];
      return Math.max(...scrollers.map((each) => each.scrollWidth - each.clientWidth));
    })()`);
  }

  async #openDrawer(): Promise<void> {
    if (!(await this.page.locator('#channels').isVisible())) await this.page.locator('#menu').click();
  }
}

/** Opens the page in a window of its own, with storage of its own, and waits until the sandbox has said hello. */
export async function openPage(browser: Browser, url: string, view: View = {}): Promise<Driver> {
  const { width = 1280, height = 800, theme = 'dark', touch = false } = view;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch });
  context.setDefaultTimeout(PATIENCE_MS);
  const driver = new Driver(await context.newPage());
  await driver.page.goto(url);
  await driver.page.locator('.member').first().waitFor();
  return driver;
}
