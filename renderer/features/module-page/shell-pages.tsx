import { IconPlugConnected } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PlainPage } from './ModulePage.tsx'
import { MODULE_PAGE_TEXT as TEXT } from './text.ts'

const Consent = lazyCode(async () => (await import('../third-party-apps/index.ts')).Consent)

/**
 * /oauth/task (spec 1 §2.1): where an external task service sends the person back to, with a `code` or an
 * `error`; and where an app asks the person for access, with its `client_id` (decisions, 'OAuth for
 * third-party apps').
 */
export function TaskOAuthScreen() {
  const [query] = useSearchParams()
  if (query.has('client_id') && !query.has('code') && !query.has('error')) {
    return (
      // Where it goes on is for the person to decide: nothing leads past the question.
      <PlainPage title={TEXT.consentTitle} icon={<IconPlugConnected size={30} stroke={1.5} />} action={null}>
        <Suspense fallback={null}>
          <Consent />
        </Suspense>
      </PlainPage>
    )
  }
  const refused = query.has('error')
  return (
    <PlainPage title={TEXT.oauthTitle} icon={<IconPlugConnected size={30} stroke={1.5} />}>
      {refused ? <p role="alert">{TEXT.oauthRefused}</p> : null}
      <p>{TEXT.oauthNothing}</p>
    </PlainPage>
  )
}
