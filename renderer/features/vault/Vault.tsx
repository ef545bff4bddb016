import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconLockSquareRounded, IconShieldExclamation } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Entries } from './Entries.tsx'
import { PrintedKey } from './PrintedKey.tsx'
import { SetUp } from './SetUp.tsx'
import { CHANGED_TEXT, VAULT_TEXT } from './text.ts'
import { Unlock } from './Unlock.tsx'
import styles from './Vault.module.css'
import type { Vault as VaultOfPerson } from './vault-store.ts'
import { wordsOf } from './words-of.ts'

/** A person's vault, as it stands: to set up, locked, or open. */
export function Vault({ vault }: { vault: VaultOfPerson }) {
  const { phase, failure, recoveryKey } = useStore(vault.store)
  switch (phase) {
    case 'loading':
      return (
        <div className={styles.bones} role="status" aria-label={VAULT_TEXT.loading}>
          <Skeleton width="60%" height={18} />
          <Skeleton width="45%" height={18} />
        </div>
      )
    case 'failed':
      return (
        <LoadFailure
          icon={<IconLockSquareRounded size={26} />}
          title={VAULT_TEXT.failed}
          reason={wordsOf(failure)}
          onRetry={() => void vault.load()}
        />
      )
    case 'changed':
      return (
        <LoadFailure
          icon={<IconShieldExclamation size={26} />}
          title={CHANGED_TEXT.title}
          reason={CHANGED_TEXT.lead}
        >
          <Button size="xs" variant="default" onClick={() => void vault.acceptKeys()}>
            {CHANGED_TEXT.accept}
          </Button>
        </LoadFailure>
      )
    case 'new':
      return <SetUp vault={vault} />
    case 'locked':
      return <Unlock vault={vault} />
    case 'open':
      return recoveryKey === null ? (
        <Entries vault={vault} />
      ) : (
        <PrintedKey recoveryKey={recoveryKey} onCopy={vault.copy} onKept={vault.putAway} />
      )
  }
}
