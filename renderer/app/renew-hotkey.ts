import type { Services } from '../services/services.ts'
import type { UpdateFlow } from '../services/update-flow.ts'

export const RENEW_TEXT = {
  renewed: 'Your session is renewed.',
  failed: 'Your session could not be renewed. You can go on; please try again later.',
} as const

/** Ctrl+Q renews the token and looks for an update (spec 1 §9); returns what ends that. */
export function bindRenewHotkey(
  page: EventTarget,
  { renewal, notices }: Pick<Services, 'renewal' | 'notices'>,
  update: Pick<UpdateFlow, 'check'>,
): () => void {
  const pressed = async () => {
    void update.check()
    const result = await renewal.renew()
    if (result === 'renewed') notices.show('success', RENEW_TEXT.renewed)
    if (result === 'failed') notices.show('error', RENEW_TEXT.failed)
  }
  const heard = (event: Event) => {
    const { ctrlKey, altKey, metaKey, shiftKey, key, repeat } = event as KeyboardEvent
    if (!ctrlKey || altKey || metaKey || shiftKey || key.toLowerCase() !== 'q') return
    event.preventDefault()
    if (!repeat) void pressed()
  }
  page.addEventListener('keydown', heard)
  return () => page.removeEventListener('keydown', heard)
}
