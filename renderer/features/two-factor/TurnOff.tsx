import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CREDENTIAL_MAX } from '#shared/contract/auth.ts'
import { disableTwoFactor } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './TwoFactor.module.css'
import { TWO_FACTOR_TEXT } from './text.ts'
import { wordsOf } from './words-of.ts'

/** Turns two-factor sign-in off, for whoever knows the password. */
export function TurnOff({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { api } = useServices()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const turnOff = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password.trim() === '') return setProblem(TWO_FACTOR_TEXT.passwordMissing)
    setBusy(true)
    setProblem(null)
    try {
      await api.call(disableTwoFactor, { password: password.slice(0, CREDENTIAL_MAX) }, { quiet: true })
      onDone()
    } catch (error) {
      setBusy(false)
      setProblem(wordsOf(error))
    }
  }

  return (
    <form className={styles.stack} onSubmit={turnOff} noValidate>
      <p className={styles.lead}>{TWO_FACTOR_TEXT.offLead}</p>
      <PasswordInput
        data-autofocus
        label={TWO_FACTOR_TEXT.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': TWO_FACTOR_TEXT.showPassword, tabIndex: 0 }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        aria-invalid={problem !== null}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TWO_FACTOR_TEXT.cancel}
        </Button>
        <Button type="submit" color="red" loading={busy}>
          {TWO_FACTOR_TEXT.turnOff}
        </Button>
      </FormActions>
    </form>
  )
}
