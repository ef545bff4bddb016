import { createElement, useCallback, useEffect } from 'react'
import { POP_OUT_DELAY_MS } from '#shared/domain/chat.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { openPopOut, WINDOW_BLOCKED } from '../../../services/page/pop-outs.ts'
import { useChat, useChatIfThere, useChatState } from '../chat-context.tsx'

/** The chat's window of its own, at most 1200 by 768 (spec 2 §2). */
export interface ChatPopOut {
  /** Opens it, or brings it to the front; a window that is blocked is told. */
  open(): void
  readonly always: boolean
  setAlways(on: boolean): void
}

export function useChatPopOut(): ChatPopOut {
  const chat = useChat<'setAlwaysPopOut'>()
  const { notices } = useServices()
  const always = useChatState((state) => state.alwaysPopOut)
  const open = useCallback(() => {
    if (!openPopOut(window, 'my-team-chat')) notices.show('warning', WINDOW_BLOCKED)
  }, [notices])
  return { open, always, setAlways: chat.setAlwaysPopOut }
}

/**
 * The chat of the shell, the hub without a screen: with always-popout on, the chat's window opens 2 s
 * after it is mounted, or after the person chose it (spec 2 §4).
 */
export function ChatHub() {
  return useChatIfThere() ? createElement(AlwaysPopOut) : null
}

function AlwaysPopOut() {
  const { timers } = useServices()
  const { open, always } = useChatPopOut()
  const may = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  useEffect(
    () => (always && may ? timers.after(POP_OUT_DELAY_MS, open) : undefined),
    [always, may, timers, open],
  )
  return null
}
