import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import { ChatContext, type ChatInContext, chatFailed, chatThere } from './chat-context.tsx'
import type { ChatStore } from './store/chat-store.ts'

/** Exported for who wants them drawn from the first moment on. */
export const ChatDialogs = lazyCode(async () => (await import('./dialogs/ChatDialogs.tsx')).ChatDialogs)

interface Props {
  /** The promise of one while its code is being fetched: what needs it waits. */
  readonly store: ChatStore | Promise<ChatStore>
  readonly children: ReactNode
}

/** The session's chat for everything below it, and its dialogs over whatever screen shows. */
export function ChatProvider({ store, children }: Props) {
  const [found, setFound] = useState<ChatInContext>(() =>
    store instanceof Promise ? { promise: store, chat: null } : chatThere(store),
  )
  useEffect(() => {
    if (!(store instanceof Promise)) return
    store.then(
      (chat) => setFound(chatThere(chat)),
      (error: unknown) => setFound(chatFailed(error)),
    )
  }, [store])
  return (
    <ChatContext value={found}>
      {children}
      {found.chat ? (
        <Suspense>
          <ChatDialogs chat={found.chat} />
        </Suspense>
      ) : null}
    </ChatContext>
  )
}
