/**
 * Discord's limits in characters or items; everything that a game or the host writes has to fit
 * (https://docs.discord.com/developers/resources/message, https://docs.discord.com/developers/components/reference).
 */

/** The text of a message. */
export const LONGEST_TEXT = 2000;
/** The description of a picture. */
export const LONGEST_ALT = 1024;
/** The label of a button. */
export const LONGEST_LABEL = 80;
/** A choice of a menu, its hint, a completion, the description of a command, the name of a thread. */
export const LONGEST_CHOICE = 100;
/** The choices of a menu, and completions. */
export const MOST_CHOICES = 25;
/** The rows of a message, that of a menu among them. */
export const MOST_ROWS = 5;
/** The buttons of a row. */
export const MOST_IN_ROW = 5;
