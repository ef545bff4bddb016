import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdaptorOf,
  phoneNumber,
  type SecretName,
  WHATSAPP_ADDRESS,
  whatsAppSettings,
} from '#shared/contract/adaptors.ts'
import styles from './Adaptors.module.css'
import { FormEnd, SecretField, WayFrame, WithAdaptors } from './form-parts.tsx'
import { SMS_TEXT } from './sms-text.ts'
import { TEXT as COMMON } from './text.ts'
import { useAdaptorForm } from './use-adaptor-form.ts'
import { HOOK_TEXT, INBOUND_TEXT as TEXT } from './webhook-text.ts'

type WhatsApp = AdaptorOf<'WHATSAPP'>
type Dialler = AdaptorOf<'DIALLER'>

/** What WhatsApp and the dialler send in, and messages by WhatsApp (spec 5 §5.3). */
export function InboundSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const whatsApp = all.find((one): one is WhatsApp => one.kind === 'WHATSAPP')
        const dialler = all.find((one): one is Dialler => one.kind === 'DIALLER')
        return (
          <>
            <WayFrame
              {...{ name: TEXT.whatsApp, adaptor: whatsApp, callback: TEXT.callback, how: TEXT.whatsAppHow }}
              path="/api/inbound/whatsapp"
              lead={whatsApp ? TEXT.lead : TEXT.notYet}
            >
              <WhatsAppForm key={whatsApp?.version ?? 0} adaptor={whatsApp} />
            </WayFrame>
            <WayFrame
              {...{ name: TEXT.dialler, adaptor: dialler, callback: TEXT.callback, how: TEXT.diallerHow }}
              path="/api/inbound/dialler"
              lead={dialler ? TEXT.lead : TEXT.notYet}
            >
              <DiallerForm key={dialler?.version ?? 0} adaptor={dialler} />
            </WayFrame>
          </>
        )
      }}
    </WithAdaptors>
  )
}

const SECRETS = ['appSecret', 'verifyToken', 'accessToken'] as const

/** What is typed of secrets; what is kept stays where nothing is. */
const typedOf = (secrets: Partial<Record<SecretName, string>>) =>
  Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== ''))

function WhatsAppForm({ adaptor }: { readonly adaptor: WhatsApp | undefined }) {
  const { checked, end, test, save } = useAdaptorForm(TEXT.whatsApp)
  const [form, setForm] = useState<WhatsApp['settings']>(
    () =>
      adaptor?.settings ?? {
        ...{ phoneNumberID: '', address: WHATSAPP_ADDRESS, template: '', templateLanguage: 'en_GB' },
      },
  )
  const [secrets, setSecrets] = useState<Partial<Record<SecretName, string>>>({})
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [to, setTo] = useState('')
  const read = z.safeParse(whatsAppSettings, form)
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
  const isKept = (one: SecretName) => adaptor?.secrets.find((kept) => kept.name === one)
  const isThere = (one: SecretName) => Boolean(isKept(one) ?? secrets[one])
  // Without an access token it only takes what comes in.
  const lacking = (one: SecretName) => isEnabled && one !== 'accessToken' && !isThere(one)
  const isNumber = to === '' || z.safeParse(phoneNumber, to).success
  const request = {
    ...{ kind: 'WHATSAPP' as const, settings: form, secrets: typedOf(secrets) },
    ...(adaptor && { id: adaptor.id }),
  }
  const set = (part: Partial<WhatsApp['settings']>) => setForm({ ...form, ...part })
  const onTest = () =>
    void test(read.success && isNumber && isThere('appSecret'), { ...request, ...(to === '' ? {} : { to }) })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const seen = adaptor && { version: adaptor.version }
    const isGood = read.success && !SECRETS.some(lacking)
    void save(isGood, { ...request, ...seen, name: TEXT.whatsApp, isEnabled })
  }
  const fault = (field: keyof WhatsApp['settings'], words: string) =>
    checked && wrong.has(field) ? words : null
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={TEXT.phoneNumberID}
        value={form.phoneNumberID}
        error={fault('phoneNumberID', TEXT.phoneWrong)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ phoneNumberID: currentTarget.value.trim() })}
      />
      {SECRETS.map((one) => (
        <SecretField
          key={one}
          label={TEXT[one]}
          kept={isKept(one)}
          hint={one === 'accessToken' ? TEXT.accessTokenHint : undefined}
          value={secrets[one] ?? ''}
          isLacking={
            checked === 'save' ? lacking(one) : checked === 'test' && one === 'appSecret' && !isThere(one)
          }
          onChange={(text) => setSecrets((now) => ({ ...now, [one]: text }))}
        />
      ))}
      <TextInput
        label={TEXT.template}
        description={TEXT.templateHint}
        value={form.template}
        error={fault('template', TEXT.templateWrong)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ template: currentTarget.value.trim() })}
      />
      <TextInput
        label={TEXT.templateLanguage}
        value={form.templateLanguage}
        error={fault('templateLanguage', TEXT.languageWrong)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ templateLanguage: currentTarget.value.trim() })}
      />
      <TextInput
        label={TEXT.sendAddress}
        value={form.address}
        error={fault('address', TEXT.addressWrong)}
        type="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ address: currentTarget.value.trim() })}
      />
      <Checkbox
        label={HOOK_TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <TextInput
        label={COMMON.testTo}
        description={TEXT.testHint}
        value={to}
        error={checked === 'test' && !isNumber ? SMS_TEXT.numberWrong : null}
        type="tel"
        autoComplete="off"
        onChange={({ currentTarget }) => setTo(currentTarget.value.replaceAll(' ', ''))}
      />
      <FormEnd {...end} onTest={onTest} />
    </form>
  )
}

function DiallerForm({ adaptor }: { readonly adaptor: Dialler | undefined }) {
  const { checked, end, test, save } = useAdaptorForm(TEXT.dialler)
  const [address, setAddress] = useState(adaptor?.settings.address ?? '')
  const [secret, setSecret] = useState('')
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const kept = adaptor?.secrets.find(({ name }) => name === 'secret')
  const isLacking = isEnabled && !kept && secret === ''
  const request = {
    ...{ kind: 'DIALLER' as const, settings: { address: address.trim() }, secrets: typedOf({ secret }) },
    ...(adaptor && { id: adaptor.id }),
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const seen = adaptor && { version: adaptor.version }
    void save(!isLacking, { ...request, ...seen, name: TEXT.dialler, isEnabled })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={TEXT.diallerAddress}
        value={address}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <SecretField
        label={TEXT.secret}
        kept={kept}
        value={secret}
        isLacking={checked !== null && isLacking}
        onChange={setSecret}
      />
      <Checkbox
        label={HOOK_TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <FormEnd {...end} onTest={() => void test(!isLacking, request)} />
    </form>
  )
}
