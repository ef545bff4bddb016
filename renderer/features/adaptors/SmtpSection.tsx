import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AdaptorOf,
  type AdaptorTestResult,
  saveAdaptor,
  setAdaptorSecret,
  testAdaptor,
} from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { SmtpFields, SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import {
  EMPTY_SMTP,
  type SmtpEntries,
  type SmtpFaults,
  smtpEntriesOf,
  smtpFaultsOf,
  smtpSettingsOf,
} from '../../ui/form/smtp-entries.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { dayOf } from './moments.ts'
import { Exchanges, Health } from './parts.tsx'
import { TEXT } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'

interface Tested {
  /** The settings that were tried, so that what is typed afterwards counts as untested. */
  readonly of: string
  readonly result: AdaptorTestResult
}

/** The way that mail goes, as it is now (spec 5 §5.3). */
export function MailSection() {
  const { data, error, refetch } = useAdaptors()
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (data) return <SmtpSection adaptor={data.adaptors.find((one) => one.kind === 'SMTP') ?? null} />
  return (
    <div role="status" aria-label={TEXT.loading}>
      <Skeleton width="100%" height={320} />
    </div>
  )
}

/** `adaptor` is null where none was made yet. */
function SmtpSection({ adaptor }: { readonly adaptor: AdaptorOf<'SMTP'> | null }) {
  return (
    <section className={styles.section} aria-labelledby="smtp-title">
      <header className={styles.head}>
        <h2 id="smtp-title">{TEXT.mail}</h2>
        {adaptor ? (
          <span className={styles.state} data-state={adaptor.state}>
            {TEXT.states[adaptor.state]}
          </span>
        ) : null}
      </header>
      <p className={styles.lead}>{adaptor ? TEXT.lead : TEXT.notYet}</p>
      {adaptor ? <Health adaptor={adaptor} /> : null}
      <SmtpForm adaptor={adaptor} />
      {adaptor ? <Exchanges id={adaptor.id} /> : null}
    </section>
  )
}

function SmtpForm({ adaptor }: { readonly adaptor: AdaptorOf<'SMTP'> | null }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const [entries, setEntries] = useState<SmtpEntries>(() =>
    adaptor ? smtpEntriesOf(adaptor.settings) : EMPTY_SMTP,
  )
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [to, setTo] = useState('')
  const [faults, setFaults] = useState<SmtpFaults & { readonly to?: string }>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const settings = smtpSettingsOf(entries)
  const typed = entries.password === '' ? {} : { password: entries.password }
  const asked = JSON.stringify([settings, entries.password])
  const result = tested?.of === asked ? tested.result : null
  const isSound = (wantsTo: boolean) => {
    const found = {
      ...smtpFaultsOf(entries),
      ...(wantsTo && !/^\S+@\S+$/.test(to.trim()) && { to: TEXT.testToWrong }),
    }
    setFaults(found)
    setProblem(null)
    return Object.keys(found).length === 0
  }
  const test = async () => {
    if (busy || !isSound(true)) return
    setBusy('test')
    setTested(null)
    try {
      const request = { kind: 'SMTP', settings, to: to.trim(), ...typed } as const
      setTested({ of: asked, result: await api.call(testAdaptor, request, { quiet: true }) })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
    if (adaptor) void client.invalidateQueries({ queryKey: ['adaptor-log', adaptor.id] })
  }
  /** Whether it may be saved: after a test that failed, whoever saves is asked. */
  const maySave = async () => {
    const failed = isEnabled ? result?.steps.find(({ isOk }) => isOk === false) : undefined
    if (!failed) return true
    const { saveFailedTest: title, saveAnyway: yes, goOn: no } = TEXT
    return prompts.ask({ title, text: failed.words, yes, no })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isSound(false) || !(await maySave())) return
    setBusy('save')
    try {
      const seen = adaptor && { id: adaptor.id, version: adaptor.version }
      await api.call(saveAdaptor, { kind: 'SMTP', isEnabled, settings, ...typed, ...seen }, { quiet: true })
      notices.show('success', TEXT.saved)
      setEntries((now) => ({ ...now, password: '' }))
      setTested(null)
      await client.invalidateQueries({ queryKey: ADAPTORS })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <SmtpFields
        entries={entries}
        faults={faults}
        onChange={(next) => {
          setEntries(next)
          setFaults({})
        }}
        kept={adaptor ? <Kept adaptor={adaptor} /> : null}
      />
      <Checkbox
        label={TEXT.enabled}
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <div className={styles.try}>
        <TextInput
          label={TEXT.testTo}
          type="email"
          value={to}
          error={faults.to ?? null}
          autoComplete="email"
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button variant="default" loading={busy === 'test'} onClick={() => void test()}>
          {TEXT.test}
        </Button>
      </div>
      {busy === 'test' ? (
        <p className={styles.lead} role="status">
          {TEXT.testing}
        </p>
      ) : null}
      <SmtpSteps result={result} />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button type="submit" loading={busy === 'save'}>
          {TEXT.save}
        </Button>
      </div>
    </form>
  )
}

/** A secret can be set, replaced and removed, never read. */
function Kept({ adaptor: { id, secrets } }: { readonly adaptor: AdaptorOf<'SMTP'> }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const secret = secrets.find(({ name }) => name === 'password')
  if (!secret) return <p className={styles.kept}>{TEXT.noPassword}</p>
  const remove = async () => {
    const { removeTitle: title, removeText: text, remove: yes, keep: no } = TEXT
    if (!(await prompts.ask({ title, text, yes, no }))) return
    try {
      await api.call(setAdaptorSecret, { id, name: 'password', value: null }, { quiet: true })
      notices.show('success', TEXT.passwordRemoved)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: ADAPTORS })
  }
  return (
    <div className={styles.kept}>
      <p>
        {TEXT.setOn(dayOf(secret.setAt), secret.setBy)} {TEXT.kept}
      </p>
      <Button size="compact-sm" variant="subtle" onClick={() => void remove()}>
        {TEXT.removePassword}
      </Button>
    </div>
  )
}
