import './mantine-styles.ts'
import { Button, Checkbox, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { saveCredential, type ToolCredential } from '#shared/contract/credentials.ts'
import {
  CREDENTIAL_ADDRESS_MAX,
  CREDENTIAL_NAME_MAX,
  CREDENTIAL_PASSWORD_MAX,
  CREDENTIAL_TOOLS,
  type CredentialTool,
  TOKEN_LOGIN,
} from '#shared/domain/tool-credentials.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { whoseOf } from './Credentials.tsx'
import styles from './ToolCredentials.module.css'
import { TEXT } from './text.ts'

/** A role that can have credentials, and how many people have it. */
export interface OfferedRole {
  readonly id: number
  readonly name: string
  readonly people: number
}

interface CredentialDialogProps {
  /** The entry that is changed; null for a new one. */
  readonly entry: ToolCredential | null
  /** Whose a new one is: a person, or a role that is chosen. */
  readonly of: { readonly userID: number; readonly name: string } | { readonly roles: readonly OfferedRole[] }
  /** Tools that the person has already; a VPN can be added again. */
  readonly taken?: readonly CredentialTool[]
  readonly onClose: () => void
  readonly onSaved: () => unknown
}

/** An entry in a dialog. The password is typed and never shown again. */
export function CredentialDialog({ entry, of, ...rest }: CredentialDialogProps) {
  const title = entry
    ? TEXT.changeTitle(CREDENTIAL_TOOLS[entry.tool], entry.holder.name)
    : 'userID' in of
      ? TEXT.addFor(of.name)
      : TEXT.addForRole
  const { close, closeNow, onChange } = useCloseOrAsk(rest.onClose)
  const leave = () => void close()
  return (
    <Modal opened onClose={leave} title={title} centered size={480} closeOnClickOutside={false}>
      <CredentialForm {...{ entry, of, ...rest }} onClose={closeNow} onLeave={leave} onTyped={onChange} />
    </Modal>
  )
}

const ALL = Object.keys(CREDENTIAL_TOOLS) as CredentialTool[]

interface CredentialFormProps extends CredentialDialogProps {
  readonly onTyped: () => void
  /** Without saving: asks where something was typed. */
  readonly onLeave: () => void
}

function CredentialForm({ entry, of, taken = [], onTyped, onLeave, onClose, onSaved }: CredentialFormProps) {
  const { api, notices } = useServices()
  const offered = ALL.filter((one) => one === 'VPN' || !taken.includes(one))
  const [roleID, setRoleID] = useState('')
  const [tool, setTool] = useState<CredentialTool>(entry?.tool ?? offered[0] ?? 'VPN')
  const [userName, setUserName] = useState(entry?.userName ?? '')
  const [password, setPassword] = useState('')
  const [address, setAddress] = useState(entry?.address ?? '')
  const [isAutoConnect, setAutoConnect] = useState(entry?.isAutoConnect ?? false)
  const [forceReload, setForceReload] = useState(entry?.forceReload ?? false)
  const [expires, setExpires] = useState(entry?.expires ?? '')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isToken = tool === 'DIALLER' && userName.trim() === TOKEN_LOGIN
  const isMoved = entry?.hasPassword === true && address.trim() !== entry.address
  const isKept = entry?.hasPassword === true && !isMoved
  const mistakes = {
    role: entry === null && 'roles' in of && roleID === '' && TEXT.roleMissing,
    userName: userName.trim() === '' && TEXT.userNameMissing,
    password: password === '' && !isToken && !isKept && (isMoved ? TEXT.passwordAgain : TEXT.passwordMissing),
    address: tool === 'DIALLER' && address.trim() === '' && TEXT.addressMissing,
  }
  const fault = (field: keyof typeof mistakes) => (isChecked && mistakes[field]) || null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || Object.values(mistakes).some(Boolean)) return
    setBusy(true)
    setProblem(null)
    // A kept password that isn't typed anew stays; who signs in by the address has none.
    const typed = password !== '' || (isToken && !isKept) ? { password } : {}
    try {
      await api.call(
        saveCredential,
        {
          ...(entry
            ? { ...whoseOf(entry.holder), id: entry.id, version: entry.version }
            : 'userID' in of
              ? { userID: of.userID }
              : { roleID: Number(roleID) }),
          ...{ tool, userName: userName.trim(), address: address.trim(), isAutoConnect, forceReload },
          ...{ expires: expires === '' ? null : expires, ...typed },
        },
        { quiet: true },
      )
      notices.show('success', TEXT.saved(CREDENTIAL_TOOLS[tool]))
      onClose()
      await onSaved()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      onChange={onTyped}
      onSubmit={(event) => void save(event)}
      noValidate
      autoComplete="off"
    >
      {entry === null && 'roles' in of ? (
        <NativeSelect
          data-autofocus
          label={TEXT.role}
          value={roleID}
          error={fault('role')}
          data={[
            { value: '', label: '' },
            ...of.roles.map(({ id, name, people }) => ({
              value: String(id),
              label: `${name} (${TEXT.people(people)})`,
            })),
          ]}
          onChange={({ currentTarget }) => setRoleID(currentTarget.value)}
        />
      ) : null}
      {entry ? null : (
        <NativeSelect
          label={TEXT.tool}
          value={tool}
          data={offered.map((one) => ({ value: one, label: CREDENTIAL_TOOLS[one] }))}
          onChange={({ currentTarget }) => setTool(currentTarget.value as CredentialTool)}
        />
      )}
      <TextInput
        {...(entry && { 'data-autofocus': true })}
        label={TEXT.userName}
        description={tool === 'DIALLER' ? TEXT.tokenHint : undefined}
        value={userName}
        maxLength={CREDENTIAL_NAME_MAX}
        error={fault('userName')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setUserName(currentTarget.value)}
      />
      <PasswordInput
        label={TEXT.password}
        description={isKept ? TEXT.passwordKept : undefined}
        value={password}
        maxLength={CREDENTIAL_PASSWORD_MAX}
        error={fault('password')}
        autoComplete="new-password"
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <TextInput
        label={TEXT.address}
        value={address}
        maxLength={CREDENTIAL_ADDRESS_MAX}
        error={fault('address')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {tool === 'VPN' ? (
        <Checkbox
          label={TEXT.isAutoConnect}
          checked={isAutoConnect}
          onChange={({ currentTarget }) => setAutoConnect(currentTarget.checked)}
        />
      ) : null}
      {tool === 'SURVEY_TOOL' ? (
        <Checkbox
          label={TEXT.forceReload}
          checked={forceReload}
          onChange={({ currentTarget }) => setForceReload(currentTarget.checked)}
        />
      ) : null}
      <TextInput
        type="date"
        label={TEXT.expires}
        description={TEXT.expiresHint}
        value={expires}
        onChange={({ currentTarget }) => setExpires(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onLeave}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
