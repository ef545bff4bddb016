import { lazyCode } from '../../../ui/fetch-code.ts'

/** The emoji picker's panel; its code and data are fetched when it is first opened. */
export const EmojiPanel = lazyCode(async () => (await import('./EmojiPanel.tsx')).EmojiPanel)
