import { Button, PasswordInput } from '@mantine/core'
import { IconCircleCheck, IconKey, IconLinkOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { NEW_PASSWORD_MAX, NEW_PASSWORD_MIN, resetPassword } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import styles from './LinkPage.module.css'
import { LinkPage } from './LinkPage.tsx'
import { ABOUT_THE_LINK, LINK_TOKEN_MAX, linkProblemOf } from './link-problem.ts'
import { RESET_TEXT } from './text.ts'

/** /public/auth/validate?token=… (spec 1 §2.1): a new password by the token of a mailed link. */
export function ResetPasswordScreen() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [end, setEnd] = useState<'done' | 'dead' | null>(
    token === '' || token.length > LINK_TOKEN_MAX ? 'dead' : null,
  )
  const [said, setSaid] = useState<string | null>(null)

  if (end === 'done') {
    return (
      <LinkPage icon={<IconCircleCheck size={28} />} title={RESET_TEXT.doneTitle}>
        <p>{RESET_TEXT.done}</p>
        <ToSignIn />
      </LinkPage>
    )
  }
  if (end === 'dead') {
    return (
      <LinkPage icon={<IconLinkOff size={28} />} title={RESET_TEXT.failedTitle}>
        <div role="alert">{said === null ? null : <p>{said}</p>}</div>
        <p>{RESET_TEXT.failed}</p>
        <ToSignIn />
      </LinkPage>
    )
  }
  return (
    <LinkPage icon={<IconKey size={28} />} title={RESET_TEXT.title}>
      <p>{RESET_TEXT.lead}</p>
      <NewPassword
        token={token}
        onDone={() => setEnd('done')}
        onDead={(message) => {
          setSaid(message)
          setEnd('dead')
        }}
      />
    </LinkPage>
  )
}

function ToSignIn() {
  return (
    <div className={styles.actions}>
      <Button component="a" href="/" size="md">
        {RESET_TEXT.toSignIn}
      </Button>
    </div>
  )
}

function NewPassword({
  token,
  onDone,
  onDead,
}: {
  token: string
  onDone: () => void
  onDead: (message: string | null) => void
}) {
  const { api } = useServices()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const unfit = whyUnfit(password, repeated)
    setProblem(unfit)
    if (unfit !== null) return
    setBusy(true)
    try {
      await api.call(resetPassword, { token, password }, { quiet: true })
      onDone()
    } catch (error) {
      const found = linkProblemOf(error, ABOUT_THE_LINK)
      setBusy(false)
      if (found.dead) onDead(found.message)
      else setProblem(found.message)
    }
  }

  const field = {
    size: 'md',
    autoComplete: 'new-password',
    visible: shown,
    onVisibilityChange: setShown,
    visibilityToggleButtonProps: { 'aria-label': RESET_TEXT.show, tabIndex: 0 },
    'aria-invalid': problem !== null,
  } as const
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <PasswordInput
        {...field}
        label={RESET_TEXT.password}
        description={RESET_TEXT.rule}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        {...field}
        label={RESET_TEXT.repeat}
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      <div role="alert">{problem ? <p className={styles.problem}>{problem}</p> : null}</div>
      <Button type="submit" size="md" loading={busy}>
        {RESET_TEXT.save}
      </Button>
      <a className={styles.away} href="/">
        {RESET_TEXT.toSignIn}
      </a>
    </form>
  )
}

/** Why the two can't be taken, in words for the person; null where they can. */
function whyUnfit(password: string, repeated: string): string | null {
  if (password.length < NEW_PASSWORD_MIN) return RESET_TEXT.tooShort
  if (password.length > NEW_PASSWORD_MAX) return RESET_TEXT.tooLong
  return password === repeated ? null : RESET_TEXT.different
}
