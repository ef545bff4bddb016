import './mantine-styles.ts'
import { Modal } from '@mantine/core'
import styles from './Areas.module.css'
import { Areas } from './Areas.tsx'
import { TEXT } from './text.ts'

/** Admin › Manage areas: the same tree in a dialog (spec 5 §4.3). */
export function AreasDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXT.title} size={1120} closeOnClickOutside={false}>
      <div className={styles.dialog}>{opened ? <Areas /> : null}</div>
    </Modal>
  )
}
