import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'
import { useSession } from '../../services/context.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { Strength } from './strength.ts'
import { PASSPHRASE_FAULTS, SET_UP_TEXT, STRENGTH_TEXT, VAULT_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import { Said } from './words-of.ts'

const LEAST = VAULT_LIMITS.passphraseMin
/** The list of common passwords is large: it comes when somebody chooses a passphrase. */
const loadStrength = () => import('./strength.ts')

interface NewPassphraseProps {
  /** What the button says that takes it. */
  readonly action: string
  /** What else the form asks for, above. */
  readonly children?: ReactNode
  /** Takes the passphrase; what it throws is shown, and what was typed stays. */
  readonly onPassphrase: (passphrase: string) => Promise<void>
  readonly onCancel?: () => void
}

/** Asks for a new passphrase twice and says how strong it is; takes none that is guessed easily. */
export function NewPassphrase({ action, children, onPassphrase, onCancel }: NewPassphraseProps) {
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const own = useSession(({ user }) => user)
  const work = useWork()
  const names = own ? [own.userName, own.displayName] : []

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await work.run(async () => {
      const { passphraseFault, strengthOf } = await loadStrength()
      const fault = passphraseFault(first, strengthOf(first, names))
      if (fault) throw new Said(PASSPHRASE_FAULTS[fault](LEAST))
      if (first !== second) throw new Said(SET_UP_TEXT.differ)
      await onPassphrase(first)
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <PasswordInput
        label={SET_UP_TEXT.label}
        description={SET_UP_TEXT.hint(LEAST)}
        value={first}
        maxLength={VAULT_LIMITS.passphrase}
        autoComplete="off"
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <StrengthMeter passphrase={first} names={names.join('\n')} />
      <PasswordInput
        label={SET_UP_TEXT.again}
        value={second}
        maxLength={VAULT_LIMITS.passphrase}
        autoComplete="off"
        onChange={(event) => setSecond(event.currentTarget.value)}
      />
      <Problem>{work.problem}</Problem>
      <div className={styles.formActions}>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {VAULT_TEXT.cancel}
          </Button>
        ) : null}
        <Button type="submit" loading={work.busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function StrengthMeter({ passphrase, names }: { passphrase: string; names: string }) {
  const [strength, setStrength] = useState<Strength | null>(null)
  useEffect(() => {
    let isLatest = true
    // Without the list the form says why when it is sent.
    loadStrength().then(
      ({ strengthOf }) => isLatest && setStrength(strengthOf(passphrase, names.split('\n'))),
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [passphrase, names])
  const score = passphrase === '' || !strength ? null : strength.score
  const words = score === null ? '' : (STRENGTH_TEXT.scores[score] ?? '')
  return (
    <div className={styles.strength}>
      <meter
        aria-label={STRENGTH_TEXT.name}
        aria-valuetext={words}
        min={0}
        max={4}
        low={2}
        high={3}
        optimum={4}
        value={score ?? 0}
      />
      <span role="status">{words}</span>
    </div>
  )
}
