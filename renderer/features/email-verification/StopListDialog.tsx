import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addToStopList, stopList, takeFromStopList } from '#shared/contract/email-verification.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './EmailVerification.module.css'
import { TEXT } from './text.ts'

const KEY = ['email-stop-list']
const ADDRESS_MAX = 320
const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })

/** Addresses and domains that nobody writes to. */
export function StopListDialog({ onClose }: { readonly onClose: () => void }) {
  const { api } = useServices()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(stopList, undefined, { quiet: true, signal }),
  })
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const change = async (work: () => Promise<unknown>) => {
    setProblem(null)
    try {
      await work()
      await client.invalidateQueries({ queryKey: KEY })
      return true
    } catch (fault) {
      setProblem(refusalOf(fault))
      return false
    }
  }
  const add = async (added: string) => {
    if (!(await change(() => api.call(addToStopList, { addresses: [added] }, { quiet: true })))) return
    setRemoved(null)
    setAddress('')
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.stopTitle} centered size={520}>
      <div className={styles.form}>
        <p className={styles.quiet}>{TEXT.stopText}</p>
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault()
            void add(address.trim())
          }}
        >
          <TextInput
            data-autofocus
            label={TEXT.stopLabel}
            maxLength={ADDRESS_MAX}
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <Button type="submit" disabled={address.trim() === ''}>
            {TEXT.stopAdd}
          </Button>
        </form>
        <Problem>{problem}</Problem>
        {removed === null ? null : (
          <div role="status" className={styles.line}>
            <span>{TEXT.removed(removed)}</span>
            <Button size="compact-xs" variant="default" onClick={() => void add(removed)}>
              {TEXT.putBack}
            </Button>
          </div>
        )}
        {error && !data ? (
          <LoadFailure title={TEXT.stopFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <div role="status" aria-label={TEXT.loading}>
            <Skeleton width="100%" height={60} />
          </div>
        ) : data.entries.length === 0 ? (
          <p className={styles.quiet}>{TEXT.stopNone}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
          <ul className={styles.rows} aria-label={TEXT.stopTitle} tabIndex={0}>
            {data.entries.map((entry) => (
              <li key={entry.id}>
                <div className={styles.what}>
                  <span>{entry.address}</span>
                  <small>{TEXT.by(entry.byName, DAY.format(Date.parse(entry.at)))}</small>
                </div>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={TEXT.stopRemoveOf(entry.address)}
                  onClick={async () => {
                    const call = () => api.call(takeFromStopList, { id: entry.id }, { quiet: true })
                    if (await change(call)) setRemoved(entry.address)
                  }}
                >
                  {TEXT.stopRemove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}
