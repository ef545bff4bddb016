import { CloseButton, Popover } from '@mantine/core'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { CardContent } from './CardContent.tsx'
import styles from './HoverCard.module.css'
import type { CardMode } from './PersonName.tsx'
import { HOVER_CARD_TEXT } from './text.ts'

interface HoverCardProps {
  readonly userID: number
  readonly name: string
  readonly mode: CardMode
  readonly label: string
  readonly onClose: () => void
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

/** The card about somebody, hung from their name (spec 3 §2). */
export function HoverCard({ userID, name, mode, label, onClose, ...pointer }: HoverCardProps) {
  useFocusBack(mode === 'pressed')
  return (
    <Popover
      opened
      onChange={(opened) => opened || onClose()}
      position="bottom-start"
      shadow="md"
      offset={8}
      width={300}
      withinPortal
      // Its own would name it by what it hangs from.
      withRoles={false}
      trapFocus={mode === 'pressed'}
    >
      <Popover.Target>
        <span className={styles.target} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.card ?? ''}
        role="dialog"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        {...pointer}
      >
        <CloseButton
          className={styles.close ?? ''}
          size="sm"
          aria-label={HOVER_CARD_TEXT.close}
          onClick={onClose}
        />
        <CardContent userID={userID} name={name} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
