import { Button, Checkbox, PasswordInput } from '@mantine/core'
import { IconCircleCheck, IconLinkOff, IconMailOpened } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { acceptInvitation, openInvitation } from '#shared/contract/invitation.ts'
import { acceptanceTime } from '#shared/domain/agreement.ts'
import { PASSWORD_MIN, PASSWORD_TEXT } from '#shared/domain/password-rule.ts'
import { useServices } from '../../services/context.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './LinkPage.module.css'
import { LinkPage } from './LinkPage.tsx'
import { LINK_TOKEN_MAX, type LinkProblem, linkProblemOf } from './link-problem.ts'
import { INVITATION_TEXT, RESET_TEXT } from './text.ts'

type Invited = ResponseOf<typeof openInvitation>

/** The link itself is refused with 403; 409 is about an agreement that changed meanwhile. */
const ABOUT_THIS_LINK: readonly number[] = [401, 403, 404, 410]

/** /public/invitation/{token} (spec 5 §3.2): a first password, and the agreement. */
export function InvitationScreen() {
  const { api } = useServices()
  const { token = '' } = useParams()
  const [end, setEnd] = useState<'done' | 'dead' | null>(token.length > LINK_TOKEN_MAX ? 'dead' : null)
  const [data, setData] = useState<Invited | null>(null)
  const [found, setFound] = useState<LinkProblem | null>(null)
  const [turn, setTurn] = useState(0)
  const refetch = () => setTurn((count) => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    if (token.length > LINK_TOKEN_MAX) return
    const leaving = new AbortController()
    setFound(null)
    api.call(openInvitation, { token }, { quiet: true, signal: leaving.signal }).then(setData, (error) => {
      if (!leaving.signal.aborted) setFound(linkProblemOf(error, [400, ...ABOUT_THIS_LINK]))
    })
    return () => leaving.abort()
  }, [api, token, turn])
  if (end === 'done')
    return (
      <LinkPage icon={<IconCircleCheck size={28} />} title={INVITATION_TEXT.doneTitle}>
        <p>{INVITATION_TEXT.done(data?.userName ?? '')}</p>
        <ToSignIn />
      </LinkPage>
    )
  if (end === 'dead' || found?.dead)
    return (
      <LinkPage icon={<IconLinkOff size={28} />} title={RESET_TEXT.failedTitle}>
        <div role="alert">{found?.message ? <p>{found.message}</p> : null}</div>
        <p>{INVITATION_TEXT.failed}</p>
        <ToSignIn />
      </LinkPage>
    )
  if (!data)
    return (
      <LinkPage icon={<IconMailOpened size={28} />} title={INVITATION_TEXT.title}>
        {found ? (
          <div role="alert">
            <p className={styles.problem}>{found.message}</p>
            <Button onClick={refetch}>{INVITATION_TEXT.again}</Button>
          </div>
        ) : (
          <div role="status" aria-label={INVITATION_TEXT.loading} className={styles.form}>
            {[80, 100, 60].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={24} />
            ))}
          </div>
        )}
      </LinkPage>
    )
  return (
    <LinkPage icon={<IconMailOpened size={28} />} title={INVITATION_TEXT.welcome(data.displayName)} wide>
      <p>{INVITATION_TEXT.lead(data.companyName, data.userName)}</p>
      <Accept
        token={token}
        invited={data}
        onDone={() => setEnd('done')}
        onDead={() => setEnd('dead')}
        onChanged={refetch}
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

interface AcceptProps {
  readonly token: string
  readonly invited: Invited
  readonly onDone: () => void
  readonly onDead: () => void
  /** The agreement isn't the one that was read. */
  readonly onChanged: () => void
}

function Accept({ token, invited, onDone, onDead, onChanged }: AcceptProps) {
  const { api, storage, now } = useServices()
  const { agreement, userName } = invited
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isShown, setShown] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  function unfit(): string | null {
    if ([...password].length < PASSWORD_MIN) return PASSWORD_TEXT.short
    if (password !== repeated) return RESET_TEXT.different
    return isAgreed ? null : INVITATION_TEXT.notAgreed
  }
  const accept = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const why = unfit()
    setProblem(why)
    if (why !== null) return
    setBusy(true)
    try {
      await api.call(acceptInvitation, { token, password, agreement: agreement.lastUpdated }, { quiet: true })
      storage.set('username', userName)
      storage.set('EULA_ACCEPTED', {
        userName,
        acceptedAt: acceptanceTime(now(), Date.parse(agreement.lastUpdated)),
      })
      onDone()
    } catch (error) {
      const found = linkProblemOf(error, ABOUT_THIS_LINK)
      setBusy(false)
      if (found.dead) return onDead()
      setProblem(found.message)
      setAgreed(false)
      onChanged()
    }
  }
  const field = {
    size: 'md',
    autoComplete: 'new-password',
    visible: isShown,
    onVisibilityChange: setShown,
    visibilityToggleButtonProps: { 'aria-label': RESET_TEXT.show, tabIndex: 0 },
  } as const
  return (
    <form className={styles.form} onSubmit={(event) => void accept(event)} noValidate>
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordInput
        {...field}
        label={INVITATION_TEXT.password}
        description={INVITATION_TEXT.rule}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        {...field}
        label={INVITATION_TEXT.repeat}
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard */}
      <section className={styles.agreement} aria-label={agreement.title} tabIndex={0}>
        <h2>{agreement.title}</h2>
        {agreement.sections.map(({ heading, text }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            <p>{text}</p>
          </section>
        ))}
      </section>
      <Checkbox
        label={INVITATION_TEXT.agree}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <div role="alert">{problem ? <p className={styles.problem}>{problem}</p> : null}</div>
      <Button type="submit" size="md" loading={isBusy}>
        {INVITATION_TEXT.accept}
      </Button>
    </form>
  )
}
