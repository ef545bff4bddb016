import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forceActivity, forceChoices } from '#shared/contract/activity.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import {
  HOLD_MINUTES,
  OVERRIDE_REASON_MAX,
  OVERRIDE_REASON_MIN,
  SET_FOR_MAX,
} from '#shared/domain/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './LivePanel.module.css'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

interface SetActivityFormProps {
  readonly people: readonly Target[]
  /** Names of projects that are offered, one chosen already; without them every live one, and none is. */
  readonly projects?: readonly string[]
  /** Which of them is chosen, the first that is offered: what they are planned on, else what they work on. */
  readonly first?: readonly (string | null | undefined)[]
  /** One of them is on a call: theirs comes after it, unless it is to be at once. */
  readonly isOnCall: boolean
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Sets the activity of others, with a reason that they read (spec 4 §4.4.1). */
export function SetActivityForm({
  people,
  projects,
  first = [],
  isOnCall,
  onDone,
  onCancel,
}: SetActivityFormProps) {
  const { api } = useServices()
  const [activity, setActivity] = useState<ActivityName>('AVAILABLE')
  const [project, setProject] = useState(
    first.find((name) => name && projects?.includes(name)) ?? projects?.[0] ?? '',
  )
  const [category, setCategory] = useState('')
  const [reason, setReason] = useState('')
  const [hold, setHold] = useState('')
  const [isAfter, setAfter] = useState(true)
  // The categories are the installation's, and may be others by the next time that something is set.
  const { data, error, refetch } = useQuery({
    queryKey: ['force-choices'],
    queryFn: ({ signal }) => api.call(forceChoices, undefined, { quiet: true, signal }),
    staleTime: 0,
  })
  const choice = data?.choices.find((one) => one.activity === activity)
  const categories = choice?.categories ?? []
  const offered = projects ?? data?.projects.map((one) => one.name) ?? []
  const fault = () => {
    if (choice?.needsProject && project === '' && offered.length > 0) return TEXT.noProject
    return reason.trim().length < OVERRIDE_REASON_MIN ? TEXT.noReason : null
  }
  const send = ({ id: userID }: Target) =>
    api
      .call(
        forceActivity,
        {
          ...{ userID, activity, reason: reason.trim() },
          ...(choice?.needsProject && project !== '' && { project }),
          ...(categories.includes(category) && { category }),
          ...(isOnCall && { afterCall: isAfter }),
          holdMinutes: HOLD_MINUTES.find((one) => String(one) === hold) ?? null,
        },
        { quiet: true },
      )
      .catch((refused: unknown) => {
        // A category may have gone meanwhile: what there is now is offered.
        void refetch()
        throw refused
      })
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  return (
    <PanelForm
      label={TEXT.setActivity}
      confirm={people.length === 1 ? TEXT.setActivity : TEXT.setFor(people.length)}
      people={people}
      typedFrom={SET_FOR_MAX + 1}
      isReady={data !== undefined}
      fault={fault}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.activity}
        value={activity}
        data={(data?.choices ?? []).map((one) => ({
          value: one.activity,
          label: ACTIVITY_LABELS[one.activity],
        }))}
        onChange={(event) => {
          setActivity(event.currentTarget.value as ActivityName)
          setCategory('')
        }}
      />
      {choice?.needsProject ? (
        <Select
          label={TEXT.project}
          placeholder={TEXT.findProject}
          searchable
          allowDeselect={false}
          nothingFoundMessage={TEXT.noSuchProject}
          classNames={{ option: styles.option ?? '' }}
          value={project === '' ? null : project}
          data={[...new Set(offered)]}
          onChange={(name) => setProject(name ?? '')}
        />
      ) : null}
      {categories.length > 0 ? (
        <NativeSelect
          label={TEXT.category}
          value={category}
          data={[{ value: '', label: TEXT.none }, ...categories.map((value) => ({ value, label: value }))]}
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
    </PanelForm>
  )
}
