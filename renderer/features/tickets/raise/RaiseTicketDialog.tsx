import '../mantine-styles.ts'
import { Modal } from '@mantine/core'
import { RAISE_TEXT } from '../text.ts'
import styles from './Raise.module.css'
import { RaiseForm } from './RaiseForm.tsx'

/** Raising a ticket, question by question (spec 3 §1). */
export function RaiseTicketDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={RAISE_TEXT.title}
      size={620}
      centered
      zIndex={215}
      classNames={{ title: styles.title }}
    >
      {opened ? <RaiseForm onClose={onClose} /> : null}
    </Modal>
  )
}
