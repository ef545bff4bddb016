import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AdaptorOf,
  type AdaptorTestResult,
  type SecretName,
  saveAdaptor,
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
import { TEXT as COMMON } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'
import { HOOK_TEXT, INBOUND_TEXT as TEXT } from './webhook-text.ts'

type Inbound = 'WHATSAPP' | 'DIALLER'

const KINDS = {
  WHATSAPP: {
    name: TEXT.whatsApp,
    path: '/api/inbound/whatsapp',
    field: TEXT.phoneNumberID,
    secrets: ['appSecret', 'verifyToken', 'accessToken'],
  },
  DIALLER: {
    name: TEXT.dialler,
    path: '/api/inbound/dialler',
    field: TEXT.diallerAddress,
    secrets: ['secret'],
  },
} as const satisfies Record<
  Inbound,
  { name: string; path: string; field: string; secrets: readonly Exclude<SecretName, 'password'>[] }
>

/** What comes in from WhatsApp and the dialler (spec 5 §5.3). */
export function InboundSection() {
  const { data, error, refetch } = useAdaptors()
  if (error)
    return <LoadFailure title={COMMON.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={COMMON.loading}>
        <Skeleton width="100%" height={320} />
      </div>
    )
  return (
    <>
      <Kind key="WHATSAPP" kind="WHATSAPP" adaptor={data.adaptors.find((one) => one.kind === 'WHATSAPP')} />
      <Kind key="DIALLER" kind="DIALLER" adaptor={data.adaptors.find((one) => one.kind === 'DIALLER')} />
    </>
  )
}

interface KindProps {
  readonly kind: Inbound
  readonly adaptor: AdaptorOf<'WHATSAPP'> | AdaptorOf<'DIALLER'> | undefined
}

function Kind({ kind, adaptor }: KindProps) {
  const { name, path } = KINDS[kind]
  const { notices } = useServices()
  const address = `${serverOrigin(window) || window.location.origin}${path}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void notices.show('success', TEXT.copied),
      () => void notices.show('warning', COMMON.copyRefused),
    )
  return (
    <section className={styles.section} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {adaptor ? (
          <span className={styles.state} data-state={adaptor.state}>
            {COMMON.states[adaptor.state]}
          </span>
        ) : null}
      </header>
      <p className={styles.lead}>{adaptor ? TEXT.lead : TEXT.notYet}</p>
      <p className={styles.kept}>
        <span>
          {TEXT.callback}: <code>{address}</code>
        </span>
        <Button size="compact-sm" variant="subtle" onClick={() => void copy()}>
          {TEXT.copyAddress}
        </Button>
      </p>
      {kind === 'DIALLER' ? <p className={styles.lead}>{TEXT.diallerHow}</p> : null}
      {adaptor ? <Health adaptor={adaptor} /> : null}
      <InboundForm key={adaptor?.version ?? 0} kind={kind} adaptor={adaptor} />
      {adaptor ? <Exchanges id={adaptor.id} /> : null}
    </section>
  )
}

function typedOf(adaptor: KindProps['adaptor']): string {
  if (!adaptor) return ''
  return adaptor.kind === 'WHATSAPP' ? adaptor.settings.phoneNumberID : adaptor.settings.address
}

function InboundForm({ kind, adaptor }: KindProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { name, field, secrets: names } = KINDS[kind]
  const [value, setValue] = useState(() => typedOf(adaptor))
  const [secrets, setSecrets] = useState<Partial<Record<SecretName, string>>>({})
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<AdaptorTestResult | null>(null)
  const isKept = (one: SecretName) => adaptor?.secrets.find((kept) => kept.name === one)
  const isWrong = kind === 'WHATSAPP' && !/^\d{1,30}$/.test(value.trim())
  const lacking = (one: SecretName) =>
    isEnabled && one !== 'accessToken' && !isKept(one) && (secrets[one] ?? '') === ''
  const typed = Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== ''))
  const request = {
    ...(kind === 'WHATSAPP'
      ? { kind: 'WHATSAPP' as const, settings: { phoneNumberID: value.trim() } }
      : { kind: 'DIALLER' as const, settings: { address: value.trim() } }),
    secrets: typed,
    ...(adaptor && { id: adaptor.id }),
  }
  const run = async (work: () => Promise<void>) => {
    setChecked(true)
    setProblem(null)
    setResult(null)
    if (isBusy || isWrong || names.some(lacking)) return
    setBusy(true)
    await work().catch((error: unknown) => setProblem(refusalOf(error)))
    setBusy(false)
  }
  const test = () => run(async () => setResult(await api.call(testAdaptor, request, { quiet: true })))
  const save = (event: FormEvent) => {
    event.preventDefault()
    return run(async () => {
      const seen = adaptor && { version: adaptor.version }
      await api.call(saveAdaptor, { ...request, ...seen, name, isEnabled }, { quiet: true })
      notices.show('success', TEXT.saved(name))
      await client.invalidateQueries({ queryKey: ADAPTORS })
    })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={field}
        value={value}
        error={isChecked && isWrong ? TEXT.phoneWrong : null}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {names.map((one) => (
        <SecretField
          key={one}
          label={TEXT[one]}
          kept={isKept(one)}
          value={secrets[one] ?? ''}
          isLacking={isChecked && lacking(one)}
          onChange={(text) => setSecrets((now) => ({ ...now, [one]: text }))}
        />
      ))}
      <Checkbox
        label={HOOK_TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <FormEnd {...{ result, problem, isBusy }} onTest={() => void test()} />
    </form>
  )
}
