import type { RefObject } from 'react'
import { PasswordField } from './PasswordField.tsx'
import type { SignInState } from './sign-in-state.ts'
import type { SignInFlow } from './sign-in-store.ts'
import { SIGN_IN_TEXT } from './text.ts'

/** NEW_PASSWORD: a password of one's own instead of a temporary one (spec 5 §3.2). */
export function NewPasswordStage({
  flow,
  state,
  field,
}: {
  flow: SignInFlow
  state: SignInState
  field: RefObject<HTMLInputElement | null>
}) {
  const { newPassword, repeated, busy, problem } = state
  const common = { autoComplete: 'new-password', readOnly: busy, 'aria-invalid': problem !== null }
  return (
    <>
      <PasswordField
        {...common}
        ref={field}
        label={SIGN_IN_TEXT.newPassword}
        description={SIGN_IN_TEXT.newPasswordRule}
        name="new-password"
        value={newPassword}
        onChange={(event) => flow.setNewPassword(event.currentTarget.value, repeated)}
      />
      <PasswordField
        {...common}
        label={SIGN_IN_TEXT.repeatPassword}
        name="new-password-again"
        value={repeated}
        onChange={(event) => flow.setNewPassword(newPassword, event.currentTarget.value)}
      />
    </>
  )
}
