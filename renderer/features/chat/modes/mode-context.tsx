import { createContext, useContext } from 'react'
import { type ChatMode, modeOf } from './modes.ts'

const ChatModeContext = createContext<ChatMode>(modeOf('CONNECT_PLUS'))

/** The mode of everything below it. */
export const ChatModeProvider = ChatModeContext.Provider

/** The mode that this part of the chat renders in; the full screen's where nothing says. */
export function useChatMode(): ChatMode {
  return useContext(ChatModeContext)
}
