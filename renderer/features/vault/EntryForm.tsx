import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'
import { Problem } from '../../ui/Problem.tsx'
import type { VaultSecret } from './crypto/entries.ts'
import { newPassword } from './crypto/new-password.ts'
import { ENTRIES_TEXT, FORM_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import type { Vault } from './vault-store.ts'

const EMPTY: VaultSecret = { username: '', password: '', address: '', notes: '' }
const { fields: NAMES } = ENTRIES_TEXT

interface EntryFormProps {
  readonly vault: Vault
  /** The entry that is edited with what is in it; null for a new one. */
  readonly entry: VaultEntry | null
  readonly secret: VaultSecret | null
  readonly onDone: () => void
}

/** A new entry, or the next version of one. What was typed stays when saving fails. */
export function EntryForm({ vault, entry, secret, onDone }: EntryFormProps) {
  const [label, setLabel] = useState(entry?.label ?? '')
  const [content, setContent] = useState(secret ?? EMPTY)
  const [checked, setChecked] = useState(false)
  const work = useWork()
  const isMissing = checked && label.trim() === ''

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (label.trim() === '') return
    if (await work.run(() => vault.save(entry, label, content))) onDone()
  }
  const set = (changes: Partial<VaultSecret>) => setContent((before) => ({ ...before, ...changes }))
  const field = (name: keyof VaultSecret) => ({
    label: NAMES[name],
    value: content[name],
    maxLength: VAULT_LIMITS[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  })
  const title = entry ? FORM_TEXT.edit(entry.label) : FORM_TEXT.add
  return (
    <form className={styles.form} onSubmit={save} noValidate aria-label={title}>
      <h3>{title}</h3>
      <TextInput
        label={FORM_TEXT.label}
        description={FORM_TEXT.labelHint}
        value={label}
        maxLength={VAULT_LIMITS.label}
        autoComplete="off"
        data-autofocus
        autoFocus
        error={isMissing ? FORM_TEXT.labelMissing : undefined}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <TextInput {...field('username')} />
      <div className={styles.withButton}>
        <PasswordInput {...field('password')} autoComplete="new-password" />
        <Button variant="default" onClick={() => set({ password: newPassword() })}>
          {FORM_TEXT.generate}
        </Button>
      </div>
      <TextInput {...field('address')} />
      <Textarea {...field('notes')} rows={4} />
      <Problem>{work.problem}</Problem>
      <div className={styles.formActions}>
        <Button variant="default" onClick={onDone}>
          {FORM_TEXT.cancel}
        </Button>
        <Button type="submit" loading={work.busy}>
          {FORM_TEXT.save}
        </Button>
      </div>
    </form>
  )
}
