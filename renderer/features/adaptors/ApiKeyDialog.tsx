import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { newApiKey } from '#shared/contract/api-keys.ts'
import { isNetwork } from '#shared/contract/setup.ts'
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX } from '#shared/domain/api-keys.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { wordsOf } from '../roles/index.ts'
import styles from './Adaptors.module.css'
import { KEY_TEXT as TEXT } from './api-key-text.ts'
import { useSecretCopy } from './use-secret-copy.ts'

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const FIRST_DAYS = 90

interface ApiKeyDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: () => unknown
}

/** Makes a key, and shows it this once: a slip beside it loses neither what was typed nor the key. */
export function ApiKeyDialog({ isOpen, onClose, onMade }: ApiKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const { close, closeNow, onChange } = useCloseOrAsk(() => {
    onClose()
    setMade(null)
  })
  return (
    <Modal
      opened={isOpen}
      onClose={made ? closeNow : () => void close()}
      title={made ? TEXT.keyOf(made.name) : TEXT.add}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={made === null}
    >
      {made ? (
        <Told secret={made.key} onDone={closeNow} />
      ) : (
        <KeyForm
          onTyped={onChange}
          onCancel={() => void close()}
          onMade={(name, key) => {
            setMade({ name, key })
            void onMade()
          }}
        />
      )}
    </Modal>
  )
}

function Told({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const copy = useSecretCopy()
  return (
    <div className={styles.dialog}>
      <code className={styles.once}>{secret}</code>
      <p className={styles.warning}>{TEXT.once}</p>
      <p className={styles.lead}>{TEXT.how}</p>
      <FormActions>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copy(secret)}
        >
          {TEXT.copy}
        </Button>
        <Button onClick={onDone}>{TEXT.done}</Button>
      </FormActions>
    </div>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const dayIn = (days: number) => londonField(londonDayAfter(Date.now(), days)).slice(0, 10)
/** The end of a day in London, in ms since 1970; NaN where it is none. */
const endOf = (day: string) => {
  const start = momentOfField(`${day}T00:00`)
  return Number.isNaN(start) ? start : londonDayAfter(start, 1)
}

function KeyForm({
  onMade,
  onTyped,
  onCancel,
}: {
  readonly onMade: (name: string, key: string) => void
  readonly onTyped: () => void
  readonly onCancel: () => void
}) {
  const { api } = useServices()
  const me = useSession((session) => session.user)
  const permissions = useSession((session) => session.permissions)
  const [name, setName] = useState('')
  const [owner, setOwner] = useState(() => (me ? { id: me.id, name: me.displayName } : null))
  const [scope, setScope] = useState<'SCIM' | ''>('')
  const [chosen, setChosen] = useState<readonly PermissionName[]>([])
  const [filter, setFilter] = useState('')
  const [addresses, setAddresses] = useState('')
  const [day, setDay] = useState(() => dayIn(FIRST_DAYS))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const offered = NAMES.filter((one) => permissions.canAll(PERMISSION_ADMINS) || permissions.can(one))
  const sought = filter.trim().toLowerCase()
  const shown = offered.filter((one) => `${one} ${wordsOf(one)}`.toLowerCase().includes(sought))
  const expiresAt = endOf(day)
  const isDaySound = day > dayIn(-1) && day <= dayIn(API_KEY_DAYS_MAX - 1)
  const wrong = linesOf(addresses).find((line) => !isNetwork(line))
  const mistakes = {
    name: name.trim() === '' && TEXT.nameMissing,
    owner: owner === null && TEXT.ownerMissing,
    permissions: scope === '' && chosen.length === 0 && TEXT.permissionsMissing,
    addresses: wrong !== undefined && TEXT.addressWrong(wrong),
    day: !isDaySound && TEXT.expiresWrong,
  }
  const fault = (field: keyof typeof mistakes) => (isChecked && mistakes[field]) || null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || owner === null || Object.values(mistakes).some(Boolean)) return
    setBusy(true)
    setProblem(null)
    try {
      const { key } = await api.call(
        newApiKey,
        {
          name: name.trim(),
          ownerID: owner.id,
          scope: scope === '' ? null : scope,
          permissions: scope === '' ? [...chosen] : [],
          addresses: linesOf(addresses),
          expiresAt: new Date(expiresAt).toISOString(),
        },
        { quiet: true },
      )
      onMade(name.trim(), key)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.dialog} onChange={onTyped} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.name}
        description={TEXT.nameHint}
        value={name}
        maxLength={API_KEY_NAME_MAX}
        error={fault('name')}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PersonSelect
        label={TEXT.owner}
        value={owner}
        onChange={(person) => setOwner(person && { id: person.id, name: person.name })}
      />
      <Problem>{fault('owner')}</Problem>
      <NativeSelect
        label={TEXT.purpose}
        value={scope}
        data={[
          { value: '', label: TEXT.calls },
          { value: 'SCIM', label: TEXT.scimChoice },
        ]}
        onChange={({ currentTarget }) => setScope(currentTarget.value === 'SCIM' ? 'SCIM' : '')}
      />
      {scope === '' ? (
        <div>
          <TextInput
            label={`${TEXT.permissions} (${chosen.length})`}
            description={TEXT.permissionsHint}
            placeholder={TEXT.filter}
            aria-label={TEXT.filter}
            value={filter}
            autoComplete="off"
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          />
          <fieldset className={styles.choices} aria-label={TEXT.permissions}>
            {shown.length === 0 ? <p className={styles.lead}>{TEXT.nothingFound}</p> : null}
            {shown.map((one) => (
              <Checkbox
                key={one}
                label={wordsOf(one)}
                description={one}
                checked={chosen.includes(one)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((now) => (checked ? [...now, one] : now.filter((other) => other !== one)))
                }
              />
            ))}
          </fieldset>
          <Problem>{fault('permissions')}</Problem>
        </div>
      ) : null}
      <Textarea
        label={TEXT.addresses}
        description={TEXT.addressesHint}
        value={addresses}
        error={fault('addresses')}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={TEXT.expires}
        value={day}
        min={dayIn(0)}
        max={dayIn(API_KEY_DAYS_MAX - 1)}
        error={fault('day')}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.make}
        </Button>
      </FormActions>
    </form>
  )
}
