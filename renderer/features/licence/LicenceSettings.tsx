import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getLicence, LICENCE_FILE_MAX, type LicenceFacts, uploadLicence } from '#shared/contract/licence.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLiveIfAny } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { ChooseFile } from '../../ui/form/ChooseFile.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Licence.module.css'
import { TEXT } from './text.ts'

const LICENCE = ['licence'] as const
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })

/** The licence of the installation, and the upload of another (spec 5 §5.1). */
export function LicenceSettings() {
  const { api } = useServices()
  const client = useQueryClient()
  const live = useLiveIfAny()
  const { data, error, refetch } = useQuery({
    queryKey: LICENCE,
    queryFn: ({ signal }) => api.call(getLicence, undefined, { quiet: true, signal }),
  })
  useEffect(
    () => live?.settingNews.onChange(() => void client.invalidateQueries({ queryKey: LICENCE })),
    [client, live],
  )
  if (data) return <Facts licence={data} />
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label={TEXT.loading}>
      <Skeleton width="100%" height={140} />
    </div>
  )
}

function Facts({ licence }: { readonly licence: LicenceFacts }) {
  const { now } = useServices()
  const { expiryDate, holder, seats, seatsUsed, uploadedAt, uploadedBy, hasKey } = licence
  const more = seats === null ? 0 : seatsUsed - seats
  return (
    <div className={styles.licence}>
      <dl className={styles.facts}>
        <div>
          <dt>{TEXT.expires}</dt>
          <dd>{DAY.format(Date.parse(expiryDate))}</dd>
        </div>
        <div>
          <dt>{TEXT.holder}</dt>
          <dd>{holder === '' ? TEXT.noHolder : holder}</dd>
        </div>
        <div>
          <dt>{TEXT.seats}</dt>
          <dd>
            {TEXT.seatsOf(seatsUsed, seats)}
            <span className={styles.small}>{TEXT.seatsHint}</span>
          </dd>
        </div>
      </dl>
      {Date.parse(expiryDate) <= now() ? <p className={styles.warning}>{TEXT.ended}</p> : null}
      {more > 0 ? <p className={styles.warning}>{TEXT.tooMany(more)}</p> : null}
      {uploadedBy !== null && uploadedAt !== null ? (
        <p className={styles.small}>{TEXT.uploaded(uploadedBy, DAY.format(Date.parse(uploadedAt)))}</p>
      ) : null}
      {hasKey ? <Upload /> : <p className={styles.small}>{TEXT.noKey}</p>}
    </div>
  )
}

function Upload() {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async ([file]: readonly File[]) => {
    if (!file) return
    setBusy(true)
    setProblem(null)
    try {
      if (file.size > LICENCE_FILE_MAX) setProblem(TEXT.tooLarge)
      else {
        client.setQueryData(
          LICENCE,
          await api.call(uploadLicence, { file: await file.text() }, { quiet: true }),
        )
        notices.show('success', TEXT.taken)
      }
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <div className={styles.upload}>
      <ChooseFile isDisabled={isBusy} onFiles={(files) => void take(files)}>
        {TEXT.upload}
      </ChooseFile>
      <Problem>{problem}</Problem>
    </div>
  )
}
