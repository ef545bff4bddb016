import { Button, Loader, Modal } from '@mantine/core'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { AgreementDate } from './AgreementDate.tsx'
import type { AgreementState } from './agreement-store.ts'
import styles from './Dialogs.module.css'
import { AGREEMENT_TEXT } from './text.ts'

/** The end-user agreement (UELA) to read and accept (spec 1 §2.3). */
export function AgreementDialog({
  opened,
  state,
  now,
  onRetry,
  onAccept,
  onClose,
}: {
  opened: boolean
  state: AgreementState
  /** In milliseconds since 1970. */
  now: number
  onRetry: () => void
  onAccept: () => void
  onClose: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={state.status === 'READY' ? state.agreement.title : AGREEMENT_TEXT.title}
      size="lg"
      centered
      classNames={{ body: styles.body }}
    >
      <Text state={state} now={now} onRetry={onRetry} />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {AGREEMENT_TEXT.close}
        </Button>
        <Button onClick={onAccept} disabled={state.status !== 'READY'}>
          {AGREEMENT_TEXT.acceptButton}
        </Button>
      </FormActions>
    </Modal>
  )
}

function Text({ state, now, onRetry }: { state: AgreementState; now: number; onRetry: () => void }) {
  if (state.status === 'LOADING') return <Loader size="sm" aria-label="Fetching the agreement" />
  if (state.status !== 'READY') {
    return (
      <div role="alert" className={styles.failed}>
        <p>{AGREEMENT_TEXT.failed}</p>
        {state.status === 'FAILED' ? <p>{state.reason}</p> : null}
        <Button size="xs" variant="default" onClick={onRetry}>
          {AGREEMENT_TEXT.retry}
        </Button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard
    <section className={styles.text} aria-label={state.agreement.title} tabIndex={0}>
      <AgreementDate lastUpdated={state.agreement.lastUpdated} now={now} />
      {state.agreement.sections.map(({ heading, text }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <p>{text}</p>
        </section>
      ))}
    </section>
  )
}
