import { UnstyledButton } from '@mantine/core'
import { IconArrowBarToDown, IconArrowBarToUp } from '@tabler/icons-react'
import { TEXT } from '../text.ts'
import styles from './MessageViewport.module.css'

/** To either end of the messages (spec 2 §2); beside them, seen while one points at the pane or comes by keyboard. */
export function ScrollButtons({ onTop, onBottom }: { onTop: () => void; onBottom: () => void }) {
  return (
    <div className={styles.ends}>
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
