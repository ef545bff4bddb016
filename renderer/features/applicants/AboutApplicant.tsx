import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { applicantTimeline, mergeApplicants } from '#shared/contract/applicants.ts'
import { APPLICANT_STAGES } from '#shared/domain/applicants.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Applicants.module.css'
import { applicantIn, timelineKey } from './applicant.ts'
import { HiringPart } from './HiringPart.tsx'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })

/** Where an applicant stands, who may be the same person, and what became of them so far. */
export function AboutApplicant({ record }: { readonly record: ListedRow }) {
  const { api, notices, prompts } = useServices()
  const queries = useQueryClient()
  const applicant = applicantIn(record)
  const { id, version, name, stage, daysInStage, stageReason, mayApplyFrom } = applicant
  const { data, error, refetch } = useQuery({
    queryKey: timelineKey(id),
    queryFn: ({ signal }) => api.call(applicantTimeline, { id }, { quiet: true, signal }),
  })
  const merge = async (otherID: number, other: string) => {
    const sure = await prompts.ask({
      ...{ title: TEXT.mergeTitle(name, other), text: TEXT.mergeText(name) },
      ...{ yes: TEXT.merge, no: TEXT.cancel },
    })
    if (!sure) return
    try {
      await api.call(mergeApplicants, { id, version, otherID }, { quiet: true })
      notices.show('success', TEXT.merged(name))
    } catch (problem) {
      notices.show('error', refusalOf(problem))
    }
    await Promise.all(
      [timelineKey(id), ['records', applicantRecord.name], ['record', applicantRecord.name]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
  return (
    <>
      <section className={styles.part}>
        <p className={styles.quiet}>
          {[
            TEXT.since(APPLICANT_STAGES[stage], daysInStage),
            stageReason,
            mayApplyFrom === null ? '' : TEXT.again(DAY.format(Date.parse(mayApplyFrom))),
          ]
            .filter(Boolean)
            .map((line) => (
              <Fragment key={line}>
                {line}
                <br />
              </Fragment>
            ))}
        </p>
      </section>
      <HiringPart key={`${id} ${stage}`} applicant={applicant} />
      {error ? (
        <LoadFailure title={TEXT.timelineFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={60} />
        </div>
      ) : (
        <>
          {data.doubles.length === 0 ? null : (
            <section className={styles.part}>
              <h3>{TEXT.doubles}</h3>
              <ul className={styles.list} aria-label={TEXT.doubles}>
                {data.doubles.map((other) => (
                  <li key={other.id}>
                    <strong>{other.name}</strong>
                    <span>{APPLICANT_STAGES[other.stage as keyof typeof APPLICANT_STAGES]}</span>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={TEXT.mergeOf(other.name)}
                      onClick={() => void merge(other.id, other.name)}
                    >
                      {TEXT.merge}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className={styles.part}>
            <h3>{TEXT.timeline}</h3>
            {data.entries.length === 0 ? <p className={styles.quiet}>{TEXT.timelineNone}</p> : null}
            <ul className={styles.list} aria-label={TEXT.timeline}>
              {data.entries.map(({ id: entryID, at, byName, action, stage: to, reason }) => (
                <li key={entryID}>
                  <strong>{TEXT.actions[action] ?? action}</strong>
                  {to === null ? null : <span>{to}</span>}
                  {reason === '' ? null : <span>{reason}</span>}
                  <small>{TEXT.by(byName, MOMENT.format(Date.parse(at)))}</small>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  )
}
