import { UnstyledButton } from '@mantine/core'
import { IconArrowBarToDown, IconArrowBarToUp } from '@tabler/icons-react'
import { TEXT } from '../text.ts'
import styles from './MessageViewport.module.css'

interface ScrollButtonsProps {
  /** The newest message is in sight. */
  readonly atEnd: boolean
  readonly onTop: () => void
  readonly onBottom: () => void
}

/**
 * To either end of the messages (spec 2 §2); beside them, seen while one points at the pane, comes by
 * keyboard, or has scrolled up on a touch screen.
 */
export function ScrollButtons({ atEnd, onTop, onBottom }: ScrollButtonsProps) {
  return (
    <div className={styles.ends} data-at-end={atEnd}>
      <UnstyledButton className={styles.end ?? ''} aria-label={TEXT.toTop} title={TEXT.toTop} onClick={onTop}>
        <IconArrowBarToUp size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      <UnstyledButton
        className={styles.end ?? ''}
        aria-label={TEXT.toBottom}
        title={TEXT.toBottom}
        onClick={onBottom}
      >
        <IconArrowBarToDown size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
    </div>
  )
}
