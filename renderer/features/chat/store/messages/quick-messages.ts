import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import type { ChatCore } from '../core.ts'
import type { Live } from '../live.ts'
import { keyOf } from '../state.ts'

/**
 * Quick messages are in their conversation like any other, and are shown at once wherever the person
 * is (spec 2 §7): above the page, unless the conversation is before their eyes. Returns what ends that.
 */
export function followQuickMessages(core: ChatCore, received: Live['received']): () => void {
  const { hub, store, services } = core
  return hub.on('newQuickMessage', (placed) => {
    const key = keyOf(placed)
    received(key, placed.message)
    if (core.isWatched() && store.getState().selected === key) return
    const { userName } = placed.message
    const text = cut(listPreview(placed.message), NOTIFICATION_PREVIEW_LENGTH)
    services.notices.show('info', `${userName}: ${text}`)
  })
}
