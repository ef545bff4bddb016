import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { type LegalText, publishLegal } from '#shared/contract/tenant.ts'
import { LEGAL_KINDS } from '#shared/domain/legal.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'

interface PublishDialogProps {
  /** Null while nobody publishes. */
  readonly draft: LegalText | null
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Asks before a draft holds for everybody. */
export function PublishDialog({ draft, onClose, onDone }: PublishDialogProps) {
  const { api, notices } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const publish = async ({ id, version }: LegalText) => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(publishLegal, { id, version }, { quiet: true })
      notices.show('success', TEXT.didPublish)
      await onDone()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal
      opened={draft !== null}
      onClose={onClose}
      title={draft ? TEXT.publishTitle(LEGAL_KINDS[draft.kind]) : ''}
      size={480}
    >
      {draft ? (
        <div className={styles.form}>
          <p>{draft.kind === 'AGREEMENT' ? TEXT.publishAgreement : TEXT.publishOther}</p>
          <Problem>{problem}</Problem>
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {TEXT.cancel}
            </Button>
            <Button data-autofocus loading={isBusy} onClick={() => void publish(draft)}>
              {TEXT.doPublish}
            </Button>
          </FormActions>
        </div>
      ) : null}
    </Modal>
  )
}
