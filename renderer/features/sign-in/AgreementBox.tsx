import { Checkbox } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { AgreementDate } from './AgreementDate.tsx'
import { LinkButton } from './LinkButton.tsx'
import styles from './SignInForm.module.css'
import type { SignInState } from './sign-in-state.ts'
import type { SignInFlow } from './sign-in-store.ts'
import { AGREEMENT_TEXT } from './text.ts'

const AgreementDialog = lazyCode(async () => (await import('./AgreementDialog.tsx')).AgreementDialog)

/** The box that accepts the end-user agreement; its name opens the text, without ticking the box. */
export function AgreementBox({ flow, state }: { flow: SignInFlow; state: SignInState }) {
  const { now } = useServices()
  const known = useStore(flow.agreement.store)
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never')

  return (
    <div className={styles.agreement}>
      <div className={styles.accept}>
        <Checkbox
          label={AGREEMENT_TEXT.accept}
          aria-label={`${AGREEMENT_TEXT.accept} ${AGREEMENT_TEXT.name}`}
          checked={state.agreed}
          onChange={(event) => flow.setAgreed(event.currentTarget.checked)}
        />
        {known.status === 'ABSENT' ? (
          <span>{AGREEMENT_TEXT.name}</span>
        ) : (
          <LinkButton onClick={() => setOpen('open')}>{AGREEMENT_TEXT.name}</LinkButton>
        )}
      </div>
      {known.status === 'READY' ? (
        <AgreementDate lastUpdated={known.agreement.lastUpdated} now={now()} />
      ) : null}
      <p role="status" className={styles.hint}>
        {state.agreementChanged ? AGREEMENT_TEXT.changed : null}
      </p>
      {open === 'never' ? null : (
        <Suspense>
          <AgreementDialog
            opened={open === 'open'}
            state={known}
            now={now()}
            onRetry={() => void flow.agreement.load()}
            onAccept={() => {
              flow.setAgreed(true)
              setOpen('closed')
            }}
            onClose={() => setOpen('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
