import { Loader } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './MessageViewport.module.css'
import { TEXT } from './text.ts'

/** A page that comes sooner isn't announced, in milliseconds: it would flash while one scrolls. Ours. */
const SAY_AFTER_MS = 150

interface EndPillProps {
  readonly place: 'top' | 'bottom'
  readonly threadKey: ThreadKey
}

/** What is going on at an end: loading, or nothing more; floats, so that no message moves. */
export const EndPill = memo(function EndPill({ place, threadKey }: EndPillProps) {
  const [loading, end] =
    place === 'top' ? (['loadingOlder', 'older'] as const) : (['loadingNewer', 'newer'] as const)
  const isLoading = useChatState(({ conversations }) => conversations[threadKey]?.[loading] ?? false)
  const isEnd = useChatState(({ conversations }) => conversations[threadKey]?.endReached === end)
  return (
    <div className={styles.pillPlace} data-place={place} role="status">
      {isLoading ? (
        <Loading place={place} />
      ) : isEnd ? (
        <span className={styles.pill}>{TEXT.noMore}</span>
      ) : null}
    </div>
  )
})

function Loading({ place }: Pick<EndPillProps, 'place'>) {
  const { timers } = useServices()
  const [isLong, setLong] = useState(false)
  useEffect(() => timers.after(SAY_AFTER_MS, () => setLong(true)), [timers])
  if (!isLong) return null
  return (
    <span className={styles.pill}>
      <Loader size={12} aria-hidden="true" />
      {place === 'top' ? TEXT.loadingOlder : TEXT.loadingNewer}
    </span>
  )
}
