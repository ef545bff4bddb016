import { Button, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isUnencrypted } from '#shared/domain/encryption.ts'
import { PRIVACY_NAMES, privacyPath } from '#shared/domain/privacy.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { Problem } from '../../ui/Problem.tsx'
import { DeviceID } from './DeviceID.tsx'
import { GreetingPanel } from './GreetingPanel.tsx'
import { reloadPage } from './reload-page.ts'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignInScreen.module.css'
import { createSignInFlow } from './sign-in-store.ts'
import { DEVICE_TEXT, SIGN_IN_TEXT } from './text.ts'

/** Sign-in (spec 1 §2.3). When it succeeds the session changes and the router moves on. */
export function SignInScreen() {
  const services = useServices()
  const [flow] = useState(() =>
    createSignInFlow(services, { reload: (signal) => void reloadPage(services.navigation, signal) }),
  )
  const state = useStore(flow.store)

  useEffect(() => {
    flow.start()
    return () => flow.stop()
  }, [flow])

  return (
    <div className={styles.screen}>
      <GreetingPanel />
      <main className={styles.side}>
        <div className={styles.card}>
          <h1 className={styles.title}>{SIGN_IN_TEXT.title}</h1>
          {isUnencrypted(serverOrigin(window) || window.location.origin) ? (
            <Problem>{SIGN_IN_TEXT.notEncrypted}</Problem>
          ) : null}
          <DeviceSignInBar busy={state.deviceBusy} onCancel={flow.cancelDevice} />
          <SignInForm flow={flow} state={state} />
        </div>
        <footer className={styles.footer}>
          <DeviceID />
          <p>
            <a href={privacyPath('pp')}>{PRIVACY_NAMES.pp}</a>
            <a href={privacyPath('pn')}>{PRIVACY_NAMES.pn}</a>
          </p>
          {services.desktop.available ? `Desktop client ${services.desktop.version}` : 'Web application'}
        </footer>
      </main>
    </div>
  )
}

/** Says that this device is signing itself in, and lets the person sign in themselves. */
function DeviceSignInBar({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <div role="status">
      {busy ? (
        <div className={styles.deviceBar}>
          <Loader size="xs" aria-hidden="true" />
          <p>{DEVICE_TEXT.signingIn}</p>
          <Button size="compact-sm" variant="subtle" onClick={onCancel}>
            {DEVICE_TEXT.cancel}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
