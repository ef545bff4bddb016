import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconLockSquareRounded, IconShieldExclamation } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Bones } from './Bones.tsx'
import { Place } from './Place.tsx'
import { PrintedKey } from './PrintedKey.tsx'
import type { PlaceName } from './place-store.ts'
import { SetUp } from './SetUp.tsx'
import { CHANGED_TEXT, VAULT_TEXT } from './text.ts'
import { Unlock } from './Unlock.tsx'
import type { Vaults } from './vaults.ts'
import { wordsOf } from './words-of.ts'

/** A vault as it stands: to set up, locked, or open. */
export function Vault({ vaults, place }: { vaults: Vaults; place: PlaceName }) {
  const { keyring } = vaults
  const { phase, failure, recoveryKey } = useStore(keyring.store)
  switch (phase) {
    case 'loading':
      return <Bones label={VAULT_TEXT.loading} />
    case 'failed':
      return (
        <LoadFailure
          icon={<IconLockSquareRounded size={26} />}
          title={VAULT_TEXT.failed}
          reason={wordsOf(failure)}
          onRetry={() => void keyring.load()}
        />
      )
    case 'changed':
      return (
        <LoadFailure
          icon={<IconShieldExclamation size={26} />}
          title={CHANGED_TEXT.title}
          reason={CHANGED_TEXT.lead}
        >
          <Button size="xs" variant="default" onClick={() => void keyring.acceptKeys()}>
            {CHANGED_TEXT.accept}
          </Button>
        </LoadFailure>
      )
    case 'new':
      return <SetUp keyring={keyring} />
    case 'locked':
      return <Unlock keyring={keyring} />
    case 'open':
      return recoveryKey === null ? (
        <Place vaults={vaults} place={place} />
      ) : (
        <PrintedKey recoveryKey={recoveryKey} onCopy={keyring.copy} onKept={keyring.putAway} />
      )
  }
}
