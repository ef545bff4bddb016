import { Button, Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { publishShifts } from '#shared/contract/shifts.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { timesText } from './board-ghost.ts'
import { Checks } from './Checks.tsx'
import { checksOf, DAY_MS, isUnpublished, type Plan, type Range, type Shift } from './model.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

/** What publishing would make something of: shifts of these people that are, or are to be, in that time. */
export function unpublishedOf(plan: Plan, people: readonly number[], { from, to }: Range): Shift[] {
  const isIn = (at: number) => at >= from && at < to
  return people
    .flatMap((id) => plan.people.get(id)?.shifts ?? [])
    .filter(
      (shift) => isUnpublished(shift) && (isIn(shift.start) || (shift.was !== null && isIn(shift.was.start))),
    )
}

interface PublishDialogProps {
  readonly plan: Plan
  readonly range: Range
  readonly people: readonly number[]
  readonly onDone: (said: string) => void
  readonly onClose: () => void
}

/** Shows what is new, changed and cancelled, who will be asked, and what stays to warn; then publishes it. */
export function PublishDialog({ plan, range, people, onDone, onClose }: PublishDialogProps) {
  const { api, now } = useServices()
  const [agreed, setAgreed] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const shifts = unpublishedOf(plan, people, range)
  const { noticeDays } = plan.week.limits
  const isSoon = ({ start, was }: Shift) => Math.min(start, was?.start ?? start) - now() < noticeDays * DAY_MS
  const kindOf = (shift: Shift) => (shift.isCancelled ? 'cancelled' : shift.isChanged ? 'changed' : 'new')
  const kinds = (['new', 'changed', 'cancelled'] as const).map((kind) => ({
    kind,
    own: shifts.filter((shift) => kindOf(shift) === kind),
  }))
  const concerned = new Set(shifts.map(({ userID }) => userID))
  const publish = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { shifts: made } = await api.call(
        publishShifts,
        {
          ...{ from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() },
          ...{ people: [...concerned], agreed: [...agreed] },
        },
        { quiet: true },
      )
      const asked = made.filter(({ state }) => state === 'OFFERED').length
      const parts = [TEXT.published(made.length - asked), asked > 0 ? TEXT.offered(asked) : '']
      onDone(parts.filter(Boolean).join(' '))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.publishTitle} size={560} centered>
      <div className={styles.form}>
        <p className={styles.hint}>
          {shifts.length === 0 ? TEXT.nothingToPublish : TEXT.publishIntro(shifts.length, concerned.size)}
        </p>
        <div className={styles.publishList}>
          {kinds.map(({ kind, own }) =>
            own.length === 0 ? null : (
              <section key={kind}>
                <h3>
                  {TEXT.kinds[kind]} <small>{own.length}</small>
                </h3>
                <ul>
                  {own.map((shift) => (
                    <PublishLine
                      key={shift.id}
                      plan={plan}
                      shift={shift}
                      asks={kind === 'changed' && isSoon(shift) ? noticeDays : null}
                      isAgreed={agreed.has(shift.id)}
                      onAgreed={(isAgreed) =>
                        setAgreed((before) => {
                          const next = new Set(before)
                          if (isAgreed) next.add(shift.id)
                          else next.delete(shift.id)
                          return next
                        })
                      }
                    />
                  ))}
                </ul>
              </section>
            ),
          )}
        </div>
        {problem === null ? null : <Problem>{problem}</Problem>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button
            data-autofocus
            loading={isBusy}
            disabled={shifts.length === 0}
            onClick={() => void publish()}
          >
            {TEXT.publish(shifts.length)}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

interface PublishLineProps {
  readonly plan: Plan
  readonly shift: Shift
  /** Days of notice that it lacks; null where nobody is asked. */
  readonly asks: number | null
  readonly isAgreed: boolean
  readonly onAgreed: (isAgreed: boolean) => void
}

function PublishLine({ plan, shift, asks, isAgreed, onAgreed }: PublishLineProps) {
  const checks = shift.isCancelled ? [] : checksOf(plan, shift, shift.id)
  const name = plan.people.get(shift.userID)?.person.name ?? ''
  const was =
    shift.was && !shift.isCancelled && (shift.was.start !== shift.start || shift.was.end !== shift.end)
      ? TEXT.was(timesText(shift.was))
      : ''
  return (
    <li>
      <span>
        <b>{name}</b> {timesText(shift)} <small>{was}</small>
      </span>
      <Checks checks={checks} />
      {asks === null ? null : (
        <div className={styles.notice}>
          <span>{TEXT.notice(asks)}</span>
          <Checkbox
            size="xs"
            label={TEXT.agreed}
            description={isAgreed ? undefined : TEXT.asks}
            checked={isAgreed}
            onChange={(event) => onAgreed(event.currentTarget.checked)}
          />
        </div>
      )}
    </li>
  )
}
