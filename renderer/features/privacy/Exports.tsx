import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DataExport,
  downloadExport,
  exportMine,
  myExports,
  requestExport,
} from '#shared/contract/privacy.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { PRIVACY_REASON_MAX, PRIVACY_STATES } from '#shared/domain/person-data.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './Privacy.module.css'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})
export const momentOf = (text: string) => MOMENT.format(Date.parse(text))
/** One that is being made is asked for again. */
const AGAIN_MS = 2000

function Row({ one }: { readonly one: DataExport }) {
  const { api, notices } = useServices()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await api.call(downloadExport, { id: one.id }, { quiet: true }))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <li>
      <span>
        <b>{PRIVACY_STATES[one.state]}</b> {momentOf(one.requestedAt)}
        {one.state === 'READY' && one.expiresAt ? `, ${TEXT.until(momentOf(one.expiresAt))}` : ''}
      </span>
      {one.state === 'READY' ? (
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void download()}>
          {TEXT.download}
        </Button>
      ) : null}
    </li>
  )
}

interface ExportsProps {
  /** About whom; without it about oneself. */
  readonly userID?: number
}

/** Copies of somebody's data that the viewer asked for, and a new one. */
export function Exports({ userID }: ExportsProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = ['data-exports', userID ?? 'mine']
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.call(myExports, userID === undefined ? {} : { userID }, { quiet: true, signal }),
    refetchInterval: ({ state }) =>
      state.data?.exports.some((one) => one.state === 'QUEUED') ? AGAIN_MS : false,
  })
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  const ask = async () => {
    setBusy(true)
    try {
      await (userID === undefined
        ? api.call(exportMine, undefined, { quiet: true })
        : api.call(requestExport, { userID, reason }, { quiet: true }))
      setReason('')
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
    await client.invalidateQueries({ queryKey: key })
    setBusy(false)
  }
  const isMaking = data?.exports.some((one) => one.state === 'QUEUED') ?? false
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {userID === undefined ? null : (
        <TextInput
          required
          label={TEXT.exportReason}
          maxLength={PRIVACY_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        size="sm"
        variant="default"
        className={styles.fit ?? ''}
        loading={isBusy}
        disabled={isMaking || (userID !== undefined && reason.trim() === '')}
      >
        {userID === undefined ? TEXT.mineAsk : TEXT.exportAsk}
      </Button>
      {isMaking ? (
        <p className={styles.quiet} role="status">
          {TEXT.making}
        </p>
      ) : null}
      {data?.exports.length === 0 ? (
        <p className={styles.quiet}>{userID === undefined ? TEXT.mineNone : TEXT.none}</p>
      ) : null}
      <ul className={styles.list}>
        {data?.exports.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
    </form>
  )
}

/** A copy of one's own data, in the personal details (spec 5 §6.9). */
export function MyData() {
  return (
    <section aria-labelledby="my-data" className={styles.part}>
      <h3 id="my-data">{TEXT.mineTitle}</h3>
      <p className={styles.quiet}>{TEXT.mineLead}</p>
      <Exports />
    </section>
  )
}
