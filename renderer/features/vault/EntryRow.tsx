import { ActionIcon, Badge, Button, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconKey,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { VaultSecret } from './crypto/entries.ts'
import { oneTimeCode, readOneTime } from './crypto/one-time.ts'
import type { Draft } from './drafts.ts'
import { EntryUses } from './EntryUses.tsx'
import { OneTimeCode } from './OneTimeCode.tsx'
import type { ListedEntry, PlaceVault } from './place-store.ts'
import { FAULT_TEXT, ENTRIES_TEXT as TEXT, VAULT_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import { Said } from './words-of.ts'

const TIME = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const FIELDS = ['username', 'password', 'totp', 'address', 'notes'] as const
type Copied = 'username' | 'password' | 'totp'
/** What a letter copies while the entry has the focus. */
const KEYS: Readonly<Record<string, Copied>> = { c: 'password', u: 'username', t: 'totp' }

interface EntryRowProps {
  readonly vault: PlaceVault
  readonly listed: ListedEntry
  readonly onEdit: (draft: Draft) => void
}

/** One entry: shown, copied, edited and deleted in its row. */
export function EntryRow({ vault, listed, onEdit }: EntryRowProps) {
  const { notices, now } = useServices()
  const { entry, fault, manifest } = listed
  const [shown, setShown] = useState<VaultSecret | null>(null)
  const [asking, setAsking] = useState(false)
  const work = useWork()

  const copy = (name: Copied) =>
    work.run(async () => {
      const secret = await vault.secretOf(listed, 'COPIED')
      if (secret[name] === '') throw new Said(TEXT.nothingToCopy[name])
      const oneTime = name === 'totp' ? readOneTime(secret.totp) : null
      const text = oneTime ? await oneTimeCode(oneTime, now()) : secret[name]
      if (await vault.keyring.copy(text)) notices.show('success', TEXT.copied)
      else notices.show('warning', TEXT.copyRefused)
    })
  const show = () =>
    shown ? setShown(null) : void work.run(async () => setShown(await vault.secretOf(listed, 'VIEWED')))
  const edit = () =>
    work.run(async () => {
      const secret = shown ?? (await vault.secretOf(listed, 'VIEWED'))
      onEdit({ before: { entry, left: manifest.left }, label: entry.label, secret, start: secret })
    })
  const keys = (event: KeyboardEvent) => {
    const name = KEYS[event.key.toLowerCase()]
    if (fault || event.ctrlKey || event.metaKey || event.altKey) return
    if (name) void copy(name)
    else if (event.key.toLowerCase() === 'e') void edit()
    else return
    event.preventDefault()
  }
  return (
    <li className={styles.row} aria-label={entry.label}>
      <div className={styles.head}>
        <UnstyledButton
          className={styles.open ?? ''}
          data-entry={entry.entryID}
          aria-expanded={shown !== null}
          aria-keyshortcuts="c u t e"
          title={TEXT.keys}
          disabled={fault !== null}
          onClick={show}
          onKeyDown={keys}
        >
          <span className={styles.icon} data-fault={fault !== null} aria-hidden="true">
            {fault ? <IconAlertTriangle size={20} stroke={1.6} /> : <IconKey size={20} stroke={1.6} />}
          </span>
          <span className={styles.what}>
            <strong>{entry.label}</strong>
            <span>{TEXT.facts(entry.userName, TIME.format(new Date(entry.entryTime)))}</span>
          </span>
        </UnstyledButton>
        {manifest.left.length > 0 ? (
          <Badge className={styles.exposed ?? ''} variant="light" color="orange" radius="sm">
            {TEXT.exposed}
          </Badge>
        ) : null}
        {fault ? null : (
          <span className={styles.actions}>
            <Icon label={TEXT.copyPassword(entry.label)} onClick={() => void copy('password')}>
              <IconCopy size={17} stroke={1.7} />
            </Icon>
            <Icon label={shown ? TEXT.hide(entry.label) : TEXT.show(entry.label)} onClick={show}>
              {shown ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
            </Icon>
            <Icon label={TEXT.edit(entry.label)} onClick={() => void edit()}>
              <IconPencil size={17} stroke={1.7} />
            </Icon>
            <Icon label={TEXT.remove(entry.label)} onClick={() => setAsking(true)}>
              <IconTrash size={17} stroke={1.7} />
            </Icon>
          </span>
        )}
      </div>
      <Problem>{fault ? FAULT_TEXT[fault] : work.problem}</Problem>
      {asking ? (
        <div className={styles.confirm} role="alertdialog" aria-label={TEXT.remove(entry.label)}>
          <span>{TEXT.sure}</span>
          <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
            {VAULT_TEXT.cancel}
          </Button>
          <Button
            size="xs"
            className={styles.remove ?? ''}
            loading={work.busy}
            onClick={() => void work.run(() => vault.remove(entry))}
          >
            {TEXT.yes}
          </Button>
        </div>
      ) : null}
      {shown ? (
        <Secret secret={shown} listed={listed} isShared={vault.isShared} onCopy={(name) => void copy(name)} />
      ) : null}
    </li>
  )
}

function Icon({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}

interface SecretProps {
  readonly secret: VaultSecret
  readonly listed: ListedEntry
  readonly isShared: boolean
  readonly onCopy: (name: Copied) => void
}

/** What is in an entry. */
function Secret({ secret, listed: { entry, manifest }, isShared, onCopy }: SecretProps) {
  const oneTime = secret.totp === '' ? null : readOneTime(secret.totp)
  const { label, writer, changedTime } = entry
  return (
    <div className={styles.secret}>
      {manifest.left.length > 0 ? <p className={styles.exposedLead}>{TEXT.exposedLead}</p> : null}
      <dl>
        {FIELDS.map((name) =>
          name === 'totp' && secret.totp === '' ? null : (
            <div key={name}>
              <dt>{TEXT.fields[name]}</dt>
              <dd data-field={name}>
                <Value name={name} secret={secret} oneTime={oneTime} />
                {name === 'username' && secret.username !== '' ? (
                  <Icon label={TEXT.copyUsername(label)} onClick={() => onCopy('username')}>
                    <IconCopy size={15} stroke={1.7} />
                  </Icon>
                ) : null}
                {name === 'totp' ? (
                  <Icon label={TEXT.copyCode(label)} onClick={() => onCopy('totp')}>
                    <IconCopy size={15} stroke={1.7} />
                  </Icon>
                ) : null}
              </dd>
            </div>
          ),
        )}
      </dl>
      {isShared ? (
        <p className={styles.changedBy}>
          {TEXT.writtenBy(writer.userName, TIME.format(new Date(changedTime)))}
        </p>
      ) : null}
      <EntryUses entryID={entry.entryID} />
    </div>
  )
}

function Value({
  name,
  secret,
  oneTime,
}: {
  name: (typeof FIELDS)[number]
  secret: VaultSecret
  oneTime: ReturnType<typeof readOneTime>
}) {
  if (name === 'totp') return oneTime ? <OneTimeCode oneTime={oneTime} /> : <em>{TEXT.noCode}</em>
  return secret[name] === '' ? <em>{TEXT.empty}</em> : secret[name]
}
