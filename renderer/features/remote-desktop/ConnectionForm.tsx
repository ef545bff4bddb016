import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRdp, type RemoteDesktop, updateRdp } from '#shared/contract/remote-desktop.ts'
import { isComputerAddress, REMOTE_DESKTOP_MAX } from '#shared/domain/remote-desktop.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './RemoteDesktops.module.css'
import { ADD_TITLE, editTitle, REMOTE_TEXT, SAVED, UPDATED } from './text.ts'

interface Fields {
  readonly displayName: string
  readonly address: string
  readonly username: string
  readonly password: string
}
type Mistakes = { readonly [N in keyof Fields]?: string | undefined }

const EMPTY: Fields = { displayName: '', address: '', username: '', password: '' }

function mistakesOf(fields: Fields, isNew: boolean): Mistakes {
  return {
    displayName: fields.displayName.trim() === '' ? REMOTE_TEXT.displayNameMissing : undefined,
    address: isComputerAddress(fields.address.trim()) ? undefined : REMOTE_TEXT.addressMissing,
    username: fields.username.trim() === '' ? REMOTE_TEXT.usernameMissing : undefined,
    password: isNew && fields.password === '' ? REMOTE_TEXT.passwordMissing : undefined,
  }
}

interface ConnectionFormProps {
  /** The connection that is edited; null for a new one. */
  readonly entry: RemoteDesktop | null
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** 'Add connection' or 'Edit RDP_ID n' (spec 3 §2). What was typed stays when saving fails. */
export function ConnectionForm({ entry, onDone, onCancel }: ConnectionFormProps) {
  const { api, notices } = useServices()
  const [fields, setFields] = useState<Fields>({ ...EMPTY, ...entry })
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mistakes = checked ? mistakesOf(fields, entry === null) : {}

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (busy || Object.values(mistakesOf(fields, entry === null)).some((one) => one !== undefined)) return
    setBusy(true)
    setProblem(null)
    const { displayName, address, username, password } = fields
    const record = {
      displayName: displayName.trim(),
      address: address.trim(),
      username: username.trim(),
      password,
    }
    try {
      if (entry) await api.call(updateRdp, { id: entry.id, ...record }, { quiet: true })
      else await api.call(newRdp, record, { quiet: true })
      notices.show('success', entry ? UPDATED : SAVED)
      onDone()
    } catch (error) {
      setBusy(false)
      setProblem(reasonOf(error))
    }
  }
  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
    error: mistakes[name],
    maxLength: REMOTE_DESKTOP_MAX[name],
    // What belongs to another computer is no business of this page's password manager.
    autoComplete: 'off',
  })

  return (
    <form className={styles.form} onSubmit={save} noValidate aria-labelledby="rdp-form-title">
      <h3 id="rdp-form-title">{entry ? editTitle(entry.id) : ADD_TITLE}</h3>
      <TextInput label={REMOTE_TEXT.displayName} data-autofocus {...field('displayName')} />
      <TextInput
        label={REMOTE_TEXT.address}
        description={REMOTE_TEXT.addressHint}
        spellCheck={false}
        {...field('address')}
      />
      <TextInput label={REMOTE_TEXT.username} spellCheck={false} {...field('username')} />
      <PasswordInput
        label={REMOTE_TEXT.password}
        {...(entry ? { description: REMOTE_TEXT.keepPassword } : {})}
        {...field('password')}
        autoComplete="new-password"
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {REMOTE_TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {REMOTE_TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
