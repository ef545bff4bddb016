import { Modal, UnstyledButton } from '@mantine/core'
import {
  IconBriefcase,
  IconBuilding,
  IconChecklist,
  IconExternalLink,
  IconLockSquareRounded,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { VaultSource } from '#shared/domain/vault.ts'
import { useSession } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Bones } from './Bones.tsx'
import type { PlaceName } from './place-store.ts'
import { COMPANY_TEXT, PLACES_TEXT, VAULT_TEXT } from './text.ts'
import { useVaults } from './use-vault.ts'
import styles from './Vault.module.css'
import { Vault } from './Vault.tsx'
import type { Vaults } from './vaults.ts'

interface VaultDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Whose vault is shown first; the person's own where it is absent. */
  readonly params?: NamedPlace | undefined
}

/** A vault by the name of what it belongs to: the server names those alone that have entries. */
type NamedPlace = PlaceName & { readonly name: string }

/** 'My secure vault' over the screen (spec 3 §2). Closed it stays open for its idle time. */
export function VaultDialog({ opened, onClose, params }: VaultDialogProps) {
  const vaults = useVaults()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={VAULT_TEXT.title}
      size={980}
      closeButtonProps={{ 'aria-label': VAULT_TEXT.close }}
    >
      <VaultWithPlaces
        key={params ? `${params.source} ${params.sourceID}` : ''}
        vaults={vaults}
        first={params}
      />
      <Link className={styles.asPage ?? ''} to="/my-vault" onClick={onClose}>
        <IconExternalLink size={15} aria-hidden="true" /> {VAULT_TEXT.asPage}
      </Link>
    </Modal>
  )
}

/** The same within a page: /my-vault (spec 3 §2). Others go where they may be. */
export function VaultScreen() {
  const may = useSession(({ permissions }) => permissions.can('CAN_USE_VAULT'))
  return may ? <VaultPage /> : <Navigate to="/" replace />
}

function VaultPage() {
  const vaults = useVaults()
  return (
    <div className={styles.screen}>
      <h2>{VAULT_TEXT.title}</h2>
      <VaultWithPlaces vaults={vaults} />
    </div>
  )
}

/** The vault of a project or a task, where that is looked at. */
export function PlaceVaultPanel({ source, sourceID }: PlaceName) {
  const vaults = useVaults()
  return (
    <div className={styles.panel}>
      <Vault key={`${source} ${sourceID}`} vaults={vaults} place={{ source, sourceID }} />
    </div>
  )
}

const ICONS: Readonly<Record<VaultSource, typeof IconBriefcase>> = {
  USER: IconLockSquareRounded,
  PROJECT: IconBriefcase,
  TASK: IconChecklist,
}
const CompanyDesk = lazyCode(async () => (await import('./CompanyDesk.tsx')).CompanyDesk)

const isSame = (one: PlaceName, other: PlaceName) =>
  one.source === other.source && one.sourceID === other.sourceID

/** The person's own vault, and beside it those that they read with others. */
function VaultWithPlaces({ vaults, first }: { vaults: Vaults; first?: NamedPlace | undefined }) {
  const own: PlaceName = { source: 'USER', sourceID: vaults.keyring.userID }
  const [chosen, setChosen] = useState<PlaceName | 'company'>(first ?? own)
  const keepsCompanyKey = useSession(({ permissions }) => permissions.canAll(PERMISSION_ADMINS))
  const places = useStore(vaults.places) ?? []
  const shown: NamedPlace[] = [
    { ...own, name: PLACES_TEXT.own },
    ...places.map((place) => ({ ...place, name: place.name || PLACES_TEXT.unnamed[place.source] })),
  ]
  if (first && !shown.some((one) => isSame(one, first))) shown.push(first)
  const vault =
    chosen === 'company' ? (
      <Suspense fallback={<Bones label={VAULT_TEXT.loading} />}>
        <CompanyDesk vaults={vaults} />
      </Suspense>
    ) : (
      <Vault key={`${chosen.source} ${chosen.sourceID}`} vaults={vaults} place={chosen} />
    )
  if (shown.length === 1 && !keepsCompanyKey) return vault
  return (
    <div className={styles.withPlaces}>
      <nav className={styles.places} aria-label={PLACES_TEXT.list}>
        {shown.map((place) => {
          const Icon = ICONS[place.source]
          return (
            <UnstyledButton
              key={`${place.source} ${place.sourceID}`}
              className={styles.place ?? ''}
              aria-current={chosen !== 'company' && isSame(place, chosen)}
              onClick={() => setChosen({ source: place.source, sourceID: place.sourceID })}
            >
              <Icon size={17} stroke={1.7} aria-hidden="true" />
              <span>{place.name}</span>
            </UnstyledButton>
          )
        })}
        {keepsCompanyKey ? (
          <UnstyledButton
            className={styles.place ?? ''}
            aria-current={chosen === 'company'}
            onClick={() => setChosen('company')}
          >
            <IconBuilding size={17} stroke={1.7} aria-hidden="true" />
            <span>{COMPANY_TEXT.desk}</span>
          </UnstyledButton>
        ) : null}
      </nav>
      <div className={styles.ofPlace}>{vault}</div>
    </div>
  )
}
