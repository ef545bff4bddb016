import type { Keyring } from './keyring.ts'
import { NewPassphrase } from './NewPassphrase.tsx'
import { SET_UP_TEXT } from './text.ts'
import styles from './Vault.module.css'

/** Before the first entry: what the vault is, what is lost with the passphrase, and a passphrase. */
export function SetUp({ keyring }: { keyring: Keyring }) {
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{SET_UP_TEXT.lead}</p>
      <p className={styles.note}>
        <strong>{SET_UP_TEXT.lostTitle}</strong>, {SET_UP_TEXT.lost}
      </p>
      <NewPassphrase action={SET_UP_TEXT.make} onPassphrase={keyring.setUp} />
      <details className={styles.note}>
        <summary>{SET_UP_TEXT.coversTitle}</summary>
        <p>{SET_UP_TEXT.covers}</p>
      </details>
    </div>
  )
}
