import { Button, Modal, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { CREDENTIAL_MAX } from '#shared/contract/auth.ts'
import { forgotPassword } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Dialogs.module.css'
import { FORGOT_TEXT, SIGN_IN_TEXT } from './text.ts'

/** Asks for a link for a new password (spec 1 §2.3). What it says never tells whether the user exists. */
export function ForgotPasswordDialog({
  opened,
  userName: known,
  onClose,
}: {
  opened: boolean
  /** What is in the sign-in form. */
  userName: string
  onClose: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={FORGOT_TEXT.title}
      centered
      classNames={{ body: styles.body }}
    >
      <Ask known={known} onClose={onClose} />
    </Modal>
  )
}

function Ask({ known, onClose }: { known: string; onClose: () => void }) {
  const { api } = useServices()
  const [userName, setUserName] = useState(known)
  const [step, setStep] = useState<'ask' | 'busy' | 'sent'>('ask')
  const [problem, setProblem] = useState<string | null>(null)

  const change = (typed: string) => {
    setUserName(typed.slice(0, CREDENTIAL_MAX))
    setProblem(typed.length > CREDENTIAL_MAX ? SIGN_IN_TEXT.userNameTooLong : null)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // React lets it rise to the sign-in form, out of which the dialog was opened.
    event.stopPropagation()
    if (step === 'busy') return
    if (userName.trim() === '') return setProblem(SIGN_IN_TEXT.userNameMissing)
    setStep('busy')
    setProblem(null)
    try {
      await api.call(forgotPassword, { userName: userName.trim() }, { quiet: true })
      setStep('sent')
    } catch (error) {
      setStep('ask')
      setProblem(wordsOf(error))
    }
  }

  if (step === 'sent') {
    return (
      <>
        <div role="status" className={styles.sent}>
          <IconMailForward size={28} stroke={1.5} aria-hidden="true" />
          <p>{FORGOT_TEXT.sent}</p>
        </div>
        <FormActions>
          <Button onClick={onClose}>{FORGOT_TEXT.close}</Button>
        </FormActions>
      </>
    )
  }
  return (
    <form onSubmit={send} noValidate className={styles.form}>
      <p className={styles.lead}>{FORGOT_TEXT.lead}</p>
      <TextInput
        data-autofocus
        label={SIGN_IN_TEXT.userName}
        attributes={{ input: { dir: 'auto' } }}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={userName}
        onChange={(event) => change(event.currentTarget.value)}
        aria-invalid={problem !== null}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {FORGOT_TEXT.close}
        </Button>
        <Button type="submit" loading={step === 'busy'}>
          {FORGOT_TEXT.send}
        </Button>
      </FormActions>
    </form>
  )
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return SIGN_IN_TEXT.unreachable
  if (error.failure !== 'refused') return SIGN_IN_TEXT.unreachable
  return error.status === 404 ? FORGOT_TEXT.unavailable : error.message
}
