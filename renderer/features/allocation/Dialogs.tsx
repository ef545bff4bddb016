import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import {
  type AllocationBoard,
  type AllocationProposal,
  publishAllocations,
} from '#shared/contract/allocation.ts'
import { hoursWithin } from '#shared/domain/allocation.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { planStyles, type Range, timesText } from '../planner/index.ts'
import styles from './Allocation.module.css'
import { blockOf, strokeOf } from './model.ts'
import { TEXT } from './text.ts'

/** Drafts of the shown time. */
export const unpublishedOf = (board: AllocationBoard) =>
  board.allocations.filter(({ state, isRemoved }) => state === 'PLANNED' || isRemoved)

interface PublishDialogProps {
  readonly board: AllocationBoard
  readonly range: Range
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}

const dayOf = (at: number) => londonField(at).slice(0, 10)

/** What publishing changes, person by person. */
export function PublishDialog({ board, range, onClose, onDone }: PublishDialogProps) {
  const { api } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const rows = unpublishedOf(board)
  const names = new Map(board.people.map(({ userID, name }) => [userID, name]))
  const projects = new Map(board.projects.map(({ id, name }) => [id, name]))
  const people = [...Map.groupBy(rows, ({ userID }) => userID)]
  const publish = async () => {
    setBusy(true)
    try {
      const { published, told, isForTool } = await api.call(
        publishAllocations,
        { range: { from: dayOf(range.from), to: dayOf(range.to) } },
        { quiet: true },
      )
      onDone(TEXT.published(published, told, isForTool))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.publishTitle} size={560} centered>
      <div className={planStyles.form}>
        <p className={planStyles.hint}>
          {rows.length === 0 ? TEXT.nothingToPublish : TEXT.publishIntro(rows.length, people.length)}
        </p>
        <div className={planStyles.publishList}>
          {people.map(([userID, own]) => (
            <section key={userID}>
              <h3>{names.get(userID)}</h3>
              <ul>
                {own.map((row) => (
                  <li key={row.id}>
                    <span>
                      {row.isRemoved ? <s>{timesText(blockOf(row))}</s> : timesText(blockOf(row))}{' '}
                      {projects.get(row.projectID)}{' '}
                      <small>{row.by === null ? '' : TEXT.draftOf(row.by)}</small>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {problem === null ? null : <Problem>{problem}</Problem>}
        <div className={planStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button data-autofocus loading={isBusy} disabled={rows.length === 0} onClick={() => void publish()}>
            {TEXT.publish(rows.length)}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

interface ProposalBarProps {
  readonly board: AllocationBoard
  readonly proposal: AllocationProposal
  readonly mayApply: boolean
  readonly onApply: () => void
  readonly onDiscard: () => void
}

/** What is proposed, with the forecasts before and after; on the board it shows as proposed. */
export function ProposalBar({ board, proposal, mayApply, onApply, onDiscard }: ProposalBarProps) {
  const strokes = proposal.proposal.map(strokeOf)
  const people = new Set(strokes.map(({ userID }) => userID)).size
  const hours = hoursWithin(strokes, { start: 0, end: Number.MAX_SAFE_INTEGER })
  const projects = new Map(board.projects.map((one) => [one.id, one]))
  const changed = proposal.forecasts.filter(({ before, after }) => Math.round(before) !== Math.round(after))
  return (
    <section className={styles.proposal} aria-label={TEXT.proposal}>
      <div className={styles.proposalHead}>
        <strong role="status">{TEXT.proposed(strokes.length, people, hours)}</strong>
        {mayApply && strokes.length > 0 ? (
          <Button size="xs" onClick={onApply}>
            {TEXT.apply}
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {TEXT.discard}
        </Button>
      </div>
      {changed.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.columns.forecast}</th>
              <th scope="col">{TEXT.beforeColumn}</th>
              <th scope="col">{TEXT.afterColumn}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ projectID, before, after }) => {
              const project = projects.get(projectID)
              const target = project?.targetCompletes ?? 0
              return (
                <tr key={projectID}>
                  <th scope="row">{project?.name}</th>
                  <td>{TEXT.forecast(before, target)}</td>
                  <td>{TEXT.forecast(after, target)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}
