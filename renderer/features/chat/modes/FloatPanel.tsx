import '../mantine-styles.ts'
import { ActionIcon } from '@mantine/core'
import { IconArrowsMove, IconMinus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ChatScreen } from '../ChatScreen.tsx'
import styles from './FloatingChat.module.css'
import type { FloatPlace } from './float-place.ts'
import { TEXT } from './text.ts'

/** How far an arrow key moves the panel, in pixels. */
const STEP_PX = 24
const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

/** The chat in a panel that can be moved by its bar, or by the arrow keys, and minimised. */
export function FloatPanel({ place, onMinimise }: { place: FloatPlace; onMinimise: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const isMine = event.currentTarget.contains(target) && !/^(INPUT|TEXTAREA)$/.test(target.tagName)
    if (event.key === 'Escape' && isMine && !event.defaultPrevented) onMinimise()
  }
  const onMoveKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    place.moveBy(...step)
  }
  return (
    <div
      ref={panel}
      className={styles.panel}
      style={{
        right: place.right,
        bottom: place.bottom,
        // Above what else floats over the end of the page.
        marginBottom: `max(0px, calc(var(--fw-reserved-end, 0px) - ${place.bottom}px))`,
      }}
      role="dialog"
      aria-label={TEXT.teamChat}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar} onPointerDown={place.drag}>
        <span className={styles.title}>{TEXT.teamChat}</span>
        <ActionIcon variant="subtle" color="gray" aria-label={TEXT.moveFloat} onKeyDown={onMoveKey}>
          <IconArrowsMove size={17} stroke={1.7} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={TEXT.closeFloat} onClick={onMinimise}>
          <IconMinus size={18} stroke={1.8} />
        </ActionIcon>
      </div>
      <div className={styles.chat}>
        <ChatScreen place="EMBED_FLOAT" />
      </div>
    </div>
  )
}
