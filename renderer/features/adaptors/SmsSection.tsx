import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdaptorOf,
  type AdaptorTestResult,
  phoneNumber,
  saveAdaptor,
  smsSettings,
  testAdaptor,
} from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { FormEnd, SecretField } from './form-parts.tsx'
import { ADAPTORS } from './keys.ts'
import { Exchanges, Health } from './parts.tsx'
import { SMS_TEXT as TEXT } from './sms-text.ts'
import { TEXT as COMMON } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'
import { HOOK_TEXT, INBOUND_TEXT } from './webhook-text.ts'

type Sms = AdaptorOf<'SMS'>

/** How SMS leave, and what comes of them (spec 5 §5.3). */
export function SmsSection() {
  const { data, error, refetch } = useAdaptors()
  if (error)
    return <LoadFailure title={COMMON.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={COMMON.loading}>
        <Skeleton width="100%" height={320} />
      </div>
    )
  const adaptor = data.adaptors.find((one): one is Sms => one.kind === 'SMS')
  return (
    <section className={styles.section} aria-label={TEXT.name}>
      <header className={styles.head}>
        <h2>{TEXT.name}</h2>
        {adaptor ? (
          <span className={styles.state} data-state={adaptor.state}>
            {COMMON.states[adaptor.state]}
          </span>
        ) : null}
      </header>
      <p className={styles.lead}>{adaptor ? TEXT.lead : TEXT.notYet}</p>
      <p className={styles.kept}>
        <span>
          {TEXT.callback}: <code>{`${serverOrigin(window) || window.location.origin}/api/inbound/sms`}</code>
        </span>
      </p>
      <p className={styles.lead}>{TEXT.how}</p>
      {adaptor ? <Health adaptor={adaptor} /> : null}
      <SmsForm key={adaptor?.version ?? 0} adaptor={adaptor} />
      {adaptor ? <Exchanges id={adaptor.id} /> : null}
    </section>
  )
}

const SECRETS = ['key', 'secret'] as const

function SmsForm({ adaptor }: { readonly adaptor: Sms | undefined }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [form, setForm] = useState<Sms['settings']>(
    () => adaptor?.settings ?? { address: '', sender: '', receipts: true, costPart: null },
  )
  const [cost, setCost] = useState(() => String(form.costPart ?? ''))
  const [secrets, setSecrets] = useState<Partial<Record<(typeof SECRETS)[number], string>>>({})
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [to, setTo] = useState('')
  const [checked, setChecked] = useState<'save' | 'test' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<AdaptorTestResult | null>(null)
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
  const run = async (what: 'save' | 'test', isGood: boolean, work: () => Promise<void>) => {
    setChecked(what)
    setProblem(null)
    setResult(null)
    if (isBusy || !read.success || !isGood) return
    setBusy(true)
    await work().catch((error: unknown) => setProblem(refusalOf(error)))
    setBusy(false)
  }
  const test = () =>
    run('test', isNumber && Boolean(isKept('key') ?? secrets.key), async () =>
      setResult(await api.call(testAdaptor, { ...request, to }, { quiet: true })),
    )
  const save = (event: FormEvent) => {
    event.preventDefault()
    return run('save', !isEnabled || Boolean(isKept('key') ?? secrets.key), async () => {
      const seen = adaptor && { version: adaptor.version }
      await api.call(saveAdaptor, { ...request, ...seen, name: TEXT.name, isEnabled }, { quiet: true })
      notices.show('success', INBOUND_TEXT.saved(TEXT.name))
      await client.invalidateQueries({ queryKey: ADAPTORS })
    })
  }
  const set = (part: Partial<Sms['settings']>) => setForm({ ...form, ...part })
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
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
      <FormEnd {...{ result, problem, isBusy }} onTest={() => void test()} />
    </form>
  )
}
