import { Button, Checkbox, Modal, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AdaptorOf,
  type AdaptorTestResult,
  isIssuer,
  type SsoSettings,
  saveAdaptor,
  testAdaptor,
} from '#shared/contract/adaptors.ts'
import { isMultiTenant } from '#shared/domain/single-sign-on.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { dayOf } from './moments.ts'
import { SSO_ADMIN_TEXT as TEXT } from './sso-text.ts'
import { TEXT as COMMON } from './text.ts'

type Provider = AdaptorOf<'SINGLE_SIGN_ON'>
interface Role {
  readonly id: number
  readonly name: string
}

const EMPTY: SsoSettings = {
  ...{ issuer: '', clientID: '', tenants: [], emailDomains: [], isJustInTime: false },
  claims: { userName: 'preferred_username', email: 'email', displayName: 'name', groups: 'groups' },
  ...{ userType: 'INTERVIEWER', roles: [], onlyRoleIDs: [] },
}
const TYPES = Object.entries(USER_TYPES).map(([value, label]) => ({ value, label }))
type UserType = keyof typeof USER_TYPES

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface SsoDialogProps {
  readonly editing: Provider | 'new' | null
  readonly roles: readonly Role[]
  readonly onClose: () => void
}

/** Makes or changes a provider; a slip beside it doesn't lose what was typed. */
export function SsoDialog({ editing, roles, onClose }: SsoDialogProps) {
  const title = editing === null || editing === 'new' ? TEXT.add : TEXT.editOf(editing.name)
  const { close, closeNow, onChange } = useCloseOrAsk(onClose)
  return (
    <Modal
      opened={editing !== null}
      onClose={() => void close()}
      title={title}
      size={680}
      closeOnClickOutside={false}
    >
      {editing === null ? null : (
        <Form
          provider={editing === 'new' ? null : editing}
          roles={roles}
          onTyped={onChange}
          onSaved={closeNow}
          onCancel={() => void close()}
        />
      )}
    </Modal>
  )
}

