import type { ReactNode } from 'react'
import { ChatContext } from './chat-context.tsx'
import { ChatDialogs } from './dialogs/ChatDialogs.tsx'
import type { ChatStore } from './store/chat-store.ts'

/** The session's chat for everything below it, and its dialogs over whatever screen shows. */
export function ChatProvider({ store, children }: { store: ChatStore; children: ReactNode }) {
  return (
    <ChatContext value={store}>
      {children}
      <ChatDialogs chat={store} />
    </ChatContext>
  )
}
