import type { ComponentProps } from 'react'
import { lockAccount, resetAccountTwoFactor, unlockAccount } from '#shared/contract/account-access.ts'
import { useServices } from '../../../services/context.tsx'
import { AskDialog } from '../AskDialog.tsx'
import type { PersonAction } from '../panel-parts.ts'
import { detailsOf } from '../words.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { TEXT } from './text.ts'

type DialogProps = ComponentProps<PersonAction['Dialog']>

/** 'Lock account' (spec 5 §3.6). */
export function LockDialog({ person, onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const { id, displayName } = detailsOf(person)
  return (
    <ReasonDialog
      title={TEXT.lockTitle(displayName)}
      text={TEXT.lockText}
      action={TEXT.lock}
      done={TEXT.lockDone(displayName)}
      onClose={onClose}
      run={async (reason) => {
        await api.call(lockAccount, { userID: id, reason }, { quiet: true })
        onDone()
      }}
    />
  )
}

/** 'Unlock account'. */
export function UnlockDialog({ person, onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const { id, displayName } = detailsOf(person)
  return (
    <AskDialog
      title={TEXT.unlockTitle(displayName)}
      text={TEXT.unlockText}
      action={TEXT.unlock}
      done={TEXT.unlockDone(displayName)}
      onClose={onClose}
      run={async () => {
        await api.call(unlockAccount, { userID: id }, { quiet: true })
        onDone()
      }}
    />
  )
}

/** 'Reset two-factor'. */
export function ResetTwoFactorDialog({ person, onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const { id, displayName } = detailsOf(person)
  return (
    <ReasonDialog
      title={TEXT.twoFactorTitle(displayName)}
      text={TEXT.twoFactorText}
      action={TEXT.resetTwoFactor}
      done={TEXT.twoFactorDone(displayName)}
      onClose={onClose}
      run={async (reason) => {
        await api.call(resetAccountTwoFactor, { userID: id, reason }, { quiet: true })
        onDone()
      }}
    />
  )
}
