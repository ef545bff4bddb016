import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { finishSso, ssoProviders, startSso } from '#shared/contract/sso.ts'
import { SSO_TEXT } from '#shared/domain/single-sign-on.ts'
import { ssoAnswer } from '#shared/domain/sso-link.ts'
import { useServices } from '../../services/context.tsx'
import { watchAppLinks } from '../../services/desktop/app-links.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './SignInForm.module.css'
import type { SignInFlow } from './sign-in-store.ts'
import { SIGN_IN_TEXT } from './text.ts'

/** How long somebody may take at the provider. */
const FLOW_MS = 10 * 60_000

const TEXT = {
  or: 'or',
  refused: 'The sign-in could not be checked. Please begin again.',
  locked: 'Your account is locked. Please contact support.',
  waiting: 'Go on in your browser. This window goes on by itself once you are back.',
  cancel: 'Cancel',
  late: 'This sign-in took too long, or began in another window. Please begin again.',
} as const

/** What the address says when the provider sent the browser back. */
const FAULTS: Readonly<Record<string, string>> = {
  notSetUp: SSO_TEXT.notSetUp,
  unavailable: SSO_TEXT.unavailable,
  locked: TEXT.locked,
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** What only this page knows, and its SHA-256, by which the server recognises it. */
async function newSecret(): Promise<{ verifier: string; challenge: string }> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(hash)) }
}

/** Takes what the provider's answer left in the address out of it, so that a reload doesn't use it again. */
function takeAnswer(): { ticket: string | null; fault: string | null } {
  const url = new URL(window.location.href)
  const [ticket, fault] = [url.searchParams.get('sso'), url.searchParams.get('ssoError')]
  if (ticket === null && fault === null) return { ticket, fault }
  url.searchParams.delete('sso')
  url.searchParams.delete('ssoError')
  window.history.replaceState(window.history.state, '', url)
  return { ticket, fault }
}

interface SingleSignOnProps {
  readonly flow: Pick<SignInFlow, 'adopt'>
  readonly agreed: boolean
}

/**
 * 'Sign in with {name}' for each provider of the company's (spec 5 §5.4). In a browser the page goes there and comes
 * back. The desktop client's page goes nowhere else: the system's browser does, and opens the client with the ticket by
 * the client's own scheme. Only the window with the secret can use that.
 */
export function SingleSignOn({ flow, agreed }: SingleSignOnProps) {
  const { api, desktop, storage, now, navigation } = useServices()
  const [providers, setProviders] = useState<readonly { id: number; name: string }[]>([])
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOutside, setOutside] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen shows
  useEffect(() => {
    const asking = new AbortController()
    const { signal } = asking
    api
      .call(ssoProviders, undefined, { quiet: true, signal })
      .then((answer) => setProviders(answer.providers))
      // Without an answer there is the password.
      .catch(() => {})
    const { ticket, fault } = takeAnswer()
    if (fault !== null) setProblem(FAULTS[fault] ?? TEXT.refused)
    if (ticket !== null) void comeBack(ticket)
    // The link may have started the client anew.
    const begun = storage.get('ssoFlow')
    if (desktop.available && begun !== null && begun.startedAt >= now() - FLOW_MS) setOutside(true)
    return () => asking.abort()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls reads what is kept
  useEffect(() => {
    // Any other link waits for whoever signs in.
    if (!isOutside) return
    return watchAppLinks(desktop, (link) => {
      const answer = ssoAnswer(link)
      if (answer === null) return
      stopWaiting()
      if ('ticket' in answer) void comeBack(answer.ticket)
      else {
        storage.remove('ssoFlow')
        setProblem(FAULTS[answer.fault] ?? TEXT.refused)
      }
    })
  }, [isOutside])

  function stopWaiting(): void {
    setOutside(false)
    setBusy(null)
  }

  async function comeBack(ticket: string): Promise<void> {
    const begun = storage.get('ssoFlow')
    storage.remove('ssoFlow')
    if (begun === null || begun.startedAt < now() - FLOW_MS) return setProblem(TEXT.late)
    try {
      const { userName, clientKey, nextStage } = await api.call(
        finishSso,
        { ticket, verifier: begun.verifier },
        { quiet: true },
      )
      await flow.adopt(userName, clientKey, nextStage)
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }

  async function go(provider: number): Promise<void> {
    if (!agreed) return setProblem(SIGN_IN_TEXT.agreementMissing)
    setBusy(provider)
    setProblem(null)
    try {
      const { verifier, challenge } = await newSecret()
      storage.set('ssoFlow', { verifier, startedAt: now() })
      const client = desktop.available ? ({ client: 'desktop' } as const) : {}
      const { address } = await api.call(startSso, { provider, challenge, ...client }, { quiet: true })
      if (desktop.available) {
        setOutside(true)
        // The client hands what a page opens to the system's browser.
        window.open(address, '_blank', 'noopener')
      } else navigation.load(address)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(null)
    }
  }

  if (providers.length === 0 && problem === null) return null
  return (
    <div className={styles.form}>
      {providers.length > 0 ? <p className={styles.hint}>{TEXT.or}</p> : null}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          loading={busy === id}
          disabled={busy !== null && busy !== id}
          onClick={() => void go(id)}
        >
          {SSO_TEXT.signInWith(name)}
        </Button>
      ))}
      {isOutside ? (
        <div className={styles.form} role="status">
          <p className={styles.hint}>{TEXT.waiting}</p>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              storage.remove('ssoFlow')
              stopWaiting()
            }}
          >
            {TEXT.cancel}
          </Button>
        </div>
      ) : null}
      <Problem>{problem}</Problem>
    </div>
  )
}
