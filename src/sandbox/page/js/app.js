/** @import { Dismissed } from './model/dismissed.js' */
/** @import { Here } from './model/here.js' */
/** @import { Unread } from './model/unread.js' */
/** @import { World } from './model/world.js' */
/** @import { ServerQuestions } from './link/server-questions.js' */
/** @import { Socket } from './link/socket.js' */
/** @import { PictureDialog } from './dialogs/picture-dialog.js' */
/** @import { ModalDialog } from './dialogs/modal.js' */
/** @import { Announcer } from './frame/announcer.js' */
/** @import { Names } from './text/render.js' */

/**
 * The objects that all parts of the page share. Made once, in main.js.
 *
 * @typedef {{
 *   world: World,
 *   here: Here,
 *   unread: Unread,
 *   dismissed: Dismissed,
 *   socket: Socket,
 *   interactions: ServerQuestions,
 *   pictures: PictureDialog,
 *   modals: ModalDialog,
 *   announcer: Announcer,
 *   names: Names,
 * }} App
 */

export {};
