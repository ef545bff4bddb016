import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { Keyring } from './keyring.ts'
import { NewPassphrase } from './NewPassphrase.tsx'
import { CHANGE_TEXT } from './text.ts'
import styles from './Vault.module.css'

/** A new passphrase for somebody who has the present one; the printed key is replaced with it. */
export function ChangePassphrase({ keyring, onDone }: { keyring: Keyring; onDone: () => void }) {
  const [present, setPresent] = useState('')
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{CHANGE_TEXT.lead}</p>
      <NewPassphrase
        action={CHANGE_TEXT.change}
        onPassphrase={async (passphrase) => {
          await keyring.renew({ passphrase: present }, passphrase)
          onDone()
        }}
        onCancel={onDone}
      >
        <PasswordInput
          label={CHANGE_TEXT.present}
          value={present}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setPresent(event.currentTarget.value)}
        />
      </NewPassphrase>
    </div>
  )
}
