import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconUserCircle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './SignInScreen.module.css'
import type { SignInFlow, SignInState } from './sign-in-store.ts'
import { SIGN_IN_TEXT } from './text.ts'

/**
 * The form of every stage. Both fields are always in it, so that a password manager can fill both;
 * the one whose turn it isn't is out of sight and out of the tab order.
 */
export function SignInForm({ flow, state }: { flow: SignInFlow; state: SignInState }) {
  const atUserName = state.stage === 'USERNAME'
  const userNameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  // The field of the stage has the focus, also after a refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem brings the focus back too
  useEffect(() => {
    if (!state.busy) (atUserName ? userNameField : passwordField).current?.focus()
  }, [atUserName, state.busy, state.problem])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void flow.next()
  }

  // A disabled Next keeps the browser from submitting on Enter; whoever presses it is told why.
  const answerEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !atUserName || state.agreed || event.nativeEvent.isComposing) return
    event.preventDefault()
    void flow.next()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{leadOf(state)}</p>
      <TextInput
        ref={userNameField}
        className={atUserName ? '' : 'visually-hidden'}
        tabIndex={atUserName ? 0 : -1}
        aria-hidden={!atUserName}
        label={SIGN_IN_TEXT.userName}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={state.userName}
        onChange={(event) => flow.setUserName(event.currentTarget.value)}
        onKeyDown={answerEnter}
        aria-invalid={state.problem !== null}
      />
      {atUserName ? null : (
        <div className={styles.who}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
          {state.userName}
        </div>
      )}
      <PasswordInput
        ref={passwordField}
        className={atUserName ? 'visually-hidden' : ''}
        tabIndex={atUserName ? -1 : 0}
        aria-hidden={atUserName}
        label={SIGN_IN_TEXT.password}
        name="password"
        autoComplete="current-password"
        size="md"
        value={state.password}
        onChange={(event) => flow.setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: atUserName ? -1 : 0 }}
        aria-invalid={state.problem !== null}
      />
      {atUserName ? (
        <Checkbox
          label="I accept the end-user agreement (UELA)"
          checked={state.agreed}
          onChange={(event) => flow.setAgreed(event.currentTarget.checked)}
        />
      ) : null}
      <div role="alert">
        {state.problem ? (
          <p className={styles.problem}>
            <IconAlertCircle size={18} aria-hidden="true" />
            {state.problem}
          </p>
        ) : null}
      </div>
      <div className={styles.actions}>
        {atUserName ? null : (
          <Button variant="default" size="md" onClick={flow.restart}>
            {SIGN_IN_TEXT.previous}
          </Button>
        )}
        <Button type="submit" size="md" fullWidth loading={state.busy} disabled={atUserName && !state.agreed}>
          {atUserName ? SIGN_IN_TEXT.next : SIGN_IN_TEXT.signIn}
        </Button>
      </div>
    </form>
  )
}

function leadOf({ stage }: SignInState): string {
  if (stage === 'USERNAME') return 'Welcome back. Start with your user name.'
  if (stage === 'LOGIN') return SIGN_IN_TEXT.signingIn
  return 'Now your password.'
}
