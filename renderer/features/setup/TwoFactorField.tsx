import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Suspense, useCallback } from 'react'
import { beginSetupTwoFactor, confirmSetupTwoFactor } from '#shared/contract/setup.ts'
import { useServices } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { type Entries, faultsOf } from './entries.ts'
import type { FieldsProps } from './Fields.tsx'
import styles from './Setup.module.css'
import { TEXT } from './text.ts'

const SetUp = lazyCode(async () => (await import('../two-factor/index.ts')).SetUp)

/** The first administrator's authenticator app, who may do without (spec 5 §2.2, step 4). */
export function TwoFactorField({ entries, faults, setFaults, setTwoFactor, askTwoFactor }: FieldsProps) {
  const { twoFactor } = entries
  const open = () => {
    // The app shows the user name beside its codes.
    const { userName: fault } = faultsOf('admin', entries)
    if (fault === undefined) askTwoFactor()
    else setFaults({ ...faults, userName: fault })
  }
  return (
    <fieldset className={styles.logo}>
      <legend>{TEXT.twoFactor}</legend>
      {twoFactor ? (
        <p className={styles.good}>
          <IconShieldCheck size={18} aria-hidden="true" />
          {TEXT.twoFactorReady}
        </p>
      ) : null}
      <Button variant="default" onClick={twoFactor ? () => setTwoFactor(null) : open}>
        {twoFactor ? TEXT.removeTwoFactor : TEXT.setUpTwoFactor}
      </Button>
      {twoFactor ? null : <span className={styles.hint}>{TEXT.twoFactorHint}</span>}
    </fieldset>
  )
}

interface DialogProps {
  readonly entries: Entries
  readonly onDone: (twoFactor: Entries['twoFactor']) => void
  readonly onClose: () => void
}

/** Makes a key and takes a code of it. Nothing is stored before Finish. */
export function TwoFactorDialog({ entries, onDone, onClose }: DialogProps) {
  const { api } = useServices()
  const { code } = entries
  const userName = entries.userName.trim()
  const begin = useCallback(
    (options: { readonly signal?: AbortSignal }) =>
      api.call(beginSetupTwoFactor, { code, userName }, { quiet: true, ...options }),
    [api, code, userName],
  )
  const confirm = async (oneTimeCode: string, secret: string) => {
    const { step } = await api.call(confirmSetupTwoFactor, { code, secret, oneTimeCode }, { quiet: true })
    onDone({ secret, step })
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.setUpTwoFactor} centered closeOnClickOutside={false}>
      <Suspense>
        <SetUp begin={begin} confirm={confirm} onCancel={onClose} />
      </Suspense>
    </Modal>
  )
}
