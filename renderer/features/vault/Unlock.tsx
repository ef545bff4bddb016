import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../ui/Problem.tsx'
import type { Keyring } from './keyring.ts'
import { NewPassphrase } from './NewPassphrase.tsx'
import { UNLOCK_TEXT, VAULT_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'

/** A locked vault: the passphrase, or the ways on for who forgot it. */
export function Unlock({ keyring }: { keyring: Keyring }) {
  const [forgot, setForgot] = useState(false)
  return forgot ? (
    <Forgotten keyring={keyring} onCancel={() => setForgot(false)} />
  ) : (
    <PassphraseForm keyring={keyring} onForgot={() => setForgot(true)} />
  )
}

function PassphraseForm({ keyring, onForgot }: { keyring: Keyring; onForgot: () => void }) {
  const [passphrase, setPassphrase] = useState('')
  const work = useWork()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (passphrase === '') work.setProblem(UNLOCK_TEXT.missing)
    else await work.run(() => keyring.unlock(passphrase))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{UNLOCK_TEXT.lead}</p>
      <PasswordInput
        label={UNLOCK_TEXT.passphrase}
        value={passphrase}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <Problem>{work.problem}</Problem>
      <div className={styles.formActions}>
        <Button variant="subtle" onClick={onForgot}>
          {UNLOCK_TEXT.forgotten}
        </Button>
        <Button type="submit" loading={work.busy}>
          {UNLOCK_TEXT.unlock}
        </Button>
      </div>
    </form>
  )
}

function Forgotten({ keyring, onCancel }: { keyring: Keyring; onCancel: () => void }) {
  const [recoveryKey, setRecoveryKey] = useState('')
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{UNLOCK_TEXT.recoverLead}</p>
      <NewPassphrase
        action={UNLOCK_TEXT.recover}
        onPassphrase={(passphrase) => keyring.renew({ recoveryKey }, passphrase)}
        onCancel={onCancel}
      >
        <TextInput
          label={UNLOCK_TEXT.recoveryKey}
          description={UNLOCK_TEXT.recoveryHint}
          value={recoveryKey}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setRecoveryKey(event.currentTarget.value)}
        />
      </NewPassphrase>
      <StartAgain keyring={keyring} />
    </div>
  )
}

function StartAgain({ keyring }: { keyring: Keyring }) {
  const [asking, setAsking] = useState(false)
  const work = useWork()
  return (
    <details className={styles.note}>
      <summary>{UNLOCK_TEXT.lostBoth}</summary>
      <p>{UNLOCK_TEXT.startAgainLead}</p>
      <Problem>{work.problem}</Problem>
      {asking ? (
        <div className={styles.confirm} role="alertdialog" aria-label={UNLOCK_TEXT.sure}>
          <span>{UNLOCK_TEXT.sure}</span>
          <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
            {VAULT_TEXT.cancel}
          </Button>
          <Button
            size="xs"
            className={styles.remove ?? ''}
            loading={work.busy}
            onClick={() => void work.run(keyring.startAgain)}
          >
            {UNLOCK_TEXT.yes}
          </Button>
        </div>
      ) : (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {UNLOCK_TEXT.startAgain}
        </Button>
      )}
    </details>
  )
}
