// Sends a picture as a message, re-encoded at a small size and without metadata.
import type { ChatMessage } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatPolicy, openChat } from './chat.policy.ts';
import { presentMessage } from './chat.presenter.ts';
import { imageKey, scheduleImageRemoval, UPLOAD_ENDS_MS } from './chat-image-files.ts';
import { writeMessage } from './write-message.ts';

/** Longest edge in pixels: large enough to read a house number in a photo. */
const MAX_EDGE = 1600;

/** Throws `chat_not_found`, `chat_closed`, `image_unreadable` and `image_too_large`; no message is written then. */
export function createSendImage(deps: ChatDeps) {
  const { withTx, clock, ids, settings, images, storage } = deps;
  return async function sendImage(actor: Actor, booking: string, bytes: Buffer): Promise<ChatMessage> {
    // Checked before the picture is processed, and again when the message is written.
    await openChat(deps, actor, booking, chatPolicy.sendMessageImage);
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const image = { booking, id: ids.next() };
    // The clean-up job is added before the upload, so that a file without a message is deleted too.
    await withTx((tx) => scheduleImageRemoval(tx, image, clock.now() + UPLOAD_ENDS_MS), { prepares: true });
    await storage.put(imageKey(image), file);
    const chat = await openChat(deps, actor, booking, chatPolicy.sendMessageImage);
    const { timezone } = await settings.get();
    const row = await withTx((tx) =>
      writeMessage(deps, tx, chat, {
        id: image.id,
        type: 'image',
        message: '',
        sender: actor.uid,
        at: clock.now(),
      }),
    );
    return presentMessage(row, timezone);
  };
}
