import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { useChatState } from '../chat-context.tsx'
import { type ChatMode, type ChatModeName, modeOf } from './modes.ts'

/** Where a screen of the whole chat is put; what shows there depends on the window and the person's wish. */
export type ChatPlace = Extract<
  ChatModeName,
  'EXTERNAL_WINDOW' | 'CONNECT_PLUS' | 'EMBED_FULL' | 'EMBED_FLOAT'
>

const READ_AT_ONCE = { getInitialValueInEffect: false }

/**
 * The mode that a screen of the chat has now: on a phone the full mobile one; where the person wants the
 * chat in a window of its own the hub alone, unless they asked for it here.
 */
export function useModeNow(place: ChatPlace, wantedHere: boolean): ChatMode {
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet}px)`, undefined, READ_AT_ONCE) ?? false
  const always = useChatState((state) => state.alwaysPopOut)
  return useMemo(() => {
    if (phone && place === 'CONNECT_PLUS') return modeOf('FULL_MOBILE')
    // The others keep their rules and show one part at a time.
    if (phone) return { ...modeOf(place), layout: 'single' }
    return modeOf(place === 'CONNECT_PLUS' && always && !wantedHere ? 'HUB_ONLY' : place)
  }, [phone, place, always, wantedHere])
}
