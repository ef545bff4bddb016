import { previewMessage } from '#shared/contract/chat-files.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'

/** How many small images are kept: rows come and go as one scrolls. Each is 700 KB of text at most. */
const KEPT_MAX = 60

export interface SmallImages {
  /** A message's image as it is drawn in the conversation, a data address; '' where there is none. */
  smallImage(key: ThreadKey, messageID: number): Promise<string>
}

export function createSmallImages(core: ChatCore): SmallImages {
  const kept = new Map<number, Promise<string>>()
  const load = async (key: ThreadKey, id: number) => {
    const thread = threadOf(core.store.getState(), key)
    if (!thread) return ''
    const { source, sourceID } = thread
    const address = await core.services.api.call(previewMessage, { id, source, sourceID }, { quiet: true })
    return address.startsWith('data:image/') ? address : ''
  }
  return {
    smallImage(key, messageID) {
      const known = kept.get(messageID)
      // The one that was wanted last goes last.
      kept.delete(messageID)
      const image =
        known ??
        load(key, messageID).catch(() => {
          kept.delete(messageID)
          return ''
        })
      kept.set(messageID, image)
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break
        kept.delete(oldest)
      }
      return image
    },
  }
}
