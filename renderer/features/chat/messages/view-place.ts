import { useLayoutEffect } from 'react'
import { useChat } from '../chat-context.tsx'
import type { ChatStore } from '../store/chat-store.ts'
import type { ThreadKey } from '../store/state.ts'

/** Where a view stands: at its end, or with a row so many pixels above its upper edge. */
export type ViewPlace = 'end' | { readonly rowKey: string; readonly above: number }

interface ShownView {
  readonly threadKey: ThreadKey
  readonly epoch: number
  /** Null while the view hasn't come to where it begins. */
  readonly place: () => ViewPlace | null
}

/** The view that each chat shows now. */
const shown = new WeakMap<Pick<ChatStore, 'store'>, ShownView>()

/**
 * Where the view stands that a new one takes the place of: a window that gets narrow, or wide, has another
 * layout, with a view of its own. Null where the conversation is opened: then it begins as spec 2 §4 says.
 */
export function replacedPlace(
  chat: Pick<ChatStore, 'store'>,
  threadKey: ThreadKey,
  epoch: number,
): ViewPlace | null {
  const view = shown.get(chat)
  // The former view is in the page as long as the new one is being rendered.
  return view?.threadKey === threadKey && view.epoch === epoch ? view.place() : null
}

/** Notes that this view is shown, until it is taken away. */
export function useShownView({ threadKey, epoch, place }: ShownView): void {
  const chat = useChat<'store'>()
  useLayoutEffect(() => {
    const view = { threadKey, epoch, place }
    shown.set(chat, view)
    return () => {
      if (shown.get(chat) === view) shown.delete(chat)
    }
  }, [chat, threadKey, epoch, place])
}
