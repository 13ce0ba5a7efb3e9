/** @import { App } from './app.js' */

import { Composer } from './composer/composer.js';
import { mountTypingAnywhere } from './composer/typing-anywhere.js';
import { ModalDialog } from './dialogs/modal.js';
import { PictureDialog } from './dialogs/picture-dialog.js';
import { byId } from './element.js';
import { Announcer } from './frame/announcer.js';
import { mountBanner, mountTyping } from './frame/banner-and-typing.js';
import { mountBotPresence } from './frame/bot-presence.js';
import { mountChannelHeader } from './frame/channel-header.js';
import { mountChannels } from './frame/channels.js';
import { mountDrawer } from './frame/drawer.js';
import { mountRail } from './frame/server-rail.js';
import { ServerQuestions } from './link/server-questions.js';
import { Socket } from './link/socket.js';
import { MessageList } from './messages/message-list.js';
import { Dismissed } from './model/dismissed.js';
import { Here } from './model/here.js';
import { Unread } from './model/unread.js';
import { World } from './model/world.js';
import { keepTimesFresh } from './text/time.js';
import { mountTrouble } from './trouble/mount.js';

const world = new World();
const here = new Here(world);
const unread = new Unread(world, here);
const socket = new Socket(
  (frame) => {
    interactions.receive(frame);
    world.receive(frame);
  },
  (open) => {
    showLine(open);
    if (!open) interactions.lineLost();
  },
);
const interactions = new ServerQuestions(socket);

/** @type {App} */
const app = {
  world,
  here,
  unread,
  dismissed: new Dismissed(),
  socket,
  interactions,
  pictures: new PictureDialog(),
  modals: new ModalDialog(),
  announcer: new Announcer(byId('announcer')),
  names: {
    get memberId() {
      return here.memberId;
    },
    nameOf: (id) => world.nameOf(id),
    roleOf: (id) => world.role(id),
    channelName: (id) => world.channel(id)?.name,
    openChannel: (id) => here.enter(id),
    typeCommand: (name) => composer.type(name),
  },
};
app.modals.app = app;

// Place and read state must be settled before anything is drawn, so this listener comes first.
world.on('world', () => {
  unread.settle();
  here.settle();
});

const showLine = mountBanner(byId('banner'), app);
mountChannelHeader(byId('head'), app, () => drawer.open(), mountTrouble(byId('trouble'), app));
const drawer = mountDrawer();
mountRail(byId('rail'), app);
mountChannels(byId('channels'), byId('place'), app);
mountBotPresence(byId('foot'), app);
mountTyping(byId('typing'), app);
const messages = new MessageList(byId('message-list'), app);
const composer = new Composer(byId('composer'), app, messages);

byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  composer.focus();
});

mountTypingAnywhere(composer);
keepTimesFresh();
showLine(false);
socket.connect();
