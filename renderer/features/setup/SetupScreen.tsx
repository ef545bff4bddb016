import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkSetupCode, finishSetup, setupState } from '#shared/contract/setup.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type Entries, emptyEntries, type Faults, faultsOf, placeOf, requestOf } from './entries.ts'
import { AddressFields, AdminFields, CodeFields, CompanyFields, type FieldsProps, Review } from './Fields.tsx'
import { MailFields } from './MailFields.tsx'
import styles from './Setup.module.css'
import { TwoFactorDialog } from './TwoFactorField.tsx'
import { type Field, STEP_LEADS, STEP_NAMES, STEP_TITLES, STEPS, type Step, TEXT } from './text.ts'

const RecoveryCodes = lazyCode(async () => (await import('../two-factor/index.ts')).RecoveryCodes)

const FIELDS: Readonly<Record<Step, (props: FieldsProps) => React.ReactNode>> = {
  code: CodeFields,
  company: CompanyFields,
  address: AddressFields,
  admin: AdminFields,
  mail: MailFields,
  review: Review,
}

/** /setup (spec 5 §2.2): a company moves in, step by step. Nothing is stored before Finish. */
export function SetupScreen() {
  const wizard = useWizard()
  const { step, entries, faults, problem, busy, done } = wizard
  const place = STEPS.indexOf(step)
  const form = useStepFocus(step, wizard.attempt)
  const [isAsking, setAsking] = useState(false)
  const Content = FIELDS[step]
  if (done)
    return (
      <div className={styles.screen}>
        <StepList step="review" />
        <main className={styles.side}>
          <div className={styles.card}>
            {done.recoveryCodes.length > 0 ? (
              <Suspense>
                <RecoveryCodes
                  codes={done.recoveryCodes}
                  onKept={wizard.keptCodes}
                  pageTitle={styles.title}
                />
              </Suspense>
            ) : null}
          </div>
        </main>
      </div>
    )
  return (
    <div className={styles.screen}>
      <StepList step={step} />
      <main className={styles.side}>
        <form ref={form} className={styles.card} onSubmit={wizard.next} noValidate>
          <p className={styles.count}>{TEXT.stepOf(place + 1, STEPS.length)}</p>
          <h1 className={styles.title} tabIndex={-1}>
            {STEP_TITLES[step]}
          </h1>
          <p className={styles.lead}>{STEP_LEADS[step]}</p>
          <div className={styles.fields}>
            <Content
              entries={entries}
              faults={faults}
              set={wizard.set}
              setSmtp={wizard.setSmtp}
              setTwoFactor={wizard.setTwoFactor}
              askTwoFactor={() => setAsking(true)}
              setFaults={wizard.setFaults}
              goTo={wizard.goTo}
            />
          </div>
          <Problem>{problem}</Problem>
          <div className={styles.actions}>
            {place === 0 ? null : (
              <Button
                variant="default"
                size="md"
                disabled={busy}
                onClick={() => wizard.goTo(STEPS[place - 1] ?? 'code')}
              >
                {TEXT.back}
              </Button>
            )}
            <Button type="submit" size="md" loading={busy}>
              {step === 'review' ? TEXT.finish : TEXT.next}
            </Button>
          </div>
        </form>
      </main>
      {isAsking ? (
        <TwoFactorDialog
          entries={entries}
          onClose={() => setAsking(false)}
          onDone={(twoFactor) => {
            wizard.setTwoFactor(twoFactor)
            setAsking(false)
          }}
        />
      ) : null}
    </div>
  )
}

function StepList({ step }: { readonly step: Step }) {
  const place = STEPS.indexOf(step)
  return (
    <aside className={styles.rail}>
      <p className={styles.product}>
        <Mark size={34} />
        {TEXT.product}
      </p>
      <ol aria-label={TEXT.steps}>
        {STEPS.map((one, number) => (
          <li key={one} data-done={number < place} aria-current={one === step ? 'step' : undefined}>
            <span aria-hidden="true">
              {number < place ? <IconCheck size={15} stroke={2.4} /> : number + 1}
            </span>
            {STEP_NAMES[one]}
          </li>
        ))}
      </ol>
    </aside>
  )
}

/** A new step begins at its first field; where something is wrong, at that. */
function useStepFocus(step: Step, attempt: number) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step and another try move the focus
  useEffect(() => {
    const first = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const wrong = first('[aria-invalid="true"]')
    const field = first('input:not([type="file"],[type="radio"]),textarea,select')
    const target = wrong ?? field ?? first('h1')
    target?.focus()
    if (!wrong) form.current?.scrollIntoView?.({ block: 'start' })
  }, [step, attempt])
  return form
}

/** What was typed, where one is, and what is wrong. */
function useWizard() {
  const { api, navigationLock, notices, storage } = useServices()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('code')
  const [entries, setEntries] = useState<Entries>(() => emptyEntries(window.location.origin))
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string | null>(null)
  /** How often something was found wrong: each time the focus goes to it. */
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<{ userName: string; recoveryCodes: readonly string[] } | null>(null)

  // Somebody may have finished meanwhile, also in another window.
  useEffect(() => {
    api.call(setupState, undefined, { quiet: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) void navigate('/', { replace: true })
    })
  }, [api, navigate])

  // Nothing is kept before Finish: who reloads or goes back in the browser would begin anew.
  const isUnderWay = step !== 'code' && done === null
  useEffect(
    () => (isUnderWay ? navigationLock.lock('set-up is not finished') : undefined),
    [isUnderWay, navigationLock],
  )

  const goTo = (to: Step) => {
    setStep(to)
    setFaults({})
    setProblem(null)
  }
  const set = (field: Field, value: string) => {
    setEntries((before) => ({ ...before, [field]: value }))
    setFaults(({ [field]: _, ...others }) => others)
  }
  const setTwoFactor = (twoFactor: Entries['twoFactor']) => setEntries((before) => ({ ...before, twoFactor }))
  const setSmtp = (smtp: Entries['smtp']) => {
    setEntries((before) => ({ ...before, smtp }))
    setFaults(({ smtp: _, ...others }) => others)
  }
  const fail = (error: unknown) => {
    const place = error instanceof ApiError ? placeOf(error.code) : null
    const words = error instanceof ApiError && error.value !== '' ? error.value : reasonOf(error)
    if (place === null) return setProblem(words)
    goTo(place.step)
    setFaults({ [place.field]: words })
    setAttempt((tries) => tries + 1)
  }
  const goOn = async () => {
    if (step === 'code') await api.call(checkSetupCode, { code: entries.code }, { quiet: true })
    if (step !== 'review') return goTo(STEPS[STEPS.indexOf(step) + 1] ?? 'review')
    setDone(await api.call(finishSetup, requestOf(entries), { quiet: true }))
  }
  const keptCodes = () => setDone((before) => before && { ...before, recoveryCodes: [] })
  // Recovery codes are kept first: while they show, nothing leads away.
  useEffect(() => {
    if (!done || done.recoveryCodes.length > 0) return
    // The name stands in the sign-in screen's field, so that it outlives the notice.
    storage.set('username', done.userName)
    notices.show('info', TEXT.signInAs(done.userName))
    void navigate('/', { replace: true })
  }, [done, navigate, notices, storage])
  const next = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(step, entries)
    setFaults(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return setAttempt((tries) => tries + 1)
    setBusy(true)
    goOn()
      .catch(fail)
      .finally(() => setBusy(false))
  }
  const state = { step, entries, faults, problem, busy, attempt, done }
  return { ...state, set, setSmtp, setTwoFactor, setFaults, goTo, next, keptCodes }
}
