import { Button, Loader } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { twoFactorState } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { OwnSetUp } from './OwnSetUp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TurnOff } from './TurnOff.tsx'
import styles from './TwoFactor.module.css'
import { codesLeft, TWO_FACTOR_TEXT } from './text.ts'
import { wordsOf } from './words-of.ts'

type View =
  | { readonly at: 'overview' | 'setUp' | 'turnOff' }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

const OVERVIEW: View = { at: 'overview' }

/** Two-factor sign-in of the signed-in person: whether it is on, setting it up, turning it off. */
export function TwoFactorSettings() {
  const { api, session } = useServices()
  const [view, setView] = useState<View>(OVERVIEW)
  const state = useQuery({
    queryKey: ['twoFactorState', session.store.getState().user?.id],
    queryFn: ({ signal }) => api.call(twoFactorState, undefined, { quiet: true, signal }),
    staleTime: 0,
  })

  const toOverview = () => {
    setView(OVERVIEW)
    void state.refetch()
  }

  if (view.at === 'codes') return <RecoveryCodes codes={view.codes} onKept={toOverview} />
  if (view.at === 'setUp') {
    return <OwnSetUp onDone={(codes) => setView({ at: 'codes', codes })} onCancel={toOverview} />
  }
  if (view.at === 'turnOff') return <TurnOff onDone={toOverview} onCancel={toOverview} />
  if (state.isPending) return <Loader size="sm" aria-label={TWO_FACTOR_TEXT.looking} />
  if (state.isError) return <Unavailable error={state.error} onRetry={() => void state.refetch()} />
  const { enabled, required, recoveryCodesLeft } = state.data
  return (
    <div className={styles.stack}>
      <p className={styles.state} data-on={enabled}>
        {enabled ? (
          <IconShieldCheck size={24} aria-hidden="true" />
        ) : (
          <IconShieldOff size={24} aria-hidden="true" />
        )}
        {enabled ? TWO_FACTOR_TEXT.on : TWO_FACTOR_TEXT.off}
      </p>
      <p className={styles.lead}>{enabled ? codesLeft(recoveryCodesLeft) : TWO_FACTOR_TEXT.lead}</p>
      {enabled && required ? <p className={styles.lead}>{TWO_FACTOR_TEXT.required}</p> : null}
      <FormActions>
        {enabled && !required ? (
          <Button variant="default" onClick={() => setView({ at: 'turnOff' })}>
            {TWO_FACTOR_TEXT.turnOff}
          </Button>
        ) : null}
        <Button variant={enabled ? 'default' : 'filled'} onClick={() => setView({ at: 'setUp' })}>
          {enabled ? TWO_FACTOR_TEXT.renew : TWO_FACTOR_TEXT.turnOn}
        </Button>
      </FormActions>
    </div>
  )
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // No such call on this server, or no permission for it: to the person the same.
  const absent = error instanceof ApiError && [403, 404].includes(error.status)
  return (
    <div className={styles.stack} role="alert">
      <p className={styles.lead}>{absent ? TWO_FACTOR_TEXT.unavailable : wordsOf(error)}</p>
      {absent ? null : (
        <FormActions>
          <Button variant="default" onClick={onRetry}>
            {TWO_FACTOR_TEXT.tryAgain}
          </Button>
        </FormActions>
      )}
    </div>
  )
}