interface FormProps {
  readonly provider: Provider | null
  readonly roles: readonly Role[]
  readonly onTyped: () => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

function Form({ provider, roles, onTyped, onSaved, onCancel }: FormProps) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const [name, setName] = useState(provider?.name ?? '')
  const [settings, setSettings] = useState<SsoSettings>(provider?.settings ?? EMPTY)
  const [tenants, setTenants] = useState(settings.tenants.join('\n'))
  const [domains, setDomains] = useState(settings.emailDomains.join('\n'))
  const [secrets, setSecrets] = useState({ clientSecret: '', privateKey: '' })
  const [isEnabled, setEnabled] = useState(provider?.isEnabled ?? true)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tested, setTested] = useState<{ of: string; result: AdaptorTestResult } | null>(null)
  const set = (values: Partial<SsoSettings>) => setSettings((now) => ({ ...now, ...values }))
  const kept = provider?.secrets.find((one) => one.name === 'clientSecret')
  const isMany = isMultiTenant(settings.issuer) && linesOf(tenants).length === 0
  const mistakes = {
    name: name.trim() === '' && TEXT.nameMissing,
    issuer: !isIssuer(settings.issuer.trim()) && TEXT.issuerWrong,
    clientID: settings.clientID.trim() === '' && TEXT.clientMissing,
    tenants: isMany && TEXT.tenantsMissing,
    roles:
      settings.roles.some(({ group, roleID }) => group.trim() === '' || roleID === 0) && TEXT.groupMissing,
  }
  const fault = (field: keyof typeof mistakes) => (isChecked && mistakes[field]) || null
  const isSound = () => {
    setChecked(true)
    setProblem(null)
    return !Object.values(mistakes).some(Boolean)
  }
  const typed = Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== ''))
  const request = {
    kind: 'SINGLE_SIGN_ON',
    settings: { ...settings, tenants: linesOf(tenants), emailDomains: linesOf(domains) },
    secrets: typed,
    ...(provider && { id: provider.id }),
  } as const
  const asked = JSON.stringify([settings.issuer, settings.clientID, secrets])
  const result = tested?.of === asked ? tested.result : null
  const test = async () => {
    if (busy || !isSound()) return
    setBusy('test')
    setTested(null)
    try {
      setTested({ of: asked, result: await api.call(testAdaptor, request, { quiet: true }) })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
  }
  const maySave = async () => {
    const failed = isEnabled ? result?.steps.find(({ isOk }) => isOk === false) : undefined
    if (!failed) return true
    return prompts.ask({ title: TEXT.saveFailedTest, text: failed.words, yes: TEXT.save, no: TEXT.goOn })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isSound() || !(await maySave())) return
    setBusy('save')
    try {
      const seen = provider && { version: provider.version }
      await api.call(saveAdaptor, { ...request, ...seen, name: name.trim(), isEnabled }, { quiet: true })
      await client.invalidateQueries({ queryKey: ADAPTORS })
      notices.show('success', TEXT.saved(name.trim()))
      onSaved()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(null)
    }
  }
  return (
    <form className={styles.dialog} onChange={onTyped} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.name}
        description={TEXT.nameHint(name.trim())}
        value={name}
        maxLength={100}
        error={fault('name')}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={TEXT.issuer}
        placeholder="https://login.microsoftonline.com/…/v2.0"
        value={settings.issuer}
        error={fault('issuer')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ issuer: currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextInput
          label={TEXT.clientID}
          value={settings.clientID}
          error={fault('clientID')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => set({ clientID: currentTarget.value })}
        />
        <PasswordInput
          label={TEXT.clientSecret}
          description={kept ? `${COMMON.setOn(dayOf(kept.setAt), kept.setBy)} ${TEXT.keepEmpty}` : undefined}
          value={secrets.clientSecret}
          autoComplete="new-password"
          onChange={({ currentTarget: { value } }) => setSecrets((now) => ({ ...now, clientSecret: value }))}
        />
      </div>
      <details className={styles.exchanges}>
        <summary>{TEXT.privateKey}</summary>
        <Textarea
          aria-label={TEXT.privateKey}
          description={TEXT.privateKeyHint}
          value={secrets.privateKey}
          minRows={3}
          autosize
          maxRows={6}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => setSecrets((now) => ({ ...now, privateKey: value }))}
        />
      </details>
      <div className={styles.pair}>
        <Textarea
          label={TEXT.tenants}
          description={TEXT.tenantsHint}
          value={tenants}
          error={fault('tenants')}
          minRows={2}
          autosize
          maxRows={5}
          spellCheck={false}
          onChange={({ currentTarget }) => setTenants(currentTarget.value)}
        />
        <Textarea
          label={TEXT.domains}
          description={TEXT.domainsHint}
          value={domains}
          minRows={2}
          autosize
          maxRows={5}
          spellCheck={false}
          onChange={({ currentTarget }) => setDomains(currentTarget.value)}
        />
      </div>
      <Checkbox
        label={TEXT.justInTime}
        description={TEXT.justInTimeHint}
        checked={settings.isJustInTime}
        onChange={({ currentTarget }) => set({ isJustInTime: currentTarget.checked })}
      />
      {settings.isJustInTime ? (
        <NativeSelect
          label={TEXT.userType}
          data={TYPES}
          value={settings.userType}
          onChange={({ currentTarget }) => set({ userType: currentTarget.value as UserType })}
        />
      ) : null}
      <Mappings settings={settings} roles={roles} onChange={(next) => set({ roles: next })} />
      <Problem>{fault('roles')}</Problem>
      <fieldset className={styles.group}>
        <legend>{TEXT.only}</legend>
        <p className={styles.lead}>{TEXT.onlyHint}</p>
        <div className={styles.columns}>
          {roles.map(({ id, name: label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={settings.onlyRoleIDs.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  onlyRoleIDs: checked
                    ? [...settings.onlyRoleIDs, id]
                    : settings.onlyRoleIDs.filter((one) => one !== id),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Claims claims={settings.claims} onChange={(claims) => set({ claims })} />
      <Checkbox
        label={TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      {busy === 'test' ? (
        <p className={styles.lead} role="status">
          {TEXT.testing}
        </p>
      ) : null}
      <SmtpSteps result={result} />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" loading={busy === 'test'} onClick={() => void test()}>
          {TEXT.test}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy === 'save'}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}

type Mapping = SsoSettings['roles'][number]

/** Which groups give which roles. */
function Mappings({
  settings,
  roles,
  onChange,
}: {
  readonly settings: SsoSettings
  readonly roles: readonly Role[]
  readonly onChange: (roles: Mapping[]) => void
}) {
  const all = settings.roles
  const put = (at: number, values: Partial<Mapping>) =>
    onChange(all.map((one, index) => (index === at ? { ...one, ...values } : one)))
  return (
    <fieldset className={styles.group}>
      <legend>{TEXT.roles}</legend>
      <p className={styles.lead}>{TEXT.rolesHint}</p>
      {all.map(({ group, roleID, userType }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place alone while they are typed
        <div key={at} className={styles.mapping}>
          <TextInput
            label={TEXT.group}
            value={group}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => put(at, { group: currentTarget.value })}
          />
          <NativeSelect
            label={TEXT.role}
            value={String(roleID)}
            data={[
              { value: '0', label: '–' },
              ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => put(at, { roleID: Number(currentTarget.value) })}
          />
          <NativeSelect
            label={TEXT.mappedType}
            value={userType ?? ''}
            data={[{ value: '', label: TEXT.usual }, ...TYPES]}
            onChange={({ currentTarget: { value } }) =>
              put(at, { userType: value === '' ? null : (value as UserType) })
            }
          />
          <Button
            variant="subtle"
            aria-label={TEXT.removeMapping(group)}
            onClick={() => onChange(all.filter((_, index) => index !== at))}
          >
            <IconX size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        className={styles.again ?? ''}
        onClick={() => onChange([...all, { group: '', roleID: 0, userType: null }])}
      >
        {TEXT.addMapping}
      </Button>
    </fieldset>
  )
}

/** What the provider calls what is needed of somebody. */
function Claims({
  claims,
  onChange,
}: {
  readonly claims: SsoSettings['claims']
  readonly onChange: (claims: SsoSettings['claims']) => void
}) {
  const field = (name: keyof SsoSettings['claims'], label: string) => (
    <TextInput
      label={label}
      value={claims[name]}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange({ ...claims, [name]: currentTarget.value })}
    />
  )
  return (
    <details className={styles.exchanges}>
      <summary>{TEXT.claims}</summary>
      <div className={styles.pair}>
        {field('userName', TEXT.claimUserName)}
        {field('email', TEXT.claimEmail)}
        {field('displayName', TEXT.claimName)}
        {field('groups', TEXT.claimGroups)}
      </div>
    </details>
  )
}
