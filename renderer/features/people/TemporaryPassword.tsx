import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { FormActions } from '../../ui/form/FormActions.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'

interface TemporaryPasswordProps {
  /** Whose it is, and what it is; null where none is told. */
  readonly told: { readonly name: string; readonly password: string } | null
  readonly onClose: () => void
}

/** A temporary password, told once (spec 5 §3.2). It goes with the dialog. */
export function TemporaryPassword({ told, onClose }: TemporaryPasswordProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (told === null) return
    await navigator.clipboard.writeText(told.password)
    setCopied(true)
  }
  return (
    <Modal
      opened={told !== null}
      onClose={onClose}
      title={TEXT.temporaryTitle(told?.name ?? '')}
      centered
      closeOnClickOutside={false}
    >
      <div className={styles.told}>
        <p>{TEXT.temporaryLead}</p>
        <output className={styles.secret}>{told?.password}</output>
        <FormActions>
          <Button variant="default" onClick={() => void copy()}>
            {copied ? TEXT.copied : TEXT.copy}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {TEXT.noted}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
