import { reasonOf } from '../../services/http/api-client.ts'
import './mantine-styles.ts'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { SpeedTestRun } from '#shared/contract/device-health.ts'
import {
  GRADE_LABELS,
  type Grade,
  gradeColour,
  gradeReadings,
  overallGrade,
} from '#shared/domain/device-grading.ts'
import { BADGE_LIMITS, BADGE_TESTS, megabytesAtMost } from '#shared/domain/speed-test.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './Badge.module.css'
import type { HardwareKit } from './kit.ts'
import { GradeChip } from './Mark.tsx'
import { liveText, readingText, whenText } from './readings-text.ts'
import type { SpeedRunState } from './speed-run.ts'
import { HARDWARE_TEXT, METRIC_NAMES, NO_INFORMATION } from './text.ts'
import { useFitness, useKit, useSpeedRun } from './use-hardware.ts'

const SHOWN = ['download', 'upload', 'ping', 'jitter', 'loss'] as const

/**
 * The last overall grade, with its readings when it is opened; who administers can run the badge test
 * there: 15 results, one every 5 s (spec 3 §6, §9).
 */
export function HardwareBadge({ kit: given }: { kit?: HardwareKit }) {
  const { now } = useServices()
  const kit = useKit(given)
  const { fitness, state: known } = useFitness()
  const { enabled, settings } = known
  const { run, state, provider } = useSpeedRun(kit)
  const mayTest = useSession(({ permissions }) => permissions.can('ADMIN_CAN_SEE_MODULE'))
  const [opened, setOpened] = useState(false)
  /** Why the last result couldn't be read. */
  const [unread, setUnread] = useState<string | null>(null)

  const busy = state.phase === 'running' || state.phase === 'saving'
  const newest = state.results.at(-1)
  const live = newest ? overallGrade(gradeReadings(newest, settings)) : 'UNKNOWN'
  const shown = known.machine.run
  const grade: Grade = busy ? live : (shown?.grade ?? 'UNKNOWN')

  const megabytes = megabytesAtMost(BADGE_LIMITS, BADGE_TESTS) + (provider?.megabytesAtMost ?? 0)

  const refresh = useCallback(() => {
    fitness.readRun().then(
      () => setUnread(null),
      (error: unknown) => setUnread(reasonOf(error)),
    )
  }, [fitness])
  useEffect(refresh, [refresh])
  const toggle = () => {
    setOpened(!opened)
    // Another window may have tested since.
    if (!opened) refresh()
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.badge}
          data-colour={gradeColour(grade)}
          aria-label={`Connection: ${GRADE_LABELS[grade]}`}
          aria-expanded={opened}
          onClick={toggle}
        >
          <IconGauge size={19} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Connection">
        <div className={styles.panel}>
          <div className={styles.head}>
            <strong>
              {busy
                ? `Test ${Math.min(state.total, state.results.length + 1)} of ${state.total}`
                : 'Connection'}
            </strong>
            <GradeChip grade={grade} />
          </div>
          <Body state={state} shown={shown} unread={unread} now={now()} />
          {mayTest ? (
            <Button
              size="xs"
              variant="default"
              onClick={busy ? run.cancel : () => run.start('BADGE', enabled)}
            >
              {busy ? HARDWARE_TEXT.cancel : `Run the badge test (${megabytes} MB at most)`}
            </Button>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface BodyProps {
  readonly state: SpeedRunState
  readonly shown: SpeedTestRun | null
  readonly unread: string | null
  readonly now: number
}

function Body({ state, shown, unread, now }: BodyProps) {
  const busy = state.phase === 'running' || state.phase === 'saving'
  const readings = busy ? state.results.at(-1) : shown?.readings
  const server = busy ? state.server : (shown?.server ?? null)
  const problem = state.problem ?? (shown === null ? unread : null)
  if (problem !== null && !busy) return <p role="alert">{problem}</p>
  if (!readings) return <p>{busy ? (state.live ? liveText(state.live) : 'Measuring …') : NO_INFORMATION}</p>
  return (
    <>
      <dl>
        {SHOWN.map((metric) => (
          <div key={metric}>
            <dt>{METRIC_NAMES[metric]}</dt>
            <dd>{readings[metric] === null ? '–' : readingText(metric, readings[metric])}</dd>
          </div>
        ))}
      </dl>
      {state.fallback === null ? null : <p>{state.fallback}</p>}
      {server === null ? null : (
        <small>
          {HARDWARE_TEXT.testServer}: {server}
        </small>
      )}
      {shown && !busy ? (
        <small>
          {shown.passed} of {shown.run} tests passed, {whenText(shown.takenAt, now)}
        </small>
      ) : null}
    </>
  )
}
