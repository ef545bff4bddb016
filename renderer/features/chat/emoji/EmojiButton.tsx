import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { PartFailure } from '../../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { TEXT } from '../text.ts'
import styles from './EmojiButton.module.css'

/** The emoji picker's panel; its code and data are fetched when it is first opened. */
const EmojiPanel = lazyCode(async () => (await import('./EmojiPanel.tsx')).EmojiPanel)

/** Opens the emoji picker; what is picked goes where the caret is. */
export function EmojiButton({ onPick, disabled }: { onPick: (emoji: string) => void; disabled: boolean }) {
  const [open, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  // What is picked takes the focus into the text: only who gives up gets back to where they were.
  const giveUp = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') target.current?.focus()
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top-start"
      trapFocus
      withinPortal
      radius="md"
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size={34}
          radius="md"
          aria-label={TEXT.emoji}
          title={TEXT.emoji}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          <IconMoodSmile size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        className={styles.dropdown ?? ''}
        aria-label={TEXT.emoji}
        onKeyDownCapture={giveUp}
      >
        <PartFailure>
          <Suspense fallback={<Loader className={styles.waiting ?? ''} size="sm" />}>
            <EmojiPanel
              onPick={(emoji) => {
                setOpen(false)
                onPick(emoji)
              }}
            />
          </Suspense>
        </PartFailure>
      </Popover.Dropdown>
    </Popover>
  )
}
