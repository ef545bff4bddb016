import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import styles from './MessageViewport.module.css'
import { TEXT } from './text.ts'

interface ScrollButtonsProps {
  readonly onTop: () => void
  readonly onBottom: () => void
}

/**
 * To either end of the messages (spec 2 §2): below them while the newest is out of sight, else over them,
 * seen while one points at them or comes by keyboard.
 */
export const ScrollButtons = memo(function ScrollButtons({ onTop, onBottom }: ScrollButtonsProps) {
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
})

interface LatestButtonProps {
  /** Messages have come that nobody has seen. */
  readonly isNews: boolean
  readonly onPress: () => void
}

/** To the newest message, while it is out of sight (spec 2 §4). */
export const LatestButton = memo(function LatestButton({ isNews, onPress }: LatestButtonProps) {
  return (
    <Button
      className={styles.latest ?? ''}
      size="xs"
      radius="xl"
      variant={isNews ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={15} stroke={2} />}
      onClick={onPress}
    >
      {isNews ? TEXT.newBelow : TEXT.goToLatest}
    </Button>
  )
})

interface UnreadButtonProps {
  readonly messageID: number
  readonly onJump: (messageID: number) => void
}

/** Back to the first message that was unread, while it is out of sight above. */
export const UnreadButton = memo(function UnreadButton({ messageID, onJump }: UnreadButtonProps) {
  return (
    <Button
      className={styles.unread ?? ''}
      size="xs"
      radius="xl"
      variant="default"
      leftSection={<IconArrowUp size={15} stroke={2} />}
      onClick={() => onJump(messageID)}
    >
      {TEXT.toUnread}
    </Button>
  )
})
