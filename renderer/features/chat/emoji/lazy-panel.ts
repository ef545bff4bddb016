import { lazy } from 'react'

/** The emoji picker's panel; its code and data are fetched when it is first opened. */
export const EmojiPanel = lazy(async () => ({ default: (await import('./EmojiPanel.tsx')).EmojiPanel }))
