import type { Dialogs } from '../notices/dialogs.ts'

/** Where the chat has a page of its own. */
export const CHAT_PATH = '/connect-plus/chat'

type Start = (userID: number) => Promise<boolean>

/** The way from anywhere to a conversation with somebody. */
export interface Conversations {
  /** Opens the conversation with a person: on the chat's page where that shows, else in the panel. */
  open(userID: number, pathname: string): Promise<void>
  /** Brings the chat before the person's eyes: nothing to do on its own page, else the panel. */
  show(pathname: string): void
  /** What opens conversations from now on, answering whether it could; returns what ends that. */
  bind(start: Start): () => void
}

export function createConversations({ dialogs }: { readonly dialogs: Dialogs }): Conversations {
  let start: Start | null = null
  const show = (pathname: string) => {
    if (pathname !== CHAT_PATH) dialogs.open('connect')
  }
  return {
    async open(userID, pathname) {
      // Where it fails, the chat has told the person.
      if (await start?.(userID)) show(pathname)
    },
    show,
    bind(next) {
      start = next
      return () => {
        if (start === next) start = null
      }
    },
  }
}
