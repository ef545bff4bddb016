import { ActionIcon, Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconKey,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { VaultSecret } from './crypto/entries.ts'
import { EntryUses } from './EntryUses.tsx'
import { FAULT_TEXT, ENTRIES_TEXT as TEXT, VAULT_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import type { ListedEntry, Vault } from './vault-store.ts'
import { Said } from './words-of.ts'

const TIME = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const FIELDS = ['username', 'password', 'address', 'notes'] as const

interface EntryRowProps {
  readonly vault: Vault
  readonly listed: ListedEntry
  readonly onEdit: (secret: VaultSecret) => void
}

/** One entry: shown, copied, edited and deleted in its row. */
export function EntryRow({ vault, listed, onEdit }: EntryRowProps) {
  const { notices } = useServices()
  const { entry, fault } = listed
  const [shown, setShown] = useState<VaultSecret | null>(null)
  const [asking, setAsking] = useState(false)
  const work = useWork()

  const copy = (name: 'username' | 'password') =>
    work.run(async () => {
      const secret = await vault.secretOf(listed, 'COPIED')
      if (secret[name] === '') throw new Said(TEXT.nothingToCopy)
      const copied = await vault.copy(secret[name])
      if (copied) notices.show('success', TEXT.copied)
      else notices.show('warning', TEXT.copyRefused)
    })
  const show = () => work.run(async () => setShown(await vault.secretOf(listed, 'VIEWED')))
  const edit = () => work.run(async () => onEdit(shown ?? (await vault.secretOf(listed, 'VIEWED'))))
  return (
    <li className={styles.row} aria-label={entry.label}>
      <div className={styles.head}>
        <span className={styles.icon} data-fault={fault !== null} aria-hidden="true">
          {fault ? <IconAlertTriangle size={20} stroke={1.6} /> : <IconKey size={20} stroke={1.6} />}
        </span>
        <span className={styles.what}>
          <strong>{entry.label}</strong>
          <span>{TEXT.facts(entry.userName, TIME.format(new Date(entry.entryTime)))}</span>
        </span>
        {fault ? null : (
          <span className={styles.actions}>
            <Icon label={TEXT.copyPassword(entry.label)} onClick={() => void copy('password')}>
              <IconCopy size={17} stroke={1.7} />
            </Icon>
            {shown ? (
              <Icon label={TEXT.hide(entry.label)} onClick={() => setShown(null)}>
                <IconEyeOff size={17} stroke={1.7} />
              </Icon>
            ) : (
              <Icon label={TEXT.show(entry.label)} onClick={() => void show()}>
                <IconEye size={17} stroke={1.7} />
              </Icon>
            )}
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
        <Secret
          secret={shown}
          entryID={entry.entryID}
          label={entry.label}
          onCopy={() => void copy('username')}
        />
      ) : null}
    </li>
  )
}

function Icon({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}

interface SecretProps {
  readonly secret: VaultSecret
  readonly entryID: string
  readonly label: string
  readonly onCopy: () => void
}

function Secret({ secret, entryID, label, onCopy }: SecretProps) {
  return (
    <div className={styles.secret}>
      <dl>
        {FIELDS.map((name) => (
          <div key={name}>
            <dt>{TEXT.fields[name]}</dt>
            <dd data-field={name}>
              {secret[name] === '' ? <em>{TEXT.empty}</em> : secret[name]}
              {name === 'username' && secret.username !== '' ? (
                <Icon label={TEXT.copyUsername(label)} onClick={onCopy}>
                  <IconCopy size={15} stroke={1.7} />
                </Icon>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <EntryUses entryID={entryID} />
    </div>
  )
}
