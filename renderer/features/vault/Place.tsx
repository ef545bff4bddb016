import { Button } from '@mantine/core'
import { IconLock, IconLockOff } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Bones } from './Bones.tsx'
import { ChangePassphrase } from './ChangePassphrase.tsx'
import type { Draft } from './drafts.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryList } from './EntryList.tsx'
import type { PlaceName, PlaceVault } from './place-store.ts'
import { PLACES_TEXT, VAULT_TEXT } from './text.ts'
import styles from './Vault.module.css'
import type { Vaults } from './vaults.ts'
import { wordsOf } from './words-of.ts'

const CompanyAgreement = lazyCode(async () => (await import('./CompanyAgreement.tsx')).CompanyAgreement)

/** What is being written: an entry, or the passphrase. */
type Writing =
  | { readonly what: 'entry'; readonly draft: Draft; readonly isKept: boolean }
  | { readonly what: 'passphrase' }

/** An open vault: the person's own, a project's or a task's. */
export function Place({ vaults, place }: { vaults: Vaults; place: PlaceName }) {
  const [vault] = useState(() => vaults.at(place))
  const { phase, failure } = useStore(vault.store)
  if (phase === 'loading') return <Bones label={VAULT_TEXT.loading} />
  if (phase === 'failed')
    return (
      <LoadFailure
        icon={<IconLock size={26} />}
        title={VAULT_TEXT.failed}
        reason={wordsOf(failure)}
        onRetry={() => void vault.read()}
      />
    )
  if (phase === 'gone')
    return (
      <EmptyState icon={<IconLockOff size={26} stroke={1.5} />} title={PLACES_TEXT.gone}>
        <p className={styles.said}>{PLACES_TEXT.goneLead}</p>
      </EmptyState>
    )
  return <OpenPlace vaults={vaults} vault={vault} />
}

function OpenPlace({ vaults, vault }: { vaults: Vaults; vault: PlaceVault }) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const close = () => setWriting(null)
  const { drafts, keyring } = vaults
  useEffect(() => {
    if (!drafts.has(vault.place)) return
    // What can't be opened any more isn't missed by anybody.
    drafts.take(keyring.mine(), vault.place).then(
      (draft) => draft && setWriting((now) => now ?? { what: 'entry', draft, isKept: true }),
      () => {},
    )
  }, [drafts, keyring, vault])
  if (writing?.what === 'passphrase') return <ChangePassphrase keyring={keyring} onDone={close} />
  if (writing)
    return (
      <EntryForm vault={vault} drafts={drafts} draft={writing.draft} isKept={writing.isKept} onDone={close} />
    )
  return (
    <>
      {vault.isShared ? null : (
        <Suspense>
          <CompanyAgreement company={vaults.company} />
        </Suspense>
      )}
      <EntryList vault={vault} onWrite={(draft) => setWriting({ what: 'entry', draft, isKept: false })} />
      <div className={styles.foot}>
        {vault.isShared ? (
          <span />
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => setWriting({ what: 'passphrase' })}>
            {PLACES_TEXT.newKeys}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconLock size={15} aria-hidden="true" />}
          onClick={keyring.lock}
        >
          {PLACES_TEXT.lock}
        </Button>
      </div>
    </>
  )
}
