import './mantine-styles.ts'
import { Modal } from '@mantine/core'
import { Compose } from './Compose.tsx'
import styles from './DangerousEmail.module.css'
import { Mailings } from './Mailings.tsx'
import { TEXT } from './text.ts'

/** Admin › Dangerous e-mail sender: a letter to many, step by step (spec 5 §5.9). */
export function DangerousEmailDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXT.title} size={760} closeOnClickOutside={false}>
      {opened ? (
        <div className={styles.form}>
          <Compose />
          <Mailings />
        </div>
      ) : null}
    </Modal>
  )
}
