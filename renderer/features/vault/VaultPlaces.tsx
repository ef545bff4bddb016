import { Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, Navigate } from 'react-router-dom'
import { useSession } from '../../services/context.tsx'
import { VAULT_TEXT } from './text.ts'
import { useVault } from './use-vault.ts'
import styles from './Vault.module.css'
import { Vault } from './Vault.tsx'

/** 'My secure vault' over the screen (spec 3 §2). Closed it stays open for its idle time. */
export function VaultDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const vault = useVault()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={VAULT_TEXT.title}
      size={820}
      closeButtonProps={{ 'aria-label': VAULT_TEXT.close }}
    >
      <Vault vault={vault} />
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
  const vault = useVault()
  return (
    <div className={styles.screen}>
      <h2>{VAULT_TEXT.title}</h2>
      <Vault vault={vault} />
    </div>
  )
}
