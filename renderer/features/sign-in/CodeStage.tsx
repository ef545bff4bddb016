import { TextInput } from '@mantine/core'
import type { ClipboardEvent, RefObject } from 'react'
import { codeMeant, isOneTimeCode } from '#shared/domain/sign-in.ts'
import { LinkButton } from './LinkButton.tsx'
import styles from './SignInForm.module.css'
import type { SignInState } from './sign-in-state.ts'
import type { SignInFlow } from './sign-in-store.ts'
import { SIGN_IN_TEXT } from './text.ts'

/** CONFIRM_KEY: the code of an authenticator app, or one of the recovery codes. */
export function CodeStage({
  flow,
  state,
  field,
}: {
  flow: SignInFlow
  state: SignInState
  field: RefObject<HTMLInputElement | null>
}) {
  const isOneTime = state.codeKind === 'ONE_TIME'

  // A whole code that is pasted needs nothing more; one that is typed waits for Enter, since a
  // mistyped last digit would cost the person the way back from USERNAME.
  const takePaste = (event: ClipboardEvent) => {
    const pasted = codeMeant(event.clipboardData.getData('text'))
    if (!isOneTime || state.busy || !isOneTimeCode(pasted)) return
    event.preventDefault()
    flow.setCode(pasted)
    void flow.next()
  }

  return (
    <div className={styles.code}>
      <TextInput
        key={state.codeKind}
        ref={field}
        label={isOneTime ? SIGN_IN_TEXT.code : SIGN_IN_TEXT.recoveryCode}
        name={isOneTime ? 'one-time-code' : 'recovery-code'}
        autoComplete={isOneTime ? 'one-time-code' : 'off'}
        inputMode={isOneTime ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        classNames={{ input: isOneTime ? styles.oneTime : styles.recovery }}
        placeholder={isOneTime ? '000 000' : ''}
        value={state.code}
        readOnly={state.busy}
        onChange={(event) => flow.setCode(event.currentTarget.value)}
        onPaste={takePaste}
        aria-invalid={state.problem !== null}
      />
      <LinkButton onClick={() => flow.setCodeKind(isOneTime ? 'RECOVERY' : 'ONE_TIME')}>
        {isOneTime ? SIGN_IN_TEXT.useRecoveryCode : SIGN_IN_TEXT.useOneTimeCode}
      </LinkButton>
    </div>
  )
}
