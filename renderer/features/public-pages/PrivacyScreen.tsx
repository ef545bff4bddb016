import { IconFileSearch, IconHourglass, IconShieldLock } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { privacyNoticeName, privacyPolicyName } from '#shared/contract/auth.ts'
import { type PrivacyDocument, privacyNotice, privacyPolicy } from '#shared/contract/public-pages.ts'
import { PRIVACY_NAMES, privacyPath, privacySlug } from '#shared/domain/privacy.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LinkPage } from '../public-links/index.ts'
import { shortDay } from './dates.ts'
import { FailedPage } from './LinkScreen.tsx'
import { wordsOf } from './link-state.ts'
import styles from './PublicPages.module.css'
import { PAGE_TEXT, PRIVACY_TEXT } from './text.ts'

type Kind = keyof typeof PRIVACY_NAMES
type Names = Readonly<Record<Kind, string>>

type State =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'open'; readonly names: Names; readonly text: PrivacyDocument }

/** What the documents are called; by their defaults where the server doesn't say (spec 1 §2.1). */
async function readNames(api: ApiClient, signal: AbortSignal): Promise<Names> {
  const ask = (call: typeof privacyPolicyName, fallback: string) =>
    api.call(call, undefined, { quiet: true, signal }).then(
      (name) => name.trim() || fallback,
      () => fallback,
    )
  const [pp, pn] = await Promise.all([
    ask(privacyPolicyName, PRIVACY_NAMES.pp),
    ask(privacyNoticeName, PRIVACY_NAMES.pn),
  ])
  return { pp, pn }
}

function usePrivacy(kind: Kind) {
  const { api } = useServices()
  const [state, setState] = useState<State>({ at: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    setState({ at: 'loading' })
    const text = api.call(kind === 'pp' ? privacyPolicy : privacyNotice, undefined, { quiet: true, signal })
    Promise.all([readNames(api, signal), text]).then(
      ([names, document]) => signal.aborted || setState({ at: 'open', names, text: document }),
      (error: unknown) => signal.aborted || setState({ at: 'failed', message: wordsOf(error) }),
    )
    return () => leaving.abort()
  }, [api, kind, attempt])
  return { state, retry: useCallback(() => setAttempt((before) => before + 1), []) }
}

/** /public/shared/client/pp/{name} and pn/{name} (spec 1 §2.1): the privacy policy, the privacy notice. */
export function PrivacyScreen({ kind }: { kind: Kind }) {
  const { name = '' } = useParams()
  const { state, retry } = usePrivacy(kind)
  switch (state.at) {
    case 'loading':
      return (
        <LinkPage wide icon={<IconHourglass size={28} />} title={PAGE_TEXT.loading}>
          <div className={styles.bones} role="status" aria-label={PAGE_TEXT.loading}>
            {[90, 100, 70, 95].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={14} />
            ))}
          </div>
        </LinkPage>
      )
    case 'failed':
      return <FailedPage message={state.message} onRetry={retry} />
    case 'open': {
      const own = privacySlug(state.names[kind])
      if (name.toLowerCase() === own) return <Document text={state.text} title={state.names[kind]} />
      // Links of our own name it by its default, whatever it is called here.
      if (name === privacySlug(PRIVACY_NAMES[kind]))
        return <Navigate to={privacyPath(kind, state.names[kind])} replace />
      return <NoSuchDocument names={state.names} />
    }
  }
}

function Document({ title, text }: { title: string; text: PrivacyDocument }) {
  return (
    <LinkPage wide icon={<IconShieldLock size={28} />} title={title}>
      <p className={styles.note}>
        {PRIVACY_TEXT.updated} <time dateTime={text.lastUpdated}>{shortDay(text.lastUpdated)}</time>
      </p>
      {text.sections.map((section) => (
        <section key={section.heading}>
          <h2 className={styles.heading}>{section.heading}</h2>
          <p className={styles.prose}>{section.text}</p>
        </section>
      ))}
    </LinkPage>
  )
}

function NoSuchDocument({ names }: { names: Names }) {
  return (
    <LinkPage icon={<IconFileSearch size={28} />} title={PRIVACY_TEXT.unknownTitle}>
      <p role="alert">{PRIVACY_TEXT.unknown}</p>
      <ul className={styles.links}>
        <li>
          <a href={privacyPath('pp', names.pp)}>{names.pp}</a>
        </li>
        <li>
          <a href={privacyPath('pn', names.pn)}>{names.pn}</a>
        </li>
      </ul>
    </LinkPage>
  )
}
