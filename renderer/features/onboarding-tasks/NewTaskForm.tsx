import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RequestOf } from '#shared/contract/http-call.ts'
import {
  newOnboardingTask,
  type OnboardingTask,
  responsible,
  taskAction,
  updateOnboardingTask,
} from '#shared/contract/onboarding.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './OnboardingTasks.module.css'
import { staffTypesQuery, tasksQuery } from './queries.ts'
import { staffTypeLabel } from './staff-type.ts'
import { ONBOARDING_TEXT } from './text.ts'

type NewTask = RequestOf<typeof newOnboardingTask>

const EMPTY: NewTask = {
  task: '',
  responsible: '',
  taskAction: 'NONE',
  selectedStaffType: '',
  requiredApproval: false,
}

const labelled = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** A task as the form has it. */
const formOf = (task: OnboardingTask): NewTask => ({
  ...{ task: task.task, responsible: task.responsible, taskAction: task.actionNeeded },
  ...{ selectedStaffType: task.applyTo, requiredApproval: task.requiredApproval },
  ...{ isBeforeFirstShift: task.isBeforeFirstShift, dueDays: task.dueDays },
})

interface NewTaskFormProps {
  readonly onAdded: () => void
  /** The task that is changed; a new one where it isn't given. */
  readonly known?: OnboardingTask
  readonly onCancel?: () => void
}

/** A new task, or another one (spec 1 §4.8, §5): nothing is checked, so that an empty form is sent as it is. */
export function NewTaskForm({ onAdded, known, onCancel }: NewTaskFormProps) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const { data: staffTypes = [] } = useQuery(staffTypesQuery(api))
  const [task, setTask] = useState<NewTask>(() => (known ? formOf(known) : EMPTY))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (changes: Partial<NewTask>) => setTask((before) => ({ ...before, ...changes }))

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      if (known) {
        const { selectedStaffType: applyTo, taskAction: action, responsible: who, ...rest } = task
        await api.call(
          updateOnboardingTask,
          {
            ...{ taskID: known.id, task: rest.task, requiredApproval: rest.requiredApproval, applyTo },
            ...{ isBeforeFirstShift: rest.isBeforeFirstShift ?? false, dueDays: rest.dueDays ?? null },
            ...{ responsible: who || 'ANYONE', actionNeeded: action || 'NONE' },
          },
          { quiet: true },
        )
      } else await api.call(newOnboardingTask, task, { quiet: true })
      setTask(EMPTY)
      void queries.invalidateQueries({ queryKey: tasksQuery(api).queryKey })
      notices.show('success', known ? ONBOARDING_TEXT.changed : ONBOARDING_TEXT.added)
      onAdded()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  const hasAction = task.taskAction !== 'NONE'
  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <Textarea
        label={ONBOARDING_TEXT.task}
        placeholder={ONBOARDING_TEXT.taskHint}
        rows={2}
        maxLength={500}
        value={task.task}
        onChange={(event) => change({ task: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <Select
          label={ONBOARDING_TEXT.responsible}
          placeholder={ONBOARDING_TEXT.chooseResponsible}
          data={labelled(responsible.options, ONBOARDING_TEXT.responsibles)}
          value={task.responsible || null}
          onChange={(value) => change({ responsible: value ?? '' })}
        />
        <Select
          label={ONBOARDING_TEXT.applyTo}
          placeholder={ONBOARDING_TEXT.applyToPlaceholder}
          data={staffTypes.map((type) => ({ value: type, label: staffTypeLabel(type) }))}
          value={task.selectedStaffType || null}
          onChange={(value) => change({ selectedStaffType: value ?? '' })}
          clearable
        />
      </div>
      <Select
        label={ONBOARDING_TEXT.action}
        data={labelled(taskAction.options, ONBOARDING_TEXT.actions)}
        value={task.taskAction}
        allowDeselect={false}
        onChange={(value) =>
          change({
            taskAction: value ?? 'NONE',
            ...((value ?? 'NONE') === 'NONE' && { requiredApproval: false }),
          })
        }
      />
      {hasAction ? (
        <Checkbox
          label={ONBOARDING_TEXT.requiresApproval}
          checked={task.requiredApproval}
          onChange={(event) => change({ requiredApproval: event.currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={ONBOARDING_TEXT.beforeFirstShift}
        description={ONBOARDING_TEXT.beforeFirstShiftHint}
        checked={task.isBeforeFirstShift ?? false}
        onChange={(event) => change({ isBeforeFirstShift: event.currentTarget.checked })}
      />
      <TextInput
        type="number"
        min={0}
        max={365}
        label={ONBOARDING_TEXT.dueDays}
        value={task.dueDays ?? ''}
        onChange={({ currentTarget: { value } }) => change({ dueDays: value === '' ? null : Number(value) })}
      />
      <Problem>{problem}</Problem>
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          {ONBOARDING_TEXT.cancel}
        </Button>
      ) : null}
      <Button type="submit" loading={busy}>
        {known ? ONBOARDING_TEXT.save : ONBOARDING_TEXT.add}
      </Button>
    </form>
  )
}
