import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { forceActivity } from '#shared/contract/activity.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_RULES, ruleOf } from '#shared/domain/activity-rules.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import {
  canBeSet,
  HOLD_MINUTES,
  OVERRIDE_REASON_MAX,
  OVERRIDE_REASON_MIN,
} from '#shared/domain/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

interface SetActivityFormProps {
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly projects: readonly { readonly id: number; readonly name: string }[]
  /** It comes after their call, unless it is to be at once. */
  readonly isOnCall: boolean
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Sets the activity of others, with a reason that they read (spec 4 §4.4.1). */
export function SetActivityForm({ people, projects, isOnCall, onDone, onCancel }: SetActivityFormProps) {
  const { api } = useServices()
  const [activity, setActivity] = useState<ActivityName>('AVAILABLE')
  const [project, setProject] = useState(projects[0]?.name ?? '')
  const [category, setCategory] = useState('')
  const [reason, setReason] = useState('')
  const [hold, setHold] = useState('')
  const [isAfter, setAfter] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const rule = ruleOf(activity)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < OVERRIDE_REASON_MIN) return setProblem(TEXT.noReason)
    setBusy(true)
    setProblem(null)
    const refused: string[] = []
    for (const { id, name } of people) {
      try {
        await api.call(
          forceActivity,
          {
            ...{ userID: id, activity, reason: reason.trim() },
            ...(rule.needsProject && project !== '' && { project }),
            ...(category !== '' && { category }),
            ...(isOnCall && { afterCall: isAfter }),
            holdMinutes: HOLD_MINUTES.find((one) => String(one) === hold) ?? null,
          },
          { quiet: true },
        )
      } catch (error) {
        refused.push(people.length === 1 ? refusalOf(error) : `${name}: ${refusalOf(error)}`)
      }
    }
    setBusy(false)
    if (refused.length > 0) setProblem(refused.join(' '))
    else onDone()
  }
  return (
    <form className={styles.form} aria-label={TEXT.setActivity} onSubmit={(event) => void submit(event)}>
      <NativeSelect
        data-autofocus
        label={TEXT.activity}
        value={activity}
        data={ACTIVITY_RULES.map((one) => one.activity)
          .filter(canBeSet)
          .map((value) => ({ value, label: ACTIVITY_LABELS[value] }))}
        onChange={(event) => {
          setActivity(event.currentTarget.value as ActivityName)
          setCategory('')
        }}
      />
      {rule.needsProject ? (
        <NativeSelect
          label={TEXT.project}
          value={project}
          data={projects.map(({ name }) => name)}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      ) : null}
      {rule.categories.length > 0 ? (
        <NativeSelect
          label={TEXT.category}
          value={category}
          data={[
            { value: '', label: TEXT.none },
            ...rule.categories.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => setCategory(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        label={TEXT.reason}
        description={TEXT.reasonHint}
        value={reason}
        maxLength={OVERRIDE_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <NativeSelect
        label={TEXT.hold}
        value={hold}
        data={[
          { value: '', label: TEXT.noHold },
          ...HOLD_MINUTES.map((minutes) => ({ value: String(minutes), label: TEXT.minutes(minutes) })),
        ]}
        onChange={(event) => setHold(event.currentTarget.value)}
      />
      {isOnCall ? (
        <Checkbox label={TEXT.afterCall} checked={isAfter} onChange={() => setAfter(!isAfter)} />
      ) : null}
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy}>
          {people.length === 1 ? TEXT.setActivity : TEXT.setFor(people.length)}
        </Button>
      </div>
    </form>
  )
}
