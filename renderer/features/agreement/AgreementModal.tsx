import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { acceptAgreement, type agreementState } from '#shared/contract/tenant.ts'
import { acceptanceTime } from '#shared/domain/agreement.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Agreement.module.css'
import { TEXT } from './text.ts'

interface AgreementModalProps {
  readonly agreement: NonNullable<ResponseOf<typeof agreementState>['asked']>
  readonly onAccepted: () => void
}

/** The agreement to read and accept before work goes on; the work behind it stays as it is. */
export function AgreementModal({ agreement, onAccepted }: AgreementModalProps) {
  const { api, life, now, storage } = useServices()
  const client = useQueryClient()
  const userName = useSession(({ user }) => user?.claims.userName ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const accept = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(acceptAgreement, { id: agreement.id }, { quiet: true })
      const acceptedAt = acceptanceTime(now(), Date.parse(agreement.after))
      storage.set('EULA_ACCEPTED', { userName, acceptedAt })
      onAccepted()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
      // A newer version may have been published meanwhile.
      void client.invalidateQueries({ queryKey: ['agreement-state'] })
    }
  }
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={agreement.title}
      size="lg"
    >
      <div className={styles.body}>
        <p>{agreement.after === agreement.lastUpdated ? TEXT.lead : TEXT.leadAgain}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard */}
        <section className={styles.text} aria-label={agreement.title} tabIndex={0}>
          {agreement.sections.map(({ heading, text }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <p>{text}</p>
            </section>
          ))}
        </section>
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void life.logout()}>
            {TEXT.logOut}
          </Button>
          <Button data-autofocus loading={isBusy} onClick={() => void accept()}>
            {TEXT.accept}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
