import { Loader } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Problem } from '../../ui/Problem.tsx'
import styles from './SignInForm.module.css'
import type { SignInState } from './sign-in-state.ts'
import { MAGIC_LINK_TEXT, SIGN_IN_TEXT } from './text.ts'

/** CONFIRM_MAGIC_LINK: what to do, and whether this window is waiting. */
export function MagicLinkStage({ state }: { state: SignInState }) {
  const isLost = state.link === 'REFUSED'
  const isSigningIn = state.stage === 'LOGIN'
  return (
    <div className={styles.link}>
      {isLost ? null : (
        <>
          <div className={styles.linkHow}>
            <IconMailForward size={28} stroke={1.5} aria-hidden="true" />
            <p>{MAGIC_LINK_TEXT.howTo}</p>
          </div>
          <p className={styles.hint}>{MAGIC_LINK_TEXT.noMail}</p>
        </>
      )}
      <div role="status" className={styles.linkState}>
        {isLost ? null : (
          <>
            <Loader size="xs" aria-hidden="true" />
            {isSigningIn ? SIGN_IN_TEXT.signingIn : MAGIC_LINK_TEXT[state.link]}
          </>
        )}
      </div>
      <Problem>{isLost ? MAGIC_LINK_TEXT.REFUSED : null}</Problem>
    </div>
  )
}
