import { Button, Loader } from '@mantine/core'
import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { twoFactorState } from '#shared/contract/sign-in-later.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { OwnSetUp } from './OwnSetUp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './TwoFactor.module.css'
import { TWO_FACTOR_TEXT } from './text.ts'

type View =
  | { readonly at: 'looking' | 'setUp' }
  | { readonly at: 'codes'; readonly codes: readonly string[] }
  | { readonly at: 'goingOn'; readonly problem: string | null }

/**
 * Leads somebody who must use two factors and has none through setting one up, before anything else is open to them
 * (spec 5 §3.6). `onDone` once their session is an ordinary one, also where another window saw to that.
 */
export function EnrolScreen({ onDone }: { onDone: () => void }) {
  const { api, life, renewal } = useServices()
  const hasTo = useSession(({ user }) => user?.claims.mustEnrol === true)
  const [view, setView] = useState<View>({ at: 'looking' })
  const goOn = useCallback(async () => {
    setView({ at: 'goingOn', problem: null })
    const outcome = await renewal.renew()
    if (typeof outcome === 'object') setView({ at: 'goingOn', problem: outcome.problem })
  }, [renewal])

  useEffect(() => {
    const shown = new AbortController()
    api.call(twoFactorState, undefined, { quiet: true, signal: shown.signal }).then(
      ({ enabled, required }) => {
        if (shown.signal.aborted) return
        if (enabled || !required) void goOn()
        else setView({ at: 'setUp' })
      },
      // The next step says what is wrong.
      () => !shown.signal.aborted && setView({ at: 'setUp' }),
    )
    return () => shown.abort()
  }, [api, goOn])
  // Not while the recovery codes show: the person keeps them first.
  useEffect(() => {
    if (!hasTo && view.at !== 'codes') onDone()
  }, [hasTo, view, onDone])

  const logOut = () => void life.logout()
  if (view.at === 'codes')
    return (
      <LinkPage icon={<IconShieldCheck size={26} />} title={TWO_FACTOR_TEXT.on}>
        <RecoveryCodes codes={view.codes} onKept={() => void goOn()} />
      </LinkPage>
    )
  return (
    <LinkPage icon={<IconShieldLock size={26} />} title={TWO_FACTOR_TEXT.enrolTitle}>
      {view.at === 'looking' ? <Loader size="sm" aria-label={TWO_FACTOR_TEXT.looking} /> : null}
      {view.at === 'setUp' ? (
        <>
          <p>{TWO_FACTOR_TEXT.enrolLead}</p>
          <OwnSetUp
            cancelLabel={TWO_FACTOR_TEXT.logOut}
            onCancel={logOut}
            onDone={(codes) => setView({ at: 'codes', codes })}
          />
        </>
      ) : null}
      {view.at === 'goingOn' ? (
        <div className={styles.stack}>
          <Problem>{view.problem}</Problem>
          {view.problem === null ? (
            <Loader size="sm" aria-label={TWO_FACTOR_TEXT.goingOn} />
          ) : (
            <FormActions>
              <Button variant="default" onClick={logOut}>
                {TWO_FACTOR_TEXT.logOut}
              </Button>
              <Button onClick={() => void goOn()}>{TWO_FACTOR_TEXT.tryAgain}</Button>
            </FormActions>
          )}
        </div>
      ) : null}
    </LinkPage>
  )
}
