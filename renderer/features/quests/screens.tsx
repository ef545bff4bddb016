import { Modal } from '@mantine/core'
import styles from './Quests.module.css'
import { Quests } from './Quests.tsx'
import { TEXT } from './text.ts'

/** Supervisor › Gamification quests. */
export function QuestsScreen() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <Quests />
    </section>
  )
}

interface QuestsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The same as a dialog. */
export function QuestsDialog({ opened, onClose }: QuestsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXT.title} size={760}>
      <div className={styles.form}>
        <Quests />
      </div>
    </Modal>
  )
}
