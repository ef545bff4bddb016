import { useCallback } from 'react'
import { beginTwoFactor, confirmTwoFactor } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import { SetUp } from './SetUp.tsx'

interface OwnSetUpProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
  readonly cancelLabel?: string
}

/** Sets up an authenticator app for whoever is signed in. */
export function OwnSetUp({ onDone, ...props }: OwnSetUpProps) {
  const { api } = useServices()
  const begin = useCallback(
    (options: { readonly signal?: AbortSignal }) =>
      api.call(beginTwoFactor, undefined, { quiet: true, ...options }),
    [api],
  )
  const confirm = async (code: string) => {
    const { recoveryCodes } = await api.call(confirmTwoFactor, { code }, { quiet: true })
    onDone(recoveryCodes)
  }
  return <SetUp {...props} begin={begin} confirm={confirm} />
}
