import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import type { SpeedTestRun } from '#shared/contract/device-health.ts'
import type { PartState } from '#shared/domain/device-fitness.ts'
import type { DeviceSettings } from '#shared/domain/device-grading.ts'
import { megabytesAtMost, TEST_INTERVAL_MS, TEST_LIMITS } from '#shared/domain/speed-test.ts'
import type { SpeedProvider } from '#shared/host/speed-test.ts'
import { GradeRing } from './GradeRing.tsx'
import styles from './Hardware.module.css'
import { liveText, whenText } from './readings-text.ts'
import type { SpeedRunState } from './speed-run.ts'
import { HARDWARE_TEXT } from './text.ts'

interface HeroProps {
  readonly run: SpeedRunState
  /** The run that is shown: of now, or the last one that was asked for. */
  readonly shown: SpeedTestRun | null
  /** How fit the machine is by all that is known, which more than the run says. */
  readonly verdict: PartState
  /** What makes it no better than that, in words; empty where nothing is wanting. */
  readonly wanting: readonly string[]
  readonly settings: DeviceSettings
  /** Who measures the connection in place of the company's own server; null for nobody. */
  readonly provider: SpeedProvider | null
  readonly now: number
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onLast: () => void
  readonly onCloseApps: () => void
  readonly closing: boolean
}

/** The grade of the whole, and the way to get it. */
export function Hero(props: HeroProps) {
  const { run, shown, onRun, onCancel, onLast, onCloseApps, closing } = props
  const busy = run.phase === 'running' || run.phase === 'saving'
  const { title, detail } = wordsOf(props)
  return (
    <section className={styles.hero} aria-label="Overall result">
      <GradeRing grade={busy ? 'UNKNOWN' : (shown?.grade ?? 'UNKNOWN')} done={busy ? partDone(run) : null} />
      <div className={styles.heroText}>
        <div aria-live="polite">
          <h3>{title}</h3>
          {/* What changes many times a second isn't read out. */}
          {busy ? null : <p>{detail}</p>}
          {run.fallback !== null && (busy || shown === run.outcome) ? <p>{run.fallback}</p> : null}
        </div>
        {busy ? (
          <p aria-hidden="true" className={styles.live}>
            {detail}
          </p>
        ) : null}
        {busy ? <Steps run={run} /> : null}
      </div>
      <div className={styles.heroActions}>
        {busy ? (
          <Button
            variant="default"
            size="md"
            leftSection={<IconX size={17} aria-hidden="true" />}
            onClick={onCancel}
          >
            {HARDWARE_TEXT.cancel}
          </Button>
        ) : (
          <>
            <Button
              size="md"
              leftSection={<IconPlayerPlayFilled size={15} aria-hidden="true" />}
              onClick={onRun}
            >
              {run.outcome ? HARDWARE_TEXT.runAgain : HARDWARE_TEXT.run}
            </Button>
            <div>
              <Button variant="subtle" size="xs" onClick={onLast}>
                {HARDWARE_TEXT.lastResult}
              </Button>
              <Button variant="subtle" size="xs" onClick={onCloseApps} loading={closing}>
                {HARDWARE_TEXT.closeApps}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** One step for each test, done or under way. */
function Steps({ run }: { run: SpeedRunState }) {
  const { results, total } = run
  return (
    <div
      className={styles.steps}
      role="progressbar"
      aria-label="Progress of the tests"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={results.length}
      aria-valuetext={`${results.length} of ${total} tests done`}
    >
      {Array.from({ length: total }, (_, i) => i).map((place) => (
        <span
          key={place}
          data-state={place < results.length ? 'done' : place === results.length ? 'running' : 'waiting'}
        />
      ))}
    </div>
  )
}

/** What a test of a provider usually takes. */
const PROVIDER_SECONDS = 30

/** Ping takes a short while, download and upload about as long as each other. */
const PHASE_START = { ping: 0, download: 0.2, upload: 0.6 } as const
const PHASE_PART = { ping: 0.2, download: 0.4, upload: 0.4 } as const

function partDone({ results, total, live }: SpeedRunState): number {
  const test = live === null ? 0 : PHASE_START[live.phase] + PHASE_PART[live.phase] * live.done
  return Math.min(1, (results.length + test) / Math.max(1, total))
}

function wordsOf({ run, shown, verdict, wanting, settings, provider, now }: HeroProps): {
  title: string
  detail: string
} {
  const { phase, results, total, live, problem } = run
  if (phase === 'running') {
    return {
      title: `Test ${Math.min(total, results.length + 1)} of ${total}`,
      detail: live === null ? 'The next test begins in a moment …' : liveText(live),
    }
  }
  if (phase === 'saving') return { title: 'Grading the results', detail: '' }
  if (phase === 'failed') return { title: problem ?? HARDWARE_TEXT.failed, detail: 'No test was run.' }
  const plan = planOf(settings.testsToRun, provider)
  if (phase === 'cancelled') return { title: HARDWARE_TEXT.cancelled, detail: plan }
  if (shown === null) return { title: wantingWords(verdict) ?? 'Is your set-up fit for work?', detail: plan }
  const isOld = shown !== run.outcome
  const passed = `${shown.passed} of ${shown.run} tests passed, ${whenText(shown.takenAt, now)}.`
  const lacks = wanting.length === 0 ? '' : `${HARDWARE_TEXT.wanting(wanting)} `
  return {
    // One verdict: of all that is known now, of which a result of before is a part.
    title: verdictWords(shown, verdict),
    // Who measures beside the company's own server is said before anything is started.
    detail: isOld
      ? `${lacks}${HARDWARE_TEXT.lastResult}: ${passed}${provider === null ? '' : ` ${plan}`}`
      : `${lacks}${passed} ${problem ?? ''}`.trim(),
  }
}

/**
 * How much a run will transfer at most. A provider may fail after all that it is allowed; the company's own
 * tests then come on top.
 */
function planOf(tests: number, provider: SpeedProvider | null): string {
  const own = megabytesAtMost(TEST_LIMITS, tests)
  if (provider === null) {
    const seconds = (tests * TEST_INTERVAL_MS) / 1000
    return `${tests} short tests of your connection and machine, about ${seconds} seconds, at most ${own} MB.`
  }
  const seconds = PROVIDER_SECONDS + ((tests - 1) * TEST_INTERVAL_MS) / 1000
  const megabytes = provider.megabytesAtMost + own
  return `${tests} short tests of your machine and one of your connection by ${provider.name}, about ${seconds} seconds, at most ${megabytes} MB.`
}

function verdictWords({ grade }: SpeedTestRun, verdict: PartState): string {
  const wanting = wantingWords(verdict)
  if (wanting !== null) return wanting
  if (grade === 'UNKNOWN') return 'Nothing could be measured'
  return grade === 'SKIP' ? 'No checks are needed for your work' : 'Your set-up is ready for work'
}

/** Said where a part is found wanting, whichever it is; null where none is. */
function wantingWords(verdict: PartState): string | null {
  if (verdict === 'problem') return 'Your set-up is not ready for work'
  return verdict === 'attention' ? 'Your set-up will do, but could be better' : null
}
