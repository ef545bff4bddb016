import { Button, Modal } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import styles from './LockedNotice.module.css'
import { LOCKED_DESCRIPTIONS, LOCKED_TEXT } from './locked-text.ts'
import type { DialogProps } from './registry.ts'

/** Says that a module is locked, what it is for, and whom to ask (spec 1 §2.8). */
export function LockedNotice({
  opened,
  onClose,
  params: { name, group },
}: DialogProps<DialogParams['locked']>) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={LOCKED_TEXT.locked(name)}
      centered
      size={440}
      withCloseButton={false}
    >
      <div className={styles.notice}>
        <span className={styles.icon} aria-hidden="true">
          <IconLock size={24} stroke={1.7} />
        </span>
        <div>
          <p className={styles.description}>{LOCKED_DESCRIPTIONS[group]}</p>
          <p className={styles.contact}>{LOCKED_TEXT.contact}</p>
        </div>
      </div>
      <FormActions>
        <Button data-autofocus onClick={onClose}>
          {LOCKED_TEXT.ok}
        </Button>
      </FormActions>
    </Modal>
  )
}
