import { Button, TextInput } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { AgreementBox } from './AgreementBox.tsx'
import { CodeStage } from './CodeStage.tsx'
import { LinkButton } from './LinkButton.tsx'
import { MagicLinkStage } from './MagicLinkStage.tsx'
import { PasswordField } from './PasswordField.tsx'
import styles from './SignInForm.module.css'
import type { SignInState } from './sign-in-state.ts'
import type { SignInFlow } from './sign-in-store.ts'
import { MAGIC_LINK_TEXT, SIGN_IN_TEXT } from './text.ts'

const ForgotPasswordDialog = lazyCode(
  async () => (await import('./ForgotPasswordDialog.tsx')).ForgotPasswordDialog,
)

const NewPasswordStage = lazyCode(async () => (await import('./NewPasswordStage.tsx')).NewPasswordStage)
const SingleSignOn = lazyCode(async () => {
  // After the first picture: nobody waits for it to type.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  return (await import('./SingleSignOn.tsx')).SingleSignOn
})

/**
 * The form of every stage. Both fields are always in it, so that a password manager can fill both;
 * the one whose turn it isn't is out of sight and out of the tab order.
 */
export function SignInForm({ flow, state }: { flow: SignInFlow; state: SignInState }) {
  const { form } = state
  const atUserName = form === 'USERNAME'
  const atPassword = form === 'PASSWORD'
  const fields = useStageFocus(state)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void flow.next()
  }

  // A disabled Next keeps the browser from submitting on Enter; whoever presses it is told why.
  const answerEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || state.agreed || event.nativeEvent.isComposing) return
    event.preventDefault()
    void flow.next()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{leadOf(state)}</p>
      <div className={atUserName ? '' : 'visually-hidden'} aria-hidden={!atUserName}>
        <TextInput
          ref={fields.userName}
          tabIndex={atUserName ? 0 : -1}
          label={SIGN_IN_TEXT.userName}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          attributes={{ input: { dir: 'auto' } }}
          size="md"
          value={state.userName}
          onChange={(event) => flow.setUserName(event.currentTarget.value)}
          onKeyDown={answerEnter}
          aria-invalid={state.problem !== null}
        />
      </div>
      {atUserName ? null : (
        <div className={styles.who}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
          <bdi>{state.userName}</bdi>
        </div>
      )}
      <div className={atPassword ? '' : 'visually-hidden'} aria-hidden={!atPassword}>
        <PasswordField
          ref={fields.password}
          hidden={!atPassword}
          label={SIGN_IN_TEXT.password}
          name="password"
          autoComplete="current-password"
          value={state.password}
          readOnly={state.busy}
          onChange={(event) => flow.setPassword(event.currentTarget.value)}
          aria-invalid={state.problem !== null}
        />
      </div>
      {atPassword ? <ForgotPassword userName={state.userName} /> : null}
      <Suspense>{form === 'NEW_PASSWORD' ? <NewPasswordStage flow={flow} state={state} /> : null}</Suspense>
      {form === 'CONFIRM_KEY' ? <CodeStage flow={flow} state={state} field={fields.code} /> : null}
      {form === 'CONFIRM_MAGIC_LINK' ? <MagicLinkStage state={state} /> : null}
      {atUserName ? <AgreementBox flow={flow} state={state} /> : null}
      {state.storageBlocked ? <p className={styles.hint}>{SIGN_IN_TEXT.storageBlocked}</p> : null}
      <Problem>{state.problem}</Problem>
      <Actions flow={flow} state={state} />
      {atUserName ? <ForgotPassword userName={state.userName} /> : null}
      <Suspense>{atUserName ? <SingleSignOn flow={flow} agreed={state.agreed} /> : null}</Suspense>
    </form>
  )
}

function Actions({ flow, state }: { flow: SignInFlow; state: SignInState }) {
  const atUserName = state.form === 'USERNAME'
  const atLink = state.form === 'CONFIRM_MAGIC_LINK'
  return (
    <div className={styles.actions}>
      {atUserName ? null : (
        <Button variant="default" size="md" onClick={flow.restart}>
          {SIGN_IN_TEXT.previous}
        </Button>
      )}
      {/* Two buttons, by their keys: one whose type became 'submit' under its own click would send the form. */}
      {atLink ? (
        <Button key="retry" size="md" fullWidth onClick={flow.restart}>
          {SIGN_IN_TEXT.retry}
        </Button>
      ) : (
        <Button
          key="next"
          type="submit"
          size="md"
          fullWidth
          loading={state.busy}
          disabled={atUserName && !state.agreed}
        >
          {atUserName ? SIGN_IN_TEXT.next : SIGN_IN_TEXT.signIn}
        </Button>
      )}
    </div>
  )
}

/** The field of the stage has the focus, also after a refusal. */
function useStageFocus({ form, codeKind, busy, problem }: SignInState) {
  const userName = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem and another kind of code bring the focus back too
  useEffect(() => {
    if (busy) return
    if (form === 'USERNAME') userName.current?.focus()
    if (form === 'PASSWORD') password.current?.focus()
    if (form === 'CONFIRM_KEY') code.current?.focus()
  }, [form, codeKind, busy, problem])
  return { userName, password, code }
}

function ForgotPassword({ userName }: { userName: string }) {
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <LinkButton onClick={() => setOpen('open')}>{SIGN_IN_TEXT.forgotPassword}</LinkButton>
      {open === 'never' ? null : (
        <Suspense>
          <ForgotPasswordDialog
            opened={open === 'open'}
            userName={userName}
            onClose={() => setOpen('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

function leadOf({ stage, form, codeKind }: SignInState): string {
  if (form === 'CONFIRM_MAGIC_LINK') return MAGIC_LINK_TEXT.lead
  if (stage === 'LOGIN') return SIGN_IN_TEXT.signingIn
  if (form === 'USERNAME') return 'Welcome back. Start with your user name.'
  if (form === 'PASSWORD') return 'Now your password.'
  // NewPasswordStage says it.
  if (form === 'NEW_PASSWORD') return ''
  return codeKind === 'ONE_TIME'
    ? 'One more step: the code that your authenticator app shows now.'
    : 'One of the codes you kept when you set up two-factor sign-in. Each works once.'
}
