import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { stopVerification } from '#shared/contract/email-verification.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { EMAIL_JOB_STATES } from '#shared/domain/email-checks.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './EmailVerification.module.css'
import { type EmailJobs, isRunning, JOBS_KEY, useJobs } from './jobs.ts'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
type Job = EmailJobs['jobs'][number]

/** Lists that run, and what came of the others; nothing where there is none. */
export function Jobs({ onChanged }: { readonly onChanged: () => unknown }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { data, error, refetch } = useJobs()
  const jobs = data?.jobs ?? []
  const checked = jobs.filter(isRunning).reduce((sum, job) => sum + job.checked + 1, 0)
  const before = useRef(checked)
  useEffect(() => {
    if (checked !== before.current) void onChanged()
    before.current = checked
  }, [checked, onChanged])
  if (error && !data)
    return <LoadFailure title={TEXT.jobsFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (jobs.length === 0) return null
  const stop = async ({ id }: Job) => {
    try {
      await api.call(stopVerification, { id }, { quiet: true })
      notices.show('info', TEXT.stopping)
    } catch (fault) {
      notices.show('error', refusalOf(fault))
    }
    await client.invalidateQueries({ queryKey: JOBS_KEY })
  }
  return (
    <section className={styles.part} aria-labelledby="email-lists">
      <h2 id="email-lists">{TEXT.jobs}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
      <ul className={styles.rows} aria-labelledby="email-lists" tabIndex={0}>
        {jobs.map((job) => (
          <li key={job.id}>
            <div className={styles.what}>
              <span>
                {isRunning(job)
                  ? TEXT.running(job.purpose, job.checked, job.total)
                  : TEXT.over(job.purpose, EMAIL_JOB_STATES[job.state], job.total)}
              </span>
              {isRunning(job) ? (
                <progress aria-label={TEXT.progress(job.purpose)} value={job.checked} max={job.total} />
              ) : null}
              <span>{countsOf(job)}</span>
              <small>{aboutOf(job)}</small>
            </div>
            {isRunning(job) ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={TEXT.stopOf(job.purpose)}
                onClick={() => void stop(job)}
              >
                {TEXT.stop}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const countsOf = ({ counts }: Job) =>
  (['VALID', 'RISKY', 'INVALID', 'UNKNOWN'] as const)
    .filter((result) => counts[result] > 0)
    .map((result) => `${numberText(counts[result])} ${TEXT.counts[result]}`)
    .join(' · ')

const aboutOf = ({ projectName, byName, at, paidChecks }: Job) =>
  [
    TEXT.by(byName, MOMENT.format(Date.parse(at))),
    projectName ?? '',
    paidChecks > 0 ? TEXT.paid(paidChecks) : '',
  ]
    .filter(Boolean)
    .join(' · ')
