import { useEffect, useRef } from 'react'
import { NEW_PASSWORD_TEXT } from './new-password.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from './SignInForm.module.css'
import type { SignInState } from './sign-in-state.ts'
import type { SignInFlow } from './sign-in-store.ts'

/** NEW_PASSWORD: a password of one's own instead of a temporary one (spec 5 §3.2). */
export function NewPasswordStage({ flow, state }: { flow: SignInFlow; state: SignInState }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { newPassword, repeated, busy, problem } = state
  const common = { autoComplete: 'new-password', readOnly: busy, 'aria-invalid': problem !== null }
  return (
    <>
      <p className={styles.lead}>{NEW_PASSWORD_TEXT.lead}</p>
      <PasswordField
        {...common}
        ref={field}
        label={NEW_PASSWORD_TEXT.newPassword}
        description={NEW_PASSWORD_TEXT.newPasswordRule}
        name="new-password"
        value={newPassword}
        onChange={(event) => flow.setNewPassword(event.currentTarget.value, repeated)}
      />
      <PasswordField
        {...common}
        label={NEW_PASSWORD_TEXT.repeatPassword}
        name="new-password-again"
        value={repeated}
        onChange={(event) => flow.setNewPassword(newPassword, event.currentTarget.value)}
      />
    </>
  )
}
