import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import { ChatContext, type ChatInContext } from './chat-context.tsx'
import type { ChatStore } from './store/chat-store.ts'

const ChatDialogs = lazyCode(async () => (await import('./dialogs/ChatDialogs.tsx')).ChatDialogs)

interface Props {
  /** The promise of one while its code is being fetched: what needs it waits. */
  readonly store: ChatStore | Promise<ChatStore>
  readonly children: ReactNode
}

/** The session's chat for everything below it, and its dialogs over whatever screen shows. */
export function ChatProvider({ store, children }: Props) {
  const [found, setFound] = useState<ChatInContext>(() =>
    store instanceof Promise ? { state: 'coming', promise: store } : { state: 'there', chat: store },
  )
  useEffect(() => {
    if (!(store instanceof Promise)) return
    store.then(
      (chat) => setFound({ state: 'there', chat }),
      (error: unknown) => setFound({ state: 'failed', error }),
    )
  }, [store])
  return (
    <ChatContext value={found}>
      {children}
      {found.state === 'there' ? (
        <Suspense>
          <ChatDialogs chat={found.chat} />
        </Suspense>
      ) : null}
    </ChatContext>
  )
}
