import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  personTargets,
  restoreTarget,
  setTarget,
  type Target,
  withdrawTarget,
} from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { targetWords } from '#shared/domain/targets.ts'
import { useServices } from '../../services/context.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import { areTargetFieldsRight, TargetFields, useTargetDraft } from './TargetFields.tsx'
import styles from './TargetForm.module.css'
import { TEXT } from './text.ts'

const KEY = ['person-targets'] as const
const SHOWING = ['performance'] as const
const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const wordsOf = ({ measure, period, value }: Target) => {
  const words = targetWords(measure, period, value)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

interface SetTargetProps {
  readonly userID: number
  readonly name: string
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Sets a target of somebody in any measure, beside those that were set before (spec 4 §4.4.2). */
export function SetTarget({ userID, name, onClose, onDone }: SetTargetProps) {
  const { api, now, notices } = useServices()
  const client = useQueryClient()
  const form = useTargetDraft('DAY')
  const { measure, period, value, from } = form.draft
  return (
    <AskDialog
      title={TEXT.title(name)}
      text={TEXT.lead}
      action={TEXT.save}
      cancel={TEXT.cancel}
      size={520}
      isReady={areTargetFieldsRight(form.draft, now())}
      onClose={onClose}
      run={async () => {
        const target = { userID, measure, period, value: Number(value), from }
        await api.call(setTarget, target, { quiet: true })
        notices.show('success', TEXT.saved)
        await client.invalidateQueries({ queryKey: SHOWING })
        onDone?.()
      }}
    >
      <TargetFields {...form} hasFocus />
      <Present userID={userID} />
    </AskDialog>
  )
}

/** What was set of them before, each with a button that takes it away. */
function Present({ userID }: Pick<SetTargetProps, 'userID'>) {
  const { api } = useServices()
  const client = useQueryClient()
  const [removed, setRemoved] = useState<Target | null>(null)
  const { data } = useQuery({
    queryKey: [...KEY, userID],
    queryFn: ({ signal }) => api.call(personTargets, { userID }, { quiet: true, signal }),
    gcTime: 0,
  })
  const again = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: SHOWING }),
    ])
  const move = async (target: Target, isBack: boolean) => {
    // Why it couldn't be is told by itself.
    await api.call(isBack ? restoreTarget : withdrawTarget, { id: target.id }).then(
      () => setRemoved(isBack ? null : target),
      () => {},
    )
    await again()
  }
  const rows = data?.rows ?? []
  return (
    <section className={styles.present} aria-label={TEXT.present}>
      {rows.length > 0 ? <h3>{TEXT.present}</h3> : null}
      <ul className={styles.list}>
        {rows.map((target) => (
          <li key={target.id}>
            <span>{wordsOf(target)}</span>
            <span className={styles.since}>
              {TEXT.since(DAY.format(Date.parse(`${target.from}T00:00:00Z`)), target.by)}
              {target.holds ? `, ${TEXT.holds}` : ''}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={TEXT.removeOf(wordsOf(target))}
              onClick={() => void move(target, false)}
            >
              {TEXT.remove}
            </Button>
          </li>
        ))}
      </ul>
      <UndoLine
        said={removed === null ? null : TEXT.removed(wordsOf(removed))}
        undo={TEXT.undo}
        onUndo={removed === null ? null : () => void move(removed, true)}
      />
    </section>
  )
}
