import type { MessagePlace } from '#shared/domain/chat-permalink.ts'
import { serverOrigin } from '../../../services/desktop/desktop.ts'
import type { ChatStore } from '../store/chat-store.ts'
import { keyOf } from '../store/state.ts'

/** Where links to messages lead: the server, which in the desktop client isn't where the page is from. */
export const linkOrigin = (page: Window): string => serverOrigin(page) || page.location.origin

/** Opens a message in its context. False where it can't be had; the person is told. */
export function openPlace(
  chat: Pick<ChatStore, 'openSection' | 'showMessage'>,
  place: MessagePlace,
): Promise<boolean> {
  chat.openSection('Chats')
  return chat.showMessage(keyOf(place), place.messageID)
}
