import { lazy } from 'react'

/** The chat's screen. Its code is fetched when it is first shown; the session's chat is there before. */
export const ChatScreen = lazy(async () => ({ default: (await import('./ChatScreen.tsx')).ChatScreen }))
