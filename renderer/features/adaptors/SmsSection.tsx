import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type AdaptorOf, phoneNumber, smsSettings } from '#shared/contract/adaptors.ts'
import styles from './Adaptors.module.css'
import { FormEnd, SecretField, WayFrame, WithAdaptors } from './form-parts.tsx'
import { SMS_TEXT as TEXT } from './sms-text.ts'
import { TEXT as COMMON } from './text.ts'
import { useAdaptorForm } from './use-adaptor-form.ts'
import { HOOK_TEXT } from './webhook-text.ts'

type Sms = AdaptorOf<'SMS'>

/** How SMS leave, and what comes of them (spec 5 §5.3). */
export function SmsSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const adaptor = all.find((one): one is Sms => one.kind === 'SMS')
        return (
          <WayFrame
            {...{
              name: TEXT.name,
              adaptor,
              callback: TEXT.callback,
              how: TEXT.how,
              path: '/api/inbound/sms',
            }}
            lead={adaptor ? TEXT.lead : TEXT.notYet}
          >
            <SmsForm key={adaptor?.version ?? 0} adaptor={adaptor} />
          </WayFrame>
        )
      }}
    </WithAdaptors>
  )
}

const SECRETS = ['key', 'secret'] as const

function SmsForm({ adaptor }: { readonly adaptor: Sms | undefined }) {
  const { checked, end, test, save } = useAdaptorForm(TEXT.name)
  const [form, setForm] = useState<Sms['settings']>(
    () => adaptor?.settings ?? { address: '', sender: '', receipts: true, costPart: null },
  )
  const [cost, setCost] = useState(() => String(form.costPart ?? ''))
  const [secrets, setSecrets] = useState<Partial<Record<(typeof SECRETS)[number], string>>>({})
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [to, setTo] = useState('')
  const settings = { ...form, costPart: cost.trim() === '' ? null : Number(cost.replace(',', '.')) }
  const read = z.safeParse(smsSettings, settings)
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
  const isKept = (name: string) => adaptor?.secrets.find((kept) => kept.name === name)
  const isKeyLacking = (isEnabled || checked === 'test') && !isKept('key') && !secrets.key
  const isNumber = z.safeParse(phoneNumber, to).success
  const typed = Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== ''))
  const request = {
    ...{ kind: 'SMS' as const, settings, secrets: typed },
    ...(adaptor && { id: adaptor.id }),
  }
  const hasKey = Boolean(isKept('key') ?? secrets.key)
  const onTest = () => void test(read.success && isNumber && hasKey, { ...request, to })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const seen = adaptor && { version: adaptor.version }
    void save(read.success && (!isEnabled || hasKey), { ...request, ...seen, name: TEXT.name, isEnabled })
  }
  const set = (part: Partial<Sms['settings']>) => setForm({ ...form, ...part })
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={TEXT.address}
        value={form.address}
        error={checked && wrong.has('address') ? TEXT.addressWrong : null}
        type="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ address: currentTarget.value.trim() })}
      />
      <TextInput
        label={TEXT.sender}
        description={TEXT.senderHint}
        value={form.sender}
        error={checked && wrong.has('sender') ? TEXT.senderWrong : null}
        maxLength={11}
        autoComplete="off"
        onChange={({ currentTarget }) => set({ sender: currentTarget.value })}
      />
      {SECRETS.map((name) => (
        <SecretField
          key={name}
          label={TEXT[name]}
          kept={isKept(name)}
          hint={name === 'secret' ? TEXT.secretHint : undefined}
          value={secrets[name] ?? ''}
          isLacking={checked !== null && name === 'key' && isKeyLacking}
          onChange={(value) => setSecrets((now) => ({ ...now, [name]: value }))}
        />
      ))}
      <TextInput
        label={TEXT.cost}
        description={TEXT.costHint}
        value={cost}
        error={checked && wrong.has('costPart') ? TEXT.costWrong : null}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ currentTarget }) => setCost(currentTarget.value)}
      />
      <Checkbox
        label={TEXT.receipts}
        checked={form.receipts}
        onChange={({ currentTarget }) => set({ receipts: currentTarget.checked })}
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
        error={checked === 'test' && !isNumber ? TEXT.numberWrong : null}
        type="tel"
        autoComplete="off"
        onChange={({ currentTarget }) => setTo(currentTarget.value.replaceAll(' ', ''))}
      />
      <FormEnd {...end} onTest={onTest} />
    </form>
  )
}
