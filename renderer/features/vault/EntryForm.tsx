import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import type { VaultSecret } from './crypto/entries.ts'
import { newPassword } from './crypto/new-password.ts'
import { readOneTime } from './crypto/one-time.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { ListedEntry, PlaceVault } from './place-store.ts'
import { ENTRIES_TEXT, FORM_TEXT as TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import { Said } from './words-of.ts'

export const EMPTY_SECRET: VaultSecret = { username: '', password: '', address: '', notes: '', totp: '' }
const { fields: NAMES } = ENTRIES_TEXT
const CONFLICT = 409

interface EntryFormProps {
  readonly vault: PlaceVault
  readonly drafts: Drafts
  /** What is in the form at first. */
  readonly draft: Draft
  /** It was being written when the vault was locked or closed. */
  readonly isKept: boolean
  readonly onDone: () => void
}

/** Somebody wrote the entry meanwhile: as it stands now, or null where it is gone. */
interface Conflict {
  readonly theirs: ListedEntry | null
  readonly shown: VaultSecret | null
}

const isSame = (one: VaultSecret, other: VaultSecret): boolean =>
  JSON.stringify({ ...EMPTY_SECRET, ...one }) === JSON.stringify({ ...EMPTY_SECRET, ...other })

/** Whether the vault is locked or left before it was saved: what was typed is kept, sealed. */
function useKeptDraft({ vault, drafts, draft }: EntryFormProps, typed: Omit<Draft, 'before' | 'start'>) {
  const latest = useRef<Draft | null>(null)
  const isTyped = typed.label !== (draft.before?.entry.label ?? '') || !isSame(typed.secret, draft.start)
  useEffect(() => {
    latest.current = isTyped ? { ...draft, ...typed } : null
  })
  useEffect(() => {
    const { keyring, place } = vault
    const off = keyring.onLocking(async (identity) => {
      const draft = latest.current
      latest.current = null
      if (draft) await drafts.keep(identity, place, draft)
    })
    return () => {
      off()
      if (latest.current) void drafts.keep(keyring.mine(), place, latest.current)
    }
  }, [vault, drafts])
  return () => {
    latest.current = null
  }
}

/** A new entry, or the next version of one. What was typed stays when saving fails. */
export function EntryForm(props: EntryFormProps) {
  const { vault, draft, isKept, onDone } = props
  const [before, setBefore] = useState(draft.before)
  const [label, setLabel] = useState(draft.label)
  const [content, setContent] = useState(draft.secret)
  const [checked, setChecked] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const work = useWork()
  const forgetDraft = useKeptDraft(props, { label, secret: content })
  const isMissing = checked && label.trim() === ''

  const done = () => {
    forgetDraft()
    onDone()
  }
  /** Writes it over the version that the person knows of; another one is shown beside what was typed. */
  const saveOver = async (over: Draft['before']) => {
    // With a new password who has left doesn't know it.
    const left = content.password === draft.start.password ? (over?.left ?? []) : []
    try {
      await vault.save(over && { ...over, left }, label, content)
    } catch (error) {
      if (!(error instanceof ApiError) || !over || !isMeanwhile(error)) throw error
      await vault.read()
      const { entries } = vault.store.getState()
      const theirs = entries.find(({ entry }) => entry.entryID === over.entry.entryID) ?? null
      setConflict({ theirs, shown: null })
      throw new Said(theirs ? TEXT.conflict(theirs.entry.writer.userName) : TEXT.conflictGone)
    }
    done()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (label.trim() === '') return
    void work.run(async () => {
      if (content.totp !== '' && !readOneTime(content.totp)) throw new Said(TEXT.totpWrong)
      await saveOver(before)
    })
  }
  /** Keeps what was typed: over theirs, or as a new entry where theirs is gone. */
  const keepMine = () =>
    work.run(async () => {
      const { theirs } = conflict ?? { theirs: null }
      const over = theirs && { entry: theirs.entry, left: theirs.manifest.left }
      setConflict(null)
      setBefore(over)
      await saveOver(over)
    })
  const showTheirs = () =>
    work.run(async () => {
      if (conflict?.theirs)
        setConflict({ ...conflict, shown: await vault.secretOf(conflict.theirs, 'VIEWED') })
    })
  const set = (changes: Partial<VaultSecret>) => setContent((now) => ({ ...now, ...changes }))
  const field = (name: keyof VaultSecret) => ({
    label: NAMES[name],
    value: content[name],
    maxLength: VAULT_LIMITS[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  })
  const title = draft.before ? TEXT.edit(draft.before.entry.label) : TEXT.add
  return (
    <form className={styles.form} onSubmit={save} noValidate aria-label={title}>
      <h3>{title}</h3>
      {isKept ? (
        <p className={styles.note} role="status">
          {TEXT.kept}
        </p>
      ) : null}
      <TextInput
        label={TEXT.label}
        description={TEXT.labelHint}
        value={label}
        maxLength={VAULT_LIMITS.label}
        autoComplete="off"
        data-autofocus
        autoFocus
        error={isMissing ? TEXT.labelMissing : undefined}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <TextInput {...field('username')} />
      <div className={styles.withButton}>
        <PasswordInput {...field('password')} autoComplete="new-password" />
        <Button variant="default" onClick={() => set({ password: newPassword() })}>
          {TEXT.generate}
        </Button>
      </div>
      <OneTimeField {...field('totp')} onRead={(totp) => set({ totp })} />
      <TextInput {...field('address')} />
      <Textarea {...field('notes')} rows={4} />
      <Problem>{work.problem}</Problem>
      {conflict ? (
        <Theirs conflict={conflict} busy={work.busy} onShow={showTheirs} onKeep={keepMine} onTake={done} />
      ) : null}
      <div className={styles.formActions}>
        <Button variant="default" onClick={done}>
          {TEXT.cancel}
        </Button>
        {conflict ? null : (
          <Button type="submit" loading={work.busy}>
            {TEXT.save}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Whether the entry isn't any more what the person began with. */
const isMeanwhile = ({ status, code }: ApiError): boolean =>
  (status === CONFLICT && code !== 'vault.readersChanged') || code === 'vault.gone'

interface TheirsProps {
  readonly conflict: Conflict
  readonly busy: boolean
  readonly onShow: () => void
  readonly onKeep: () => void
  readonly onTake: () => void
}

/** What somebody else, or another window, has written meanwhile, and the ways on. */
function Theirs({ conflict: { theirs, shown }, busy, onShow, onKeep, onTake }: TheirsProps) {
  return (
    <section className={styles.conflict} aria-label={TEXT.conflictTitle}>
      {shown ? (
        <dl>
          <div>
            <dt>{TEXT.label}</dt>
            <dd>{theirs?.entry.label}</dd>
          </div>
          {(['username', 'password', 'address', 'notes'] as const).map((name) => (
            <div key={name}>
              <dt>{NAMES[name]}</dt>
              <dd>{shown[name] || <em>{ENTRIES_TEXT.empty}</em>}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className={styles.formActions}>
        {theirs && !shown ? (
          <Button size="xs" variant="default" disabled={busy} onClick={onShow}>
            {TEXT.showTheirs}
          </Button>
        ) : null}
        {theirs ? (
          <Button size="xs" variant="default" disabled={busy} onClick={onTake}>
            {TEXT.takeTheirs}
          </Button>
        ) : null}
        <Button size="xs" loading={busy} onClick={onKeep}>
          {theirs ? TEXT.keepMine : TEXT.saveAsNew}
        </Button>
      </div>
    </section>
  )
}

interface OneTimeFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  readonly onRead: (text: string) => void
}

/** The key of one-time codes: pasted as its address or its letters, or read from the picture of a QR code. */
function OneTimeField({ onRead, ...input }: OneTimeFieldProps) {
  const { notices } = useServices()
  const isWrong = input.value !== '' && !readOneTime(input.value)
  const readPicture = async (file: File | undefined) => {
    if (!file) return
    const text = await textOfPicture(file)
    if (text !== null && readOneTime(text)) onRead(text)
    else notices.show('warning', TEXT.noQrCode)
  }
  return (
    <PasswordInput
      {...input}
      description={TEXT.totpHint}
      error={isWrong ? TEXT.totpWrong : undefined}
      onPaste={(event) => {
        const picture = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
        if (!picture) return
        event.preventDefault()
        void readPicture(picture)
      }}
    />
  )
}

/** The page's own reader of codes, where the browser has one. */
interface CodeReader {
  new (options: {
    formats: string[]
  }): {
    detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>
  }
}

/** What stands in the picture's QR code; null where there is none, or no way to read one here. */
async function textOfPicture(file: File): Promise<string | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: CodeReader }
  if (!BarcodeDetector) return null
  try {
    const bitmap = await createImageBitmap(file)
    const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(bitmap)
    return code?.rawValue ?? null
  } catch {
    return null
  }
}
