import { useEffect, useState } from 'react'
import { useInRouterContext, useSearchParams } from 'react-router-dom'
import { MESSAGE_PARAMETER, readPlace } from '#shared/domain/chat-permalink.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { openPlace } from './permalinks.ts'

/** So long a link waits for the hub, in milliseconds: what is read is told through it. Ours. */
const HUB_WAIT_MS = 5000

/** Opens the message that the page's address names, and takes it out of the address. */
export function MessageAddress() {
  return useInRouterContext() ? <FollowAddress /> : null
}

function FollowAddress() {
  const chat = useChat<'openSection' | 'showMessage'>()
  const { timers } = useServices()
  const isLoaded = useChatState((state) => state.threadsLoad.state === 'ready')
  const isConnected = useChatState((state) => state.hub === 'connected')
  const [isLate, setLate] = useState(false)
  const [address, setAddress] = useSearchParams()
  const value = address.get(MESSAGE_PARAMETER)
  useEffect(
    () => (value === null ? undefined : timers.after(HUB_WAIT_MS, () => setLate(true))),
    [value, timers],
  )
  useEffect(() => {
    if (value === null || !isLoaded || !(isConnected || isLate)) return
    setAddress(
      (all) => {
        all.delete(MESSAGE_PARAMETER)
        return all
      },
      { replace: true },
    )
    const place = readPlace(value)
    if (place) void openPlace(chat, place)
  }, [value, isLoaded, isConnected, isLate, chat, setAddress])
  return null
}
