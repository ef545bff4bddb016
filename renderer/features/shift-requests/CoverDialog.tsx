import '@mantine/core/styles/Modal.layer.css'
import { Button, Checkbox, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findCover, offerCover } from '#shared/contract/shift-requests.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ShiftRequests.module.css'
import { TEXT } from './text.ts'

interface CoverProps {
  readonly id: number
  /** The shift's time, in words. */
  readonly when: string
  readonly onClose: () => void
}

/** Whom a planner asks to take a dropped shift (spec 4 §4.5.9). */
export function CoverDialog({ id, when, onClose }: CoverProps) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = ['shift-cover', id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(findCover, { id }, { quiet: true, signal }),
  })
  const toggle = (userID: number, isOn: boolean) =>
    setChosen((now) => (isOn ? [...now, userID] : now.filter((one) => one !== userID)))
  const ask = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { asked } = await api.call(offerCover, { id, userIDs: [...chosen] }, { quiet: true })
      notices.show('success', TEXT.asked(asked))
      await queries.invalidateQueries({ queryKey: key })
      onClose()
    } catch (failure) {
      setProblem(reasonOf(failure))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.coverTitle} centered size={480}>
      <div className={styles.form}>
        <p>{TEXT.coverLead(when)}</p>
        {error ? (
          <LoadFailure title={TEXT.coverFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <div role="status" aria-label={TEXT.coverLoading}>
            <Skeleton width="100%" height={120} />
          </div>
        ) : data.people.length === 0 ? (
          <p>{TEXT.coverNobody}</p>
        ) : (
          <ul className={styles.people}>
            {data.people.map(({ userID, name, weekHours, warnings, isAsked }) => (
              <li key={userID}>
                <Checkbox
                  label={name}
                  disabled={isAsked}
                  checked={isAsked || chosen.includes(userID)}
                  onChange={({ currentTarget }) => toggle(userID, currentTarget.checked)}
                />
                <small>{isAsked ? TEXT.wasAsked : TEXT.hours(weekHours)}</small>
                {warnings.length === 0 ? null : <p>{warnings.join(' ')}</p>}
              </li>
            ))}
          </ul>
        )}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.close}
          </Button>
          <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => void ask()}>
            {TEXT.ask(chosen.length)}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
