import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import { setupAddress } from '#shared/contract/setup.ts'
import { changeTenantAddress, checkTenantAddress, type getTenant } from '#shared/contract/tenant.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { ADDRESS_TEXT, type AddressResult } from '#shared/domain/setup.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { linesOf } from '../../ui/form/lines-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'

type Tenant = ResponseOf<typeof getTenant>
type TenantAddress = NonNullable<Tenant['address']>
type Asked = RequestOf<typeof checkTenantAddress>

interface AddressProps {
  readonly tenant: Tenant
  readonly mayChange: boolean
  readonly onChanged: () => Promise<unknown>
}

/** Where people reach the installation (spec 5 §5.7). */
export function Address({ tenant: { address, version }, mayChange, onChanged }: AddressProps) {
  const [isOpen, setOpen] = useState(false)
  if (address === null) return null
  const { said, former } = address
  const close = () => setOpen(false)
  const list = (own: readonly string[], fromServer: readonly string[]) => {
    const all = [...own, ...fromServer.map((text) => `${text} (${TEXT.said})`)]
    return all.length === 0 ? TEXT.none : all.join(', ')
  }
  return (
    <section className={styles.card} aria-label={TEXT.address}>
      <h2>{TEXT.address}</h2>
      <p className={styles.lead}>{TEXT.addressLead}</p>
      <dl className={styles.facts}>
        <dt>{TEXT.publicOrigin}</dt>
        <dd>{said.publicOrigin === null ? address.publicOrigin : `${said.publicOrigin} (${TEXT.said})`}</dd>
        <dt>{TEXT.trustedHosts}</dt>
        <dd>{list(address.trustedHosts, said.trustedHosts)}</dd>
        <dt>{TEXT.trustedProxies}</dt>
        <dd>{list(address.trustedProxies, said.trustedProxies)}</dd>
      </dl>
      {former.map(({ origin, endsAt }) => (
        <p key={origin} className={styles.draft}>
          {TEXT.former(origin, momentText(endsAt))}
        </p>
      ))}
      {mayChange ? (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {TEXT.changeAddress}
            <span className="visually-hidden"> {TEXT.address}</span>
          </Button>
        </div>
      ) : null}
      <Modal
        opened={isOpen}
        onClose={close}
        title={TEXT.changeAddressTitle}
        size={560}
        closeOnClickOutside={false}
      >
        {isOpen ? (
          <AddressForm address={address} version={version} onClose={close} onSaved={onChanged} />
        ) : null}
      </Modal>
    </section>
  )
}

type Faults = Partial<Readonly<Record<keyof Asked, string>>>

/** What is wrong, by the rules that the server goes by. */
function faultsOf(asked: Asked): Faults {
  const read = z.safeParse(setupAddress, asked)
  if (read.success) return {}
  const faults: { -readonly [F in keyof Faults]: Faults[F] } = {}
  for (const { path } of read.error.issues) {
    const [field, place] = path
    const wrong = (list: readonly string[] | undefined) => list?.[Number(place)] ?? ''
    if (field === 'publicOrigin') faults.publicOrigin ??= TEXT.originFault
    if (field === 'trustedHosts') faults.trustedHosts ??= TEXT.hostFault(wrong(asked.trustedHosts))
    if (field === 'trustedProxies') faults.trustedProxies ??= TEXT.proxyFault(wrong(asked.trustedProxies))
  }
  return faults
}

interface AddressFormProps {
  readonly address: TenantAddress
  readonly version: number
  readonly onClose: () => void
  readonly onSaved: () => Promise<unknown>
}

function AddressForm({ address, version, onClose, onSaved }: AddressFormProps) {
  const { api, notices } = useServices()
  const [form, setForm] = useState({
    publicOrigin: address.publicOrigin,
    trustedHosts: address.trustedHosts.join('\n'),
    trustedProxies: address.trustedProxies.join('\n'),
  })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // What was said of an address goes with its next change.
  const [said, setSaid] = useState<{ readonly of: string; readonly result: AddressResult } | null>(null)
  const isOriginSaid = address.said.publicOrigin !== null
  const asked = {
    publicOrigin: form.publicOrigin.trim(),
    trustedHosts: linesOf(form.trustedHosts),
    trustedProxies: linesOf(form.trustedProxies),
  }
  const key = JSON.stringify(asked)
  const result = said?.of === key ? said.result : null
  const isWrong = result !== null && result !== 'REACHES'
  const set =
    (field: keyof typeof form) => (event: { readonly currentTarget: { readonly value: string } }) => {
      setForm({ ...form, [field]: event.currentTarget.value })
      setFaults({ ...faults, [field]: undefined })
    }
  const ask = async (what: 'check' | 'save', send: () => Promise<AddressResult | null>) => {
    const found = faultsOf(asked)
    setFaults(found)
    setProblem(null)
    if (Object.keys(found).length > 0 || busy !== null) return
    setBusy(what)
    try {
      const answer = await send()
      setSaid(answer && { of: key, result: answer })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
  }
  const check = () =>
    ask('check', async () => (await api.call(checkTenantAddress, asked, { quiet: true })).result)
  const save = (isAnyway: boolean) =>
    ask('save', async () => {
      const saved = await api.call(changeTenantAddress, { ...asked, version, isAnyway }, { quiet: true })
      if (saved.version === null) return saved.result
      notices.show('success', TEXT.addressSaved)
      onClose()
      await onSaved()
      return null
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{TEXT.changeAddressLead}</p>
      <TextInput
        data-autofocus
        label={TEXT.publicOrigin}
        description={isOriginSaid ? TEXT.originSaid : null}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={form.publicOrigin}
        error={faults.publicOrigin ?? null}
        readOnly={isOriginSaid}
        onChange={set('publicOrigin')}
      />
      <div className={styles.choose}>
        <Button variant="default" loading={busy === 'check'} onClick={() => void check()}>
          {TEXT.check}
        </Button>
        <div role="status">
          {result === 'REACHES' ? (
            <p className={styles.good}>
              <IconCircleCheck size={18} aria-hidden="true" />
              {ADDRESS_TEXT.REACHES}
            </p>
          ) : null}
        </div>
      </div>
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={TEXT.trustedHosts}
        description={TEXT.hostsHint}
        autoCapitalize="none"
        spellCheck={false}
        value={form.trustedHosts}
        error={faults.trustedHosts ?? null}
        onChange={set('trustedHosts')}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={TEXT.trustedProxies}
        description={TEXT.proxiesHint}
        spellCheck={false}
        value={form.trustedProxies}
        error={faults.trustedProxies ?? null}
        onChange={set('trustedProxies')}
      />
      <Problem>{isWrong ? ADDRESS_TEXT[result] : problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        {isWrong ? (
          <Button variant="default" loading={busy === 'save'} onClick={() => void save(true)}>
            {TEXT.saveAnyway}
          </Button>
        ) : null}
        <Button type="submit" loading={busy === 'save' && !isWrong}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
