import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import './mantine-styles.ts'
import { Loader } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type HardwareReport, hardwareReports } from '#shared/contract/device-health.ts'
import { METRICS } from '#shared/domain/device-grading.ts'
import { useServices } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import styles from './Hardware.module.css'
import { GradeChip, StateMark } from './Mark.tsx'
import { readingText, whenText } from './readings-text.ts'
import { HARDWARE_TEXT, METRIC_NAMES } from './text.ts'

/** What people sent to support from their hardware tests, newest first. For who works in the help centre. */
export function HardwareReports() {
  const { api } = useServices()
  const reports = useQuery({
    queryKey: ['hardwareReports'],
    queryFn: ({ signal }) => api.call(hardwareReports, undefined, { quiet: true, signal }),
    staleTime: 0,
  })
  if (reports.isPending) return <Loader size="sm" aria-label="Fetching the reports" />
  if (reports.isError) {
    return (
      <LoadFailure
        title={HARDWARE_TEXT.reportsFailed}
        reason={reasonOf(reports.error)}
        onRetry={() => void reports.refetch()}
      />
    )
  }
  if (reports.data.length === 0) {
    return <EmptyState icon={<IconHeadset size={26} />} title="Nobody has sent a report of their hardware." />
  }
  return (
    <ul className={styles.reports}>
      {reports.data.map((report) => (
        <li key={report.id}>
          <Report report={report} />
        </li>
      ))}
    </ul>
  )
}

function Report({ report }: { report: HardwareReport }) {
  const { now } = useServices()
  const { name, sentAt, note, client, findings, lastRun } = report
  return (
    <details className={styles.report}>
      <summary>
        <UserAvatar name={name} size={34} />
        <span>
          <strong>{name}</strong>
          <span>
            {note || `${findings.filter(({ state }) => state === 'problem').length} problem(s) found`}
          </span>
        </span>
        <time dateTime={sentAt}>{whenText(sentAt, now())}</time>
        {lastRun ? <GradeChip grade={lastRun.grade} /> : null}
      </summary>
      {note ? <blockquote>{note}</blockquote> : null}
      <ul className={styles.checks}>
        {findings.map(({ check, state, detail }) => (
          <li key={check}>
            <StateMark state={state} />
            <p>
              <strong>{check}</strong> {detail}
            </p>
          </li>
        ))}
      </ul>
      {lastRun ? (
        <p className={styles.note}>
          Last run, {whenText(lastRun.takenAt, now())}
          {lastRun.server === null ? null : `, against ${lastRun.server}`}:{' '}
          {METRICS.flatMap((metric) => {
            const reading = lastRun.readings[metric]
            return reading === null ? [] : [`${METRIC_NAMES[metric]} ${readingText(metric, reading)}`]
          }).join(' · ')}
        </p>
      ) : null}
      <p className={styles.note}>{client}</p>
    </details>
  )
}
